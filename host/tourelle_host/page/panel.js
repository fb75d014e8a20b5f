// Beside the board: whose turn, score, moves, what is asked, and the board's own words.

import { card } from "./card.js";
import { dot, piece } from "./colours.js";
import { button, byId } from "./dom.js";
import { plain, variant } from "./options.js";
import { playing } from "./outcome.js";
import { choice, seated } from "./seats.js";
import { cellLine, line } from "./sentence.js";
import { carriedOut, points } from "./situations.js";
import { inList } from "./words.js";

/** @import { Help } from "./help.js" */
/** @import { Past } from "./past.js" */
/** @import { Act, Aims, BoardMessage, Card, FriendsTable, Game, MenuEntry, Move, Report, Seat, World } from "./types.js" */

export class Panel {
  /**
   * @param {Act} act
   * @param {(side: string, who: string) => void} seat gives a side to somebody
   * @param {Help} help
   * @param {(step: number) => void} look shows how it stood after a step
   * @param {Record<string, () => void>} again ways to another game after the end, by their words
   * @param {Record<string, () => void>} after what else may be done then
   */
  constructor(act, seat, help, look, again, after) {
    this.act = act;
    this.seat = seat;
    this.help = help;
    this.look = look;
    this.again = again;
    this.after = after;
    this.status = byId("status", HTMLElement);
    this.prompt = byId("prompt", HTMLElement);
    this.seats = byId("seats", HTMLElement);
    this.moves = byId("moves", HTMLElement);
    this.words = byId("words", HTMLElement);
    /** @type {Map<string, string>} */
    this.shown = new Map(); // what each part shows, as text
  }

  /**
   * Shows a report, with the games' catalogue and the world.
   * @param {Report} report
   * @param {Pick<BoardMessage, "games" | "choices" | "seats" | "hand" | "names">} told
   * @param {World} world
   * @param {Aims} aims where what is in the hand may go
   * @param {Past} past
   * @param {FriendsTable | null} friends the table that is shared
   */
  show(report, { games, choices, seats: players, hand, names }, world, aims, past, friends) {
    const game = games.find((entry) => entry.name === report.game);
    const { words, menu, turn, over, seats } = report;
    const moves = past.look ? past.moves() : report.moves;
    const said = card(report, game, world, aims, friends);
    const called = names ?? (friends ? bySide(friends) : undefined);
    this.help.use(said.help, carriedOut(report));
    const choice = choices.find((entry) => entry.name === report.game);
    const about = world.power && !world.trouble && game ? [game.title, ...variant(report, choice)] : [];
    const learning = report.lesson !== null;
    const letters = about.length ? playing(game?.sides ?? "", report) : [];
    this.renew("status", [said.headline, said.why, letters, points(report), turn, over, called], () =>
      this.showStatus(said, report, letters, called));
    this.renew("seats", [about, letters, seats, called, learning], () =>
      this.showSeats(report, letters, about, players, called));
    // At a shared table another game is offered to the others, by OK.
    const possible = friends ? this.after : { ...this.again, ...this.after };
    const after = over && hand && world.power && !menu.length ? possible : {};
    this.renew("prompt", [said, menu, Object.keys(after), names], () => {
      if (names) this.prompt.hidden = true; // who looks on from elsewhere is asked for nothing
      else this.showPrompt(said, world.power ? menu : [], after);
    });
    const known = past.look ? past.look.words : game?.steps;
    this.renew("moves", moves, () => this.showMoves(moves, known));
    this.mark(past.look?.step ?? moves.length);
    this.renew("words", words, () => this.showWords(words));
  }

  /**
   * Draws a part anew only if what it shows has changed: a button in it stays to be clicked.
   * @param {string} part
   * @param {unknown} content
   * @param {() => void} draw
   */
  renew(part, content, draw) {
    const text = JSON.stringify(content);
    if (this.shown.get(part) === text) return;
    this.shown.set(part, text);
    draw();
  }

  /**
   * @param {Card} said
   * @param {Report} report
   * @param {string[]} letters of the sides that play; none where no game is shown
   * @param {Record<string, string>} [names] of who plays each side, where nobody here does
   */
  showStatus(said, report, letters, names) {
    const parts = [line("headline", said.headline)];
    if (said.why) parts.push(line("why", said.why));
    if (letters.length) parts.push(sides(letters, report, names ?? {}));
    this.status.replaceChildren(...parts);
  }

  /**
   * @param {Report} report
   * @param {string[]} letters
   * @param {string[]} about the game; nothing where none is to be shown
   * @param {Seat[]} players who may play
   * @param {Record<string, string>} [names]
   */
  showSeats(report, letters, about, players, names) {
    // A first lesson leaves no choice of who plays.
    const chosen = names || report.lesson ? []
      : letters.map((letter) => seat(letter, players, report, this.seat));
    this.seats.replaceChildren(...chosen, line("about", about.join(" · ")));
    this.seats.hidden = about.length === 0;
  }

  /**
   * @param {Card} said
   * @param {MenuEntry[]} menu
   * @param {Record<string, () => void>} after what may be done after the end, by its words
   */
  showPrompt(said, menu, after) {
    const parts = said.lines.map(({ kind, text, cells }) => cellLine(kind ?? "", text, cells ?? []));
    if (menu.length) parts.push(this.choices(menu));
    const help = this.help.row(said.help);
    if (help) parts.push(help);
    if (said.ok || said.undo || said.mayAsk) parts.push(this.foot(said));
    const afterwards = Object.entries(after).map(([words, does]) => button(words, does));
    if (afterwards.length) parts.push(row(afterwards));
    this.prompt.replaceChildren(...parts);
    this.prompt.hidden = parts.length === 0;
  }

  /**
   * What the two buttons would do, and a hint beside it where one can be had.
   * @param {Card} said
   */
  foot(said) {
    const foot = document.createElement("div");
    foot.className = "foot";
    const knobs = document.createElement("div");
    for (const [knob, does] of [["OK", said.ok], ["Undo", said.undo]]) {
      if (does) knobs.append(knobLine(knob, does));
    }
    foot.append(knobs);
    if (said.mayAsk) {
      const hint = button("A hint", () => this.act("send hint"));
      hint.classList.add("hint-button");
      foot.append(hint);
    }
    return foot;
  }

  /** @param {MenuEntry[]} menu */
  choices(menu) {
    return row(menu.map(({ name, cell }) => {
      const entry = button(`${plain(name)} `, () => this.act(`touch ${cell}`));
      entry.append(small(cell));
      return entry;
    }));
  }

  /**
   * @param {Move[]} moves
   * @param {Game["steps"]} [known] steps in words
   */
  showMoves(moves, known) {
    this.moves.replaceChildren(...moves.map((move) => {
      const item = document.createElement("li");
      const step = document.createElement("button");
      step.dataset.move = String(move.number);
      const words = inList(move.text, known);
      if (words !== move.text) step.title = move.text;
      step.append(small(String(move.number)), dot(move.side), words);
      step.addEventListener("click", () => this.look(move.number));
      item.append(step);
      return item;
    }));
  }

  /** @param {number} step the one whose position is shown */
  mark(step) {
    for (const button of this.moves.querySelectorAll("[data-move]")) {
      if (button.getAttribute("data-move") === String(step)) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** @param {Report["words"]} words */
  showWords(words) {
    this.words.replaceChildren(...words.map(({ kind, text }) => line(kind, text)));
  }
}

/**
 * @param {string[]} letters
 * @param {Report} report
 * @param {Record<string, string | undefined>} names of who plays them, where they are known
 */
function sides(letters, report, names) {
  const row = document.createElement("div");
  row.className = Object.keys(names).length ? "sides named" : "sides";
  const lying = points(report);
  letters.forEach((letter, index) => {
    const side = document.createElement("div");
    const won = report.over && report.over.winners !== "draw" && report.over.winners.includes(letter);
    side.className = [
      "side",
      !report.over && report.turn === letter ? "moving" : "",
      won ? "won" : "",
    ].join(" ").trim();
    side.append(dot(letter), line("", names[letter] ?? piece(letter).name));
    if (index < lying.length) {
      const count = document.createElement("b");
      count.textContent = lying[index];
      side.append(count);
    }
    row.append(side);
  });
  return row;
}

/**
 * What those are called who play each side.
 * @param {FriendsTable} friends
 */
function bySide({ players }) {
  return Object.fromEntries(players.flatMap(({ sides, name }) =>
    [...sides].map((side) => [side, name || "nobody yet"])));
}

/**
 * Who plays a side, to be changed at any time.
 * @param {string} letter
 * @param {Seat[]} players who may play
 * @param {Report} report
 * @param {(side: string, who: string) => void} give
 */
function seat(letter, players, report, give) {
  const label = document.createElement("label");
  const select = choice(`Who plays ${piece(letter).name}`, players, seated(report.seats, letter));
  select.addEventListener("change", () => give(letter, select.value));
  label.append(dot(letter), select);
  return label;
}

/** @param {HTMLElement[]} buttons */
function row(buttons) {
  const element = document.createElement("p");
  element.className = "choices";
  element.append(...buttons);
  return element;
}

/**
 * What one of the two buttons would do.
 * @param {string} knob
 * @param {string} does
 */
function knobLine(knob, does) {
  const element = document.createElement("div");
  element.className = "does";
  element.id = `${knob.toLowerCase()}-does`;
  const key = document.createElement("kbd");
  key.textContent = knob;
  element.append(key, ` ${does}`);
  return element;
}

/** @param {string} text */
function small(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}

// Beside the board: whose turn, score, moves, what is asked, and the board's own words.

import { dot, piece } from "./colours.js";
import { byId, part } from "./dom.js";
import { variant } from "./options.js";
import { playing } from "./outcome.js";
import { prompt } from "./prompt.js";
import { AWAY, here, seated, seatSelect } from "./seats.js";
import { line } from "./sentence.js";
import { points } from "./situations.js";
import { inList } from "./words.js";

/** @import { Help } from "./help.js" */
/** @import { Past } from "./past.js" */
/** @import { Act, Afterwards, BoardMessage, Card, FriendsTable, Game, Move, Report, Seat, Seen } from "./types.js" */

export class Panel {
  /**
   * @param {Act} act
   * @param {(side: string, who: string) => void} seat gives a side to somebody
   * @param {Help} help
   * @param {(step: number) => void} look shows how it stood after a step
   * @param {Record<Afterwards, () => void>} after what each button after the end does
   */
  constructor(act, seat, help, look, after) {
    this.act = act;
    this.seat = seat;
    this.help = help;
    this.look = look;
    this.after = after;
    this.status = byId("status", HTMLElement);
    this.prompt = byId("prompt", HTMLElement);
    this.seats = byId("seats", HTMLElement);
    this.moves = byId("moves", HTMLElement);
    this.words = byId("words", HTMLElement);
    /** @type {Map<string, string>} */
    this.shown = new Map(); // what each part shows, as text
    const all = byId("all-words", HTMLElement);
    all.addEventListener("click", () => {
      const expanded = part(document, ".words", HTMLElement).classList.toggle("all");
      all.setAttribute("aria-expanded", String(expanded));
      all.textContent = expanded ? "The newest" : "All";
    });
  }

  /**
   * Shows a report, with the games' catalogue.
   * @param {Card} card
   * @param {Seen} seen
   * @param {Pick<BoardMessage, "playable" | "seats" | "names">} message
   * @param {Past} past
   */
  show(card, { report, game, friends }, { playable, seats: players, names }, past) {
    const { words, turn, over, seats } = report;
    const moves = past.look ? past.moves() : report.moves;
    const called = names ?? (friends ? bySide(friends) : undefined);
    const played = playable.find((entry) => entry.name === report.game);
    const about = game && card.about ? [game.title, ...variant(report, played)] : [];
    const letters = game && card.about ? playing(game.sides, report.score.length) : [];
    this.renew("status", [card.headline, card.why, letters, points(report), turn, over, called], () =>
      this.showStatus(card, report, letters, called));
    this.renew("seats", [about, letters, seats, card.seats], () =>
      this.showSeats(card, report, letters, about, players));
    const { lines, ok, undo, help, mayAsk, menu, after } = card;
    this.renew("prompt", [lines, ok, undo, help, mayAsk, menu, after], () => this.showPrompt(card));
    const known = (past.look ?? game)?.step_words;
    this.renew("moves", moves, () => this.showMoves(moves, known));
    this.mark(past.look?.step ?? moves.length);
    this.renew("words", words, () => this.showWords(words));
  }

  /**
   * Draws a part again only if what it shows has changed: a button in it stays to be clicked.
   * @param {string} name
   * @param {unknown} content
   * @param {() => void} draw
   */
  renew(name, content, draw) {
    const text = JSON.stringify(content);
    if (this.shown.get(name) === text) return;
    this.shown.set(name, text);
    draw();
  }

  /**
   * @param {Card} card
   * @param {Report} report
   * @param {string[]} letters of the sides that play; none where no game is shown
   * @param {Record<string, string>} [names] of who plays each side, where nobody here does
   */
  showStatus(card, report, letters, names) {
    const parts = [line("headline", card.headline)];
    if (card.why) parts.push(line("why", card.why));
    if (letters.length) parts.push(sides(letters, report, names ?? {}));
    this.status.replaceChildren(...parts);
  }

  /**
   * @param {Card} card
   * @param {Report} report
   * @param {string[]} letters
   * @param {string[]} about the game; nothing where none is to be shown
   * @param {Seat[]} players who may play
   */
  showSeats(card, report, letters, about, players) {
    const shown = card.seats === "none" ? [] : letters;
    const rows = shown.map((letter) => {
      const { label, select } = seat(letter, players, report, this.seat);
      if (card.seats !== "chosen") select.disabled = true;
      return label;
    });
    this.seats.replaceChildren(...rows, line("about", about.join(" · ")));
    this.seats.hidden = about.length === 0;
  }

  /** @param {Card} card */
  showPrompt(card) {
    const parts = prompt(card, this.act, this.help, this.after);
    this.prompt.replaceChildren(...parts);
    this.prompt.hidden = parts.length === 0;
  }

  /**
   * @param {Move[]} moves
   * @param {Game["step_words"]} [known] steps in words
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
  const who = seated(report.seats, letter);
  const elsewhere = who === AWAY;
  const open = elsewhere ? players : here(players);
  const select = seatSelect(`Who plays ${piece(letter).name}`, open, who);
  select.disabled = elsewhere; // nothing at this board gives the seat to somebody else
  select.addEventListener("change", () => give(letter, select.value));
  label.append(dot(letter), select);
  return { label, select };
}

/** @param {string} text */
function small(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}

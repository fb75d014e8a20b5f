// Beside the board: whose turn, score, moves, what is asked, and the board's own words.

import { piece } from "./colours.js";
import { byId } from "./dom.js";
import { choice } from "./seats.js";

/** @import { Act, Game, MenuEntry, Move, Over, Report, World } from "./types.js" */

const EMPTY = "The board is empty. Choose “New game”, and the pieces stand. Or take pieces from " +
  "the box and put a game up yourself: the board sees which one it is.";

export class Panel {
  /**
   * @param {Act} act
   * @param {(side: string, who: string) => void} seat gives a side to somebody
   */
  constructor(act, seat) {
    this.act = act;
    this.seat = seat;
    this.status = byId("status", HTMLElement);
    this.prompt = byId("prompt", HTMLElement);
    this.moves = byId("moves", HTMLElement);
    this.words = byId("words", HTMLElement);
    /** @type {Map<string, string>} */
    this.shown = new Map(); // what each part shows, as text
  }

  /**
   * Shows a report, the games' catalogue beside it, whether the power is on, and why the firmware
   * runs no more (trouble).
   * @param {Report} report
   * @param {Game[]} games
   * @param {World} world
   */
  show(report, games, { power, trouble, cells, hand }) {
    const game = games.find((entry) => entry.name === report.game);
    const { moves, words, wayBack, question, proposed, setUp, menu, hint } = report;
    const { started, turn, score, over, seats } = report;
    const bare = Object.keys(cells).length + hand.length === 0;
    const options = optionsNow(report, game);
    const status = [started, report.game, options, turn, score, over, seats, game, power, trouble, bare];
    this.renew("status", status, () => this.showStatus(report, game, power, trouble, bare));
    const last = moves.at(-1);
    this.renew("prompt", [wayBack, question, proposed, setUp, menu, hint, last, seats, power], () =>
      this.showPrompt(report, power));
    this.renew("moves", moves, () => this.showMoves(moves));
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
   * @param {Report} report
   * @param {Game | undefined} game
   * @param {boolean} power
   * @param {string | null | undefined} trouble
   * @param {boolean} bare whether no piece is to be seen
   */
  showStatus(report, game, power, trouble, bare) {
    const parts = [];
    if (power && trouble) {
      parts.push(line("headline", "The board has stopped"), line("trouble", `${trouble}.`));
      parts.push(line("why", "Switch its power off and on again."));
    } else if (!power) parts.push(line("headline", "The power is off"));
    else if (!report.started) parts.push(line("headline", "The board is starting …"));
    else if (!report.game) {
      parts.push(line("headline", "No game yet"));
      if (bare) parts.push(line("why", EMPTY));
    } else {
      const about = [game?.title ?? report.game, ...optionsNow(report, game).map(plain)];
      parts.push(line("headline", report.over ? outcome(report.over) : turn(report.turn)));
      if (report.over?.why) parts.push(line("why", report.over.why));
      const letters = playing(game?.sides ?? "", report);
      parts.push(sides(letters, report), seats(letters, report, this.seat, () => this.act("send hint")));
      parts.push(line("about", about.join(" · ")));
    }
    this.status.replaceChildren(...parts);
  }

  /**
   * @param {Report} report
   * @param {boolean} power
   */
  showPrompt(report, power) {
    const parts = [];
    if (power && report.wayBack) {
      const { put, remove } = report.wayBack;
      const shown = shownMove(report);
      parts.push(line("asked", shown ? `For ${piece(shown.side).name}: ${shown.text}` : "The way back"));
      const hands = [
        put.length ? cellLine(shown ? "Put down on" : "Put back on", put) : "",
        remove.length ? cellLine("Take off", remove) : "",
      ];
      parts.push(...(shown ? hands.reverse() : hands));
    }
    if (power && report.hint) {
      parts.push(line("asked", `A hint: ${report.hint}`), line("", "OK plays it; so does your hand."));
    }
    if (power && report.question.length) {
      parts.push(line("asked", "Which one?"), cellLine("Touch", report.question));
    }
    if (power && report.proposed) {
      parts.push(line("asked", `${report.proposed}?`), line("", "OK says yes."));
    }
    if (power && report.setUp) {
      const { put, remove } = report.setUp;
      parts.push(line("asked", "Setting up"));
      if (put.length) parts.push(cellLine("Missing on", put));
      if (remove.length) parts.push(cellLine("Too much on", remove));
    }
    if (power && report.menu.length) {
      parts.push(line("asked", "The menu"), this.choices(report.menu));
    }
    this.prompt.replaceChildren(...parts);
    this.prompt.hidden = parts.length === 0;
  }

  /** @param {MenuEntry[]} menu */
  choices(menu) {
    const row = document.createElement("p");
    row.className = "choices";
    for (const { name, cell } of menu) {
      const button = document.createElement("button");
      button.className = "plain";
      button.append(`${plain(name)} `, small(cell));
      button.addEventListener("click", () => this.act(`touch ${cell}`));
      row.append(button);
    }
    return row;
  }

  /** @param {Move[]} moves */
  showMoves(moves) {
    this.moves.replaceChildren(...moves.map((move) => {
      const item = document.createElement("li");
      const number = small(String(move.number));
      item.append(number, dot(move.side), move.text);
      return item;
    }));
  }

  /** @param {Report["words"]} words */
  showWords(words) {
    this.words.replaceChildren(...words.map(({ kind, text }) => line(kind, text)));
  }
}

/**
 * The letters of the sides that play.
 * @param {string} letters
 * @param {Report} report
 */
function playing(letters, report) {
  return [...letters].slice(0, Math.max(2, report.score.length));
}

/**
 * @param {string[]} letters
 * @param {Report} report
 */
function sides(letters, report) {
  const row = document.createElement("div");
  row.className = "sides";
  letters.forEach((letter, index) => {
    const side = document.createElement("div");
    const won = report.over && report.over.winners !== "draw" && report.over.winners.includes(letter);
    side.className = [
      "side",
      !report.over && report.turn === letter ? "moving" : "",
      won ? "won" : "",
    ].join(" ").trim();
    const points = document.createElement("b");
    points.textContent = report.score[index] ?? "";
    side.append(dot(letter), line("", piece(letter).name), points);
    row.append(side);
  });
  return row;
}

/**
 * Who plays each side, to be changed at any time.
 * @param {string[]} letters
 * @param {Report} report
 * @param {(side: string, who: string) => void} seat
 * @param {() => void} ask for a hint
 */
function seats(letters, report, seat, ask) {
  const row = document.createElement("div");
  row.className = "seats";
  for (const letter of letters) {
    const label = document.createElement("label");
    const select = choice(`Who plays ${piece(letter).name}`, report.seats[letter] ?? "hand");
    select.addEventListener("change", () => seat(letter, select.value));
    label.append(dot(letter), select);
    row.append(label);
  }
  if (report.turn && !report.over && (report.seats[report.turn] ?? "hand") === "hand") {
    const button = document.createElement("button");
    button.className = "plain hint-button";
    button.textContent = "A hint";
    button.addEventListener("click", ask);
    row.append(button);
  }
  return row;
}

/**
 * The last move, where no hand has made it: the board shows it.
 * @param {Report} report
 */
function shownMove({ moves, seats }) {
  const last = moves.at(-1);
  return last && (seats[last.side] ?? "hand") !== "hand" ? last : null;
}

/**
 * "players=2", of every option.
 * @param {Report} report
 * @param {Game | undefined} game
 */
function optionsNow({ options, changed }, game) {
  if (!changed || !game) return options;
  /** @type {Map<string, string | undefined>} */
  const told = new Map();
  for (const option of changed) {
    const [name, value] = option.split("=");
    told.set(name, value);
  }
  return game.options.map(({ name, values }) => `${name}=${told.get(name) ?? values[0]}`);
}

/** @param {string | null} letter */
function turn(letter) {
  return letter ? `${piece(letter).name} to move` : "";
}

/** @param {Over} over */
function outcome({ winners, scores }) {
  const points = scores.length ? ` ${scores.join(" to ")}` : "";
  if (winners === "draw") return `A draw${points}`;
  const names = [...winners].map((letter) => piece(letter).name).join(" and ");
  return winners.length > 1 ? `${names} share it${points}` : `${names} wins${points}`;
}

/**
 * "tie-break=fives" for a person.
 * @param {string} option
 */
export function plain(option) {
  return option.replace("=", ": ").replaceAll("-", " ");
}

/**
 * @param {string} kind
 * @param {string} text
 */
function line(kind, text) {
  const element = document.createElement("p");
  if (kind) element.className = kind;
  element.textContent = text;
  return element;
}

/**
 * @param {string} words
 * @param {string[]} cells
 */
function cellLine(words, cells) {
  const element = line("", `${words} `);
  for (const cell of cells) {
    const name = document.createElement("b");
    name.className = "cell-name";
    name.textContent = cell.replace("*", " × ");
    element.append(name, " ");
  }
  return element;
}

/** @param {string} text */
function small(text) {
  const element = document.createElement("small");
  element.textContent = text;
  return element;
}

/** @param {string} letter of a side */
function dot(letter) {
  const element = document.createElement("i");
  element.className = "dot";
  element.style.setProperty("--face", piece(letter).face);
  element.style.setProperty("--wall", piece(letter).wall);
  element.title = piece(letter).name;
  return element;
}

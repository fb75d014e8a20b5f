// What the board has reported over its link, gathered from its lines. No rule is known here:
// the firmware says whose turn it is, what was played and what is asked.

import { byPerson } from "./seats.js";

/** @import { Carry, Asked, Report, WordKind } from "./types.js" */

const MOST_WORDS = 200;
const MOST_MOVES = 2000;

/** @returns {Report} of a board that has said nothing */
export function empty() {
  return {
    started: false,
    game: null,
    options: [],
    changed: null,
    turn: null,
    score: [],
    moves: [],
    question: [],
    touch: [],
    proposed: null,
    wayBack: null,
    reason: "",
    task: "",
    okDoes: "",
    aim: "",
    lesson: null,
    box: [],
    carry: null,
    lifts: {},
    offered: null,
    shown: null,
    scoreBefore: [],
    setUp: null,
    menu: [],
    seats: {},
    hint: null,
    lights: [],
    result: null,
    over: null,
    words: [],
  };
}

/**
 * Takes one line into the report. A line of a known word that makes no sense, half a line for
 * instance, is shown as it is.
 * @param {Report} report
 * @param {string} line
 */
export function take(report, line) {
  if (!line.startsWith("@")) {
    if (line.trim()) addWords(report, "text", line);
    return;
  }
  const [word, ...rest] = line.slice(1).split(" ");
  const after = { ...report };
  try {
    if (!Object.hasOwn(TAKERS, word)) throw new Error("no such word");
    TAKERS[word](after, rest);
    Object.assign(report, after);
  } catch {
    addWords(report, "other", line.slice(1));
  }
}

/**
 * What each word of the board, with the words after it, makes of a report.
 * @type {Record<string, (report: Report, words: string[]) => void>}
 */
const TAKERS = {
  // Nothing is cleared here: at these two the server tells a new story, of what still holds.
  hello(report) {
    report.started = true;
  },
  game(report, [name, ...options]) {
    report.game = name === "none" ? null : one(name);
    report.options = options;
  },
  // What an option has become, such as how many play; those as usual are left out.
  position(report, words) {
    const at = words.indexOf("options");
    report.changed = at < 0 ? [] : one(words[at + 1]).split(",");
  },
  turn(report, [side]) {
    report.turn = side === "none" ? null : one(side);
    report.result = report.over = null;
  },
  score: (report, points) => { report.score = points; },
  move(report, [number, side, ...text]) {
    const before = report.moves.filter((move) => move.number < count(number));
    before.push({ number: count(number), side: one(side), text: text.join(" ") });
    report.moves = before.slice(-MOST_MOVES);
    report.shown = byPerson(report.seats, one(side)) ? null : report.moves[report.moves.length - 1];
    report.scoreBefore = report.score;
  },
  undo(report, [number]) {
    report.shown = null;
    report.moves = report.moves.filter((move) => move.number < count(number));
  },
  question: (report, cells) => { report.question = list(cells); },
  touch: (report, cells) => { report.touch = list(cells); },
  seat(report, [side, ...who]) {
    report.seats = { ...report.seats, [one(side)]: one(who.join(" ")) };
  },
  hint: (report, text) => { report.hint = list(text).join(" ") || null; },
  proposed: (report, text) => { report.proposed = list(text).join(" ") || null; },
  "way-back"(report, words) {
    report.wayBack = asked(words);
    if (!report.wayBack) report.shown = null;
  },
  offered: (report, [what]) => { report.offered = list([one(what)])[0] ?? null; },
  aim: (report, words) => { report.aim = words.join(" "); },
  // "2 6 Lift ...", or that it is done.
  lesson(report, [number, steps, ...text]) {
    const { lesson } = report;
    if (number === "done") report.lesson = { number: 0, steps: 0, text: "", again: false, done: true };
    else {
      const again = lesson?.number === count(number);
      report.lesson = { number: count(number), steps: count(steps), text: one(text.join(" ")), again, done: false };
    }
  },
  task: (report, words) => { report.task = list(words).join(" "); },
  lifts(report, words) {
    // "e5*1 e8*2"
    report.lifts = Object.fromEntries(list(words).map((word) => {
      const [, cell, pieces] = matched(word, /^(\w+)\*(\d+)$/);
      return [cell, Number(pieces)];
    }));
  },
  box: (report, kinds) => { report.box = list(kinds); },
  carry(report, words) {
    // "from a2 a3 to a4 box e6=t1 edge c3 c4"; each part may be absent
    /** @type {{[Part in keyof Carry]: string[]}} */
    const parts = { from: [], to: [], box: [], edge: [] };
    /** @type {keyof Carry} */
    let part = "from";
    for (const word of list(words)) {
      if (isPart(word)) part = word;
      else parts[part].push(word);
    }
    const box = parts.box.map((word) => {
      const [, cell, piece] = matched(word, /^(\w+)=(\w+)$/);
      return { cell, piece };
    });
    report.carry = words[0] === "none" ? null : { ...parts, box };
  },
  ok: (report, words) => { report.okDoes = list(words).join(" "); },
  reason: (report, words) => { report.reason = list(words).join(" "); },
  "set-up": (report, words) => { report.setUp = asked(words); },
  lights(report, words) {
    // "may-land=e5,f5", "remove/2=d8", "turn:y=a4"
    report.lights = list(words).map((word) => {
      const [, state, count, cells] = matched(word, /^([a-z-]+)(?:\/(\d+)|:\w)?=(.*)$/);
      return { state, count: Number(count ?? 1), cells: cells.split(",") };
    });
  },
  menu(report, words) {
    // "resign:b5", or with a value of its own: "placing=free:c5"
    report.menu = list(words).map((word) => {
      const [, name, cell] = matched(word, /^(.*)[:=](\w+)$/);
      return { name, cell };
    });
  },
  // Why is told next: what an end means, and whether points decided it, is known only then.
  over(report, [winners, ...scores]) {
    report.result = { winners: one(winners), scores };
  },
  why(report, words) {
    if (report.result) report.over = { ...report.result, why: words.join(" ") };
  },
  say: (report, words) => addWords(report, "say", words.join(" ")),
  error: (report, words) => addWords(report, "error", words.join(" ")),
  fault: (report, words) => addWords(report, "fault", words.join(" ")),
  // Shown by the board itself: its pieces, its lights.
  lift() {},
  down() {},
  setting() {},
};

/**
 * @param {Report} report
 * @param {WordKind} kind
 * @param {string} text
 */
function addWords(report, kind, text) {
  report.words = [...report.words, { kind, text }].slice(-MOST_WORDS);
}

/**
 * A word that must be there.
 * @param {string | undefined} word
 */
function one(word) {
  if (!word) throw new Error("a word is missing");
  return word;
}

/**
 * The parts of a word that must have this form.
 * @param {string} word
 * @param {RegExp} form
 */
function matched(word, form) {
  const parts = word.match(form);
  if (!parts) throw new Error("a word of another form");
  return parts;
}

/**
 * The number that a word is.
 * @param {string | undefined} word
 */
function count(word) {
  if (word === undefined || !/^\d{1,9}$/.test(word)) throw new Error("no number");
  return Number(word);
}

/**
 * Whether a word begins a part of what a step carries.
 * @param {string} word
 * @returns {word is keyof Carry}
 */
function isPart(word) {
  return ["from", "to", "box", "edge"].includes(word);
}

/** @param {string[]} words */
function list(words) {
  return words[0] === "none" ? [] : words;
}

/**
 * "put c9 d9 remove e5" as {put, remove}; null for "none".
 * @param {string[]} words
 */
function asked(words) {
  if (words[0] === "none") return null;
  /** @type {Asked} */
  const found = { put: [], remove: [] };
  /** @type {keyof Asked} */
  let to = "put";
  for (const word of words) {
    if (word === "put" || word === "remove") to = word;
    else found[to].push(word);
  }
  return found;
}

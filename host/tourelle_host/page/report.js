// What the board has reported over its link, gathered from its lines. Nothing is worked out
// here: the firmware says whose turn it is, what was played and what is asked.

const MOST_WORDS = 200;
const MOST_MOVES = 2000;

export function empty() {
  return {
    started: false, // the firmware has said hello
    game: null, // its name
    options: [], // ["placing=free"]
    changed: null, // of these, newer and other than usual; null where no position was told
    turn: null, // a side's letter
    score: [],
    moves: [], // {number, side, text}
    question: [], // cells that answer it
    proposed: null, // a move
    wayBack: null, // {put: [cells], remove: [cells]}; "c9*2" where two pieces are meant
    setUp: null, // {put: [cells], remove: [cells]}: what an opening lacks, what is too much
    menu: [], // {name, cell}
    seats: {}, // who plays a side: {r: "board 3"}; people play those that are not named
    hint: null, // a step that the board would play
    lights: [], // {state, count, cells}: what the lights say
    over: null, // {winners: letters or "draw", scores, why}
    words: [], // {kind: "say" | "error" | "fault" | "text" | "other", text}
  };
}

// Takes one line into the report. A line of a known word that makes no sense, half a line for
// instance, is shown as it is.
export function take(report, line) {
  if (!line.startsWith("@")) {
    if (line.trim()) say(report, "text", line);
    return;
  }
  const [word, ...rest] = line.slice(1).split(" ");
  const known = TAKERS[word];
  const after = { ...report };
  try {
    if (!known) throw new Error("no such word");
    known(after, rest);
    Object.assign(report, after);
  } catch {
    say(report, "other", line.slice(1));
  }
}

const TAKERS = {
  __proto__: null, // a line may begin with any word
  hello(report) {
    const words = report.words;
    Object.assign(report, empty(), { words, started: true });
  },
  game(report, [name, ...options]) {
    const words = report.words;
    Object.assign(report, empty(), { words, started: true, options });
    report.game = name === "none" ? null : one(name);
  },
  // What an option has become, such as how many play; those as usual are left out.
  position(report, words) {
    const at = words.indexOf("options");
    report.changed = at < 0 ? [] : one(words[at + 1]).split(",");
  },
  turn(report, [side]) {
    report.turn = side === "none" ? null : one(side);
    report.over = null;
  },
  score: (report, points) => { report.score = points; },
  move(report, [number, side, ...text]) {
    const before = report.moves.filter((move) => move.number < count(number));
    before.push({ number: count(number), side: one(side), text: text.join(" ") });
    report.moves = before.slice(-MOST_MOVES);
  },
  undo(report, [number]) {
    report.moves = report.moves.filter((move) => move.number < count(number));
  },
  question: (report, cells) => { report.question = list(cells); },
  seat(report, [side, ...who]) {
    report.seats = { ...report.seats, [one(side)]: one(who.join(" ")) };
  },
  hint: (report, text) => { report.hint = list(text).join(" ") || null; },
  proposed: (report, text) => { report.proposed = list(text).join(" ") || null; },
  "way-back": (report, words) => { report.wayBack = hands(words); },
  "set-up": (report, words) => { report.setUp = hands(words); },
  lights(report, words) {
    // "may-land=e5,f5", "remove/2=d8", "turn:y=a4"
    report.lights = list(words).map((word) => {
      const [, state, count, cells] = word.match(/^([a-z-]+)(?:\/(\d+)|:\w)?=(.*)$/);
      return { state, count: Number(count ?? 1), cells: cells.split(",") };
    });
  },
  menu(report, words) {
    // "resign:b5", or with a value of its own: "placing=free:c5"
    report.menu = list(words).map((word) => {
      const [, name, cell] = word.match(/^(.*)[:=](\w+)$/);
      return { name, cell };
    });
  },
  over(report, [winners, ...scores]) {
    report.over = { winners: one(winners), scores, why: "" };
  },
  why(report, words) {
    if (report.over) report.over = { ...report.over, why: words.join(" ") };
  },
  say: (report, words) => say(report, "say", words.join(" ")),
  error: (report, words) => say(report, "error", words.join(" ")),
  fault: (report, words) => say(report, "fault", words.join(" ")),
  // Shown by the board itself: its pieces, its lights.
  lift() {},
  down() {},
  setting() {},
};

function say(report, kind, text) {
  report.words = [...report.words, { kind, text }].slice(-MOST_WORDS);
}

// A word that must be there.
function one(word) {
  if (!word) throw new Error("a word is missing");
  return word;
}

// The number that a word is.
function count(word) {
  if (!/^\d{1,9}$/.test(word)) throw new Error("no number");
  return Number(word);
}

function list(words) {
  return words[0] === "none" ? [] : words;
}

// "put c9 d9 remove e5" as {put, remove}; null for "none".
function hands(words) {
  if (words[0] === "none") return null;
  const found = { put: [], remove: [] };
  let asked = "put";
  for (const word of words) {
    if (Object.hasOwn(found, word)) asked = word;
    else found[asked].push(word);
  }
  return found;
}

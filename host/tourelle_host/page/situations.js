// Which situations a report describes, the most pressing first. Only here is it decided what goes
// before what; what the card says in each is in card.js.

import { playing } from "./outcome.js";
import { AWAY, byPerson } from "./seats.js";

/** @import { Report, Seen } from "./types.js" */

/** @typedef {ReturnType<typeof facts>} Facts */
/** @typedef {keyof typeof HOLDS} Situation */

/**
 * The report and what follows from it, by which situations and texts are chosen.
 * @param {Seen} seen
 */
export function facts(seen) {
  const { report, game } = seen;
  const { turn, seats, over } = report;
  return {
    ...seen,
    letters: playing(game?.sides ?? "", report.score.length), // of the sides that play
    step: carriedOut(report),
    waits: !over && turn !== null && !byPerson(seats, turn), // nobody here plays the side to move
    elsewhere: turn !== null && seats[turn] === AWAY,
    shared: Object.values(seats).includes(AWAY), // what is played is not ours alone
  };
}

/**
 * Those that hold, the most pressing first.
 * @param {Facts} known
 */
export function situations(known) {
  const names = /** @type {Situation[]} */ (Object.keys(HOLDS));
  return names.filter((name) => HOLDS[name](known));
}

/**
 * When each situation holds, the most pressing first. Several hold at once, for a game lies beneath
 * the menu; the last always does.
 * @satisfies {Record<string, (facts: Facts) => boolean>}
 */
const HOLDS = {
  off: ({ world }) => !world.power,
  stopped: ({ world }) => Boolean(world.trouble),
  starting: ({ report }) => !report.started,
  remote: ({ atHand }) => !atHand,
  watched: ({ acts }) => !acts,
  menu: ({ report }) => report.menu.length > 0,
  noGame: ({ report }) => !report.game,
  rematch: ({ report, friends }) => report.over !== null && friends !== null,
  offered: ({ report }) => report.offered !== null,
  owed: ({ aims }) => aims.owed,
  led: ({ step }) => step !== null,
  back: ({ report }) => report.wayBack !== null,
  aimed: ({ aims }) => aims.cells.length > 0,
  over: ({ report }) => report.over !== null,
  question: ({ report }) => report.question.length > 0,
  proposed: ({ report }) => report.proposed !== null,
  held: ({ report, world }) => world.hand.length > 0 && !report.wayBack && !report.over,
  lesson: ({ report }) => report.lesson !== null,
  captured: ({ report, waits }) => waits && lit(report, "capture").length > 0,
  gone: ({ report, waits, elsewhere }) => waits && elsewhere && faulty(report),
  silent: ({ report, waits, elsewhere }) => waits && !elsewhere && faulty(report),
  away: ({ waits, elsewhere }) => waits && elsewhere,
  thinking: ({ waits }) => waits,
  hint: ({ report }) => report.hint !== null,
  play: () => true,
};

/**
 * The step that no hand has made and the hands are carrying out, or null. No switch feels a
 * barrier: only its lights ask for it.
 * @param {Report} report
 */
export function carriedOut(report) {
  if (report.wayBack) return report.shown;
  const edge = report.carry?.edge ?? [];
  const asked = lit(report, "barrier").some((cell) => edge.includes(cell));
  return asked ? report.moves.at(-1) ?? null : null;
}

/**
 * The points as the pieces lie on the table.
 * @param {Report} report
 */
export function points(report) {
  return carriedOut(report) ? report.scoreBefore : report.score;
}

/**
 * The cells that are lit so.
 * @param {Report} report
 * @param {string} state
 */
export function lit({ lights }, state) {
  return lights.filter((entry) => entry.state === state).flatMap(({ cells }) => cells);
}

/**
 * Whether who has to play does not answer.
 * @param {Report} report
 */
function faulty(report) {
  return lit(report, "fault").length > 0;
}

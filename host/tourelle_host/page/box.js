// What lies in the box: a piece of each kind of those who play, and barriers.

import { playing } from "./outcome.js";
import { carriedOut, lit } from "./situations.js";

/** @import { Game, Kind, Report } from "./types.js" */

/**
 * The kinds that may be taken from it.
 * @param {Game} game whose pieces these are
 * @param {Report} report
 * @returns {Kind[]}
 */
export function kinds({ box, sides, marked }, { score }) {
  const { length } = playing(sides, score.length);
  const pieces = box.filter(({ glyphs }) => Number(glyphs[0][1]) < length);
  return marked.length ? [...pieces, { barrier: true }] : pieces;
}

/**
 * What is to come from it now, as the hand's language names it.
 * @param {Report} report
 */
export function wanted(report) {
  const { box, carry } = report;
  const led = carriedOut(report) ? carry?.box ?? [] : [];
  const barriers = lit(report, "barrier").length ? ["wall"] : [];
  return [...box, ...led.map((entry) => entry.piece), ...barriers];
}

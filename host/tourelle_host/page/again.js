// The same game once more.

import { seated } from "./seats.js";

/** @import { Report, Request } from "./types.js" */

/**
 * What puts it up.
 * @param {Report} report
 * @param {string[]} letters of the sides that play
 * @returns {Request}
 */
export function sameAgain({ game, options, seats }, letters) {
  return another(game, options, letters, letters.map((letter) => seated(seats, letter)));
}

/**
 * The same, where each side is played by who played the next one.
 * @param {Report} report
 * @param {string[]} letters
 * @returns {Request}
 */
export function swapped({ game, options, seats }, letters) {
  const [first, ...others] = letters.map((letter) => seated(seats, letter));
  return another(game, options, letters, [...others, first]);
}

/**
 * @param {string | null} game
 * @param {string[]} options
 * @param {string[]} letters
 * @param {string[]} who plays each
 * @returns {Request}
 */
function another(game, options, letters, who) {
  return {
    new: game ?? "",
    options: Object.fromEntries(options.map((option) => option.split("="))),
    seats: Object.fromEntries(letters.map((letter, index) => [letter, who[index]])),
  };
}

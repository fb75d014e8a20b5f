// The options of a game in words, and how many play with them.

import { playing } from "./outcome.js";

/** @import { Playable, Report, Value, Values } from "./types.js" */

const PLAYERS = "players"; // the option that says how many play, unless its value is no number
const NUMBER = /^\d+$/;

/**
 * The letters of the sides that play with these options.
 * @param {Playable} game
 * @param {Values} options
 */
export function sidesOf({ sides }, options) {
  return playing(sides, Number(options[PLAYERS]));
}

/**
 * A value in a list of those that an option may have.
 * @param {Value} value
 */
export function valueInWords({ value, meaning }) {
  return NUMBER.test(value) || !meaning ? plain(value) : meaning;
}

/**
 * What is not as usual in this game, in words.
 * @param {Pick<Report, "options" | "changed">} report
 * @param {Playable | undefined} game
 */
export function variant({ options, changed }, game) {
  return (changed ?? options).flatMap((option) => {
    const [name, value] = option.split("=");
    const values = game?.options.find((entry) => entry.name === name)?.values ?? [];
    if (value === values[0]?.value && !changed) return [];
    if (NUMBER.test(value)) return [`${value} ${plain(name)}`];
    return [values.find((entry) => entry.value === value)?.meaning || plain(option)];
  });
}

/**
 * "tie-break=fives" for a person.
 * @param {string} option
 */
export function plain(option) {
  return option.replace("=", ": ").replaceAll("-", " ");
}

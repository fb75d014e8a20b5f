// Who plays a side: the words of the link ("hand", "board 3", "host"), and a select of them.

/** @import { Seat } from "./types.js" */

/** Somebody at another board. */
export const AWAY = "away";

/** The people here. */
const PERSON = "hand";

/**
 * Who plays a side; people here where nobody else is named.
 * @param {Record<string, string | undefined>} seats
 * @param {string} side
 */
export function seated(seats, side) {
  return seats[side] ?? PERSON;
}

/**
 * Whether people here play a side.
 * @param {Record<string, string | undefined>} seats
 * @param {string} side
 */
export function byPerson(seats, side) {
  return seated(seats, side) === PERSON;
}

/**
 * Those of whom this board has the say: not somebody elsewhere.
 * @param {Seat[]} seats
 */
export function here(seats) {
  return seats.filter(({ who }) => who !== AWAY);
}

/**
 * A select with all who may play; chosen: one of them.
 * @param {string} label
 * @param {Seat[]} seats
 * @param {string} chosen
 */
export function seatSelect(label, seats, chosen) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  select.append(...seats.map(({ who, words }) => new Option(words, who)));
  select.value = chosen;
  return select;
}

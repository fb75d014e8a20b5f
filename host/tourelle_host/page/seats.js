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
 * A select with all who may play; chosen: one of them.
 * @param {string} label
 * @param {Seat[]} seats
 * @param {string} chosen
 * @param {boolean} [elsewhere] whether somebody elsewhere may be chosen
 */
export function seatSelect(label, seats, chosen, elsewhere = false) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  const open = seats.filter(({ who }) => who !== AWAY || chosen === AWAY || elsewhere);
  select.append(...open.map(({ who, words }) => new Option(words, who)));
  if (chosen === AWAY && !elsewhere) {
    select.disabled = true; // nothing at this board gives the seat to somebody else
  }
  select.value = chosen;
  return select;
}

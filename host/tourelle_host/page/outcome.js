// Who plays, and how it ended, in words.

import { piece } from "./colours.js";

/** @import { Over } from "./types.js" */

const BY_PLAYERS = ["resigned", "agreed"]; // why it is over

/**
 * The letters of the sides that play, of all that may.
 * @param {string} letters
 * @param {number} count how many play; no number or 0 where nothing says so, and all do
 */
export function playing(letters, count) {
  return [...letters].slice(0, count || letters.length);
}

/**
 * Whether the players ended the game: then no points decided it.
 * @param {Pick<Over, "why">} over
 */
export function byPlayers({ why }) {
  return BY_PLAYERS.includes(why);
}

/**
 * Who won, with the points, the winners' first; without them where they have not decided the game.
 * @param {Over} over
 * @param {string[]} letters
 */
export function outcome(over, letters) {
  const { winners, scores } = over;
  const draw = winners === "draw";
  const own = scores.filter((_, index) => !draw && winners.includes(letters[index]));
  const rest = scores.filter((_, index) => draw || !winners.includes(letters[index]));
  const uneven = draw && new Set(scores).size > 1;
  const score = uneven || byPlayers(over) ? "" : [...own, ...rest].join(" to ");
  const names = [...winners].map((letter) => piece(letter).name).join(" and ");
  const words = draw ? "A draw" : `${names} ${winners.length > 1 ? "share it" : "wins"}`;
  return score ? `${words} ${score}` : words;
}

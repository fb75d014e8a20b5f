// What players offer one another: a draw, another game, to take steps back.

/** @import { Facts } from "./situations.js" */
/** @import { CardLine, FriendsTable } from "./types.js" */

/**
 * What a player offers, as a question, and what OK and Undo answer.
 * @type {Record<string, [string, string, string] | undefined>}
 */
export const OFFERS = {
  resign: ["Give the game up?", "give it up", "play on"],
  draw: ["A draw is offered.", "a draw", "play on"],
  undo: ["Another player wants to take steps back.", "take them back", "no"],
};

/**
 * Whether one has offered another game.
 * @param {Facts} known
 */
export function offersRematch({ friends }) {
  return friends?.offered.includes("rematch") ?? false;
}

/**
 * What a friend at the shared table offers; undefined for nothing of this kind.
 * @param {Facts} known
 * @param {string} kind
 * @returns {CardLine[] | undefined}
 */
export function friendsOffer({ friends, report: { moves } }, kind) {
  const offer = friends?.offers.find(({ what }) => what === kind);
  return offer && [{ kind: "asked", text: inSentence(offer, moves.length) }];
}

/**
 * @param {FriendsTable["offers"][number]} offer
 * @param {number} played steps so far
 */
function inSentence({ name: who, what, steps }, played) {
  if (what === "draw") return `${who} offers a draw.`;
  if (what === "rematch") return `${who} wants another game, with sides swapped.`;
  const back = played - steps;
  return `${who} wants to take back ${back === 1 ? "the last step" : `the last ${back} steps`}.`;
}

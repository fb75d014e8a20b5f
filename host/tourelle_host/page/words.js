// Pieces in words, for whoever hears the page, and for the card.

import { piece } from "./colours.js";

const CELL = /[a-i][1-9]/g;
/** @type {Record<string, string | undefined>} */
const SHAPE_WORDS = {
  d: "piece", k: "token", t: "tower", j: "jester",
  0: "pawn", 1: "pawn with one collar", 2: "pawn with two collars",
};

/**
 * "red on yellow, 2 high".
 * @param {string[]} glyphs
 * @param {string} sides
 */
export function piecesInWords(glyphs, sides) {
  if (glyphs.length === 0) return "empty";
  const names = [...glyphs].reverse().map((glyph) => {
    const colour = piece(sides[Number(glyph[1])] ?? "?").name.toLowerCase();
    return glyph[0] === "d" ? colour : `${colour} ${SHAPE_WORDS[glyph[0]] ?? "piece"}`;
  });
  return names.join(" on ") + (glyphs.length > 1 ? `, ${glyphs.length} high` : "");
}

/**
 * Steps of a turn as a person would say them: "x2" is "a pair of tokens", where the game has words for it.
 * @param {string} text
 * @param {[notation: string, words: string][]} known
 */
export function stepsInWords(text, known = []) {
  return text.split(",").map((step) => {
    const plain = step.replace(CELL, "*");
    const words = known.find(([notation]) => notation === plain)?.[1] ?? step;
    const cells = step.match(CELL) ?? [];
    return words === step ? step : words.replace(/\*/g, () => cells.shift() ?? "*");
  }).join(", ");
}

/**
 * A step in the list of moves: those that name no cell are told in words.
 * @param {string} text
 * @param {[notation: string, words: string][]} [known]
 */
export function inList(text, known) {
  return text.match(CELL) ? text : stepsInWords(text, known);
}

// Pieces in words, for whoever hears the page, and for the card.

import { piece } from "./colours.js";

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
export function inWords(glyphs, sides) {
  if (glyphs.length === 0) return "empty";
  const names = [...glyphs].reverse().map((glyph) => {
    const colour = piece(sides[Number(glyph[1])] ?? "?").name.toLowerCase();
    return glyph[0] === "d" ? colour : `${colour} ${SHAPE_WORDS[glyph[0]] ?? "piece"}`;
  });
  return names.join(" on ") + (glyphs.length > 1 ? `, ${glyphs.length} high` : "");
}

// Colours: of the sides' pieces, and of light as an eye sees what a pixel is driven with.

/**
 * face: lit top, edge: its rim, flank: the side, deep: in shade.
 * @typedef {{face: string, edge: string, flank: string, deep: string, name: string}} Colour
 */

/**
 * By the side's letter in the notation, near the colour of its lights.
 * @type {Record<string, Colour>}
 */
const PIECES = {
  y: { face: "#ecc250", edge: "#f8e09a", flank: "#c08d22", deep: "#8a5f12", name: "Yellow" },
  r: { face: "#bb4434", edge: "#de7a66", flank: "#8f2a1e", deep: "#611811", name: "Red" },
  w: { face: "#f0e7d6", edge: "#fffaf0", flank: "#c7b99f", deep: "#93866f", name: "White" },
  b: { face: "#4a4441", edge: "#7b736e", flank: "#2e2a28", deep: "#171514", name: "Black" },
  1: { face: "#f0e7d6", edge: "#fffaf0", flank: "#c7b99f", deep: "#93866f", name: "Player 1" },
  2: { face: "#ecc250", edge: "#f8e09a", flank: "#c08d22", deep: "#8a5f12", name: "Player 2" },
  3: { face: "#bb4434", edge: "#de7a66", flank: "#8f2a1e", deep: "#611811", name: "Player 3" },
  4: { face: "#4a7dbd", edge: "#86aedd", flank: "#305a8f", deep: "#1d3c63", name: "Player 4" },
};
const UNKNOWN = { face: "#9b948c", edge: "#c4beb7", flank: "#6f6963", deep: "#4b4641", name: "Unknown" };

export const LETTERS = [...Object.keys(PIECES), "?"];

/** @param {string} letter of a side, or whatever the board says of one */
export function piece(letter) {
  return Object.hasOwn(PIECES, letter) ? PIECES[letter] : UNKNOWN;
}

/**
 * A dot in the colour of a side's pieces.
 * @param {string} letter
 */
export function dot(letter) {
  const element = document.createElement("i");
  element.className = "dot";
  element.style.setProperty("--face", piece(letter).face);
  element.style.setProperty("--flank", piece(letter).flank);
  element.title = piece(letter).name;
  return element;
}

// A pixel's drive is linear in light; a screen is not. Without this dim lights would be invisible.
const GAMMA = 2.2;

/**
 * The colour a pixel shows, as {rgb: "r g b" at its brightest, level: 0..1}.
 * @param {number} red
 * @param {number} green
 * @param {number} blue
 */
export function seen(red, green, blue) {
  const most = Math.max(red, green, blue);
  if (most === 0) return { rgb: "0 0 0", level: 0 };
  const part = (/** @type {number} */ value) => Math.round(255 * (value / most) ** (1 / GAMMA));
  return {
    rgb: `${part(red)} ${part(green)} ${part(blue)}`,
    level: (most / 255) ** (1 / GAMMA),
  };
}

/**
 * Red, green and blue of six hexadecimal digits.
 * @param {string} hex
 * @returns {[number, number, number]}
 */
export function rgbOf(hex) {
  const part = (/** @type {number} */ at) => parseInt(hex.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
}

const WOOD = [119, 75, 43]; // red, green, blue of the plate

/**
 * What light adds to the wood around it, without a blending that would draw all of the board twice.
 * @param {string} rgb "r g b"
 */
export function onWood(rgb) {
  const added = (/** @type {string} */ part, /** @type {number} */ index) =>
    Math.round(255 - ((255 - Number(part)) * (255 - WOOD[index])) / 255);
  return rgb.split(" ").map(added).join(" ");
}

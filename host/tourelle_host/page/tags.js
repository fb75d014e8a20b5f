// Short words beside cells, each where it covers no other.

import { TILT } from "./pieces.js";
import { PITCH } from "./plate.js";
import { make } from "./svg.js";

/** @import { Point } from "./types.js" */

/** @typedef {{at: Point, text: string}} Tag at: the cell's place */

const HEIGHT = 34;
const APART = 4; // between two that are neighbours
const BELOW = [0.62, -0.62, 1.2, -1.2]; // where one may be, in rows below its cell

/**
 * Draws them; by turns below and above, for they are long, and farther off where both are taken.
 * @param {Tag[]} tags
 */
export function labels(tags) {
  /** @type {{x: number, y: number, width: number}[]} */
  const placed = [];
  return tags.map(({ at: { x, y }, text }, index) => {
    const width = 24 + 11.5 * text.length;
    const places = BELOW.map((rows) => y + (index % 2 ? rows : -rows) * PITCH * TILT);
    const free = places.find((middle) => placed.every((other) =>
      Math.abs(other.x - x) >= (other.width + width) / 2 + APART
        || Math.abs(other.y - middle) >= HEIGHT + APART));
    const middle = free ?? places[0];
    placed.push({ x, y: middle, width });
    const label = make("text", { x, y: middle + 1 });
    label.textContent = text;
    return make("g", {}, [
      make("line", { x1: x, y1: y, x2: x, y2: middle }),
      make("rect", { x: x - width / 2, y: middle - HEIGHT / 2, width, height: HEIGHT, rx: 17 }),
      label,
    ]);
  });
}

// What a hand can do at a cell: the entries of its menu.

/** @import { World } from "./types.js" */

/** @typedef {[words: string, command: string]} Gesture in words, and in the hand's language */

/**
 * Everything that a hand can do at a cell.
 * @param {string} cell
 * @param {World} world
 */
export function gestures(cell, world) {
  const high = (world.cells[cell] ?? []).length;
  const held = world.hand.length;
  /** @type {Gesture[]} */
  const found = [];
  if (held) {
    found.push([high ? "Put down, moving nothing" : "Put down", `drop ${cell}`]);
    if (held > 1) {
      found.push(["Put down the lowest only", `drop ${cell} 1`]);
      found.push(["Put down the highest only", `drop ${cell} top`]);
    }
    found.push(["Put down off centre", `drop ${cell} askew`]);
  }
  if (high) {
    found.push([held ? "Lift this too" : "Lift", `lift ${cell}`]);
    for (let pieces = high - 1; pieces > 0; pieces -= 1) {
      found.push([`Lift the top ${pieces === 1 ? "piece" : pieces}`, `lift ${cell} ${pieces}`]);
    }
    found.push(["Nudge", `nudge ${cell}`]);
  }
  found.push([high ? "Touch with a magnet" : "Touch", `touch ${cell}`]);
  if (high) found.push(["Into the box", `remove ${cell}`]);
  return found;
}

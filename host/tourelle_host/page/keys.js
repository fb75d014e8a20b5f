// The board by keys: arrows go from cell to cell, the others are for the hand.

import { cellOf } from "./finding.js";

/** @import { Cursor } from "./cursor.js" */
/** @import { Hand } from "./hand.js" */

/** @type {Record<string, [number, number] | undefined>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
/** @type {Record<string, ((cell: string) => string) | undefined>} */
const COMMANDS = {
  n: (cell) => `nudge ${cell}`,
  t: (cell) => `touch ${cell}`,
  l: (cell) => `lift ${cell}`,
  a: (cell) => `drop ${cell} askew`,
  b: () => "drop box",
};

/** The cell of the keys' cursor is marked only while keys are used. */
export function markKeys() {
  document.addEventListener("keydown", () => document.body.classList.add("keys"));
  document.addEventListener("pointerdown", () => document.body.classList.remove("keys"));
}

/**
 * Hears the keys that are pressed on a cell.
 * @param {Hand} hand
 * @param {Cursor} cursor
 */
export function boardKeys(hand, cursor) {
  hand.board.svg.addEventListener("keydown", (event) => {
    const cell = cellOf(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!pressed(event, cell, hand, cursor)) return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * Does what a key means; whether it means anything. A key that is held does it once, but for arrows.
 * @param {KeyboardEvent} event
 * @param {string} cell
 * @param {Hand} hand
 * @param {Cursor} cursor
 */
function pressed({ key, repeat }, cell, hand, cursor) {
  const arrow = ARROWS[key];
  const act = arrow ? () => cursor.step(cell, ...arrow) : deed(key, cell, hand);
  if (act && (arrow || !repeat)) act();
  return act !== undefined;
}

/**
 * What a key has the hand do; undefined for nothing.
 * @param {string} key
 * @param {string} cell
 * @param {Hand} hand
 * @returns {(() => void) | undefined}
 */
function deed(key, cell, hand) {
  const command = COMMANDS[key.toLowerCase()];
  if (key === "Enter" || key === " ") return () => hand.click(cell);
  if (/^[1-9]$/.test(key)) {
    return () => {
      hand.act(`lift ${cell} ${key}`);
      hand.board.above(cell);
    };
  }
  if (command) return () => hand.act(command(cell));
  if (key === "Escape" && hand.chosen) return () => hand.choose(null);
  if (key.toLowerCase() === "m" || key === "ContextMenu") return () => hand.openMenu(cell);
  return undefined;
}

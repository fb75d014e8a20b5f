// Which cell is meant: by a pointer, by an arrow key, by the key for the next light.

import { PITCH } from "./plate.js";
import { TILT } from "./pieces.js";

/** @import { Cell } from "./cell.js" */
/** @import { Point } from "./types.js" */

// Lights that ask for a hand at their cell.
const ASKS = ["can-move", "may-land", "may-attack", "touch", "capture", "which", "proposed",
  "put-back", "remove", "choice", "barrier"];

/**
 * The cell that is meant at a point: the one that is drawn there, unless it only covers another cell
 * that asks for a hand.
 * @param {Map<string, Cell>} cells
 * @param {string[]} aims where what is in the hand may go, by the game and not by the lights
 * @param {string | null} drawn
 * @param {Point} point
 */
export function meant(cells, aims, drawn, { x, y }) {
  const asks = (/** @type {string} */ name) =>
    aims.includes(name) || ASKS.includes(cells.get(name)?.state ?? "");
  if (drawn === null || asks(drawn)) return drawn;
  const under = [...cells.values()].find((cell) =>
    Math.hypot(cell.x - x, (cell.y - y) / TILT) < PITCH / 2);
  return under && asks(under.name) ? under.name : drawn;
}

/**
 * The next cell from one, row by row, whose light says something; null: none does.
 * @param {Map<string, Cell>} cells
 * @param {string[]} aims as `meant` has them
 * @param {string} name
 * @param {1 | -1} way on, or back
 */
export function nextLit(cells, aims, name, way) {
  const names = [...cells.keys()];
  const around = names.map((_, index) =>
    names.at((names.indexOf(name) + way * (index + 1)) % names.length) ?? name);
  return around.find((other) => cells.get(other)?.meaning || aims.includes(other)) ?? null;
}

/**
 * The next cell from one, towards the arrow key's direction; null at the edge.
 * @param {Map<string, Cell>} cells
 * @param {Point} here
 * @param {number} dx
 * @param {number} dy
 */
export function beside(cells, here, dx, dy) {
  /** @type {{far: number, name: string} | null} */
  let best = null;
  for (const { name, x, y } of cells.values()) {
    const [ax, ay] = [(x - here.x) / PITCH, (y - here.y) / PITCH / TILT];
    const along = ax * dx + ay * dy;
    const across = Math.abs(ax * dy) + Math.abs(ay * dx);
    if (along < 0.4 || across > along) continue;
    const far = along + 2 * across;
    if (!best || far < best.far - 1e-6) best = { far, name };
  }
  return best?.name ?? null;
}

/**
 * The name of the cell that an event's target, or what is under the pointer, belongs to.
 * @param {EventTarget | null} target
 */
export function cellOf(target) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell?.getAttribute("data-cell") ?? null;
}

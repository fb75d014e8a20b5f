// A small picture of a position: the cells, what stands on them, and lights that keep still.

import { rgbOf, seen } from "./colours.js";
import { stack } from "./pieces.js";
import { bounds, place, well } from "./plate.js";
import { make } from "./svg.js";
import { barrier } from "./barriers.js";

/** @import { Grid, Point, World } from "./types.js" */

const LIGHT = 1.08; // as wide as a light's shine, in wells

/**
 * @param {{grid: Grid, world: Pick<World, "cells" | "barriers">, sides: string}} look
 * @param {string} rgb six hexadecimal digits for each cell, in the grid's order; "" for no lights
 */
export function miniature({ grid, world, sides }, rgb = "") {
  const box = bounds(grid);
  const picture = make("svg", {
    viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`, "aria-hidden": "true",
    class: "miniature",
  });
  /** @type {Map<string, Point>} */
  const places = new Map(grid.cells.map((cell) => [cell.name, place(cell)]));
  const at = (/** @type {string} */ name) => places.get(name) ?? { x: 0, y: 0 };
  const far = [...grid.cells].sort((one, other) => other.y - one.y);
  for (const cell of far) {
    const { x, y } = at(cell.name);
    picture.append(make("path", { d: well(grid.shape), transform: `translate(${x} ${y})`, class: "hole" }));
  }
  grid.cells.forEach((cell, index) => {
    const { x, y } = at(cell.name);
    const { rgb: fill, level } = seen(...rgbOf(rgb.slice(6 * index, 6 * index + 6) || "000000"));
    if (level === 0) return;
    picture.append(make("path", {
      d: well(grid.shape, LIGHT), transform: `translate(${x} ${y})`, fill: `rgb(${fill})`,
      opacity: level.toFixed(3), class: "lit",
    }));
  });
  for (const cell of far) {
    const glyphs = world.cells[cell.name];
    if (!glyphs) continue;
    const { x, y } = at(cell.name);
    picture.append(make("g", { transform: `translate(${x} ${y})` }, [stack(glyphs, sides)]));
  }
  for (const [one, other] of world.barriers) picture.append(barrier(at(one), at(other), grid.shape));
  return picture;
}

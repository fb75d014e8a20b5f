// A small picture of a position: the cells and what stands on them, no lights.

import { stack } from "./pieces.js";
import { bounds, place, well } from "./plate.js";
import { make } from "./svg.js";
import { bar } from "./walls.js";

/** @import { Look, Point } from "./types.js" */

/** @param {Look} look */
export function miniature({ grid, world, sides }) {
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
  for (const cell of far) {
    const glyphs = world.cells[cell.name];
    if (!glyphs) continue;
    const { x, y } = at(cell.name);
    picture.append(make("g", { transform: `translate(${x} ${y})` }, [stack(glyphs, sides)]));
  }
  for (const [one, other] of world.bars) picture.append(bar(at(one), at(other), grid.shape));
  return picture;
}

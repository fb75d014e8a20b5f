// Barriers: where they may stand is printed on the board, as the game's data says.

import { TILT } from "./pieces.js";
import { PITCH } from "./plate.js";
import { make } from "./svg.js";

/** @import { Edge, Point, Shape } from "./types.js" */

const NEAR = 0.45 * PITCH; // a pointer farther than this from an edge's middle means none

/** @typedef {[lift: number, colour: string, width: number]} Line */

/**
 * Lines along the edge between two cells' centres.
 * @param {Point} a
 * @param {Point} b
 * @param {number} half of their length
 * @param {Line[]} lines
 */
function along(a, b, half, lines) {
  const angle = Math.atan2((b.y - a.y) / TILT, b.x - a.x) + Math.PI / 2;
  const [dx, dy] = [half * Math.cos(angle), half * Math.sin(angle) * TILT];
  const [x, y] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
  return lines.map(([lift, colour, width]) => make("line", {
    x1: x - dx, y1: y - dy - lift, x2: x + dx, y2: y + dy - lift, stroke: colour,
    "stroke-width": width, "stroke-linecap": "round",
  }));
}

/** @param {Shape} shape */
function length(shape) {
  return (shape === "hex" ? 0.27 : 0.44) * PITCH;
}

/** @type {Line[]} */
const WOOD = [[0, "#1c0f06", 14], [6, "#7a5330", 12], [13, "#d9b27c", 11]];

/**
 * A barrier between two cells.
 * @param {Point} a
 * @param {Point} b
 * @param {Shape} shape
 */
export function barrier(a, b, shape) {
  return make("g", { class: "barrier" }, along(a, b, length(shape), WOOD));
}

/**
 * The mark of an edge on which a barrier may stand.
 * @param {Point} a
 * @param {Point} b
 * @param {Shape} shape
 */
export function mark(a, b, shape) {
  return make("g", {}, along(a, b, length(shape) * 0.85, [[0, "#2a170b", 12], [0, "#f0d3a3", 6]]));
}

/**
 * The edge that is nearest to a point; null where none is near.
 * @param {Edge[]} edges
 * @param {(edge: Edge) => [Point, Point]} ends the places of its two cells
 * @param {Point} point
 */
export function nearest(edges, ends, point) {
  /** @type {{far: number, edge: Edge} | null} */
  let best = null;
  for (const edge of edges) {
    const [a, b] = ends(edge);
    const far = Math.hypot((a.x + b.x) / 2 - point.x, ((a.y + b.y) / 2 - point.y) / TILT);
    if (far < NEAR && (!best || far < best.far)) best = { far, edge };
  }
  return best?.edge ?? null;
}

/** A barrier as it lies in the box. */
export function picture() {
  const svg = make("svg", { viewBox: "-40 -34 84 68", "aria-hidden": "true" });
  svg.append(barrier({ x: 0, y: -20 }, { x: 0, y: 20 }, "hex"));
  return svg;
}

/**
 * Whether a barrier stands on an edge.
 * @param {string[]} edge
 * @param {Edge[]} barriers
 */
export function stands(edge, barriers) {
  return barriers.some((pair) => edge.every((name) => pair.includes(name)));
}

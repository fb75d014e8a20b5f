// The wooden board itself, without lights and pieces: drawn once from the grid's data.

import { TILT } from "./pieces.js";
import { make } from "./svg.js";

/** @import { Grid, GridCell, Point, Shape } from "./types.js" */

export const PITCH = 100; // from cell to cell, in the drawing's units
const MARGIN = 92; // of wood around the outermost cells' centres
const THICK = 26; // of the board's front edge
const LABEL = 66; // from a cell's centre to a letter or number beside it

const INLAY = ["#6d4a2f", "#5c3c25", "#472d1a"]; // flat: pieces stand on it
/** @type {Record<Shape, string[]>} */
const WELL = { round: ["#3a2313", "#2f1b0e", "#1f1108"], square: INLAY, hex: INLAY };

/**
 * Where a cell's centre lies in the drawing.
 * @param {GridCell} cell
 * @returns {Point}
 */
export function place(cell) {
  return { x: cell.x * PITCH, y: -cell.y * PITCH * TILT };
}

/**
 * The outline of a cell's well, around (0, 0).
 * @param {Shape} shape
 */
export function well(shape, scale = 1) {
  if (shape === "square") {
    const half = 45 * scale;
    const high = half * TILT;
    const r = 7;
    return `M${-half + r} ${-high}H${half - r}Q${half} ${-high} ${half} ${-high + r}V${high - r}`
      + `Q${half} ${high} ${half - r} ${high}H${-half + r}Q${-half} ${high} ${-half} ${high - r}`
      + `V${-high + r}Q${-half} ${-high} ${-half + r} ${-high}Z`;
  }
  if (shape === "hex") {
    const corners = [30, 90, 150, 210, 270, 330].map((degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const size = 53 * scale;
      return `${(size * Math.cos(angle)).toFixed(1)} ${(size * Math.sin(angle) * TILT).toFixed(1)}`;
    });
    return `M${corners.join("L")}Z`;
  }
  const rx = 44 * scale;
  const ry = rx * TILT;
  return `M${-rx} 0A${rx} ${ry} 0 0 1 ${rx} 0A${rx} ${ry} 0 0 1 ${-rx} 0Z`;
}

/** @typedef {{left: number, top: number, width: number, height: number}} Box */

/**
 * The drawing's viewBox: the board and room for a high stack on the farthest cells.
 * @param {Grid} grid
 * @returns {Box}
 */
export function bounds(grid) {
  const points = grid.cells.map(place);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const left = Math.min(...xs) - MARGIN - 8;
  const top = Math.min(...ys) - MARGIN * TILT - 8;
  return {
    left, top,
    width: Math.max(...xs) + MARGIN + 8 - left,
    height: Math.max(...ys) + MARGIN * TILT + THICK + 22 - top,
  };
}

/** @param {Grid} grid */
export function plate(grid) {
  const outline = rounded(hull(grid.cells));
  const box = bounds(grid);
  return make("g", { class: "plate" }, [
    make("defs", {}, [
      make("clipPath", { id: "plate-clip" }, [make("path", { d: outline })]),
      make("linearGradient", { id: "wood", x1: 0, y1: 0, x2: 0.25, y2: 1 }, [
        make("stop", { offset: 0, "stop-color": "#8a5c38" }),
        make("stop", { offset: 0.55, "stop-color": "#774b2b" }),
        make("stop", { offset: 1, "stop-color": "#6a4024" }),
      ]),
      make("radialGradient", { id: "well", cy: 0.35 }, WELL[grid.shape].map((colour, index) =>
        make("stop", { offset: [0, 0.75, 1][index], "stop-color": colour }))),
    ]),
    make("path", { class: "plate-shade", d: outline, transform: `translate(0 ${THICK + 8})` }),
    make("path", { d: outline, fill: "#3d2413", transform: `translate(0 ${THICK})` }),
    make("path", { d: outline, fill: "#4b2d18", transform: `translate(0 ${THICK * 0.55})` }),
    make("path", { d: outline, fill: "url(#wood)" }),
    grain(box),
    make("path", {
      d: outline, fill: "none", stroke: "#b98a5e", "stroke-width": 2.5, opacity: 0.55,
    }),
    ...grid.cells.map((cell) => hole(grid.shape, cell)),
    ...labels(grid),
  ]);
}

/**
 * @param {Shape} shape
 * @param {GridCell} cell
 */
function hole(shape, cell) {
  const { x, y } = place(cell);
  return make("g", { transform: `translate(${x} ${y})` }, [
    make("path", { d: well(shape, 1.045), fill: "#a5764a", transform: "translate(0 1.6)" }),
    make("path", { d: well(shape, 1.03), fill: "#452a17", transform: "translate(0 -1.2)" }),
    make("path", { d: well(shape), fill: "url(#well)" }),
  ]);
}

/**
 * Long, slightly wavy lines; the same every time.
 * @param {Box} box
 */
function grain(box) {
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const lines = [];
  for (let y = box.top; y < box.top + box.height; y += 7 + 12 * random()) {
    let d = `M${box.left} ${y.toFixed(1)}`;
    for (let part = 1; part <= 4; part += 1) {
      const x = box.left + (box.width * part) / 4;
      const bend = () => (y + 16 * (random() - 0.5)).toFixed(1);
      d += `C${(x - box.width / 6).toFixed(1)} ${bend()} ${(x - box.width / 12).toFixed(1)} ${bend()} ${x.toFixed(1)} ${bend()}`;
    }
    const light = random() < 0.3;
    lines.push(make("path", {
      d, fill: "none", stroke: light ? "#c3936a" : "#2e190b",
      "stroke-width": (0.6 + 2.2 * random()).toFixed(1),
      opacity: (0.05 + 0.12 * random()).toFixed(2),
    }));
  }
  return make("g", { "clip-path": "url(#plate-clip)" }, lines);
}

/**
 * Column letters below each column's nearest cell, row numbers left of each row's first.
 * @param {Grid} grid
 */
function labels(grid) {
  /** @type {Map<string, GridCell>} */
  const columns = new Map();
  /** @type {Map<string, GridCell>} */
  const rows = new Map();
  for (const cell of grid.cells) {
    const column = cell.name[0];
    const row = cell.name.slice(1);
    const lowest = columns.get(column);
    if (!lowest || cell.y < lowest.y) columns.set(column, cell);
    const first = rows.get(row);
    if (!first || cell.x < first.x) rows.set(row, cell);
  }
  const lean = grid.shape === "hex" ? 0.5 : 0; // the columns' direction
  return [
    ...[...columns].map(([letter, cell]) => {
      const { x, y } = place(cell);
      return label(letter, x - lean * LABEL, y + LABEL * TILT);
    }),
    ...[...rows].map(([number, cell]) => label(number, place(cell).x - LABEL, place(cell).y)),
  ];
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 */
function label(text, x, y) {
  const element = make("text", { class: "label", x, y });
  element.textContent = text;
  return element;
}

/**
 * The convex hull of the cells' centres, in cell units, anticlockwise.
 * @param {Point[]} cells
 */
function hull(cells) {
  const points = [...cells].sort((one, other) => one.x - other.x || one.y - other.y);
  return [...half(points), ...half([...points].reverse())];
}

/**
 * The hull's corners on the right of the way through all points, without the last of them.
 * @param {Point[]} ordered
 */
function half(ordered) {
  /** @type {Point[]} */
  const chain = [];
  for (const point of ordered) {
    while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], point) <= 1e-9) {
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
}

/**
 * Above 0 where the way from a over b to c turns left.
 * @param {Point} a
 * @param {Point} b
 * @param {Point} c
 */
function turn(a, b, c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/**
 * The path around a hull, MARGIN away from it, its corners rounded.
 * @param {Point[]} corners
 */
function rounded(corners) {
  /** @type {string[]} */
  const parts = [];
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % corners.length];
    const length = Math.hypot(next.x - corner.x, next.y - corner.y);
    const out = { x: ((next.y - corner.y) / length) * MARGIN, y: (-(next.x - corner.x) / length) * MARGIN };
    const point = (/** @type {Point} */ cell) =>
      `${(cell.x * PITCH + out.x).toFixed(1)} ${((-cell.y * PITCH - out.y) * TILT).toFixed(1)}`;
    const arc = `A${MARGIN} ${(MARGIN * TILT).toFixed(1)} 0 0 0 `;
    parts.push((index ? arc : "M") + point(corner), `L${point(next)}`);
    if (index === corners.length - 1) parts.push(arc + parts[0].slice(1), "Z");
  });
  return parts.join("");
}

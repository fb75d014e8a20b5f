// Pieces as SVG, seen from above at a slight tilt. A glyph is a shape and a side's number.

import { LETTERS, piece } from "./colours.js";
import { make } from "./svg.js";

/** @import { Colour } from "./colours.js" */

export const TILT = 0.88; // how much shorter the board looks from the front

/**
 * height: how much higher the next piece lies; over: how far the piece itself reaches above that.
 * @typedef {{radius: number, height: number, over: number}} Size
 */

const DISC = { radius: 35, height: 10, over: 32 };
const TOKEN = { radius: 29, height: 9, over: 27 };
const TOWER = { radius: 28, height: 30, over: 34 };
const PAWN = { radius: 23, height: 50, over: 10 };
const JESTER = { radius: 23, height: 50, over: 32 };

/** Gradients of all colours, for an SVG's defs. */
export function gradients() {
  const defs = make("defs");
  for (const letter of LETTERS) {
    const colour = piece(letter);
    const name = letter === "?" ? "unknown" : letter;
    defs.append(
      make("linearGradient", { id: `flank-${name}` }, [
        make("stop", { offset: 0, "stop-color": colour.deep }),
        make("stop", { offset: 0.3, "stop-color": colour.flank }),
        make("stop", { offset: 0.48, "stop-color": colour.face }),
        make("stop", { offset: 0.7, "stop-color": colour.flank }),
        make("stop", { offset: 1, "stop-color": colour.deep }),
      ]),
      make("linearGradient", { id: `face-${name}`, x1: 0.15, y1: 0, x2: 0.7, y2: 1 }, [
        make("stop", { offset: 0, "stop-color": colour.edge }),
        make("stop", { offset: 0.55, "stop-color": colour.face }),
        make("stop", { offset: 1, "stop-color": colour.face }),
      ]),
    );
  }
  return defs;
}

/**
 * A stack of glyphs ("d0"), bottom first, standing on (0, 0); sides gives the letters.
 * @param {string[]} glyphs
 * @param {string} sides
 */
export function stack(glyphs, sides) {
  const group = make("g", { class: "stack" });
  if (glyphs.length === 0) return group;
  const { radius } = shapeOf(glyphs[0]);
  group.append(
    make("ellipse", {
      class: "shadow", cx: 5, cy: 5, rx: radius + 3, ry: (radius + 3) * TILT,
    }),
  );
  let top = 0;
  for (const glyph of glyphs) {
    const shape = shapeOf(glyph);
    const letter = sides[Number(glyph[1])] ?? "?";
    const drawn = shape.draw(letter === "?" ? "unknown" : letter, piece(letter));
    drawn.setAttribute("transform", `translate(0 ${-top})`);
    group.append(drawn);
    top += shape.height;
  }
  const highest = glyphs[glyphs.length - 1];
  if (glyphs.length > 1 && highest[0] === "d") {
    const letter = sides[Number(highest[1])] ?? "?";
    const { edge, deep } = piece(letter);
    const numeral = make("text", { class: "height", y: -top + 1, fill: deep, stroke: edge });
    numeral.textContent = String(glyphs.length);
    group.append(numeral);
  }
  return group;
}

/**
 * How far a stack of glyphs, one at least, reaches up in the drawing.
 * @param {string[]} glyphs
 */
export function heightOf(glyphs) {
  const shapes = glyphs.map(shapeOf);
  return shapes.reduce((sum, shape) => sum + shape.height, shapes[shapes.length - 1].over);
}

/** @param {string} glyph */
function shapeOf(glyph) {
  return SHAPES[glyph[0]] ?? SHAPES.d;
}

/**
 * By the glyph's letter; draw: given the colour and its name in the gradients' ids.
 * @type {Record<string, Size & {draw: (name: string, colour: Colour) => SVGElement}>}
 */
const SHAPES = {
  d: { ...DISC, draw: (name, colour) => disc(DISC, name, colour) },
  k: { ...TOKEN, draw: (name, colour) => disc(TOKEN, name, colour) },
  t: { ...TOWER, draw: tower },
  0: { ...PAWN, draw: (name, colour) => pawn(name, colour, 0) },
  1: { ...PAWN, draw: (name, colour) => pawn(name, colour, 1) },
  2: { ...PAWN, draw: (name, colour) => pawn(name, colour, 2) },
  j: { ...JESTER, draw: jester },
};

/**
 * @param {number} radius
 * @param {number} height
 * @param {string} name of the colour
 */
function drum(radius, height, name) {
  const ry = radius * TILT;
  return make("path", {
    d: `M${-radius} ${-height}V0A${radius} ${ry} 0 0 0 ${radius} 0V${-height}Z`,
    fill: `url(#flank-${name})`,
  });
}

/**
 * @param {Size} size
 * @param {string} name
 * @param {Colour} colour
 */
function disc({ radius, height }, name, colour) {
  const ry = radius * TILT;
  return make("g", {}, [
    drum(radius, height, name),
    make("path", {
      d: `M${-radius} -1A${radius} ${ry} 0 0 0 ${radius} -1`,
      fill: "none", stroke: colour.deep, "stroke-width": 1.6, opacity: 0.8,
    }),
    make("ellipse", {
      cy: -height, rx: radius, ry, fill: `url(#face-${name})`,
      stroke: colour.edge, "stroke-width": 1.2,
    }),
    make("ellipse", {
      cy: -height, rx: radius * 0.74, ry: ry * 0.74, fill: "none",
      stroke: colour.flank, "stroke-width": 1.8, opacity: 0.65,
    }),
    make("ellipse", {
      cy: -height + 1.4, rx: radius * 0.74, ry: ry * 0.74, fill: "none",
      stroke: colour.edge, "stroke-width": 1, opacity: 0.7,
    }),
  ]);
}

/**
 * @param {string} name
 * @param {Colour} colour
 */
function tower(name, colour) {
  const { radius, height } = TOWER;
  const ry = radius * TILT;
  const angles = [20, 75, 130, 185, 240, 295, 350].map((degrees) => (degrees * Math.PI) / 180);
  angles.sort((one, other) => Math.sin(one) - Math.sin(other)); // the near ones last
  const merlons = angles.map((angle) => {
    const x = radius * 0.82 * Math.cos(angle);
    const y = -height + ry * 0.82 * Math.sin(angle);
    return make("rect", {
      x: x - 5, y: y - 9, width: 10, height: 10, rx: 1.5,
      fill: Math.sin(angle) < 0 ? colour.flank : colour.face, stroke: colour.deep,
      "stroke-width": 0.8,
    });
  });
  return make("g", {}, [
    drum(radius, height, name),
    make("path", {
      d: `M${-radius} -1A${radius} ${ry} 0 0 0 ${radius} -1`,
      fill: "none", stroke: colour.deep, "stroke-width": 1.6,
    }),
    make("ellipse", { cy: -height, rx: radius, ry, fill: `url(#face-${name})` }),
    make("ellipse", { cy: -height, rx: radius * 0.62, ry: ry * 0.62, fill: colour.deep }),
    ...merlons,
  ]);
}

/**
 * @param {string} name
 * @param {Colour} colour
 */
function pawnBody(name, colour) {
  const { radius } = PAWN;
  const ry = radius * TILT;
  return [
    make("path", {
      d: `M${-radius} -5V0A${radius} ${ry} 0 0 0 ${radius} 0V-5C${radius} -20 9 -22 8 -34H-8`
        + `C-9 -22 ${-radius} -20 ${-radius} -5Z`,
      fill: `url(#flank-${name})`, stroke: colour.deep, "stroke-width": 1,
    }),
    make("path", {
      d: `M${-radius + 1} -5A${radius} ${ry} 0 0 0 ${radius - 1} -5`,
      fill: "none", stroke: colour.edge, "stroke-width": 1.4, opacity: 0.6,
    }),
  ];
}

/**
 * @param {string} name
 * @param {Colour} colour
 * @param {number} collars
 */
function pawn(name, colour, collars) {
  const parts = pawnBody(name, colour);
  for (let collar = 0; collar < collars; collar += 1) {
    const y = -33 + 9 * collar;
    const radius = 11 + 2.5 * collar;
    parts.push(make("ellipse", {
      cy: y, rx: radius, ry: radius * 0.5, fill: colour.face, stroke: "#e9c877",
      "stroke-width": 3.4,
    }));
  }
  parts.push(make("circle", {
    cy: -44, r: 14, fill: `url(#face-${name})`, stroke: colour.deep, "stroke-width": 1,
  }));
  return make("g", {}, parts);
}

/**
 * @param {string} name
 * @param {Colour} colour
 */
function jester(name, colour) {
  return make("g", {}, [
    ...pawnBody(name, colour),
    make("circle", { cy: -42, r: 12, fill: `url(#face-${name})` }),
    make("path", {
      d: "M-12 -43Q-15 -58 -25 -52Q-22 -66 -8 -62Q-4 -74 0 -76Q4 -74 8 -62Q22 -66 25 -52Q15 -58 12 -43"
        + "Q0 -50 -12 -43Z",
      fill: colour.flank, stroke: colour.edge, "stroke-width": 1.4,
    }),
    ...[[-25, -51], [0, -77], [25, -51]].map(([x, y]) =>
      make("circle", { cx: x, cy: y, r: 4, fill: "#f0d084", stroke: "#8a6a1c" })),
  ]);
}

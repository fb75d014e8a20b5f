// The board in one SVG: the plate, the lights under the cells, the pieces, and the hand above.

import { onWood, rgbOf, seen } from "./colours.js";
import { bounds, PITCH, place, plate, well } from "./plate.js";
import { gradients, stack, TILT } from "./pieces.js";
import { make } from "./svg.js";
import { bar, mark, nearest } from "./walls.js";
import { inWords } from "./words.js";

/** @import { Edge, Game, Grid, GridCell, LightState, Lit, Point, World } from "./types.js" */

/**
 * A cell as it is drawn; shown: the light's digits, "" before any; glyphs: what stands there,
 * null at first.
 * @typedef {object} DrawnCell
 * @property {SVGGElement} group
 * @property {SVGGElement} pieces
 * @property {SVGPathElement} light
 * @property {SVGEllipseElement} halo
 * @property {SVGStopElement[]} stops
 * @property {SVGStopElement[]} haloStops
 * @property {string} shown
 * @property {string} colour of its light, "" before any
 * @property {string | null} glyphs
 * @property {string} words what stands there, for who hears the page
 * @property {string} state of its light, or ""
 * @property {string} says what the light says, or ""
 * @property {number} x
 * @property {number} y
 */

/** @typedef {Pick<Game, "printed" | "marked">} Print */

const HALO = 78; // radius of a light's shine on what is around it

// Lights that ask for a hand at their cell.
const ASKS = ["can-move", "may-land", "may-attack", "touch", "capture", "which", "proposed",
  "put-back", "remove", "choice", "barrier"];

export class Board {
  /**
   * Draws the grid into an element; nothing is on it yet.
   * @param {HTMLElement} element
   * @param {Grid} grid
   */
  constructor(element, grid) {
    this.grid = grid;
    /** @type {Map<string, DrawnCell>} */
    this.cells = new Map();
    const box = bounds(grid);
    this.svg = make("svg", {
      viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`, role: "none",
      class: grid.shape,
    });
    this.svg.append(gradients(), seenOnly(plate(grid)));
    this.lights = layer("lights");
    this.print = layer("print");
    this.stacks = make("g", { class: "cells", role: "grid", "aria-label": "Board" });
    this.planned = layer("planned");
    this.bars = layer("bars");
    this.halos = layer("halos");
    this.tags = layer("tags");
    this.held = layer("held");
    this.svg.append(
      this.halos, this.lights, this.print, this.stacks, this.bars, this.planned, this.tags,
      this.held,
    );
    const far = [...grid.cells].sort((one, other) => other.y - one.y || one.x - other.x);
    for (const y of new Set(far.map((cell) => cell.y))) {
      const row = make("g", { role: "row" });
      this.stacks.append(row);
      for (const cell of far) if (cell.y === y) this.addCell(cell, row);
    }
    element.replaceChildren(this.svg);
    element.style.setProperty("--ratio", String(box.width / box.height));
    /** @type {Point | null} */
    this.at = null; // where the hand is, in the drawing's units
    this.sides = ""; // the letters of the pieces' sides
    /** @type {string[]} */
    this.inHand = [];
    /** @type {string[]} */
    this.aims = []; // where what is in the hand may go, by the game and not by the lights
    /** @type {string[] | null} */
    this.coming = null; // the glyphs of a piece from the box that is about to be put down
    /** @type {Edge[]} */
    this.marked = []; // on which a barrier may stand
    /** @type {Print | null} */
    this.game = null; // whose board is printed
  }

  /**
   * The cell of that name, which the grid has.
   * @param {string} name
   */
  cell(name) {
    const cell = this.cells.get(name);
    if (!cell) throw new Error(`the board has no cell ${name}`);
    return cell;
  }

  /**
   * Draws what is printed on a game's board: the cells' values, the edges for barriers.
   * @param {Print} game
   */
  printed(game) {
    if (this.game === game) return;
    this.game = game;
    this.marked = game.marked;
    const edges = game.marked.map((pair) => mark(...this.pair(pair), this.grid.shape));
    const values = Object.entries(game.printed).filter(([, value]) => value).map(([name, value]) => {
      const { x, y } = this.cell(name);
      const text = make("text", { x, y });
      text.textContent = value;
      return text;
    });
    this.print.replaceChildren(...edges, ...values);
  }

  /**
   * The places of two cells that are named.
   * @param {Edge} edge
   * @returns {[Point, Point]}
   */
  pair([one, other]) {
    return [this.cell(one), this.cell(other)];
  }

  /**
   * The marked edge near a point, as a pair of names; null where there is none.
   * @param {Point} point
   */
  edge(point) {
    return nearest(this.marked, (edge) => this.pair(edge), point);
  }

  /**
   * Shows where a barrier would come; null: nowhere.
   * @param {Edge | null} edge
   */
  plan(edge) {
    this.planned.replaceChildren(...(edge ? [bar(...this.pair(edge), this.grid.shape)] : []));
  }

  /**
   * @param {GridCell} cell
   * @param {SVGGElement} row
   */
  addCell(cell, row) {
    const { x, y } = place(cell);
    const transform = `translate(${x} ${y})`;
    const stops = [0, 0.55, 1].map((offset) => make("stop", { offset }));
    const haloStops = [0.25, 0.55, 1].map((offset) => make("stop", { offset }));
    const light = make("path", {
      d: well(this.grid.shape), transform, fill: `url(#light-${cell.name})`, opacity: 0,
      class: "light",
    });
    const halo = make("ellipse", {
      transform, rx: HALO, ry: HALO * TILT, fill: `url(#halo-${cell.name})`, opacity: 0,
    });
    this.lights.append(
      make("radialGradient", { id: `light-${cell.name}` }, stops),
      make("radialGradient", { id: `halo-${cell.name}` }, haloStops),
      light,
    );
    this.halos.append(halo);
    const pieces = layer("pieces");
    const group = make("g", {
      transform, class: "cell", role: "gridcell", tabindex: -1, "data-cell": cell.name,
    }, [
      make("path", { d: well(this.grid.shape, 1.1), class: "ground" }),
      pieces,
      make("path", { d: well(this.grid.shape, 1.08), class: "focus" }),
    ]);
    row.append(group);
    this.cells.set(cell.name, {
      group, pieces, light, halo, stops, haloStops, shown: "", colour: "", glyphs: null, words: "",
      state: "", says: "", x, y,
    });
  }

  /**
   * Shows the pieces that stand there, and those in the hand.
   * @param {World} world
   * @param {string} sides the letters
   */
  show(world, sides) {
    this.sides = sides;
    for (const [name, cell] of this.cells) {
      const glyphs = world.cells[name] ?? [];
      const key = sides + glyphs.join("");
      if (cell.glyphs === key) continue;
      cell.glyphs = key;
      cell.pieces.replaceChildren(...(glyphs.length ? [stack(glyphs, sides)] : []));
      cell.words = inWords(glyphs, sides);
      label(name, cell);
    }
    const { shape } = this.grid;
    this.bars.replaceChildren(...world.bars.map((names) => bar(...this.pair(names), shape)));
    this.inHand = world.hand;
    this.carry(this.coming);
  }

  /**
   * Shows a piece on its way from the box instead of what is in the hand; null: the hand again.
   * @param {string[] | null} glyphs
   */
  carry(glyphs) {
    this.coming = glyphs;
    const held = glyphs ?? this.inHand;
    this.held.replaceChildren(...(held.length ? [stack(held, this.sides)] : []));
    this.moveHand(this.at);
  }

  /**
   * Tells what the lights say, to who hears the page.
   * @param {Lit[]} lit
   * @param {LightState[]} states their meanings
   */
  say(lit, states) {
    /** @type {Map<string, string>} */
    const said = new Map();
    for (const cell of this.cells.values()) cell.state = "";
    for (const { state, count, cells } of lit) {
      for (const name of cells) {
        const lamp = this.cells.get(name);
        if (lamp) lamp.state = state;
      }
      const meaning = states.find((entry) => entry.name === state)?.meaning ?? state;
      for (const cell of cells) said.set(cell, count > 1 ? `${meaning} (${count} pieces)` : meaning);
    }
    for (const [name, cell] of this.cells) {
      const says = said.get(name) ?? "";
      if (cell.says === says) continue;
      cell.says = says;
      cell.shown = ""; // its next light is another one
      label(name, cell);
    }
  }

  /**
   * The cell that is meant at a point of the window: what is drawn there, unless that only stands
   * in front of another cell, one whose light asks for a hand.
   * @param {string | null} drawn
   * @param {number} clientX
   * @param {number} clientY
   */
  meant(drawn, clientX, clientY) {
    const asks = (/** @type {string} */ name) =>
      this.aims.includes(name) || ASKS.includes(this.cell(name).state);
    if (drawn === null || asks(drawn)) return drawn;
    const { x, y } = this.point(clientX, clientY);
    const under = this.grid.cells.find(({ name }) => {
      const cell = this.cell(name);
      return Math.hypot(cell.x - x, (cell.y - y) / TILT) < PITCH / 2;
    });
    return under && asks(under.name) ? under.name : drawn;
  }

  /**
   * Marks where what is in the hand may go, where no light can say so.
   * @param {string[]} names
   */
  aimAt(names) {
    this.aims = names;
    for (const [name, { group }] of this.cells) {
      group.classList.toggle("goal", names.includes(name));
    }
  }

  /**
   * The next cell from one, row by row, whose light says something; null: none does.
   * @param {string} name
   * @param {1 | -1} way on, or back
   */
  nextLit(name, way) {
    const names = [...this.cells.keys()];
    const around = names.map((_, index) =>
      names.at((names.indexOf(name) + way * (index + 1)) % names.length) ?? name);
    return around.find((other) => this.cell(other).says || this.aims.includes(other)) ?? null;
  }

  /**
   * What is told of a cell: its name, what stands there, what its light says.
   * @param {string} name
   */
  told(name) {
    return this.cell(name).group.getAttribute("aria-label") ?? "";
  }

  /**
   * Shows the lights: red, green, blue of each cell in the grid's order, as sent to the pixels.
   * @param {string} rgb hexadecimal digits
   * @param {boolean} calm a light that says something stays as bright as it was: it does not blink
   */
  light(rgb, calm = false) {
    this.grid.cells.forEach((gridCell, index) => {
      const cell = this.cell(gridCell.name);
      const hex = rgb.slice(6 * index, 6 * index + 6);
      if (cell.shown === hex || (calm && cell.says && cell.shown && dimmer(hex, cell.shown))) return;
      cell.shown = hex;
      const { rgb: colour, level } = seen(...rgbOf(hex));
      cell.light.setAttribute("opacity", level.toFixed(3));
      cell.halo.setAttribute("opacity", level.toFixed(3));
      if (level === 0 || cell.colour === colour) return;
      cell.colour = colour;
      tint(cell.stops, colour, [1, 1, 0.82]);
      tint(cell.haloStops, onWood(colour), [0.62, 0.4, 0]);
    });
  }

  /**
   * Short words beside cells; by turns above and below, for they are long.
   * @param {{cell: string, text: string}[]} tags
   */
  tag(tags) {
    const known = tags.filter(({ cell }) => this.cells.has(cell));
    this.tags.replaceChildren(...known.map(({ cell, text }, index) => {
      const { x, y } = this.cell(cell);
      const middle = y + (index % 2 ? 0.62 : -0.62) * PITCH * TILT;
      const label = make("text", { x, y: middle + 1 });
      label.textContent = text;
      const width = 24 + 11.5 * text.length;
      return make("g", {}, [
        make("line", { x1: x, y1: y, x2: x, y2: middle }),
        make("rect", { x: x - width / 2, y: middle - 17, width, height: 34, rx: 17 }),
        label,
      ]);
    }));
  }

  /**
   * Moves the hand's pieces to a point of the drawing; null where it rests out of sight.
   * @param {Point | null} at
   */
  moveHand(at) {
    this.at = at;
    const shown = at && this.held.childNodes.length;
    this.held.style.display = shown ? "" : "none";
    if (shown) this.held.setAttribute("transform", `translate(${at.x} ${at.y - 36}) scale(1.08)`);
  }

  /**
   * Marks the cell to which a drag points; null: none.
   * @param {string | null} name
   */
  aim(name) {
    this.stacks.querySelector(".aimed")?.classList.remove("aimed");
    if (name !== null) this.cells.get(name)?.group.classList.add("aimed");
  }

  /**
   * The drawing's point under a point of the window.
   * @param {number} clientX
   * @param {number} clientY
   */
  point(clientX, clientY) {
    const matrix = this.svg.getScreenCTM()?.inverse(); // none where the drawing is not shown
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
    return { x, y };
  }

  /**
   * The point above a cell.
   * @param {string} name
   */
  above(name) {
    const { x, y } = this.cell(name);
    return { x, y: y - 30 };
  }

  /**
   * The next cell from one, towards the arrow key's direction; null at the edge.
   * @param {string} name
   * @param {number} dx
   * @param {number} dy
   */
  beside(name, dx, dy) {
    const here = this.cell(name);
    /** @type {{far: number, other: string} | null} */
    let best = null;
    for (const [other, cell] of this.cells) {
      const [ax, ay] = [(cell.x - here.x) / PITCH, (cell.y - here.y) / PITCH / TILT];
      const along = ax * dx + ay * dy;
      const across = Math.abs(ax * dy) + Math.abs(ay * dx);
      if (along < 0.4 || across > along) continue;
      const far = along + 2 * across;
      if (!best || far < best.far - 1e-6) best = { far, other };
    }
    return best?.other ?? null;
  }
}

/**
 * A part of the drawing for who sees it: what it shows, the cells' labels say.
 * @param {SVGGElement} group
 */
function seenOnly(group) {
  group.setAttribute("aria-hidden", "true");
  return group;
}

/** @param {string} name of its class */
function layer(name) {
  return seenOnly(make("g", { class: name }));
}

/**
 * @param {string} name
 * @param {DrawnCell} cell
 */
function label(name, { group, words, says }) {
  group.setAttribute("aria-label", `${name}, ${words}${says && `; light: ${says}`}`);
}

/**
 * Whether one light, in hexadecimal digits, is not as bright as another.
 * @param {string} one
 * @param {string} other
 */
function dimmer(one, other) {
  return Math.max(...rgbOf(one)) < Math.max(...rgbOf(other));
}

/**
 * @param {SVGStopElement[]} stops
 * @param {string} colour "r g b"
 * @param {number[]} strengths
 */
function tint(stops, colour, strengths) {
  stops.forEach((stop, index) => {
    stop.setAttribute("stop-color", `rgb(${colour})`);
    stop.setAttribute("stop-opacity", String(strengths[index]));
  });
}

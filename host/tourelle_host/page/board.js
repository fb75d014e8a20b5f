// The board in one SVG: the plate, the lights under the cells, the pieces, and the hand above.

import { Cell } from "./cell.js";
import { Held } from "./held.js";
import { bounds, plate } from "./plate.js";
import { gradients } from "./pieces.js";
import { make, seenOnly } from "./svg.js";
import { labels } from "./tags.js";
import { barrier, mark, nearest } from "./barriers.js";

/** @import { Edge, Game, Grid, GridCell, LightState, Lit, Point, World } from "./types.js" */

/** @typedef {Pick<Game, "printed" | "marked">} Print */

export class Board {
  /**
   * Draws the grid into an element; nothing is on it yet.
   * @param {HTMLElement} element
   * @param {Grid} grid
   */
  constructor(element, grid) {
    this.grid = grid;
    /** @type {Map<string, Cell>} */
    this.cells = new Map();
    const box = bounds(grid);
    this.svg = make("svg", {
      viewBox: `${box.left} ${box.top} ${box.width} ${box.height}`, role: "none",
      class: grid.shape,
    });
    this.svg.append(gradients(), seenOnly(plate(grid)));
    this.lights = layer("lights");
    this.printLayer = layer("print");
    this.stacks = make("g", { class: "cells", role: "grid", "aria-label": "Board" });
    this.planned = layer("planned");
    this.barriers = layer("barriers");
    this.halos = layer("halos");
    this.tags = layer("tags");
    const held = layer("held");
    this.held = new Held(held);
    this.svg.append(
      this.halos, this.lights, this.printLayer, this.stacks, this.barriers, this.planned, this.tags, held,
    );
    const far = [...grid.cells].sort((one, other) => other.y - one.y || one.x - other.x);
    for (const y of new Set(far.map((cell) => cell.y))) {
      const row = make("g", { role: "row" });
      this.stacks.append(row);
      for (const cell of far) if (cell.y === y) this.addCell(cell, row);
    }
    element.replaceChildren(this.svg);
    element.style.setProperty("--ratio", String(box.width / box.height));
    /** @type {string[]} */
    this.aims = []; // where what is in the hand may go, by the game and not by the lights
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
   * The hand comes above this cell.
   * @param {string} name
   */
  above(name) {
    const { x, y } = this.cell(name);
    this.held.move({ x, y: y - 30 });
  }

  /**
   * Draws what is printed on a game's board: the cells' values, the edges for barriers.
   * @param {Print} game
   */
  print(game) {
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
    this.printLayer.replaceChildren(...edges, ...values);
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
    this.planned.replaceChildren(...(edge ? [barrier(...this.pair(edge), this.grid.shape)] : []));
  }

  /**
   * @param {GridCell} gridCell
   * @param {SVGGElement} row
   */
  addCell(gridCell, row) {
    const cell = new Cell(gridCell, this.grid.shape);
    const { gradients, light, halo } = cell.lamp;
    this.lights.append(...gradients, light);
    this.halos.append(halo);
    row.append(cell.group);
    this.cells.set(cell.name, cell);
  }

  /**
   * Shows the pieces that stand there, and those in the hand.
   * @param {World} world
   * @param {string} sides the letters
   */
  show(world, sides) {
    for (const [name, cell] of this.cells) cell.stand(world.cells[name] ?? [], sides);
    const { shape } = this.grid;
    this.barriers.replaceChildren(...world.barriers.map((names) => barrier(...this.pair(names), shape)));
    this.held.show(world.hand, sides);
  }

  /**
   * Has each cell's label say what its light means.
   * @param {Lit[]} lit
   * @param {LightState[]} states their meanings
   */
  explain(lit, states) {
    /** @type {Map<string, [state: string, meaning: string]>} */
    const explained = new Map();
    for (const { state, count, cells } of lit) {
      const known = states.find((entry) => entry.name === state)?.meaning ?? state;
      const meaning = count > 1 ? `${known} (${count} pieces)` : known;
      for (const cell of cells) explained.set(cell, [state, meaning]);
    }
    for (const [name, cell] of this.cells) cell.explain(...explained.get(name) ?? ["", ""]);
  }

  /**
   * Marks where what is in the hand may go, where no light can say so.
   * @param {string[]} names
   */
  setAims(names) {
    this.aims = names;
    for (const [name, { group }] of this.cells) {
      group.classList.toggle("goal", names.includes(name));
    }
  }

  /**
   * A cell's label: its name, what stands there, what its light says.
   * @param {string} name
   */
  labelOf(name) {
    return this.cell(name).group.getAttribute("aria-label") ?? "";
  }

  /**
   * Shows the lights: red, green, blue of each cell in the grid's order, as sent to the pixels.
   * @param {string} rgb hexadecimal digits
   * @param {boolean} calm a light that says something stays as bright as it was: it does not blink
   */
  light(rgb, calm = false) {
    this.grid.cells.forEach(({ name }, index) => {
      const { lamp, meaning } = this.cell(name);
      lamp.shine(rgb.slice(6 * index, 6 * index + 6), calm && meaning !== "");
    });
  }

  /**
   * Short words beside cells.
   * @param {{cell: string, text: string}[]} tags
   */
  tag(tags) {
    const known = tags.filter(({ cell }) => this.cells.has(cell));
    this.tags.replaceChildren(...labels(known.map(({ cell, text }) => ({ at: this.cell(cell), text }))));
  }

  /**
   * Marks the cell to which a drag points; null: none.
   * @param {string | null} name
   */
  markTarget(name) {
    this.stacks.querySelector(".target")?.classList.remove("target");
    if (name !== null) this.cells.get(name)?.group.classList.add("target");
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
}

/** @param {string} name of its class */
function layer(name) {
  return seenOnly(make("g", { class: name }));
}

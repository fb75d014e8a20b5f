// Gestures on the board: mouse, touch and keys become commands of the hand's language.
// What is where, and what the hand holds, is only ever what the server's world says.

import { Aiming } from "./aiming.js";
import { choices } from "./choices.js";
import { liftsNow } from "./report.js";
import { stands } from "./walls.js";

/** @import { Board } from "./board.js" */
/** @import { MenuChoice } from "./choices.js" */
/** @import { Act, Edge, Kind, Report, World } from "./types.js" */

/**
 * The pointer that is down: where it went down, on which cell or kind of piece, and whether it
 * has moved since.
 * @typedef {object} Press
 * @property {number} x
 * @property {number} y
 * @property {string | null} cell
 * @property {Kind | null} kind
 * @property {boolean} moved
 * @property {number} timer
 * @property {AbortController} ends
 */

const DRAG_PX = 7; // a press that moves farther than this is a drag
const LONG_PRESS_MS = 550;
const TOUCHED = ["which", "touch", "choice"]; // lights that want a touch and no lift

export class Hand {
  /**
   * @param {Board} board
   * @param {HTMLElement} box
   * @param {Act} act
   * @param {(cell: string, choices: MenuChoice[], at: SVGElement) => void} menu opens a cell's
   * @param {World} world as it is now
   * @param {(cell: string) => void} reached called when a pointer or a key has come to a cell
   */
  constructor(board, box, act, menu, world, reached) {
    this.board = board;
    this.box = box;
    this.act = act;
    this.menu = menu;
    this.reached = reached;
    this.world = world;
    this.aiming = new Aiming();
    this.boxed = false; // what is to be taken off goes into the box: nothing is to be put down
    /** @type {Press | null} */
    this.press = null;
    /** @type {Kind | null} */
    this.chosen = null; // from the box
    /** @type {string | null} */
    this.wallFrom = null; // with keys: the first of the two cells beside a barrier
    this.placed = () => {};
    const svg = board.svg;
    this.cursor = board.grid.cells[Math.floor(board.grid.cells.length / 2)].name;
    this.focus(this.cursor, false);
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.hover(event));
    svg.addEventListener("pointerleave", () => this.press || board.moveHand(null));
    svg.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.end(); // a long press of a finger
      this.openMenu(this.at(event.target, event));
    });
    svg.addEventListener("keydown", (event) => this.key(event));
    // The cell of the keys' cursor is marked only while keys are used.
    document.addEventListener("keydown", () => document.body.classList.add("keys"));
    document.addEventListener("pointerdown", () => document.body.classList.remove("keys"));
  }

  /**
   * What is where, and what the hand holds.
   * @param {World} world
   */
  see(world) {
    this.world = world;
  }

  /**
   * What the board tells about the pieces.
   * @param {Report} report
   */
  follow(report) {
    this.aiming.follow(liftsNow(report), report.carry, this.world.hand.length > 0);
    this.boxed = !(report.wayBack?.put.length || report.carry?.to.length);
  }

  /** Where what is in the hand may go. */
  aims() {
    return this.aiming.aims(this.world.hand.length > 0);
  }

  /**
   * Pieces may also be dragged from elsewhere: the hand's own tray, or a kind from the box.
   * @param {HTMLElement} element
   * @param {Kind | null} kind
   */
  draggable(element, kind = null) {
    element.addEventListener("pointerdown", (event) => this.begin(event, null, kind));
  }

  // -- pointer

  /**
   * On the board; beside the cells only a barrier can be meant.
   * @param {PointerEvent} event
   */
  down(event) {
    const cell = this.at(event.target, event);
    if (cell !== null || this.chosen?.wall) this.begin(event, cell, null);
  }

  /**
   * @param {PointerEvent} event
   * @param {string | null} cell
   * @param {Kind | null} kind
   */
  begin(event, cell, kind) {
    if (event.button !== 0 || this.press) return;
    const { clientX: x, clientY: y } = event;
    const ends = new AbortController();
    const press = { x, y, cell, kind, moved: false, timer: 0, ends };
    this.press = press;
    if (cell) {
      this.focus(cell, true);
      press.timer = setTimeout(() => {
        this.end();
        this.openMenu(cell);
      }, LONG_PRESS_MS);
    }
    const options = { signal: ends.signal };
    document.addEventListener("pointermove", (moved) => this.drag(moved, press), options);
    document.addEventListener("pointerup", (up) => this.up(up, press), options);
    document.addEventListener("pointercancel", () => this.end(), options);
  }

  /**
   * @param {PointerEvent} event
   * @param {Press} press
   */
  drag(event, press) {
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PX;
    if (!press.moved && far) {
      press.moved = true;
      clearTimeout(press.timer);
      if (press.kind) this.board.carry(press.kind.wall ? null : press.kind.glyphs);
      else if (press.cell && this.holds(press.cell)) this.lift(press.cell);
    }
    if (!press.moved) return;
    this.board.moveHand(this.board.point(event.clientX, event.clientY));
    if (press.kind?.wall) this.planWall(event);
    else this.board.aim(this.at(document.elementFromPoint(event.clientX, event.clientY), event));
  }

  /**
   * @param {PointerEvent} event
   * @param {Press} press
   */
  up(event, press) {
    const { cell, kind, moved } = press;
    this.end();
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = this.at(under, event);
    if (!moved) {
      const edge = this.chosen?.wall && !kind ? this.edge(event) : null;
      if (edge) this.wall(edge);
      else if (cell) this.click(cell);
      return;
    }
    if (kind?.wall) {
      this.wall(this.edge(event));
    } else if (kind) {
      if (target) this.place(target, kind.text);
    } else if (target) {
      this.focus(target, false);
      this.putDown(target);
    } else if (this.box.contains(under)) {
      this.act("drop box");
    }
    if (event.pointerType === "mouse") return;
    this.board.moveHand(target === null ? null : this.board.above(target));
  }

  /** The press is over, whatever came of it. What was lifted stays in the hand. */
  end() {
    const { press } = this;
    if (!press) return;
    clearTimeout(press.timer);
    press.ends.abort();
    this.board.aim(null);
    this.board.plan(null);
    if (press.kind) this.board.carry(this.chosen && !this.chosen.wall ? this.chosen.glyphs : null);
    this.press = null;
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (this.press || event.pointerType !== "mouse") return;
    this.board.moveHand(this.board.point(event.clientX, event.clientY));
    if (this.chosen?.wall) this.planWall(event);
  }

  // -- barriers

  /** @param {PointerEvent} event */
  edge(event) {
    return this.board.edge(this.board.point(event.clientX, event.clientY));
  }

  /** @param {PointerEvent} event */
  planWall(event) {
    this.board.plan(this.edge(event));
  }

  /**
   * A barrier goes onto an edge; one that stands there goes into the box.
   * @param {Edge | null} edge
   */
  wall(edge) {
    this.board.plan(null);
    if (!edge) return;
    const there = stands(edge, this.world.bars);
    this.act(`${there ? "remove" : "place"} ${edge.join("/")} wall`);
    // No switch feels a barrier: who puts one up touches the cells beside it.
    if (!there) this.act(`touch ${edge.join("/")}`);
    this.placed();
  }

  /**
   * With keys: one cell beside the edge, then the other.
   * @param {string} cell
   */
  wallBeside(cell) {
    if (this.wallFrom && this.wallFrom !== cell) this.wall([this.wallFrom, cell]);
    else this.wallFrom = this.wallFrom ? null : cell;
    this.board.aim(this.wallFrom);
  }

  /**
   * What is chosen from the box; null: nothing.
   * @param {Kind | null} kind
   */
  choose(kind) {
    this.chosen = kind;
    this.wallFrom = null;
    this.board.aim(null);
    this.board.plan(null);
    this.board.carry(kind && !kind.wall ? kind.glyphs : null);
  }

  /**
   * @param {() => void} placed called when what was chosen has been put down
   */
  afterPlacing(placed) {
    this.placed = placed;
  }

  /** The keys go on from the board. */
  toBoard() {
    this.focus(this.cursor, true);
    this.board.moveHand(this.board.above(this.cursor));
  }

  /**
   * A click: put down what the hand or the box gives, or lift what is there, or touch.
   * @param {string} cell
   */
  click(cell) {
    this.board.moveHand(this.board.above(cell));
    if (this.chosen?.wall) this.wallBeside(cell);
    else if (this.chosen) {
      this.place(cell, this.chosen.text);
      this.placed();
    } else if (this.world.hand.length) this.putDown(cell);
    else if (!this.holds(cell)) this.act(`touch ${cell}`);
    else if (TOUCHED.includes(this.board.cell(cell).state)) this.act(`nudge ${cell}`);
    else this.take(cell);
  }

  /**
   * A click on pieces: what has been captured, or is too much, goes into the box at once.
   * @param {string} cell
   */
  take(cell) {
    const { state } = this.board.cell(cell);
    if (state !== "capture" && !(state === "remove" && this.boxed)) {
      this.lift(cell);
      return;
    }
    const less = this.less(cell);
    this.act(less ? `remove ${cell} ${less.pieces}` : `remove ${cell}`);
    if (less) this.act(`nudge ${cell}`); // no switch feels that a top came off
  }

  /**
   * What this game would move from there, where that is less than all.
   * @param {string} cell
   */
  less(cell) {
    return this.aiming.less(cell, (this.world.cells[cell] ?? []).length);
  }

  /**
   * What this game would move from there; all of it where several ways are open.
   * @param {string} cell
   */
  lift(cell) {
    const less = this.less(cell);
    this.aiming.lift(cell, less, this.world.hand.length > 0);
    this.act(less ? `lift ${cell} ${less.pieces}` : `lift ${cell}`);
    if (less) this.act(`nudge ${cell}`); // as the rest of a stack moves where its top is lifted
  }

  /**
   * A piece from the box; onto others as one does it at the table, see `putDown`.
   * @param {string} cell
   * @param {string} piece
   */
  place(cell, piece) {
    const onto = this.holds(cell);
    this.act(`place ${cell} ${piece}`);
    if (onto) this.act(`nudge ${cell}`);
  }

  /**
   * The whole hand; onto other pieces as one does it at the table: what lies there moves a
   * little, and the board can feel where the hand went.
   * @param {string} cell
   */
  putDown(cell) {
    this.aiming.putDown(cell);
    this.act(this.aiming.each && this.world.hand.length > 1 ? `drop ${cell} 1` : `drop ${cell}`);
    if (this.holds(cell)) this.act(`nudge ${cell}`);
  }

  /**
   * The cell that is meant at the pointer, where an element is.
   * @param {EventTarget | null} element
   * @param {{clientX: number, clientY: number}} pointer
   */
  at(element, { clientX, clientY }) {
    return this.board.meant(cellOf(element), clientX, clientY);
  }

  /** @param {string} cell */
  holds(cell) {
    return (this.world.cells[cell] ?? []).length > 0;
  }

  // -- keys

  /** @param {KeyboardEvent} event */
  key(event) {
    const cell = cellOf(event.target);
    if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key];
    const command = KEYS[event.key.toLowerCase()];
    if (arrow) {
      const next = this.board.beside(cell, ...arrow);
      if (next) this.focus(next, true);
      if (next) this.board.moveHand(this.board.above(next));
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.click(cell);
    } else if (/^[1-9]$/.test(event.key)) {
      this.act(`lift ${cell} ${event.key}`);
      this.board.moveHand(this.board.above(cell));
    } else if (command) {
      this.act(command(cell));
    } else if (event.key === "Escape" && this.chosen) {
      this.placed();
    } else if (event.key === "m" || event.key === "ContextMenu") {
      this.openMenu(cell);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * One cell of the board is in the page's tab order: the one that was used last.
   * @param {string} cell
   * @param {boolean} take whether it gets the focus
   */
  focus(cell, take) {
    this.board.cell(this.cursor).group.setAttribute("tabindex", "-1");
    this.cursor = cell;
    const { group } = this.board.cell(cell);
    group.setAttribute("tabindex", "0");
    if (!take) return;
    group.focus({ preventScroll: true });
    this.reached(cell);
  }

  /**
   * The keys go on from the next cell whose light says something, if there is one.
   * @param {1 | -1} way on, or back
   */
  toLit(way) {
    const next = this.board.nextLit(this.cursor, way);
    if (!next) return;
    this.focus(next, true);
    this.board.moveHand(this.board.above(next));
  }

  /** @param {string | null} cell */
  openMenu(cell) {
    if (!cell) return;
    this.menu(cell, choices(cell, this.world), this.board.cell(cell).group);
  }
}

/** @type {Record<string, [number, number] | undefined>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
/** @type {Record<string, ((cell: string) => string) | undefined>} */
const KEYS = {
  n: (cell) => `nudge ${cell}`,
  t: (cell) => `touch ${cell}`,
  l: (cell) => `lift ${cell}`,
  a: (cell) => `drop ${cell} askew`,
  b: () => "drop box",
};

/**
 * The name of the cell that an event's target, or what is under the pointer, belongs to.
 * @param {EventTarget | null} target
 */
function cellOf(target) {
  const cell = target instanceof Element ? target.closest("[data-cell]") : null;
  return cell?.getAttribute("data-cell") ?? null;
}

// The board by mouse and touch: presses, drags and long presses, for the hand.

import { cellOf, meant } from "./finding.js";

/** @import { Cursor } from "./cursor.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Kind } from "./types.js" */

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

export class Pointer {
  /**
   * @param {Hand} hand
   * @param {Cursor} cursor
   * @param {HTMLElement} box
   */
  constructor(hand, cursor, box) {
    this.hand = hand;
    this.board = hand.board;
    this.cursor = cursor;
    this.box = box;
    /** @type {Press | null} */
    this.press = null;
    const { svg, held } = this.board;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.hover(event));
    svg.addEventListener("pointerleave", () => this.press || held.move(null));
    svg.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      this.end(); // a long press of a finger
      const cell = this.at(event.target, event);
      if (cell) hand.openMenu(cell);
    });
  }

  /**
   * On the board; beside the cells only a barrier can be meant.
   * @param {PointerEvent} event
   */
  down(event) {
    const cell = this.at(event.target, event);
    if (cell !== null || this.hand.chosen?.barrier) this.begin(event, cell, null);
  }

  /**
   * On a cell, or on what may be dragged from elsewhere: the hand's own tray, a kind in the box.
   * @param {PointerEvent} event
   * @param {string | null} cell
   * @param {Kind | null} kind
   */
  begin(event, cell, kind) {
    if (event.button !== 0 || this.press) return;
    const { clientX: x, clientY: y, pointerId } = event;
    const ends = new AbortController();
    const press = { x, y, cell, kind, moved: false, timer: 0, ends };
    this.press = press;
    if (cell) {
      this.cursor.focus(cell);
      press.timer = setTimeout(() => {
        this.end();
        this.hand.openMenu(cell);
      }, LONG_PRESS_MS);
    }
    /** @type {Record<string, (event: PointerEvent) => void>} */
    const heard = {
      pointermove: (moved) => this.drag(moved, press),
      pointerup: (up) => this.up(up, press),
      pointercancel: () => this.end(),
    };
    for (const [type, act] of Object.entries(heard)) {
      document.addEventListener(type, (later) => {
        // Another finger that comes and goes is none of this press.
        if (later instanceof PointerEvent && later.pointerId === pointerId) act(later);
      }, { signal: ends.signal });
    }
  }

  /**
   * @param {PointerEvent} event
   * @param {Press} press
   */
  drag(event, press) {
    const { hand, board } = this;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PX;
    if (!press.moved && far) {
      press.moved = true;
      clearTimeout(press.timer);
      if (press.kind) board.held.carry(press.kind.barrier ? null : press.kind.glyphs);
      else if (press.cell && hand.hasPieces(press.cell)) hand.lift(press.cell);
    }
    if (!press.moved) return;
    board.held.move(board.point(event.clientX, event.clientY));
    if (press.kind?.barrier) board.plan(this.edge(event));
    else board.markTarget(this.at(document.elementFromPoint(event.clientX, event.clientY), event));
  }

  /**
   * @param {PointerEvent} event
   * @param {Press} press
   */
  up(event, press) {
    this.end();
    if (press.moved) this.drop(event, press.kind);
    else this.click(event, press);
  }

  /**
   * A drag is over.
   * @param {PointerEvent} event
   * @param {Kind | null} kind from the box
   */
  drop(event, kind) {
    const { hand, board } = this;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = this.at(under, event);
    if (kind?.barrier) {
      hand.moveBarrier(this.edge(event));
    } else if (kind) {
      if (target) hand.place(target, kind.text);
    } else if (target) {
      this.cursor.put(target);
      hand.putDown(target);
    } else if (this.box.contains(under)) {
      hand.act("drop box");
    }
    if (event.pointerType === "mouse") return;
    if (target === null) board.held.move(null);
    else board.above(target);
  }

  /**
   * A press that went nowhere.
   * @param {PointerEvent} event
   * @param {Press} press
   */
  click(event, { cell, kind }) {
    const edge = this.hand.chosen?.barrier && !kind ? this.edge(event) : null;
    if (edge) this.hand.moveBarrier(edge);
    else if (cell) this.hand.click(cell);
  }

  /** The press is over, whatever came of it. What was lifted stays in the hand. */
  end() {
    const { press, board } = this;
    if (!press) return;
    clearTimeout(press.timer);
    press.ends.abort();
    board.markTarget(null);
    board.plan(null);
    if (press.kind) this.hand.showChosen();
    this.press = null;
  }

  /** @param {PointerEvent} event */
  hover(event) {
    const { board } = this;
    if (this.press || event.pointerType !== "mouse") return;
    board.held.move(board.point(event.clientX, event.clientY));
    if (this.hand.chosen?.barrier) board.plan(this.edge(event));
  }

  /**
   * The edge at the pointer on which a barrier may stand.
   * @param {PointerEvent} event
   */
  edge(event) {
    return this.board.edge(this.board.point(event.clientX, event.clientY));
  }

  /**
   * The cell that is meant at the pointer, where an element is.
   * @param {EventTarget | null} element
   * @param {{clientX: number, clientY: number}} pointer
   */
  at(element, { clientX, clientY }) {
    const { board } = this;
    return meant(board.cells, board.aims, cellOf(element), board.point(clientX, clientY));
  }
}

// What a hand does at a cell, as commands of the hand's language.
// What is where, and what the hand holds, is only ever what the server's world says.

import { gestures } from "./gestures.js";
import { stands } from "./barriers.js";

/** @import { Board } from "./board.js" */
/** @import { Gesture } from "./gestures.js" */
/** @import { Act, Edge, Kind, Report, World } from "./types.js" */

const TOUCHED = ["which", "touch", "choice"]; // lights that want a touch and no lift

export class Hand {
  /**
   * @param {Board} board
   * @param {Act} act
   * @param {(cell: string, gestures: Gesture[], at: SVGElement) => void} menu opens a cell's
   * @param {World} world as it is now
   * @param {(kind: Kind | null) => void} chose hears what is chosen from the box, null for nothing
   */
  constructor(board, act, menu, world, chose) {
    this.board = board;
    this.act = act;
    this.menu = menu;
    this.world = world;
    this.chose = chose;
    /** @type {Report["lifts"]} */
    this.lifts = {};
    this.boxed = false; // what is to be taken off goes into the box: nothing is to be put down
    /** @type {Kind | null} */
    this.chosen = null; // from the box
    /** @type {string | null} */
    this.besideFrom = null; // with keys: the first of the two cells beside a barrier
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
  hear(report) {
    this.lifts = report.lifts;
    this.boxed = !(report.wayBack?.put.length || report.carry?.to.length);
  }

  /** @param {string} cell */
  hasPieces(cell) {
    return (this.world.cells[cell] ?? []).length > 0;
  }

  /** @param {string} cell */
  openMenu(cell) {
    this.menu(cell, gestures(cell, this.world), this.board.cell(cell).group);
  }

  /**
   * A click: put down what the hand or the box gives, or lift what is there, or touch.
   * @param {string} cell
   */
  click(cell) {
    this.board.above(cell);
    if (this.chosen?.barrier) this.chooseBeside(cell);
    else if (this.chosen) {
      this.place(cell, this.chosen.text);
      this.choose(null);
    } else if (this.world.hand.length) this.putDown(cell);
    else if (!this.hasPieces(cell)) this.act(`touch ${cell}`);
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
    this.act(less ? `remove ${cell} ${less}` : `remove ${cell}`);
    if (less) this.act(`nudge ${cell}`); // no switch feels that a top came off
  }

  /**
   * How many pieces this game would move from there, where that is less than all; else null.
   * @param {string} cell
   */
  less(cell) {
    const pieces = this.lifts[cell] ?? 0;
    return pieces && pieces < (this.world.cells[cell] ?? []).length ? pieces : null;
  }

  /**
   * What this game would move from there; all of it where several ways are open.
   * @param {string} cell
   */
  lift(cell) {
    const less = this.less(cell);
    const did = this.act(less ? `lift ${cell} ${less}` : `lift ${cell}`);
    if (did && less) this.act(`nudge ${cell}`); // as the rest of a stack moves where its top is lifted
  }

  /**
   * The whole hand; onto other pieces as one does it at the table: what lies there moves a
   * little, and the board can feel where the hand went.
   * @param {string} cell
   */
  putDown(cell) {
    const one = this.world.aims?.each && this.world.hand.length > 1;
    const did = this.act(one ? `drop ${cell} 1` : `drop ${cell}`);
    if (did && this.hasPieces(cell)) this.act(`nudge ${cell}`);
  }

  // -- from the box

  /**
   * What is chosen there; null: nothing.
   * @param {Kind | null} kind
   */
  choose(kind) {
    this.chosen = kind;
    this.besideFrom = null;
    this.board.markTarget(null);
    this.board.plan(null);
    this.showChosen();
    this.chose(kind);
  }

  /** What is chosen is seen in the hand; a barrier is not. */
  showChosen() {
    this.board.held.carry(this.chosen && !this.chosen.barrier ? this.chosen.glyphs : null);
  }

  /**
   * A piece from the box; onto others as one does it at the table, see `putDown`.
   * @param {string} cell
   * @param {string} piece
   */
  place(cell, piece) {
    const onto = this.hasPieces(cell);
    this.act(`place ${cell} ${piece}`);
    if (onto) this.act(`nudge ${cell}`);
  }

  /**
   * A barrier goes onto an edge; one that stands there goes into the box.
   * @param {Edge | null} edge
   */
  moveBarrier(edge) {
    this.board.plan(null);
    if (!edge) return;
    const there = stands(edge, this.world.barriers);
    this.act(`${there ? "remove" : "place"} ${edge.join("/")} wall`);
    // No switch feels a barrier: who puts one up touches the cells beside it.
    if (!there) this.act(`touch ${edge.join("/")}`);
    this.choose(null);
  }

  /**
   * With keys: one cell beside the edge, then the other.
   * @param {string} cell
   */
  chooseBeside(cell) {
    if (this.besideFrom && this.besideFrom !== cell) this.moveBarrier([this.besideFrom, cell]);
    else this.besideFrom = this.besideFrom ? null : cell;
    this.board.markTarget(this.besideFrom);
  }
}

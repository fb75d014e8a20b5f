// The keys' place on the board: the one cell that is in the page's tab order, used last.

import { beside, nextLit } from "./finding.js";

/** @import { Board } from "./board.js" */

export class Cursor {
  /**
   * @param {Board} board
   * @param {(cell: string) => void} reached called when a pointer or a key has come to a cell
   */
  constructor(board, reached) {
    this.board = board;
    this.reached = reached;
    this.cell = board.grid.cells[Math.floor(board.grid.cells.length / 2)].name;
    this.put(this.cell);
  }

  /**
   * The keys go on from this cell.
   * @param {string} cell
   */
  put(cell) {
    this.board.cell(this.cell).group.setAttribute("tabindex", "-1");
    this.cell = cell;
    this.board.cell(cell).group.setAttribute("tabindex", "0");
  }

  /**
   * The same, and the cell gets the focus.
   * @param {string} cell
   */
  focus(cell) {
    this.put(cell);
    this.board.cell(cell).group.focus({ preventScroll: true });
    this.reached(cell);
  }

  /**
   * The keys come to this cell, and the hand with them.
   * @param {string} cell
   */
  go(cell) {
    this.focus(cell);
    this.board.above(cell);
  }

  /** They come to the board. */
  toBoard() {
    this.go(this.cell);
  }

  /**
   * They go to the next cell, if there is one that way.
   * @param {string} cell
   * @param {number} dx
   * @param {number} dy
   */
  step(cell, dx, dy) {
    const next = beside(this.board.cells, this.board.cell(cell), dx, dy);
    if (next) this.go(next);
  }

  /**
   * They go to the next cell whose light says something, if there is one.
   * @param {1 | -1} way on, or back
   */
  toLit(way) {
    const next = nextLit(this.board.cells, this.board.aims, this.cell, way);
    if (next) this.go(next);
  }
}

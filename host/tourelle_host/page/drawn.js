// The board that the page draws: the server's as it is now, or the position that is looked at.

import { Board } from "./board.js";
import { CALM } from "./dom.js";

/** @import { Cursor } from "./cursor.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Past } from "./past.js" */
/** @import { Aims, BoardMessage, World } from "./types.js" */

/** @type {World} */
export const NOTHING = { cells: {}, hand: [], barriers: [], power: true, game: null };
/** @type {Aims} */
export const NO_AIMS = { cells: [], owed: false, each: false };

export class Drawn {
  /**
   * @param {HTMLElement} element where it is drawn
   * @param {Past} past
   * @param {(board: Board) => {hand: Hand, cursor: Cursor}} reach puts hand and cursor on a board
   */
  constructor(element, past, reach) {
    this.element = element;
    this.past = past;
    this.reach = reach;
    /**
     * The board, and the hand and the cursor on it; null until the server has told of one.
     * @type {{message: BoardMessage, board: Board, hand: Hand, cursor: Cursor} | null}
     */
    this.now = null;
    this.world = NOTHING; // as it is now, whatever is looked at
    this.rgb = ""; // its lights
  }

  /**
   * Draws the board that the server has told of; a saved game may be of another one.
   * @param {BoardMessage} message
   */
  use(message) {
    if (this.now && this.now.message.grid.name !== message.grid.name) {
      this.world = NOTHING; // what stood and was lit belongs to the other board
      this.rgb = "";
    }
    const grid = this.past.look?.grid ?? message.grid;
    if (this.now?.board.grid.name === grid.name) {
      this.now.message = message;
      return;
    }
    const board = new Board(this.element, grid);
    this.now = { message, board, ...this.reach(board) };
  }

  /** Shows what stands, and what is lit. */
  show() {
    if (!this.now) return;
    const { look } = this.past;
    this.use(this.now.message);
    this.now.hand.see(this.world); // whatever is looked at, the hand is where the pieces are
    const { board, message } = this.now;
    if (look) {
      board.show(look.world, look.sides);
      board.print(look);
      board.light(this.past.frame(message.lights));
      return;
    }
    const game = this.game();
    board.show(this.world, game?.sides ?? "");
    if (game) board.print(game);
    if (this.rgb) board.light(this.rgb, CALM.matches);
  }

  /** @param {string} rgb what the lights show now, six hexadecimal digits for each cell */
  light(rgb) {
    this.rgb = rgb;
    if (!this.past.look) this.now?.board.light(rgb, CALM.matches);
  }

  /** The game that the pieces belong to; before one is put up, any of this board's. */
  game() {
    const games = this.now?.message.games ?? [];
    return games.find((game) => game.name === this.world.game) ?? games[0];
  }
}

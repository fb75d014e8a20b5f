// Beside the board: what is in the hand, and the box with a piece of each kind.

import { part, within } from "./dom.js";
import { heightOf, stack, TILT } from "./pieces.js";
import { make } from "./svg.js";
import { picture as barrierPicture } from "./barriers.js";
import { piecesInWords } from "./words.js";

/** @import { Cursor } from "./cursor.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Pointer } from "./pointer.js" */
/** @import { Act, Kind } from "./types.js" */

export class Trays {
  /**
   * @param {HTMLElement} hand the tray of what it holds
   * @param {HTMLElement} box
   * @param {Act} act
   */
  constructor(hand, box, act) {
    this.handTray = part(hand, ".hand-pieces", HTMLElement);
    this.boxTray = part(box, ".box-pieces", HTMLElement);
    this.draggable(this.handTray);
    box.addEventListener("click", (event) => {
      if (!this.held.length || within(event, "button")) return;
      act("drop box");
    });
    /** @type {string[]} */
    this.held = [];
    /** @type {{hand: Hand, pointer: Pointer, cursor: Cursor} | null} */
    this.board = null; // where what is taken from here goes
    this.boxKey = "";
    /** @type {Map<Kind, HTMLButtonElement>} */
    this.sources = new Map();
  }

  /**
   * The board on which pieces from the trays are put.
   * @param {{hand: Hand, pointer: Pointer, cursor: Cursor}} board
   */
  use(board) {
    this.board = board;
    this.boxKey = "";
  }

  /**
   * Pieces may be dragged from there to the board that is there then.
   * @param {HTMLElement} element
   * @param {Kind | null} kind from the box; null: what is in the hand
   */
  draggable(element, kind = null) {
    element.addEventListener("pointerdown", (event) => this.board?.pointer.begin(event, null, kind));
  }

  /**
   * Shows the hand's glyphs and the kinds of piece in the box.
   * @param {string[]} held
   * @param {string} sides
   * @param {Kind[]} box
   */
  show(held, sides, box) {
    this.held = held;
    this.handTray.replaceChildren(held.length ? picture(held, sides) : "nothing");
    this.handTray.classList.toggle("full", held.length > 0);
    this.handTray.setAttribute("aria-label", held.length ? piecesInWords(held, sides) : "nothing");
    const key = sides + JSON.stringify(box);
    if (key === this.boxKey) return;
    this.boxKey = key;
    this.board?.hand.choose(null);
    this.boxTray.classList.toggle("many", box.length > 4);
    this.sources = new Map(box.map((kind) => [kind, this.source(kind, sides)]));
    this.boxTray.replaceChildren(...this.sources.values());
  }

  /**
   * Marks what is to come from the box now.
   * @param {string[]} kinds as the hand's language names them; "wall" for a barrier
   */
  want(kinds) {
    for (const [kind, button] of this.sources) {
      const wanted = kinds.includes(kind.barrier ? "wall" : kind.text);
      button.classList.toggle("wanted", wanted);
      const label = `From the box: ${button.title}${wanted ? ", wanted now" : ""}`;
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    }
  }

  /**
   * A piece in the box: to be dragged, or chosen and then put on a cell with a click.
   * @param {Kind} kind
   * @param {string} sides
   */
  source(kind, sides) {
    const button = document.createElement("button");
    button.className = "source";
    const name = kind.barrier ? "barrier" : piecesInWords(kind.glyphs, sides);
    button.title = name;
    button.setAttribute("aria-pressed", "false");
    button.append(kind.barrier ? barrierPicture() : picture(kind.glyphs, sides));
    button.addEventListener("click", (event) => {
      if (!this.board) return;
      const { hand, cursor } = this.board;
      hand.choose(hand.chosen === kind ? null : kind);
      if (hand.chosen && event.detail === 0) cursor.toBoard(); // by a key
    });
    this.draggable(button, kind);
    return button;
  }

  /**
   * Marks what is chosen from the box.
   * @param {Kind | null} chosen
   */
  mark(chosen) {
    for (const [kind, button] of this.sources) {
      button.setAttribute("aria-pressed", String(kind === chosen));
    }
  }
}

/**
 * @param {string[]} glyphs
 * @param {string} sides
 */
function picture(glyphs, sides) {
  const top = -heightOf(glyphs) - 3;
  const svg = make("svg", {
    viewBox: `-40 ${top} 84 ${38 * TILT + 8 - top}`, "aria-hidden": "true",
  });
  svg.append(stack(glyphs, sides));
  return svg;
}

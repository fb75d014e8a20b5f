// What the hand holds, drawn above the board.

import { stack } from "./pieces.js";

/** @import { Point } from "./types.js" */

export class Held {
  /** @param {SVGGElement} layer */
  constructor(layer) {
    this.layer = layer;
    this.sides = ""; // the letters of the pieces' sides
    /** @type {string[]} */
    this.glyphs = [];
    /** @type {string[] | null} */
    this.coming = null; // the glyphs of a piece from the box that is about to be put down
    /** @type {Point | null} */
    this.at = null; // where the hand is, in the drawing's units
  }

  /**
   * Shows what is in the hand.
   * @param {string[]} glyphs
   * @param {string} sides
   */
  show(glyphs, sides) {
    this.glyphs = glyphs;
    this.sides = sides;
    this.carry(this.coming);
  }

  /**
   * Shows a piece on its way from the box instead of what is in the hand; null: the hand again.
   * @param {string[] | null} glyphs
   */
  carry(glyphs) {
    this.coming = glyphs;
    const shown = glyphs ?? this.glyphs;
    this.layer.replaceChildren(...(shown.length ? [stack(shown, this.sides)] : []));
    this.move(this.at);
  }

  /**
   * Moves it to a point of the drawing; null where it rests out of sight.
   * @param {Point | null} at
   */
  move(at) {
    this.at = at;
    const shown = at && this.layer.childNodes.length;
    this.layer.style.display = shown ? "" : "none";
    if (shown) this.layer.setAttribute("transform", `translate(${at.x} ${at.y - 36}) scale(1.08)`);
  }
}

// A cell of the board: what stands there, what its light says, and both in words.

import { Lamp } from "./lamp.js";
import { stack } from "./pieces.js";
import { place, well } from "./plate.js";
import { make, seenOnly } from "./svg.js";
import { piecesInWords } from "./words.js";

/** @import { GridCell, Shape } from "./types.js" */

export class Cell {
  /**
   * Draws it, empty and dark.
   * @param {GridCell} cell
   * @param {Shape} shape
   */
  constructor(cell, shape) {
    const { x, y } = place(cell);
    const transform = `translate(${x} ${y})`;
    this.name = cell.name;
    this.x = x;
    this.y = y;
    this.lamp = new Lamp(cell.name, shape, transform);
    this.pieces = seenOnly(make("g", { class: "pieces" }));
    this.group = make("g", {
      transform, class: "cell", role: "gridcell", tabindex: -1, "data-cell": cell.name,
    }, [
      make("path", { d: well(shape, 1.1), class: "ground" }),
      this.pieces,
      make("path", { d: well(shape, 1.08), class: "focus" }),
    ]);
    /** @type {string | null} */
    this.standing = null; // of which sides, and what; null at first
    this.words = ""; // what stands there
    this.state = ""; // of its light
    this.meaning = ""; // of that light, or ""
  }

  /**
   * Shows what stands there.
   * @param {string[]} glyphs
   * @param {string} sides the letters
   */
  stand(glyphs, sides) {
    const standing = sides + glyphs.join("");
    if (this.standing === standing) return;
    this.standing = standing;
    this.pieces.replaceChildren(...(glyphs.length ? [stack(glyphs, sides)] : []));
    this.words = piecesInWords(glyphs, sides);
    this.label();
  }

  /**
   * Has its label say what its light means.
   * @param {string} state
   * @param {string} meaning of that, or ""
   */
  explain(state, meaning) {
    this.state = state;
    if (this.meaning === meaning) return;
    this.meaning = meaning;
    this.lamp.renew();
    this.label();
  }

  label() {
    const light = this.meaning && `; light: ${this.meaning}`;
    this.group.setAttribute("aria-label", `${this.name}, ${this.words}${light}`);
  }
}

// A cell of the board: what stands there, what its light says, and both in words.

import { Lamp } from "./lamp.js";
import { stack } from "./pieces.js";
import { place, well } from "./plate.js";
import { make, seenOnly } from "./svg.js";
import { inWords } from "./words.js";

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
    this.says = ""; // what the light means, or ""
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
    this.words = inWords(glyphs, sides);
    this.label();
  }

  /**
   * Tells what its light says.
   * @param {string} state
   * @param {string} says its meaning, or ""
   */
  say(state, says) {
    this.state = state;
    if (this.says === says) return;
    this.says = says;
    this.lamp.renew();
    this.label();
  }

  label() {
    const light = this.says && `; light: ${this.says}`;
    this.group.setAttribute("aria-label", `${this.name}, ${this.words}${light}`);
  }
}

// Beside the board: what is in the hand, and the box with a piece of each kind.

import { heightOf, stack, TILT } from "./pieces.js";
import { make } from "./svg.js";
import { picture as wallPicture } from "./walls.js";

export class Trays {
  constructor(hand, box, act) {
    this.handTray = hand.querySelector(".hand-pieces");
    this.boxTray = box.querySelector(".box-pieces");
    box.addEventListener("click", (event) => {
      if (!this.held.length || event.target.closest("button")) return;
      act("drop box");
    });
    this.held = [];
  }

  // The Hand that drags from the trays, and the board that it drags to.
  use(hand, board) {
    Object.assign(this, { hand, board, boxKey: null });
    hand.draggable(this.handTray);
    hand.placed = () => this.choose(null);
  }

  // Shows the hand's glyphs and the kinds of piece in the box: [{text, glyphs}], {wall: true}.
  show(held, sides, box, inWords) {
    this.held = held;
    this.handTray.replaceChildren(held.length ? picture(held, sides) : "nothing");
    this.handTray.classList.toggle("full", held.length > 0);
    this.handTray.setAttribute("aria-label", held.length ? inWords(held, sides) : "nothing");
    const key = sides + JSON.stringify(box);
    if (key === this.boxKey) return;
    this.boxKey = key;
    this.choose(null);
    this.boxTray.classList.toggle("many", box.length > 4);
    this.boxTray.style.setProperty("--columns", Math.ceil(box.length / 2));
    this.boxTray.replaceChildren(...box.map((kind) => this.source(kind, sides, inWords)));
  }

  // A piece in the box: to be dragged, or chosen and then put on a cell with a click.
  source(kind, sides, inWords) {
    const button = document.createElement("button");
    button.className = "source";
    const name = kind.wall ? "barrier" : inWords(kind.glyphs, sides);
    button.title = name;
    button.setAttribute("aria-label", `From the box: ${name}`);
    button.setAttribute("aria-pressed", "false");
    button.append(kind.wall ? wallPicture() : picture(kind.glyphs, sides));
    button.addEventListener("click", (event) => {
      this.choose(this.hand.chosen === kind ? null : kind, button);
      if (this.hand.chosen && event.detail === 0) this.hand.toBoard();
    });
    this.hand.draggable(button, kind);
    return button;
  }

  choose(kind, button = null) {
    this.hand.choose(kind);
    for (const other of this.boxTray.children) other.setAttribute("aria-pressed", other === button && kind !== null);
  }
}

function picture(glyphs, sides) {
  const top = -heightOf(glyphs) - 3;
  const svg = make("svg", {
    viewBox: `-40 ${top} 84 ${38 * TILT + 8 - top}`, "aria-hidden": "true",
  });
  svg.append(stack(glyphs, sides));
  return svg;
}

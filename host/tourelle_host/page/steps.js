// The steps of a game that is looked at: four buttons and the arrow keys.

import { part } from "./dom.js";
import { isForPage } from "./shortcuts.js";

export class Steps {
  /**
   * @param {HTMLElement} element holds the buttons, each with its data-step
   * @param {(step: number) => void} ask for another step
   */
  constructor(element, ask) {
    this.element = element;
    this.ask = ask;
    this.at = 0;
    /** @type {number | null} */
    this.last = null;
    this.text = part(element, "output", HTMLElement);
    this.buttons = [.../** @type {NodeListOf<HTMLButtonElement>} */ (element.querySelectorAll("[data-step]"))];
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.go(button.dataset.step ?? ""));
    }
    document.addEventListener("keydown", (event) => {
      const step = KEYS[event.key];
      if (!step || this.last === null || event.defaultPrevented || !isForPage(event)) return;
      event.preventDefault();
      this.go(step);
    });
  }

  /**
   * So many steps are there; none (undefined) where nothing is replayed.
   * @param {number} [last]
   */
  use(last) {
    this.last = last ?? null;
    this.element.hidden = this.last === null;
  }

  /**
   * This step is shown.
   * @param {number} step
   */
  show(step) {
    this.at = step;
    this.text.textContent = `${step} of ${this.last}`;
    for (const button of this.buttons) {
      const back = ["first", "back"].includes(button.dataset.step ?? "");
      button.disabled = back ? step === 0 : step === this.last;
    }
  }

  /** @param {string} where a button's data-step */
  go(where) {
    if (this.last === null) return;
    /** @type {Record<string, number | undefined>} */
    const steps = { first: 0, back: this.at - 1, on: this.at + 1, last: this.last };
    const step = steps[where];
    if (step === undefined) return;
    if (step >= 0 && step <= this.last && step !== this.at) this.ask(step);
  }
}

/** @type {Record<string, string | undefined>} */
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

// The card about a position that is looked at: of which game, after which move, and the way back.

import { piece } from "./colours.js";
import { outcome, playing } from "./outcome.js";
import { line } from "./sentence.js";
import { inList } from "./words.js";

/** @import { Past } from "./past.js" */

export class LookingCard {
  /**
   * @param {HTMLElement} element
   * @param {Past} past
   */
  constructor(element, past) {
    this.element = element;
    this.past = past;
    this.back = document.createElement("button");
    this.back.className = "main";
    this.back.addEventListener("click", () => past.leave());
    this.words = document.createElement("div");
    element.append(this.words, this.back);
  }

  show() {
    const { look, record } = this.past;
    this.element.hidden = !look;
    if (!look) return;
    this.back.textContent = record ? "Close this game" : "Back to the game";
    const { step, moves, over, title, date, score, sides, step_words: words } = look;
    const parts = [line("headline", step ? `After move ${step} of ${moves.length}` : "The beginning")];
    const [side, text] = moves[step - 1] ?? [];
    if (side) parts.push(line("", `${piece(side).name}: ${inList(text, words)}`));
    const letters = playing(sides, score.length);
    const points = letters.slice(0, score.length).map((letter, at) => `${piece(letter).name} ${score[at]}`);
    if (points.length) parts.push(line("about", points.join(" · ")));
    if (record) parts.push(line("about", [title, date].filter(Boolean).join(" · ")));
    if (over && step === moves.length) parts.push(line("asked", outcome(over, letters)));
    this.words.replaceChildren(...parts);
  }
}

// "Do it for me": the page asks the server to carry out a step that no hand has made, once or
// always; or to put the pieces back.

import { button } from "./dom.js";
import { recall, remember } from "./store.js";

/** @import { Card, Move, Request } from "./types.js" */

const REMEMBERED = "tourelle-do-it-for-me";
const ALWAYS = "always";
const SEEN_MS = 900; // a step is seen before it is carried out

export class Help {
  /** @param {(request: Request) => boolean} send asks the server; whether it did */
  constructor(send) {
    this.send = send;
    this.always = recall(REMEMBERED) === ALWAYS;
    this.timer = 0;
    this.step = ""; // the one that the hands are led to
    this.begun = ""; // the one that the server has been asked to carry out always
  }

  /**
   * What may be asked for now; where it always is, that is done.
   * @param {Card["help"]} what
   * @param {Move | null} step the one that the hands are led to
   */
  follow(what, step) {
    this.step = what === "step" && step ? `${step.number} ${step.side} ${step.text}` : "";
    if (!this.step || !this.always) {
      this.forget();
    } else if (this.step !== this.begun) {
      this.begun = this.step;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => {
        if (!this.send({ help: "step" })) this.begun = ""; // tried again with the next report
      }, SEEN_MS);
    }
  }

  /** Nothing is under way: of what the server was asked for it may have heard nothing. */
  forget() {
    clearTimeout(this.timer);
    this.begun = "";
  }

  /**
   * The row of the card with which it is asked for; null where there is nothing to do.
   * @param {Card["help"]} what
   */
  row(what) {
    if (!what) return null;
    const row = document.createElement("div");
    row.className = "help-row";
    const words = what === "step" ? "Do it for me" : "Put it back for me";
    row.append(button(words, () => this.send({ help: what })));
    if (what === "step") row.append(this.alwaysBox());
    return row;
  }

  /** Whether every such step is carried out without being asked for. */
  alwaysBox() {
    const label = document.createElement("label");
    const box = document.createElement("input");
    box.type = "checkbox";
    box.checked = this.always;
    box.addEventListener("change", () => {
      this.always = box.checked;
      this.forget();
      remember(REMEMBERED, box.checked ? ALWAYS : "once");
      if (box.checked && this.send({ help: "step" })) this.begun = this.step;
    });
    label.append(box, " always");
    return label;
  }
}

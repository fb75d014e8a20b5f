// Looks at games, asked of the server: each is told to whoever asked for it.

/** @import { Look, Request } from "./types.js" */

/** @typedef {(look: Look) => void} Heard */
/** @typedef {(why: string) => void} Damaged hears why there is nothing to look at */

export class Looks {
  /** @param {(request: Request) => boolean} send */
  constructor(send) {
    this.send = send;
    this.asked = 0; // so many times
    /** @type {Map<string, {heard: Heard, damaged: Damaged}>} */
    this.waiting = new Map(); // who asked, by the tag of the request
  }

  /**
   * Asks for a game as it stood after a step; whether that could be asked.
   * @param {number} step
   * @param {string | undefined} record of a saved game; none where it is the one on the board
   * @param {Heard} heard
   * @param {Damaged} damaged
   */
  ask(step, record, heard, damaged) {
    this.asked += 1;
    const tag = String(this.asked);
    const game = record === undefined ? {} : { record };
    if (!this.send({ look: step, tag, ...game })) return false;
    this.waiting.set(tag, { heard, damaged });
    return true;
  }

  /** @param {Look} look */
  heard(look) {
    this.answered(look.tag)?.heard(look);
  }

  /** @param {{tag: string, text: string}} why */
  damaged({ tag, text }) {
    this.answered(tag)?.damaged(text);
  }

  /** The connection is lost: what was asked for is not answered any more. */
  forget() {
    this.waiting.clear();
  }

  /**
   * Who asked.
   * @param {string} tag
   */
  answered(tag) {
    const asked = this.waiting.get(tag);
    this.waiting.delete(tag);
    return asked;
  }
}

// An engine at the other end of the link, asked in the words of its protocol (UGI), one search at
// a time. Which process or worker answers, nobody here knows.

/** @import { Found } from "./review.js" */
/** @import { Request } from "./types.js" */

export class Engine {
  /** @param {(request: Request) => boolean} send */
  constructor(send) {
    this.send = send;
    this.game = "";
    /** @type {Promise<unknown>} */
    this.last = Promise.resolve(); // the search before
    /** @type {{told: Found[], on: (told: Found[]) => void, end: (told: Found[]) => void,
     *   fail: (why: Error) => void} | null} */
    this.search = null;
  }

  /**
   * Has it look at a position, after any search before; gives what it found.
   * @param {{game: string, start: string}} of the game
   * @param {string[]} turns
   * @param {string} limits "nodes 1000", "infinite"
   * @param {(told: Found[]) => void} on hears all that has been found, as it grows
   * @returns {Promise<Found[]>}
   */
  ask({ game, start }, turns, limits, on = () => {}) {
    const asked = this.last.then(() => new Promise((end, fail) => {
      this.search = { told: [], on, end, fail };
      this.game = game;
      const moves = turns.length ? ` moves ${turns.join(" ")}` : "";
      const sent = this.say(`position fen ${start}${moves}`) && this.say(`go ${limits}`);
      if (!sent) this.failed("There is no connection.");
    }));
    this.last = asked.catch(() => {});
    return /** @type {Promise<Found[]>} */ (asked);
  }

  /** Ends the search under way, if there is one; it gives what it has. */
  stop() {
    if (this.search) this.say("stop");
  }

  /** @param {string} line */
  say(line) {
    return this.send({ ugi: line, game: this.game });
  }

  /** @param {string} why nothing more will come */
  failed(why) {
    this.search?.fail(new Error(why));
    this.search = null;
  }

  /** @param {string} line of the engine's */
  heard(line) {
    const { search } = this;
    if (!search) return;
    const found = line.match(/^info depth (\d+) (?:multipv 1 )?score cp (-?\d+) .* pv (.*)$/);
    if (found) {
      search.told.push({ depth: Number(found[1]), value: Number(found[2]), line: found[3].split(" ") });
      search.on(search.told);
    } else if (line.startsWith("bestmove")) {
      this.search = null;
      search.end(search.told);
    }
  }
}

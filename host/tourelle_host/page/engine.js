// An engine at the other end of the link, asked in the words of its protocol (UGI), one search at
// a time. Which process or worker answers, nobody here knows.

/** @import { Found } from "./review.js" */
/** @import { Request } from "./types.js" */

/**
 * What it is asked, and who hears what it finds.
 * @typedef {object} Search
 * @property {string} game
 * @property {string[]} lines
 * @property {Found[]} found so far, a depth each
 * @property {(found: Found[]) => void} on hears all of it whenever it grows
 * @property {(found: Found[]) => void} end
 * @property {(why: Error) => void} fail
 */

export class Engine {
  /** @param {(request: Request) => boolean} send */
  constructor(send) {
    this.send = send;
    this.game = "";
    /** @type {Search | null} */
    this.search = null; // under way
    /** @type {Search | null} */
    this.next = null; // begins when that one has ended
  }

  /**
   * Has it look at a position as soon as it may. Of those that wait, only the newest is looked at:
   * the one before ends with nothing found.
   * @param {{game: string, start: string}} of the game
   * @param {string[]} turns
   * @param {string} limits "nodes 1000", "infinite"
   * @param {(found: Found[]) => void} on hears all that has been found, as it grows
   * @returns {Promise<Found[]>}
   */
  ask({ game, start }, turns, limits, on = () => {}) {
    const moves = turns.length ? ` moves ${turns.join(" ")}` : "";
    const lines = [`position fen ${start}${moves}`, `go ${limits}`];
    return new Promise((end, fail) => {
      this.next?.end([]);
      this.next = { game, lines, found: [], on, end, fail };
      if (!this.search) this.begin();
    });
  }

  /** Begins the search that waits, if there is one. */
  begin() {
    const search = this.next;
    this.search = search;
    this.next = null;
    if (!search) return;
    this.game = search.game;
    if (!search.lines.every((line) => this.write(line))) this.failed("There is no connection.");
  }

  /** Ends the search under way, if there is one, with what it has; none waits any more. */
  stop() {
    this.next?.end([]);
    this.next = null;
    if (this.search) this.write("stop");
  }

  /** @param {string} line */
  write(line) {
    return this.send({ ugi: line, game: this.game });
  }

  /** @param {string} why nothing more will come */
  failed(why) {
    for (const search of [this.search, this.next]) search?.fail(new Error(why));
    this.search = null;
    this.next = null;
  }

  /** @param {string} line of the engine's */
  heard(line) {
    const { search } = this;
    if (!search) return;
    const info = line.match(/^info depth (\d+) (?:multipv 1 )?score cp (-?\d+) .* pv (.*)$/);
    if (info) {
      search.found.push({ depth: Number(info[1]), value: Number(info[2]), line: info[3].split(" ") });
      search.on(search.found);
    } else if (line.startsWith("bestmove")) {
      search.end(search.found);
      this.begin();
    }
  }
}

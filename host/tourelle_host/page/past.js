// Looking back: a position of the game on the board, or of a saved one, in place of what stands.

/** @import { Looks } from "./looks.js" */
/** @import { Lit, LightTable, Look } from "./types.js" */

const LAST = "last-move";
export const END = 100000; // a step beyond that of any game: its last one

export class Past {
  /**
   * @param {Looks} looks
   * @param {() => void} changed another position is shown, or none any more
   * @param {(why: string) => void} damaged hears why there is nothing to look at
   */
  constructor(looks, changed, damaged) {
    this.looks = looks;
    this.changed = changed;
    this.damaged = damaged;
    /** @type {Look | null} */
    this.look = null; // what is shown
    /** @type {string | undefined} */
    this.record = undefined; // of a saved game that is shown; none where it is the one on the board
    this.open = false; // whether anything is looked at, or has been asked for
  }

  /**
   * Asks for a step of the game on the board, or of a saved one.
   * @param {number} step
   * @param {string} [record]
   */
  begin(step, record) {
    this.open = true;
    this.looks.ask(step, record, (look) => this.heard(look, record), this.damaged);
  }

  /**
   * Asks for another step of the game that is shown.
   * @param {number} step
   */
  go(step) {
    this.begin(step, this.record);
  }

  /**
   * @param {Look} look that was asked for, perhaps by somebody who has gone back since
   * @param {string | undefined} record its game's, as in `begin`
   */
  heard(look, record) {
    if (!this.open) return;
    this.look = look;
    this.record = record;
    this.changed();
  }

  leave() {
    this.open = false; // also where a look was asked for that has not come yet
    this.record = undefined;
    if (!this.look) return;
    this.look = null;
    this.changed();
  }

  /** The moves of the game that is shown, as the board would have told them. */
  moves() {
    return (this.look?.moves ?? []).map(([side, text], index) => ({ number: index + 1, side, text }));
  }

  /**
   * What the lights say of the step before.
   * @returns {Lit[]}
   */
  lit() {
    return this.look?.last.length ? [{ state: LAST, count: 1, cells: this.look.last }] : [];
  }

  /**
   * The same as colours, six hexadecimal digits for each cell.
   * @param {LightTable} lights
   */
  frame(lights) {
    const rgb = lights.states.find(({ name }) => name === LAST)?.rgb ?? [255, 255, 255];
    const lit = rgb.map((part) => part.toString(16).padStart(2, "0")).join("");
    const { grid, last } = this.look ?? { grid: { cells: [] }, last: [""] };
    return grid.cells.map(({ name }) => (last.includes(name) ? lit : "000000")).join("");
  }
}

// Where the pieces in the hand may go, where no light says so: no switch felt the top of a stack
// go, and for the switches the last step may be over with some of its pieces still up.

/** @import { Aims, Carry, Lift } from "./types.js" */

export class Aiming {
  constructor() {
    /** @type {Record<string, Lift | undefined>} */
    this.lifts = {}; // what this game would take from a cell, where that is less than all
    /** @type {string | null} */
    this.from = null; // the cell whose top pieces are in the hand
    /** @type {string[]} */
    this.laid = []; // the cells on which some of them have been put down since
    /** @type {string[]} */
    this.lifted = []; // the cells from which what is in the hand was lifted
    /** @type {Carry | null} */
    this.carry = null; // where the pieces of the last step go
    /** @type {string[]} */
    this.owed = []; // where the last step wants what is still in the hand, though another was made
    this.each = false; // of what is in the hand one piece is put on each cell
  }

  /** @param {boolean} full whether something is in the hand */
  handIs(full) {
    if (!full) this.owed = [];
  }

  /**
   * What the board tells. It may make its move while some pieces of the step before are still in
   * the hand.
   * @param {Record<string, Lift | undefined>} lifts
   * @param {Carry | null} carry where the pieces of the last step go
   * @param {boolean} full whether something is in the hand
   */
  follow(lifts, carry, full) {
    this.lifts = lifts;
    if (JSON.stringify(carry) === JSON.stringify(this.carry)) return; // told once more
    this.owed = carry && full ? this.owed.concat(this.wanted()) : [];
    this.carry = carry;
  }

  /**
   * What this game would move from a cell, where that is less than all.
   * @param {string} cell
   * @param {number} high how many pieces stand there
   */
  less(cell, high) {
    const known = this.lifts[cell];
    return known && known.pieces < high ? known : null;
  }

  /**
   * Pieces are lifted.
   * @param {string} cell
   * @param {Lift | null} less where these are less than all
   * @param {boolean} full whether something is in the hand already
   */
  lift(cell, less, full) {
    if (!full) {
      this.each = less?.each ?? false;
      this.from = less ? cell : null;
      this.lifted = [];
      this.laid = [];
    }
    this.lifted.push(cell);
  }

  /**
   * Pieces are put down.
   * @param {string} cell
   */
  putDown(cell) {
    this.laid.push(cell);
    this.owed = this.owed.filter((other) => other !== cell);
  }

  /**
   * Where what is in the hand may go.
   * @param {boolean} full whether something is
   * @returns {Aims}
   */
  aims(full) {
    if (!full) return { cells: [], owed: false };
    if (this.owed.length) return { cells: this.owed, owed: true };
    const wanted = this.wanted();
    return { cells: wanted.length ? wanted : this.left(), owed: false };
  }

  /** Where the last step wants what is in the hand, if that was lifted for it. */
  wanted() {
    const { carry, lifted, laid } = this;
    if (!carry?.to.length || !lifted.length) return [];
    if (!lifted.every((cell) => carry.from.includes(cell))) return [];
    const left = carry.to.filter((cell) => !laid.includes(cell));
    return left.length ? left : carry.to;
  }

  /** Where the top pieces that were lifted may still go, of the ways from their cell. */
  left() {
    const ways = (this.from && this.lifts[this.from]?.ways) || [];
    const left = ways.filter((way) => this.laid.every((cell) => way.includes(cell)))
      .map((way) => way.find((cell) => !this.laid.includes(cell)));
    return [...new Set(left.filter((cell) => cell !== undefined))];
  }
}

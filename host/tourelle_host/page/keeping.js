// Keeps games in this browser's storage: one that is over, that gave way to another, or that
// somebody saves.

import { moment } from "./files.js";
import { END } from "./past.js";
import { isSame, placeOf } from "./saved.js";
import { recall, recallAll, remember } from "./store.js";

/** @import { Looks } from "./looks.js" */
/** @import { Note, Report } from "./types.js" */

const PREFIX = "game "; // what the names of games begin with, in the browser's storage
const HANDLED = "tourelle-ended"; // the record of the last game that was kept because it was over
const KEPT = "The game before is kept in “Saved games”.";
export const NO_ROOM = "This browser keeps no more games, or is not allowed to: save it as a file.";

/** A name for a game that is kept from now on. */
export function newName() {
  return PREFIX + moment();
}

/** The games that are kept, the oldest first: names and records. */
export function keptGames() {
  return recallAll(PREFIX);
}

/**
 * A game's name for a file.
 * @param {string} name in the storage
 */
export function fileName(name) {
  return `${name.slice(PREFIX.length)}.txt`;
}

export class Keeper {
  /**
   * @param {Looks} looks
   * @param {Note} note
   */
  constructor(looks, note) {
    this.looks = looks;
    this.note = note;
    this.warned = false; // that there is no room
    this.over = false; // the game on the board is, and its record has been asked for
    this.latest = ""; // name under which the game on the board was kept last
  }

  /**
   * A game that is over is kept, once, also where the page is loaded again; a lesson is none.
   * @param {Report} report
   * @param {boolean} replayed it comes from a record
   */
  follow({ over, moves, lesson }, replayed) {
    if (!moves.length) this.latest = ""; // another game
    const ended = over !== null && moves.length > 0 && !lesson && !replayed;
    if (ended && !this.over) this.keepPresent((record) => this.ended(record));
    this.over = ended;
  }

  /** The connection is lost, and with it a record that may have been on its way. */
  forget() {
    this.over = false;
  }

  /** Keeps the game on the board, or what has become of it since. */
  save() {
    this.keepPresent((record) => this.keep(record));
  }

  /** @param {(record: string) => void} keep hears the record of the game on the board */
  keepPresent(keep) {
    this.looks.ask(END, undefined, ({ record }) => keep(record), () => {});
  }

  /** @param {string} record of a game that is over */
  ended(record) {
    if (isSame(record, recall(HANDLED) ?? "")) return;
    remember(HANDLED, record);
    this.keep(record);
  }

  /** @param {string} record of a game that gave way to another */
  interrupted(record) {
    if (this.keep(record)) this.note(KEPT);
  }

  /**
   * Keeps a game in the place of the one that it goes on from; whether there was room.
   * @param {string} record
   */
  keep(record) {
    this.latest = placeOf(record, keptGames(), this.latest) ?? newName();
    const room = remember(this.latest, record);
    if (!room && !this.warned) this.note(NO_ROOM, true);
    this.warned ||= !room;
    return room;
  }
}

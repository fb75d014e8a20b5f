// The saved games: kept in this browser, each with a picture of its end.

import { button, part } from "./dom.js";
import { moment, save } from "./files.js";
import { miniature } from "./miniature.js";
import { outcome, playing } from "./outcome.js";
import { END } from "./past.js";
import { goesOn, headOf, isSame, placeOf } from "./saved.js";
import { canRemember, forget, recall, recallAll, remember } from "./store.js";

/** @import { Look, Note, Over, Playable, Report, Request } from "./types.js" */

const PREFIX = "game "; // what the names of games begin with, in the browser's storage
const KEEP = "keep"; // what is asked for, to be kept
const ENDED = "ended"; // the same because it is over
const LEFT = "left"; // told of a game in progress, when another begins
const HANDLED = "tourelle-ended"; // the record of the last game that was kept because it was over
const NONE = "None yet: a game is kept here when it is over, or when you save it.";
const MOST = 60000; // bytes of a request: a longer one would be refused
const NO_GAME = "That file is not a game: ";
const UNCONNECTED = "There is no connection: the games have no pictures, and none can be opened.";
const UNREAD = "That file cannot be read.";
const KEPT = "The game before is kept in “Saved games”.";
const SAME = "That game is in this list already.";
const NO_ROOM = "This browser keeps no more games, or is not allowed to: save it as a file.";

export class Shelf {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {(request: Request) => boolean} send
   * @param {Note} note
   * @param {(record: string) => void} open shows a game
   */
  constructor(dialog, send, note, open) {
    this.dialog = dialog;
    this.send = send;
    this.note = note;
    this.open = open;
    this.list = part(dialog, "ul", HTMLElement);
    this.none = part(dialog, ".none", HTMLElement);
    /** @type {Playable[]} */
    this.games = [];
    /** @type {Map<string, HTMLElement>} */
    this.shown = new Map(); // entries, by their game's name in the storage
    this.warned = false; // that there is no room
    this.over = false; // the game on the board is, and was kept
    this.latest = ""; // name under which the game on the board was kept last
    this.opened = ""; // name that a game from a file is to have, until it has been read
    const file = part(dialog, "input", HTMLInputElement);
    part(dialog, "[data-do=open]", HTMLButtonElement).addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.take(file.files[0]);
      file.value = ""; // the same one may be chosen again
    });
  }

  /**
   * Keeps the game of a file, if it is one.
   * @param {File} file
   */
  async take(file) {
    const text = await file.slice(0, MOST + 1).text().catch(() => null);
    if (text === null) return this.explain(UNREAD);
    if (new Blob([JSON.stringify(text)]).size > MOST) return this.explain(`${NO_GAME}it is too long.`);
    this.opened = PREFIX + moment();
    if (!this.send({ look: END, record: text, tag: this.opened })) this.explain(UNCONNECTED);
    return undefined;
  }

  /** @param {string} text what is told above the games, "" for nothing */
  explain(text) {
    this.none.textContent = text;
    this.none.hidden = !text;
  }

  /**
   * A game that is over is kept, once, also where the page is loaded again; a lesson is none.
   * @param {Report} report
   * @param {boolean} replayed it comes from a record
   */
  follow({ over, moves, lesson }, replayed) {
    if (!moves.length) this.latest = ""; // another game
    const ended = over !== null && moves.length > 0 && !lesson && !replayed;
    if (ended && !this.over) this.send({ look: END, tag: ENDED });
    this.over = ended;
  }

  /** Has the game on the board kept, or what has become of it since. */
  keep() {
    this.send({ look: END, tag: KEEP });
  }

  show() {
    this.shown.clear();
    const games = recallAll(PREFIX).reverse(); // the newest first
    this.list.replaceChildren(...games.map(([name, text]) => this.entry(name, text)));
    this.explain(canRemember() ? (games.length ? "" : NONE) : NO_ROOM);
    this.dialog.showModal();
    const asked = games.every(([name, text]) => this.send({ look: END, record: text, tag: name }));
    if (!asked) this.explain(UNCONNECTED);
  }

  /**
   * A game that was asked for: to be kept, or for its picture. Whether it was.
   * @param {Look} look
   */
  heard(look) {
    if (look.tag === undefined) return false;
    if (look.tag === KEEP) this.put(look.record);
    if (look.tag === LEFT && this.put(look.record)) this.note(KEPT);
    if (look.tag === ENDED && !isSame(look.record, recall(HANDLED) ?? "")) {
      remember(HANDLED, look.record);
      this.put(look.record);
    }
    if (look.tag === this.opened) this.add(look.record);
    const entry = this.shown.get(look.tag);
    if (!entry) return true;
    const { title, date, over, moves, sides, score } = look;
    const letters = playing(sides, score.length);
    describe(entry, { title, date, over, letters, unfinished: `${moves.length} moves so far` });
    part(entry, ".picture", HTMLElement).replaceChildren(miniature(look));
    return true;
  }

  /**
   * One of them cannot be read any more: it stays as it is.
   * @param {{tag: string, text: string}} why
   */
  damaged({ tag, text }) {
    if (tag === this.opened) this.explain(NO_GAME + text);
    const entry = this.shown.get(tag);
    if (!entry) return;
    part(entry, "b", HTMLElement).textContent = "A damaged game";
    part(entry, "p", HTMLElement).textContent = text;
    part(entry, "[data-do=look]", HTMLButtonElement).disabled = true;
  }

  /** @param {string} text the record of a file */
  add(text) {
    const same = recallAll(PREFIX).some(([, other]) => goesOn(other, text));
    const room = same || remember(this.opened, text);
    if (!same && room) this.list.prepend(this.entry(this.opened, text));
    this.explain(same ? SAME : room ? "" : NO_ROOM);
    this.opened = "";
  }

  /**
   * Whether there was room for it.
   * @param {string} text a record, which takes the place of the one it goes on from
   */
  put(text) {
    this.latest = placeOf(text, recallAll(PREFIX), this.latest) ?? PREFIX + moment();
    const room = remember(this.latest, text);
    if (!room && !this.warned) this.note(NO_ROOM, true);
    this.warned ||= !room;
    return room;
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  entry(name, text) {
    const entry = document.createElement("li");
    const picture = document.createElement("div");
    picture.className = "picture";
    const words = document.createElement("div");
    words.append(...["b", "p", "small"].map((kind) => document.createElement(kind)));
    const buttons = document.createElement("div");
    buttons.className = "choices";
    const remove = doing("delete", "Delete", () => {
      const gone = entry.classList.toggle("gone");
      remove.textContent = gone ? "Undo: keep it" : "Delete";
      if (gone) forget(name);
      else remember(name, text);
    });
    buttons.append(
      doing("look", "Look at it", () => {
        this.dialog.close();
        this.open(text);
      }),
      doing("file", "Save as a file", () => save(`${name.slice(PREFIX.length)}.txt`, text)),
      remove,
    );
    words.append(buttons);
    entry.append(picture, words);
    const { game, date, over } = headOf(text);
    const known = this.games.find((one) => one.name === game);
    const letters = playing(known?.sides ?? "", over?.scores.length ?? 0);
    describe(entry, { title: known?.title ?? game, date, over, letters, unfinished: "Not over" });
    this.shown.set(name, entry);
    return entry;
  }
}

/**
 * Fills in what an entry says of its game.
 * @param {HTMLElement} entry
 * @param {{title: string, date: string, over: Over | null, letters: string[], unfinished: string}} game
 */
function describe(entry, { title, date, over, letters, unfinished }) {
  part(entry, "b", HTMLElement).textContent = title;
  part(entry, "p", HTMLElement).textContent = over ? outcome(over, letters) : unfinished;
  part(entry, "small", HTMLElement).textContent = date;
}

/**
 * @param {string} what it does, for whoever looks for it in the entry
 * @param {string} words
 * @param {() => void} act
 */
function doing(what, words, act) {
  const element = button(words, act);
  element.dataset.do = what;
  return element;
}

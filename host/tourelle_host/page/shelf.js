// The dialog of the saved games, each with a picture of its end.

import { button, part } from "./dom.js";
import { save } from "./files.js";
import { fileName, keptGames, newName, NO_ROOM } from "./keeping.js";
import { miniature } from "./miniature.js";
import { outcome, playing } from "./outcome.js";
import { END } from "./past.js";
import { goesOn, headOf } from "./saved.js";
import { canRemember, forget, remember } from "./store.js";

/** @import { Looks } from "./looks.js" */
/** @import { Look, Over, Playable } from "./types.js" */

const NONE = "None yet: a game is kept here when it is over, or when you save it.";
const MOST = 60000; // bytes of a request: a longer one would be refused
const NO_GAME = "That file is not a game: ";
const UNCONNECTED = "There is no connection: the games have no pictures, and none can be opened.";
const UNREAD = "That file cannot be read.";
const SAME = "That game is in this list already.";

export class Shelf {
  /**
   * @param {HTMLDialogElement} dialog
   * @param {Looks} looks
   * @param {(record: string) => void} open shows a game
   */
  constructor(dialog, looks, open) {
    this.dialog = dialog;
    this.looks = looks;
    this.open = open;
    this.list = part(dialog, "ul", HTMLElement);
    this.none = part(dialog, ".none", HTMLElement);
    /** @type {Playable[]} */
    this.games = []; // whose titles are known
    const file = part(dialog, "input", HTMLInputElement);
    part(dialog, "[data-do=open]", HTMLButtonElement).addEventListener("click", () => file.click());
    file.addEventListener("change", () => {
      if (file.files?.[0]) this.take(file.files[0]);
      file.value = ""; // the same one may be chosen again
    });
  }

  /** @param {Playable[]} games which there are */
  know(games) {
    this.games = games;
  }

  /**
   * Keeps the game of a file, if it is one.
   * @param {File} file
   */
  async take(file) {
    const text = await file.slice(0, MOST + 1).text().catch(() => null);
    if (text === null) return this.explain(UNREAD);
    if (new Blob([JSON.stringify(text)]).size > MOST) return this.explain(`${NO_GAME}it is too long.`);
    const asked = this.looks.ask(END, text, (look) => this.add(look),
      (why) => this.explain(NO_GAME + why));
    if (!asked) this.explain(UNCONNECTED);
    return undefined;
  }

  /** @param {string} text what is told above the games, "" for nothing */
  explain(text) {
    this.none.textContent = text;
    this.none.hidden = !text;
  }

  show() {
    const games = keptGames().reverse(); // the newest first
    const entries = games.map(([name, record]) => ({ record, entry: this.entry(name, record) }));
    this.list.replaceChildren(...entries.map(({ entry }) => entry));
    this.explain(canRemember() ? (games.length ? "" : NONE) : NO_ROOM);
    this.dialog.showModal();
    const asked = entries.every(({ entry, record }) => this.looks.ask(END, record,
      (look) => complete(entry, look), (why) => spoil(entry, why)));
    if (!asked) this.explain(UNCONNECTED);
  }

  /** @param {Look} look the game of a file */
  add(look) {
    const { record } = look;
    if (keptGames().some(([, other]) => goesOn(other, record))) return this.explain(SAME);
    const name = newName();
    if (!remember(name, record)) return this.explain(NO_ROOM);
    const entry = this.entry(name, record);
    complete(entry, look);
    this.list.prepend(entry);
    return this.explain("");
  }

  /**
   * What is shown of a kept game as long as nothing has been heard of it.
   * @param {string} name
   * @param {string} record
   */
  entry(name, record) {
    const entry = document.createElement("li");
    const picture = document.createElement("div");
    picture.className = "picture";
    const words = document.createElement("div");
    words.append(...["b", "p", "small"].map((kind) => document.createElement(kind)));
    const buttons = document.createElement("div");
    buttons.className = "choices";
    const remove = doing("delete", "Delete", () => {
      const deleted = entry.classList.toggle("deleted");
      remove.textContent = deleted ? "Undo: keep it" : "Delete";
      if (deleted) forget(name);
      else remember(name, record);
    });
    buttons.append(
      doing("look", "Look at it", () => {
        this.dialog.close();
        this.open(record);
      }),
      doing("file", "Save as a file", () => save(fileName(name), record)),
      remove,
    );
    words.append(buttons);
    entry.append(picture, words);
    const { game, date, over } = headOf(record);
    const known = this.games.find((one) => one.name === game);
    const letters = playing(known?.sides ?? "", over?.scores.length ?? 0);
    describe(entry, { title: known?.title ?? game, date, over, letters, unfinished: "Not over" });
    return entry;
  }
}

/**
 * All of a game is known: its picture, too.
 * @param {HTMLElement} entry
 * @param {Look} look
 */
function complete(entry, look) {
  const { title, date, over, moves, sides, score } = look;
  const letters = playing(sides, score.length);
  describe(entry, { title, date, over, letters, unfinished: `${moves.length} moves so far` });
  part(entry, ".picture", HTMLElement).replaceChildren(miniature(look));
}

/**
 * A game cannot be read any more: it stays as it is.
 * @param {HTMLElement} entry
 * @param {string} why
 */
function spoil(entry, why) {
  part(entry, "b", HTMLElement).textContent = "A damaged game";
  part(entry, "p", HTMLElement).textContent = why;
  part(entry, "[data-do=look]", HTMLButtonElement).disabled = true;
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

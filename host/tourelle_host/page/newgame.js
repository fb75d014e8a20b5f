// The dialog that puts up a new game: which one, who plays, and how.

import { piece } from "./colours.js";
import { part } from "./dom.js";
import { plain, sidesOf, valueInWords } from "./options.js";
import { AWAY, seatSelect } from "./seats.js";

/** @import { BoardMessage, Playable, Seat, Values } from "./types.js" */

export class NewGame {
  /**
   * @param {HTMLElement} button
   * @param {HTMLDialogElement} dialog
   * @param {(name: string, options: Values, seats: Values) => void} begin puts it up
   * @param {(name: string) => void} learn begins its first lesson
   * @param {(name: string, options: Values, mine: string) => void} share puts it up with friends
   *   elsewhere; mine: letters of the sides that are played here
   */
  constructor(button, dialog, begin, learn, share) {
    this.dialog = dialog;
    /** @type {Playable[]} */
    this.games = [];
    /** @type {Seat[]} */
    this.seats = [];
    this.opponent = ""; // of a newcomer
    /** @type {string | undefined} */
    this.first = undefined;
    /** @type {Playable | null} */
    this.game = null;
    this.friends = false;
    this.unasked = false; // the dialog has opened by itself
    this.part("seats").addEventListener("change", () => this.ways());
    this.part("options").addEventListener("change", () => this.chosen());
    button.addEventListener("click", () => this.open());
    this.part("against").addEventListener("change", () => this.against());
    dialog.addEventListener("close", () => {
      if (!this.game) return;
      if (dialog.returnValue === "learn") learn(this.game.name);
      if (dialog.returnValue !== "new") return;
      const seats = this.values("seats");
      const mine = Object.keys(seats).filter((side) => seats[side] !== AWAY);
      if (this.elsewhere()) share(this.game.name, this.values("options"), mine.join(""));
      else begin(this.game.name, this.values("options"), seats);
    });
  }

  /** @param {string} name */
  part(name) {
    return part(this.dialog, `#new-${name}`, HTMLElement);
  }

  /**
   * Which games there are, and who may play; a game of the board that is out is chosen at first.
   * @param {Pick<BoardMessage, "games" | "playable" | "seats" | "opponent">} message
   */
  list({ games, playable, seats, opponent }) {
    this.games = playable;
    this.first = games[0]?.name;
    this.seats = seats;
    this.opponent = opponent;
  }

  /** @param {boolean} unasked whether nobody here wanted it */
  open(unasked = false) {
    if (this.dialog.open || !this.games.length) return;
    this.unasked = unasked;
    const first = this.games.find(({ name }) => name === this.first) ?? this.games[0];
    this.part("games").replaceChildren(...this.games.map((game) => this.card(game, game === first)));
    this.choose(first);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    this.dialog.scrollTop = 0; // the button that has the focus is below
  }

  /** A game has begun elsewhere: nobody is asked for one any more. */
  withdraw() {
    if (this.unasked) this.dialog.close();
    this.unasked = false;
  }

  /**
   * @param {Playable} game
   * @param {boolean} checked
   */
  card(game, checked) {
    const label = document.createElement("label");
    label.className = "card-game";
    const radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name: "game", value: game.name, checked });
    radio.addEventListener("change", () => this.choose(game));
    const picture = document.createElement("img");
    Object.assign(picture, { src: `rules/${game.name}/opening.svg`, alt: "" });
    label.append(radio, picture, game.title);
    return label;
  }

  /** @param {Playable} game */
  choose(game) {
    this.game = game;
    const rows = game.options.map(({ name, values }) => {
      const select = document.createElement("select");
      select.append(...values.map((value) => new Option(valueInWords(value), value.value)));
      return row(plain(name), name, select);
    });
    this.fill("options", rows);
    this.dialog.dataset.game = game.name;
    this.seat(game);
  }

  /** Other options are chosen, with which more or fewer may play. */
  chosen() {
    const seats = Object.keys(this.values("seats"));
    if (this.game && sidesOf(this.game, this.values("options")).length !== seats.length) {
      this.seat(this.game);
    }
  }

  /**
   * A row for each side that plays: the first is a person's.
   * @param {Playable} game
   */
  seat(game) {
    const letters = sidesOf(game, this.values("options"));
    const other = this.other();
    this.fill("seats", letters.map((letter, index) => {
      const { name } = piece(letter);
      return row(name, letter, seatSelect(name, this.seats, index ? other : "hand", this.friends));
    }));
    this.ways();
  }

  /** Whether somebody elsewhere plays. */
  elsewhere() {
    return Object.values(this.values("seats")).includes(AWAY);
  }

  /** What a friend elsewhere needs is asked for where there is one; somebody has to play here. */
  ways() {
    const elsewhere = this.elsewhere();
    const here = Object.values(this.values("seats")).some((who) => who !== AWAY);
    part(this.dialog, "[value=new]", HTMLButtonElement).disabled = elsewhere && !here;
    this.part("friends").hidden = !elsewhere;
    for (const input of this.part("friends").querySelectorAll("input")) input.disabled = !elsewhere;
  }

  /**
   * Whether games may be shared with boards elsewhere.
   * @param {boolean} friends
   */
  mayShare(friends) {
    this.friends = friends;
    this.part("join").hidden = !friends;
    part(this.part("against"), "[value=away]", HTMLInputElement).closest("label")
      ?.toggleAttribute("hidden", !friends);
  }

  other() {
    const against = part(this.part("against"), ":checked", HTMLInputElement).value;
    return against === "board" ? this.opponent : against;
  }

  against() {
    const [, ...others] = this.part("seats").querySelectorAll("select");
    for (const select of others) select.value = this.other();
    this.ways();
  }

  /**
   * @param {string} name
   * @param {Node[]} rows
   */
  fill(name, rows) {
    const element = this.part(name);
    element.replaceChildren(part(element, "legend", HTMLElement), ...rows);
    element.hidden = rows.length === 0;
  }

  /**
   * What is chosen in a part.
   * @param {string} part
   * @returns {Values}
   */
  values(part) {
    const selects = [...this.part(part).querySelectorAll("select")];
    return Object.fromEntries(selects.map(({ name, value }) => [name, value]));
  }
}

/**
 * @param {string} words
 * @param {string} name
 * @param {HTMLSelectElement} select
 */
function row(words, name, select) {
  const label = document.createElement("label");
  select.name = name;
  label.append(words[0].toUpperCase() + words.slice(1), select);
  return label;
}

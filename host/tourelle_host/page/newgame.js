// The dialog that puts up a new game: which one, who plays, and how.

import { piece } from "./colours.js";
import { part } from "./dom.js";
import { plain, sidesOf, valueInWords } from "./options.js";
import { AWAY, here, seatSelect } from "./seats.js";

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
    this.newcomersOpponent = ""; // in the link's word
    /** @type {string | undefined} */
    this.first = undefined; // name of the game that is chosen at first
    /** @type {Playable | null} */
    this.game = null; // chosen
    this.sharing = false; // whether games may be shared with boards elsewhere
    this.unasked = false; // the dialog has opened by itself
    this.part("seats").addEventListener("change", () => this.showSharing());
    this.part("options").addEventListener("change", () => this.optionsChanged());
    button.addEventListener("click", () => this.open());
    this.part("against").addEventListener("change", () => this.opponentChanged());
    dialog.addEventListener("close", () => {
      if (!this.game) return;
      if (dialog.returnValue === "learn") learn(this.game.name);
      if (dialog.returnValue !== "new") return;
      const seats = this.values("seats");
      const mine = Object.keys(seats).filter((side) => seats[side] !== AWAY);
      if (this.isShared()) share(this.game.name, this.values("options"), mine.join(""));
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
    this.newcomersOpponent = opponent;
  }

  /** @param {boolean} unasked whether nobody here wanted it */
  open(unasked = false) {
    if (this.dialog.open || !this.games.length) return;
    this.unasked = unasked;
    const first = this.games.find(({ name }) => name === this.first) ?? this.games[0];
    this.part("games").replaceChildren(...this.games.map((game) => this.card(game, game === first)));
    this.chooseGame(first);
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
    radio.addEventListener("change", () => this.chooseGame(game));
    const picture = document.createElement("img");
    Object.assign(picture, { src: `rules/${game.name}/opening.svg`, alt: "" });
    label.append(radio, picture, game.title);
    return label;
  }

  /** @param {Playable} game */
  chooseGame(game) {
    this.game = game;
    const rows = game.options.map(({ name, values }) => {
      const select = document.createElement("select");
      select.append(...values.map((value) => new Option(valueInWords(value), value.value)));
      return row(plain(name), name, select);
    });
    this.fill("options", rows);
    this.dialog.dataset.game = game.name;
    this.showSeats(game);
  }

  /** With other options more or fewer may play. */
  optionsChanged() {
    const seats = Object.keys(this.values("seats"));
    if (this.game && sidesOf(this.game, this.values("options")).length !== seats.length) {
      this.showSeats(this.game);
    }
  }

  /**
   * A row for each side that plays: the first is a person's.
   * @param {Playable} game
   */
  showSeats(game) {
    const letters = sidesOf(game, this.values("options"));
    const opponent = this.opponent();
    const seats = this.sharing ? this.seats : here(this.seats);
    this.fill("seats", letters.map((letter, index) => {
      const { name } = piece(letter);
      return row(name, letter, seatSelect(name, seats, index ? opponent : "hand"));
    }));
    this.showSharing();
  }

  /** Whether somebody elsewhere plays. */
  isShared() {
    return Object.values(this.values("seats")).includes(AWAY);
  }

  /** Asks for what sharing needs if a friend elsewhere plays; somebody has to play here. */
  showSharing() {
    const shared = this.isShared();
    const somebodyHere = Object.values(this.values("seats")).some((who) => who !== AWAY);
    part(this.dialog, "[value=new]", HTMLButtonElement).disabled = shared && !somebodyHere;
    this.part("friends").hidden = !shared;
    for (const input of this.part("friends").querySelectorAll("input")) input.disabled = !shared;
  }

  /** Games may be shared with boards elsewhere. */
  allowSharing() {
    this.sharing = true;
    this.part("join").hidden = false;
    part(this.part("against"), "[value=away]", HTMLInputElement).closest("label")
      ?.removeAttribute("hidden");
  }

  /** Who plays the other sides, in the link's word. */
  opponent() {
    const against = part(this.part("against"), ":checked", HTMLInputElement).value;
    return against === "board" ? this.newcomersOpponent : against;
  }

  opponentChanged() {
    const [, ...others] = this.part("seats").querySelectorAll("select");
    for (const select of others) select.value = this.opponent();
    this.showSharing();
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
   * @param {string} name
   * @returns {Values}
   */
  values(name) {
    const selects = [...this.part(name).querySelectorAll("select")];
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

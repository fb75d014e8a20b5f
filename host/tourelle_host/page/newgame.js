// The dialog that puts up a new game: which one, who plays, and how.

import { piece } from "./colours.js";
import { plain } from "./panel.js";
import { BOARD, choice } from "./seats.js";

const PLAYERS = "players"; // the option that says how many play

export class NewGame {
  // begin(name, {option: value}, {side: who}) puts it up.
  constructor(button, dialog, begin) {
    this.dialog = dialog;
    this.games = [];
    this.part = (name) => dialog.querySelector(`#new-${name}`);
    button.addEventListener("click", () => this.open());
    this.part("against").addEventListener("change", (event) => this.against(event.target.value));
    dialog.addEventListener("close", () => {
      if (dialog.returnValue !== "new" || !this.game) return;
      begin(this.game.name, this.values("options"), this.values("seats"));
    });
  }

  // Which games there are, and which of them is offered first.
  offer(games, first) {
    this.games = games;
    this.first = first;
  }

  open() {
    if (this.dialog.open || !this.games.length) return;
    const first = this.games.find(({ name }) => name === this.first) ?? this.games[0];
    this.part("games").replaceChildren(...this.games.map((game) => this.card(game, game === first)));
    this.choose(first);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    this.dialog.scrollTop = 0; // the button that has the focus is below
  }

  card(game, checked) {
    const label = document.createElement("label");
    label.className = "card-game";
    const radio = document.createElement("input");
    Object.assign(radio, { type: "radio", name: "game", value: game.name, checked });
    radio.addEventListener("change", () => this.choose(game));
    const picture = document.createElement("img");
    Object.assign(picture, { src: `rules/${game.name}.svg`, alt: "" });
    label.append(radio, picture, game.title);
    return label;
  }

  choose(game) {
    this.game = game;
    const rows = game.options.map(({ name, values }) => {
      const select = document.createElement("select");
      select.append(...values.map(({ value, meaning }) =>
        new Option(meaning ? `${plain(value)}: ${meaning}` : plain(value), value)));
      if (name === PLAYERS) select.addEventListener("change", () => this.seat());
      return row(plain(name), name, select);
    });
    this.fill("options", rows);
    this.dialog.dataset.game = game.name;
    this.seat();
  }

  // A row for each side that plays: the first is a person's.
  seat() {
    const players = Number(this.values("options")[PLAYERS] ?? this.game.sides.length);
    const letters = [...this.game.sides].slice(0, players || this.game.sides.length);
    const other = this.other();
    this.fill("seats", letters.map((letter, index) => {
      const { name } = piece(letter);
      return row(name, letter, choice(name, index ? other : "hand"));
    }));
  }

  other() {
    const against = this.part("against").querySelector(":checked").value;
    return against === "board" ? BOARD : against;
  }

  against() {
    const [, ...others] = this.part("seats").querySelectorAll("select");
    for (const select of others) select.value = this.other();
  }

  fill(part, rows) {
    const element = this.part(part);
    element.replaceChildren(element.querySelector("legend"), ...rows);
    element.hidden = rows.length === 0;
  }

  values(part) {
    const selects = [...this.part(part).querySelectorAll("select")];
    return Object.fromEntries(selects.map(({ name, value }) => [name, value]));
  }
}

function row(words, name, select) {
  const label = document.createElement("label");
  select.name = name;
  label.append(words[0].toUpperCase() + words.slice(1), select);
  return label;
}

// The dialogs: putting up a new game, its rules, and how to use one's hands.

import { plain } from "./panel.js";

// begin(game's name, {option: value}) puts it up.
export function newGame(button, dialog, begin) {
  let games = [];
  const options = dialog.querySelector("#new-options");

  function choose(game) {
    options.replaceChildren(...game.options.map(({ name, values }) => {
      const label = document.createElement("label");
      const select = document.createElement("select");
      select.name = name;
      select.append(...values.map((value) => new Option(value, value)));
      label.append(plain(name), select);
      return label;
    }));
    dialog.dataset.game = game.name;
  }

  button.addEventListener("click", () => {
    const rows = games.map((game, index) => {
      const label = document.createElement("label");
      const radio = document.createElement("input");
      Object.assign(radio, { type: "radio", name: "game", value: game.name, checked: index === 0 });
      radio.addEventListener("change", () => choose(game));
      label.append(radio, game.title);
      return label;
    });
    dialog.querySelector("#new-games").replaceChildren(...rows);
    if (games.length) choose(games[0]);
    dialog.returnValue = "";
    dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue !== "new" || !dialog.dataset.game) return;
    const chosen = [...options.querySelectorAll("select")];
    begin(dialog.dataset.game, Object.fromEntries(chosen.map(({ name, value }) => [name, value])));
  });
  // Hears which games there are for this board.
  return (known) => {
    games = known;
  };
}

export function help(button, dialog) {
  button.addEventListener("click", () => dialog.showModal());
}

// game(): the name of the game whose rules are meant.
export function rules(button, dialog, game) {
  const article = dialog.querySelector("article");
  button.addEventListener("click", async () => {
    const name = game();
    const answer = await fetch(`rules/${name}`).catch(() => null);
    if (answer?.ok) article.innerHTML = await answer.text();
    else article.textContent = "The rules cannot be shown: there is no connection.";
    dialog.showModal();
    article.scrollTop = 0;
  });
}

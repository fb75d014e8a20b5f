// The dialogs that a button opens: the rules of a game, the lights, how to use one's hands.

import { part } from "./dom.js";

/**
 * @param {HTMLElement} button
 * @param {HTMLDialogElement} dialog
 */
export function opens(button, dialog) {
  button.addEventListener("click", () => dialog.showModal());
}

/**
 * @param {HTMLElement} button
 * @param {HTMLDialogElement} dialog
 * @param {() => string | undefined} game the name of the game whose rules are meant; none
 *   before the server has told of any
 */
export function rules(button, dialog, game) {
  const article = part(dialog, "article", HTMLElement);
  button.addEventListener("click", async () => {
    const name = game();
    const answer = name ? await fetch(`rules/${name}/page.html`).catch(() => null) : null;
    if (answer?.ok) article.innerHTML = await answer.text();
    else article.textContent = "The rules cannot be shown: there is no connection.";
    dialog.showModal();
    article.scrollTop = 0;
  });
}

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
    const page = name ? await text(`rules/${name}/page.html`) : null;
    if (page === null) article.textContent = "The rules cannot be shown: there is no connection.";
    else article.innerHTML = page;
    dialog.showModal();
    article.scrollTop = 0;
  });
}

/**
 * The text of a file of the server's; null where it does not come, or not whole.
 * @param {string} address
 */
async function text(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

// "That was wrong": saves what the board felt last, for whoever looks into why it was read so.

import { moment, save } from "./files.js";

/**
 * @param {HTMLButtonElement} button
 * @param {HTMLDialogElement} dialog
 * @param {() => void} ask has the board tell its events
 */
export function wrong(button, dialog, ask) {
  button.addEventListener("click", () => ask());

  /**
   * Saves what it has told.
   * @param {string} text
   */
  return function saved(text) {
    const name = save(`events-${moment()}.txt`, text);
    for (const place of dialog.querySelectorAll("[data-file]")) place.textContent = name;
    dialog.showModal();
  };
}

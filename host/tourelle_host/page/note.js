// A short word to the person, in a line of its own.

/** @import { Note } from "./types.js" */

const NOTE_MS = 6000;

/**
 * @param {HTMLElement} element shows it
 * @returns {Note}
 */
export function noter(element) {
  let timer = 0;

  return function note(text, stays = false) {
    element.textContent = text;
    clearTimeout(timer);
    if (text && !stays) timer = setTimeout(() => note(""), NOTE_MS);
  };
}

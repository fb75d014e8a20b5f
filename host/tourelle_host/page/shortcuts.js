// Keys for the whole page, wherever the focus is but in a dialog, a menu, a list or a text. They
// are single letters, which whoever speaks to their computer can turn off (WCAG 2.1.4).

import { within } from "./dom.js";
import { recall, remember } from "./store.js";

const REMEMBERED = "tourelle-letter-keys";
const OFF = "off";
let on = recall(REMEMBERED) !== OFF;

/**
 * The key of the whole page that is pressed; "" where it is none, or meant for something else.
 * @param {KeyboardEvent} event
 */
export function pageKey(event) {
  return on && !event.repeat && isForPage(event) ? event.key.toLowerCase() : "";
}

/**
 * Whether a key that is pressed is for the page as a whole: no shortcut of the browser's, and nothing
 * that has the focus uses keys itself.
 * @param {KeyboardEvent} event
 */
export function isForPage(event) {
  return !event.ctrlKey && !event.metaKey && !event.altKey
    && !within(event, "dialog[open], [role=menu], select, input:not([type=checkbox]), textarea");
}

/**
 * The box that turns them on and off.
 * @param {HTMLInputElement} box
 */
export function letterSwitch(box) {
  box.checked = on;
  box.addEventListener("change", () => {
    on = box.checked;
    remember(REMEMBERED, on ? "on" : OFF);
  });
}

/**
 * @param {Record<string, ((event: KeyboardEvent) => void) | undefined>} keys what each does
 */
export function shortcuts(keys) {
  document.addEventListener("keydown", (event) => {
    const act = keys[pageKey(event)];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
}

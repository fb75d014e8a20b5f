// Keys for the whole page, wherever the focus is but in a dialog, a menu or a list. They are single
// letters, which whoever speaks to their computer can turn off (WCAG 2.1.4).

import { within } from "./dom.js";
import { recall, remember } from "./store.js";

const REMEMBERED = "tourelle-letter-keys";
const OFF = "off";
let on = recall(REMEMBERED) !== OFF;

/** Whether single letters are keys of the whole page. */
export function lettersAreKeys() {
  return on;
}

/**
 * The choice whether they are.
 * @param {HTMLInputElement} box
 */
export function letterChoice(box) {
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
    const act = keys[event.key.toLowerCase()];
    if (!act || !on || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (within(event, "dialog[open], [role=menu], select, input, textarea")) return;
    event.preventDefault();
    act(event);
  });
}

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
  if (!on || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return "";
  const elsewhere = within(event, "dialog[open], [role=menu], select, input:not([type=checkbox]), textarea");
  return elsewhere ? "" : event.key.toLowerCase();
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

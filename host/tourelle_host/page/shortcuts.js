// Keys for the whole page, wherever the focus is but in a dialog, a menu or a list.

import { within } from "./dom.js";

/**
 * @param {Record<string, ((event: KeyboardEvent) => void) | undefined>} keys what each does
 */
export function shortcuts(keys) {
  document.addEventListener("keydown", (event) => {
    const act = keys[event.key.toLowerCase()];
    if (!act || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (within(event, "dialog[open], [role=menu], select, input, textarea")) return;
    event.preventDefault();
    act(event);
  });
}

// The legend: every state of the lights with its real colour and rhythm, from the firmware's table.

import { seen } from "./colours.js";
import { CALM, part } from "./dom.js";

/** @import { LightState, LightTable } from "./types.js" */

let timer = 0;

/**
 * Fills the list of a dialog, which the button opens; its lights blink while it is open. Returns a
 * function that takes the letters of the game's sides: a state without a colour of its own is shown
 * in theirs, one after another.
 * @param {HTMLElement} button
 * @param {HTMLDialogElement} dialog
 * @param {LightTable} table
 * @returns {(sides: string) => void}
 */
export function legend(button, dialog, table) {
  let letters = "";
  const entries = table.states.map((state) => {
    const item = document.createElement("li");
    const swatch = document.createElement("i");
    const name = document.createElement("b");
    name.textContent = state.name;
    const meaning = document.createElement("span");
    meaning.textContent = state.meaning;
    item.title = state.meaning;
    item.append(swatch, name, meaning);
    return { state, item, swatch };
  });
  part(dialog, "ul", HTMLElement).replaceChildren(...entries.map((entry) => entry.item));

  /**
   * @param {LightState} state
   * @param {number} beat how often its rhythm has begun
   */
  function colour(state, beat) {
    if (state.rgb.some(Boolean)) return state.rgb;
    const letter = letters[beat % letters.length] ?? Object.keys(table.sides)[beat % 2];
    return table.sides[letter];
  }

  function draw() {
    const slots = table.states[0]?.rhythm.length ?? 1;
    // Where no motion is wanted, the rhythms' first slot: they all start lit.
    const slot = CALM.matches ? 0 : Math.floor(performance.now() / table.slot_ms);
    for (const { state, swatch } of entries) {
      const level = state.rhythm[slot % slots] / 255;
      const [red, green, blue] = colour(state, Math.floor(slot / slots));
      const { rgb, level: bright } = seen(red * level, green * level, blue * level);
      swatch.style.setProperty("--rgb", rgb);
      swatch.style.setProperty("--level", bright.toFixed(3));
    }
  }

  const stop = () => clearInterval(timer);
  const blink = () => {
    stop();
    draw();
    timer = setInterval(draw, table.slot_ms);
  };
  button.onclick = () => {
    blink();
    dialog.showModal();
  };
  dialog.onclose = stop;
  if (dialog.open) blink(); // another board has come meanwhile
  return (sides) => {
    letters = sides;
  };
}

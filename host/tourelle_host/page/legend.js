// The legend: every state of the lights with its real colour and rhythm, from the firmware's table.

import { seen } from "./colours.js";

// list: the element to fill; table: {slot_ms, sides, states}. Returns a function that is told
// the letters of the game's sides, whose colours the states without one of their own take.
export function legend(list, table) {
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
  list.replaceChildren(...entries.map((entry) => entry.item));

  function colour(state, beat) {
    if (state.rgb.some(Boolean)) return state.rgb;
    const letter = letters[beat % letters.length] ?? Object.keys(table.sides)[beat % 2];
    return table.sides[letter];
  }

  function draw() {
    const slots = table.states[0]?.rhythm.length ?? 1;
    const slot = Math.floor(performance.now() / table.slot_ms);
    for (const { state, swatch } of entries) {
      const level = state.rhythm[slot % slots] / 255;
      const pixel = colour(state, Math.floor(slot / slots)).map((value) => value * level);
      const { rgb, level: bright } = seen(...pixel);
      swatch.style.setProperty("--rgb", rgb);
      swatch.style.setProperty("--level", bright.toFixed(3));
    }
  }

  const details = list.closest("details");
  let timer = null;
  const follow = () => {
    clearInterval(timer);
    if (details.open) timer = setInterval(draw, table.slot_ms);
    draw();
  };
  details.addEventListener("toggle", follow);
  follow();
  return (sides) => {
    letters = sides;
  };
}

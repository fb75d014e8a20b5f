// Beside the board: what the lights say now, in words. Every word and cell is the firmware's.

import { seen } from "./colours.js";

/** @import { LightState, Lit } from "./types.js" */

const SAID_ELSEWHERE = new Set(["in-hand", "turn"]);
const MOST_CELLS = 8; // more are counted, not named

/**
 * Fills the card with the held pieces and the lights' states.
 * @param {HTMLElement} card
 * @param {string} held in words, or ""
 * @param {Lit[]} lit
 * @param {LightState[]} states the legend's table
 */
export function hint(card, held, lit, states) {
  const rows = [];
  const from = lit.filter(({ state }) => state === "in-hand").flatMap(({ cells }) => cells);
  if (held) rows.push(paragraph("held", `In the hand: ${held}${from.length ? `, from ${from.join(" ")}` : ""}`));
  for (const { state, count, cells } of together(lit)) {
    const known = states.find((entry) => entry.name === state);
    if (!known || SAID_ELSEWHERE.has(state)) continue;
    rows.push(row(known, count, cells));
  }
  const key = rows.map((element) => element.textContent).join("\n");
  if (card.dataset.shown === key) return;
  card.dataset.shown = key;
  card.replaceChildren(...rows);
  card.hidden = rows.length === 0;
}

/**
 * The menu's choices as one: their pulses number them and count no pieces.
 * @param {Lit[]} lit
 * @returns {Lit[]}
 */
function together(lit) {
  const cells = lit.filter(({ state }) => state === "choice").flatMap((entry) => entry.cells);
  const others = lit.filter(({ state }) => state !== "choice");
  return cells.length ? [...others, { state: "choice", count: 0, cells }] : others;
}

/**
 * @param {LightState} state
 * @param {number} count of pieces
 * @param {string[]} cells
 */
function row(state, count, cells) {
  const element = paragraph("lamp", "");
  const swatch = document.createElement("i");
  const [red, green, blue] = state.rgb.some(Boolean) ? state.rgb : [255, 255, 255];
  const { rgb } = seen(red, green, blue);
  swatch.style.setProperty("--rgb", rgb);
  const where = document.createElement("b");
  where.textContent = cells.length > MOST_CELLS ? `${cells.length} cells` : cells.join(" ");
  const times = count > 1 ? ` (${count} pieces)` : "";
  element.append(swatch, `${state.meaning}${times}: `, where);
  return element;
}

/**
 * @param {string} kind
 * @param {string} text
 */
function paragraph(kind, text) {
  const element = document.createElement("p");
  element.className = kind;
  element.textContent = text;
  return element;
}

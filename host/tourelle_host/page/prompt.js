// What the card asks of the hands, drawn: its lines, and what may be pressed.

import { button } from "./dom.js";
import { plain } from "./options.js";
import { cellLine } from "./sentence.js";

/** @import { Help } from "./help.js" */
/** @import { Act, Afterwards, Card, MenuEntry } from "./types.js" */

/**
 * The parts of it, none where nothing is asked.
 * @param {Card} card
 * @param {Act} act
 * @param {Help} help
 * @param {Record<Afterwards, () => void>} after what each button after the end does
 */
export function prompt(card, act, help, after) {
  const { lines, ok, undo, mayAsk, menu } = card;
  const parts = lines.map(({ kind, text, cells }) => cellLine(kind ?? "", text, cells ?? []));
  if (menu.length) parts.push(row(menu.map((entry) => menuButton(entry, act))));
  const helped = help.row(card.help);
  if (helped) parts.push(helped);
  if (ok || undo || mayAsk) parts.push(foot(card, act));
  if (card.after.length) parts.push(row(card.after.map((words) => button(words, after[words]))));
  return parts;
}

/**
 * What the two buttons would do, and a hint beside it where one can be had.
 * @param {Card} card
 * @param {Act} act
 */
function foot({ ok, undo, mayAsk }, act) {
  const foot = document.createElement("div");
  foot.className = "foot";
  const knobs = document.createElement("div");
  if (ok) knobs.append(knobLine("OK", ok));
  if (undo) knobs.append(knobLine("Undo", undo));
  foot.append(knobs);
  if (mayAsk) {
    const hint = button("A hint", () => act("send hint"));
    hint.classList.add("hint-button");
    foot.append(hint);
  }
  return foot;
}

/**
 * @param {MenuEntry} entry
 * @param {Act} act
 */
function menuButton({ name, cell }, act) {
  const entry = button(`${plain(name)} `, () => act(`touch ${cell}`));
  const where = document.createElement("small");
  where.textContent = cell;
  entry.append(where);
  return entry;
}

/** @param {HTMLElement[]} buttons */
function row(buttons) {
  const element = document.createElement("p");
  element.className = "choices";
  element.append(...buttons);
  return element;
}

/**
 * What one of the two buttons would do.
 * @param {string} knob
 * @param {string} does
 */
function knobLine(knob, does) {
  const element = document.createElement("div");
  element.className = "does";
  element.id = `${knob.toLowerCase()}-does`;
  const key = document.createElement("kbd");
  key.textContent = knob;
  element.append(key, ` ${does}`);
  return element;
}

// The page of a club: all tables with small boards, standings and results. It only looks on.

import { dot, piece } from "./colours.js";
import { byId, part } from "./dom.js";
import { connect } from "./link.js";
import { teller } from "./messages.js";
import { miniature } from "./miniature.js";
import { gradients } from "./pieces.js";

/** @import { Listeners } from "./messages.js" */
/** @import { ClubMessages, ClubPlayer, ClubResult, ClubTable } from "./types.js" */

const PAIR = 2; // players who are named in one line
const WHY = /** @type {Record<string, string>} */ ({ resigned: "resigned", agreed: "by agreement" });

/** @type {ClubMessages["club"]} */
let known = { titles: {}, grids: {} };
/** @type {Map<string, {table: ClubTable, item: HTMLLIElement}>} */
const tables = new Map();
const at = (/** @type {string} */ id) => byId(id, HTMLElement);
byId("paints", SVGSVGElement).append(gradients());

/** @type {Listeners<ClubMessages>} */
const LISTENERS = {
  club(message) {
    known = message;
    arrange();
  },
  table(message) {
    const item = tables.get(message.name)?.item ?? document.createElement("li");
    const focused = item.contains(document.activeElement);
    item.replaceChildren(...shown(message));
    item.className = message.nobody ? "nobody" : "";
    tables.set(message.name, { table: message, item });
    arrange();
    if (focused) item.querySelector("a")?.focus();
  },
  removed({ name }) {
    tables.delete(name);
    arrange();
  },
  results({ standings, results, more }) {
    const rows = standings.map(({ rank, user, name, points, played, won, drawn, lost }) => {
      const row = document.createElement("tr");
      const head = cell("th", called(name));
      head.setAttribute("scope", "row");
      const namesakes = standings.filter((other) => other.name === name).length > 1;
      if (namesakes) head.append(" ", cell("small", `(${user})`)); // the broker's, of one alone
      const counts = [points, played, won, drawn, lost].map((count) => cell("td", String(count)));
      row.append(cell("td", String(rank)), head, ...counts);
      return row;
    });
    part(at("standings"), "tbody", HTMLElement).replaceChildren(...rows);
    at("standings").hidden = rows.length === 0;
    at("no-standings").hidden = rows.length > 0;
    const items = results.map(result);
    at("results").replaceChildren(...items);
    if (more) at("results").append(cell("li", `and ${more} more, in the folder`));
    at("over").hidden = items.length === 0;
  },
  network: ({ text }) => { at("network").textContent = text; },
};

connect(teller(LISTENERS), (open) => {
  if (!open) at("network").textContent = "The connection is lost. Trying again …";
  // All is told anew.
  tables.clear();
});

/** Puts the tables in order: by name, and by themselves those at which nobody is. */
function arrange() {
  const all = [...tables.values()].sort((one, other) => (one.table.name < other.table.name ? -1 : 1));
  const here = all.filter(({ table }) => !table.nobody).map(({ item }) => item);
  const left = all.filter(({ table }) => table.nobody).map(({ item }) => item);
  fill(at("tables"), here);
  fill(at("left-tables"), left);
  at("no-tables").hidden = here.length > 0;
  at("left").hidden = left.length === 0;
  part(at("left"), "summary", HTMLElement).textContent =
    left.length === 1 ? "One table at which nobody is now" : `${left.length} tables at which nobody is now`;
  fit(here.length);
}

/**
 * The same items in this order; those that are in their place stay there, with the focus.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} items
 */
function fill(list, items) {
  if ([...list.children].every((child, index) => child === items[index])
    && list.children.length === items.length) return;
  list.replaceChildren(...items);
}

/**
 * As few columns as show all tables on the screen, each as large as that allows.
 * @param {number} count
 */
function fit(count) {
  const columns = Math.max(2, Math.ceil(Math.sqrt(count * 1.2)));
  const rows = Math.max(1, Math.ceil(count / columns));
  document.body.style.setProperty("--columns", String(columns));
  document.body.style.setProperty("--high", `max(130px, calc((100svh - 110px) / ${rows} - 140px))`);
}

/** @param {ClubTable} table */
function shown(table) {
  const { game, sides, world, rgb, players, over, said } = table;
  const picture = document.createElement("div");
  picture.className = "picture";
  const grid = known.grids[game];
  if (grid) picture.append(miniature({ grid, world, sides }, rgb));
  const about = document.createElement("p");
  about.className = "about";
  const link = document.createElement("a");
  link.href = `table/${encodeURIComponent(table.name)}/`;
  link.textContent = known.titles[game] ?? game;
  link.setAttribute("aria-label", `${link.textContent}: ${players.map(({ name }) => name).join(", ")}`);
  about.append(link, ` · ${state(table)}`);
  const who = document.createElement("div");
  who.className = "players";
  who.append(...players.map((player) => row(player, table, over !== null)));
  const lines = said.map((words) => cell("p", words));
  for (const line of lines) line.className = "about";
  return [picture, who, about, ...lines];
}

/** @param {ClubTable} table */
function state({ over, turn, players, moves }) {
  if (over) {
    const draw = over.result.startsWith("draw") ? "a draw" : "over";
    return over.why ? `${draw}: ${WHY[over.why] ?? over.why}` : draw;
  }
  const whose = players.find(({ sides }) => sides.includes(turn));
  if (!moves) return "about to begin";
  return whose && players.length > PAIR ? `${piece(turn).name} to move` : `${piece(turn).name}'s turn`;
}

/**
 * A player at a table: colours, name, points, and what is to be known.
 * @param {ClubPlayer} player
 * @param {ClubTable} table
 * @param {boolean} over
 */
function row({ name, sides, gone, won }, { turn, score, sides: all }, over) {
  const line = document.createElement("p");
  const moves = !over && sides.includes(turn);
  line.className = won ? "won" : moves ? "moving" : "";
  for (const letter of sides) line.append(dot(letter));
  line.append(called(name));
  const says = won ? "won" : gone ? "gone" : "";
  if (says) line.append(cell("small", says));
  if (moves) line.append(unseen("to move"));
  const points = [...sides].map((letter) => score[all.indexOf(letter)]).filter(Boolean);
  if (points.length) line.append(cell("b", points.join(" + ")));
  return line;
}

/** @param {ClubResult} game */
function result({ name, game, date, players, drawn, scores, why }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `table/${encodeURIComponent(name)}/`;
  players.forEach((player, index) => {
    const who = called(player.name);
    if (player.won) who.className = "won";
    link.append(...(index ? [" – "] : []), who);
    if (player.won) link.append(unseen(" (won)"));
  });
  const how = [drawn ? "a draw" : "", scores.join(" : "), WHY[why] ?? why].filter(Boolean).join(", ");
  item.append(link, cell("small", [known.titles[game] ?? game, how, date].filter(Boolean).join(" · ")));
  return item;
}

/**
 * A name as its player wrote it, in whatever direction it runs.
 * @param {string} name
 */
function called(name) {
  return cell("bdi", name);
}

/** @param {string} text for whoever hears the page */
function unseen(text) {
  const element = cell("span", text);
  element.className = "unseen";
  return element;
}

/**
 * @param {string} name of the element
 * @param {string | Node} content
 */
function cell(name, content) {
  const element = document.createElement(name);
  element.append(content);
  return element;
}

// Beside a position that is looked at: what the engine says of it, and the review of its game.

import { piece } from "./colours.js";
import { button } from "./dom.js";
import { DECIDED, review, worst } from "./review.js";
import { make } from "./svg.js";

/** @import { Engine } from "./engine.js" */
/** @import { Past } from "./past.js" */
/** @import { Found, Judged } from "./review.js" */
/** @import { Look } from "./types.js" */

const [WIDE, HIGH] = [320, 90];
const [LEAST, MOST] = [1.5, 10]; // leads that the line shows at least, and at most, either way

export class Reviewing {
  /**
   * @param {HTMLElement} element
   * @param {Past} past
   * @param {Engine} engine
   */
  constructor(element, past, engine) {
    this.past = past;
    this.engine = engine;
    this.key = ""; // of the game that was reviewed
    this.at = ""; // the position that is analysed
    this.busy = false;
    this.analysing = false; // whether the positions that are looked at are analysed
    this.reviewButton = button("Review the game", () => this.begin());
    this.analyseButton = button("Analyse", () => {
      this.analysing = !this.analysing;
      this.follow();
    });
    this.reviewButton.classList.add("review");
    this.analyseButton.classList.add("analyse");
    this.verdict = document.createElement("p"); // of the position
    this.verdict.className = "verdict";
    this.state = document.createElement("p"); // of the review
    this.state.className = "state";
    this.chart = document.createElement("div");
    this.list = document.createElement("ol");
    this.list.className = "worst";
    const row = document.createElement("p");
    row.className = "choices";
    row.append(this.reviewButton, this.analyseButton);
    element.append(row, this.verdict, this.state, this.chart, this.list);
  }

  /** Another position is looked at, or none any more. */
  follow() {
    const { look } = this.past;
    const key = look ? look.record : "";
    if (key !== this.key) this.clear(key);
    this.reviewButton.disabled = this.busy;
    this.reviewButton.hidden = !look?.moves.length;
    this.analyseButton.setAttribute("aria-pressed", String(this.analysing));
    const wanted = look && this.analysing && !this.busy;
    const at = wanted ? `${look.step} ${key}` : "";
    if (at === this.at) return;
    this.at = at;
    this.engine.stop();
    this.verdict.textContent = at ? "Thinking …" : "";
    if (look && at) void this.think(look, at);
  }

  /** The engine that was asked is gone: the position is analysed from the beginning. */
  anew() {
    this.at = "";
    this.follow();
  }

  /** @param {string} key of the game that is looked at now */
  clear(key) {
    this.key = key;
    this.at = "";
    this.engine.stop();
    this.verdict.textContent = "";
    this.state.textContent = "";
    this.chart.replaceChildren();
    this.list.replaceChildren();
  }

  /**
   * @param {Look} look
   * @param {string} at
   */
  async think(look, at) {
    const show = (/** @type {Found[]} */ found) => {
      const last = found.at(-1);
      if (this.at !== at || !last) return;
      this.verdict.textContent = `${ahead(last.value, look.turn, look.sides)} (${last.depth} steps deep): `
        + last.line.slice(0, 4).join(" ");
    };
    try {
      if (!(await this.engine.ask(look, turnsBefore(look), "infinite", show)).length && this.at === at) {
        this.verdict.textContent = "The game is over.";
      }
    } catch (error) {
      if (this.at === at) this.verdict.textContent = String(/** @type {Error} */ (error).message);
    }
  }

  /** Reviews the game that is looked at. */
  async begin() {
    const { look } = this.past;
    if (!look || this.busy) return;
    const { key } = this;
    this.busy = true;
    this.follow();
    const search = (/** @type {string[]} */ turns, /** @type {number} */ nodes) => {
      if (this.key !== key) throw new Error("");
      return this.engine.ask(look, turns, `nodes ${nodes}`);
    };
    try {
      const all = await review(look, search, (judged, part) => {
        if (this.key !== key) return;
        this.state.textContent = part < 1 ? `Reviewing: ${Math.floor(100 * part)} %` : "";
        this.draw(look, judged);
      });
      if (this.key === key) this.tell(all);
    } catch (error) {
      if (this.key === key) this.state.textContent = String(/** @type {Error} */ (error).message);
    } finally {
      this.busy = false;
      this.follow();
    }
  }

  /** @param {Judged[]} all */
  tell(all) {
    const three = worst(all);
    this.state.textContent = three.length ? "What cost most:" : "No turn cost much.";
    this.list.replaceChildren(...three.map(({ number, side, text, best, cost, turned, steps }) => {
      const item = document.createElement("li");
      const lost = turned ? "gives the game away" : `gives away ${(cost / 100).toFixed(1)}`;
      item.append(button(
        `${number}. ${piece(side).name} ${whole(text)} ${lost}; the engine plays ${whole(best)}`,
        () => this.past.go(steps),
      ));
      return item;
    }));
  }

  /**
   * The game's course: up is who began, down the other; of more than two sides each has a line, which
   * is above the middle while it is ahead of all others.
   * @param {Look} look
   * @param {Judged[]} judged
   */
  draw(look, judged) {
    const across = (/** @type {number} */ number) => (WIDE * number) / Math.max(1, look.turns.length);
    const far = judged.filter(({ after }) => Math.abs(after) < DECIDED).map(({ after }) => Math.abs(after));
    const most = Math.min(MOST * look.lead, Math.max(LEAST * look.lead, ...far));
    const up = (/** @type {number} */ value) => {
      const shown = Math.abs(value) >= DECIDED ? Math.sign(value) * most : value;
      return HIGH / 2 - (Math.max(-most, Math.min(most, shown)) * (HIGH / 2 - 6)) / most;
    };
    const place = (/** @type {Judged} */ { number, after }) => `${across(number).toFixed(1)},${up(after).toFixed(1)}`;
    const names = [...look.sides].map((side) => piece(side).name);
    const many = names.length > 2;
    const lines = many
      ? [...look.sides].flatMap((side) => {
        const points = judged.filter((one) => one.side === side).map(place).join(" ");
        const { face, deep } = piece(side);
        return [deep, face].map((colour) => {
          const line = make("polyline", { points, class: colour === deep ? "edge" : "" });
          line.style.stroke = colour;
          return line;
        });
      })
      : [make("polyline", { points: [`0,${HIGH / 2}`, ...judged.map(place)].join(" ") })];
    const picture = make("svg", {
      viewBox: `0 0 ${WIDE} ${HIGH}`, class: "course", role: "img",
      "aria-label": many ? "The game's course: a line for each player, above the middle while ahead of all others"
        : `The game's course: above the middle ${names[0]} is ahead, below it ${names[1]}`,
    }, [
      make("line", { x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
      ...lines,
      ...worst([...judged]).map(({ number, after }) =>
        make("circle", { cx: across(number), cy: up(after), r: 4 })),
    ]);
    this.chart.replaceChildren(picture);
  }
}

/**
 * The turns that led to the position that is looked at; the last may be only begun.
 * @param {Look} look
 */
function turnsBefore({ turns, step }) {
  const before = [];
  let left = step;
  for (const [, text] of turns) {
    if (left <= 0) break;
    const steps = text.split(",");
    before.push(steps.slice(0, left).join(","));
    left -= steps.length;
  }
  return before;
}

/**
 * A turn, which needs no step that says that it ends.
 * @param {string} text
 */
function whole(text) {
  return text.replace(/,\.$/, "");
}

/**
 * @param {number} value for the side to move
 * @param {string} turn its letter
 * @param {string} sides
 */
function ahead(value, turn, sides) {
  const side = value < 0 && sides.length === 2 ? sides.replace(turn, "") : turn;
  const { name } = piece(side);
  const behind = value < 0 && side === turn;
  if (Math.abs(value) >= DECIDED) return `${name} ${behind ? "loses" : "wins"}`;
  const ahead = behind ? "behind" : "ahead";
  return Math.round(value) ? `${name} is ${ahead} by ${Math.abs(value / 100).toFixed(1)}` : "Even";
}

// Lines of the card that stand in several situations: what was noticed, what a lesson or an opening
// wants.

import { captives } from "./leading.js";

/** @import { Aims, CardLine, Report, World } from "./types.js" */

/**
 * What the switches leave open, and why what the hands did begins no step.
 * @param {Report} report
 * @param {Pick<World, "cells" | "hand">} world
 * @returns {CardLine[]}
 */
export function noticed(report, world) {
  const lines = [...captives(report, world), ...unfelt(report, world)];
  return report.reason ? [...lines, { kind: "reason", text: report.reason }] : lines;
}

/**
 * Where a piece may lie that no switch felt. Where it is known why it may not lie there, nobody
 * asks.
 * @param {Report} report
 * @param {Pick<World, "hand">} world
 * @returns {CardLine[]}
 */
export function unfelt({ touch, reason }, { hand: held }) {
  if (!touch.length || held.length || reason) return [];
  return [{ kind: "asked", text: "Is it there? Touch it", cells: touch }];
}

/**
 * @param {Aims} aims
 * @returns {CardLine}
 */
export function putDown({ cells }) {
  return { text: "Put it down on", cells };
}

/**
 * What a first lesson is about, and what it wants.
 * @param {Report} report
 * @returns {CardLine[]}
 */
export function lesson({ aim, lesson: now }) {
  if (!now) return [];
  if (now.done) return [{ kind: "asked", text: "That was the first lesson." }];
  const { number, steps, text } = now;
  return [{ kind: "aim", text: aim }, { kind: "asked", text: `${number} of ${steps}: ${text}` }];
}

/**
 * @param {Report} report
 * @returns {CardLine[]}
 */
export function settingUp({ setUp }) {
  if (!setUp) return [];
  /** @type {CardLine[]} */
  const lines = [{ kind: "asked", text: "Setting up" }];
  if (setUp.put.length) lines.push({ text: "Missing on", cells: setUp.put });
  if (setUp.remove.length) lines.push({ text: "Too much on", cells: setUp.remove });
  return lines;
}

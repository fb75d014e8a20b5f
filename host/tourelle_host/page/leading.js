// What the card asks of the hands, line by line: to take off, to put back, to make a step that no
// hand has made.

import { lit } from "./situations.js";
import { stands } from "./barriers.js";
import { piecesInWords, stepsInWords } from "./words.js";

/** @import { CardLine, Game, Asked, Move, Report, World } from "./types.js" */

const DETOUR = "That is allowed, but the lesson goes another way.";
const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
/** @type {Asked} */
const NOTHING = { put: [], remove: [] };
const OFF = "Take off, into the box,";

/**
 * What has been captured and is still there: all of a cell, or the top of a stack.
 * @param {Report} report
 * @param {Pick<World, "cells">} world
 * @returns {CardLine[]}
 */
export function captives(report, { cells }) {
  const captured = lit(report, "capture");
  const high = (/** @type {string} */ cell) => (cells[cell] ?? []).length;
  const top = captured.find((cell) => (report.lifts[cell] ?? high(cell)) < high(cell));
  if (!captured.length) return [];
  if (!top || captured.length > 1) return [{ text: "Captured: take off", cells: captured }];
  return [{ text: `Captured: take off the top one of ${NUMBERS[high(top)]} on`, cells: [top] }];
}

/**
 * The way back. What comes first stands first.
 * @param {Report} report
 * @param {World["hand"]} held
 * @returns {CardLine[]}
 */
export function wayBack({ wayBack: asked, lesson, reason }, held) {
  const { put, remove } = asked ?? NOTHING;
  const why = reason || (lesson?.again ? DETOUR : "");
  const down = { text: "Put back on", cells: put };
  const off = { text: put.length ? "Lift" : OFF, cells: remove };
  const lines = held.length ? [down, off] : [off, down];
  return [
    why ? { kind: "reason", text: why } : { kind: "asked", text: "The way back" },
    ...lines.filter(({ cells }) => cells.length),
  ];
}

/**
 * To a step that no hand has made: what to lift, where to put it, what comes from the box.
 * @param {Report} report
 * @param {Move} step
 * @param {Game | undefined} game
 * @param {Pick<World, "hand" | "barriers">} world
 * @returns {CardLine[]}
 */
export function leading(report, step, game, { hand: held, barriers }) {
  const full = held.length > 0;
  const { put, remove } = report.wayBack ?? NOTHING;
  const { to, box, edge } = report.carry ?? { to: [], box: [], edge: [] };
  const boxed = box.map(({ cell }) => cell);
  const asked = put.filter((word) => !boxed.includes(plain(word)));
  // What is put onto a stack is not asked for any more once a first piece lies there.
  const down = asked.length || !(full || remove.length) ? asked : to;
  const lines = [
    { text: down.length ? "Lift" : OFF, cells: remove },
    { text: "Put down on", cells: down },
  ];
  const missing = box.filter(({ cell }) => put.some((word) => plain(word) === cell));
  const fromBox = missing.map(({ cell, piece }) => (
    { text: `Put a ${called(piece, game)} from the box on`, cells: [cell] }
  ));
  const barrier = {
    text: edge.length && stands(edge, barriers)
      ? "Touch" : "Put a barrier from the box between them, and touch",
    cells: lit(report, "barrier"),
  };
  const led = [...(full ? lines.reverse() : lines), ...fromBox, barrier];
  return [
    { kind: "asked", text: `It plays ${stepsInWords(step.text, game?.step_words)}` },
    ...led.filter(({ cells }) => cells.length),
  ];
}

/**
 * A piece from the box in words.
 * @param {string} text as the hand's language names it
 * @param {Game | undefined} game
 */
function called(text, game) {
  const kind = game?.box.find((entry) => entry.text === text);
  return kind ? piecesInWords(kind.glyphs, game?.sides ?? "") : "piece";
}

/**
 * The cell of a word that may say how many pieces are meant.
 * @param {string} word "d8*2"
 */
function plain(word) {
  return word.split("*")[0];
}

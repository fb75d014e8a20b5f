// The card beside the board: whose hands are wanted, what they do now, why not, what the board's
// two buttons would do and which the page has, from what the board has reported and
// server/advice.py has worked out.

import { piece } from "./colours.js";
import { captives, leading, wayBack } from "./leading.js";
import { lesson, noticed, putDown, settingUp, unfelt } from "./lines.js";
import { friendsOffer, OFFERS, offersRematch } from "./offers.js";
import { outcome } from "./outcome.js";
import { byPerson } from "./seats.js";
import { facts, situations } from "./situations.js";
import { stepsInWords } from "./words.js";

/** @import { Facts, Situation } from "./situations.js" */
/** @import { Card, Game, Seen, World } from "./types.js" */

const EMPTY = "The board is empty. Choose “New game” to set up the pieces, or set them up yourself " +
  "from the box; the board recognises the game.";
const ONLY_PUT_BACK = "undo"; // proposed in place of a move: the last step was only put back
const HOLD = "held for a second: opens the menu";

/**
 * @param {Seen} seen
 * @returns {Card}
 */
export function cardOf(seen) {
  const known = facts(seen);
  const holding = situations(known);
  return {
    headline: first("headline", holding, known),
    why: first("why", holding, known),
    lines: first("lines", holding, known),
    ok: first("ok", holding, known),
    undo: first("undo", holding, known),
    help: first("help", holding, known),
    mayAsk: first("mayAsk", holding, known),
    menu: first("menu", holding, known),
    after: first("after", holding, known),
    about: first("about", holding, known),
    seats: first("seats", holding, known),
  };
}

/**
 * A part of the card, from the most pressing situation that says something about it.
 * @template {keyof Card} Part
 * @param {Part} part
 * @param {Situation[]} holding the most pressing first
 * @param {Facts} known
 * @returns {Card[Part]}
 */
function first(part, holding, known) {
  for (const situation of holding) {
    const content = SAYS[situation][part]?.(known);
    if (content !== undefined) return content;
  }
  throw new Error(`no situation says the card's ${part}`);
}

/** @typedef {{[Part in keyof Card]?: (facts: Facts) => Card[Part] | undefined}} Says */

/**
 * Nothing is asked, and there is nothing to press.
 * @type {Says}
 */
const QUIET = {
  lines: () => [], ok: () => "", undo: () => "", help: () => null, mayAsk: () => false,
  menu: () => [], after: () => [],
};

/**
 * A board that does nothing now.
 * @type {Says}
 */
const STILL = { ...QUIET, why: () => "", about: () => false };

/**
 * What the card says in each situation. What one leaves out, or leaves undefined, is said by the
 * next that holds.
 * @type {Record<Situation, Says>}
 */
const SAYS = {
  off: { ...STILL, headline: () => "The power is off" },
  stopped: {
    ...STILL,
    headline: () => "The board has stopped",
    why: ({ world }) => `${world.trouble}. Switch its power off and on again.`,
  },
  starting: { ...STILL, headline: () => "The board is starting …" },
  remote: { ...QUIET, seats: () => "none" },
  // What is said of the buttons is said of the board's own.
  watched: {
    help: () => null, mayAsk: () => false, after: () => [],
    seats: ({ report }) => (report.lesson ? "none" : "shown"),
  },
  menu: {
    lines: () => [{ kind: "asked", text: "The menu" }],
    ok: () => "close the menu",
    undo: () => "close the menu",
    help: () => null,
    mayAsk: () => false,
    menu: ({ report }) => report.menu,
    after: () => [],
  },
  noGame: {
    ...STILL,
    headline: () => "No game yet",
    why: ({ report, world }) => (bare(world) && !report.setUp ? EMPTY : ""),
    lines: ({ report }) => settingUp(report),
    ok: ({ world }) => (bare(world) ? "" : "begin with what stands"),
  },
  rematch: {
    // After the end the board tells of no offer: OK answers it, and makes it.
    lines: (known) => (offersRematch(known) ? undefined : friendsOffer(known, "rematch")),
    ok: (known) => {
      if (offersRematch(known)) return "take the offer back";
      if (friendsOffer(known, "rematch")) return "another game";
      return "offer another game, with sides swapped";
    },
    after: () => ["Look back"], // another game is offered to the others, by OK
  },
  offered: {
    lines: (known) => {
      const what = known.report.offered ?? "";
      return friendsOffer(known, what) ?? [{ kind: "asked", text: OFFERS[what]?.[0] ?? `${what}?` }];
    },
    ok: ({ report }) => OFFERS[report.offered ?? ""]?.[1] ?? "yes",
    undo: ({ report }) => OFFERS[report.offered ?? ""]?.[2] ?? "no",
    help: () => null,
    mayAsk: () => false,
  },
  // Another step was made since: first of all what is in the hand is put down.
  owed: { lines: ({ aims }) => [putDown(aims)] },
  led: {
    headline: makeMove,
    why: () => "",
    lines: ({ report, step, game, world }) =>
      step ? [...leading(report, step, game, world), ...lesson(report)] : undefined,
    help: () => "step",
    mayAsk: () => false,
  },
  back: {
    headline: ({ waits }) => (waits ? "Put the pieces back" : undefined),
    lines: ({ report, world }) => [...wayBack(report, world.hand), ...lesson(report)],
    ok: ({ report }) => (report.over ? undefined : "it is right as it stands"),
    help: () => "back",
    mayAsk: () => false,
  },
  aimed: { lines: ({ report, world, aims }) => [...captives(report, world), putDown(aims)] },
  over: {
    headline: ({ report, letters }) => (report.over ? outcome(report.over, letters) : undefined),
    why: ({ report, game }) => ending(report.over?.why ?? "", game),
    lines: ({ report, world }) => [...captives(report, world), ...lesson(report)],
    ok: () => "leave this game",
    mayAsk: () => false,
    after: () => ["Play again", "Swap sides", "Look back"],
  },
  question: {
    lines: ({ report, world }) => [
      ...captives(report, world), { kind: "asked", text: "Which one? Touch", cells: report.question },
    ],
    ok: ({ report }) => (report.proposed ? undefined : "show one after the other"),
    undo: () => "no",
  },
  proposed: {
    lines: ({ report, world, game }) => [
      ...captives(report, world), ...unfelt(report, world),
      { kind: "asked", text: report.proposed === ONLY_PUT_BACK
        ? "Was the piece only put back?"
        : `Did you mean ${stepsInWords(report.proposed ?? "", game?.step_words)}?` },
    ],
    ok: ({ report, game }) => (report.proposed === ONLY_PUT_BACK
      ? "yes, put back"
      : `yes, ${stepsInWords(report.proposed ?? "", game?.step_words)}`),
    undo: () => "no",
  },
  held: { undo: () => "show where that came from" },
  lesson: {
    lines: ({ report, world }) => [...noticed(report, world), ...lesson(report)],
    mayAsk: () => false,
    seats: () => "none",
  },
  captured: { headline: () => "Take off what was captured" },
  gone: { headline: (known) => `${player(known)} is gone` },
  silent: { ok: () => "let a person play on" },
  away: { headline: (known) => `Waiting for ${player(known)}` },
  thinking: {
    headline: ({ report }) => `${name(report.turn)} is thinking`,
    lines: ({ report, world }) => noticed(report, world),
    ok: () => HOLD,
    mayAsk: () => false,
  },
  hint: {
    lines: ({ report, world, game }) => [
      ...noticed(report, world),
      { kind: "asked", text: `A hint: ${stepsInWords(report.hint ?? "", game?.step_words)}` },
    ],
    ok: () => "do that",
    undo: () => "hide the hint",
    mayAsk: () => false,
  },
  play: {
    headline: ({ report }) => (report.turn ? `${name(report.turn)} to move` : ""),
    why: () => "",
    lines: ({ report, world }) => [
      ...noticed(report, world), ...(report.task ? [{ text: report.task }] : []),
    ],
    ok: ({ report }) => report.okDoes || HOLD,
    undo: takeBack,
    help: () => null,
    mayAsk: ({ report }) => report.turn !== null,
    menu: () => [],
    after: () => [],
    about: ({ game }) => game !== undefined,
    seats: () => "chosen",
  },
};

/**
 * Who is to make the step that no hand has made.
 * @param {Facts} known
 */
function makeMove({ report, letters, step }) {
  const people = letters.filter((letter) => byPerson(report.seats, letter));
  const move = `${name(step?.side ?? null)}'s move`;
  return people.length === 1 ? `${name(people[0])}, make ${move}` : `Make ${move}`;
}

/**
 * What would be taken back; "" for nothing.
 * @param {Facts} known
 */
function takeBack({ report: { moves, seats }, game, shared }) {
  const alone = Object.keys(seats).every((side) => byPerson(seats, side));
  // Of a person's step and all that others made after it, that one is named.
  const back = alone ? moves.at(-1) : moves.findLast(({ side }) => byPerson(seats, side));
  return back ? `${shared ? "ask to " : ""}take back ${stepsInWords(back.text, game?.step_words)}` : "";
}

/**
 * Why the game is over, in the game's own words.
 * @param {string} why
 * @param {Game | undefined} game
 */
function ending(why, game) {
  return why && (game?.ends[why] ?? `${why}.`);
}

/**
 * Whether no piece is to be seen.
 * @param {Pick<World, "cells" | "hand">} world
 */
function bare({ cells, hand: held }) {
  return Object.keys(cells).length + held.length === 0;
}

/**
 * Who is to move at another board: the name of a friend who shares the table, else the colour.
 * @param {Facts} known
 */
function player({ report: { turn }, friends }) {
  const friend = friends?.players.find(({ sides, me }) => !me && turn && sides.includes(turn));
  return friend ? friend.name : name(turn);
}

/** @param {string | null} letter of a side */
function name(letter) {
  return piece(letter ?? "?").name;
}

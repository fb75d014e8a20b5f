// The card beside the board: whose hands are wanted, what they do now, why not, and what the two
// buttons would do, from what the board has reported and server/advice.py has worked out.

import { piece } from "./colours.js";
import { captives, leading, wayBack } from "./leading.js";
import { outcome } from "./outcome.js";
import { byHand } from "./seats.js";
import { facts, situations } from "./situations.js";
import { said } from "./words.js";

/** @import { Facts, Situation } from "./situations.js" */
/** @import { Aims, Card, CardLine, FriendsTable, Game, Report, World } from "./types.js" */

const EMPTY = "The board is empty. Choose “New game”, and the pieces stand. Or take pieces from " +
  "the box and put a game up yourself: the board sees which one it is.";
const HOLD = "held for a second: opens the menu";

/**
 * What a player offers, as a question, and what OK and Undo answer.
 * @type {Record<string, [string, string, string] | undefined>}
 */
const OFFERS = {
  resign: ["Give the game up?", "give it up", "play on"],
  draw: ["A draw is offered.", "a draw", "play on"],
  undo: ["Another player wants to take steps back.", "take them back", "no"],
};

/**
 * @param {Report} report
 * @param {Game | undefined} game the one that is played
 * @param {Pick<World, "power" | "trouble" | "cells" | "hand" | "bars">} world
 * @param {Aims} [aims] where what is in the hand may go, by the game and not by the lights
 * @param {FriendsTable | null} [friends] the table that is shared
 * @returns {Card}
 */
export function card(report, game, world, aims = { cells: [], owed: false }, friends = null) {
  const known = facts(report, game, world, aims, friends);
  const holding = situations(known);
  return {
    headline: first("headline", holding, known),
    why: first("why", holding, known),
    lines: first("lines", holding, known),
    ok: first("ok", holding, known),
    undo: first("undo", holding, known),
    help: first("help", holding, known),
    mayAsk: first("mayAsk", holding, known),
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
    const told = SAYS[situation][part]?.(known);
    if (told !== undefined) return told;
  }
  throw new Error(`no situation says the card's ${part}`);
}

/** @typedef {{[Part in keyof Card]?: (facts: Facts) => Card[Part] | undefined}} Says */

/**
 * A board that does nothing now.
 * @type {Says}
 */
const STILL = {
  why: () => "", lines: () => [], ok: () => "", undo: () => "", help: () => null,
  mayAsk: () => false,
};

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
  menu: {
    lines: () => [{ kind: "asked", text: "The menu" }],
    ok: () => "close the menu",
    undo: () => "close the menu",
    help: () => null,
    mayAsk: () => false,
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
      { kind: "asked", text: `Did you mean ${said(report.proposed ?? "", game?.steps)}?` },
    ],
    ok: ({ report, game }) => `yes, ${said(report.proposed ?? "", game?.steps)}`,
    undo: () => "no",
  },
  held: { undo: () => "show where that came from" },
  lesson: { lines: ({ report, world }) => [...noticed(report, world), ...lesson(report)] },
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
      { kind: "asked", text: `A hint: ${said(report.hint ?? "", game?.steps)}` },
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
    mayAsk: ({ report }) => report.turn !== null && !report.lesson,
  },
};

/**
 * Whose hands make the step that no hand has made.
 * @param {Facts} known
 */
function makeMove({ report, letters, step }) {
  const hands = letters.filter((letter) => byHand(report.seats, letter));
  const move = `${name(step?.side ?? null)}'s move`;
  return hands.length === 1 ? `${name(hands[0])}, make ${move}` : `Make ${move}`;
}

/**
 * What would be taken back; "" for nothing.
 * @param {Facts} known
 */
function takeBack({ report: { moves, seats }, game, shared }) {
  const alone = Object.keys(seats).every((side) => byHand(seats, side));
  // Of a hand's step and all that others made after it, that one is named.
  const back = alone ? moves.at(-1) : moves.findLast(({ side }) => byHand(seats, side));
  return back ? `${shared ? "ask to " : ""}take back ${said(back.text, game?.steps)}` : "";
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
 * What the switches leave open, and why what the hands did begins no step.
 * @param {Report} report
 * @param {Pick<World, "cells" | "hand">} world
 * @returns {CardLine[]}
 */
function noticed(report, world) {
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
function unfelt({ touch, reason }, { hand }) {
  if (!touch.length || hand.length || reason) return [];
  return [{ kind: "asked", text: "Is it there? Touch it", cells: touch }];
}

/**
 * @param {Aims} aims
 * @returns {CardLine}
 */
function putDown({ cells }) {
  return { text: "Put it down on", cells };
}

/**
 * What a first lesson is about, and what it wants.
 * @param {Report} report
 * @returns {CardLine[]}
 */
function lesson({ aim, lesson }) {
  if (!lesson) return [];
  if (lesson.done) return [{ kind: "asked", text: "That was the first lesson." }];
  const { number, steps, text } = lesson;
  return [{ kind: "aim", text: aim }, { kind: "asked", text: `${number} of ${steps}: ${text}` }];
}

/**
 * @param {Report} report
 * @returns {CardLine[]}
 */
function settingUp({ setUp }) {
  if (!setUp) return [];
  /** @type {CardLine[]} */
  const lines = [{ kind: "asked", text: "Setting up" }];
  if (setUp.put.length) lines.push({ text: "Missing on", cells: setUp.put });
  if (setUp.remove.length) lines.push({ text: "Too much on", cells: setUp.remove });
  return lines;
}

/**
 * Whether no piece is to be seen.
 * @param {Pick<World, "cells" | "hand">} world
 */
function bare({ cells, hand }) {
  return Object.keys(cells).length + hand.length === 0;
}

/**
 * Who is to move at another board: the name of a friend who shares the table, else the colour.
 * @param {Facts} known
 */
function player({ report: { turn }, friends }) {
  const friend = friends?.players.find(({ sides, me }) => !me && turn && sides.includes(turn));
  return friend ? friend.name : name(turn);
}

/**
 * Whether one has offered another game.
 * @param {Facts} known
 */
function offersRematch({ friends }) {
  return friends?.offered.includes("rematch") ?? false;
}

/**
 * What a friend at the shared table offers; undefined for nothing of this kind.
 * @param {Facts} known
 * @param {string} kind
 * @returns {CardLine[] | undefined}
 */
function friendsOffer({ friends, report: { moves } }, kind) {
  const offer = friends?.offers.find(({ what }) => what === kind);
  return offer && [{ kind: "asked", text: inSentence(offer, moves.length) }];
}

/**
 * @param {FriendsTable["offers"][number]} offer
 * @param {number} played steps so far
 */
function inSentence({ name: who, what, steps }, played) {
  if (what === "draw") return `${who} offers a draw.`;
  if (what === "rematch") return `${who} wants another game, with sides swapped.`;
  const back = played - steps;
  return `${who} wants to take back ${back === 1 ? "the last step" : `the last ${back} steps`}.`;
}

/** @param {string | null} letter of a side */
function name(letter) {
  return piece(letter ?? "?").name;
}

// The card beside the board: whose hands are wanted, what they do now, why not, and what the two
// buttons would do, from what the board has reported and server/advice.py has worked out.

import { piece } from "./colours.js";
import { stands } from "./walls.js";
import { inWords, said } from "./words.js";

/** @import { Aims, Card, CardLine, FriendsTable, Game, Report, World } from "./types.js" */

const EMPTY = "The board is empty. Choose “New game”, and the pieces stand. Or take pieces from " +
  "the box and put a game up yourself: the board sees which one it is.";
// Why a game is over whose points decide nothing, since its players ended it.
const BY_PLAYERS = ["resigned", "agreed"];
const DETOUR = "That is allowed, but the lesson goes another way.";
const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
const AWAY = "away"; // as the link has it: somebody at another board
const HOLD = "held for a second: opens the menu";

/** @type {Record<string, [string, string, string] | undefined>} */
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
  const { power, trouble, cells, hand } = world;
  if (!power) return nothing("The power is off");
  if (trouble) return nothing("The board has stopped", `${trouble}. Switch its power off and on again.`);
  if (!report.started) return nothing("The board is starting …");
  if (!report.game) {
    const bare = Object.keys(cells).length + hand.length === 0;
    const lines = report.menu.length ? [{ kind: "asked", text: "The menu" }] : settingUp(report);
    return {
      headline: "No game yet", why: bare && !report.setUp ? EMPTY : "", lines,
      ok: report.menu.length ? "close the menu" : bare ? "" : "begin with what stands",
      undo: report.menu.length ? "close the menu" : "",
    };
  }
  const letters = playing(game?.sides ?? "", report);
  const said = {
    headline: headline(report, letters), why: ending(report, game),
    lines: now(report, game, world, aims), ok: ok(report, game), undo: undo(report, game, hand),
    help: help(report), mayAsk: mayAsk(report),
  };
  return friends ? among(said, report, friends) : said;
}

/**
 * The same at a table that is shared: who offers what, by name, and what OK offers after the end.
 * @param {Card} said
 * @param {Report} report
 * @param {FriendsTable} friends
 * @returns {Card}
 */
function among(said, report, { players, offers, offered }) {
  const turn = players.find(({ sides, me }) => !me && report.turn && sides.includes(report.turn));
  const headline = turn && said.headline.startsWith("Waiting for") ? `Waiting for ${turn.name}` :
    turn && said.headline.endsWith(" is gone") ? `${turn.name} is gone` : said.headline;
  const ended = report.over && !report.menu.length;
  const mine = offered.includes("rematch");
  // After the end the board tells of no offer: OK answers it, and makes it.
  const asked = offers.find(({ what }) => (ended ? what === "rematch" && !mine : what === report.offered));
  const lines = asked ? [{ kind: "asked", text: offer(asked, report) }] : said.lines;
  const again = asked ? "another game" : mine ? "take the offer back" : "offer another game, with sides swapped";
  return { ...said, headline, lines, ok: ended ? again : said.ok };
}

/**
 * @param {FriendsTable["offers"][number]} offer
 * @param {Report} report
 */
function offer({ name: who, what, steps }, { moves }) {
  if (what === "draw") return `${who} offers a draw.`;
  if (what === "rematch") return `${who} wants another game, with sides swapped.`;
  const back = moves.length - steps;
  return `${who} wants to take back ${back === 1 ? "the last step" : `the last ${back} steps`}.`;
}

/**
 * A board that does nothing now.
 * @param {string} headline
 * @returns {Card}
 */
function nothing(headline, why = "") {
  return { headline, why, lines: [], ok: "", undo: "" };
}

/**
 * The letters of the sides that play.
 * @param {string} letters
 * @param {{score: string[]}} report
 */
export function playing(letters, { score }) {
  return [...letters].slice(0, Math.max(2, score.length));
}

/**
 * Whose hands are wanted, or how it ended.
 * @param {Report} report
 * @param {string[]} letters of the sides that play
 */
function headline(report, letters) {
  const { over, turn } = report;
  const shown = carriedOut(report);
  if (shown) {
    const hands = letters.filter((letter) => (report.seats[letter] ?? "hand") === "hand");
    const move = `${name(shown.side)}'s move`;
    return hands.length === 1 ? `${name(hands[0])}, make ${move}` : `Make ${move}`;
  }
  if (over) return outcome(over, letters);
  if (waits(report)) {
    if (report.wayBack) return "Put the pieces back";
    if (lit(report, "capture").length > 0) return "Take off what was captured";
    const who = name(turn ?? "?");
    if (away(report)) return gone(report) ? `${who} is gone` : `Waiting for ${who}`;
    return `${who} is thinking`;
  }
  return turn ? `${name(turn)} to move` : "";
}

/**
 * What the hands do now, and why not.
 * @param {Report} report
 * @param {Game | undefined} game
 * @param {Pick<World, "cells" | "hand" | "bars">} world
 * @param {Aims} aims
 * @returns {CardLine[]}
 */
function now(report, game, world, aims) {
  const { question, touch, proposed, offered, hint, menu, over, task } = report;
  if (menu.length) return [{ kind: "asked", text: "The menu" }];
  if (offered) return [{ kind: "asked", text: OFFERS[offered]?.[0] ?? `${offered}?` }];
  if (aims.owed) return [{ text: "Put it down on", cells: aims.cells }];
  if (report.wayBack || carriedOut(report)) {
    return [...back(report, game, world), ...lesson(report)];
  }
  const lines = captives(report, world);
  if (aims.cells.length) return [...lines, { text: "Put it down on", cells: aims.cells }];
  if (over) return [...lines, ...lesson(report)];
  if (question.length) return [...lines, { kind: "asked", text: "Which one? Touch", cells: question }];
  // Where it is known why it may not lie there, nobody asks where it lies.
  const lost = touch.length && !world.hand.length && !report.reason;
  if (lost) lines.push({ kind: "asked", text: "Is it there? Touch it", cells: touch });
  if (proposed) return [...lines, { kind: "asked", text: `Did you mean ${said(proposed, game?.steps)}?` }];
  if (report.reason) lines.push({ kind: "reason", text: report.reason });
  if (report.lesson) return [...lines, ...lesson(report)];
  if (waits(report)) return lines;
  if (hint) return [...lines, { kind: "asked", text: `A hint: ${said(hint, game?.steps)}` }];
  return task ? [...lines, { text: task }] : lines;
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
 * What has been captured and is still there: all of a cell, or the top of a stack.
 * @param {Report} report
 * @param {Pick<World, "cells">} world
 * @returns {CardLine[]}
 */
function captives(report, { cells }) {
  const captured = lit(report, "capture");
  const high = (/** @type {string} */ cell) => (cells[cell] ?? []).length;
  const top = captured.find((cell) => (report.lifts[cell]?.pieces ?? high(cell)) < high(cell));
  if (!captured.length) return [];
  if (!top || captured.length > 1) return [{ text: "Captured: take off", cells: captured }];
  return [{ text: `Captured: take off the top one of ${NUMBERS[high(top)]} on`, cells: [top] }];
}

/**
 * The hands are led: to a step that no hand has made, or back. What comes first stands first.
 * @param {Report} report
 * @param {Game | undefined} game
 * @param {Pick<World, "hand" | "bars">} world
 * @returns {CardLine[]}
 */
function back(report, game, world) {
  const full = world.hand.length > 0;
  const { put, remove } = report.wayBack ?? { put: [], remove: [] };
  const shown = carriedOut(report);
  if (shown) {
    const lines = leading(report, game, world);
    return [{ kind: "asked", text: `It plays ${said(shown.text, game?.steps)}` }, ...lines];
  }
  const detour = report.lesson?.again ? DETOUR : "";
  const why = report.reason || detour
    ? { kind: "reason", text: report.reason || detour } : { kind: "asked", text: "The way back" };
  const down = { text: "Put back on", cells: put };
  const off = { text: put.length ? "Lift" : "Take off, into the box,", cells: remove };
  const lines = full ? [down, off] : [off, down];
  return [why, ...lines.filter(({ cells }) => cells.length)];
}

/**
 * To a step that no hand has made: what to lift, where to put it, what comes from the box.
 * @param {Report} report
 * @param {Game | undefined} game
 * @param {Pick<World, "hand" | "bars">} world
 * @returns {CardLine[]}
 */
function leading(report, game, { hand, bars }) {
  const full = hand.length > 0;
  const { put, remove } = report.wayBack ?? { put: [], remove: [] };
  const { to, box } = report.carry ?? { to: [], box: [] };
  const boxed = box.map(({ cell }) => cell);
  const asked = put.filter((word) => !boxed.includes(plain(word)));
  // What is put onto a stack is not asked for any more once a first piece lies there.
  const down = asked.length || !(full || remove.length) ? asked : to;
  const lines = [
    { text: down.length ? "Lift" : "Take off, into the box,", cells: remove },
    { text: "Put down on", cells: down },
  ];
  const led = full ? lines.reverse() : lines;
  for (const { cell, piece: text } of box) {
    const kind = game?.box.find((entry) => entry.text === text);
    const words = kind ? inWords(kind.glyphs, game?.sides ?? "") : "piece";
    const wanted = put.some((word) => plain(word) === cell);
    if (wanted) led.push({ text: `Put a ${words} from the box on`, cells: [cell] });
  }
  const edge = lit(report, "barrier");
  const there = report.carry?.edge.length && stands(report.carry.edge, bars);
  led.push({ text: there ? "Touch" : "Put a barrier from the box between them, and touch", cells: edge });
  return led.filter(({ cells }) => cells.length);
}

/**
 * The cell of a word that may say how many pieces are meant.
 * @param {string} word "d8*2"
 */
function plain(word) {
  return word.split("*")[0];
}

/**
 * What may be asked to be done for the person.
 * @param {Report} report
 * @returns {Card["help"]}
 */
function help(report) {
  if (report.menu.length || report.offered) return undefined;
  if (carriedOut(report)) return "step";
  return report.wayBack ? "back" : undefined;
}

/**
 * Whether a hint can be had: somebody here is to move, and nothing else is asked.
 * @param {Report} report
 */
function mayAsk(report) {
  const { menu, offered, over, turn, hint } = report;
  if (menu.length || offered || over || !turn || hint || report.lesson) return false;
  return !waits(report) && !carriedOut(report) && !report.wayBack;
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
 * @param {Report} report
 * @param {Game | undefined} game
 */
function ok(report, game) {
  if (report.menu.length) return "close the menu";
  if (report.offered) return OFFERS[report.offered]?.[1] ?? "yes";
  if (report.over) return "leave this game";
  if (report.wayBack) return "it is right as it stands";
  if (report.proposed) return `yes, ${said(report.proposed, game?.steps)}`;
  if (report.question.length) return "show one after the other";
  if (gone(report)) return away(report) ? HOLD : "let a person play on";
  if (waits(report)) return HOLD;
  if (report.hint) return "do that";
  return report.okDoes || HOLD;
}

/**
 * @param {Report} report
 * @param {Game | undefined} game
 * @param {World["hand"]} hand
 */
function undo(report, game, hand) {
  const { menu, offered, proposed, question, hint, moves, seats } = report;
  if (menu.length) return "close the menu";
  if (offered) return OFFERS[offered]?.[2] ?? "no";
  if (proposed || question.length) return "no";
  if (hand.length && !report.wayBack && !report.over) return "show where that came from";
  if (hint) return "hide the hint";
  const back = Object.values(seats).some((who) => who !== "hand")
    ? moves.findLast(({ side }) => (seats[side] ?? "hand") === "hand") // and all that came after
    : moves.at(-1);
  const ask = Object.values(seats).includes(AWAY) ? "ask to " : ""; // what is told is not ours alone
  return back ? `${ask}take back ${said(back.text, game?.steps)}` : "";
}

/**
 * Why the game is over, in the game's own words.
 * @param {Report} report
 * @param {Game | undefined} game
 */
function ending(report, game) {
  const { over } = report;
  return over?.why && !carriedOut(report) ? game?.ends[over.why] ?? `${over.why}.` : "";
}

/**
 * Of those who won the score comes first; there is none where points have not decided.
 * @param {import("./types.js").Over} over
 * @param {string[]} letters
 */
export function outcome({ winners, scores, why }, letters) {
  const draw = winners === "draw";
  const own = scores.filter((_, index) => !draw && winners.includes(letters[index]));
  const rest = scores.filter((_, index) => draw || !winners.includes(letters[index]));
  const uneven = draw && new Set(scores).size > 1;
  const score = uneven || BY_PLAYERS.includes(why) ? "" : [...own, ...rest].join(" to ");
  const names = [...winners].map(name).join(" and ");
  const words = draw ? "A draw" : `${names} ${winners.length > 1 ? "share it" : "wins"}`;
  return score ? `${words} ${score}` : words;
}

/**
 * The step that no hand has made and the hands are carrying out, or null. No switch feels a
 * barrier: only its lights ask for it.
 * @param {Report} report
 */
export function carriedOut(report) {
  if (report.wayBack) return report.shown;
  const edge = report.carry?.edge ?? [];
  const asked = lit(report, "barrier").some((cell) => edge.includes(cell));
  return asked ? report.moves.at(-1) ?? null : null;
}

/**
 * The points as the pieces lie on the table.
 * @param {Report} report
 */
export function points(report) {
  return carriedOut(report) ? report.scoreBefore : report.score;
}

/**
 * Whether the side to move is played by no hand.
 * @param {Report} report
 */
function waits({ turn, seats, over }) {
  return !over && turn !== null && (seats[turn] ?? "hand") !== "hand";
}

/**
 * Whether who has to play is at another board.
 * @param {Report} report
 */
function away({ turn, seats }) {
  return seats[turn ?? ""] === AWAY;
}

/** @param {Report} report */
function gone(report) {
  return waits(report) && lit(report, "fault").length > 0;
}

/**
 * The cells that are lit so.
 * @param {Report} report
 * @param {string} state
 */
function lit({ lights }, state) {
  return lights.filter((entry) => entry.state === state).flatMap(({ cells }) => cells);
}

/** @param {string} letter */
function name(letter) {
  return piece(letter).name;
}

// What each turn of a game cost, by an engine that is asked in the words of its protocol. Pure: who
// searches is handed in.

import { byPlayers } from "./outcome.js";

/** @import { Look } from "./types.js" */

/**
 * What a search found at one of its depths: value for the side to move in hundredths, its line.
 * @typedef {{depth: number, value: number, line: string[]}} Found
 */
/** @typedef {(turns: string[], nodes: number) => Promise<Found[]>} Search */
/**
 * A turn. after: what the game is worth after it, in hundredths, to the side that began it or, with more
 * than two sides, to its own; best: what the engine would have played; cost in hundredths; turned: it
 * gave away a game that was won, or not lost; loss: of the chance to win, from 0 to 2, by which turns are
 * ranked; steps: of the game with it.
 * @typedef {{number: number, side: string, text: string, best: string, cost: number,
 *   turned: boolean, loss: number, after: number, steps: number}} Judged
 */
/**
 * A position: its value for the side to move in hundredths, and the best turn.
 * @typedef {{value: number, best: string}} Known
 */

export const NODES = 200000; // for each position in the first round
// The next rounds search longer, and only what the turns need that seem to have cost most so far.
const SECOND = { share: 1 / 3, times: 4 }; // of all turns; times as many nodes
const THIRD = { turns: 6, times: 12 };
const NAMED = 3; // turns that are told of in the end
export const DECIDED = 15000; // a value beyond it is a game that is won, or lost
const WON = 16000; // and what is more is the margin
const WORTH_TELLING = 0.15; // of the chance to win, from 0 to 2
// Turns are ranked by what they took of the chance to win: longer searches agree about that. What they
// took of the margin counts little beside it, and ranks the turns of a game that is decided.
const MARGIN = 0.1; // of a lead

/**
 * Every turn judged; told again and again as it goes on, with how far it is (0 to 1).
 * @param {Look} look
 * @param {Search} search
 * @param {(judged: Judged[], part: number) => void} tell
 * @param {number} [nodes]
 */
export async function review(look, search, tell, nodes = NODES) {
  const { turns } = look;
  const texts = turns.map(([, text]) => text);
  /** @type {Known[]} */
  const known = [];
  const last = byRules(look) ? turns.length - 1 : turns.length; // the last position that is looked at
  const rounds = [
    { count: Math.ceil(SECOND.share * turns.length), times: SECOND.times },
    { count: Math.min(THIRD.turns, turns.length), times: THIRD.times },
  ];
  // A turn needs two positions: the one before it, and one that shows what it has left.
  const all = last + 1 + rounds.reduce((sum, { count, times }) => sum + 2 * times * count, 0);
  let done = 0;
  const visit = async (/** @type {number} */ at, /** @type {number} */ many) => {
    const depths = await search(texts.slice(0, at), many);
    known[at] = { value: settled(depths), best: depths.at(-1)?.line[0] ?? "" };
    done += many / nodes;
    tell(judged(look, known), Math.min(1, done / all));
  };
  for (let at = 0; at <= last; at++) await visit(at, nodes);
  for (const { count, times } of rounds) {
    const dear = judged(look, known).sort(dearest).slice(0, count);
    const places = new Set(dear.flatMap(({ number }) => [number - 1, afterwards(look, number - 1)]));
    for (const at of places) if (at <= last) await visit(at, times * nodes);
  }
  const end = judged(look, known);
  tell(end, 1);
  return end;
}

/**
 * The few turns that cost most, the dearest first; a turn that cost next to nothing is none of them.
 * @param {Judged[]} turns
 */
export function worst(turns) {
  const dear = turns.filter(({ loss }) => loss >= WORTH_TELLING);
  return dear.sort(dearest).slice(0, NAMED);
}

/**
 * @param {Judged} one
 * @param {Judged} other
 */
function dearest(one, other) {
  return other.loss - one.loss || one.number - other.number;
}

/**
 * One depth more flatters who moves last: the mean of the last two is nearer the truth.
 * @param {Found[]} depths
 */
function settled(depths) {
  const last = depths.at(-1)?.value ?? 0;
  const before = depths.at(-2)?.value ?? last;
  return Math.max(Math.abs(last), Math.abs(before)) >= DECIDED ? last : (last + before) / 2;
}

/**
 * Whether the rules have ended the game: its worth is known.
 * @param {Look} look
 */
function byRules({ over }) {
  return over !== null && !byPlayers(over);
}

/**
 * What a game that the rules have ended is worth to a side.
 * @param {Look} look
 * @param {string} side
 */
function ended({ over, sides }, side) {
  const { winners, scores } = /** @type {NonNullable<Look["over"]>} */ (over);
  const own = scores[sides.indexOf(side)];
  const others = scores.filter((_, at) => sides[at] !== side);
  const margin = scores.length > 1 ? 100 * (Number(own) - Math.max(...others.map(Number))) : 0;
  if (winners === "draw" || winners.length !== 1) return margin;
  return margin + (winners === side ? WON : -WON);
}

/**
 * The position that shows what a turn has left of the game. Between two sides it is the one after it.
 * With more, whose values say what the side to move has for certain, it is its own next one: no
 * other side can take that away, so what is missing then was given away in the turn.
 * @param {Look} look
 * @param {number} at
 */
function afterwards({ turns, sides }, at) {
  if (sides.length === 2) return at + 1;
  const next = turns.findIndex(([side], number) => number > at && side === turns[at][0]);
  return next < 0 ? turns.length : next;
}

/** @param {number} value */
function won(value) {
  return Number(value >= DECIDED) - Number(value <= -DECIDED);
}

/**
 * A value without what stands for a game that is won or lost.
 * @param {number} value
 */
function points(value) {
  return value - WON * won(value);
}

/**
 * How sure a side is to win, from -1 to 1.
 * @param {number} value
 * @param {number} lead hundredths, with which 88 of 100 games are won
 */
function chance(value, lead) {
  return won(value) || Math.tanh(value / lead);
}

/**
 * As far as positions have been looked at.
 * @param {Look} look
 * @param {Known[]} known
 * @returns {Judged[]}
 */
function judged(look, known) {
  const { turns, sides, lead } = look;
  let steps = 0;
  return turns.flatMap(([side, text], at) => {
    steps += text.split(",").length;
    const next = afterwards(look, at);
    const over = next === turns.length && byRules(look);
    // The side whose value the next position has. More than one letter: players ended a game of many
    // sides, and nothing is known of this one.
    const other = next === turns.length ? sides.replace(side, "") : turns[next][0];
    if (!known[at] || (!over && (!known[next] || other.length > 1))) return [];
    const { value: before, best } = known[at];
    const after = over ? ended(look, side) : (other === side ? 1 : -1) * known[next].value;
    const same = text === best;
    const cost = same ? 0 : Math.max(0, points(before) - points(after));
    const taken = same ? 0 : Math.max(0, chance(before, lead) - chance(after, lead));
    return [{
      number: at + 1, side, text, best, steps, cost,
      after: sides.length > 2 || side === sides[0] ? after : -after,
      loss: taken + (MARGIN * cost) / lead,
      turned: !same && won(before) > won(after),
    }];
  });
}

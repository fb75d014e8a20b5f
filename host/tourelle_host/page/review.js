// What each turn of a game cost, by an engine that is asked in the words of its protocol. Pure: who
// searches is handed in.

/** @import { Look } from "./types.js" */

/**
 * What a search told last, by its depths: value for the side to move in hundredths, its line.
 * @typedef {{depth: number, value: number, line: string[]}} Found
 */
/** @typedef {(turns: string[], nodes: number) => Promise<Found[]>} Search */
/**
 * A turn: value before and after it for the side that began the game, in hundredths; best: what the
 * engine would have played; cost in hundredths; turned: it gave away a game that was won, or not
 * lost; steps: of the game with it.
 * @typedef {{number: number, side: string, text: string, best: string, cost: number,
 *   turned: boolean, after: number, steps: number}} Judged
 */

export const NODES = 200000; // for each position
const AGAIN = 4; // times as many for those that seem to have cost most: a third of them
const DECIDED = 15000;
const WON = 16000; // and what is more is the margin
const WORTH_TELLING = 100; // hundredths: a point
const BY_PLAYERS = ["resigned", "agreed"];

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
  const first = look.sides[0];
  const end = ended(look);
  /** @type {{value: number, best: string}[]} */
  const found = [];
  const work = turns.length + (end === null ? 1 : 0);
  const again = Math.ceil(turns.length / 3);
  const all = work + 2 * AGAIN * again;
  let done = 0;
  const visit = async (/** @type {number} */ at, /** @type {number} */ many) => {
    if (at === turns.length && end !== null) found[at] = { value: end, best: "" };
    else {
      const told = await search(texts.slice(0, at), many);
      const side = turns[at]?.[0] ?? look.sides.replace(turns[at - 1]?.[0] ?? "", "")[0];
      found[at] = { value: (side === first ? 1 : -1) * settled(told), best: told.at(-1)?.line[0] ?? "" };
      done += many / nodes;
    }
    tell(judged(look, found), Math.min(1, done / all));
  };
  for (let at = 0; at <= turns.length; at++) await visit(at, nodes);
  const dear = [...judged(look, found)].sort(dearest).slice(0, again);
  const places = new Set(dear.flatMap(({ number }) => [number - 1, number]));
  for (const at of places) await visit(at, AGAIN * nodes);
  const last = judged(look, found);
  tell(last, 1);
  return last;
}

/**
 * The three turns that cost most, the dearest first; those that cost less than a point are none.
 * @param {Judged[]} judged
 */
export function worst(judged) {
  const told = judged.filter(({ cost, turned }) => turned || cost >= WORTH_TELLING);
  return told.sort(dearest).slice(0, 3);
}

/**
 * @param {Judged} one
 * @param {Judged} other
 */
function dearest(one, other) {
  return Number(other.turned) - Number(one.turned) || other.cost - one.cost;
}

/**
 * One depth more flatters who moves last: the mean of the last two is nearer the truth.
 * @param {Found[]} told
 */
function settled(told) {
  const last = told.at(-1)?.value ?? 0;
  const before = told.at(-2)?.value ?? last;
  return Math.max(Math.abs(last), Math.abs(before)) >= DECIDED ? last : (last + before) / 2;
}

/**
 * What a game that the rules have ended is worth to who began it; null where they have not.
 * @param {Look} look
 */
function ended({ over, sides }) {
  if (!over || BY_PLAYERS.includes(over.why)) return null;
  const [one, other] = over.scores.map(Number);
  const margin = over.scores.length === 2 ? 100 * (one - other) : 0;
  if (over.winners.length !== 1) return margin;
  return margin + (over.winners === sides[0] ? WON : -WON);
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
 * As far as positions have been looked at.
 * @param {Look} look
 * @param {{value: number, best: string}[]} found
 * @returns {Judged[]}
 */
function judged({ turns, sides }, found) {
  let steps = 0;
  return turns.slice(0, Math.max(0, found.length - 1)).map(([side, text], at) => {
    steps += text.split(",").length;
    const sign = side === sides[0] ? 1 : -1;
    const { value: before, best } = found[at];
    const after = found[at + 1].value;
    const same = text === best;
    return {
      number: at + 1, side, text, best, steps, after,
      cost: same ? 0 : Math.max(0, sign * (points(before) - points(after))),
      turned: !same && won(sign * before) > won(sign * after),
    };
  });
}

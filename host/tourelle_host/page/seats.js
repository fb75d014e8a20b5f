// Who plays a side: the words of the link ("hand", "board 3", "host"), and a choice of them.

const LEVELS = [
  "for a child", "easy", "takes what it can get", "looks ahead", "strong", "as strong as it can",
];
const FIRST_LEVEL = 2;

/** Somebody at another board. */
export const AWAY = "away";

/** The people here. */
const HAND = "hand";

/**
 * Who plays a side; people here where nobody else is named.
 * @param {Record<string, string | undefined>} seats
 * @param {string} side
 */
export function seated(seats, side) {
  return seats[side] ?? HAND;
}

/**
 * Whether hands here play a side.
 * @param {Record<string, string | undefined>} seats
 * @param {string} side
 */
export function byHand(seats, side) {
  return seated(seats, side) === HAND;
}

/** The board at the level that a newcomer meets first. */
export const BOARD = `board ${FIRST_LEVEL}`;

/**
 * A select with all who may play; chosen: one of them.
 * @param {string} label
 * @param {string} chosen
 * @param {boolean} [elsewhere] whether somebody elsewhere may be chosen
 */
export function choice(label, chosen, elsewhere = false) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  const levels = LEVELS.map((words, index) =>
    new Option(`the board, level ${index + 1}: ${words}`, `board ${index + 1}`));
  select.append(
    new Option("a person here", HAND), ...levels, new Option("this computer's engine", "host"),
  );
  if (chosen === AWAY || elsewhere) select.append(new Option("a friend elsewhere", AWAY));
  if (chosen === AWAY && !elsewhere) {
    select.disabled = true; // nothing at this board gives the seat to somebody else
  }
  select.value = chosen;
  return select;
}

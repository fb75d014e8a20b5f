// Which of the saved games a record is, or goes on from.

/**
 * The name of the saved game whose place a record takes; undefined if it is another one.
 *
 * A game that is over stays, though another begins with all of its moves: only what has become of
 * the game on the board takes its place.
 * @param {string} text
 * @param {[string, string][]} games names and records
 * @param {string} latest the name under which the game on the board was saved, "" for none
 */
export function placeOf(text, games, latest) {
  const same = games.find(([name, other]) => {
    const replaces = name === latest || other === text || !/^Result:/m.test(other);
    return replaces && goesOn(text, other);
  });
  return same?.[0];
}

/**
 * Whether a record is another one with more moves, or with its end.
 * @param {string} text
 * @param {string} before
 */
export function goesOn(text, before) {
  const [head, moves] = halves(text);
  const [headBefore, movesBefore] = halves(before);
  return head === headBefore && moves.startsWith(movesBefore);
}

/**
 * What a record says before its moves; over: null where it names no result.
 * @param {string} text
 */
export function headOf(text) {
  const value = (/** @type {string} */ name) =>
    text.split(/\n\s*\n/)[0].match(new RegExp(`^${name}:(.*)$`, "mi"))?.[1].trim() ?? "";
  const [winners, ...scores] = value("Result").split(/\s+/);
  const over = winners ? { winners, scores, why: value("Why") } : null;
  return { game: value("Game").toLowerCase(), date: value("Date"), over };
}

/**
 * Whether a record is this one; where a board recalls its game, the record lacks the end.
 * @param {string} text
 * @param {string} known
 */
export function isSame(text, known) {
  return text === known || (!/^Result:/m.test(text) && goesOn(text, known) && goesOn(known, text));
}

/**
 * A record's headers but for its end, and its moves.
 * @param {string} text
 */
function halves(text) {
  const at = text.indexOf("\n\n");
  const head = text.slice(0, at).split("\n").filter((line) => !/^(Result|Why):/.test(line));
  return [head.join("\n"), at < 0 ? text : text.slice(at).trim()];
}

// A line of the card: words, and the names of cells set apart in them.

const NAME = /(?<![\w>^/@-])([a-z]\d)(?![\w>^/@-])/; // not in a move's notation

/**
 * @param {string} kind
 * @param {string} text
 */
export function line(kind, text) {
  const element = document.createElement("p");
  if (kind) element.className = kind;
  element.textContent = text;
  return element;
}

/**
 * @param {string} kind
 * @param {string} words in which cells may be named
 * @param {string[]} cells that are meant by them, "d8*2" where it is two pieces
 */
export function cellLine(kind, words, cells) {
  const element = line(kind, "");
  element.append(...words.split(NAME).map((part, index) => (index % 2 ? named(part) : part)));
  for (const cell of cells) element.append(" ", named(cell));
  return element;
}

/** @param {string} cell */
function named(cell) {
  const name = document.createElement("b");
  name.className = "cell-name";
  name.textContent = cell.replace("*", " × ");
  return name;
}

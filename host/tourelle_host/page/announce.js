// Tells changes in words, each once: to a screen reader through a live region, and to one listener.
// What several lines of the board bring about is told together.

/** @import { Move } from "./types.js" */

const SETTLED_MS = 200; // without a change: it is all there
const MOST_CELLS = 8; // more are counted, not named
const MOST_MOVES = 3; // more have not been played just now

export class Announcer {
  /**
   * @param {HTMLElement} region a live one
   * @param {HTMLElement[]} card what says what to do now
   * @param {(text: string) => void} listen
   */
  constructor(region, card, listen) {
    this.region = region;
    this.card = card;
    this.listen = listen;
    /** @type {string[]} */
    this.announced = []; // last, of each part of the card
    /** @type {string[] | null} */
    this.known = null; // the moves
    this.timer = 0;
  }

  /**
   * The card or the moves may have changed.
   * @param {Move[]} moves
   * @param {(move: Move) => string} inWords
   */
  changed(moves, inWords) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const parts = this.parts();
      const news = this.news(moves.map(inWords));
      news.push(...parts.filter((part, index) => part && part !== this.announced[index]));
      this.announced = parts;
      this.announce(news.join(" "));
    }, SETTLED_MS);
  }

  /**
   * What has been played or taken back since the last time.
   * @param {string[]} moves in words
   */
  news(moves) {
    const { known } = this;
    this.known = moves;
    if (!known) return [];
    const differs = moves.findIndex((move, index) => move !== known[index]);
    const kept = differs < 0 ? Math.min(moves.length, known.length) : differs;
    const undone = known.slice(kept);
    const played = moves.slice(kept);
    const many = played.length > 0 || undone.length > 1;
    if (undone.length && many && kept === 0) return []; // another game
    return [
      ...undone.slice(-1).map((move) => `Taken back: ${move}.`),
      ...played.slice(-MOST_MOVES).map((move) => `${move}.`),
    ];
  }

  /** What each part of the card says now. */
  parts() {
    return this.card.map((element) => (element.hidden ? "" : inSentences(element)));
  }

  /** What the card says now. */
  now() {
    return this.parts().filter(Boolean).join(" ");
  }

  /** Once more what the card says, whether it has changed or not. */
  again() {
    this.region.textContent = ""; // the same text anew would be no change
    setTimeout(() => this.announce(this.now()), SETTLED_MS);
  }

  /** @param {string} text */
  announce(text) {
    if (!text) return;
    this.region.textContent = text;
    this.listen(text);
  }
}

/**
 * The words of an element, a sentence a paragraph; many cells are counted.
 * @param {HTMLElement} element
 */
function inSentences(element) {
  const lines = [...element.querySelectorAll("p:not(.about, .sides p)")].map((line) => {
    const cells = line.querySelectorAll(".cell-name").length;
    if (cells <= MOST_CELLS) return line.textContent ?? "";
    const copy = /** @type {HTMLElement} */ (line.cloneNode(true));
    for (const cell of copy.querySelectorAll(".cell-name")) cell.remove();
    return `${copy.textContent} ${cells} cells`;
  });
  return lines.map(sentence).filter(Boolean).join(" ");
}

/** @param {string} text */
function sentence(text) {
  const words = text.replace(/\s+/g, " ").trim();
  return words && !/[.!?…:]$/.test(words) ? `${words}.` : words;
}

// The page's elements, each of the class that it has to be, and whether motion is wanted.

/** Matches where the person wants no motion. */
export const CALM = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The element with this id.
 * @template {Element} Kind
 * @param {string} id
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function byId(id, kind) {
  return part(document, `#${id}`, kind);
}

/**
 * The first such element within another.
 * @template {Element} Kind
 * @param {ParentNode} within
 * @param {string} selector
 * @param {new () => Kind} kind
 * @returns {Kind}
 */
export function part(within, selector, kind) {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`${selector} is no ${kind.name}`);
  return found;
}

/**
 * A plain button.
 * @param {string} words
 * @param {() => void} act
 */
export function button(words, act) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "plain";
  element.textContent = words;
  element.addEventListener("click", act);
  return element;
}

/**
 * Whether an event came from within an element that the selector names.
 * @param {Event} event
 * @param {string} selector
 */
export function within(event, selector) {
  return event.target instanceof Element && event.target.closest(selector) !== null;
}

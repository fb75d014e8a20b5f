// Making SVG elements.

const SPACE = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number>} Attributes */

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Attributes} attributes
 * @param {Node[]} children
 */
export function make(name, attributes = {}, children = []) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/**
 * Hides a part of a drawing from screen readers: labels say what it shows.
 * @param {SVGGElement} group
 */
export function seenOnly(group) {
  group.setAttribute("aria-hidden", "true");
  return group;
}

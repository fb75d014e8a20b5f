// Making SVG elements.

const SPACE = "http://www.w3.org/2000/svg";

export function make(name, attributes = {}, children = []) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

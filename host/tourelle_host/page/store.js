// A person's settings and games, in this browser's local storage. A browser may refuse that, or have
// no room left: then a setting lasts as long as the page. Nothing here throws.

/**
 * The value that is stored under a name; null where there is none.
 * @param {string} name
 */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * All names that begin with a prefix, each with its value, in the order of the names.
 * @param {string} prefix
 * @returns {[name: string, value: string][]}
 */
export function recallAll(prefix) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix)).sort();
    return names.map((name) => [name, localStorage.getItem(name) ?? ""]);
  } catch {
    return [];
  }
}

/**
 * Stores a value under a name; whether it is stored.
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing can be stored, so nothing is.
  }
}

/** Whether this browser stores anything for the page: it is tried. */
export function canRemember() {
  const name = "tourelle-try";
  const may = remember(name, name) && recall(name) === name;
  forget(name);
  return may;
}

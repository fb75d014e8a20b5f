// What this browser remembers of a person's wishes. Where it may not, or has no room, they last
// as long as the page.

/** @param {string} name */
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  keep(name, value);
}

/**
 * The names that begin so and what is remembered under each, in their order; none where nothing
 * may be.
 * @param {string} kind
 * @returns {[name: string, value: string][]}
 */
export function kept(kind) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(kind)).sort();
    return names.map((name) => [name, localStorage.getItem(name) ?? ""]);
  } catch {
    return [];
  }
}

/**
 * As `remember`; whether it will be, also after this page is closed.
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}

/** Whether this browser remembers anything for a page. */
export function remembers() {
  const name = "tourelle-try";
  const may = keep(name, name) && recall(name) === name;
  forget(name);
  return may;
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is remembered here.
  }
}

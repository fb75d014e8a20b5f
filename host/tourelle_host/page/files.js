// Files that the browser saves for a person.

/**
 * Has the browser save a text; returns the file's name.
 * @param {string} name
 * @param {string} text
 */
export function save(name, text) {
  const link = document.createElement("a");
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  return name;
}

/** This moment for a file's name, by the clock on the wall: 2026-11-24T13-58-07. */
export function moment() {
  const now = new Date();
  const here = new Date(now.getTime() - now.getTimezoneOffset() * 60000).toISOString();
  return here.slice(0, 19).replaceAll(":", "-");
}

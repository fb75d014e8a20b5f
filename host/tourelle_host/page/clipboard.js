// The clipboard, which browsers give only to pages that nobody on the way could have changed.

/**
 * Puts a text into it; resolves to whether it is there.
 * @param {string} text
 */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

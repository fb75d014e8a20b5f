// Links that carry a game: one that the page was opened with, and one of the game that is played.

import { copied } from "./clipboard.js";

/** @import { Note, Request } from "./types.js" */

/**
 * Asks the server once to put up the game in the page's address; whether it was asked.
 * @param {(request: Request) => boolean} send
 */
export function follow(send) {
  const link = carried();
  if (!link) return false;
  const sent = send({ link });
  // A reload then goes on with the game. What was not sent is sent once there is a connection.
  if (sent) history.replaceState(null, "", location.pathname + location.search);
  return sent;
}

/** What stands behind "#" in the page's address. */
function carried() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);
  }
}

/**
 * Has the clipboard hold a link to a game.
 * @param {string} text what it carries
 * @param {Note} note
 */
export async function share(text, note) {
  const link = `${location.origin}${location.pathname}#${encodeURI(text)}`;
  if (await copied(link)) note("A link to this game is in the clipboard.");
  else note(`The clipboard cannot be used. The link: ${link}`, true);
}

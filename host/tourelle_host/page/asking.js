// What the page asks of the server; the person is told where there is no connection to ask by.

import { connect } from "./link.js";

/** @import { Note, Request } from "./types.js" */

const LOST = "The connection is lost. Trying again …";
const UNSENT = "There is no connection: nothing was done.";

/**
 * Opens the connection; returns what asks the server, and says whether it could.
 * @param {(message: unknown) => void} hear hears every message of the server
 * @param {(why: string) => void} lost called when the connection is lost
 * @param {Note} note
 * @returns {(request: Request) => boolean}
 */
export function asking(hear, lost, note) {
  let unsent = UNSENT; // why a request cannot be sent, while it cannot
  const link = connect(hear, (open, why) => {
    document.body.classList.toggle("cut", !open);
    unsent = why ?? UNSENT;
    note(open ? "" : why ?? LOST, true);
    if (!open) lost(why ?? LOST);
  });
  return (request) => {
    const sent = link.send(request);
    if (!sent) note(unsent, true);
    return sent;
  };
}

// What the page asks of the server; the person is told where there is no connection to ask by.

import { connect } from "./link.js";

/** @import { Note, Request } from "./types.js" */

const LOST = "The connection is lost. Trying again …";
const UNSENT = "There is no connection: nothing was done.";

/**
 * Asks the server, once there is a connection. `send` asks it, and says whether it could; `open`
 * opens the connection: its first function hears every message of the server, the second is called
 * with the reason when the connection is lost.
 * @param {Note} note
 */
export function asking(note) {
  /** @type {ReturnType<typeof connect> | null} */
  let link = null;
  let unsent = UNSENT; // why a request cannot be sent, while it cannot
  return {
    /** @param {Request} request */
    send(request) {
      const sent = link?.send(request) ?? false;
      if (!sent) note(unsent, true);
      return sent;
    },
    /**
     * @param {(message: unknown) => void} hear
     * @param {(why: string) => void} lost
     */
    open(hear, lost) {
      link = connect(hear, (open, why) => {
        document.body.classList.toggle("cut", !open);
        unsent = why ?? UNSENT;
        note(open ? "" : why ?? LOST, true);
        if (!open) lost(why ?? LOST);
      });
    },
  };
}

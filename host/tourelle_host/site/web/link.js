// The link to the table in a worker of this page, in the place of the server's.

import { cable } from "./cable.js";
import { listen, opened, table } from "./start.js";

/** @import { Request } from "./types.js" */

const NONE = "This browser has no WebAssembly, in which the board's firmware runs here: take a newer "
  + "one, or allow it.";
const MOVED = "The game is in another tab now: load this page again to have it here.";
const ENDED = "What runs the board in this page has ended: load the page again, and the game goes on.";

/**
 * As the page's link.js has it.
 * @param {(message: unknown) => void} on
 * @param {(open: boolean, why?: string) => void} changed
 */
export function connect(on, changed) {
  if (!table) {
    setTimeout(() => changed(false, NONE));
    return { send: () => false };
  }
  const worker = table;
  let open = true;
  /** @param {string} why */
  const end = (why) => {
    open = false;
    worker.terminate();
    changed(false, why);
  };
  const moved = cable((text) => on({ type: "error", text }));
  worker.postMessage(moved, [moved]);
  setTimeout(() => {
    changed(true);
    listen(worker, ({ data }) => on(JSON.parse(data)), () => end(ENDED));
    new BroadcastChannel("tourelle").onmessage = ({ data }) => {
      if (open && data > opened) end(MOVED);
    };
  });
  // A page that the browser keeps for the way back would keep the game's files as well.
  addEventListener("pagehide", () => worker.terminate());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  return {
    /** @param {Request} request */
    send(request) {
      if (open) worker.postMessage(JSON.stringify(request));
      return open;
    },
  };
}

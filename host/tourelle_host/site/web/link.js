// The link to the table in a worker of this page, in the place of the server's.

const NONE = "This browser has no WebAssembly, in which the board's firmware runs here: take a newer "
  + "one, or allow it.";
const ENDED = "What runs the board in this page has ended: load the page again, and the game goes on.";

/**
 * As the page's link.js has it.
 * @param {(message: unknown) => void} on
 * @param {(open: boolean) => void} changed
 */
export function connect(on, changed) {
  if (!globalThis.WebAssembly || !globalThis.Worker) {
    setTimeout(() => on({ type: "error", text: NONE }));
    return { send: () => false };
  }
  const worker = new Worker("worker/table.js", { type: "module" });
  let open = true;
  worker.onmessage = ({ data }) => on(JSON.parse(data));
  worker.onerror = () => {
    open = false;
    changed(false);
    on({ type: "error", text: ENDED });
  };
  setTimeout(() => changed(open));
  return {
    send(request) {
      if (open) worker.postMessage(JSON.stringify(request));
      return open;
    },
  };
}

// The table's worker is started before the page's own modules have come: it takes longest.

/** When this page was opened: where two want the game, the later one has it. */
export const opened = Date.now() + Math.random();

/**
 * What the worker has told before somebody listens, and its end.
 * @type {Event[]}
 */
const early = [];
const can = globalThis.WebAssembly && globalThis.Worker;
/** @type {Worker | null} */
export const table = can
  ? new Worker("worker/table.js", { type: "module", name: String(opened) }) : null;
if (table) table.onmessage = table.onerror = (/** @type {Event} */ event) => early.push(event);

/**
 * From now on somebody hears what it tells, and its end.
 * @param {Worker} worker
 * @param {(event: MessageEvent<string>) => void} on
 * @param {() => void} ended
 */
export function listen(worker, on, ended) {
  worker.onmessage = on;
  worker.onerror = ended;
  for (const event of early.splice(0)) {
    if (event instanceof MessageEvent) on(event);
    else ended();
  }
}

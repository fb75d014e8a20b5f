// *Connect a board*: moves bytes between a serial port and the worker, which does all the rest.

const BAUD = 115200; // for ports that are behind a converter; USB has none
const BUFFER = 4096; // bytes that may wait here
const LAST_MS = 300; // for what is still to be sent
const CONNECT = "Connect a board";
const LEAVE = "Leave the board";
const NOT_OPEN = "That port cannot be opened: close what else is using it (a terminal, Thonny, mpremote, "
  + "another tab), and connect again.";

/**
 * @param {(text: string) => void} note tells the person
 * @returns {MessagePort} for the worker: it hears {bytes}, or {did: "plugged"}, "pulled" and "left",
 *   and posts {bytes}, or {} when the port is needed no more
 */
export function cable(note) {
  const { port1: worker, port2: handed } = new MessageChannel();
  const button = /** @type {HTMLButtonElement} */ (document.getElementById("connect"));
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("connect-dialog"));
  const { serial } = navigator;
  /** @type {ReadableStreamDefaultReader<Uint8Array> | null} */
  let reader = null;
  /** @type {WritableStreamDefaultWriter<Uint8Array> | null} */
  let writer = null;
  /** @type {Promise<unknown>} */
  let sent = Promise.resolve();
  let wanted = false; // a board is, be it there or not
  let moving = false;

  button.hidden = false;
  for (const part of dialog.querySelectorAll(serial ? "[data-unable]" : "[data-able]")) part.remove();
  button.addEventListener("click", () => {
    if (wanted) worker.postMessage({ did: "left" });
    else dialog.showModal();
  });
  dialog.addEventListener("close", () => {
    if (dialog.returnValue === "connect") choose();
    dialog.returnValue = "";
  });
  serial?.addEventListener("connect", ({ target }) => {
    if (wanted && !moving) move(/** @type {SerialPort} */ (target)); // it was pulled, and is back
  });
  worker.onmessage = ({ data: { bytes } }) => {
    if (bytes) sent = writer?.write(bytes).catch(() => {}) ?? sent; // reading tells that it is gone
    else end();
  };
  return handed;

  async function choose() {
    const port = await serial?.requestPort().catch(() => null); // none was chosen
    if (port) move(port);
  }

  /** @param {boolean} so whether a board is wanted */
  function want(so) {
    wanted = so;
    button.textContent = so ? LEAVE : CONNECT;
    button.classList.toggle("connected", so);
  }

  async function end() {
    want(false);
    await Promise.race([sent, new Promise((done) => setTimeout(done, LAST_MS))]);
    await reader?.cancel().catch(() => {});
  }

  /** @param {SerialPort} port */
  async function move(port) {
    moving = true;
    try {
      await port.open({ baudRate: BAUD, bufferSize: BUFFER });
    } catch {
      note(NOT_OPEN);
      moving = false;
      return;
    }
    want(true);
    await port.setSignals({ dataTerminalReady: true }).catch(() => {}); // a Pico talks to nobody else
    writer = port.writable.getWriter();
    worker.postMessage({ did: "plugged" });
    while (wanted && port.readable) await read(port.readable); // there is another after bytes were lost
    writer.releaseLock();
    writer = null;
    await port.close().catch(() => {}); // it has vanished
    moving = false;
    if (wanted) worker.postMessage({ did: "pulled" });
  }

  /** @param {ReadableStream<Uint8Array>} readable */
  async function read(readable) {
    reader = readable.getReader();
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        worker.postMessage({ bytes: value });
      }
    } catch {} // bytes were lost, or the port is
    reader.releaseLock();
    reader = null;
  }
}

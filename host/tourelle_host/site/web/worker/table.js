// The worker behind the page: the table with its world and hand, in MicroPython, and the worker of
// the board's firmware. What it tells the page, and hears, are the messages that the server has.

import { Flash } from "./flash.js";
import { equip, hex, started, unpack } from "./vm.js";

const HEAP = 1 << 20; // bytes at first; it grows
const PATIENT = 100; // attempts to open the files before the person hears of it
const HELD = "Another tab has the game and does not let go of it: close that one, and it goes on here.";

/** Requests that came before the table stood. */
const early = [];
/** @type {any} */
let table = null;
let board = /** @type {Worker | null} */ (null);
let cable = /** @type {MessagePort | null} */ (null); // moves the bytes of a board on a cable; see ../cable.js
let timer = 0;
/** The workers of engines, by number. */
const engines = new Map();

addEventListener("message", ({ data }) => (table ? heard(data) : early.push(data)));

// All that takes its time begins at once: both MicroPythons and what they run.
/** @type {Worker | null} */
let spare = boardWorker(); // waits for a board to be switched on
const starting = started(HEAP, (line) => console.error(line));
const packs = Promise.all(["firmware.pack", "table.pack"].map(unpack));
const note = (text) => postMessage(JSON.stringify({ type: "error", text }));
const tabs = new BroadcastChannel("tourelle");
let attempts = 0;
const flash = await Flash.open(() => {
  tabs.postMessage(Number(name)); // a page that was opened before this one gives way
  if (++attempts === PATIENT) note(HELD);
  return attempts >= PATIENT;
});
if (flash.trouble) note(flash.trouble);
flash.failed = note;

const [firmware, host] = await packs;
const vm = equip(await starting, { ...firmware.device, ...host.device }, {
  seconds: () => performance.now() / 1000,
  today() {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, "0")).join("-");
  },
  tell: (text) => postMessage(text),
  keep: (name, text) => flash.put(name, new TextEncoder().encode(text)),
  kept: (name) => new TextDecoder().decode(flash.files.get(name) ?? new Uint8Array()),
  write: (text) => cable?.postMessage({ bytes: new TextEncoder().encode(text) }),
  close: () => cable?.postMessage({}),
  power_on: powerOn,
  power_off: powerOff,
  engine_on: engineOn,
  engine_hear: (number, line) => engines.get(number)?.postMessage({ line }),
  engine_off: engineOff,
  wake: (answer, typed) => board?.postMessage({ answer: bytes(answer), typed: bytes(typed) }),
}, host.boards);
vm.runPython("from tourelle_host.site import worker");
table = vm.pyimport("tourelle_host.site.worker");
const { live: due, felt } = table; // each access makes another object
for (const data of early.splice(0)) heard(data);
live();

/** Does what is due now, and comes back when more is. */
function live() {
  clearTimeout(timer);
  const wait = due();
  flash.flush(); // the page knows what lies on the table: nobody waits for the disk
  if (wait >= 0) timer = setTimeout(live, wait);
}

/** A request of the page's, or the end of what moves the bytes of a cable. */
function heard(data) {
  if (typeof data === "string") {
    table.heard(data);
    live();
    return;
  }
  const port = data;
  cable = port;
  port.onmessage = ({ data: { did, bytes: received } }) => {
    if (did) table[did]();
    else table.received(hex(received));
    live();
  };
}

function boardWorker() {
  return new Worker(new URL("board.js", import.meta.url), { type: "module" });
}

function powerOn(grid, soldering) {
  powerOff();
  const made = spare ?? boardWorker();
  spare = null;
  board = made;
  made.onmessage = ({ data }) => {
    if (made !== board) return; // it was switched off meanwhile
    for (const change of data.changes) flash.change(`${grid}/`, change);
    flash.flush(); // before the page is told of a step
    if (data.ended === undefined) felt(hex(data.world), hex(data.text), data.unread);
    else table.ended(data.ended);
    live();
  };
  made.onerror = (event) => {
    if (made !== board) return;
    table.ended(event.message);
    live();
  };
  made.postMessage({
    files: flash.under(`${grid}/`), device: firmware.device, description: host.boards[`${grid}.json`],
    soldering,
  });
}

function powerOff() {
  board?.terminate();
  board = null;
}

function engineOn(number, game) {
  const made = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
  engines.set(number, made);
  made.onmessage = ({ data }) => {
    table.said(number, data);
    live();
  };
  made.onerror = (event) => {
    engineOff(number);
    table.silent(number, event.message);
    live();
  };
  made.postMessage({ game, device: { ...firmware.device, ...host.device } });
}

function engineOff(number) {
  engines.get(number)?.terminate();
  engines.delete(number);
}

function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

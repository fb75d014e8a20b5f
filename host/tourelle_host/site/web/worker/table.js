// The worker behind the page: the table with its world and hand, in MicroPython, and the worker of
// the board's firmware. What it tells the page, and hears, are the messages that the server has.

import { Flash } from "./flash.js";
import { hex, python, unpack } from "./vm.js";

const HEAP = 1 << 20; // bytes at first; it grows

/** Requests that came before the table stood. */
const early = [];
let table = null;
let board = null;
let timer = 0;

addEventListener("message", ({ data }) => (table ? heard(data) : early.push(data)));

const flash = await Flash.open();
const note = (text) => postMessage(JSON.stringify({ type: "error", text }));
if (flash.trouble) note(flash.trouble);
flash.failed = note;

const [firmware, host] = await Promise.all(["firmware.pack", "table.pack"].map(unpack));
const vm = await python(HEAP, { ...firmware.device, ...host.device }, (line) => console.error(line), {
  seconds: () => performance.now() / 1000,
  today() {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, "0")).join("-");
  },
  tell: (text) => postMessage(text),
  keep: (name, text) => flash.put(name, new TextEncoder().encode(text)),
  kept: (name) => new TextDecoder().decode(flash.files.get(name) ?? new Uint8Array()),
  power_on: powerOn,
  power_off: powerOff,
  wake: (answer, typed) => board?.postMessage({ answer: bytes(answer), typed: bytes(typed) }),
}, host.boards);
vm.runPython("from tourelle_host.site import worker");
table = vm.pyimport("tourelle_host.site.worker");
for (const text of early.splice(0)) table.heard(text);
live();

/** Does what is due now, and comes back when more is. */
function live() {
  clearTimeout(timer);
  const wait = table.live();
  if (wait >= 0) timer = setTimeout(live, wait);
}

function heard(text) {
  table.heard(text);
  live();
}

function powerOn(grid, soldering) {
  powerOff();
  const made = new Worker(new URL("board.js", import.meta.url), { type: "module" });
  board = made;
  made.onmessage = ({ data }) => {
    if (made !== board) return; // it was switched off meanwhile
    for (const change of data.changes) flash.change(`${grid}/`, change);
    if (data.ended === undefined) table.felt(hex(data.world), hex(data.text), data.unread);
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

function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

// The worker in which the board's firmware runs. It is woken with what the world has answered, and
// tells what the firmware did until it rested again: lights, sounds, words, changes of its files.
// A rest that comes to its end while nothing is new in the world it ends by itself.
// Its MicroPython is started at once, and waits for a board whose power is switched on.

import { watch } from "./changes.js";
import { kernels } from "./kernels.js";
import { equip, runner, started } from "./vm.js";

const HEAP = 512 << 10; // bytes at first; it grows
const FILES = "/host/files";
// A rest as ../../../sim/device/wire.py has it: a letter, the milliseconds, those it worked for, its number.
const REST_SIZE = 10;
const LONG_MS = 1 << 20; // asked of who has to wake it only for what is new

/** @type {import("./micropython.mjs").MicroPython | null} */
let vm = null;
let answer = new Uint8Array();
let told = 0; // the moment of that, by the board's time,
let came = 0; // and by this worker's
let now = 0; // the board's time
let period = 0; // milliseconds of a scan
let number = 0; // of its last rest
let timer = 0; // that ends it, 0 where somebody else does
let looks = 0; // since it was told last what the firmware did
let step = () => {}; // of its program
const typed = [];
let world = [];
let text = [];
let changes = [];

const ready = started(HEAP, (line) => text.push(...new TextEncoder().encode(`${line}\r\n`)));
addEventListener("message", ({ data }) => (vm ? woken(data) : begin(data)));

async function begin({ files, device, description, soldering }) {
  period = JSON.parse(new TextDecoder().decode(description)).period_ms;
  const made = equip(await ready, device, {
    now_us: () => Math.trunc(performance.now() * 1000) % 2 ** 30, soldering, run: runner(kernels),
  });
  const { FS } = made;
  port(FS, "/dev/world", (buffer, offset, length) => {
    buffer.set(answer.subarray(0, length), offset);
    return Math.min(length, answer.length);
  }, (part) => world.push(...part));
  port(FS, "/dev/port", (buffer, offset, length) => {
    const part = typed.splice(0, length);
    buffer.set(part, offset);
    return part.length;
  }, (part) => text.push(...part));
  FS.mkdir(FILES);
  for (const [name, content] of files) FS.writeFile(`${FILES}/${name}`, content);
  FS.writeFile(`${FILES}/board.json`, description);
  watch(FS, FILES, (change) => changes.push(change));
  vm = made;
  attempt(() => {
    made.runPython(`import os; os.chdir("${FILES}")`);
    made.runPython(new TextDecoder().decode(device["start.py"]));
    step = made.globals.get("step");
    resting();
  }, true);
}

function woken(data) {
  answer = data.answer;
  typed.push(...data.typed);
  told = new DataView(answer.buffer).getUint32(0, true);
  came = performance.now();
  look(told, true);
}

/**
 * Has the firmware look at its pins, at a moment of the board's time.
 * @param {number} moment
 * @param {boolean} asked somebody waits to hear what it did, be it nothing
 */
function look(moment, asked) {
  clearTimeout(timer);
  timer = 0;
  now = Math.max(now, moment);
  attempt(() => {
    once();
    // It would only look once more, in the next period: then it sees what it has seen.
    if (!resting() && !typed.length) {
      now += period;
      once();
    }
    rest(resting());
  }, asked);
}

function once() {
  const view = new DataView(answer.buffer);
  view.setUint32(0, now, true);
  view.setUint8(answer.length - 1, number);
  step();
  looks++;
}

/** How many milliseconds it wants to rest, as it has just told. */
function resting() {
  const told = new DataView(Uint8Array.from(world.slice(-REST_SIZE)).buffer);
  number = told.getUint8(REST_SIZE - 1);
  return told.getUint32(1, true);
}

/** Ends that rest after so many milliseconds; who is told of it ends it for what is new. */
function rest(ms) {
  if (!ms || ms > LONG_MS) return;
  timer = setTimeout(() => look(told + Math.trunc(performance.now() - came), false), ms);
  const long = new Uint8Array(4);
  new DataView(long.buffer).setUint32(0, LONG_MS, true);
  world.splice(1 - REST_SIZE, 4, ...long);
}

/** Lets the firmware work until it rests, and tells what it did. */
function attempt(work, asked) {
  let ended;
  looks = 0;
  try {
    work();
  } catch (error) {
    if (!(error.type === "SystemExit" && world.length)) ended = String(error.message);
  }
  const rested = timer && world.length === looks * REST_SIZE; // and nothing else
  if (asked || !rested || text.length || changes.length || ended !== undefined) {
    postMessage({ world: Uint8Array.from(world), text: Uint8Array.from(text), changes,
      unread: typed.length, ended });
  }
  world = [];
  text = [];
  changes = [];
}

let devices = 0;

/** A file of the firmware's that is read from and written to here. */
function port(FS, path, read, write) {
  const number = FS.makedev(64, devices++);
  FS.registerDevice(number, {
    open(stream) {
      stream.seekable = false;
    },
    read: (_, buffer, offset, length) => read(buffer, offset, length),
    write(_, buffer, offset, length) {
      write(buffer.subarray(offset, offset + length));
      return length;
    },
  });
  FS.mkdev(path, number);
}

// The worker in which the board's firmware runs. It is woken with what the world has answered, and
// tells what the firmware did until it rested again: lights, sounds, words, changes of its files.

import { watch } from "./changes.js";
import { kernels } from "./kernels.js";
import { python, runner } from "./vm.js";

const HEAP = 512 << 10; // bytes at first; it grows
const FILES = "/host/files";

let vm = null;
let answer = new Uint8Array();
const typed = [];
let world = [];
let text = [];
let changes = [];

addEventListener("message", ({ data }) => (vm ? woken(data) : begin(data)));

async function begin({ files, device, description, soldering }) {
  const print = (line) => text.push(...new TextEncoder().encode(`${line}\r\n`));
  const made = await python(HEAP, device, print, {
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
    vm.runPython(`import os; os.chdir("${FILES}")`);
    vm.runPython(new TextDecoder().decode(device["start.py"]));
  });
}

function woken(data) {
  answer = data.answer;
  typed.push(...data.typed);
  attempt(() => vm.globals.get("step")());
}

/** Lets the firmware work until it rests, and tells what it did. */
function attempt(work) {
  let ended;
  try {
    work();
  } catch (error) {
    if (!(error.type === "SystemExit" && world.length)) ended = String(error.message);
  }
  postMessage({ world: Uint8Array.from(world), text: Uint8Array.from(text), changes,
    unread: typed.length, ended });
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

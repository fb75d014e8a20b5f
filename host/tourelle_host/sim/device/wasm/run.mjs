// Runs a program on MicroPython for WebAssembly:
//     node run.mjs MICROPYTHON.mjs PROGRAM.py FOLDER [ARGUMENT ...]
// FOLDER of this machine is its /host: /host/files, where it begins, and /host/device have modules.
// This MicroPython collects garbage only while none of its functions runs; so a program that works
// for long leaves a function `step`, which does some of it and returns whether there is more.
import { readFileSync, readSync, writeSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { folders } from "./folder.mjs";

const HEAP = 512 << 10; // bytes at first; it grows
const STACK = 64 << 10;

const [module, program, folder, ...given] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(module));
const stdout = (line) => writeSync(1, `${line}\n`);
const python = await loadMicroPython({ heapsize: HEAP, pystack: STACK, stdout });
const { FS } = python;

/** What a descriptor that does not wait has to give. */
function taken(descriptor, buffer, offset, length) {
  try {
    return readSync(descriptor, buffer, offset, length);
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
    return 0;
  }
}

let devices = 0;
python.registerJsModule("host", {
  now_us: () => Math.trunc(performance.now() * 1000) % 2 ** 30,
  // A file of these descriptors of this process, to read from and to write to.
  open(path, reading, writing) {
    const number = FS.makedev(64, devices++);
    FS.registerDevice(number, {
      open(stream) {
        stream.seekable = false;
      },
      read: (_, buffer, offset, length) => taken(reading, buffer, offset, length),
      write: (_, buffer, offset, length) => writeSync(writing, buffer, offset, length),
    });
    FS.mkdev(path, number);
  },
});
FS.mkdir("/host");
FS.mount(folders(FS), { folder }, "/host");
try {
  const words = JSON.stringify([program, ...given]); // as Python reads it, too
  python.runPython(`import os, sys
sys.argv[:] = ${words}
sys.path[:] = ["", "/host/device", ".frozen"]
import lacking
os.chdir("/host/files")`);
  python.runPython(readFileSync(program, "utf8"));
  const step = python.globals.get("step");
  while (step?.()) {}
} catch (error) {
  if (error.name !== "PythonError") throw error;
  if (error.type !== "SystemExit") {
    console.error(error.message);
    process.exitCode = 1;
  }
}

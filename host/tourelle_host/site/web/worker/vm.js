// MicroPython for WebAssembly with the files of a program, and what JavaScript gives that.

import { loadMicroPython } from "./micropython.mjs";

const STACK = 64 << 10;

/**
 * A MicroPython. files: name -> bytes, modules; print: hears what it prints, line by line; given:
 * its module `javascript`; boards: name -> bytes, descriptions of boards.
 */
export async function python(heapsize, files, print, given, boards = {}) {
  const vm = await loadMicroPython({ heapsize, pystack: STACK, stdout: print, stderr: print });
  const write = (folder, all) => {
    for (const [name, content] of Object.entries(all)) {
      const path = `${folder}/${name}`;
      vm.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      vm.FS.writeFile(path, content);
    }
  };
  write("/host/device", files);
  write("/host/boards", boards);
  vm.registerJsModule("javascript", given);
  vm.runPython(`import sys
sys.path[:] = ["", "/host/device", ".frozen"]
import lacking`);
  return vm;
}

/**
 * The files of a pack, by folder and name. It begins with the length, in four bytes, of a list of
 * [folder, name, length] in JSON, and their contents follow.
 */
export async function unpack(url) {
  const answer = await fetch(new URL(url, import.meta.url));
  if (!answer.ok) throw new Error(`${url} is not there: status ${answer.status}`);
  const all = new Uint8Array(await answer.arrayBuffer());
  const size = new DataView(all.buffer).getUint32(0, true);
  let at = 4 + size;
  const found = {};
  for (const [folder, name, length] of JSON.parse(new TextDecoder().decode(all.subarray(4, at)))) {
    found[folder] ??= {};
    found[folder][name] = all.slice(at, at + length);
    at += length;
  }
  return found;
}

/** Bytes as hexadecimal digits: as bytes they would reach Python as an object of JavaScript's. */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

// MicroPython for WebAssembly with the files of a program, and what JavaScript gives that.

import { loadMicroPython } from "./micropython.mjs";

const STACK = 64 << 10;

/** The memory of the MicroPython that was made last: its module does not show it. */
let memory = /** @type {WebAssembly.Memory | null} */ (null);
for (const name of ["instantiate", "instantiateStreaming"]) {
  const plain = WebAssembly[name];
  WebAssembly[name] = async (...given) => {
    const made = await plain.apply(WebAssembly, given);
    const { exports } = made.instance ?? made;
    memory = Object.values(exports).find((one) => one instanceof WebAssembly.Memory) ?? memory;
    return made;
  };
}

/**
 * A MicroPython without any program, in so many bytes at first.
 * @param {(line: string) => void} print hears what it prints, line by line
 */
export function started(heapsize, print) {
  return loadMicroPython({ heapsize, pystack: STACK, stdout: print, stderr: print });
}

/**
 * Gives a MicroPython its program. files: name -> bytes, modules; given: its module `javascript`;
 * boards: name -> bytes, descriptions of boards.
 */
export function equip(vm, files, given, boards = {}) {
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

/** The files of a pack beside this one, as `unpacked` gives them. */
export async function unpack(url) {
  const answer = await fetch(new URL(url, import.meta.url));
  if (!answer.ok) throw new Error(`${url} is not there: status ${answer.status}`);
  return unpacked(new Uint8Array(await answer.arrayBuffer()));
}

/**
 * The files of a pack, by folder and name. It begins with the length, in four bytes, of a list of
 * [folder, name, length] in JSON, and their contents follow.
 * @param {Uint8Array} all
 */
export function unpacked(all) {
  const size = new DataView(all.buffer, all.byteOffset).getUint32(0, true);
  let at = 4 + size;
  const found = {};
  for (const [folder, name, length] of JSON.parse(new TextDecoder().decode(all.subarray(4, at)))) {
    found[folder] ??= {};
    found[folder][name] = all.slice(at, at + length);
    at += length;
  }
  return found;
}

/**
 * What calls the search's functions in JavaScript, over the memory of the MicroPython that was made
 * last: "module:name", and numbers, addresses, or the names of other functions.
 * @param {(memory: ArrayBuffer) => any} kernels
 */
export function runner(kernels) {
  /** @type {ArrayBuffer | null} */
  let views = null;
  /** @type {any} */
  let functions = null;
  const named = (name) => {
    const [module, own] = name.split(":");
    return functions[module][own];
  };
  return (name, ...given) => {
    if (!memory) throw new Error("no MicroPython has been made");
    if (views !== memory.buffer) {
      views = memory.buffer; // it is another one whenever the memory has grown
      functions = kernels(views);
    }
    return named(name)(...given.map((one) => (typeof one === "string" ? named(one) : one)));
  };
}

/** Bytes as hexadecimal digits: as bytes they would reach Python as an object of JavaScript's. */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

// Runs a program on a 32-bit MicroPython: node run.mjs MICROPYTHON.mjs PROGRAM.py NAME=FILE ...
// Each FILE is there for the program under its NAME.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, program, ...files] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(module));
const python = await loadMicroPython({ heapsize: 4 << 20, pystack: 64 << 10, linebuffer: true });
for (const pair of files) {
  const [name, file] = pair.split("=");
  let folder = "";
  for (const part of name.split("/").slice(0, -1)) {
    folder += "/" + part;
    if (!python.FS.analyzePath(folder).exists) python.FS.mkdir(folder);
  }
  python.FS.writeFile("/" + name, readFileSync(file));
}
try {
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.log(error.message);
  process.exit(1);
}

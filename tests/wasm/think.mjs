// Runs a program with the site's MicroPython and its translated functions of the search:
//     node think.mjs SITE PROGRAM.py [ARGUMENT ...]
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [site, program, ...given] = process.argv.slice(2);
const worker = (name) => `${site}/play/worker/${name}`;
const load = (name) => import(pathToFileURL(worker(name)));
const [{ equip, runner, started, unpacked }, { kernels }] = await Promise.all(["vm.js", "kernels.js"].map(load));
const packs = ["firmware.pack", "table.pack"].map((name) => unpacked(readFileSync(worker(name))).device);
const files = Object.assign({}, ...packs);
const began = performance.now();
const vm = equip(await started(8 << 20, (line) => console.log(line)), files, {
  run: runner(kernels), seconds: () => performance.now() / 1000,
  clock: () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1e6, // of the processor
});
vm.runPython(`import sys\nsys.argv[:] = ${JSON.stringify([program, ...given])}`);
vm.runPython(readFileSync(program, "utf8"));
console.error(Math.round(performance.now() - began));

// An engine's worker: it hears lines of UGI and answers with lines, and can be spoken to while it
// searches, since it works in slices.

import { kernels } from "./kernels.js";
import { equip, runner, started } from "./vm.js";

const HEAP = 8 << 20; // bytes at first; it grows

/** Lines that came before it stood. */
const early = [];
const { port1: now, port2: soon } = new MessageChannel(); // a timer would wait 4 ms for each slice
/** @type {any} */
let engine = null;
let busy = false;

addEventListener("message", ({ data }) => {
  if (data.game !== undefined) begin(data);
  else if (engine) heard(data.line);
  else early.push(data.line);
});

async function begin({ game, device }) {
  const vm = equip(await started(HEAP, (line) => console.error(line)), device, {
    seconds: () => performance.now() / 1000, tell: (line) => postMessage(line), run: runner(kernels),
  });
  vm.runPython("from tourelle_host.site import engine");
  engine = vm.pyimport("tourelle_host.site.engine");
  engine.begin(game);
  early.splice(0).forEach(heard);
}

function heard(line) {
  engine.hear(line);
  if (!busy) soon.postMessage(null);
  busy = true;
}

now.onmessage = () => {
  busy = engine.work();
  if (busy) soon.postMessage(null);
};

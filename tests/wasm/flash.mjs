// Kills what keeps the boards' files at random bytes, and opens it again:
//     node flash.mjs FLASH.js TRIALS
// Prints how many trials there were; fails where a change that was told is lost.
import { deepStrictEqual } from "node:assert";
import { pathToFileURL } from "node:url";

const [module, trials] = process.argv.slice(2);
const { Flash } = await import(pathToFileURL(module));

class Killed extends Error {}

/** A synchronous handle of a file in memory; `power.left` bytes may be written until all ends. */
class Handle {
  constructor(disk, name, power) {
    Object.assign(this, { disk, name, power });
    disk[name] ??= new Uint8Array();
  }

  getSize() {
    return this.disk[this.name].length;
  }

  truncate(size) {
    if (!this.power.left) throw new Killed();
    this.disk[this.name] = this.disk[this.name].slice(0, size);
  }

  read(buffer, { at }) {
    const part = this.disk[this.name].subarray(at, at + buffer.length);
    buffer.set(part);
    return part.length;
  }

  write(data, { at }) {
    const part = data.subarray(0, this.power.left);
    this.power.left -= part.length;
    const old = this.disk[this.name];
    const grown = new Uint8Array(Math.max(old.length, at + part.length));
    grown.set(old);
    grown.set(part, at);
    this.disk[this.name] = grown;
    if (part.length < data.length) throw new Killed();
    return part.length;
  }

  flush() {}

  close() {}
}

let seed = 12345;
const chance = (count) => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return (seed >> 8) % count;
};
const open = (disk, power) => {
  const folder = async () => ({
    getFileHandle: async (name) => ({ createSyncAccessHandle: async () => new Handle(disk, name, power) }),
  });
  return Flash.open(() => false, folder);
};
const state = (files) => Object.fromEntries([...files].map(([name, data]) => [name, [...data]]).sort());
const NAMES = ["journal.txt", "journal.new", "settings.json"];

/** A change of the kinds that the firmware makes. */
function change(files) {
  const name = NAMES[chance(NAMES.length)];
  const size = files.get(`g/${name}`)?.length ?? 0;
  const data = Uint8Array.from({ length: 1 + chance(40) }, () => chance(256));
  return [
    { name, at: size, data }, { name, at: chance(size + 1), data }, { name, size: chance(size + 1) },
    { name, size: 0, at: 0, data }, { name }, ...(size ? [{ name, to: NAMES[chance(2)] }] : []),
  ][chance(size ? 6 : 5)];
}

const disk = {};
let told = {};
for (let trial = 0; trial < Number(trials); trial++) {
  const power = { left: 200 + chance(4000) };
  let before = told;
  const flash = await open(disk, power);
  if (flash.trouble) {
    deepStrictEqual(power.left, 0, flash.trouble);
  } else {
    deepStrictEqual(state(flash.files), told, `trial ${trial}`);
    while (power.left) {
      before = state(flash.files);
      flash.change("g/", change(flash.files));
      told = state(flash.files);
    }
  }
  // Whoever comes next finds the last change that was told, or the one before.
  const after = state((await open(disk, { left: 1e9 })).files);
  if (JSON.stringify(after) !== JSON.stringify(told)) deepStrictEqual(after, before, `trial ${trial}`);
  told = after;
}
console.log(trials);

// The boards' files, and the tables', in the browser's own file system. Each change is a record with
// a checksum at the end of a log, so that whatever ends the worker costs the last of them at most.
// Two logs take turns: one is written anew, in short, where the other has grown.

const NAMES = ["log-a", "log-b"];
const HEAD = 12; // bytes: the log's number, twice, and one that says that it is one
const MAGIC = 0x746c6f67;
const GROWN = 1 << 20; // bytes of a log after which it is written anew
const RECORD = 10; // bytes before a record's: its length, its checksum, and its name's length
const OPENING_MS = 20; // between two attempts to open what another worker holds
const WAITING_MS = 250; // the same when it is said that there is one

const REFUSED = "This browser lets the page keep nothing: the game is gone when the page is left.";
const FULL = "There is no room left to keep the game: it is gone when the page is left. Make some "
  + "room on this device.";

/** As FNV-1a has it, 32 bits. */
export function checksum(bytes) {
  let sum = 0x811c9dc5;
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193);
  return sum >>> 0;
}

export class Flash {
  /**
   * The files as they were left; `trouble` says, if it is not "", why nothing will be kept.
   * held() is called after each attempt that fails since another worker holds them: one of
   * another tab, or one of the page before, which ends when it comes to it. It tells whether
   * that is said to the person.
   * @param {() => boolean} held
   */
  static async open(held, folder = () => navigator.storage.getDirectory()) {
    for (;;) {
      const handles = [];
      try {
        const directory = await folder();
        for (const name of NAMES) {
          const file = await directory.getFileHandle(name, { create: true });
          handles.push(await file.createSyncAccessHandle());
        }
        return new Flash(handles);
      } catch (error) {
        for (const handle of handles) handle.close();
        if (error.name !== "NoModificationAllowedError") return new Flash([], REFUSED);
        const pause = held() ? WAITING_MS : OPENING_MS;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  constructor(handles, trouble = "") {
    this.trouble = trouble;
    this.failed = (/** @type {string} */ _) => {};
    this.files = new Map(); // name -> its bytes
    /** @type {FileSystemSyncAccessHandle[]} */
    this.handles = handles;
    this.now = 0; // which of them is written to
    this.number = 0; // of the log that is written to
    this.end = HEAD;
    this.unflushed = false;
    if (!handles.length) return;
    const numbers = handles.map(numberOf);
    this.now = numbers[1] > numbers[0] ? 1 : 0;
    this.number = numbers[this.now];
    if (this.number) this.replay();
    this.anew();
  }

  /** The files whose names begin so, as [rest of the name, bytes]. */
  under(start) {
    return [...this.files].filter(([name]) => name.startsWith(start))
      .map(([name, bytes]) => [name.slice(start.length), bytes]);
  }

  /** Replaces a file. */
  put(name, data) {
    this.change("", { name, size: 0, at: 0, data });
  }

  /**
   * Takes in a change as changes.js tells it; start: goes before the names.
   * @param {string} start
   * @param {{name: string, at?: number, data?: Uint8Array, size?: number, to?: string}} change
   */
  change(start, { name, at, data, size, to }) {
    const full = { name: start + name, at, size, to: to === undefined ? to : start + to };
    this.apply(full, data);
    this.append(JSON.stringify(full), data ?? new Uint8Array());
    if (this.end > GROWN) this.anew();
  }

  apply({ name, at, size, to }, data) {
    const { files } = this;
    const old = files.get(name) ?? new Uint8Array();
    if (to !== undefined || (at === undefined && size === undefined)) {
      files.delete(name);
      if (to !== undefined) files.set(to, old);
      return;
    }
    const rest = old.subarray(0, size ?? old.length);
    const length = Math.max(rest.length, size ?? 0, at === undefined ? 0 : at + data.length);
    const changed = new Uint8Array(length);
    changed.set(rest);
    if (at !== undefined) changed.set(data, at);
    files.set(name, changed);
  }

  // -- the logs

  append(words, data) {
    if (!this.handles.length) return;
    try {
      const record = made(words, data);
      const handle = this.handles[this.now];
      if (handle.write(record, { at: this.end }) !== record.length) throw new Error("no room");
      this.end += record.length;
      this.unflushed = true;
    } catch {
      this.give(FULL);
    }
  }

  /** Has all changes on the disk itself, where a crash of the computer leaves them. */
  flush() {
    if (!this.unflushed || !this.handles.length) return;
    this.unflushed = false;
    try {
      this.handles[this.now].flush();
    } catch {
      this.give(FULL);
    }
  }

  replay() {
    const handle = this.handles[this.now];
    const log = new Uint8Array(handle.getSize());
    handle.read(log, { at: 0 });
    const view = new DataView(log.buffer);
    let at = HEAD;
    while (at + RECORD <= log.length) {
      const size = view.getUint32(at, true);
      const body = log.subarray(at + 8, at + size);
      if (size < RECORD || body.length < size - 8 || checksum(body) !== view.getUint32(at + 4, true)) break;
      const words = view.getUint16(at + 8, true);
      const change = JSON.parse(new TextDecoder().decode(body.subarray(2, 2 + words)));
      this.apply(change, body.slice(2 + words));
      at += size;
    }
  }

  /** Writes the files into the other log, which counts once its head is there. */
  anew() {
    if (!this.handles.length) return;
    try {
      const next = 1 - this.now;
      const handle = this.handles[next];
      handle.truncate(0);
      let end = HEAD;
      for (const [name, data] of this.files) {
        const record = made(JSON.stringify({ name, size: 0, at: 0 }), data);
        if (handle.write(record, { at: end }) !== record.length) throw new Error("no room");
        end += record.length;
      }
      handle.flush();
      const head = new DataView(new ArrayBuffer(HEAD));
      head.setUint32(0, MAGIC);
      head.setUint32(4, this.number + 1);
      head.setUint32(8, this.number + 1);
      handle.write(new Uint8Array(head.buffer), { at: 0 });
      handle.flush();
      this.number++;
      this.now = next;
      this.end = end;
    } catch {
      this.give(FULL);
    }
  }

  /** From now on nothing is kept. */
  give(why) {
    for (const handle of this.handles) handle.close();
    this.handles = [];
    this.trouble = why;
    this.failed(why);
  }
}

function made(words, data) {
  const name = new TextEncoder().encode(words);
  const record = new Uint8Array(RECORD + name.length + data.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, record.length, true);
  view.setUint16(8, name.length, true);
  record.set(name, RECORD);
  record.set(data, RECORD + name.length);
  view.setUint32(4, checksum(record.subarray(8)), true);
  return record;
}

/** The number of a log, 0 where it is none that was written to its end. */
function numberOf(handle) {
  const head = new DataView(new ArrayBuffer(HEAD));
  handle.read(new Uint8Array(head.buffer), { at: 0 });
  const [magic, number, again] = [0, 4, 8].map((at) => head.getUint32(at));
  return magic === MAGIC && number === again ? number : 0;
}

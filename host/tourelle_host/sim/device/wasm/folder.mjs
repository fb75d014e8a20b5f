// Folders of this machine as a file system of Emscripten's. Nothing is kept back: what a program
// has written is there whatever ends it.
import * as fs from "node:fs";
import { join } from "node:path";

const MOST_ERRORS = 100; // Emscripten numbers them below this
const ACCESS = 3; // of an open file's flags: read, write, or both

/** The type of file system for FS.mount, of which option `folder` says where it is. */
export function folders(FS) {
  const path = (node) =>
    FS.isRoot(node) ? node.mount.opts.folder : join(path(node.parent), node.name);

  const errors = Array.from({ length: MOST_ERRORS }, (_, number) => new FS.ErrnoError(number));

  const trying = (action) => {
    try {
      return action();
    } catch (error) {
      throw errors.find(({ code }) => code && code === error.code) ?? error;
    }
  };

  const made = (parent, name, mode) =>
    Object.assign(FS.createNode(parent, name, mode), FS.isDir(mode) ? folder : file);

  const getattr = (node) => trying(() => fs.lstatSync(path(node)));

  const llseek = (stream, offset, whence) =>
    offset + (whence === 1 ? stream.position : whence === 2 ? getattr(stream.node).size : 0);

  const file = {
    node_ops: {
      getattr,
      setattr(node, { size }) {
        if (size !== undefined) trying(() => fs.truncateSync(path(node), size));
      },
    },
    stream_ops: {
      llseek,
      open(stream) {
        const access = stream.flags & ACCESS;
        stream.descriptor = trying(() => fs.openSync(path(stream.node), access));
      },
      close: (stream) => fs.closeSync(stream.descriptor),
      read: (stream, buffer, offset, length, position) =>
        trying(() => fs.readSync(stream.descriptor, buffer, offset, length, position)),
      write: (stream, buffer, offset, length, position) =>
        trying(() => fs.writeSync(stream.descriptor, buffer, offset, length, position)),
    },
  };

  const folder = {
    node_ops: {
      getattr,
      setattr() {},
      lookup: (parent, name) =>
        made(parent, name, trying(() => fs.lstatSync(join(path(parent), name))).mode),
      mknod(parent, name, mode) {
        const created = join(path(parent), name);
        trying(() => (FS.isDir(mode) ? fs.mkdirSync(created) : fs.writeFileSync(created, "")));
        return made(parent, name, mode);
      },
      rename(node, parent, name) {
        const target = join(path(parent), name);
        const replaced = fs.existsSync(target) ? FS.lookupNode(parent, name) : null;
        trying(() => fs.renameSync(path(node), target));
        if (replaced) FS.destroyNode(replaced);
        node.name = name;
      },
      unlink: (parent, name) => trying(() => fs.unlinkSync(join(path(parent), name))),
      rmdir: (parent, name) => trying(() => fs.rmdirSync(join(path(parent), name))),
      readdir: (node) => [".", "..", ...trying(() => fs.readdirSync(path(node)))],
    },
    stream_ops: { llseek },
  };

  return { mount: ({ opts }) => made(null, "/", fs.statSync(opts.folder).mode) };
}

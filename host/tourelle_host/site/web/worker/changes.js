// Tells of every change of the files below a folder of Emscripten's memory, as it happens.

/**
 * tell hears {name, at, data} of bytes that were written, {name, size} of a file that was cut or
 * made, {name, to} of another name, {name} of a file that is gone; names are below the folder.
 */
export function watch(FS, folder, tell) {
  const sample = `${folder}/.sample`;
  FS.writeFile(sample, "");
  const { node: file } = FS.lookupPath(sample);
  const { node: root } = FS.lookupPath(folder);
  FS.unlink(sample);
  const named = (path) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null);
  const name = (node) => named(FS.getPath(node));
  const within = (parent, entry) => named(`${FS.getPath(parent)}/${entry}`);
  // The operations belong to all files in memory, and the program's own are not told of.
  const wrap = (operations, which, after) => {
    const plain = operations[which];
    operations[which] = (...given) => {
      const before = after.before?.(...given);
      const result = plain(...given);
      after(given, result, before);
      return result;
    };
  };
  const told = (change) => change.name !== null && tell(change);
  wrap(file.stream_ops, "write", ([stream, buffer, offset, , at], count) =>
    told({ name: name(stream.node), at: at ?? stream.position,
      data: buffer.slice(offset, offset + count) }));
  wrap(file.node_ops, "setattr", ([node, { size }]) => {
    if (size !== undefined) told({ name: name(node), size });
  });
  wrap(root.node_ops, "mknod", ([, , mode], node) => {
    if (FS.isFile(mode)) told({ name: name(node), size: 0 });
  });
  const rename = ([, parent, next], _, from) =>
    told({ name: from, to: within(parent, next) });
  rename.before = (node) => name(node);
  wrap(root.node_ops, "rename", rename);
  wrap(root.node_ops, "unlink", ([parent, entry]) => told({ name: within(parent, entry) }));
}

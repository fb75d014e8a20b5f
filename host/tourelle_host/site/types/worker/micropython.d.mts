// npm's @micropython/micropython-webassembly-pyscript, as far as the site uses it.

/** An object of Python's. */
export type PyProxy = any;

export interface MicroPython {
  FS: any; // Emscripten's
  globals: { get(name: string): PyProxy };
  runPython(program: string): unknown;
  pyimport(module: string): PyProxy;
  registerJsModule(name: string, module: object): void;
}

export function loadMicroPython(options: {
  heapsize: number;
  pystack: number;
  stdout: (line: string) => void;
  stderr: (line: string) => void;
}): Promise<MicroPython>;

// Web Serial, as far as the site uses it: TypeScript's own library has none.
// https://wicg.github.io/serial/

interface SerialPort extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array>;
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>;
  setSignals(signals: { dataTerminalReady?: boolean }): Promise<void>;
  close(): Promise<void>;
}

interface Serial extends EventTarget {
  requestPort(): Promise<SerialPort>;
}

interface Navigator {
  readonly serial?: Serial;
}

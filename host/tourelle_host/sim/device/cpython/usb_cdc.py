"""CircuitPython's `usb_cdc`: its console is standard input and output here."""

from tourelle.ports.stdio import Stream

console = Stream()

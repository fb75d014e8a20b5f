"""Netlists for ngspice of the controller's USB-C inlet, and what they say: plugging in under
voltage, the fault lamp, and what the eFuse lets pass. Simulated, nothing measured."""

from electronics import power, spice

CABLE_OHM, CABLE_UH = 0.15, 1.0  # a metre, there and back, with its contacts
NEAR_UF, DAMPING_UF, DAMPING_OHM = 0.1, 0.6, 1.0  # C1, C6 less what 15 V take of it, R47
EFUSE_STANDS = 20.0  # V at its IN
FAULT_STANDS = 7.0   # V at its other pins
BULK_UF, RISE_MS = 480.0, 2.0  # C2 and C3; the eFuse's soft start

# D1, SMAJ15A: it conducts from 16.7 V at the earliest, from 18.5 V at the latest, and 24.4 V stand
# at it at 16.4 A; its resistance follows from the last two.
TVS_FROM, TVS_LATEST, TVS_OHM, TVS_W = 16.7, 18.5, (24.4 - 18.5) / 16.4, 3.3
MODELS = [
    ".model BAT D(IS=9.8e-8 N=1.34 RS=3.2 BV=30)",
    ".model RED D(IS=1e-17 N=2.1 RS=8)",        # 1.9 V at 2 mA
    ".model ZEN D(IS=1e-14 BV=5.6 IBV=5m RS=8)",
]


def _last(netlist: str) -> list[float]:
    return spice.simulate(netlist)[-1]


def peak(volts: float, damped: bool) -> float:
    """The highest voltage at the eFuse's input when a supply that has so much is plugged in."""
    lines = [
        "* plugged in under voltage", f"Vs s 0 PULSE(0 {volts} 1u 10n 10n 1 2)",
        f"Rs s a {CABLE_OHM}", f"Ls a in {CABLE_UH}u", f"C1 in 0 {NEAR_UF}u",
        f".model TVS D(IS=1e-12 BV={TVS_LATEST} IBV=1m RS={TVS_OHM:g})", "D1 0 in TVS",
        "Rl in 0 100k",
    ]
    if damped:
        lines += [f"R47 in d {DAMPING_OHM}", f"C6 d 0 {DAMPING_UF}u"]
    lines += [".control", "tran 5n 60u 0 5n", "set wr_singlescale", "set wr_vecnames=0",
              "wrdata out.txt v(in)", "quit", ".endc", ".end"]
    return max(row[1] for row in spice.simulate("\n".join(lines) + "\n"))


def lamp(usb_c: float, usb: float, fault: bool) -> tuple[float, float]:
    """What flows through D3, mA, and what stands at the eFuses' FAULT, V."""
    lines = [
        "* the fault lamp", *MODELS, f"Vc c 0 {usb_c}", f"Vu u 0 {usb}", "D5 c l BAT",
        "D6 u l BAT", "R5 l a 1k", "D3 a k RED", "Vm k f 0", "D7 0 f ZEN",
        f"Rf f 0 {50 if fault else 1e9:g}",
        ".control", "op", "set wr_singlescale", "set wr_vecnames=0",
        "wrdata out.txt i(Vm) v(f)", "quit", ".endc", ".end",
    ]
    _, ampere, volts = _last("\n".join(lines) + "\n")
    return ampere * 1000, volts


# what happens: the inlets' voltages, whether an eFuse pulls FAULT low, whether D4 has its 5 V
STATES = {
    "no supply": (0.0, 0.0, False, False),
    "all is well": (5.0, 0.0, False, True),
    "all is well, on the computer": (0.0, 4.75, False, True),
    "a short, on a supply": (4.7, 0.0, True, False),
    "a short, on the computer": (0.0, 4.5, True, False),
    "12 V at J10": (12.0, 0.0, False, False),
    "15 V at J10": (15.0, 0.0, False, False),
}


def figures() -> dict:
    """Peaks by voltage, the lamps by state, what D1 takes at a steady 20 V, the inrush."""
    lamps = {}
    for name, (usb_c, usb, fault, green) in STATES.items():
        current, pin = lamp(usb_c, usb, fault)
        lamps[name] = {"mA": round(current, 2), "fault_v": round(pin, 2), "green": green}
    steady = (20.0 - TVS_FROM) / (CABLE_OHM + TVS_OHM)
    return {
        "peaks": {f"{volts:g}": {"damped": round(peak(volts, True), 1),
                                 "bare": round(peak(volts, False), 1)}
                  for volts in (5.0, 9.0, 12.0, 15.0)},
        "lamps": lamps,
        "tvs_at_20_w": round(TVS_FROM * min(steady, 3.0), 1),  # a supply of 3 A
        "inrush_ma": round(BULK_UF * 5 / RISE_MS),
        "short_ma": round(power.limits_ma(power.LIMIT_KOHM["supply_ma"])[1]),
    }

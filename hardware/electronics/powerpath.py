"""The power path behind J10 in six states, by ngspice with a model of the eFuse, and by hand.

Supply, cable, D1, R47 with C6, eFuse U3, C2 and C3, load. The eFuse is modelled by its behaviour:
off below 2.35 V and above its lockout, 0.6 us late; a rise of 2.05 ms; an output of 5.55 V at most;
its resistance; a current limit that takes hold 3.5 us late. Reverse current, heat and the limit's
own dynamics are not modelled; D1 clips as late as its sheet allows. Nothing is measured.
"""

from dataclasses import dataclass

from electronics import power, spice
from electronics.description import board
from electronics.inlet import (
    BULK_UF,
    CABLE_OHM,
    CABLE_UH,
    DAMPING_OHM,
    DAMPING_UF,
    EFUSE_STANDS,
    NEAR_UF,
    TVS_FROM,
    TVS_LATEST,
    TVS_OHM,
    TVS_W,
)

# TPS25200: of its data sheet SLVSCJ0F as a public design note quotes it; the two delays also in
# TI's list of features of the TPS25200-Q1
LOCKOUT_V, LOCKOUT_LATE_US = 8.45, 0.6
STARTS_V, CLAMP_V, RISE_MS, LIMIT_LATE_US = 2.35, 5.55, 2.05, 3.5
BELOW_GROUND_V = -0.3  # at any of its pins
SUPPLY_A, SUPPLY_UF = 3.0, 470.0  # a supply, and the capacitor behind its plug
SOURCE_OHM, SHORT_OHM = 0.01, 0.03
REST_A = (81 * board()["leds"]["rest_ma"] + power.REST_MA) / 1000
FULL_A = (board()["supply"]["supply_ma"] + power.REST_MA) / 1000


@dataclass(frozen=True)
class Case:
    """A state: the supply's voltage, what the board draws in amperes, whether +5V is shorted at
    SHORT_MS, from when on the figures are taken, ms, and the eFuse's resistance."""

    volts: float
    load: float
    short: bool = False
    taken_ms: float = 0.0
    fuse_ohm: float = power.EFUSE_OHM


CASES = {
    "drop: 5 V, the lights at full": Case(5.0, FULL_A, taken_ms=9.0),
    "inrush: 5 V plugged in": Case(5.0, REST_A),
    "short: +5V to ground while it runs": Case(5.0, REST_A, short=True, taken_ms=10.0,
                                               fuse_ohm=0.06),
    "12 V plugged in": Case(12.0, REST_A),
    "20 V plugged in": Case(20.0, REST_A),
    "reversed: 5 V with its poles exchanged": Case(-5.0, REST_A),
}
PLUGGED_MS, SHORT_MS, END_MS = 4.0, 10.0, 14.0


def netlist(case: Case) -> str:
    """For ngspice: columns time, voltage at IN, at OUT, current of the supply, of the eFuse."""
    late = 0.693  # of a time constant, until half
    limit = power.limits_ma(power.LIMIT_KOHM["supply_ma"])[1] / 1000
    lines = [
        "* the power path of J10",
        f"Vs v 0 PULSE(0 {case.volts} 1u 1u 1u 1 2)",
        # a supply that gives no more than so much
        f"Bs v s I=max(-{SUPPLY_A},min({SUPPLY_A},(V(v)-V(s))/{SOURCE_OHM}))",
        f"Cs s 0 {SUPPLY_UF}u", f"Rc j a {CABLE_OHM}", f"Lc a in {CABLE_UH}u",
        # plugged in when the supply's own capacitor is full: that, not its limit, feeds the surge
        f"Vx x 0 PULSE(0 1 {PLUGGED_MS}m 10n 10n 1 2)", "Sx s j x 0 PLUG",
        ".model PLUG SW(RON=1m ROFF=1e9 VT=0.5 VH=0.1)",
        f"C1 in 0 {NEAR_UF}u", f"R47 in d {DAMPING_OHM}", f"C6 d 0 {DAMPING_UF}u",
        f".model TVS D(IS=1e-12 BV={TVS_LATEST} IBV=1m RS={TVS_OHM:g})", "D1 0 in TVS",
        ".model FWD D(IS=1e-12 RS=0.05)", "D1f 0 in FWD",
        # on: its input within its window, a little late
        f"Bw w 0 V=(V(in)>{STARTS_V})*(V(in)<{LOCKOUT_V})", "Rw w on 1",
        f"Cw on 0 {LOCKOUT_LATE_US / late:g}u",
        # the output's ramp
        f"Br 0 r I=V(on)>0.5 ? (V(r)<6 ? {5 / RISE_MS:g}m : 0) : -V(r)", "Cr r 0 1u",
        "Rr r 0 1e9",
        # what it would pass, and what the limit leaves of it
        f"Bp p 0 V=V(on)>0.5 ? max(0,(min(V(in),min(V(r),{CLAMP_V}))-V(out))/{case.fuse_ohm}) : 0",
        f"Bq q0 0 V=V(p)>{limit:g} ? 1 : 0", "Rq q0 q 1", f"Cq q 0 {LIMIT_LATE_US / late:g}u",
        f"Bf in m I=V(q)>0.5 ? min(V(p),{limit:g}) : V(p)", "Vf m out 0",
        f"Cb out 0 {BULK_UF}u", f"Bl out 0 I={case.load}*tanh(max(0,V(out))*2)",
        ".model SW SW(RON=%g ROFF=1e9 VT=0.5 VH=0.1)" % SHORT_OHM,
        f"Vy y 0 PULSE(0 {1 if case.short else 0} {SHORT_MS}m 1u 1u 1 2)", "Sy out 0 y 0 SW",
        ".control", f"tran 0.2u {END_MS}m 0 2u", "set wr_singlescale", "set wr_vecnames=0",
        "wrdata out.txt v(in) v(out) i(Lc) i(Vf)", "quit", ".endc", ".end",
    ]
    return "\n".join(lines) + "\n"


def simulated(case: Case) -> dict[str, float]:
    """What ngspice says: of IN, OUT and the two currents the extremes and the end."""
    rows = [row for row in spice.simulate(netlist(case)) if row[0] * 1000 >= case.taken_ms]
    return {
        "in_high": max(row[1] for row in rows), "in_low": min(row[1] for row in rows),
        "out_high": max(row[2] for row in rows), "out_end": rows[-1][2],
        "supply_high": max(row[3] for row in rows), "supply_end": rows[-1][3],
        "fuse_high": max(row[4] for row in rows), "fuse_end": rows[-1][4],
    }


def by_hand() -> dict[str, dict[str, float]]:
    """The same states with pencil and paper: what can be said without a simulation."""
    low, high = (ma / 1000 for ma in power.limits_ma(power.LIMIT_KOHM["supply_ma"]))
    steady = min(SUPPLY_A, (20 - TVS_FROM) / (CABLE_OHM + TVS_OHM))
    sums = (
        {"out_end": 5.0 - FULL_A * (SOURCE_OHM + CABLE_OHM + power.EFUSE_OHM)},
        {"fuse_high": BULK_UF * 1e-6 * 5 / (RISE_MS * 1e-3) + REST_A, "limit": low},
        {"fuse_end": high},
        {"out_high": 0.0},
        {"out_high": 0.0, "tvs_w": TVS_FROM * steady},
        {"out_high": 0.0, "tvs_w": 1.0 * SUPPLY_A},  # a diode's volt
    )
    return dict(zip(CASES, sums, strict=True))


def figures() -> dict[str, dict[str, float]]:
    """State -> what ngspice says, rounded."""
    return {name: {key: round(value, 2) + 0.0 for key, value in simulated(case).items()}
            for name, case in CASES.items()}


def checked(kept: dict[str, dict[str, float]]) -> list[str]:
    """Simulates the states anew: where they break what is promised, or are not the kept ones."""
    found = figures()
    moved = [f"power path: {name}, {key} is {value} in figures.json, and {found[name][key]} now"
             for name, values in kept.items() for key, value in values.items()
             if abs(found[name][key] - value) > 0.05]
    return wrong(found) + moved


def wrong(found: dict[str, dict[str, float]]) -> list[str]:
    """Where the simulated states break what is promised, or disagree with the sums by hand."""
    hand = by_hand()
    drop, inrush, short, twelve, twenty, reverse = (found[name] for name in CASES)
    by_drop, by_inrush, by_short, _, by_twenty, _ = (hand[name] for name in CASES)
    rules = {
        "drop: ngspice and the sum by hand differ":
            abs(drop["out_end"] - by_drop["out_end"]) < 0.02,
        "inrush reaches the eFuse's least limit": inrush["fuse_high"] < by_inrush["limit"],
        "inrush: ngspice and the sum by hand differ":
            abs(inrush["fuse_high"] / by_inrush["fuse_high"] - 1) < 0.1,
        "plugged in, +5V does not come up": inrush["out_end"] > 4.9,
        "a short is not limited": abs(short["fuse_end"] / by_short["fuse_end"] - 1) < 0.02,
        "a short lifts the eFuse's input too high": short["in_high"] < EFUSE_STANDS,
        "12 V reach the board": twelve["out_high"] < 0.5,
        "12 V lift the eFuse's input too high": twelve["in_high"] < EFUSE_STANDS,
        "20 V reach the board": twenty["out_high"] < 0.5,
        "20 V harm nothing now: promise them": (
            twenty["in_high"] > EFUSE_STANDS and by_twenty["tvs_w"] > TVS_W),
        "reversed, something reaches the board": abs(reverse["out_high"]) < 0.1,
        "reversed harms nothing now: promise it": reverse["in_low"] < BELOW_GROUND_V,
    }
    return [f"power path: {words}" for words, holds in rules.items() if not holds]

"""Deciding: a table from what explains the board to what is to be done. Pure."""

from tourelle.reading.explain import ASTRAY, MARGIN, SURE

QUIET_MS = 300  # nothing has changed for so long: decide
LONG_MS = 700  # the same, where the piece had been in the hand for HELD_MS
HELD_MS = 2000
LONE_MS = 1500  # the same, where much speaks against it
BESIDE_MS = 3500  # the same, where another piece has been up longer: somebody may hold it
ASK_MS = 5000  # nothing followed for so long, and pieces lie where they cannot stay: ask
THINK_MS = 90000  # pieces may simply be in the hand: that long nobody is asked

FOLLOW, ASK, WAIT, LEAD, BACK, REST = range(6)


def decide(found, quiet, differ, held, put_back, begun):
    """What is to be done, and with which paths, or in how many ms: (FOLLOW, [path]),
    (ASK, paths), (WAIT, ms), LEAD the hands back, BACK: take the soft step back, or REST.

    found     an `Explained`
    quiet     for how many ms nothing has changed
    differ    whether anything differs from the position
    held      all that differs may simply be in the hand
    put_back  the board is as before the soft step
    begun     some step may be under way
    """
    urged = quiet >= LONE_MS
    alone = 0
    if found.mine:
        alone = found.mine.cost + (ASTRAY if differ and not held else 0)
    other = [path for path in found.other if path.cost < alone + MARGIN and not path.beside]
    attested = [path for path in found.next if path.attested]
    after = [path for path in attested if path.cost < SURE or (urged and not path.beside)]
    if after:
        # Of those that are over, the one that began first comes first.
        first = min([path.signs.first for path in after])
        after = [path for path in after if path.exact or path.signs.first == first]
    totals = [found.total(path) for path in after]
    least = min(totals + [path.cost for path in other], default=99)
    live = [after[i] for i in range(len(after)) if totals[i] < least + MARGIN]
    live += [path for path in other if path.cost < least + MARGIN]
    instead = [path for path in live if not path.reading[0]]
    if instead and len(instead) == len(live) and alone < least + MARGIN:
        live.append(found.mine)
    if len(live) > 1:
        return ASK, live
    if live:
        rest = QUIET_MS
        if not live[0].exact and found.rival_up(live[0]):
            rest = LONE_MS
        elif live[0].signs.held > HELD_MS and live[0].foot.filled:
            rest = LONG_MS
        return (WAIT, rest - quiet) if quiet < rest else (FOLLOW, live)
    if not differ:
        return REST, ()
    if put_back:
        return BACK, ()
    seen = [path for path in found.next if path.seen and not path.attested]
    rest = [path for path in found.next if path.exact and not path.seen]
    if len(seen) == 1 and not rest:
        if seen[0].foot.left and seen[0].exact and quiet < LONG_MS:
            return WAIT, LONG_MS - quiet
        return FOLLOW, seen
    if attested and not urged:
        return WAIT, LONE_MS - quiet
    if attested:
        # What is up longer may have been put down unfelt: it comes first.
        if quiet < BESIDE_MS:
            return WAIT, BESIDE_MS - quiet
        first = min([path.signs.first or path.signs.last for path in found.next])
        return ASK, attested + [
            path for path in found.next if not path.attested and path.signs.first == first
        ]
    wait = THINK_MS if held else ASK_MS
    late = quiet >= wait
    fits = [path for path in found.next if path.exact or path.attested]
    if late and fits:
        return ASK, fits
    if fits or begun:
        return (REST, ()) if late else (WAIT, wait - quiet)
    if held and not urged:
        return WAIT, LONE_MS - quiet
    return LEAD, ()

"""Deciding: a table from what explains the board to what is to be done. Pure."""

from tourelle.reading.explain import ASTRAY, HOVER, MARGIN, SURE

QUIET_MS = 300  # nothing has changed for so long: decide
LONG_MS = 700  # the same, where the piece had been in the hand for HELD_MS
HELD_MS = 2000
LONE_MS = 1500  # the same, where much speaks against it
BESIDE_MS = 3500  # the same, where another piece has been up longer: somebody may hold it
ASK_MS = 5000  # nothing followed for so long, and pieces lie where they cannot stay: ask
THINK_MS = 90000  # pieces may simply be in the hand: that long nobody is asked

FOLLOW, ASK, WAIT, LEAD, BACK, REST = range(6)


def decide(found, quiet, differ, up, put_back, begun, next_, done=False):
    """What is to be done, and with which paths, or in how many ms: (FOLLOW, [path]),
    (ASK, paths), (WAIT, ms), LEAD the hands back, BACK: take the soft step back, or REST.

    found     an `Explained`
    quiet     for how many ms nothing has changed
    differ    how many cells differ from the position
    up        how many of them are empty: their pieces may simply be in the hand
    put_back  the board is as before the soft step
    begun     some step may be under way
    next_     a step on top of the soft one may be under way, or over
    done      OK says that nothing is in the hand any more
    """
    if done:
        quiet = THINK_MS
    urged = quiet >= LONE_MS
    alone = 0
    if found.mine:
        alone = found.mine.cost
        if up < differ:
            alone += HOVER if up else ASTRAY
        elif differ and not next_:
            alone += HOVER
    other = [path for path in found.other if path.cost < alone + MARGIN]
    attested = [path for path in found.next if path.attested]
    sure = SURE
    for path in attested:
        if path.cost < SURE:
            sure = max(sure, path.cost + MARGIN)
    after = [path for path in attested if path.cost < sure or (urged and (done or not path.loose))]
    if after:
        # Of those that are over, the one that began first comes first.
        first = min([path.signs.first for path in after])
        after = [path for path in after if path.exact or path.signs.first == first]
    elif not put_back:
        after = [path for path in found.next if path.seen and not path.attested]
        if quiet < ASK_MS:
            after = [path for path in after if not found.touched_instead(path)]
    totals = [found.total(path) for path in after]
    over = min([totals[i] for i in range(len(after)) if after[i].exact], default=SURE)
    if attested and over < SURE:  # what goes on leaves the step before as it is
        other = [path for path in other if path.cost + MARGIN <= over]
    least = min(totals + [path.cost for path in other], default=99)
    live = [after[i] for i in range(len(after)) if totals[i] < least + MARGIN]
    live += [path for path in other if path.cost < least + MARGIN]
    instead = [path for path in live if not path.reading[0]]
    if instead and len(instead) == len(live) and alone < least + MARGIN:
        live.append(found.mine)
    if len(live) == 1:
        rest = _rest(found, live[0])
        return (WAIT, rest - quiet) if quiet < rest else (FOLLOW, live)
    if live:
        late = quiet >= ASK_MS or all(path.attested for path in live)
        return (ASK, live) if late else (WAIT, ASK_MS - quiet)
    if not differ:
        return REST, ()
    fits = [path for path in found.next if path.exact]
    if put_back and not [path for path in fits if path.foot.captured and path.signs.first]:
        return BACK, ()
    if attested and not urged:
        return WAIT, LONE_MS - quiet
    if attested:
        # What is up longer may have been put down unfelt: it comes first.
        if quiet < BESIDE_MS:
            return WAIT, BESIDE_MS - quiet
        first = min([path.signs.first for path in found.next])
        some = [path for path in found.next if path.attested or path.signs.first == first]
        if len(some) > 1:
            return ASK, some
    wait = ASK_MS if up < differ else THINK_MS
    if done and not fits:
        first = min([path.signs.first for path in found.next], default=0)
        fits = [path for path in found.next if path.signs.first == first]
    if quiet >= wait and fits:
        return ASK, fits
    if (fits or begun or attested) and not done:
        return (REST, ()) if quiet >= wait else (WAIT, wait - quiet)
    if up == differ and not urged:
        return WAIT, LONE_MS - quiet
    return LEAD, ()


def _rest(found, path):
    """For how many ms nothing may have changed before that path is followed."""
    if path.loose:
        return BESIDE_MS
    if not path.exact and found.rival_up(path):
        return LONE_MS
    if path.seen and not path.attested and path.exact and path.foot.left:
        return LONG_MS
    if path.signs.held > HELD_MS and path.foot.filled:
        return LONG_MS
    return QUIET_MS

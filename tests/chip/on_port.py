"""A board on the emulated chip that is reached through its serial port."""

from hearing import said
from mpremote_port import board_on_port
from tourelle_host.sim.disk import Stored
from tourelle_host.sim.life import VmChoice


def chip_on_port(uf2, folder, **options):
    """A board behind a PTY, not yet started, and an event that is set when its firmware runs."""
    board = board_on_port("pty", VmChoice("chip", uf2), stored=Stored(folder, **options))
    return board, said(board, "@game")

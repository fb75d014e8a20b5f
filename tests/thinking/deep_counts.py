"""The counts that take the host's Python too long; run on MicroPython."""

from thinking import counts


def test_avalam():
    counts("avalam", 292, 81_488, 21_711_440)
    counts("avalam ; options placing=free", 98, 9_408, 884_352)

"""The counts that take the host's Python too long; run on MicroPython."""

from thinking import counts


def test_avalam():
    counts("avalam", 292, 81_488, 21_711_440)
    counts("avalam ; options placing=free", 98, 9_408, 884_352)


def test_tours():
    counts("tours", 180, 32_400, 3_429_013)
    counts("tours ; options turn=form-and-collapse", 723, 515_221)


def test_tawol():
    counts("tawol", 34, 1_156, 47_468, 1_943_796)


def test_cabale():
    counts("cabale", 18, 306)
    counts("cabale 1 i3=J1 a7=J2", 26_532)
    counts("cabale 1 i3=J1 a7=J2 ; barriers 0,0", 396, 139_216)

"""How long tests wait for what has to happen: no test knows how fast the machine is."""

PATIENCE_S = 300  # so that what hangs ends; nothing else depends on it

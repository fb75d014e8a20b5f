"""How long a command waits for a board or another program before it says that nothing comes."""

import os


def seconds(usual: float) -> float:
    """So many seconds, times TOURELLE_PATIENCE: more on a machine that has too much else to do."""
    return usual * float(os.environ.get("TOURELLE_PATIENCE", "1"))

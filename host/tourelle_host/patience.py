"""How long commands wait for a board or another program before they give up."""

import os


def seconds(usual: float) -> float:
    """So many seconds, multiplied by TOURELLE_PATIENCE: for machines that are busy otherwise."""
    return usual * float(os.environ.get("TOURELLE_PATIENCE", "1"))

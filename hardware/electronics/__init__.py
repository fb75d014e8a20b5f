"""The boards' electronics: circuits, drawings, fabrication data and circuit evidence.

One description (`board.toml`, `parts.toml`) and the two circuits (`strip.py`, `controller.py`)
give everything else: `python -m electronics` writes it, `python -m electronics --check` says
what is stale.
"""

"""The boards' electronics: circuits, drawings, fabrication data and circuit evidence.

The drawings in hardware/kicad and the description in hardware/*.toml are the source.
`python -m electronics` writes what follows from them, `python -m electronics --check` says what
is stale.
"""

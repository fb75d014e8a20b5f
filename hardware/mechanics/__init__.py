"""The mechanical half of Tourelle's boards; see docs/hardware/mechanics.md."""

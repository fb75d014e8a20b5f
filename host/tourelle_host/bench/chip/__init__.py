"""Measures the firmware on the emulated chip, from outside."""

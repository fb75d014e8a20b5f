"""Measures the firmware: the programs that run on each VM, and the figures for people."""

"""Measuring the firmware: what runs on each VM, and the figures for a person."""

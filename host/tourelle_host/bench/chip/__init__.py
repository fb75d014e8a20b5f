"""What the firmware does on the emulated chip, measured from outside."""

"""The host's side of Tourelle: the simulated board, the page, and the command `tourelle`."""

"""The host part of Tourelle: the simulated board, the page, and the command `tourelle`."""

"""The firmware's search on the host: as an engine, in matches, and with its weights tuned."""

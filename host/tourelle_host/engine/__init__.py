"""The search of the firmware on the host: as an engine, in matches, and its weights tuned."""

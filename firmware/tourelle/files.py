"""The board's files: the journal and the settings. The only code that touches the file system."""

import json
import os


class Files:
    """The journal, the last game's journal and the settings, in files of the board's own disk.

    A file is replaced as a whole by writing another and renaming it, so that a
    power cut leaves the old one or the new one. What cannot be written is lost
    silently but for `full`: the game matters more than its record.

    full   the last write failed
    """

    def __init__(self, folder=""):
        self._journal = folder + "journal.txt"
        self._last = folder + "last.txt"
        self._settings = folder + "settings.json"
        self.full = False

    def read(self):
        """The journal, as bytes; empty if there is none."""
        return self._read(self._journal)

    def kept(self):
        """The last game's journal, as bytes; empty if there is none."""
        return self._read(self._last)

    def keep(self):
        """Make the journal the last game's; there is none then."""
        self._rename(self._journal, self._last)

    def restore(self):
        """Make the last game's journal the one in use."""
        self._rename(self._last, self._journal)

    def append(self, data):
        """Add bytes to the journal."""
        self._write(self._journal, "ab", data)

    def replace(self, data):
        """Replace the journal."""
        self._replace(self._journal, data)

    def settings(self):
        """The settings, as a dict; empty if there are none or they are broken."""
        try:
            with open(self._settings) as file:
                found = json.load(file)
            return found if isinstance(found, dict) else {}
        except (OSError, ValueError):
            return {}

    def save(self, settings):
        """Replace the settings."""
        self._replace(self._settings, json.dumps(settings).encode())

    def _replace(self, path, data):
        if self._write(path + ".new", "wb", data):
            self._rename(path + ".new", path)

    def _rename(self, old, new):
        try:
            os.rename(old, new)
        except OSError:
            pass  # there is no such file

    def _read(self, path):
        try:
            with open(path, "rb") as file:
                return file.read()
        except OSError:
            return b""

    def _write(self, path, mode, data):
        try:
            with open(path, mode) as file:
                file.write(data)
            self.full = False
        except OSError:
            self.full = True
        return not self.full

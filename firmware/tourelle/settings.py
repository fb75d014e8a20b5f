"""Settings, which outlast games: brightness and the buzzer; and options, until the power goes."""

from tourelle.files import reason
from tourelle.games import load

_BRIGHTEST = 255


class Settings:
    """Reads brightness and buzzer from a store (see files.py), and saves them when they change.

    brightness   of all lights, 1 to 255
    """

    def __init__(self, store, sound, report):
        self._store = store
        self._sound = sound
        self._report = report
        self._options: dict = {}  # the options that were chosen last,
        self._game = ""  # and for which game
        kept = store.settings()
        sound.muted = kept.get("mute") is True
        self.brightness = kept.get("brightness")
        if type(self.brightness) is not int or not 1 <= self.brightness <= _BRIGHTEST:
            self.brightness = _BRIGHTEST

    def set_brightness(self, brightness):
        """Set the brightness of all lights, 1 to 255."""
        self.brightness = brightness
        self._keep("brightness", brightness)

    def set_mute(self, mute):
        """Silence the buzzer, or let it sound again."""
        self._sound.muted = mute
        self._keep("mute", "on" if mute else "off")

    def _keep(self, name, value):
        try:
            self._store.save({"brightness": self.brightness, "mute": self._sound.muted})
        except OSError as error:
            self._report.fault("the settings cannot be kept, " + reason(error))
        self._report.emit("setting", name, value)

    def set_option(self, position, name, value):
        """Set an option for the next game of the position's kind; ValueError says what is wrong.

        Options chosen for another game count as far as this game has them, too.
        """
        known = dict(position.OPTIONS)
        options = dict(position.options)
        options.update({key: v for key, v in self._options.items() if v in known.get(key, ())})
        options[name] = value
        position.check_options(options)
        self._options = options
        self._game = position.NAME

    def options(self, name):
        """The options chosen last for the game with that name, else its own AT_TABLE."""
        return dict(self._options if self._game == name else load(name).Position.AT_TABLE)

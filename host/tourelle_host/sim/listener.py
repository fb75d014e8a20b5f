"""Who is told what the firmware of a simulated board does."""


class Listener:
    """Who hears what the firmware does."""

    def began(self) -> None:
        """The firmware starts, for the first time or anew."""

    def pixels(self, pixels: bytes, work_us: int) -> None:
        """Bytes shifted out to the LEDs, so many microseconds after the firmware was woken."""

    def tone(self, hz: int) -> None:
        """The buzzer."""

    def text(self, data: bytes) -> None:
        """From the serial port."""

    def pace(self) -> None:
        """`slower` was found anew."""

    def fail(self, trouble: str) -> None:
        """The firmware runs no more, for this reason."""

"""The interface to whatever follows a simulated board's firmware."""


class Listener:
    """Receives what the firmware does."""

    def began(self) -> None:
        """The firmware starts, for the first time or again."""

    def pixels(self, pixels: bytes, work_us: int) -> None:
        """Bytes were shifted out to the LEDs, work_us after the firmware was woken."""

    def tone(self, hz: int) -> None:
        """The buzzer."""

    def text(self, data: bytes) -> None:
        """Bytes came from the serial port."""

    def pace(self) -> None:
        """`slower` was measured again."""

    def fail(self, trouble: str) -> None:
        """The firmware no longer runs, for this reason."""

"""A clock that is moved by hand."""


class Clock:
    """Called, it gives the time in seconds: `now`."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

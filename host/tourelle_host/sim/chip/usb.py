"""The host's end of the chip's USB serial port."""

from collections.abc import Callable
from typing import Any

from rp2040py.usb.cdc import USBCDC

_PACKET = 64
_IN_CONTROLS = 0x80  # in the USB memory: the chip's transmit buffers, 8 bytes an endpoint


class Serial:
    """Bytes to and from the chip, once its USB is up.

    Whenever the chip asks for data, the emulator's host answers, which keeps the chip busy with
    empty packets; and it takes whatever the chip has. A real host does neither.
    """

    def __init__(self, controller: Any, heard: Callable[[bytes], None], gone: Callable[[], None]):
        """heard(data): the chip wrote this. gone(): it has left the bus because of a reset."""
        self._controller = controller
        self._cdc = USBCDC(controller)
        self._cdc.on_serial_data = heard
        self._gone = gone
        self._answer = controller.on_endpoint_read
        controller.on_endpoint_read = self._asked
        self._forget = controller.on_reset
        controller.on_reset = self._reset
        self._update = controller.dpram_updated
        controller.dpram_updated = self._updated
        self._waiting = bytearray()
        self._room = 0  # bytes that the chip is ready to take, or 0
        self._full = False
        self._offers: list[tuple[int, int]] = []  # buffers that the chip has filled meanwhile

    def send(self, data: bytes) -> None:
        """Send bytes to the chip; what it is not ready for has to wait."""
        self._waiting += data
        self._deliver()

    def hold(self, full: bool) -> None:
        """Whether the chip's output is left unread, so that the chip cannot get rid of it."""
        self._full = full
        if not full:
            offers, self._offers = self._offers, []
            for offset, value in offers:
                self._update(offset, value)

    def _updated(self, offset: int, value: int) -> None:
        """The chip has written into its USB memory."""
        if self._full and offset == _IN_CONTROLS + 8 * self._cdc._in_endpoint:
            self._offers.append((offset, value))
        else:
            self._update(offset, value)

    def _reset(self) -> None:
        self._forget()
        self._waiting.clear()
        self._offers.clear()
        self._room = 0
        self._gone()

    def _asked(self, endpoint: int, size: int) -> None:
        """The chip is ready to take a packet. A host that has none says nothing."""
        if endpoint != self._cdc._out_endpoint:
            self._answer(endpoint, size)
        else:
            self._room = size
            self._deliver()

    def _deliver(self) -> None:
        if self._room and self._waiting:
            count = min(self._room, _PACKET, len(self._waiting))
            packet = bytes(self._waiting[:count])
            del self._waiting[:count]
            self._room = 0
            self._controller.endpoint_read_done(self._cdc._out_endpoint, packet)

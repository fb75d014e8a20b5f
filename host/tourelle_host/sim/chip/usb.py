"""The host's end of the chip's USB serial port."""

from collections.abc import Callable

from rp2040py.usb.cdc import USBCDC

_PACKET = 64


class Serial:
    """Bytes to and from the chip, once its USB is up."""

    def __init__(self, controller: object, heard: Callable[[bytes], None]):
        """heard(data): the chip wrote that."""
        self._controller = controller
        self._cdc = USBCDC(controller)
        self._cdc.on_serial_data = heard
        self._answer = controller.on_endpoint_read
        controller.on_endpoint_read = self._asked
        self._waiting = bytearray()
        self._room = 0  # bytes that the chip is ready to take; 0: it is not

    @property
    def up(self) -> bool:
        """The chip has been found and set up by the host."""
        return self._cdc._initialized

    def send(self, data: bytes) -> None:
        """To the chip; what it is not ready for waits."""
        self._waiting += data
        self._deliver()

    def reset(self) -> None:
        """The chip has gone from the bus."""
        self._waiting.clear()
        self._room = 0

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

"""The line protocol to the host, over the USB serial port: a line of text per event or command."""

from tourelle.kernels import const

LINK = 1  # version of the protocol
_OUT = const(2048)  # most bytes that wait to be sent
_ROOM = const(24)  # of these, kept free for the line that says how many were lost
_LONGEST = const(800)  # most bytes of a command; positions may have more than 400


class Link:
    """Lines out, kept in a buffer until the console takes them; commands in, cut at line ends.

    out, count        the bytes to send: the first count of out (bytearray)
    received, length  what the console received: the first length of received (bytearray)
    """

    def __init__(self):
        self.out = bytearray(_OUT)
        self.count = 0
        self.received = bytearray(64)
        self.length = 0
        self._line = bytearray(_LONGEST)  # shared: a new one per command would cut up the heap
        self._taken = 0  # bytes of it in use; beyond _LONGEST if the command is too long
        self._lost = 0

    def emit(self, *words):
        """Queue a line, "@" and these words; if there is no room, the whole line is lost.

        So are the lines after it, until half of the room is free: then the link says how many were
        lost, and goes on.
        """
        line = ("@" + " ".join([str(word) for word in words]) + "\r\n").encode()
        if self._lost or self.count + len(line) > _OUT - _ROOM:
            self._lost += 1
        else:
            self._put(line)

    def _put(self, line):
        self.out[self.count : self.count + len(line)] = line
        self.count += len(line)

    def sent(self, count):
        """The console took the first count bytes."""
        left = self.count - count
        self.out[:left] = self.out[count : self.count]
        self.count = left
        if self._lost and left <= _OUT // 2:
            self._put(b"@lost %d\r\n" % self._lost)
            self._lost = 0

    def commands(self):
        """The complete lines received, as a list of str; reports garbage."""
        found = []
        for i in range(self.length):
            byte = self.received[i]
            if byte in (10, 13):
                if self._taken > _LONGEST:
                    self.emit("error the line is longer than %d bytes" % _LONGEST)
                elif self._taken:
                    found.append(self._text())
                self._taken = 0
            elif byte < 32 or byte == 127:
                pass  # a control byte is never data
            elif self._taken < _LONGEST:
                self._line[self._taken] = byte
                self._taken += 1
            else:
                self._taken = _LONGEST + 1
        self.length = 0
        return [line for line in found if line]

    def _text(self):
        try:
            return str(self._line[: self._taken], "utf-8").strip()
        except UnicodeError:
            self.emit("error the line is not UTF-8 text")
            return ""

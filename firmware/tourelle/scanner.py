"""Scanners, which watch the switches and buttons and tell each debounced change with its time.

A *contact* is the switch of a cell, with the cell's number, or a button: OK has the number after
the last cell, undo the one after that. A scanner has

begin(closed)            start, or start again: fill in the state of every contact (bytearray, 1 if
                         closed), and forget what was before
changes(what, when, now) the changes since the last call, oldest first: contact | CLOSED or
                         contact into `what` (bytearray), the moment into `when` (array of int);
                         returns how many, ROOM at most: call it until it says 0. now: the time
lost                     milliseconds since the last `changes` whose changes were lost: the state is
                         right, but changes may be missing
waiting()                whether there are changes to tell
wait(ms)                 rest until there is something to look at again, for `ms` at most
close()                  stop watching, and writing into memory

Neither `changes` nor `waiting` allocates.
"""

CLOSED = 128  # added to a contact in `what`: it has closed, not opened
ROOM = 128  # changes that `what` and `when` have room for

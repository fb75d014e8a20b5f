"""Scanners: they watch the switches and buttons, and tell each debounced change with its time.

A *contact* is the switch of a cell, by the cell's number, or a button: OK has the number after
the last cell's, undo the one after that. A scanner is

begin(closed)            start, or start anew: fill in the state of every contact (bytearray, 1
                         where closed), and forget what was before
changes(what, when, now) the changes since the last call, oldest first: contact | CLOSED or
                         contact into `what` (bytearray), the moment into `when` (array of int);
                         returns how many, ROOM at most: call it until it says 0. now: the time
lost                     milliseconds of which nothing is known any more, since the last
                         `changes`: the state is right, but not how it came about
waiting()                whether a change is there to be told
wait(ms)                 rest, so long at most: until there is something to look at again
close()                  stop watching; nothing writes into memory any more

Neither `changes` nor `waiting` allocates.
"""

CLOSED = 128  # in `what`: the contact has closed, not opened
ROOM = 128  # changes that `what` and `when` have room for

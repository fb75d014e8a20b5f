"""A checker of boards that share a game, in virtual time (make together-faults).

A schedule is a list of acts: what people do and what fails, each at its time. Boards with their
flash, bridges that decide, a network and a broker play it; what they promise is looked at all
along, and once more some seconds after everything has healed.
"""

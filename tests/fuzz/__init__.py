"""Throws mutated input at every part that something from outside can reach.

python -m fuzz --seconds 60 --seed 1 (from tests/, or make fuzz) runs all targets in turn. An
attack is a list of small steps, made from the seed alone. One that is a finding is cut down to
the steps that it takes and kept in found/, and from then on a test throws it again.
"""

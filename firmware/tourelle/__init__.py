"""Tourelle: the controller of a board that plays along."""

VERSION = "0.1.0"

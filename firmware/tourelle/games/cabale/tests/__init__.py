"""Tests of Cabale, and what the tests of all games need to know about it."""

"""Tests of Tours, and what the tests of all games need to know about it."""

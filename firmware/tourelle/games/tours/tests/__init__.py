"""Tests of Tours, and what those of all games have to know of it."""

"""Boards that share a game; docs/together.md says what is promised."""

"""The page's server: shows a board to any number of browsers, and passes their gestures on."""

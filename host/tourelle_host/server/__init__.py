"""The page's server: it shows a board to any number of browsers and hands their gestures on."""

"""The static site: the page, with the firmware, the world and the hand in the browser itself."""

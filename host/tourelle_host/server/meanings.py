"""The meaning of a game's options in words, from its rules page.

For the site they are read when it is built.
"""

import re

from tourelle_host import paths

# A row of a page's table of options: | option, or nothing for the one above | values | meaning |
_OPTION = re.compile(r"\| *(?:`([\w-]+)`)? *\| *(`[\w-]+`.*?) *\| *(.*?) *\|")


def meanings(name: str) -> dict[tuple[str, str], str]:
    """What each value of a game's options means, by (option, value)."""
    found = {}
    option = ""
    try:
        lines = paths.rules(name).read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return {}
    for line in lines:
        row = _OPTION.fullmatch(line)
        if row:
            option = row[1] or option
            for value in re.findall(r"`([\w-]+)`", row[2]):
                found[option, value] = row[3].replace("`", "")
    return found

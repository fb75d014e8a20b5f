"""What several commands take on their command line."""

import argparse
import re


def tcp_port(text: str) -> int:
    """The number of a TCP port; argparse.ArgumentTypeError."""
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 1 to 65535, not '{text[:40]}'")
    return int(text)

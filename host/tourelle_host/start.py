"""The command `tourelle` from its first line on."""

# built in: `signal` itself takes a while to import
import _signal  # type: ignore[import-not-found]

# While the rest is imported there is nothing to tidy up: Ctrl-C just ends the process. Where a
# shell has it ignored, since it runs us in the background, it stays so.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from tourelle_host import cli


def main() -> int:
    """Run the command line; the exit status."""
    try:
        return cli.main()
    except KeyboardInterrupt:
        return cli.INTERRUPTED

"""The entry point of the command `tourelle`."""

# built in: `signal` itself takes a while to import
import _signal  # type: ignore[import-not-found]

# While the rest is being imported there is nothing to tidy up, so Ctrl-C just ends the process. If
# a shell has set it to be ignored, as in the background, it stays ignored.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from tourelle_host import cli


def main() -> int:
    """Run the command line; the exit status."""
    try:
        return cli.main()
    except KeyboardInterrupt:
        return cli.INTERRUPTED

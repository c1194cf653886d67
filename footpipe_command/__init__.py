"""The start of the `footpipe` command, outside the package: Ctrl-C is answered while that is still being loaded."""

import os
import signal

INTERRUPTED = 128 + signal.SIGINT


def main() -> None:
    """Load footpipe and run its command line."""
    heard = signal.getsignal(signal.SIGINT)
    if heard is signal.default_int_handler:
        signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # nothing to clean up yet
    from footpipe.cli import main

    signal.signal(signal.SIGINT, heard)
    main()

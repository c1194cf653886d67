"""`python -m footpipe` is the `footpipe` command."""

from footpipe.cli import main

main()

"""Run the command line with ``python -m deluck``."""

from deluck.cli.main import main

main()

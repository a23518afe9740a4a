"""Runs the command line: ``python -m pastimes``."""

import sys

from pastimes.commands.cli import main

sys.exit(main())

"""Runs the command line: ``python -m pastimes``."""

import sys

from pastimes.cli import main

sys.exit(main())

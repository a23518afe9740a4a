import sys

from pastimes.cli import main

sys.exit(main())

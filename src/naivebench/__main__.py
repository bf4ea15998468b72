"""`python -m naivebench`."""

import sys

from naivebench.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

"""The ``dehusk`` command: ``python -m dehusk page.html``."""

import signal
import sys

from dehusk._dehusk import command


def main() -> None:
    """Carries out the command and ends with its code."""
    # The command hears signals itself; Python would only note them until it ends.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(["dehusk", *sys.argv[1:]]))


if __name__ == "__main__":
    main()

"""Whether calls leave memory behind: the process after ten thousand calls and at the end.

python bindings/python/bench/leaks.py --calls 1000000
"""

from __future__ import annotations

import argparse
from pathlib import Path

import dehusk

PAGE = "<title>The ferry</title><nav><a href=/>Home</a></nav>" + "<p>The ferry was late, as on all other days.</p>" * 20


def held() -> float:
    """Megabytes of memory the process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6


def main() -> None:
    """Prints both figures and their ratio."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1_000_000)
    calls = parser.parse_args().calls
    first = 0.0
    for number in range(calls):
        if number == 10_000:
            first = held()
        article = dehusk.extract(PAGE, "https://quay.example/ferry", extractor="auto")
        assert article.text, "the page has content"
    last = held()
    print(f"{first:.1f} MB after 10,000 calls, {last:.1f} MB after {calls:,}: {last / first:.3f}")


if __name__ == "__main__":
    main()

"""The speed of the package beside other programs, over the pages of a corpus (docs/corpora.md).

cargo build --release -p dehusk-bench --bin batch
python bindings/python/bench/speed.py --corpora DIR --corpus wcxb --pages 300 --rust target/release/batch

Programs take turns on the same pages, as bytes, from bytes to text. Times are the processor's, so that other work on
the machine counts for nobody; those of lanes with two workers are the clock's, and so is what they are compared with.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import dehusk

Lane = Callable[[list[bytes]], int]


def load(folder: Path, most: int | None) -> list[bytes]:
    """The pages of a corpus, or so many spread evenly over it: those that ``--limit`` gives elsewhere."""
    with (folder / "pages.jsonl").open(encoding="utf-8") as lines:
        names = [json.loads(line)["id"] for line in lines]
    wanted = min(len(names), most or len(names))
    chosen = [names[number * len(names) // wanted] for number in range(wanted)]
    return [gzip.decompress((folder / "html" / f"{name}.html.gz").read_bytes()) for name in chosen]


def lengths(extract: Callable[[bytes], str | None]) -> Lane:
    """A lane that extracts page by page; one that fails counts as empty."""

    def run(pages: list[bytes]) -> int:
        total = 0
        for page in pages:
            try:
                total += len(extract(page) or "")
            except Exception:
                continue
        return total

    return run


def lanes() -> dict[str, Lane]:
    """What can be measured here."""
    found: dict[str, Lane] = {"dehusk.extract": lengths(lambda page: dehusk.extract(page).text)}
    try:
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.encoding import bytes_to_str, detect_encoding
    except ImportError:
        print("SKIPPED: resiliparse is not installed")
    else:
        found["resiliparse"] = lengths(
            lambda page: extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True)
        )
    try:
        import trafilatura
    except ImportError:
        print("SKIPPED: trafilatura is not installed")
    else:
        found["trafilatura"] = lengths(trafilatura.extract)
    return found


def workers(count: int) -> dict[str, Lane]:
    """What runs on several threads."""

    def many(pages: list[bytes]) -> int:
        return sum(len(article.text) for article in dehusk.extract_many(pages, workers=count))

    def table(pages: list[bytes]) -> int:
        import pyarrow as pa

        rows = dehusk.extract_table(pa.table({"html": pa.array(pages, pa.large_binary())}), workers=count)
        return pa.table(rows).num_rows

    return {f"extract_many({count})": many, f"extract_table({count})": table}


def in_rust(given: argparse.Namespace) -> Callable[[], float]:
    """The seconds of the library without Python, by the benchmark of ``dehusk batch``."""
    command = [given.rust, "--alone", "--rounds", "1", "--corpora", given.corpora, "--corpus", given.corpus]
    if given.pages:
        command += ["--limit", str(given.pages)]
    return lambda: float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def measured(
    all_lanes: dict[str, Lane],
    pages: list[bytes],
    rounds: int,
    clock: Callable[[], float],
    others: dict[str, Callable[[], float]] | None = None,
) -> dict[str, float]:
    """The median seconds of each lane; others measure themselves."""
    others = others or {}
    times: dict[str, list[float]] = {name: [] for name in [*all_lanes, *others]}
    for _ in range(rounds):
        for name, lane in all_lanes.items():
            began = clock()
            lane(pages)
            times[name].append(clock() - began)
        for name, seconds in others.items():
            times[name].append(seconds())
    return {name: statistics.median(taken) for name, taken in times.items()}


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--corpus", default="wcxb")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--pages", type=int, help="only so many pages, spread evenly")
    parser.add_argument("--rust", type=Path, help="the program that measures the library by itself")
    given = parser.parse_args()
    pages = load(given.corpora / given.corpus, given.pages)
    size = sum(map(len, pages)) / 1e6
    dehusk.extract(pages[0])
    print(f"{len(pages)} pages, {size:.0f} MB, dehusk {dehusk.__version__}")
    rust = {"the Rust library": in_rust(given)} if given.rust else {}
    alone = measured(lanes(), pages, given.rounds, time.process_time, rust)
    for name, seconds in alone.items():
        ratio = seconds / alone["dehusk.extract"]
        print(f"{name:<18} {size / seconds:8.2f} MB/s  dehusk is {ratio:6.2f} times as fast")
    shared = measured({**workers(1), **workers(2)}, pages, given.rounds, time.perf_counter)
    for name in ("extract_many", "extract_table"):
        ratio = shared[f"{name}(1)"] / shared[f"{name}(2)"]
        print(f"{name:<18} two workers are {ratio:.2f} times as fast as one")


if __name__ == "__main__":
    main()

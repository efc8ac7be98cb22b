"""A hundred threads that call ``extract`` with the same options for a minute: all answers have to be equal.

python bindings/python/bench/threads.py --seconds 60
"""

from __future__ import annotations

import argparse
import threading
import time

import dehusk

PAGES = [
    f"<title>Day {day}</title><nav><a href=/>Home</a></nav>"
    + f"<p>The ferry was late on day {day}, as always.</p>" * 20
    for day in range(20)
]


def main() -> None:
    """Prints how many calls there were, or ends with the first answer that differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    end = time.monotonic() + parser.parse_args().seconds
    options = dehusk.Options(max_time=60)
    expected = [dehusk.extract(page, options=options).to_json() for page in PAGES]
    calls = [0] * 100
    wrong: list[int] = []

    def work(number: int) -> None:
        while time.monotonic() < end and not wrong:
            day = calls[number] % len(PAGES)
            if dehusk.extract(PAGES[day], options=options).to_json() != expected[day]:
                wrong.append(day)
            calls[number] += 1

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong, f"answers differ for day {wrong[0]}"
    print(f"{sum(calls):,} calls of {len(calls)} threads, all answers equal")


if __name__ == "__main__":
    main()

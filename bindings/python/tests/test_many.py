"""Many pages: order, errors, threads, memory."""

from __future__ import annotations

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import dehusk


@pytest.mark.parametrize("workers", [1, 2, 5, None])
def test_articles_come_in_order(pages, texts, workers):
    assert [article.text for article in dehusk.extract_many(pages, workers)] == texts


def test_addresses_go_with_pages(ferry):
    given = [(ferry, "https://quay.example/1"), ferry, (ferry.encode(), None)]
    urls = [article.url for article in dehusk.extract_many(given, workers=2)]
    assert urls == ["https://quay.example/1", None, None]


def test_one_bad_page_stops_no_other(ferry, texts):
    found = list(dehusk.extract_many([ferry, b"%PDF-1.7", None, "", ferry], workers=2))
    assert [bool(article) for article in found] == [True, False, False, False, True]
    assert "PDF" in found[1].error
    assert "not NoneType" in found[2].error
    assert found[0].error is None
    assert found[0].text == texts[0]


def test_pages_are_taken_as_they_are_wanted(ferry):
    taken = itertools.count()

    def endless():
        while True:
            next(taken)
            yield ferry

    articles = dehusk.extract_many(endless(), workers=2)
    assert next(articles).text
    articles.close()
    assert next(taken) < 200


def test_what_gives_pages_may_fail(ferry):
    def broken():
        yield ferry
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(dehusk.extract_many(broken(), workers=2))


def test_wrong_options_are_refused_at_once(ferry):
    with pytest.raises(dehusk.OptionError, match="at least 1"):
        dehusk.extract_many([ferry], workers=0)
    with pytest.raises(dehusk.OptionError, match="did you mean"):
        dehusk.extract_many([ferry], extractr="text")


def test_many_threads_share_options(pages, texts):
    options = dehusk.Options(max_time=30)
    barrier = threading.Barrier(100)

    def work(number):
        barrier.wait()
        return [dehusk.extract(html, options=options).text for html in pages[number % 4 :: 4]]

    with ThreadPoolExecutor(100) as pool:
        for number, found in enumerate(pool.map(work, range(100))):
            assert found == texts[number % 4 :: 4]


def test_calls_leave_nothing_behind(ferry):
    def held():
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    for _ in range(300):
        assert dehusk.extract(ferry).markdown
    before = held()
    for _ in range(1_500):
        assert dehusk.extract(ferry).markdown
    assert held() < before * 1.1 + (1 << 20)

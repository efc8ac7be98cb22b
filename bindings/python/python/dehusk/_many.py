"""Many pages on several threads, in their order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeAlias

from dehusk._chosen import chosen_options
from dehusk._dehusk import Article, Options, try_extract
from dehusk._errors import OptionError
from dehusk._options import Html

# A page, or a page and its address.
Page: TypeAlias = "Html | tuple[Html, str | None]"

# Pages that a thread takes at once: handing one over costs more than a small page does.
_AT_ONCE = 8
# Pieces that may wait for each thread, so that memory is bounded however slow the consumer is.
_WAITING = 4


def extract_many(
    pages: Iterable[Page], workers: int | None = None, *, options: Options | None = None, **keywords: Any
) -> Iterator[Article]:
    """The articles of pages, in their order, as they are asked for.

    A page is ``str``, ``bytes`` or a path, or a pair of that and its address. One that can not be read stops no other:
    its article has no content, and its ``error`` says why. ``workers`` is a number of threads, by default one for each
    processor; the interpreter's lock does not hold them up. No more pages are taken than are soon worked on.

    >>> import dehusk
    >>> pages = ["<p>One ferry came.", ("<p>Two ferries came.", "https://ferry.example/2"), b"%PDF-1.7"]
    >>> for article in dehusk.extract_many(pages, workers=2, extractor="text"):
    ...     print(article.text or article.error)
    One ferry came.
    Two ferries came.
    this is no web page (PDF document): give an HTML page
    """
    chosen = chosen_options(options, keywords)
    if workers is not None and workers < 1:
        raise OptionError("workers is a number of threads: give at least 1")
    return _articles(iter(pages), workers or _processors(), chosen)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _articles(pages: Iterator[Page], workers: int, options: Options) -> Iterator[Article]:
    if workers == 1:
        for page in pages:
            yield _article(page, options)
        return
    waiting: deque[Future[list[Article]]] = deque()
    pool = ThreadPoolExecutor(workers, thread_name_prefix="dehusk")
    try:
        for piece in _pieces(pages):
            waiting.append(pool.submit(_piece, piece, options))
            if len(waiting) >= workers * _WAITING:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        # Whoever stops in the middle does not wait for what nobody will read.
        pool.shutdown(wait=True, cancel_futures=True)


def _pieces(pages: Iterator[Page]) -> Iterator[list[Page]]:
    piece: list[Page] = []
    for page in pages:
        piece.append(page)
        if len(piece) == _AT_ONCE:
            yield piece
            piece = []
    if piece:
        yield piece


def _piece(pages: list[Page], options: Options) -> list[Article]:
    return [_article(page, options) for page in pages]


def _article(page: Page, options: Options) -> Article:
    html, url = page if isinstance(page, tuple) else (page, None)
    return try_extract(html, url, options)

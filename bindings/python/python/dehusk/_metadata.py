"""What a page says about itself."""

from __future__ import annotations

from typing import Any, TypedDict, cast

from dehusk._dehusk import extract
from dehusk._options import Html


class Sourced(TypedDict):
    """A value and where it was found, such as ``json-ld`` or ``og:title``."""

    value: str
    source: str


class Feed(TypedDict):
    """A feed that the page links."""

    url: str
    title: str | None
    type: str


class Metadata(TypedDict):
    """Title, authors, dates and the rest; the same object as ``dehusk --metadata --format json`` writes."""

    url: str | None
    canonical_url: Sourced | None
    title: Sourced | None
    authors: list[Sourced]
    published: Sourced | None
    modified: Sourced | None
    site_name: Sourced | None
    description: Sourced | None
    language: Sourced | None
    detected_language: Sourced | None
    tags: list[Sourced]
    section: Sourced | None
    licence: Sourced | None
    image: Sourced | None
    feeds: list[Feed]


def metadata(html: Html, url: str | None = None, **options: Any) -> Metadata:
    """What a page says about itself, each value with its source.

    >>> import dehusk
    >>> page = '<title>Rain</title><meta name="author" content="Ann Lee"><p>It rained on the quay all day.'
    >>> [author["value"] for author in dehusk.metadata(page)["authors"]]
    ['Ann Lee']
    """
    return cast(Metadata, extract(html, url, **options).metadata)

"""Files and addresses as documents, for the loaders of LangChain and LlamaIndex."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from dehusk._dehusk import Article, extract, fetch
from dehusk._errors import DehuskError

_LOG = logging.getLogger("dehusk")


def documents(
    sources: Iterable[str | PathLike[str]], form: Literal["markdown", "text"], fetching: dict[str, Any]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The content and the metadata of each source that has content; why another has none is logged."""
    for source in sources:
        name = str(source)
        try:
            article = _article(name, fetching)
        except (DehuskError, OSError) as why:
            _LOG.warning("%s: %s", name, why)
            continue
        if article:
            yield getattr(article, form), _metadata(name, article)
        else:
            _LOG.warning("%s: no content was found", name)


def _article(name: str, fetching: dict[str, Any]) -> Article:
    if name.startswith(("http://", "https://")):
        return fetch(name, **fetching)
    options = {key: value for key, value in fetching.items() if key not in ("timeout", "user_agent", "allow_private")}
    return extract(Path(name), **options)


def _metadata(name: str, article: Article) -> dict[str, Any]:
    told = {
        "source": name,
        "title": article.title,
        "authors": ", ".join(article.authors) or None,
        "published": article.published,
        "language": article.language,
        "confidence": article.confidence,
    }
    return {key: value for key, value in told.items() if value is not None}

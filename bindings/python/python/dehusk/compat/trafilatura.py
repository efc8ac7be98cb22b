"""trafilatura's functions on dehusk: the same names, arguments and kinds of answers.

What differs is listed in docs/from-trafilatura.md. An argument that has no meaning here is taken with a warning.

>>> from dehusk.compat.trafilatura import extract
>>> extract("<p>The ferry came in late, as it had all week, and nobody on the quay was surprised by it any more.")
'The ferry came in late, as it had all week, and nobody on the quay was surprised by it any more.'
"""

from __future__ import annotations

import csv
import io
import json
import warnings
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlsplit

from dehusk._dehusk import Article, Options
from dehusk._dehusk import extract as _extract
from dehusk._errors import OptionError, PageError

__all__ = ["Document", "bare_extraction", "extract", "extract_metadata"]

_FORMATS = ("csv", "html", "json", "markdown", "python", "txt", "xmltei")
# Arguments that speak of how trafilatura works, and what each is without effect.
_WITHOUT_EFFECT: dict[str, Any] = {
    "deduplicate": False,
    "date_extraction_params": None,
    "max_tree_size": None,
    "settingsfile": None,
    "prune_xpath": None,
    "config": None,
    "options": None,
    "tei_validation": False,
    "date_config": None,
}
_SILENT = {"fast", "no_fallback", "include_formatting", "extensive"}
_HEADER = (
    "title",
    "author",
    "url",
    "hostname",
    "description",
    "sitename",
    "date",
    "categories",
    "tags",
    "id",
    "license",
)


@dataclass
class Document:
    """What was found in a page, under trafilatura's names."""

    title: str | None = None
    author: str | None = None
    url: str | None = None
    hostname: str | None = None
    description: str | None = None
    sitename: str | None = None
    date: str | None = None
    categories: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    fingerprint: str | None = None
    id: str | None = None
    license: str | None = None
    comments: str | None = None
    raw_text: str | None = None
    text: str | None = None
    language: str | None = None
    image: str | None = None
    pagetype: str | None = None
    filedate: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The same as a dictionary."""
        return asdict(self)


def extract(
    filecontent: Any,
    url: str | None = None,
    record_id: str | None = None,
    *,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "txt",
    target_language: str | None = None,
    include_tables: bool = True,
    include_links: bool = False,
    include_images: bool = False,
    include_formatting: bool | None = None,
    with_metadata: bool = False,
    only_with_metadata: bool = False,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    **others: Any,
) -> str | None:
    """The main content of a page in a format, or none."""
    if output_format not in _FORMATS[:4] + _FORMATS[5:]:
        raise OptionError(
            f"there is no format {output_format!r} here: choose from csv, html, json, markdown, txt, xmltei"
        )
    _tell(others)
    options = _options(favor_precision, favor_recall, include_comments, include_tables, include_links, include_images)
    article = _article(filecontent, url, options)
    if article is None or not _wanted(article, target_language, only_with_metadata, url_blacklist):
        return None
    document = _document(article, author_blacklist)
    document.id = record_id
    if output_format == "txt" and include_formatting:
        output_format = "markdown"
    return _written(article, document, output_format, with_metadata)


def bare_extraction(
    filecontent: Any,
    url: str | None = None,
    *,
    favor_precision: bool = False,
    favor_recall: bool = False,
    include_comments: bool = True,
    output_format: str = "python",
    target_language: str | None = None,
    include_tables: bool = True,
    include_links: bool = False,
    include_images: bool = False,
    only_with_metadata: bool = False,
    url_blacklist: set[str] | None = None,
    author_blacklist: set[str] | None = None,
    as_dict: bool = False,
    **others: Any,
) -> Document | dict[str, Any] | None:
    """The main content of a page with its metadata, as an object or a dictionary, or none."""
    others.pop("with_metadata", None)
    _tell(others)
    options = _options(favor_precision, favor_recall, include_comments, include_tables, include_links, include_images)
    article = _article(filecontent, url, options)
    if article is None or not _wanted(article, target_language, only_with_metadata, url_blacklist):
        return None
    document = _document(article, author_blacklist)
    if output_format == "markdown":
        document.text = article.markdown
    return document.as_dict() if as_dict else document


def extract_metadata(
    filecontent: Any, default_url: str | None = None, *, author_blacklist: set[str] | None = None, **others: Any
) -> Document:
    """What a page says about itself."""
    _tell(others)
    article = _article(filecontent, default_url, Options())
    if article is None:
        return Document(url=default_url)
    document = _document(article, author_blacklist)
    document.text = document.raw_text = None
    return document


def _tell(others: dict[str, Any]) -> None:
    for name, value in others.items():
        if name in _SILENT:
            continue
        if name not in _WITHOUT_EFFECT:
            raise TypeError(f"there is no argument {name!r}, neither in trafilatura nor here")
        if value != _WITHOUT_EFFECT[name]:
            warnings.warn(f"{name} has no effect in dehusk: see docs/from-trafilatura.md", stacklevel=3)


def _options(precision: bool, recall: bool, comments: bool, tables: bool, links: bool, images: bool) -> Options:
    return Options(
        favor="precision" if precision else "recall" if recall else None,
        comments=None if comments else "out",
        drop=None if tables else ["table"],
        no_links=not links,
        no_images=not images,
    )


def _article(filecontent: Any, url: str | None, options: Options) -> Article | None:
    try:
        return _extract(_page(filecontent), url, options=options)
    except PageError:
        return None


def _page(filecontent: Any) -> Any:
    """A page as text or bytes: trafilatura also takes trees of lxml and responses of urllib3."""
    if isinstance(filecontent, str | bytes):
        return filecontent
    if hasattr(filecontent, "getroottree"):
        from lxml import html  # type: ignore[import-untyped,unused-ignore]

        return html.tostring(filecontent, encoding="unicode")
    return getattr(filecontent, "data", filecontent)


def _wanted(article: Article, language: str | None, with_metadata: bool, blacklist: set[str] | None) -> bool:
    if not article:
        return False
    if language is not None and (article.language or language).split("-")[0] != language:
        return False
    address = article.canonical_url or article.url
    if blacklist and address in blacklist:
        return False
    return not with_metadata or bool(article.title and article.published and address)


def _document(article: Article, blacklist: set[str] | None) -> Document:
    refused = {name.casefold() for name in blacklist or ()}
    authors = [name for name in article.authors if name.casefold() not in refused]
    address = article.canonical_url or article.url
    return Document(
        title=article.title,
        author="; ".join(authors) or None,
        url=address,
        hostname=urlsplit(address).hostname if address else None,
        description=article.description,
        sitename=article.site_name,
        date=article.published[:10] if article.published else None,
        categories=[article.section] if article.section else [],
        tags=article.tags,
        license=article.licence,
        raw_text=article.text,
        text=article.text,
        language=article.language,
        image=article.image,
        pagetype=article.page_type,
    )


def _written(article: Article, document: Document, output_format: str, with_metadata: bool) -> str:
    if output_format == "html":
        return article.html
    if output_format == "xmltei":
        return article.tei
    if output_format == "json":
        return json.dumps(_json(document), ensure_ascii=False)
    if output_format == "csv":
        return _csv(document)
    text = article.markdown if output_format == "markdown" else article.text
    return _header(document) + text if with_metadata else text


def _json(document: Document) -> dict[str, Any]:
    values = document.as_dict()
    names = {"url": "source", "hostname": "source-hostname", "description": "excerpt"}
    return {names.get(name, name): value for name, value in values.items()}


def _csv(document: Document) -> str:
    names = (
        "url",
        "id",
        "fingerprint",
        "hostname",
        "title",
        "image",
        "date",
        "text",
        "comments",
        "license",
        "pagetype",
    )
    out = io.StringIO()
    values = [getattr(document, name) or "null" for name in names]
    csv.writer(out, delimiter="\t", quoting=csv.QUOTE_MINIMAL).writerow(values)
    return out.getvalue()


def _header(document: Document) -> str:
    lines = [f"{name}: {getattr(document, name)}" for name in _HEADER if getattr(document, name)]
    return "\n".join(["---", *lines, "---", ""])

"""The types of pages and options. What each option does is told by ``dehusk --help`` and ``dehusk batch --help``."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Literal, TypeAlias, TypedDict

Html: TypeAlias = "str | bytes | bytearray | memoryview | PathLike[str]"
Role: TypeAlias = Literal[
    "title",
    "subtitle",
    "byline",
    "date",
    "body",
    "heading",
    "caption",
    "list",
    "table",
    "code",
    "quotation",
    "footnote",
    "comment",
    "post",
    "related",
    "appeal",
    "consent",
    "navigation",
    "advertisement",
    "other",
]


class FindOptions(TypedDict, total=False):
    """How the content of a page is found, and what that may cost."""

    extractor: str | None
    favor: Literal["precision", "recall"] | None
    comments: Literal["in", "out"] | None
    lists: Literal["keep", "drop"] | None
    drop: Role | Iterable[Role] | None
    keep: Role | Iterable[Role] | None
    title: Literal["first", "never", "as-page"] | None
    model: str | PathLike[str] | None
    r4_c: int | None
    r4_tr: float | None
    r4_hr: int | None
    max_bytes: int | str | None
    max_memory: int | str | None
    max_nodes: int | None
    max_depth: int | None
    max_time: float | None


class ExtractOptions(FindOptions, total=False):
    """How a page is extracted and its article written."""

    select: str | Iterable[str] | None
    remove: str | Iterable[str] | None
    no_links: bool
    no_images: bool
    front_matter: bool
    width: int | None
    fields: str | Iterable[str] | None
    charset: str | None


class FetchOptions(ExtractOptions, total=False):
    """How a page is fetched and extracted."""

    timeout: float | None
    user_agent: str | None
    contact: str | None
    allow_private: bool


class BatchOptions(FindOptions, total=False):
    """What a run over a crawl is to do."""

    from_: str | PathLike[str] | Iterable[str | PathLike[str]] | None
    format: Literal["parquet", "jsonl", "jsonl.gz", "jsonl.zst", "warc", "warc.gz", "markdown"] | None
    columns: str | Iterable[str] | None
    where: str | None
    preset: Literal["gopher", "c4", "fineweb"] | None
    sample: float | str | None
    dedup: Literal["key", "text", "near"] | None
    keep_duplicates: bool
    seen: str | PathLike[str] | None
    memory: str | PathLike[str] | None
    rules: str | PathLike[str] | None
    resume: bool
    jobs: int | None
    shard_size: int | str | None
    row_group_size: int | str | None
    work: str | PathLike[str] | None
    html_column: str | None
    url_column: str | None
    id_column: str | None
    date_column: str | None
    any_status: bool

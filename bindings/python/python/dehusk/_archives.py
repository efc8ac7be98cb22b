"""Files as batches of Arrow, for the engines of clusters: a file is one piece of work."""

from __future__ import annotations

import glob
import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from dehusk._dehusk import file_pages, file_rows, inputs

# The columns of the pages of an archive, as `file_pages` gives them.
SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("url", pa.string()),
        ("date", pa.string()),
        ("record", pa.string()),
        ("file", pa.string()),
        ("offset", pa.int64()),
        ("status", pa.int32()),
        ("content_type", pa.string()),
        ("cut", pa.bool_()),
        ("html", pa.binary()),
    ]
)


def files_of(paths: str | Path | Iterable[str | Path]) -> list[str]:
    """The files of names, patterns and folders, from the root: a worker may have been started in another folder."""
    given = [paths] if isinstance(paths, str | Path) else paths
    return [file for path in given for file in inputs(_whole(path))]


def _whole(path: str | Path) -> list[str]:
    if "://" in str(path):
        return [str(path)]
    whole = Path(path).absolute()
    if whole.exists():
        return [str(whole)]
    files = sorted(glob.glob(str(whole), recursive=True))  # noqa: PTH207 (the pattern is of the whole path)
    if not files:
        raise FileNotFoundError(f"{path}: there is no such file")
    return files


def pages(path: str, *, any_status: bool) -> Iterator[Any]:
    """The pages of an archive."""
    return _told(file_pages(path, any_status=any_status))


def rows(path: str, how: dict[str, Any]) -> Iterator[Any]:
    """The rows of a file: what ``extract`` makes of its pages, made where they are read."""
    return _told(file_rows(path, **how))


def _told(reader: Any) -> Iterator[Any]:
    yield from reader.to_arrow()
    for what in reader.failed:
        logging.getLogger("dehusk").warning("%s", what)

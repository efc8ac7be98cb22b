"""Archives as batches of Arrow, for the engines of clusters: a file is one piece of work."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa

from dehusk._dehusk import read_warc

# Rows of an archive that make a batch: pages are large.
_ROWS = 64
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
        ("html", pa.binary()),
    ]
)


def files_of(paths: str | Path | Iterable[str | Path]) -> list[str]:
    """The files of names and patterns, from the root: a worker may have been started in another folder."""
    given = [paths] if isinstance(paths, str | Path) else paths
    return [file for path in given for file in _files(path)]


def _files(path: str | Path) -> list[str]:
    if "://" in str(path):
        return [str(path)]
    whole = Path(path).absolute()
    if whole.exists() or not glob.has_magic(str(whole)):
        return [str(whole)]
    files = sorted(str(file) for file in Path(whole.anchor).glob(str(whole.relative_to(whole.anchor))))
    if not files:
        raise FileNotFoundError(f"{path}: there is no such file")
    return files


def batches(path: str, *, any_status: bool) -> Iterator[Any]:
    """The pages of an archive."""
    rows: list[dict[str, Any]] = []
    for record in read_warc(path, any_status=any_status):
        rows.append(_row(record))
        if len(rows) == _ROWS:
            yield pa.RecordBatch.from_pylist(rows, schema=SCHEMA)
            rows = []
    if rows:
        yield pa.RecordBatch.from_pylist(rows, schema=SCHEMA)


def _row(record: Any) -> dict[str, Any]:
    other_names = {"record": "kind", "html": "body"}
    return {name: getattr(record, other_names.get(name, name)) for name in SCHEMA.names}

"""Ray Data: files to rows, pages of a dataset to rows by ``map_batches`` in Arrow format, archives as a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from dehusk._chosen import chosen_options
from dehusk._dehusk import Options, extract_table

__all__ = ["extract", "extract_files", "read_warc"]


def extract_files(
    paths: str | Path | Iterable[str | Path],
    html: str = "html",
    url: str = "url",
    *,
    columns: str | list[str] | None = None,
    any_status: bool = False,
    options: Options | None = None,
    **keywords: Any,
) -> Any:
    """The rows of files: WARC, WET, ARC, Parquet, JSON lines, pages. Each file is a task, read by who extracts it.

    No page goes from one process to another, which makes this the fastest way. ``paths`` are names of files and
    folders, patterns such as ``crawl/*.warc.gz``, and addresses; every worker has to see them.
    """
    how: dict[str, Any] = {"html": html, "url": url, "columns": columns, "any_status": any_status}
    how["options"] = chosen_options(options, keywords)
    return _of_files(paths, partial(_rows_of_files, how=how))


def extract(
    dataset: Any,
    html: str = "html",
    url: str = "url",
    *,
    columns: str | list[str] | None = None,
    every_page: bool = False,
    batch_size: int | None = None,
    options: Options | None = None,
    **keywords: Any,
) -> Any:
    """The rows of the pages of a Ray dataset, with the columns of ``dehusk batch``.

    Options are those of ``dehusk.extract``. Blocks are taken as they are: with a ``batch_size`` Ray copies pages and
    may hand them from one task to another. Each task takes one processor and works on one thread; a worker that dies is
    replaced by Ray and its batch done again.
    """
    chosen = chosen_options(options, keywords)
    work = partial(_rows, html=html, url=url, columns=columns, every_page=every_page, options=chosen)
    return dataset.map_batches(work, batch_format="pyarrow", batch_size=batch_size, zero_copy_batch=True)


def _rows(pages: Any, **how: Any) -> Any:
    return extract_table(pages, workers=1, **how).to_arrow().read_all()


def read_warc(paths: str | Path | Iterable[str | Path], *, any_status: bool = False) -> Any:
    """A dataset of the pages of archives, each file a task. Every worker has to see the files.

    ``paths`` are names of files, or patterns such as ``crawl/*.warc.gz``.
    """
    return _of_files(paths, partial(_pages, any_status=any_status))


def _of_files(paths: str | Path | Iterable[str | Path], work: Any) -> Any:
    import ray

    from dehusk import _archives

    files = _archives.files_of(paths)
    dataset = ray.data.from_items([{"path": file} for file in files], override_num_blocks=max(1, len(files)))
    return dataset.map_batches(work, batch_format="pyarrow", batch_size=1)


def _pages(files: Any, *, any_status: bool) -> Iterator[Any]:
    import pyarrow as pa

    from dehusk import _archives

    for path in files.column("path").to_pylist():
        for pages in _archives.pages(path, any_status=any_status):
            yield pa.Table.from_batches([pages])


def _rows_of_files(files: Any, *, how: dict[str, Any]) -> Iterator[Any]:
    import pyarrow as pa

    from dehusk import _archives

    for path in files.column("path").to_pylist():
        for rows in _archives.rows(path, how):
            yield pa.Table.from_batches([rows])

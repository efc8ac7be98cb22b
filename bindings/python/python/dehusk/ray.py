"""Ray Data: pages of a dataset to rows, by ``map_batches`` in Arrow format, and WARC files as a dataset."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from dehusk._dehusk import Options, extract_table

__all__ = ["extract", "read_warc"]


def extract(
    dataset: Any,
    html: str = "html",
    url: str = "url",
    *,
    columns: str | list[str] | None = None,
    every_page: bool = False,
    batch_size: int | None = 512,
    options: Options | None = None,
    **keywords: Any,
) -> Any:
    """The rows of the pages of a Ray dataset, with the columns of ``dehusk batch``.

    Options are those of ``dehusk.extract``. Each task takes one processor and works on one thread; a worker that dies
    is replaced by Ray and its batch done again.
    """
    chosen = Options(**keywords) if options is None else options
    work = partial(_rows, html=html, url=url, columns=columns, every_page=every_page, options=chosen)
    return dataset.map_batches(work, batch_format="pyarrow", batch_size=batch_size, zero_copy_batch=True)


def _rows(pages: Any, **how: Any) -> Any:
    return extract_table(pages, workers=1, **how).to_arrow().read_all()


def read_warc(paths: str | Path | Iterable[str | Path], *, any_status: bool = False) -> Any:
    """A dataset of the pages of archives, each file a task. Every worker has to see the files.

    ``paths`` are names of files, or patterns such as ``crawl/*.warc.gz``.
    """
    import ray

    from dehusk import _archives

    files = _archives.files_of(paths)
    dataset = ray.data.from_items([{"path": file} for file in files], override_num_blocks=max(1, len(files)))
    return dataset.map_batches(partial(_pages, any_status=any_status), batch_format="pyarrow", batch_size=1)


def _pages(files: Any, *, any_status: bool) -> Iterator[Any]:
    import pyarrow as pa

    from dehusk import _archives

    for path in files.column("path").to_pylist():
        for rows in _archives.batches(path, any_status=any_status):
            yield pa.Table.from_batches([rows])

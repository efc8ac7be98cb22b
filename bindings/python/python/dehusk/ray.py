"""Ray Data: pages of a dataset to rows, by ``map_batches`` in Arrow format."""

from __future__ import annotations

from functools import partial
from typing import Any

from dehusk._dehusk import Options, extract_table


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

"""Spark: files to rows, pages of a data frame to rows, a site's pages together, and WARC files as a source.

Workers need the packages ``dehusk`` and ``pyarrow``. Options are those of ``dehusk.extract``.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StringType, StructField, StructType

from dehusk import _archives
from dehusk._chosen import chosen_options
from dehusk._dehusk import Options, batch, extract_table, site_of

__all__ = ["WarcSource", "extract", "extract_by_site", "extract_files", "read_warc"]

_SITE = "dehusk_site"


def extract_files(
    spark: Any,
    paths: str | Path | Iterable[str | Path],
    html: str = "html",
    url: str = "url",
    *,
    columns: str | list[str] | None = None,
    any_status: bool = False,
    options: Options | None = None,
    **keywords: Any,
) -> Any:
    """The rows of files: WARC, WET, ARC, Parquet, JSON lines, pages. Each file is a partition, read by who extracts it.

    No page goes from one process to another, which makes this the fastest way. ``paths`` are names of files and
    folders, patterns such as ``crawl/*.warc.gz``, and addresses; every worker has to see them.
    """
    files = _archives.files_of(paths)
    how = {"html": html, "url": url, "columns": columns, "options": chosen_options(options, keywords)}

    def rows(batches: Iterable[Any]) -> Iterator[Any]:
        for numbers in batches:
            for number in numbers.column(0).to_pylist():
                yield from _archives.rows(files[number], {**how, "any_status": any_status})

    return spark.range(0, len(files), 1, max(1, len(files))).mapInArrow(rows, _spark_schema(how))


def extract(
    df: Any,
    html: str = "html",
    url: str = "url",
    *,
    columns: str | list[str] | None = None,
    every_page: bool = False,
    options: Options | None = None,
    **keywords: Any,
) -> Any:
    """The rows of the pages of a data frame, with the columns of ``dehusk batch``."""
    how: dict[str, Any] = {"html": html, "url": url, "columns": columns, "every_page": every_page}
    how |= {"options": chosen_options(options, keywords), "workers": 1}

    def rows(batches: Iterable[Any]) -> Iterator[Any]:
        for pages in batches:
            yield from extract_table(pages, **how).to_arrow()

    return df.mapInArrow(rows, _spark_schema(how))


def extract_by_site(
    df: Any,
    html: str = "html",
    url: str = "url",
    *,
    columns: str | list[str] | None = None,
    **options: Any,
) -> Any:
    """The same, each page judged by what all pages of its site show: ``dehusk batch --memory auto`` on a cluster.

    Pages are brought together by their registered domain, so a site has to fit on one worker.
    """
    schema = _spark_schema({"html": html, "url": url, "columns": columns})
    chosen = {"columns": columns, "html_column": html, "url_column": url, **options}
    # What can not be followed is refused here and not on a worker.
    _run(pa.table({html: pa.array([], pa.string()), url: pa.array([], pa.string())}), chosen)

    def with_site(batches: Iterable[Any]) -> Iterator[Any]:
        for pages in batches:
            sites = [site_of(address or "") for address in pages.column(url).to_pylist()]
            yield pages.append_column(_SITE, pa.array(sites, pa.string()))

    def rows(pages: Any) -> Any:
        return _run(pages.drop_columns([_SITE]), chosen)

    # A schema of its own: adding to the frame's would change the frame's.
    sited = df.mapInArrow(with_site, StructType([*df.schema.fields, StructField(_SITE, StringType())]))
    return sited.groupBy(_SITE).applyInArrow(rows, schema)


def _run(pages: Any, options: dict[str, Any]) -> Any:
    """The rows of a site's pages, by a run of their own."""
    from pyarrow import parquet

    with tempfile.TemporaryDirectory(prefix="dehusk-") as folder:
        table, out = Path(folder, "pages.parquet"), Path(folder, "rows")
        parquet.write_table(pages, table, compression="none")
        batch(table, out=out, memory="auto", jobs=1, **options)
        files = sorted(out.glob("*.parquet"))
        if not files:
            return _schema({"columns": options["columns"]}).empty_table()
        return pa.concat_tables([parquet.read_table(file) for file in files])


def _schema(how: dict[str, Any]) -> Any:
    name = how.get("html", "html")
    nothing = pa.table({name: pa.array([], pa.string())})
    schema = extract_table(nothing, **{**how, "html": name}).to_arrow().schema
    # Spark keeps neither comments nor versions of columns.
    return pa.schema([pa.field(one.name, one.type) for one in schema])


def _spark_schema(how: dict[str, Any]) -> Any:
    return from_arrow_schema(_schema(how))


def read_warc(spark: Any, paths: str | Path | Iterable[str | Path], *, any_status: bool = False) -> Any:
    """A data frame of the pages of archives, each file a partition. Every worker has to see the files.

    ``paths`` are names of files, or patterns such as ``crawl/*.warc.gz``.
    """
    spark.dataSource.register(WarcSource)
    source = spark.read.format(WarcSource.name()).option("paths", json.dumps(_archives.files_of(paths)))
    return source.option("any_status", "true" if any_status else "false").load()


class WarcSource(DataSource):  # type: ignore[misc,unused-ignore]
    """WARC, WET and ARC files as a source of pages, a partition a file."""

    @classmethod
    def name(cls) -> str:
        """The name it is asked for by."""
        return "dehusk-warc"

    def schema(self) -> Any:
        """The columns of a page."""
        return from_arrow_schema(_archives.SCHEMA)

    def reader(self, schema: Any) -> _WarcReader:
        """What reads the files on the workers."""
        return _WarcReader(json.loads(self.options["paths"]), self.options.get("any_status") == "true")


class _WarcReader(DataSourceReader):  # type: ignore[misc,unused-ignore]
    def __init__(self, paths: list[str], any_status: bool) -> None:
        self.paths = paths
        self.any_status = any_status

    def partitions(self) -> list[Any]:
        return [InputPartition(path) for path in self.paths]

    def read(self, partition: Any) -> Iterator[Any]:
        return _archives.pages(partition.value, any_status=self.any_status)

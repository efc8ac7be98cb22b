"""Spark and Ray beside ``dehusk.batch``, two processors each: the same rows, and how fast they come.

python bindings/python/bench/engines.py --corpora DIR --corpus wcxb --pages 20000

The pages of a corpus are repeated under other addresses until there are enough. All times are the clock's, from the
call to the last row written as Parquet; the engines are started before. The second ratio has taken out of the engines'
time, and of that of dehusk, what the same call takes for one page a file, made right before: the workers they start.
"""

from __future__ import annotations

import argparse
import gzip
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
from pyarrow import parquet

import dehusk
import dehusk.ray
import dehusk.spark

FILES = 8
COLUMNS = "url,text,words,title"


def load(folder: Path, count: int) -> list[bytes]:
    """As many pages of a corpus as wanted."""
    files = sorted((folder / "html").iterdir())
    pages = [gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes() for file in files]
    return [pages[number % len(pages)] for number in range(count)]


def record(url: str, body: bytes) -> bytes:
    """A page as a record of an archive."""
    message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:bench:{url}>\r\nWARC-Target-URI: {url}\r\n"
        f"WARC-Date: 2024-05-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(message)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + message + b"\r\n\r\n", 1)


def write(pages: list[bytes], folder: Path) -> None:
    """The pages as Parquet and as WARC, in several files each."""
    tables, archives = folder / "tables", folder / "archives"
    tables.mkdir(parents=True)
    archives.mkdir()
    for part in range(FILES):
        numbers = range(part, len(pages), FILES)
        urls = [f"https://site{number % 97}.example/{number}" for number in numbers]
        bodies = [pages[number] for number in numbers]
        table = pa.table({"html": pa.array(bodies, pa.large_binary()), "url": urls})
        parquet.write_table(table, tables / f"{part}.parquet", row_group_size=256, compression="zstd")
        with (archives / f"{part}.warc.gz").open("wb") as file:
            file.writelines(map(record, urls, bodies))


def rows(folder: Path) -> list[tuple[Any, ...]]:
    """What was written, in an order of its own."""
    tables = [parquet.read_table(file, columns=COLUMNS.split(",")) for file in sorted(folder.rglob("*.parquet"))]
    return sorted(tuple(row.values()) for row in pa.concat_tables(tables).to_pylist())


def main() -> None:
    """Prints the table, and ends with an error if rows differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpora", type=Path, required=True)
    parser.add_argument("--corpus", default="wcxb")
    parser.add_argument("--pages", type=int, default=20_000)
    given = parser.parse_args()
    work = Path(tempfile.mkdtemp(prefix="dehusk-engines-"))
    try:
        pages = load(given.corpora / given.corpus, given.pages)
        for name, some in [("few", pages[:FILES]), ("many", pages)]:
            write(some, work / name)
        measure(work, given.pages)
    finally:
        shutil.rmtree(work)


def measure(work: Path, pages: int) -> None:
    """Runs every lane once and compares it with the run of its kind."""
    import ray
    from pyspark.sql import SparkSession

    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    # Packed as dehusk packs it.
    settings = {"spark.ui.enabled": "false", "spark.sql.parquet.compression.codec": "zstd"}
    spark = SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    lanes = lanes_of(spark, ray)
    took: dict[str, tuple[float, float]] = {}
    found: dict[str, list[tuple[Any, ...]]] = {}
    for number, (name, (beside, kind, lane)) in enumerate(lanes.items()):
        times = []
        for size in ["few", "many"]:
            inputs = sorted(map(str, (work / size / kind).iterdir()))
            out = work / f"out-{size}-{number}"
            began = time.perf_counter()
            lane(inputs, str(out))
            times.append(time.perf_counter() - began)
        took[name] = (times[1], max(times[1] - times[0], 1e-9))
        found[name] = rows(out)
        line = f"{name:<22} {len(found[name]):>6} rows  {pages / times[1]:8.1f} pages/s  starting {times[0]:5.2f} s"
        if beside:
            whole, running = (ours / theirs for ours, theirs in zip(took[beside], took[name], strict=True))
            line += f"  {whole:.2f} of {beside}, {running:.2f} without starting"
        print(line)
        if beside and found[name] != found[beside]:
            raise SystemExit(f"the rows of {name} are not those of {beside}")


# What is run: beside what, over which files, and how.
Lanes = dict[str, tuple[str, str, Callable[[list[str], str], object]]]


def lanes_of(spark: Any, ray: Any) -> Lanes:
    """Everything that is measured."""

    def of_batch(inputs: list[str], out: str) -> None:
        dehusk.batch(inputs, out=out, columns=COLUMNS, jobs=2)

    def of_spark(frame: Any, out: str) -> None:
        dehusk.spark.extract(frame, columns=COLUMNS).write.parquet(out)

    def of_ray(pages: Any, out: str) -> None:
        dehusk.ray.extract(pages, columns=COLUMNS).write_parquet(out)

    def files_of_spark(inputs: list[str], out: str) -> None:
        dehusk.spark.extract_files(spark, inputs, columns=COLUMNS).write.parquet(out)

    def files_of_ray(inputs: list[str], out: str) -> None:
        dehusk.ray.extract_files(inputs, columns=COLUMNS).write_parquet(out)

    lanes: Lanes = {}
    for kind, title in [("tables", "Parquet"), ("archives", "WARC")]:
        batch = f"batch, {title}"
        lanes[batch] = ("", kind, of_batch)
        lanes[f"Spark, {title} files"] = (batch, kind, files_of_spark)
        lanes[f"Ray, {title} files"] = (batch, kind, files_of_ray)
    lanes["Spark, Parquet"] = ("batch, Parquet", "tables", lambda i, out: of_spark(spark.read.parquet(*i), out))
    lanes["Spark, WARC"] = ("batch, WARC", "archives", lambda i, out: of_spark(dehusk.spark.read_warc(spark, i), out))
    lanes["Ray, Parquet"] = ("batch, Parquet", "tables", lambda i, out: of_ray(ray.data.read_parquet(i), out))
    lanes["Ray, WARC"] = ("batch, WARC", "archives", lambda i, out: of_ray(dehusk.ray.read_warc(i), out))
    return lanes


if __name__ == "__main__":
    main()

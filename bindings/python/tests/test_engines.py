"""Spark and Ray, the real ones in local mode. ``./test --python --engines`` runs them."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from pathlib import Path

import pytest

import dehusk
from conftest import corpus
from test_docs import place, ran, shown  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.engine, pytest.mark.filterwarnings("default")]
pa = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def spark():
    pyspark = pytest.importorskip("pyspark")
    if shutil.which("java") is None:
        pytest.skip("Java is missing: apt-get install openjdk-17-jre-headless")
    os.environ.update(PYSPARK_PYTHON=sys.executable, SPARK_LOCAL_IP="127.0.0.1")
    from pyspark.sql import SparkSession

    assert pyspark
    session = (
        SparkSession.builder.master("local[2,4]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def ray():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, _node_ip_address="127.0.0.1", log_to_driver=False)
    yield ray
    ray.shutdown()


@pytest.fixture
def parquet(pages, tmp_path) -> Path:
    from pyarrow.parquet import write_table

    path = tmp_path / "pages.parquet"
    urls = [f"https://{'quay' if n % 2 else 'mole'}.example/{n}" for n in range(len(pages))]
    write_table(pa.table({"html": pages, "url": urls}), path)
    return path


@pytest.fixture
def expected(parquet, tmp_path) -> list[tuple[str, str]]:
    dehusk.batch(parquet, out=tmp_path / "expected", columns="url,text")
    rows = corpus(tmp_path / "expected").to_pylist()
    return sorted((row["url"], row["text"]) for row in rows)


def all_of(rows) -> list[str]:
    return sorted(map(str, rows))


def rows_of(frame) -> list[tuple[str, str]]:
    return sorted((row["url"], row["text"]) for row in frame.collect())


def test_spark_gives_the_rows_of_a_run(spark, parquet, expected):
    import dehusk.spark

    pages = spark.read.parquet(str(parquet))
    rows = dehusk.spark.extract(pages, columns=["url", "text"])
    assert rows.columns == ["url", "text"]
    assert rows_of(rows) == expected


def test_spark_reads_and_extracts_files(spark, warc, parquet, tmp_path):
    import dehusk.spark

    columns = "url,text,file,offset,status,date,id,warnings"
    dehusk.batch([warc, parquet], out=tmp_path / "corpus", columns=columns)
    rows = dehusk.spark.extract_files(spark, [warc, parquet], columns=columns).collect()
    assert all_of(row.asDict() for row in rows) == all_of(corpus(tmp_path / "corpus").to_pylist())
    with pytest.raises(dehusk.OptionError, match="there is no option"):
        dehusk.spark.extract_files(spark, warc, favour="recall")
    with pytest.raises(dehusk.OptionError, match="either options"):
        dehusk.spark.extract_files(spark, warc, options=dehusk.Options(), favor="recall")
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        dehusk.spark.extract_files(spark, "crawl/*.arc")


def test_spark_by_site_is_a_run_with_memory(spark, parquet, tmp_path):
    import dehusk.spark

    dehusk.batch(parquet, out=tmp_path / "remembered", memory="auto", columns="url,text")
    remembered = corpus(tmp_path / "remembered").to_pylist()
    rows = dehusk.spark.extract_by_site(spark.read.parquet(str(parquet)), columns="url,text")
    assert rows_of(rows) == sorted((row["url"], row["text"]) for row in remembered)


def test_spark_reads_archives(spark, warc, tmp_path):
    import dehusk.spark

    other = tmp_path / "other.warc"
    shutil.copy(warc, other)
    dehusk.batch([warc, other], out=tmp_path / "corpus", columns="url,text,file,status,date,id,warnings")
    expected = corpus(tmp_path / "corpus").to_pylist()
    pages = dehusk.spark.read_warc(spark, [warc, other])
    rows = dehusk.spark.extract(pages, columns="url,text,file,status,date,id,warnings").collect()
    assert all_of(row.asDict() for row in rows) == all_of(expected)


def test_what_docs_show_for_spark(spark, place, pages):  # noqa: F811
    names = ran(shown("dehusk.spark"), spark=spark, paths=["crawl.warc.gz", "crawl/*.warc.gz"])
    assert names["rows"].count() == 2 * len(pages)
    with pytest.raises(dehusk.OptionError, match="there is no option"):
        dehusk.spark.extract_by_site(names["pages"], no_links=True)
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        dehusk.spark.read_warc(spark, "crawl/*.arc")


def test_spark_survives_a_worker_that_is_killed(spark, parquet, expected, tmp_path):
    import dehusk.spark

    mark = tmp_path / "killed"

    def kill_once(batches):
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        yield from batches

    pages = spark.read.parquet(str(parquet)).repartition(4)
    rows = dehusk.spark.extract(pages.mapInArrow(kill_once, pages.schema), columns="url,text")
    assert rows_of(rows) == expected
    assert mark.exists()


def test_ray_gives_the_rows_of_a_run(ray, parquet, expected):
    import dehusk.ray

    rows = dehusk.ray.extract(ray.data.read_parquet(str(parquet)), columns="url,text", batch_size=5)
    assert sorted((row["url"], row["text"]) for row in rows.take_all()) == expected


def test_ray_reads_and_extracts_files(ray, warc, parquet, tmp_path):
    import dehusk.ray

    columns = "url,text,file,offset,status,date,id,warnings"
    dehusk.batch([warc, parquet], out=tmp_path / "corpus", columns=columns)
    rows = dehusk.ray.extract_files([warc, parquet], columns=columns).take_all()
    assert all_of(rows) == all_of(corpus(tmp_path / "corpus").to_pylist())
    with pytest.raises(dehusk.OptionError, match="there is no option"):
        dehusk.ray.extract_files(warc, favour="recall")


def test_ray_reads_archives(ray, warc, tmp_path):
    import dehusk.ray

    other = tmp_path / "other.warc"
    shutil.copy(warc, other)
    dehusk.batch([warc, other], out=tmp_path / "corpus", columns="url,text,file,status,date,id,warnings")
    expected = corpus(tmp_path / "corpus").to_pylist()
    pages = dehusk.ray.read_warc([warc, other])
    rows = dehusk.ray.extract(pages, columns="url,text,file,status,date,id,warnings").take_all()
    assert all_of(rows) == all_of(expected)
    assert dehusk.ray.read_warc(warc, any_status=True).count() == len(expected) // 2 + 1


def test_what_docs_show_for_ray(ray, place, pages):  # noqa: F811
    assert ran(shown("dehusk.ray"))["rows"].count() == len(pages)
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        dehusk.ray.read_warc("crawl/*.arc")


def test_ray_survives_a_worker_that_is_killed(ray, parquet, expected, tmp_path):
    import dehusk.ray

    mark = str(tmp_path / "killed")

    def kill_once(pages):
        if not os.path.exists(mark):  # noqa: PTH110
            open(mark, "w").close()  # noqa: PTH123
            os.kill(os.getpid(), signal.SIGKILL)
        return pages

    pages = ray.data.read_parquet(str(parquet)).repartition(4)
    killed = pages.map_batches(kill_once, batch_format="pyarrow")
    rows = dehusk.ray.extract(killed, columns="url,text")
    assert sorted((row["url"], row["text"]) for row in rows.take_all()) == expected
    assert Path(mark).exists()

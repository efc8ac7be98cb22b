"""What docs/python.md shows is run as it stands there."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import dehusk
from conftest import ROOT

pa = pytest.importorskip("pyarrow")

SHOWN = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(encoding="utf-8"), re.DOTALL)
# What needs an engine or another program is run with those.
_ELSEWHERE = ("spark", "ray", "datatrove", "scrapy", "langchain", "llama_index")


def shown(word: str) -> str:
    """The one example with a word in it."""
    (found,) = [code for code in SHOWN if word in code]
    return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch, pages, warc, example) -> Path:
    """A folder with the files that the examples read, in which they run."""
    from pyarrow.parquet import write_table

    monkeypatch.chdir(tmp_path)
    Path("page.html").write_bytes(example.read_bytes())
    table = pa.table({"html": pages, "url": [f"https://quay.example/{n}" for n in range(len(pages))]})
    write_table(table, "pages.parquet")
    Path("crawl").mkdir()
    packed = gzip.compress(warc.read_bytes())
    Path("crawl.warc.gz").write_bytes(packed)
    Path("crawl/crawl.warc.gz").write_bytes(packed)
    return tmp_path


def ran(code: str, **names):
    exec(code, names)
    return names


@pytest.mark.parametrize("code", [code for code in SHOWN if not any(word in code for word in _ELSEWHERE)])
def test_examples_run(code, place, pages):
    names = {name: pytest.importorskip(name) for name in ("polars", "duckdb", "pandas") if name in code}
    ran(code, dehusk=dehusk, pages=pages, **names)


@pytest.mark.parametrize("name", ["polars", "duckdb", "pandas"])
def test_tables_of_others(name, place, texts):
    names = ran(shown(f"{name}."), dehusk=dehusk, **{name: pytest.importorskip(name)})
    if name == "duckdb":
        assert len(names["found"]) == len(texts)
        assert all(title for _, title, _ in names["found"])
    else:
        assert list(names["rows"]["text"]) == texts

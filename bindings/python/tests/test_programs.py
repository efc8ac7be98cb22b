"""dehusk within other programs, the real ones. ``./test --python --engines`` runs them."""

from __future__ import annotations

import inspect
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import page
from dehusk.compat import trafilatura as ours
from test_docs import place, ran, shown  # noqa: F401 (a fixture)

pytestmark = [pytest.mark.engine, pytest.mark.filterwarnings("default")]


def test_every_argument_of_trafilatura_is_taken(ferry):
    original = pytest.importorskip("trafilatura", exc_type=ImportError)
    for name in ("extract", "bare_extraction", "extract_metadata"):
        for argument, told in inspect.signature(getattr(original, name)).parameters.items():
            if told.default in (inspect.Parameter.empty, None, True, False) and argument != "filecontent":
                value = None if told.default is inspect.Parameter.empty else told.default
                getattr(ours, name)(ferry, **{argument: value})


def test_a_step_of_datatrove():
    pytest.importorskip("dehusk.datatrove", exc_type=ImportError)
    from datatrove.data import Document

    from dehusk.datatrove import Dehusk

    documents = [Document(text=page("ferry", n), id=str(n)) for n in range(3)]
    documents.insert(1, Document(text="%PDF-1.7", id="no page"))
    step = Dehusk(favor="precision")
    found = list(step.run(iter(documents)))
    assert [document.id for document in found] == ["0", "1", "2"]
    assert found[0].metadata["title"] == "The ferry of day 0"
    assert "not one was surprised" in found[0].text
    assert step.extract("") == ""


def test_a_pipeline_of_datatrove(place, pages):  # noqa: F811
    pytest.importorskip("datatrove")
    pytest.importorskip("warcio")
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import JsonlReader, WarcReader
    from datatrove.pipeline.writers import JsonlWriter

    names = ran(shown("datatrove"), WarcReader=WarcReader, JsonlWriter=JsonlWriter)
    LocalPipelineExecutor(pipeline=names["pipeline"], logging_dir="logs", skip_completed=False).run()
    written = list(JsonlReader("out/").run())
    assert len(written) == len(pages)
    assert all("not one was surprised" in document.text for document in written)


def test_a_loader_of_langchain(place, caplog):  # noqa: F811
    pytest.importorskip("langchain_core")
    with caplog.at_level(logging.WARNING, "dehusk"):
        (document,) = ran(shown("langchain"))["documents"]
    assert document.metadata["title"]
    assert document.metadata["source"] == "page.html"
    assert len(document.page_content) > 100
    assert "missing.html" in caplog.text


def test_a_reader_of_llama_index(place):  # noqa: F811
    pytest.importorskip("llama_index.core")
    (document,) = ran(shown("llama_index"))["documents"]
    assert document.id_ == "page.html"
    assert len(document.text) > 100


_SPIDER = """
import scrapy
class Quay(scrapy.Spider):
    name = "quay"
    start_urls = ["{start}", "{nothing}"]
    custom_settings = {{
        "ITEM_PIPELINES": {{"dehusk.scrapy.DehuskPipeline": 300}}, "DEHUSK": {{"favor": "precision"}},
        "FEED_EXPORT_FIELDS": ["url", "title", "text"], "ROBOTSTXT_OBEY": False, "TELNETCONSOLE_ENABLED": False,
    }}
    def parse(self, response):
        yield {{"url": response.url, "html": response.body}}
"""


def test_a_pipeline_of_scrapy(tmp_path: Path, ferry):
    pytest.importorskip("scrapy")
    (tmp_path / "ferry.html").write_text(ferry, encoding="utf-8")
    (tmp_path / "nothing.html").write_bytes(b"%PDF-1.7")
    addresses = {name: (tmp_path / f"{name}.html").as_uri() for name in ("ferry", "nothing")}
    spider = tmp_path / "spider.py"
    spider.write_text(_SPIDER.format(start=addresses["ferry"], nothing=addresses["nothing"]))
    command = [sys.executable, "-m", "scrapy", "runspider", str(spider), "-O", str(tmp_path / "out.jsonl")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1, done.stderr
    assert "not one was surprised" in lines[0]
    assert "this is no web page" in done.stderr

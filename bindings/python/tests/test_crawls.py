"""Archives, whole runs, memories and the web."""

from __future__ import annotations

import gzip
import http.server
import threading

import pytest

import dehusk
from conftest import corpus, page


def test_records_of_an_archive(warc, pages, texts):
    reader = dehusk.read_warc(warc)
    records = list(reader)
    assert [record.body for record in records] == [html.encode() for html in pages]
    first = records[0]
    assert (first.kind, first.status, first.url) == ("response", 200, "https://quay.example/0")
    assert first.content_type == "text/html; charset=utf-8"
    assert first.extract().text == texts[0]
    assert reader.damaged == []
    assert len(list(dehusk.read_warc(warc, any_status=True))) == len(pages) + 1


def test_packed_and_damaged_archives(warc, pages):
    packed = warc.with_suffix(".warc.gz")
    packed.write_bytes(gzip.compress(warc.read_bytes()))
    assert len(list(dehusk.read_warc(packed))) == len(pages)
    cut = warc.with_name("cut.warc")
    cut.write_bytes(warc.read_bytes()[:30_000])
    reader = dehusk.read_warc(cut)
    found = list(reader)
    assert 0 < len(found) < len(pages)
    assert found[-1].cut or reader.damaged


def test_what_is_no_archive_is_refused(tmp_path, example):
    with pytest.raises(FileNotFoundError):
        dehusk.read_warc(tmp_path / "none.warc")
    with pytest.raises(dehusk.DataError, match="this is no archive: give a WARC"):
        dehusk.read_warc(example)


def test_a_whole_run(warc, tmp_path, pages, texts):
    pytest.importorskip("pyarrow")
    out = tmp_path / "corpus"
    summary = dehusk.batch([warc], out=out, columns=["url", "text"], where="words > 5", jobs=2)
    assert (summary.rows, summary.complete, summary.failed) == (len(pages), True, {})
    assert summary.left_out == {"status 404": 1}
    assert "rows=" in repr(summary)
    rows = corpus(out)
    assert rows.column_names == ["url", "text"]
    assert sorted(rows["text"].to_pylist()) == sorted(texts)


def test_a_run_that_can_not_be_made_says_why(warc, tmp_path):
    with pytest.raises(dehusk.OptionError, match="did you mean"):
        dehusk.batch(warc, out=tmp_path / "a", wheer="words > 5")
    with pytest.raises(dehusk.OptionError, match="wrods"):
        dehusk.batch(warc, out=tmp_path / "a", where="wrods > 5")
    with pytest.raises(dehusk.DehuskError):
        dehusk.batch(tmp_path / "none.warc", out=tmp_path / "a")
    with pytest.raises(TypeError, match="out"):
        dehusk.batch(warc)


def test_a_memory_learns_sites(tmp_path):
    memory = dehusk.SiteMemory(tmp_path / "sites.db")
    for number in range(4):
        url = f"https://quay.example/{number}"
        assert dehusk.extract(page("ferry", number), url, memory=memory).text
    assert memory.sites() == ["quay.example"]
    assert dehusk.extract(page("ferry", 9), "https://quay.example/9", memory=tmp_path / "sites.db").text
    assert memory.forget("quay.example")
    assert not memory.forget("quay.example")
    with pytest.raises(dehusk.OptionError, match="is for auto"):
        dehusk.extract(page("ferry"), memory=memory, extractor="text")
    with pytest.raises(TypeError, match="SiteMemory"):
        dehusk.extract(page("ferry"), memory=3)
    with pytest.raises(dehusk.RunError):
        dehusk.SiteMemory(tmp_path)


class Site(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        found = self.path == "/ferry"
        body = page("ferry").encode() if found else b"<p>Gone."
        self.send_response(200 if found else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def site():
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_a_page_of_the_web(site, texts):
    article = dehusk.fetch(f"{site}/ferry", allow_private=True)
    assert article.url == f"{site}/ferry"
    assert article.text == texts[0]


def test_what_can_not_be_fetched_says_why(site):
    with pytest.raises(dehusk.FetchError, match="404 Not Found: the page is not there"):
        dehusk.fetch(f"{site}/gone", allow_private=True)
    with pytest.raises(dehusk.FetchError, match=r"127\.0\.0\.1"):
        dehusk.fetch(f"{site}/ferry")
    with pytest.raises(dehusk.FetchError):
        dehusk.fetch("http://127.0.0.1:9/", allow_private=True, timeout=2)
    with pytest.raises(dehusk.FetchError):
        dehusk.fetch("nonsense")
    with pytest.raises(dehusk.OptionError, match="did you mean"):
        dehusk.fetch(f"{site}/ferry", alow_private=True)

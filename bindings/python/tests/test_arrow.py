"""Tables in, tables out, by the Arrow C interface; the three-liners of docs/python.md."""

from __future__ import annotations

import pytest

import dehusk
from conftest import corpus

pa = pytest.importorskip("pyarrow")


@pytest.fixture
def table(pages):
    return pa.table({"html": pages, "url": [f"https://quay.example/{n}" for n in range(len(pages))]})


def texts_of(reader) -> list[str]:
    return pa.table(reader)["text"].to_pylist()


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_rows_come_in_order(table, texts, workers):
    rows = pa.table(dehusk.extract_table(table, workers=workers))
    assert rows["text"].to_pylist() == texts
    assert rows["url"].to_pylist() == table["url"].to_pylist()
    assert rows["title"][0].as_py() == "The ferry of day 0"


@pytest.mark.parametrize(
    "kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()]
)
def test_pages_of_every_type(table, texts, kind):
    pages = pa.array([html.as_py().encode() for html in table["html"]], pa.binary())
    column = pages.cast(kind) if kind != pa.string_view() else pages.cast(pa.string()).cast(kind)
    assert texts_of(dehusk.extract_table(pa.table({"html": column}))) == texts


def test_batches_readers_slices_and_dictionaries(table, texts):
    whole = table.combine_chunks()
    assert texts_of(dehusk.extract_table(whole.to_batches()[0])) == texts
    reader = pa.RecordBatchReader.from_batches(table.schema, whole.to_batches(max_chunksize=3))
    assert texts_of(dehusk.extract_table(reader, workers=2)) == texts
    assert texts_of(dehusk.extract_table(table.slice(5, 7))) == texts[5:12]
    coded = pa.table({"html": whole["html"].combine_chunks().dictionary_encode()})
    assert texts_of(dehusk.extract_table(coded)) == texts


def test_a_reader_is_read_as_it_is_made(pages):
    made = []

    def batches():
        for number in range(1_000):
            made.append(number)
            yield pa.record_batch({"html": pages[:2]})

    source = pa.RecordBatchReader.from_batches(pa.schema([("html", pa.string())]), batches())
    reader = dehusk.extract_table(source, workers=2).to_arrow()
    assert reader.read_next_batch().num_rows == 2
    assert len(made) < 10


def test_the_columns_are_those_of_a_run(table, warc, tmp_path):
    dehusk.batch(warc, out=tmp_path / "corpus")
    assert dehusk.extract_table(table).column_names == corpus(tmp_path / "corpus").column_names
    chosen = dehusk.extract_table(table, columns="url,text,words")
    assert chosen.column_names == ["url", "text", "words"]
    assert dehusk.extract_table(table, columns=["+markdown", "-warnings"]).column_names.count("markdown") == 1


def test_a_page_that_gives_nothing_is_a_row_if_wanted(ferry):
    data = pa.table({"html": [ferry.encode(), b"%PDF-1.7", None, b""], "id": [7, 8, 9, 10]})
    assert len(texts_of(dehusk.extract_table(data))) == 1
    rows = pa.table(dehusk.extract_table(data, columns=["id", "text"], every_page=True))
    assert rows["id"].to_pylist() == ["7", "8", "9", "10"]
    assert rows["text"][0].as_py()
    assert "PDF" in rows["error"][1].as_py()
    assert rows["error"][2].as_py() == "no content was found"


def test_what_is_no_table_of_pages_is_refused(table, ferry):
    with pytest.raises(dehusk.DataError, match='there is no column "page": name the one with pages by html='):
        dehusk.extract_table(table, html="page")
    with pytest.raises(TypeError, match="Arrow interface"):
        dehusk.extract_table({"html": [ferry]})
    with pytest.raises(dehusk.DataError, match="single column"):
        dehusk.extract_table(pa.array([ferry]))
    with pytest.raises(dehusk.OptionError, match='did you mean "text"'):
        dehusk.extract_table(table, columns="txet")
    with pytest.raises(dehusk.OptionError, match="at least 1"):
        dehusk.extract_table(table, workers=0)
    with pytest.raises(dehusk.OptionError, match="are for single articles"):
        dehusk.extract_table(table, no_links=True)
    reader = dehusk.extract_table(table)
    pa.table(reader)
    with pytest.raises(dehusk.DataError, match="read already"):
        pa.table(reader)


def test_what_a_source_fails_with_is_told():
    def broken():
        yield pa.record_batch({"html": ["<p>One line of text that is long enough to be read as a page of its own."]})
        raise OSError("the disk is gone")

    source = pa.RecordBatchReader.from_batches(pa.schema([("html", pa.string())]), broken())
    with pytest.raises(Exception, match="the disk is gone"):
        pa.table(dehusk.extract_table(source))

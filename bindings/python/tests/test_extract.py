"""One page: what goes in, what an article has, what is refused."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import dehusk
from dehusk import _options


def test_text_bytes_and_paths_are_pages(ferry, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(ferry, encoding="utf-8")
    kinds = [ferry, ferry.encode(), bytearray(ferry, "utf-8"), memoryview(ferry.encode()), file]
    texts = {dehusk.extract(kind).text for kind in kinds}
    assert len(texts) == 1
    assert "not one was surprised" in texts.pop()


def test_an_article_has_what_a_reader_wants(ferry):
    article = dehusk.extract(ferry, "https://quay.example/ferry")
    assert article.title == "The ferry of day 0"
    assert article.authors == ["Ann Lee"]
    assert article.published == "2024-05-01"
    assert article.language == "en"
    assert article.url == "https://quay.example/ferry"
    assert "Home" not in article.text
    assert "[other story](https://quay.example/more)" in article.markdown
    assert "<p>" in article.html
    assert "<TEI" in article.tei
    assert article.extractor == "auto"
    assert 0 <= article.confidence <= 1
    assert article.error is None
    assert article
    assert str(article) == article.text
    assert "The ferry of day 0" in repr(article)


def test_parts_are_objects(ferry):
    article = dehusk.extract(ferry, "https://quay.example/ferry")
    kept = [block for block in article.blocks if block.kept]
    assert any("not one was surprised" in block.text for block in kept)
    assert all(isinstance(block.score, float) and block.reason for block in kept)
    assert {link.url for link in article.links} >= {"https://quay.example/more", "https://quay.example/about"}
    assert [image.url for image in article.images] in ([], ["https://quay.example/boat.jpg"])
    assert article.blocks[0] == article.blocks[0]
    assert repr(article.links[0]).startswith("Link(text='Home', url='https://quay.example/'")
    with pytest.raises(AttributeError):
        article.blocks[0].text = "other"


def test_json_and_dict_are_those_of_the_command(ferry):
    article = dehusk.extract(ferry)
    told = article.to_dict()
    assert told == json.loads(article.to_json())
    assert told["title"]["value"] == article.title
    assert told["text"] == article.text
    assert article.metadata == {name: told[name] for name in article.metadata}


def test_metadata_has_sources(ferry):
    told = dehusk.metadata(ferry, url="https://quay.example/ferry")
    assert told["authors"][0]["value"] == "Ann Lee"
    assert "author" in told["authors"][0]["source"]
    assert told["url"] == "https://quay.example/ferry"


def test_another_extractor(ferry):
    assert dehusk.extract(ferry, extractor="readability").extractor == "readability"
    assert "Home" in dehusk.extract(ferry, extractor="text").text
    names = [extractor.name for extractor in dehusk.extractors()]
    assert names[0] == "auto"
    assert {"readability", "trafilatura", "bte"} <= set(names)


def test_options_have_the_names_of_the_command(ferry):
    article = dehusk.extract(
        ferry, favor="recall", comments="out", lists="drop", drop=["title"], max_bytes="2M", max_time=5.0
    )
    assert "not one was surprised" in article.text
    assert not article.text.startswith("The ferry of day 0\n")
    cut = dehusk.extract(ferry, max_bytes=400)
    assert "bytes-cut" in {warning.code for warning in cut.warnings}


def test_what_is_written_is_chosen_as_by_the_command(ferry):
    url = "https://quay.example/ferry"
    assert "[other story]" not in dehusk.extract(ferry, url, no_links=True).markdown
    assert "boat.jpg" not in dehusk.extract(ferry, url, no_images=True, keep="caption").html
    headed = dehusk.extract(ferry, url, front_matter=True)
    assert headed.markdown.startswith("---\ntitle: ")
    assert headed.text.startswith("---\ntitle: ")
    assert headed.html.startswith("<")
    assert max(map(len, dehusk.extract(ferry, width=60).text.splitlines())) <= 60
    assert set(dehusk.extract(ferry, fields="title,text").to_dict()) == {"schema_version", "title", "text"}
    assert "blocks" in dehusk.extract(ferry).to_dict()
    assert dehusk.extract("<title>Home</title>", front_matter=True).text == ""


def test_parts_of_a_page_are_chosen_by_selectors():
    page = "<main><p>Tea is a plant.<div class=note>Buy it.</div><nav>Home</nav></main><p>Aside."
    assert dehusk.extract(page, extractor="text", select="main", remove=[".note", "nav"]).text == "Tea is a plant."
    with pytest.raises(dehusk.OptionError, match="is no CSS selector"):
        dehusk.extract(page, select="p>")


def names_told(call) -> set[str]:
    """The options that a function lists when it is asked for one that is far from all."""
    with pytest.raises(dehusk.OptionError) as told:
        call(zzzzzzzzzzzz=1)
    return set(str(told.value).split("choose from ")[1].split(", ")) - {"leave_out"}


def test_typed_options_are_those_of_the_command(ferry):
    assert set(_options.ExtractOptions.__annotations__) == names_told(lambda **wrong: dehusk.extract(ferry, **wrong))
    assert set(_options.FetchOptions.__annotations__) == names_told(
        lambda **wrong: dehusk.fetch("https://quay.example", **wrong)
    )
    of_a_run = {name.removesuffix("_") for name in _options.BatchOptions.__annotations__}
    assert of_a_run | {"out", "list_columns"} == names_told(lambda **wrong: dehusk.batch([], out="x", **wrong))


def test_options_are_made_once_and_travel(ferry):
    options = dehusk.Options(extractor="readability", max_time=3)
    assert dehusk.extract(ferry, options=options).extractor == "readability"
    assert repr(options) == "Options(extractor='readability', max_time=3)"
    copy = pickle.loads(pickle.dumps(options))
    assert dehusk.extract(ferry, options=copy).extractor == "readability"
    with pytest.raises(dehusk.OptionError, match="either options"):
        dehusk.extract(ferry, options=options, favor="recall")


def test_the_charset_and_the_header_are_heard():
    page = "<p>Мир труд май, и все на набережной ждали парома.".encode("koi8-r")
    assert dehusk.extract(page, extractor="text", charset="koi8-r").text.startswith("Мир")
    assert dehusk.extract(page, extractor="text", content_type="text/html; charset=koi8-r").text.startswith("Мир")


def test_half_a_surrogate_is_no_error():
    assert "quay" in dehusk.extract("<p>The \ud800 quay was empty all day long.", extractor="text").text


@pytest.mark.parametrize(
    ("page", "kind", "words"),
    [
        (None, TypeError, "str, bytes or a path"),
        (3, TypeError, "not int"),
        (["<p>"], TypeError, "not list"),
        ("", dehusk.PageError, "the page is empty: give an HTML page"),
        (b"", dehusk.PageError, "the page is empty"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 64, dehusk.PageError, "this is no web page"),
        ("%PDF-1.7 1 0 obj", dehusk.PageError, "PDF"),
        ("https://quay.example/ferry", dehusk.PageError, r"dehusk.fetch\(url\)"),
        ("page.html", dehusk.PageError, r"pathlib.Path"),
        (Path("no/such/page.html"), FileNotFoundError, "No such file"),
        (Path("/"), IsADirectoryError, "directory"),
    ],
)
def test_what_is_no_page_is_refused(page, kind, words):
    with pytest.raises(kind, match=words):
        dehusk.extract(page)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"favour": "recall"}, 'there is no option "favour": did you mean "favor"?'),
        ({"zzzzzz": 1}, "choose from"),
        ({"favor": "recal"}, "recall"),
        ({"extractor": "raedability"}, 'did you mean "readability"?'),
        ({"charset": "klingon"}, "klingon"),
        ({"max_time": "soon"}, "number of seconds"),
        ({"max_nodes": 0}, "whole number above 0"),
        ({"drop": ["titel"]}, "choose from title"),
        ({"model": "no/such.model"}, "dehusk train auto"),
        ({"extractor": "text", "favor": "recall"}, "for the extractor auto"),
        ({"url": "quay"}, "write it as https://example.com/page"),
    ],
)
def test_a_wrong_option_is_named_with_what_to_do(ferry, options, words):
    with pytest.raises(dehusk.OptionError) as told:
        dehusk.extract(ferry, **options)
    assert words in str(told.value)
    assert "\n" not in str(told.value)
    assert isinstance(told.value, ValueError)


def test_a_value_of_a_wrong_type_is_a_type_error(ferry):
    with pytest.raises(TypeError, match="max_time takes text, a number or a list"):
        dehusk.extract(ferry, max_time=object())


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 200_000,
        "<table><tr><td>" * 20_000 + "x",
        "<a href='" + "x" * 3_000_000,
        "<p " + " ".join(f"a{n}=1" for n in range(100_000)) + ">text",
        "\0" * 100_000 + "<p>text",
        "<script>" * 50_000,
        "&" * 1_000_000,
    ],
)
def test_a_hostile_page_is_an_article_or_an_error(page):
    try:
        article = dehusk.extract(page, max_time=5)
    except dehusk.PageError:
        return
    assert isinstance(article.text + article.markdown + article.html, str)


def test_notebooks_show_articles_and_explanations(ferry):
    shown = dehusk.extract(ferry)._repr_html_()
    assert "<h2>The ferry of day 0</h2>" in shown
    assert "Ann Lee" in shown
    explained = dehusk.explain(ferry)
    assert len(explained) == len(explained.blocks) > 3
    assert "kept" in str(explained)
    assert "<tr style='color:" in explained._repr_html_()
    assert "blocks" in repr(explained)
    hostile = dehusk.explain(
        "<title><script>alert(1)</script></title><p>&lt;script&gt;alert(2)&lt;/script&gt; is text here."
    )
    assert "<script>" not in hostile._repr_html_() + hostile.article._repr_html_()


def test_the_site_of_an_address():
    assert dehusk.site_of("https://news.bbc.co.uk/story") == "bbc.co.uk"
    assert dehusk.site_of("nonsense") is None

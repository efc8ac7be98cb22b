"""trafilatura's interface."""

from __future__ import annotations

import json

import pytest

import dehusk
from dehusk.compat import trafilatura as ours


def test_extract_gives_text_or_none(ferry, texts):
    assert ours.extract(ferry) == texts[0]
    assert ours.extract(b"%PDF-1.7") is None
    assert ours.extract("") is None
    assert "**" in ours.extract(ferry.replace("quay", "<b>quay</b>"), output_format="markdown")
    assert ours.extract(ferry, output_format="html").startswith("<")
    assert "<TEI" in ours.extract(ferry, output_format="xmltei")
    assert ours.extract(ferry, with_metadata=True).startswith("---\ntitle: The ferry of day 0\nauthor: Ann Lee\n")
    assert ours.extract(ferry, target_language="de") is None
    assert ours.extract(ferry, target_language="en") == texts[0]
    assert ours.extract(ferry, only_with_metadata=True) is None
    assert ours.extract(ferry, "https://quay.example/", only_with_metadata=True)
    assert ours.extract(ferry, "https://quay.example/", url_blacklist={"https://quay.example/"}) is None


def test_links_and_pictures_are_written_where_they_are_asked_for(ferry):
    link = "[other story](https://quay.example/more)"
    assert link not in ours.extract(ferry, "https://quay.example/", output_format="markdown")
    assert link in ours.extract(ferry, "https://quay.example/", output_format="markdown", include_links=True)
    assert "boat.jpg" not in ours.extract(ferry, output_format="html")


def test_json_and_csv_have_its_names(ferry):
    told = json.loads(ours.extract(ferry, "https://quay.example/ferry", "7", output_format="json"))
    assert told["source"] == "https://quay.example/ferry"
    assert told["source-hostname"] == "quay.example"
    assert (told["id"], told["author"], told["date"]) == ("7", "Ann Lee", "2024-05-01")
    assert ours.extract(ferry, output_format="csv").split("\t")[4] == "The ferry of day 0"


def test_bare_extraction_gives_an_object(ferry):
    document = ours.bare_extraction(ferry, author_blacklist={"ann lee"})
    assert (document.title, document.author) == ("The ferry of day 0", None)
    assert ours.bare_extraction(ferry, as_dict=True)["text"] == document.text
    assert ours.extract_metadata(ferry).author == "Ann Lee"
    assert ours.extract_metadata("").title is None


def test_what_has_no_meaning_here_is_told(ferry):
    with pytest.warns(UserWarning, match="deduplicate has no effect"):
        ours.extract(ferry, deduplicate=True)
    with pytest.raises(TypeError, match="nonsense"):
        ours.extract(ferry, nonsense=True)
    with pytest.raises(dehusk.OptionError, match="there is no format 'xml'"):
        ours.extract(ferry, output_format="xml")

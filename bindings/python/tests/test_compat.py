"""trafilatura's interface, and datatrove's."""

from __future__ import annotations

import inspect
import json

import pytest

import dehusk
from conftest import page
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


def test_every_argument_of_the_original_is_taken(ferry):
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

"""dehusk as an extractor of a datatrove pipeline, in the place of ``Trafilatura``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from datatrove.pipeline.extractors.base import BaseExtractor
from datatrove.utils.typeshelper import StatHints

from dehusk._dehusk import Options
from dehusk._dehusk import extract as _extract
from dehusk._errors import PageError


class Dehusk(BaseExtractor):  # type: ignore[misc,unused-ignore]
    """Takes documents whose text is a page, and gives them its main content and what the page says about itself.

    ``timeout`` bounds the seconds of a page, and the options are those of ``dehusk.extract``. Pages are worked on in
    this very process: their time and memory are bounded by dehusk, so that no process beside it is needed.
    """

    name = "🌾 dehusk"

    def __init__(self, timeout: float = 10, metadata: bool = True, **options: Any) -> None:
        super().__init__(timeout)
        self.metadata = metadata
        self.options = Options(**{"max_time": timeout, **options})

    def extract(self, text: str) -> str:
        """The main content of a page."""
        try:
            return _extract(text, options=self.options).text
        except PageError:
            return ""

    def run(self, data: Iterable[Any], rank: int = 0, world_size: int = 1) -> Iterable[Any]:
        """Gives each document its main content; those without any are dropped."""
        for document in data:
            self.stat_update(StatHints.total)
            with self.track_time():
                kept = self._take(document)
            self.stat_update("extracted" if kept else StatHints.dropped)
            if kept:
                self.stat_update(StatHints.forwarded)
                self.update_doc_stats(document)
                yield document

    def _take(self, document: Any) -> bool:
        """Puts the content in the place of the page; false if there is none."""
        try:
            article = _extract(document.text, options=self.options)
        except PageError:
            return False
        document.text = article.text
        if self.metadata:
            told = {"title": article.title, "published": article.published, "confidence": article.confidence}
            document.metadata.update({name: value for name, value in told.items() if value is not None})
        return bool(document.text)

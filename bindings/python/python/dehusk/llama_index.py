"""A reader for LlamaIndex."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Any, Literal

from llama_index.core.readers.base import BaseReader
from llama_index.core.schema import Document

from dehusk._loading import documents


class DehuskReader(BaseReader):  # type: ignore[misc,unused-ignore]
    """Reads the main content of files and addresses; options are those of ``dehusk.fetch``.

    Sources that can not be read, or have no content, are logged and left out.
    """

    def __init__(self, form: Literal["markdown", "text"] = "markdown", **options: Any) -> None:
        self.form: Literal["markdown", "text"] = form
        self.options = options

    def lazy_load_data(self, sources: Iterable[str | PathLike[str]]) -> Iterable[Any]:
        """The documents, one after the other; each is known by its source."""
        for content, metadata in documents(sources, self.form, self.options):
            yield Document(text=content, metadata=metadata, id_=metadata["source"])

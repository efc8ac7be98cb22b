"""A document loader for LangChain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from typing import Any, Literal

from langchain_core.document_loaders import BaseLoader
from langchain_core.documents import Document

from dehusk._loading import documents


class DehuskLoader(BaseLoader):  # type: ignore[misc,unused-ignore]
    """Loads the main content of files and addresses; options are those of ``dehusk.fetch``.

    Sources that can not be read, or have no content, are logged and left out.
    """

    def __init__(
        self,
        sources: Iterable[str | PathLike[str]],
        form: Literal["markdown", "text"] = "markdown",
        **options: Any,
    ) -> None:
        self.sources = list(sources)
        self.form: Literal["markdown", "text"] = form
        self.options = options

    def lazy_load(self) -> Iterator[Any]:
        """The documents, one after the other."""
        for content, metadata in documents(self.sources, self.form, self.options):
            yield Document(page_content=content, metadata=metadata)

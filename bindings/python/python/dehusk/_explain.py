"""Why each block of a page was kept or dropped."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dehusk import _display
from dehusk._dehusk import Article, Block, extract
from dehusk._options import Html


class Explanation:
    """The blocks of a page with what was decided of each. Notebooks show it in colour, ``str`` as a table."""

    def __init__(self, article: Article) -> None:
        self.article = article
        self.blocks: list[Block] = article.blocks

    def __iter__(self) -> Iterator[Block]:
        return iter(self.blocks)

    def __len__(self) -> int:
        return len(self.blocks)

    def __getitem__(self, index: int) -> Block:
        return self.blocks[index]

    def __str__(self) -> str:
        return "\n".join([*map(_line, self.blocks), self._said()])

    def __repr__(self) -> str:
        return f"<Explanation: {self._said()}>"

    def _repr_html_(self) -> str:
        return _display.explanation(self.blocks, self._said())

    def _said(self) -> str:
        kept = sum(block.kept for block in self.blocks)
        said = f"{self.article.extractor} kept {kept} of {len(self.blocks)} blocks"
        if self.article.confidence is not None:
            said += f"; {self.article.page_type or 'no content of its own'}; confidence {self.article.confidence:.2f}"
        if self.article.trouble is not None:
            said += f"; {self.article.trouble.message}"
        return said


def _line(block: Block) -> str:
    kept = "yes" if block.kept else "no"
    return f"{block.index + 1:>4}  {kept:<3}  {block.role or '':<10}  {block.score:>6.2f}  {block.reason}  {block.text}"


def explain(html: Html, url: str | None = None, **options: Any) -> Explanation:
    """Why each block of a page was kept or dropped.

    >>> import dehusk
    >>> page = "<p>Home<p>The ferry came in late, as it had all week, and nobody on the quay was surprised."
    >>> [block.text for block in dehusk.explain(page, extractor="min-words-10") if block.kept]
    ['The ferry came in late, as it had all week, and nobody on the quay was surprised.']
    """
    return Explanation(extract(html, url, **options))

"""How articles look in a notebook. Everything that comes from a page is escaped, or was sanitised before."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dehusk._dehusk import Block

_KEPT = "#2e7d32"
_DROPPED = "#9e9e9e"


def article(title: str | None, byline: str, html: str) -> str:
    """An article as a reader would see it; ``html`` is sanitised already."""
    head = f"<h2>{escape(title)}</h2>" if title else ""
    line = f'<p style="opacity:.7">{escape(byline)}</p>' if byline else ""
    body = html or "<p><em>no content was found</em></p>"
    return f'<div style="max-width:42em;line-height:1.5">{head}{line}{body}</div>'


def explanation(blocks: list[Block], said: str) -> str:
    """The blocks of a page in colour: kept ones green, the others grey, each with its score and reason."""
    rows = "".join(_row(block) for block in blocks)
    head = "".join(
        f"<th style='text-align:left'>{name}</th>" for name in ("#", "kept", "role", "score", "reason", "text")
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p>{escape(said)}</p>"


def _row(block: Block) -> str:
    colour = _KEPT if block.kept else _DROPPED
    kept = "yes" if block.kept else "no"
    cells = (str(block.index + 1), kept, block.role or "", f"{block.score:.2f}", block.reason, block.text)
    inner = "".join(f"<td style='text-align:left'>{escape(cell)}</td>" for cell in cells)
    return f"<tr style='color:{colour}'>{inner}</tr>"

"""An item pipeline for Scrapy."""

from __future__ import annotations

from typing import Any

from itemadapter import ItemAdapter
from scrapy.exceptions import DropItem

from dehusk._dehusk import Options, try_extract

_FIELDS = ("title", "authors", "published", "language", "text", "markdown")


class DehuskPipeline:
    """Puts the main content of the page in ``item["html"]`` into the fields that are there for it.

    The fields are ``title``, ``authors``, ``published``, ``language``, ``text`` and ``markdown``; a plain dictionary
    gets all of them. The setting ``DEHUSK`` holds options of ``dehusk.extract``. Items without content are dropped.
    """

    def __init__(self, **options: Any) -> None:
        self.options = Options(**options)

    @classmethod
    def from_crawler(cls, crawler: Any) -> DehuskPipeline:
        """The pipeline of a crawl, by its settings."""
        return cls(**crawler.settings.getdict("DEHUSK"))

    def process_item(self, item: Any, spider: Any = None) -> Any:
        """The item with its content."""
        fields = ItemAdapter(item)
        article = try_extract(fields["html"], fields.get("url"), self.options)
        if not article:
            raise DropItem(f"{fields.get('url')}: {article.error or 'no content was found'}")
        known = _FIELDS if isinstance(item, dict) else set(fields.field_names()) & set(_FIELDS)
        fields.update({name: getattr(article, name) for name in known})
        return item

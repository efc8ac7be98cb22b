"""Takes the husk off web pages: their main content, with title, authors and dates.

>>> import dehusk
>>> page = '''<title>On bread</title><nav><a href="/">Home</a></nav><h1>On bread</h1>
... <p>Bread is flour and water and <b>time</b>, and of the three, time is what no baker can buy. A dough
... that had a night to rise needs little yeast, keeps for a week, and tastes of more than salt.</p>
... <p>Bakers who are in a hurry add sugar and fat instead, and the loaf is soft for a day, which is as
... long as most of them expect it to lie in the shop before somebody takes it home.</p>'''
>>> article = dehusk.extract(page, url="https://baker.example/bread")
>>> article.title
'On bread'
>>> "time is what no baker can buy" in article.text
True
>>> "**time**" in article.markdown
True
"""

from dehusk._dehusk import (
    Article,
    ArticleWarning,
    Block,
    Extractor,
    Link,
    Media,
    Options,
    Record,
    RecordBatchReader,
    SiteMemory,
    Summary,
    Trouble,
    WarcReader,
    __version__,
    batch,
    extract,
    extract_table,
    extractors,
    fetch,
    read_warc,
    site_of,
)
from dehusk._errors import DataError, DehuskError, FetchError, OptionError, PageError, RunError
from dehusk._explain import Explanation, explain
from dehusk._many import extract_many
from dehusk._metadata import Metadata, metadata

__all__ = [
    "Article",
    "ArticleWarning",
    "Block",
    "DataError",
    "DehuskError",
    "Explanation",
    "Extractor",
    "FetchError",
    "Link",
    "Media",
    "Metadata",
    "OptionError",
    "Options",
    "PageError",
    "Record",
    "RecordBatchReader",
    "RunError",
    "SiteMemory",
    "Summary",
    "Trouble",
    "WarcReader",
    "__version__",
    "batch",
    "explain",
    "extract",
    "extract_many",
    "extract_table",
    "extractors",
    "fetch",
    "metadata",
    "read_warc",
    "site_of",
]

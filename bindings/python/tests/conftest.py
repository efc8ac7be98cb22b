"""Pages that the tests share. All are written for them."""

from __future__ import annotations

from pathlib import Path

import pytest

import dehusk

ROOT = Path(__file__).resolve().parents[3]


def page(topic: str, number: int = 0) -> str:
    """A page that any extractor can tell the content of."""
    sentences = " ".join(
        f"The {topic} of day {number} was as late as it had been on all days of the week before, and of the {line} "
        f"people who waited for it on the quay not one was surprised, because nobody had expected anything else."
        for line in range(5)
    )
    return f"""<!DOCTYPE html><html lang="en"><head><title>The {topic} of day {number} | The Quay</title>
<meta name="author" content="Ann Lee"><meta property="article:published_time" content="2024-05-0{number % 9 + 1}">
</head><body><nav><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></nav>
<main><h1>The {topic} of day {number}</h1><p>{sentences}</p>
<p>Read the <a href="/more">other story</a> too. {sentences}</p>
<figure><img src="/boat.jpg" alt="A boat"><figcaption>The boat at last</figcaption></figure></main>
<footer><p>© The Quay. All rights reserved.</p></footer></body></html>"""


@pytest.fixture
def ferry() -> str:
    return page("ferry")


@pytest.fixture(scope="session")
def pages() -> list[str]:
    return [page(topic, number) for number in range(8) for topic in ("ferry", "train", "bus", "post")]


@pytest.fixture(scope="session")
def example() -> Path:
    return ROOT / "examples" / "article.html"


@pytest.fixture
def warc(tmp_path: Path, pages: list[str]) -> Path:
    """An archive of the pages, with an answer that is no success among them."""
    path = tmp_path / "crawl.warc"
    with path.open("wb") as file:
        for number, html in enumerate(pages):
            file.write(record(f"https://quay.example/{number}", html.encode()))
        file.write(record("https://quay.example/gone", b"<p>Gone.", status="404 Not Found"))
    return path


def record(url: str, body: bytes, status: str = "200 OK") -> bytes:
    message = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n".encode() + body
    head = (
        "WARC/1.0\r\nWARC-Type: response\r\n"
        f"WARC-Record-ID: <urn:test:{url}>\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2024-05-01T00:00:00Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(message)}\r\n\r\n"
    )
    return head.encode() + message + b"\r\n\r\n"


@pytest.fixture(scope="session")
def texts(pages: list[str]) -> list[str]:
    return [dehusk.extract(html).text for html in pages]


def corpus(folder: Path):
    """The rows that a run has written."""
    from pyarrow import concat_tables
    from pyarrow.parquet import read_table

    return concat_tables([read_table(file) for file in sorted(folder.glob("*.parquet"))])

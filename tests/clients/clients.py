"""Serves a small web, and uses the server through a generated client and feedparser."""

import http.server
import importlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from datetime import datetime

import feedparser

TOKEN = "right-token"
TOPICS = ["lamps", "storms", "nets"]


def story(topic: str) -> str:
    """A page with an author, a link and a picture."""
    paragraphs = "".join(
        f"<p>The {n}. paragraph about {topic} has a few sentences of its own. It was written for a reader who has the time,"
        f" and it says something about {topic} that the others do not say.</p>"
        for n in range(1, 6)
    )
    picture = '<p>See <a href="/more">more</a>: <img src="/boat.png" alt="A boat"> on the sea of the same name.</p>'
    return (
        f"<!doctype html><html lang=en><title>{topic} &amp; more</title><meta name=author content='Ann Baker'>"
        f"<article><h1>{topic} &amp; more</h1>{paragraphs}{picture}</article></html>"
    )


class Site(http.server.BaseHTTPRequestHandler):
    """A feed of three stories, and a page that is gone."""

    def do_GET(self) -> None:
        if self.path == "/feed":
            items = "".join(
                f"<item><title>{t} &amp; more</title><link>/{t}</link><description>{t}</description>"
                "<pubDate>Tue, 03 Jun 2025 09:39:21 GMT</pubDate></item>"
                for t in [*TOPICS, "gone"]
            )
            self.answer("application/rss+xml", f"<rss version='2.0'><channel><title>Quay</title>{items}</channel></rss>")
        elif self.path.strip("/") in TOPICS:
            self.answer("text/html", story(self.path.strip("/")))
        else:
            self.send_error(404)

    def answer(self, kind: str, body: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *_: object) -> None:
        pass


def generated(description: pathlib.Path, folder: pathlib.Path):
    """The client that openapi-python-client makes of the description."""
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(description)]
    command += ["--output-path", str(folder / "dehusk_client"), "--meta", "none", "--overwrite"]
    done = subprocess.run(command, capture_output=True, text=True)
    told = done.stdout + done.stderr
    assert done.returncode == 0, told
    assert "removal of" not in told and "Unable to parse" not in told, told
    sys.path.insert(0, str(folder))
    return importlib.import_module("dehusk_client")


def endpoint(name: str):
    return importlib.import_module(f"dehusk_client.api.default.{name}")


def use_client(home: str, folder: pathlib.Path) -> None:
    request = urllib.request.Request(home + "openapi.json", headers={"Authorization": f"Bearer {TOKEN}"})
    description = folder / "openapi.json"
    description.write_bytes(urllib.request.urlopen(request).read())
    client = generated(description, folder).AuthenticatedClient(base_url=home.rstrip("/"), token=TOKEN)
    models = importlib.import_module("dehusk_client.models")

    status = endpoint("status").sync(client=client)
    assert isinstance(status, models.Status) and status.articles == 3, status
    first = endpoint("list_articles").sync(client=client, limit=2)
    rest = endpoint("list_articles").sync(client=client, limit=2, cursor=first.next_)
    assert [a.seq for a in first.articles + rest.articles] == [3, 2, 1] and rest.next_ is None
    assert isinstance(first.articles[0].published, datetime), first.articles[0]
    record = endpoint("get_article").sync(client=client, seq=1)
    assert isinstance(record, models.Record) and "paragraph" in record.article.text, record
    assert [a.value for a in record.article.authors] == ["Ann Baker"], record.article.authors
    found = endpoint("search").sync(client=client, q="storms")
    assert [a.title for a in found.articles] == ["storms & more"] and "storms" in found.articles[0].snippet
    marked = endpoint("mark_article").sync(client=client, seq=1, body=models.Marks(read=True, starred=True))
    assert marked.read and marked.starred
    feeds = endpoint("list_feeds").sync(client=client)
    assert isinstance(feeds.feeds[0].due, datetime) and feeds.feeds[0].folder == "Sea"
    failures = endpoint("list_failures").sync(client=client, given_up=True)
    assert failures.failures[0].url.endswith("/gone") and "404" in failures.failures[0].reason
    extracted = endpoint("extract").sync(client=client, body=models.Extraction(html=story("fog")))
    assert isinstance(extracted, models.Article) and "paragraph about fog" in extracted.text
    sites = endpoint("list_sites").sync(client=client)
    detail = endpoint("get_site").sync(client=client, site=sites.sites[0].site)
    assert len(detail.articles) == 3 and sites.sites[0].articles == 3
    wrong = endpoint("list_articles").sync(client=client, cursor="nonsense")
    assert isinstance(wrong, models.Error) and "cursor" in wrong.error, wrong
    print("a generated client works with every kind of answer")


def page(home: str, path: str) -> str:
    request = urllib.request.Request(home + path, headers={"Authorization": f"Bearer {TOKEN}"})
    return urllib.request.urlopen(request).read().decode()


def use_feeds(home: str) -> None:
    """Subscribes to what the pages offer, without the token."""
    for path, number in [("articles", 3), ("articles?folder=Sea", 3), ("articles?feed=1", 3), ("articles?q=storms", 1)]:
        found = re.findall(r'<link rel="alternate" type="[^"]+" href="([^"]+)">', page(home, path))
        atom, plain = (home.rstrip("/") + address.replace("&amp;", "&") for address in found)
        feed = feedparser.parse(atom)
        assert feed.status == 200 and not feed.bozo and feed.version == "atom10", (path, feed.get("bozo_exception"))
        assert len(feed.entries) == number, (path, len(feed.entries))
        for entry in feed.entries:
            assert entry.title.endswith("& more") and entry.author == "Ann Baker", entry
            assert entry.published_parsed[:3] == (2025, 6, 3) and entry.link.startswith("http://quay.example/")
            text = entry.content[0].value
            assert text.count("paragraph about") == 5 and "http://quay.example/boat.png" in text, text
        assert len({entry.id for entry in feed.entries}) == number
        assert feedparser.parse(atom, etag=feed.etag).status == 304
        items = json.load(urllib.request.urlopen(plain))["items"]
        assert [item["id"] for item in items] == [entry.id for entry in feed.entries]
    print("feedparser reads the feeds that go out")


def main() -> None:
    import os

    web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        feeds = folder / "feeds.opml"
        feeds.write_text("<opml><body><outline text='Sea'><outline xmlUrl='http://quay.example/feed'/></outline></body></opml>")
        command = [os.environ["DEHUSK"], "serve", str(feeds), "--listen", "127.0.0.1:0", "--delay", "0", "--allow-private"]
        command += ["--connect-to", f"127.0.0.1:{web.server_port}", "--data", str(folder / "data"), "--token", TOKEN]
        server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        try:
            told = ""
            while not (found := re.search(r"http://[0-9.:]+/", told)):
                line = server.stderr.readline()
                assert line, told
                told += line
            home = found.group()
            threading.Thread(target=server.stderr.read, daemon=True).start()
            for _ in range(300):
                ready = json.loads(page(home, "api/v1/search?q=paragraph"))["articles"]
                if len(ready) == 3 and json.loads(page(home, "api/v1/failures"))["failures"]:
                    break
                time.sleep(0.2)
            use_client(home, folder)
            use_feeds(home)
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()

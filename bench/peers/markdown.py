"""The pages of corpora for peers that write Markdown, and the peer that is in Python.

markdown.py pages FOLDER writes {"id", "url", "html"} a line of the pages of a corpus (pages.jsonl and html/), or of a
folder of fixtures (a folder each with page.html). markdown.py trafilatura reads such lines and writes
{"id", "text"} a line.
"""
import gzip
import json
import pathlib
import sys

# Where a page has no address of its own.
ADDRESS = "https://page.invalid/"
# The address of fixtures, as their tests have it.
FIXTURE = "https://example.org/dir/page.html"


def pages(folder):
    index = folder / "pages.jsonl"
    if index.exists():
        for line in index.open(encoding="utf-8"):
            record = json.loads(line)
            page = folder / "html" / (record["id"] + ".html.gz")
            if record.get("markdown") and page.exists():
                yield record["id"], record.get("url"), gzip.open(page).read()
    else:
        for page in sorted(folder.glob("*/page.html")):
            yield page.parent.name, FIXTURE, page.read_bytes()


def write_pages(folder):
    for name, url, html in pages(pathlib.Path(folder)):
        print(json.dumps({"id": name, "url": url or ADDRESS, "html": html.decode("utf-8", "replace")}))


def trafilatura():
    from trafilatura import extract
    for line in sys.stdin:
        page = json.loads(line)
        text = extract(page["html"], url=page["url"], output_format="markdown", include_links=True,
                       include_images=True, include_formatting=True, include_comments=False)
        print(json.dumps({"id": page["id"], "text": text or ""}), flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "pages":
        write_pages(sys.argv[2])
    else:
        trafilatura()

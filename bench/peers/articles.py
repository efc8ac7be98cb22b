"""Peers over whole corpora, for `dehusk eval run --pred`: articles.py CORPORA OUT PEER…, where PEER is newspaper4k or defuddle.

Writes OUT/PEER/CORPUS.jsonl, {"id", "text"} a line. newspaper4k is taken from this Python; defuddle from the folder that
bench/peers/markdown.sh made, DEFUDDLE=WORK. A page that a peer fails on has no text. Corpora that are there already are
left alone.
"""
import gzip
import json
import os
import pathlib
import subprocess
import sys

CORPORA = ["portal", "readability", "l3s-gn1", "cleaneval", "dragnet", "daniel", "wcxb"]
ADDRESS = "https://page.invalid/"


def pages(folder):
    """The pages of a corpus: id, address, HTML."""
    from charset_normalizer import from_bytes

    for line in (folder / "pages.jsonl").open(encoding="utf-8"):
        record = json.loads(line)
        data = gzip.open(folder / "html" / (record["id"] + ".html.gz")).read()
        try:
            html = data.decode("utf-8")
        except UnicodeDecodeError:
            best = from_bytes(data[:50_000]).best()
            html = data.decode(best.encoding if best else "latin-1", "replace")
        yield record["id"], record.get("url") or ADDRESS, html


def newspaper4k(folder):
    """The texts that newspaper4k finds."""
    import newspaper

    for name, url, html in pages(folder):
        article = newspaper.Article(url)
        try:
            article.download(input_html=html)
            article.parse()
            text = article.text
        except Exception as error:  # whatever a page makes it raise
            print(f"{name}: {error}", file=sys.stderr)
            text = ""
        yield json.dumps({"id": name, "text": text})


def defuddle(folder):
    """The texts that defuddle finds."""
    here, work = pathlib.Path(__file__).parent, pathlib.Path(os.environ["DEFUDDLE"])
    program = work / "markdown.js"
    program.write_text((here / "markdown.js").read_text())
    with subprocess.Popen(["node", program, "defuddle-text"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as node:
        for name, url, html in pages(folder):
            node.stdin.write(json.dumps({"id": name, "url": url, "html": html}) + "\n")
            node.stdin.flush()
            yield node.stdout.readline().rstrip("\n")
        node.stdin.close()


def main(corpora, out, *peers):
    """Writes what is not there yet."""
    for peer in peers:
        for corpus in CORPORA:
            target = pathlib.Path(out) / peer / f"{corpus}.jsonl"
            if target.exists():
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            part = target.with_suffix(".part")
            with part.open("w", encoding="utf-8") as file:
                for line in {"newspaper4k": newspaper4k, "defuddle": defuddle}[peer](pathlib.Path(corpora) / corpus):
                    file.write(line + "\n")
            part.rename(target)
            print(peer, corpus, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

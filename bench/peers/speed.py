"""One peer of the speed benchmark: speed.py PEER PAGES.

Loads all pages, prints "ready NAME VERSION", then for every line on standard input goes over all pages once
and prints the seconds of processor time it took. A peer that is not installed prints why and ends.
"""
import importlib.metadata
import struct
import sys
import time


def selectolax():
    from selectolax.lexbor import LexborHTMLParser
    return "selectolax", LexborHTMLParser, bytes


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    return "resiliparse", lambda html: extract_plain_text(html, main_content=True), str


def turbohtml():
    from turbohtml import parse
    return "turbohtml", lambda html: parse(html).main_text(), str


def trafilatura():
    from trafilatura import extract
    return "trafilatura", extract, str


def pages_of(path, kind):
    with open(path, "rb") as file:
        while head := file.read(4):
            page = file.read(struct.unpack("<I", head)[0])
            yield page if kind is bytes else page.decode("utf-8")


def main(peer, path):
    try:
        peers = [selectolax, resiliparse, turbohtml, trafilatura]
        package, work, kind = {one.__name__: one for one in peers}[peer]()
    except ImportError as error:
        print(f"not installed: {error}")
        return
    pages = list(pages_of(path, kind))
    print(f"ready {package} {importlib.metadata.version(package)}", flush=True)
    for _ in sys.stdin:
        failed = 0
        start = time.process_time()
        for page in pages:
            try:
                work(page)
            except Exception:
                failed += 1
        seconds = time.process_time() - start
        if failed:
            print(f"{peer}: failed on {failed} pages", file=sys.stderr)
        print(seconds, flush=True)


main(*sys.argv[1:])

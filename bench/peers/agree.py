"""One peer of the agreement benchmark: agree.py PEER.

Reads {"name", "html"} a line from standard input and writes {"name", "text"} a line; text is null where the
peer failed. A peer that is not installed ends with an error.
"""
import json
import logging
import sys


def boilerpy3(name):
    from boilerpy3 import extractors
    extractor = getattr(extractors, name)(raise_on_failure=False)
    return extractor.get_content


def readability_lxml():
    from readability import Document
    import html_text
    return lambda html: html_text.extract_text(Document(html).summary(html_partial=True))


PEERS = {
    "boilerpy3-article": lambda: boilerpy3("ArticleExtractor"),
    "boilerpy3-default": lambda: boilerpy3("DefaultExtractor"),
    "boilerpy3-sentences": lambda: boilerpy3("ArticleSentencesExtractor"),
    "boilerpy3-largest": lambda: boilerpy3("LargestContentExtractor"),
    "boilerpy3-keep-everything": lambda: boilerpy3("KeepEverythingExtractor"),
    "boilerpy3-num-words": lambda: boilerpy3("NumWordsRulesExtractor"),
    "readability-lxml": readability_lxml,
}


def main(peer):
    logging.disable(logging.CRITICAL)
    if peer not in PEERS:
        sys.exit(f"there is no peer {peer}; there are {', '.join(PEERS)}")
    work = PEERS[peer]()
    for line in sys.stdin:
        page = json.loads(line)
        try:
            text = work(page["html"])
        except Exception:
            text = None
        print(json.dumps({"name": page["name"], "text": text}), flush=True)


main(*sys.argv[1:])

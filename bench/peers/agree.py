"""One peer of the agreement benchmark: agree.py PEER.

Reads {"name", "html"} a line from standard input and writes {"name", "text", "failure"} a line. Where the peer
gave nothing, failure says why, as far as can be told; else it is null. A peer that is not installed ends with
an error.
"""
import json
import logging
import sys


def boilerpy3(name):
    from boilerpy3 import extractors
    extractor = getattr(extractors, name)(raise_on_failure=False)
    return extractor.get_content, boilerpy3_failure


def boilerpy3_failure(html):
    """Why boilerpy3 found nothing: it counts start and end tags to know whether it is inside body, inside an
    ignored element and inside a link."""
    from boilerpy3.parser import BoilerpipeHTMLParser

    class Watched(BoilerpipeHTMLParser):
        bodies = 0
        unmatched = None

        def handle_starttag(self, tag, attrs):
            super().handle_starttag(tag, attrs)
            self.bodies += tag == "body"

        def handle_endtag(self, tag):
            super().handle_endtag(tag)
            if self.unmatched is None and self.in_ignorable_element < 0:
                self.unmatched = tag

    parser = Watched(raise_on_failure=False)
    parser.feed(html)
    if parser.bodies == 0:
        return "the page has no body tag, and it reads only what is inside one"
    if parser.unmatched:
        return f"a stray </{parser.unmatched}> made its count of open ignored elements negative"
    if parser.in_ignorable_element > 0:
        return f"{parser.in_ignorable_element} of its ignored elements have no end tag: the rest of the page is inside"
    if parser.in_anchor != 0:
        return f"unmatched <a> or </a>: it counts {parser.in_anchor} links open at the end"
    return f"its rules kept none of {len(parser.text_blocks)} blocks"


def readability_lxml():
    from readability import Document
    import html_text
    work = lambda html: html_text.extract_text(Document(html).summary(html_partial=True))
    return work, lambda html: "its summary is empty"


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
    work, failure = PEERS[peer]()
    for line in sys.stdin:
        page = json.loads(line)
        print(json.dumps({"name": page["name"], **answer(work, failure, page["html"])}), flush=True)


def answer(work, failure, html):
    try:
        text = work(html) or ""
        return {"text": text, "failure": None if text.strip() else failure(html)}
    except Exception as error:
        return {"text": "", "failure": f"it failed: {type(error).__name__}: {error}"[:120]}


main(*sys.argv[1:])

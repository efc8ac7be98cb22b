"""One peer of the agreement benchmark: agree.py PEER.

Reads {"name", "html"} a line from standard input and writes {"name", "text", "failure"} a line. Where the peer
gave nothing, failure says why, as far as can be told; else it is null. A peer that is not installed ends with
an error.
"""
import json
import logging
import os
import subprocess
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


def nothing(html):
    return "it found nothing"


def readability_lxml():
    from readability import Document
    import html_text
    work = lambda html: html_text.extract_text(Document(html).summary(html_partial=True))
    return work, lambda html: "its summary is empty"


def lxml_tree(html):
    import lxml.html
    parser = lxml.html.HTMLParser(encoding="utf-8")
    return lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)


def bs4():
    from bs4 import BeautifulSoup
    return lambda html: BeautifulSoup(html, "lxml").get_text("\n"), nothing


def xpath_text():
    return lambda html: "\n".join(lxml_tree(html).xpath("//body//text()")), nothing


def html_text():
    import html_text
    return html_text.extract_text, nothing


def html2text():
    import html2text
    def work(html):
        writer = html2text.HTML2Text(bodywidth=0)
        writer.ignore_links = writer.ignore_images = writer.ignore_emphasis = True
        return writer.handle(html)
    return work, nothing


def inscriptis():
    from inscriptis import get_text
    return get_text, nothing


def lxml_cleaner():
    """lxml's cleaner with the elements that trafilatura removes."""
    from lxml_html_clean import Cleaner
    from trafilatura.settings import MANUALLY_CLEANED
    import html_text
    cleaner = Cleaner(kill_tags=MANUALLY_CLEANED, scripts=False, javascript=False, comments=True, style=False,
                      links=False, meta=False, page_structure=False, processing_instructions=True, embedded=False,
                      frames=False, forms=False, annoying_tags=False, remove_unknown_tags=False, safe_attrs_only=False)
    return lambda html: html_text.etree_to_text(cleaner.clean_html(lxml_tree(html))), nothing


def justext(language=None):
    import justext
    def work(html):
        if language is None:
            paragraphs = justext.justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
        else:
            paragraphs = justext.justext(html, justext.get_stoplist(language))
        return "\n".join(p.text for p in paragraphs if not p.is_boilerplate)
    return work, nothing


def justext_detected():
    """jusText with its own stop list of the page's language, which is told by langdetect."""
    import justext
    import langdetect
    from bs4 import BeautifulSoup
    from trafilatura.settings import JUSTEXT_LANGUAGES
    langdetect.DetectorFactory.seed = 0
    def work(html):
        text = BeautifulSoup(html, "lxml").get_text(" ")
        try:
            language = JUSTEXT_LANGUAGES.get(langdetect.detect(text[:20000]))
        except langdetect.lang_detect_exception.LangDetectException:
            language = None
        return justext_with(justext, html, language)
    return work, nothing


def justext_with(justext, html, language):
    known = language in justext.get_stoplists()
    options = {} if known else {"stopwords_low": 0, "stopwords_high": 0}
    words = justext.get_stoplist(language) if known else frozenset()
    return "\n".join(p.text for p in justext.justext(html, words, **options) if not p.is_boilerplate)


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    return lambda html: extract_plain_text(html, main_content=True, alt_texts=False), nothing


def trafilatura():
    import trafilatura
    return lambda html: trafilatura.extract(html, include_comments=False), nothing


def goose3():
    from goose3 import Goose
    goose = Goose({"enable_image_fetching": False, "strict": False})
    return lambda html: goose.extract(raw_html=html).cleaned_text, nothing


def node(script):
    """A program in JavaScript that answers a line for a line; its packages are in DEHUSK_NODE_MODULES."""
    folder = os.path.dirname(os.path.abspath(__file__))
    modules = os.environ.get("DEHUSK_NODE_MODULES", os.path.join(folder, "node_modules"))
    child = subprocess.Popen(["node", os.path.join(folder, "agree.js"), script], stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, env={**os.environ, "NODE_PATH": modules}, text=True)
    def work(html):
        # A program that is not installed ends at once: that is no answer about a page.
        try:
            child.stdin.write(json.dumps(html) + "\n")
            child.stdin.flush()
            answer = child.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            sys.exit(f"{script} ended: is it installed in {modules}?")
        return json.loads(answer)
    return work, nothing


PEERS = {
    "boilerpy3-article": lambda: boilerpy3("ArticleExtractor"),
    "boilerpy3-default": lambda: boilerpy3("DefaultExtractor"),
    "boilerpy3-sentences": lambda: boilerpy3("ArticleSentencesExtractor"),
    "boilerpy3-largest": lambda: boilerpy3("LargestContentExtractor"),
    "boilerpy3-keep-everything": lambda: boilerpy3("KeepEverythingExtractor"),
    "boilerpy3-num-words": lambda: boilerpy3("NumWordsRulesExtractor"),
    "readability-lxml": readability_lxml,
    "readability.js": lambda: node("readability"),
    "unfluff": lambda: node("unfluff"),
    "bs4": bs4,
    "xpath": xpath_text,
    "html-text": html_text,
    "html2text": html2text,
    "inscriptis": inscriptis,
    "lxml_html_clean": lxml_cleaner,
    "justext": justext_detected,
    "justext-english": lambda: justext("English"),
    "justext-language-free": justext,
    "resiliparse": resiliparse,
    "trafilatura": trafilatura,
    "goose3": goose3,
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

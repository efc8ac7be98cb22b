"""What other programs say about pages: metadata.py CORPORA OUT [CORPUS…].

Runs trafilatura's metadata and htmldate over the pages of corpora and writes OUT/PROGRAM/CORPUS.jsonl, a line a page:
{"id", "title", "author", "published", "site_name", "tags"}. `dehusk eval metadata --pred NAME=OUT/NAME` reads it. A page on which a program
fails has a line without values, and the failure is counted.

    python3 -m venv v
    v/bin/pip install lxml charset-normalizer urllib3 certifi dateparser python-dateutil tld babel
    v/bin/pip install --no-deps justext lxml_html_clean courlan htmldate trafilatura

Both get the page's bytes and its address, as their users give them. htmldate is asked for the date of publication
(`htmldate`) and, under the name `htmldate-last`, for what it gives unasked, which is the last change where it knows one.
"""
import gzip
import json
import logging
import sys
import time
from multiprocessing import Pool
from pathlib import Path

SECONDS = 60


def trafilatura(html, url):
    from trafilatura import extract_metadata

    found = extract_metadata(html, default_url=url)
    if found is None:
        return {}
    return {
        "title": found.title,
        "author": found.author,
        "published": found.date,
        "site_name": found.sitename,
        "tags": found.tags,
    }


def htmldate(html, url):
    from htmldate import find_date

    return {"published": find_date(html, url=url, original_date=True)}


def htmldate_last(html, url):
    from htmldate import find_date

    return {"published": find_date(html, url=url)}


PROGRAMS = {"trafilatura": trafilatura, "htmldate": htmldate, "htmldate-last": htmldate_last}


def one(task):
    """The line of a page, the seconds it took, and the failure if there was one."""
    import signal

    def stop(*_):
        raise TimeoutError(f"more than {SECONDS} seconds")

    program, file, record = task
    html = gzip.open(file).read()
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    start, failure, found = time.process_time(), None, {}
    try:
        found = PROGRAMS[program](html, record.get("url"))
    except Exception as error:  # whatever a page does to a program, the others go on
        failure = f"{type(error).__name__}: {error}"
    finally:
        signal.alarm(0)
    told = {key: value for key, value in found.items() if value}
    return {"id": record["id"], **told}, time.process_time() - start, failure


def run(program, corpus, out):
    records = [json.loads(line) for line in open(corpus / "pages.jsonl")]
    tasks = [(program, corpus / "html" / f"{r['id']}.html.gz", r) for r in records]
    tasks = [task for task in tasks if task[1].is_file()]
    folder = out / program
    folder.mkdir(parents=True, exist_ok=True)
    seconds, failures = 0.0, 0
    with Pool(2, maxtasksperchild=400) as pool, open(folder / f"{corpus.name}.jsonl", "w") as file:
        for line, took, failure in pool.imap(one, tasks, 8):
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
            seconds += took
            failures += failure is not None
    pages = len(tasks)
    print(f"{program:14} {corpus.name:14} {pages:5} pages {1000 * seconds / max(pages, 1):7.1f} ms a page {failures} failed", flush=True)


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    logging.disable(logging.CRITICAL)
    corpora, out, names = Path(arguments[0]), Path(arguments[1]), arguments[2:]
    folders = sorted(f for f in corpora.iterdir() if (f / "pages.jsonl").is_file())
    chosen = [f for f in folders if not names or f.name in names]
    for program in PROGRAMS:
        for corpus in chosen:
            run(program, corpus, out)


if __name__ == "__main__":
    main(sys.argv[1:])

"""WARC to texts with fastwarc and resiliparse's main content extraction, a process a file.

    batch_resiliparse.py FOLDER OUT
"""

import json
import multiprocessing
import sys
from pathlib import Path

from fastwarc.warc import ArchiveIterator, WarcRecordType
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.encoding import bytes_to_str, detect_encoding


def work(archive: Path, out: str) -> None:
    with open(archive, "rb") as stream, open(f"{out}/{archive.name}.jsonl", "w") as lines:
        for record in ArchiveIterator(stream, record_types=WarcRecordType.response):
            html = record.reader.read()
            text = extract_plain_text(bytes_to_str(html, detect_encoding(html)), main_content=True)
            url = record.headers.get("WARC-Target-URI")
            lines.write(json.dumps({"url": url, "text": text}, ensure_ascii=False) + "\n")


def main() -> None:
    folder, out = sys.argv[1:]
    archives = sorted(Path(folder).glob("*.warc.gz"))
    workers = [multiprocessing.Process(target=work, args=(archive, out)) for archive in archives]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.exit(any(worker.exitcode for worker in workers))


if __name__ == "__main__":
    main()

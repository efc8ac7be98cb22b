"""WARC to texts with datatrove's reader and its trafilatura extractor, as FineWeb's pipeline begins, a task a file.

    batch_datatrove.py FOLDER OUT
"""

import sys
from pathlib import Path

from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers.jsonl import JsonlWriter


def main() -> None:
    folder, out = sys.argv[1:]
    tasks = len(list(Path(folder).glob("*.warc.gz")))
    LocalPipelineExecutor(
        pipeline=[
            WarcReader(folder, glob_pattern="*.warc.gz"),
            Trafilatura(favour_precision=True),
            JsonlWriter(f"{out}/texts", compression=None),
        ],
        tasks=tasks,
        workers=tasks,
        logging_dir=f"{out}/logs",
    ).run()


if __name__ == "__main__":
    main()

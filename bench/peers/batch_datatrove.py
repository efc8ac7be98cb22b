"""WARC to texts with datatrove's reader and its trafilatura extractor, as FineWeb's pipeline begins, a task a file.

    batch_datatrove.py FOLDER OUT
"""

import contextlib
import ctypes
import os
import sys
from pathlib import Path

from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.extractors import Trafilatura
from datatrove.pipeline.readers import WarcReader
from datatrove.pipeline.writers.jsonl import JsonlWriter

# From linux/prctl.h.
PR_SET_CHILD_SUBREAPER = 36
# Seconds a page may take. Its own second would cut pages off wherever the machine has other work too.
PATIENCE = 60


def run(folder: str, out: str) -> None:
    tasks = len(list(Path(folder).glob("*.warc.gz")))
    LocalPipelineExecutor(
        pipeline=[
            WarcReader(folder, glob_pattern="*.warc.gz"),
            Trafilatura(favour_precision=True, timeout=PATIENCE),
            JsonlWriter(f"{out}/texts", compression=None),
        ],
        tasks=tasks,
        workers=tasks,
        logging_dir=f"{out}/logs",
    ).run()


def main() -> None:
    """Waits for everything that was started: it leaves processes behind in which it extracts, and whoever takes the
    time of this one would not see what they took."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        run(*sys.argv[1:])
        sys.exit()
    failed = True
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.wait()
            if pid == child:
                failed = status != 0
    sys.exit(failed)


if __name__ == "__main__":
    main()

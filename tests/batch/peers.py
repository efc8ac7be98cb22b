"""See peers.sh."""

import contextlib
import functools
import gzip
import http.server
import io
import itertools
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import archives
import boto3
import duckdb
import odd
import polars
import pyarrow.parquet
import warcio.archiveiterator
import xxhash
from fastwarc.warc import ArchiveIterator, WarcRecordType
from moto.server import ThreadedMotoServer

logging.getLogger("werkzeug").setLevel(logging.ERROR)
DEHUSK, RECORDS = os.environ["DEHUSK"], os.environ["RECORDS"]
PASSED = []
PAGES = {"response", "resource", "conversion"}


def check(name: str, fits: bool, why: object = "") -> None:
    print(("ok     " if fits else "FAILED ") + name, "" if fits else why)
    if not fits:
        sys.exit(1)
    PASSED.append(name)


def dehusk(*args: object, code: int = 0, **more: object) -> subprocess.CompletedProcess:
    run = subprocess.run([DEHUSK, *map(str, args)], capture_output=True, text=True, **more)
    if run.returncode != code:
        sys.exit(f"FAILED {args}: {run.returncode}, not {code}\n{run.stderr}")
    return run


def our_records(path: Path) -> list[dict]:
    run = subprocess.run([RECORDS, str(path)], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def their_records(path: Path) -> list[dict]:
    records = []
    with open(path, "rb") as archive:
        for whole in ArchiveIterator(archive, record_types=WarcRecordType.any_type, parse_http=False):
            # Codings are undone a record at a time: behind some of them its iterator gives nothing more.
            alone = io.BytesIO()
            whole.write(alone)
            alone.seek(0)
            record = next(iter(ArchiveIterator(alone, record_types=WarcRecordType.any_type, auto_decode="all")))
            try:
                body = record.reader.read()
            except Exception as error:  # What it can not undo is compared by what is known of it.
                body = str(error).encode()
            records.append(
                {
                    "kind": record.headers.get("WARC-Type"),
                    "id": (record.record_id or "").strip("<>"),
                    "url": record.headers.get("WARC-Target-URI"),
                    "status": record.http_headers.status_code if record.http_headers else None,
                    "bytes": len(body),
                    "hash": xxhash.xxh3_64_hexdigest(body),
                }
            )
    return records


def compare(name: str, path: Path, bodies: bool = True) -> None:
    """The same responses and resources, record for record."""
    fields = ["kind", "id", "url", "bytes", "hash"] if bodies else ["kind", "id", "url"]
    pick = lambda records: [[record.get(f) for f in fields] for record in records if record.get("kind") in PAGES]
    ours, theirs = pick(our_records(path)), pick(their_records(path))
    differing = [pair for pair in itertools.zip_longest(ours, theirs) if pair[0] != pair[1]]
    check(f"{name}: {len(theirs)} records as fastwarc reads them", ours == theirs and theirs != [], differing)


def good_archives(folder: Path) -> Path:
    bodies = archives.pages()
    coded = []
    for number, (name, (headers, code)) in enumerate(archives.CODINGS.items()):
        if name not in archives.OURS:
            coded.append((name, headers, code(bodies[number % len(bodies)])))
    plain = [("page", [], body) for body in bodies]
    for version in ["WARC/1.0", "WARC/1.1"]:
        for packed in [True, False]:
            path = folder / f"warcio-{version[-1]}.warc{'.gz' if packed else ''}"
            archives.by_warcio(path, plain + coded, packed, version)
            compare(f"warcio, {version}, {'gzip' if packed else 'plain'}", path)
    source = folder / "warcio-0.warc.gz"
    for packing in ["gzip", "lz4", "plain"]:
        path = folder / f"fastwarc-{packing}.warc"
        archives.by_fastwarc(path, source, packing)
        compare(f"fastwarc, {packing}", path)
    for with_dictionary in [False, True]:
        path = folder / f"zstd-{with_dictionary}.warc.zst"
        archives.zstd_records(path, source, with_dictionary)
        ours = [record["hash"] for record in our_records(path)]
        expected = [record["hash"] for record in our_records(source)]
        check(f"zstd {'with' if with_dictionary else 'without'} dictionary", ours == expected)
    whole = folder / "whole.warc.gz"
    whole.write_bytes(gzip.compress((folder / "warcio-0.warc").read_bytes()))
    compare("gzip as a whole", whole)
    return source


def codings(folder: Path) -> None:
    """However a body was sent, the page is the same."""
    body = archives.pages()[0]
    bodies = [(name, headers, code(body)) for name, (headers, code) in archives.CODINGS.items()]
    path = folder / "codings.warc.gz"
    archives.by_warcio(path, bodies, True, "WARC/1.0")
    records = [record for record in our_records(path) if record["kind"] == "response"]
    expected = xxhash.xxh3_64_hexdigest(body)
    for (name, _, _), record in zip(bodies, records, strict=True):
        check(f"body sent as {name}", record["hash"] == expected, record)
    rows = dehusk("batch", path, "--columns", "record,text").stdout.splitlines()
    texts = {json.loads(row)["text"] for row in rows if json.loads(row)["record"] == "response"}
    check("one text, however it was sent", len(texts) == 1, texts)


def broken_archives(folder: Path, source: Path) -> None:
    good = [record["id"] for record in our_records(source) if "id" in record]
    bytes_ = source.read_bytes()
    cut = folder / "cut.warc.gz"
    cut.write_bytes(bytes_[: len(bytes_) * 2 // 3])
    ids = [record["id"] for record in our_records(cut) if "id" in record]
    check("a file that breaks off gives what is there", good[: len(ids)] == ids and len(ids) > len(good) // 2, ids[-1])
    damaged = bytearray(bytes_)
    offsets = [record["offset"] for record in our_records(source)]
    middle = offsets[len(offsets) // 2]
    damaged[middle + 30 : middle + 60] = bytes(30)
    path = folder / "damaged.warc.gz"
    path.write_bytes(damaged)
    records = our_records(path)
    ids = {record["id"] for record in records if "id" in record}
    check("a damaged record costs that record", len(set(good) - ids) <= 1, set(good) - ids)
    check("and is told", any("damage" in record for record in records))
    archives.truncated_record(folder / "truncated.warc.gz", archives.pages()[0])
    row = json.loads(dehusk("batch", folder / "truncated.warc.gz", "--columns", "warnings").stdout)
    check("what the crawler left out is a warning", "record-cut" in row["warnings"], row)


def pages_by_fastwarc(path: Path) -> list[bytes]:
    """What the records of pages hold, as far as it gives them."""
    bodies = []
    with open(path, "rb") as archive, contextlib.suppress(Exception):
        for whole in ArchiveIterator(archive, record_types=WarcRecordType.any_type, parse_http=False):
            if whole.headers.get("WARC-Type") in PAGES:
                alone = io.BytesIO()
                whole.write(alone)
                alone.seek(0)
                kinds = WarcRecordType.any_type
                bodies.append(next(iter(ArchiveIterator(alone, record_types=kinds, auto_decode="all"))).reader.read())
    return bodies


def pages_by_warcio(path: Path) -> list[bytes]:
    """The same by warcio, which says what it makes of broken ones."""
    bodies = []
    with open(path, "rb") as archive, contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(Exception):
        for record in warcio.archiveiterator.ArchiveIterator(archive, arc2warc=True):
            if record.rec_type in PAGES:
                bodies.append(record.content_stream().read())
    return bodies


def odd_archives(folder: Path) -> None:
    """What no writer of archives writes, and crawlers leave behind all the same."""
    path = folder / "odd.warc"
    for one in odd.all_of_them():
        path.write_bytes(one.bytes_)
        records = our_records(path)
        found = [[record["bytes"], record["hash"]] for record in records if record.get("kind") in PAGES]
        summed = lambda bodies: [[len(body), xxhash.xxh3_64_hexdigest(body)] for body in bodies]
        expected = found if one.bodies is None else summed(one.bodies)
        check(f"odd: {one.name}", found == expected, (found, expected))
        check(f"odd: {one.name}: what is damaged is told", one.damaged == any("damage" in r for r in records), records)
        for name, read in [("fastwarc", pages_by_fastwarc), ("warcio", pages_by_warcio)]:
            if name in one.peers:
                theirs = summed(read(path))
                check(f"odd: {one.name}: as {name} reads it", found == theirs, (found, theirs))


def tables(folder: Path, source: Path) -> None:
    """What comes out is read by others, and what others write is read."""
    out = folder / "corpus"
    dehusk("batch", source, "--out", out, "--columns", "all", "--shard-size", "20K", "--dedup", "near", "--keep-duplicates")
    manifest = json.loads((out / "manifest.json").read_text())
    lines = [json.loads(line) for line in dehusk("batch", source, "--columns", "id,text").stdout.splitlines()]
    expected = [(line["id"], line["text"]) for line in lines]
    pattern = str(out / "*.parquet")
    arrow = pyarrow.concat_tables(pyarrow.parquet.read_table(out / file["name"]) for file in manifest["files"])
    check("pyarrow reads it", list(zip(*(arrow[name].to_pylist() for name in ["id", "text"]))) == expected)
    check("with the version of its schema", arrow.schema.metadata[b"dehusk.schema"] == b"1")
    query = f"select id, text from '{pattern}' order by file, \"offset\""
    check("DuckDB reads it", sorted(duckdb.sql(query).fetchall()) == sorted(expected))
    filtered = duckdb.sql(f"select count(*) from '{pattern}' where len(authors) >= 0 and q_words > 5").fetchall()
    check("with lists and numbers", filtered[0][0] > 0)
    frame = polars.read_parquet(pattern).sort("offset")
    check("Polars reads it", sorted(frame.select("id", "text").rows()) == sorted(expected))
    check("all columns are there", set(frame.columns) >= {"markdown", "links", "media", "q_words", "copies", "group"})
    html = [body.decode("utf-8", "replace") for body in archives.pages()]
    table = {"content": html, "address": [f"https://ferry.example/{n}" for n in range(len(html))]}
    for name, write in [
        ("pyarrow", lambda path: pyarrow.parquet.write_table(pyarrow.table(table), path, compression="snappy")),
        ("polars", lambda path: polars.DataFrame(table).write_parquet(path, compression="gzip")),
        ("duckdb", lambda path: duckdb.from_arrow(pyarrow.table(table)).write_parquet(str(path), compression="brotli")),
    ]:
        path = folder / f"{name}.parquet"
        write(path)
        args = ["--html-column", "content", "--url-column", "address", "--columns", "url,text"]
        rows = [json.loads(line) for line in dehusk("batch", path, *args).stdout.splitlines()]
        urls = [row["url"] for row in rows]
        check(f"Parquet that {name} wrote is read", urls == [u for u in table["address"] if u in urls] and len(urls) > 5)
        for row in rows[:3]:
            page = folder / "page.html"
            page.write_text(html[table["address"].index(row["url"])])
            alone = dehusk(page, "--url", row["url"]).stdout.rstrip("\n")
            check("and gives the text of the page alone", row["text"] == alone)


def same_files(one: Path, other: Path) -> bool:
    names = sorted(path.name for path in one.glob("*.parquet"))
    others = sorted(path.name for path in other.glob("*.parquet"))
    return names == others != [] and all((one / n).read_bytes() == (other / n).read_bytes() for n in names)


def object_store(folder: Path, source: Path) -> None:
    """A real S3 server on this machine."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        endpoint = f"http://{host}:{port}"
        env = os.environ | {
            "AWS_ENDPOINT_URL": endpoint,
            "AWS_ACCESS_KEY_ID": "test",
            "AWS_SECRET_ACCESS_KEY": "test",
            "AWS_REGION": "us-east-1",
            "AWS_ALLOW_HTTP": "true",
        }
        s3 = boto3.client("s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test")
        s3.create_bucket(Bucket="crawl")
        for name in ["a.warc.gz", "b.warc.gz"]:
            s3.upload_file(str(source), "crawl", f"in/{name}")
        s3.upload_file(str(folder / "pyarrow.parquet"), "crawl", "in/table.parquet")
        local = folder / "from-files"
        options = ["--columns", "id,text,copies", "--shard-size", "20K", "--dedup", "text"]
        shutil.copy(source, folder / "a.warc.gz")
        shutil.copy(source, folder / "b.warc.gz")
        dehusk("batch", folder / "a.warc.gz", folder / "b.warc.gz", "--out", local, *options)
        for name, inputs in [("a pattern", ["s3://crawl/in/*.warc.gz"]), ("names", ["s3://crawl/in/a.warc.gz", "s3://crawl/in/b.warc.gz"])]:
            out = folder / f"from-s3-{len(inputs)}"
            dehusk("batch", *inputs, "--out", out, *options, env=env)
            check(f"from S3, by {name}: the same files", same_files(local, out))
        rows = dehusk("batch", "s3://crawl/in/table.parquet", "--html-column", "content", "--columns", "id", env=env)
        check("Parquet from S3", len(rows.stdout.splitlines()) > 5)
        work = folder / "work"
        dehusk("batch", folder / "a.warc.gz", folder / "b.warc.gz", "--out", "s3://crawl/out/corpus", "--work", work, *options, env=env)
        back = folder / "back"
        back.mkdir()
        listed = s3.list_objects_v2(Bucket="crawl", Prefix="out/corpus/")["Contents"]
        for key in (entry["Key"] for entry in listed):
            if "_dehusk" not in key:
                s3.download_file("crawl", key, str(back / key.rsplit("/", 1)[1]))
        check("to S3: the same files", same_files(local, back))
        manifest = json.loads((back / "manifest.json").read_text())
        check("with its manifest", len(manifest["files"]) == len(list(back.glob("*.parquet"))))
        again = dehusk("batch", folder / "a.warc.gz", folder / "b.warc.gz", "--out", "s3://crawl/out/corpus", "--resume", *options, env=env)
        check("a run that is done stays as it is", "rows of" in again.stderr)
        missing = dehusk("batch", "s3://crawl/in/none.warc.gz", code=2, env=env)
        check("an object that is not there is named", "there is no file" in missing.stderr, missing.stderr)
    finally:
        server.stop()


class Faltering(http.server.SimpleHTTPRequestHandler):
    """Gives a file in pieces: every answer breaks off, and the rest has to be asked for."""

    protocol_version = "HTTP/1.0"
    piece = 60_000

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        bytes_ = path.read_bytes()
        start = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").split("-")[0])
        self.send_response(206 if start else 200)
        self.send_header("Content-Length", str(len(bytes_) - start))
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(bytes_) - 1}/{len(bytes_)}")
        self.end_headers()
        with contextlib.suppress(ConnectionError):
            self.wfile.write(bytes_[start : start + self.piece])

    def log_message(self, *_: object) -> None:
        pass


def web_server(folder: Path, source: Path) -> None:
    handler = functools.partial(Faltering, directory=str(source.parent))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/{source.name}"
        rows = dehusk("batch", url, "--columns", "id,text").stdout
        check("from a web server that breaks off", rows == dehusk("batch", source, "--columns", "id,text").stdout)
        missing = dehusk("batch", url + ".not", code=2)
        check("a file that is not there is named", "there is no file" in missing.stderr, missing.stderr)
    finally:
        server.shutdown()


def main() -> None:
    if sys.argv[1:]:
        for name in sys.argv[1:]:
            compare(name, Path(name))
    else:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            source = good_archives(folder)
            codings(folder)
            broken_archives(folder, source)
            odd_archives(folder)
            tables(folder, source)
            object_store(folder, source)
            web_server(folder, source)
    print(f"{len(PASSED)} checks passed")


if __name__ == "__main__":
    main()

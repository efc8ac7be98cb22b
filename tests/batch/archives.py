"""Archives of our own pages, as other programs write them, and broken ones."""

import gzip
import io
import zlib
from pathlib import Path

import brotli
import zstandard
from fastwarc.stream_io import GzipWriter, Lz4Writer
from fastwarc.warc import ArchiveIterator, WarcRecord, WarcRecordType
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

PAGES = Path(__file__).parents[1] / "pages"


def pages() -> list[bytes]:
    """The fixtures, and pages with the letters of other scripts."""
    fixtures = [path.read_bytes() for path in sorted(PAGES.glob("*/page.html"))]
    assert len(fixtures) > 5, f"there are no fixtures in {PAGES}"
    sentence = "Die Fähre kam zu spät, wie schon die ganze Woche, und niemand am Kai war darüber noch erstaunt. "
    paragraphs = "".join(f"<p>{sentence * 4}</p>" for _ in range(6))
    german = f"<html lang=de><title>Zu spät</title><body><h1>Zu spät</h1>{paragraphs}"
    return fixtures + [german.encode(), german.encode("latin-1")]


def chunked(body: bytes, size: int = 700) -> bytes:
    parts = [body[at : at + size] for at in range(0, len(body), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"


def raw_deflate(body: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(body) + packer.flush()


# How a body is sent: its head, and what becomes of it.
CODINGS = {
    "plain": ([], lambda b: b),
    "chunked": ([("Transfer-Encoding", "chunked")], chunked),
    "gzip": ([("Content-Encoding", "gzip")], gzip.compress),
    "deflate": ([("Content-Encoding", "deflate")], zlib.compress),
    "raw deflate": ([("Content-Encoding", "deflate")], raw_deflate),
    "br": ([("Content-Encoding", "br")], brotli.compress),
    "zstd": ([("Content-Encoding", "zstd")], lambda b: zstandard.compress(b)),
    "gzip twice": ([("Content-Encoding", "gzip, gzip")], lambda b: gzip.compress(gzip.compress(b))),
    "gzip and chunked": (
        [("Transfer-Encoding", "chunked"), ("Content-Encoding", "gzip")],
        lambda b: chunked(gzip.compress(b)),
    ),
    "said to be gzip": ([("Content-Encoding", "gzip")], lambda b: b),
    "said to be chunked": ([("Transfer-Encoding", "chunked")], lambda b: b),
    "gzip that nobody said": ([], gzip.compress),
}
# What fastwarc refuses to undo, or does in another way than browsers.
OURS = {"raw deflate", "said to be gzip", "said to be chunked", "gzip that nobody said", "gzip twice"}


def by_warcio(path: Path, bodies: list[tuple[str, list, bytes]], packed: bool, version: str) -> None:
    """Responses with their requests, a revisit, a resource and a conversion, as a crawler leaves them."""
    with open(path, "wb") as out:
        writer = WARCWriter(out, gzip=packed, warc_version=version)
        writer.write_record(writer.create_warcinfo_record(path.name, {"software": "warcio"}))
        for number, (name, headers, body) in enumerate(bodies):
            url = f"http://ferry.example/{number}/{name.replace(' ', '-')}"
            head = StatusAndHeaders("200 OK", [("Content-Type", "text/html")] + headers, protocol="HTTP/1.1")
            response = writer.create_warc_record(url, "response", payload=io.BytesIO(body), http_headers=head)
            ask = StatusAndHeaders("GET / HTTP/1.1", [("Host", "ferry.example")], is_http_request=True)
            writer.write_request_response_pair(writer.create_warc_record(url, "request", http_headers=ask), response)
            digest = response.rec_headers.get_header("WARC-Payload-Digest")
            date = response.rec_headers.get_header("WARC-Date")
            writer.write_record(writer.create_revisit_record(url, digest, url, date, http_headers=head))
            about = writer.create_warc_record(url, "metadata", payload=io.BytesIO(b"via: /"), warc_content_type="text/plain")
            writer.write_record(about)
        plain = "Nur Text.\n\nUnd noch mehr Text, in einer zweiten Zeile.\n"
        for kind, media in [("resource", "text/html"), ("conversion", "text/plain")]:
            payload = pages()[0] if kind == "resource" else plain.encode()
            record = writer.create_warc_record(
                f"http://ferry.example/{kind}", kind, payload=io.BytesIO(payload), warc_content_type=media
            )
            writer.write_record(record)


def by_fastwarc(path: Path, source: Path, packing: str) -> None:
    """The records of an archive, packed in another way."""
    with open(source, "rb") as archive, open(path, "wb") as out:
        stream = {"gzip": GzipWriter, "lz4": Lz4Writer}.get(packing, lambda plain: plain)(out)
        for record in ArchiveIterator(archive, parse_http=False):
            record.write(stream)
        if stream is not out:
            stream.close()


def zstd_records(path: Path, source: Path, with_dictionary: bool) -> None:
    """Every record a frame, with a dictionary in a frame before them if wanted."""
    plain = []
    with open(source, "rb") as archive:
        for record in ArchiveIterator(archive, parse_http=False):
            out = io.BytesIO()
            record.write(out)
            plain.append(out.getvalue())
    dictionary = zstandard.train_dictionary(16 << 10, plain * 20) if with_dictionary else None
    packer = zstandard.ZstdCompressor(dict_data=dictionary)
    with open(path, "wb") as out:
        if dictionary:
            bytes_ = dictionary.as_bytes()
            out.write((0x184D2A5D).to_bytes(4, "little") + len(bytes_).to_bytes(4, "little") + bytes_)
        for record in plain:
            out.write(packer.compress(record))


def truncated_record(path: Path, body: bytes) -> None:
    """A record of which the crawler says that it left something out."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + body
    record = WarcRecord()
    record.init_headers(WarcRecordType.response)
    record.headers["WARC-Target-URI"] = "http://ferry.example/truncated"
    record.headers["WARC-Truncated"] = "length"
    record.set_bytes_content(block)
    with open(path, "wb") as out, GzipWriter(out) as stream:
        record.write(stream)

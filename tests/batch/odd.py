"""Odd archives, made by hand: what crawlers leave behind that no writer of archives would.

Each has what is to come of it, a body for every record that holds a page, in order. Where fastwarc and warcio read the
same records, they are compared with it too; where they give up or read on wrongly, that is said.
"""

import gzip
import itertools
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

import zstandard

PAGE = b"<html><title>Late</title><p>The ferry came in late, as it had all week."
OTHER = b"<html><title>Early</title><p>The ferry came in early, and nobody was there."
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


@dataclass
class Odd:
    """An archive and what is in it."""

    name: str
    bytes_: bytes
    # The bodies of the records with pages, and whether a damaged place is told.
    bodies: list[bytes]
    damaged: bool = False
    # Which of the others read the same.
    peers: set[str] = field(default_factory=lambda: {"fastwarc", "warcio"})


_number = itertools.count(1)


def warc(block: bytes, kind: str = "response", length: int | None = None, head: bytes = b"", end: bytes = b"\r\n") -> bytes:
    """A record, with a length that may be a lie."""
    number = next(_number)
    lines = [
        b"WARC/1.0",
        b"WARC-Type: " + kind.encode(),
        b"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-%012d>" % number,
        b"WARC-Target-URI: http://ferry.example/%d" % number,
        b"WARC-Date: 2026-11-18T00:00:00Z",
        b"Content-Type: application/http; msgtype=response" if kind in ("response", "revisit") else b"Content-Type: text/html",
        b"Content-Length: %d" % (len(block) if length is None else length),
    ]
    lines += [head] if head else []
    return end.join(lines) + end * 2 + block + end * 2


def arc(url: bytes, block: bytes) -> bytes:
    """A record of the older form."""
    return b"%s 192.0.2.1 20081114060821 text/html %d\n%s\n" % (url, len(block), block)


def packed(*records: bytes) -> bytes:
    return b"".join(gzip.compress(record) for record in records)


def members(record: bytes, *cuts: int) -> bytes:
    """A record in several members."""
    places = [0, *cuts, len(record)]
    return b"".join(gzip.compress(record[a:b]) for a, b in itertools.pairwise(places))


def with_name(record: bytes) -> bytes:
    """A member whose head has a name, a comment, an extra field and a checksum of its own."""
    head = b"\x1f\x8b\x08\x1e" + bytes(4) + b"\x00\x03" + b"\x04\x00sl\x00\x00" + b"record\x00" + b"a comment\x00"
    head += (zlib.crc32(head) & 0xFFFF).to_bytes(2, "little")
    packer = zlib.compressobj(wbits=-15)
    body = packer.compress(record) + packer.flush()
    return head + body + zlib.crc32(record).to_bytes(4, "little") + len(record).to_bytes(4, "little")


# Messages that not all programs read alike, and which of them read them as we do. fastwarc wants CRLF, gives the heads of
# chunks out where it can not go on, and nothing of an encoding that it does not know; warcio takes trailers for content.
UNLIKE: dict[str, set[str]] = {
    "LF alone": {"warcio"},
    "line ends of both kinds": {"warcio"},
    "chunks": {"warcio"},
    "chunks with a trailer": {"fastwarc"},
    "the last chunk cut off": {"warcio"},
    "a chunk of a size that is too small": set(),
    "a chunk of no size": {"warcio"},
    "a chunk of a size below nothing": set(),
    "a chunk of more than there is": {"warcio"},
    "chunks that are none": {"warcio"},
    "an encoding that nobody knows": {"warcio"},
}


def http_heads() -> Iterator[Odd]:
    """Messages under heads that no server should send."""
    for name, message, body in [
        ("HTTP/2 without a reason", b"HTTP/2 200\r\nContent-Type: text/html\r\n\r\n" + PAGE, PAGE),
        ("HTTP/2.0", b"HTTP/2.0 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE, PAGE),
        ("lower case and two spaces", b"http/1.1  200  OK\r\ncontent-type: text/html\r\n\r\n" + PAGE, PAGE),
        ("LF alone", b"HTTP/1.1 200 OK\nContent-Type: text/html\n\n" + PAGE, PAGE),
        ("line ends of both kinds", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\nX: y\r\n\n" + PAGE, PAGE),
        ("folded fields", b"HTTP/1.1 200 OK\r\nContent-Type: text/html;\r\n charset=utf-8\r\n\r\n" + PAGE, PAGE),
        ("letters of latin-1", b"HTTP/1.1 200 Tr\xe8s bien\r\nX-Lieu: Gen\xe8ve\r\n\r\n" + PAGE, PAGE),
        ("a field without a colon", OK + b"nonsense\r\n\r\n" + PAGE, PAGE),
        ("no fields", b"HTTP/1.0 200 OK\r\n\r\n" + PAGE, PAGE),
        ("a length that is too long", OK + b"Content-Length: 99999\r\n\r\n" + PAGE, PAGE),
        ("a length that is too short", OK + b"Content-Length: 5\r\n\r\n" + PAGE, PAGE),
        ("a length that is none", OK + b"Content-Length: many\r\n\r\n" + PAGE, PAGE),
        ("an empty body", OK + b"\r\n", b""),
        ("a head and nothing else", b"HTTP/1.1 200 OK", b""),
        ("chunks", OK + b"Transfer-Encoding: chunked\r\n\r\n8;x=y\r\n" + PAGE[:8] + b"\r\n0a\r\n" + PAGE[8:18] + b"\r\n0\r\n\r\n", PAGE[:18]),
        ("chunks with a trailer", OK + b"Transfer-Encoding: chunked\r\n\r\n8\r\n" + PAGE[:8] + b"\r\n0\r\nX: y\r\n\r\n", PAGE[:8]),
        ("the last chunk cut off", OK + b"Transfer-Encoding: chunked\r\n\r\nff\r\n" + PAGE, PAGE),
        ("no last chunk", OK + b"Transfer-Encoding: chunked\r\n\r\n8\r\n" + PAGE[:8] + b"\r\n", PAGE[:8]),
        ("a chunk of a size that is too small", OK + b"Transfer-Encoding: chunked\r\n\r\n4\r\n" + PAGE, b"4\r\n" + PAGE),
        ("a chunk of no size", OK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n" + PAGE, b"xyz\r\n" + PAGE),
        ("a chunk of a size below nothing", OK + b"Transfer-Encoding: chunked\r\n\r\n-8\r\n" + PAGE, b"-8\r\n" + PAGE),
        ("a chunk of more than there is", OK + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + PAGE, b"ffffffffffffffff\r\n" + PAGE),
        ("chunks that are none", OK + b"Transfer-Encoding: chunked\r\n\r\n" + PAGE, PAGE),
        ("an encoding of which half is there", OK + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(PAGE * 90)[:60], None),
        ("an encoding that nobody knows", OK + b"Content-Encoding: rot13\r\n\r\n" + PAGE, PAGE),
    ]:
        bodies = [body, OTHER] if body is not None else None
        peers = UNLIKE.get(name, {"fastwarc", "warcio"})
        for form, archive in [("", lambda *records: b"".join(records)), (", gzip", packed)]:
            yield Odd(f"{name}{form}", archive(warc(message), warc(OK + b"\r\n" + OTHER)), bodies, peers=peers)


def records() -> Iterator[Odd]:
    """Records that say too little, or something wrong, about themselves."""
    good, last = warc(OK + b"\r\n" + PAGE), warc(OK + b"\r\n" + OTHER)
    both = [PAGE, OTHER]
    yield Odd("LF alone", warc(OK + b"\r\n" + PAGE, end=b"\n") + last, both, peers={"warcio"})
    yield Odd("LF alone, gzip", packed(warc(OK + b"\r\n" + PAGE, end=b"\n"), last), both, peers={"warcio"})
    yield Odd("folded fields", warc(OK + b"\r\n" + PAGE, head=b"WARC-Note: one\r\n two") + last, both)
    yield Odd("letters of latin-1", warc(OK + b"\r\n" + PAGE, head=b"WARC-Note: Gen\xe8ve") + last, both)
    yield Odd("a field without a colon", warc(OK + b"\r\n" + PAGE, head=b"nonsense") + last, both)
    yield Odd("no message in a response", warc(PAGE) + last, both, peers=set())
    yield Odd("an empty block", warc(b"") + last, [b"", OTHER])
    yield Odd("an empty block, gzip", packed(warc(b""), last), [b"", OTHER])
    about = warc(b"via: /", "metadata") + warc(b"GET / HTTP/1.1\r\n\r\n", "request") + warc(b"x: y", "warcinfo")
    yield Odd("no pages", about, [])
    yield Odd("a revisit", warc(OK + b"\r\n", "revisit") + last, [OTHER])
    yield Odd("a revisit without a block", packed(warc(b"", "revisit"), last), [OTHER])
    yield Odd("a kind that nobody knows", warc(b"x", "novelty") + last, [OTHER])
    yield Odd("more blank lines than should be", good + b"\r\n" * 9 + last, both)
    yield Odd("no blank lines behind a block", good[:-4] + last, both, peers={"fastwarc"})
    yield Odd("blank lines first", b"\r\n\r\n" + good + last, both, peers={"fastwarc"})
    yield Odd("a version that is to come", good.replace(b"WARC/1.0", b"WARC/1.1") + last, both)
    length = len(OK) + 2 + len(PAGE)
    for wrong, name, bodies in [(-9, "short", [PAGE[:-9], OTHER]), (9, "long", both), (400, "long by far", both)]:
        odd = warc(OK + b"\r\n" + PAGE, length=length + wrong)
        yield Odd(f"a length that is too {name}", odd + last, bodies, damaged=True, peers={"warcio"} if wrong < 0 else set())
        # A member tells where a record ends, and the blank lines behind it may as well be of it.
        bodies = [PAGE + b"\r\n\r\n", OTHER] if wrong > 0 else bodies
        yield Odd(f"a length that is too {name}, gzip", packed(odd, last), bodies, damaged=True, peers={"warcio"})
    for value in [b"", b"-5", b"many", b"99999999999999999999999"]:
        odd = good.replace(b"Content-Length: %d" % length, b"Content-Length: " + value)
        yield Odd(f"the length {value.decode()!r}, gzip", packed(odd, last), [PAGE + b"\r\n\r\n", OTHER], peers=set())
    yield Odd("a record that breaks off", good + last[:-30], [PAGE, OTHER[:-26]], damaged=True, peers={"warcio"})
    yield Odd("text between records", good + b"a line of a log\r\n" + last, both, damaged=True, peers=set())


def packings() -> Iterator[Odd]:
    """Good records, packed in odd ways."""
    good, last = warc(OK + b"\r\n" + PAGE), warc(OK + b"\r\n" + OTHER)
    both, one = [PAGE, OTHER], gzip.compress(good)
    end = gzip.compress(last)
    yield Odd("a member with every field in its head", with_name(good) + end, both)
    yield Odd("several records a member", gzip.compress(good + last) + gzip.compress(good + last), both * 2, peers={"fastwarc"})
    yield Odd("a record in two members", members(good, 300) + end, both, peers={"fastwarc"})
    yield Odd("a record in many members", members(good, 20, 40, 150, 290, 310) + end, both, peers={"fastwarc"})
    yield Odd("an empty member between", one + gzip.compress(b"") + end, both, peers={"warcio"})
    yield Odd("members of blank lines between", one + gzip.compress(b"\r\n\r\n") + end, both)
    yield Odd("stored, not packed", gzip.compress(good, 0) + gzip.compress(last, 0), both)
    yield Odd("zeros behind the last", one + end + bytes(512), both, damaged=True, peers=set())
    yield Odd("garbage between", one + b"garbage that is no member" + end, both, damaged=True, peers=set())
    yield Odd("a beginning in the garbage", one + b"xx\x1f\x8b\x08\x00yy" + end, both, damaged=True, peers=set())
    wrong_sum = bytearray(one)
    wrong_sum[-6] ^= 0xFF
    yield Odd("a wrong checksum", bytes(wrong_sum) + end, [OTHER], damaged=True, peers=set())
    wrong_size = bytearray(one)
    wrong_size[-1] ^= 0xFF
    yield Odd("a wrong size", bytes(wrong_size) + end, [OTHER], damaged=True, peers=set())
    noise = bytes((n * 7919 + n * n) % 251 for n in range(90_000)) + b"\x1f\x8b\x08\x00" * 50
    inside = warc(OK + b"\r\n" + noise)
    yield Odd("beginnings inside of what is packed", gzip.compress(inside, 0) + end, [noise, OTHER])
    yield Odd("a member within a member", packed(warc(OK + b"\r\n" + PAGE + one), last), [PAGE + one, OTHER])
    large = warc(OK + b"\r\n" + PAGE * 50_000)
    yield Odd("a large record", packed(large, last), [PAGE * 50_000, OTHER])
    yield Odd("a large record, stored", gzip.compress(large, 0) + end, [PAGE * 50_000, OTHER])
    yield Odd("a last member that breaks off", one + end[:-40], None, damaged=True, peers={"warcio"})
    yield Odd("a last member without its end", one + end[:-8], both)
    packer = zstandard.ZstdCompressor()
    yield Odd("zstd, a skippable frame between", packer.compress(good) + b"\x50\x2a\x4d\x18\x04\x00\x00\x00note" + packer.compress(last), both, peers={"fastwarc"})
    streaming = zstandard.ZstdCompressor(write_content_size=False, write_checksum=True)
    yield Odd("zstd, no sizes", streaming.compress(good) + streaming.compress(last), both, peers={"fastwarc"})


def arcs() -> Iterator[Odd]:
    """The form before WARC."""
    about = b"1 0 Ferry\nURL IP-address Archive-date Content-type Archive-length\n\n"
    head = b"filedesc://a.arc 0.0.0.0 20081114060821 text/plain %d\n%s\n" % (len(about), about)
    first = arc(b"http://ferry.example/1", OK + b"\r\n" + PAGE)
    last = arc(b"http://ferry.example/a page", OK + b"\r\n" + OTHER)
    for name, archive in [("plain", lambda *all_: b"".join(all_)), ("gzip", packed)]:
        yield Odd(f"ARC, {name}", archive(head, first, last), [PAGE, OTHER], peers={"warcio"})
        blank = archive(head, arc(b"http://ferry.example/1", b""), last)
        yield Odd(f"ARC with an empty block, {name}", blank, [b"", OTHER], peers={"warcio"})
    lie = head.replace(b" %d\n" % len(about), b" 99\n")
    yield Odd("ARC whose first length is too long", lie + first + last, [PAGE, OTHER], damaged=True, peers=set())
    answer = b"20081114060821\nferry.example. 1 IN A 192.0.2.1"
    dns = arc(b"dns:ferry.example", answer)
    yield Odd("ARC with an answer of DNS", head + dns + last, [answer, OTHER], peers={"warcio"})


def all_of_them() -> Iterator[Odd]:
    """Every odd archive."""
    yield from http_heads()
    yield from records()
    yield from packings()
    yield from arcs()

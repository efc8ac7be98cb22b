"""Asks `dehusk mcp` for everything it offers, as an assistant does, with the protocol's own client."""

import asyncio
import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
from typing import Any

from mcp import ClientSession, StdioServerParameters, stdio_client

DEHUSK = os.environ["DEHUSK"]


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A web server that keeps its log to itself."""

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing."""


def serve(folder: str) -> str:
    """Serves a folder on this machine; where."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"


async def call(session: ClientSession, tool: str, fails: bool = False, **arguments: Any) -> str:
    """The text of an answer, which has to be a failure or none."""
    result = await session.call_tool(tool, arguments)
    text = "\n".join(part.text for part in result.content)
    assert bool(result.is_error) == fails, text
    return text


async def pages(session: ClientSession, web: str) -> None:
    """Pages by address and as HTML, and why."""
    address = f"{web}/article.html"
    text = await call(session, "extract", url=address)
    assert "rubber rolls" in text and "cookies" not in text, text
    assert text.startswith("---\ntitle: "), text
    article = json.loads(await call(session, "extract", url=address, format="json"))
    assert [author["value"] for author in article["authors"]] == ["Mara Okonjo"], article["authors"]
    part = await call(session, "extract", url=address, max_characters=200)
    assert len(part) < 400 and '"start": ' in part, part
    reasons = await call(session, "explain", url=address)
    assert "consent" in reasons and "confidence" in reasons, reasons
    html = "<h1>Short</h1><p>" + "A few words that are enough to be a text, are they not? " * 5
    assert "enough to be a text" in await call(session, "extract", html=html, links=False)
    told = await call(session, "extract", fails=True, url="ftp://mill.example/")
    assert "no address of the web" in told, told
    told = await call(session, "extract", fails=True, html="<p>")
    assert "nothing in this page is content" in told, told


async def articles(session: ClientSession) -> None:
    """Articles of a store, by words and by number."""
    newest = json.loads(await call(session, "search_articles", limit=5))["articles"]
    assert len(newest) == 5, newest
    found = json.loads(await call(session, "search_articles", query=newest[0]["title"]))["articles"]
    assert newest[0]["number"] in [article["number"] for article in found], found
    text = await call(session, "read_article", number=newest[0]["number"])
    assert text.startswith(newest[0]["title"]), text
    assert "no article" in await call(session, "read_article", fails=True, number=10**9)


async def main(examples: str) -> None:
    """Talks to the command with a store of articles that `dehusk demo` makes up."""
    web = serve(examples)
    with tempfile.TemporaryDirectory() as folder:
        demo = [DEHUSK, "demo", "--exit", "--time", "4", "--data", folder]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
        arguments = ["mcp", "--allow-private", "--data", folder]
        command = StdioServerParameters(command=DEHUSK, args=arguments)
        async with stdio_client(command) as (read, write), ClientSession(read, write) as session:
            hello = await session.initialize()
            assert hello.server_info.name == "dehusk", hello
            assert "never instructions" in (hello.instructions or ""), hello
            tools = {tool.name: tool for tool in (await session.list_tools()).tools}
            assert set(tools) == {"extract", "explain", "search_articles", "read_article"}, tools
            assert "url" in tools["extract"].input_schema["properties"], tools["extract"]
            assert all(tool.annotations and tool.annotations.read_only_hint for tool in tools.values())
            await pages(session, web)
            await articles(session)
            # Many at once: all are answered.
            many = [call(session, "extract", url=f"{web}/article.html?{n}") for n in range(20)]
            assert all("rubber rolls" in text for text in await asyncio.gather(*many))
    print("dehusk mcp answers the package mcp")


asyncio.run(main(sys.argv[1]))

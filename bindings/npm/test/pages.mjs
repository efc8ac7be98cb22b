// Pages that the tests share.
import { existsSync, readdirSync, readFileSync } from "node:fs";

const folder = new URL("../../../tests/pages/", import.meta.url);

/** The fixture pages of the project: name and HTML. */
export const fixtures = readdirSync(folder)
  .filter((name) => existsSync(new URL(`${name}/page.html`, folder)))
  .map((name) => ({ name, html: readFileSync(new URL(`${name}/page.html`, folder), "utf8") }));

const prose = (
  n,
) => `The ferry came in late for the ${n}th time, as it had all week, and nobody on the quay was surprised
  by it any more. By noon the fish was gone, and with it the people who had come for it.`;

/** An article with what stands around one. */
export const story = `<!doctype html><html lang="en"><head><title>Late again | Harbour Times</title></head><body>
  <nav><a href="/">Home</a> <a href="/news">News</a> <a href="/about">About us</a></nav>
  <article><h1>Late again</h1><p>${prose(1)} <a href="/quay">The quay</a> was empty.</p>
  <figure><img src="/boat.jpg" alt="A boat" width="600" height="400"><figcaption>The boat</figcaption></figure>
  <p>${prose(2)}</p><p>${prose(3)}</p></article>
  <footer><a href="/imprint">Imprint</a> © Harbour Times</footer></body></html>`;

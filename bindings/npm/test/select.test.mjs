// Documents of jsdom and linkedom; browsers have tests of their own in extension/tests.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "dehusk";
import { JSDOM } from "jsdom";
import { parseHTML } from "linkedom";
import { fixtures, story } from "./pages.mjs";

const jsdom = (html) => new JSDOM(html, { url: "https://harbour.example/late" }).window.document;
const linkedom = (html) => parseHTML(html).document;

/** Pages of which more is written than stands there, such as formulas in TeX, or less, such as headings of nothing. */
const WRITTEN_OTHERWISE = new Set(["formulas", "notes", "remarks", "thread"]);
/** Letters alone: numbers are written before items of lists, and not before lines of programs. */
const letters = (text) => text.replace(/\P{L}/gu, "");

for (const [name, parse] of Object.entries({ jsdom, linkedom })) {
  test(`${name}: a document gives its nodes`, async () => {
    const document = parse(story);
    const selection = (await load()).select(document);
    assert.equal(selection.title, "Late again");
    const nodes = selection.nodes;
    const title = nodes.find(({ role }) => role === "title");
    assert.equal(title.node.parentNode, document.querySelector("h1"));
    assert.ok(title.score > 0);
    const media = nodes.filter(({ role }) => role === "media");
    assert.deepEqual(
      media.map(({ node }) => node),
      [document.querySelector("img")],
    );
    assert.ok(!nodes.some(({ node }) => document.querySelector("nav").contains(node)));
    assert.deepEqual(new Set(nodes.map(({ node }) => node)), selection.leaves);
  });

  test(`${name}: the nodes have the article's text`, async () => {
    const dehusk = await load();
    for (const { name, html } of fixtures) {
      const selection = dehusk.select(parse(html), { extractor: "readability" });
      const isShown = (node) => node.nodeType === 3 && !node.parentElement.closest("video, audio, iframe, object");
      const texts = [...selection.leaves].filter(isShown).map((node) => node.data);
      if (!WRITTEN_OTHERWISE.has(name)) assert.equal(letters(texts.join("")), letters(selection.text), name);
    }
  });
}

test("what scripts have made is read as it is", async () => {
  const document = jsdom(story);
  const last = document.querySelector("article p:last-of-type");
  const inner = document.createElement("p");
  inner.textContent =
    "A paragraph in a paragraph, which no parser would build, about the ferry and the fish on the quay.";
  last.append(inner);
  const selection = (await load()).select(document);
  assert.ok(selection.leaves.has(inner.firstChild));
  assert.match(selection.text, /A paragraph in a paragraph/);
});

test("shadow roots and slots are read as they are shown", async () => {
  const document = jsdom(story.replace("<article>", "<x-story>").replace("</article>", "</x-story>"));
  const host = document.querySelector("x-story");
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<header>A menu of the application</header><main><slot></slot><p>Said by the application itself: the
    ferry of tomorrow will be late as well, and there will be no fish on the quay before noon.</p></main>`;
  const selection = (await load()).select(document);
  assert.match(selection.text, /1th time.*3th time.*ferry of tomorrow/s);
  const own = root.querySelector("p").firstChild;
  assert.ok(selection.leaves.has(own));
});

test("a page can not put its own fields before the browser's", async () => {
  const clobbered = story.replace(
    "<article>",
    `<img name=documentElement><form><input name=firstChild><input name=localName><input name=attributes>
     <input name=getAttributeNames><input name=nodeType><input name=nextSibling><article>`,
  );
  const document = jsdom(clobbered.replace("</article>", "</article></form>"));
  assert.match((await load()).select(document).text, /1th time.*3th time/s);
});

test("marks of the tree in a page do no harm", async () => {
  const document = jsdom(story);
  const text = document.querySelector("article p").firstChild;
  text.data = `\u0005\u0005\u0005${text.data}\u0001script`;
  document.querySelector("article").setAttribute("title", "\u0003\u0004\u0005");
  const selection = (await load()).select(document);
  assert.ok(selection.leaves.has(text));
  assert.match(selection.text, /3th time/);
});

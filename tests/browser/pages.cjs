// Writes two small corpora and another program's texts, with markup wherever a text can be.
"use strict";
const fs = require("node:fs");
const path = require("node:path");
const zlib = require("node:zlib");

const folder = process.argv[2];
const HOSTILE = "</script><img src=x onerror=window.hacked=1><script>window.hacked=1</script>";
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const words = (seed, count) =>
  Array.from({ length: count }, (_, i) => ["river", "stone", "seven", "letters", "under", "morning"][(seed * 7 + i * i) % 6]).join(" ");

const write = (name, corpusPages) => {
  const corpus = path.join(folder, "corpora", name);
  fs.mkdirSync(path.join(corpus, "html"), { recursive: true });
  const lines = corpusPages.map(({ id, text, ...rest }) => {
    const menu = "<ul>" + "<li><a href=/x>Menu entry</a></li>".repeat((id * 5) % 23) + "</ul>";
    const body = text.map((p) => `<p>${escape(p)}</p>`).join("");
    const html = `<!doctype html><title>Page ${id}</title>${menu}<article><h1>Page ${id}</h1>${body}</article><footer>Imprint ${words(id, 30)}</footer>`;
    fs.writeFileSync(path.join(corpus, "html", `${id}.html.gz`), zlib.gzipSync(html));
    return JSON.stringify({ id: String(id), gold: `Page ${id}\n${text.join("\n")}`, ...rest });
  });
  fs.writeFileSync(path.join(corpus, "pages.jsonl"), lines.join("\n") + "\n");
  const other = path.join(folder, "other");
  fs.mkdirSync(other, { recursive: true });
  const texts = corpusPages.map(({ id, text }) => JSON.stringify({ id: String(id), text: `${HOSTILE} ${text[0]} extra words`, confidence: (id % 11) / 10 }));
  fs.writeFileSync(path.join(other, `${name}.jsonl`), texts.join("\n") + "\n");
};

const page = (id) => ({
  id,
  text: [words(id, 60 + (id % 5) * 30) + ".", HOSTILE, words(id + 3, 80) + "."],
  url: id % 2 ? `https://example.org/${id}` : "javascript:window.hacked=1",
  host: `host${id % 2}.example`,
  date: `201${id % 3}-01-0${1 + (id % 9)}`,
  lang: id % 3 ? "en" : "de",
  type: id % 4 ? "article" : HOSTILE,
});
const pages = (from, count) => Array.from({ length: count }, (_, i) => page(from + i));
write("first", pages(0, 30));
write("second", pages(30, 20));

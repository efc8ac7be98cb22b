// What the package, Readability and defuddle extract from the pages of corpora, for dehusk's own harness to score.
//
//   node bindings/npm/bench/quality.mjs CORPORA OUT [PAGES [NAMES]]
//     100 pages of each corpus if nothing is said, 0 is all; of corpora NAMES alone, as in andy,wcxb
//   dehusk eval run --corpora OUT/corpora --extractor readability --out OUT/run \
//     --pred npm=OUT/dehusk --pred Readability=OUT/readability --pred defuddle=OUT/defuddle
//   dehusk eval table OUT/run
//
// CORPORA is a folder in the layout of docs/corpora.md. OUT gets the chosen pages as corpora of the same layout, and a
// folder of texts for each program. All get the same string for a page; Readability and defuddle work on jsdom's document,
// as their own documentation has it, and their HTML becomes text with a line for each block.
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { load } from "dehusk";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";

const [given, out, count = "100", only] = process.argv.slice(2);
if (!given || !out || !existsSync(given)) {
  console.error("SKIPPED: there are no corpora: quality.mjs CORPORA OUT [PAGES [NAMES]]");
  process.exit(77);
}
const corpora = resolve(given);
const dehusk = await load();
const quiet = new VirtualConsole();
const log = console.log;
console.log = console.warn = console.error = () => {};

const documentOf = (html, url) => new JSDOM(html, { url, virtualConsole: quiet }).window.document;
const programs = {
  dehusk: (html, url) => dehusk.extract(html, { url }).text,
  readability: (html, url) => textOf(new Readability(documentOf(html, url)).parse()?.content ?? ""),
  defuddle: async (html, url) => textOf((await Defuddle(documentOf(html, url), url))?.content ?? ""),
};

const BLOCKS =
  /^(address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|ol|p|pre|section|table|td|th|tr|ul)$/i;

/** HTML as text, with a line for each block. */
function textOf(html) {
  const parts = [];
  const visit = (node) => {
    if (node.nodeType === 3) parts.push(node.data);
    if (node.nodeType !== 1 || /^(script|style|template)$/i.test(node.localName)) return;
    const isBlock = BLOCKS.test(node.localName);
    if (isBlock) parts.push("\n");
    for (const child of node.childNodes) visit(child);
    if (isBlock) parts.push("\n");
  };
  visit(parseHTML(`<!doctype html><html><body>${html}</body></html>`).document.body);
  return parts.join("");
}

/** A page as text: in UTF-8 where that is what it is, in the encoding it declares, in GBK where it can be, or in the web's usual one. */
function decoded(bytes) {
  const declared = bytes.toString("latin1", 0, 4096).match(/charset\s*=\s*["']?\s*([\w-]+)/i)?.[1];
  const as = (label, options) => {
    try {
      return label && new TextDecoder(label, options).decode(bytes);
    } catch {}
  };
  return as("utf-8", { fatal: true }) ?? as(declared) ?? as("gbk", { fatal: true }) ?? as("windows-1252");
}

/** The records of a corpus that can be scored, evenly spread, as many as are wanted. */
function chosen(name) {
  const lines = readFileSync(join(corpora, name, "pages.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean);
  const scored = lines.map((line) => JSON.parse(line)).filter((page) => page.gold);
  const wanted = Number(count) || scored.length;
  const step = Math.max(1, scored.length / wanted);
  return scored.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step)).slice(0, wanted);
}

const chosenNames = only?.split(",");
const names = readdirSync(corpora)
  .filter((name) => existsSync(join(corpora, name, "pages.jsonl")))
  .filter((name) => chosenNames?.includes(name) ?? true);
for (const name of names) {
  const pages = chosen(name);
  if (pages.length === 0) continue;
  const folder = join(out, "corpora", name, "html");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "../pages.jsonl"), pages.map((page) => `${JSON.stringify(page)}\n`).join(""));
  const texts = Object.fromEntries(Object.keys(programs).map((program) => [program, []]));
  const failed = Object.fromEntries(Object.keys(programs).map((program) => [program, 0]));
  for (const { id, url } of pages) {
    const file = join(corpora, name, "html", `${id}.html.gz`);
    if (!existsSync(join(folder, `${id}.html.gz`))) symlinkSync(file, join(folder, `${id}.html.gz`));
    const html = decoded(gunzipSync(readFileSync(file)));
    const address = URL.canParse(url ?? "") ? url : "https://example.org/";
    for (const [program, run] of Object.entries(programs)) {
      let text = "";
      try {
        text = (await run(html, address)) ?? "";
      } catch {
        failed[program]++;
      }
      texts[program].push(`${JSON.stringify({ id, text })}\n`);
    }
  }
  for (const [program, lines] of Object.entries(texts)) {
    mkdirSync(join(out, program), { recursive: true });
    writeFileSync(join(out, program, `${name}.jsonl`), lines.join(""));
  }
  const faults = Object.entries(failed).filter(([, number]) => number > 0);
  log(`${name}: ${pages.length} pages`, ...faults.map(([program, number]) => `${program} failed on ${number}`));
}
process.exit(0);

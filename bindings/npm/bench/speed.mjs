// How fast the package is beside Readability and defuddle, in processor time of one run over the same pages.
//
//   node bindings/npm/bench/speed.mjs CORPORA [PAGES]
//
// CORPORA is a folder in the layout of docs/corpora.md; every n-th page of wcxb is taken, 150 of them if nothing is said.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { load } from "dehusk";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";

const folder = join(process.argv[2] ?? "", "wcxb", "html");
if (!process.argv[2] || !existsSync(folder)) {
  console.error("SKIPPED: there is no corpus wcxb: node speed.mjs CORPORA [PAGES]");
  process.exit(77);
}
const files = readdirSync(folder).sort();
const wanted = Number(process.argv[3] ?? 150);
const step = Math.max(1, Math.floor(files.length / wanted));
const pages = files
  .filter((_, index) => index % step === 0)
  .slice(0, wanted)
  .map((file) => gunzipSync(readFileSync(join(folder, file))).toString("utf8"));

const url = "https://example.org/page";
const quiet = new VirtualConsole();
const dehusk = await load();
const jsdom = (html) => new JSDOM(html, { url, virtualConsole: quiet }).window.document;
const programs = {
  dehusk: (html) => {
    const article = dehusk.extract(html, { url });
    const length = article.text.length + article.markdown.length;
    article.free();
    return length;
  },
  "Readability with linkedom": (html) => new Readability(parseHTML(html).document).parse()?.textContent,
  "Readability with jsdom": (html) => new Readability(jsdom(html)).parse()?.textContent,
  "defuddle with linkedom": async (html) =>
    (await Defuddle(parseHTML(html).document, url, { markdown: true }))?.content,
};

console.warn = console.error = () => {};
const megabytes = pages.reduce((sum, page) => sum + page.length, 0) / 1e6;
let own;
for (const [name, run] of Object.entries(programs)) {
  let failed = 0;
  const turn = async (page) => {
    try {
      await run(page);
    } catch {
      failed++;
    }
  };
  // Engines compile what runs often: the first pages are not measured.
  for (const page of pages.slice(0, 10)) await turn(page);
  failed = 0;
  const began = process.cpuUsage();
  for (const page of pages) await turn(page);
  const { user, system } = process.cpuUsage(began);
  const seconds = (user + system) / 1e6;
  own ??= seconds;
  const line = [name.padEnd(26), `${seconds.toFixed(2)} s`, `${(megabytes / seconds).toFixed(2)} MB/s`];
  console.log(...line, `${(seconds / own).toFixed(1)} times`, failed > 0 ? `(${failed} failed)` : "");
}
console.log(`${pages.length} pages of wcxb, ${megabytes.toFixed(1)} million characters, processor time`);

// Presses the button twice on real pages, in every browser there is, and measures.
//
//   node extension/tests/corpus.mjs CORPORA [PAGES]      300 pages of all corpora if nothing is said
//
// CORPORA is a folder in the layout of docs/corpora.md. Pages are shown without their scripts and without a network, so
// that they stand still. Ends with 1 if a page is not as it was, or shows another text than its article.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { browsers, launch } from "./browsers.mjs";
import { inside, QUIET, serve } from "./pages.mjs";
import { toggle } from "./toggle.mjs";

const [corpora, count = "300"] = process.argv.slice(2);
if (!corpora || !existsSync(join(corpora, "wcxb", "html"))) {
  console.error("SKIPPED: there are no corpora. The extension was NOT tried on real pages: corpus.mjs CORPORA [PAGES]");
  process.exit(77);
}
const names = readdirSync(corpora).filter((name) => existsSync(join(corpora, name, "html")));
const all = names.flatMap((name) => readdirSync(join(corpora, name, "html")).map((file) => `${name}/html/${file}`));
const step = Math.max(1, all.length / Number(count));
const files = all
  .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
  .slice(0, Number(count));

const look = await inside();
// The bytes are sent as they are; a browser finds their encoding as it would find it on the web.
const known = new Set(files.map((file) => `/${file}`));
const bytes = (path) => (known.has(path) ? gunzipSync(readFileSync(join(corpora, path))) : undefined);
const server = await serve(bytes, { ...QUIET, "Content-Type": "text/html" });
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
let bad = 0;
for (const kind of browsers()) {
  const session = await launch(kind);
  await session.settings({});
  const results = [];
  for (const file of files) {
    try {
      const result = await toggle(session, look, `${server.url}/${file}`);
      results.push(result);
      if (result.still && !result.same) console.log(`${kind} ${file} is not as it was: ${result.difference}`);
      if (result.likeness < 0.995) console.log(`${kind} ${file} shows another text: ${result.likeness.toFixed(4)}`);
    } catch (error) {
      bad++;
      console.log(`${kind} ${file} failed: ${error.message}`);
    }
  }
  const still = results.filter((result) => result.still);
  const same = still.filter((result) => result.same).length;
  const moved = still.filter((result) => result.same && result.isMoved).length;
  const alike = results.filter((result) => result.likeness >= 0.995).length;
  const times = results.map((result) => result.timings?.shown ?? 0).filter(Boolean);
  bad += still.length - same + results.length - alike;
  console.log(
    `${kind}: ${results.length} of ${files.length} pages; ${still.length} stood still, ${same} of them as before` +
      (moved > 0 ? `, ${moved} once the browser had laid them out anew` : ""),
  );
  console.log(
    `${kind}: ${alike} show their article (at least .995 of the words), median ${median(results.map((r) => r.likeness)).toFixed(4)}`,
  );
  console.log(
    `${kind}: shown after ${median(times).toFixed(0)} ms in the median, ${Math.max(...times).toFixed(0)} ms at most`,
  );
  await session.close();
}
server.close();
process.exit(bad > 0 ? 1 : 0);

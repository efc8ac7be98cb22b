// How long it takes from the press of the button until the content is shown, as the page's part measures it.
//
//   node extension/tests/speed.mjs CORPORA [PAGES]      60 pages of wcxb, its largest hundredth, and 5 first presses
//
// CORPORA is a folder in the layout of docs/corpora.md. A first press is made in a browser that was just started, so that
// the module has to be loaded. DEHUSK_BROWSERS=chrome leaves the others out. A browser needs both processors of a small
// machine, so what else it does is in these times: the load at the beginning is told.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { browsers, launch } from "./browsers.mjs";
import { QUIET, serve } from "./pages.mjs";

const [corpora, count = "60"] = process.argv.slice(2);
const folder = join(corpora ?? "", "wcxb", "html");
if (!corpora || !existsSync(folder)) {
  console.error("SKIPPED: there is no corpus wcxb. Nothing was measured: speed.mjs CORPORA [PAGES]");
  process.exit(77);
}
const FIRST_PRESSES = 5;
const files = readdirSync(folder).sort();
const step = Math.max(1, files.length / Number(count));
const some = files.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
const bytesOf = (file) => gunzipSync(readFileSync(join(folder, file))).length;
// What is large packed is large: only these are unpacked to be compared.
const packed = files.toSorted((a, b) => statSync(join(folder, b)).size - statSync(join(folder, a)).size);
const sizes = packed.slice(0, Math.ceil(files.length / 10)).map((file) => [file, bytesOf(file)]);
const largest = sizes
  .toSorted((a, b) => b[1] - a[1])
  .slice(0, Math.ceil(files.length / 100))
  .map(([file]) => file);

const bytes = (path) => (existsSync(join(folder, path)) ? gunzipSync(readFileSync(join(folder, path))) : undefined);
const server = await serve(bytes, { ...QUIET, "Content-Type": "text/html" });

/** How long the first press on each page took, the shortest first. */
async function times(session, files) {
  const found = [];
  for (const file of files) {
    const page = await session.open(`${server.url}/${file}`);
    try {
      const { timings } = await session.press(page);
      found.push(timings.shown);
    } catch (error) {
      console.log(`${file} failed: ${error.message}`);
    } finally {
      await page.close();
    }
  }
  return found.toSorted((a, b) => a - b);
}

const say = (what, numbers) => {
  const at = (share) => numbers[Math.min(numbers.length - 1, Math.floor(numbers.length * share))]?.toFixed(0);
  console.log(`${what}: ${numbers.length} presses, median ${at(0.5)} ms, nine tenths ${at(0.9)} ms, all ${at(1)} ms`);
};

console.log(`load ${loadavg()[0].toFixed(1)}`);
for (const kind of browsers()) {
  const session = await launch(kind);
  await session.settings({});
  await times(session, some.slice(0, 3));
  say(`${kind}, pages of wcxb`, await times(session, some));
  say(`${kind}, the largest hundredth`, await times(session, largest));
  await session.close();
  const first = [];
  for (let n = 0; n < FIRST_PRESSES; n++) {
    const fresh = await launch(kind);
    first.push(...(await times(fresh, [some[n]])));
    await fresh.close();
  }
  say(
    `${kind}, first presses`,
    first.toSorted((a, b) => a - b),
  );
}
server.close();

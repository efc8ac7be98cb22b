// What the tests of pages share: a server, the inside of pages, and how alike two texts are.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The functions of `inside.ts`, to be run in a page. */
export async function inside() {
  const entry = fileURLToPath(new URL("inside.ts", import.meta.url));
  const made = await build({ entryPoints: [entry], bundle: true, format: "iife", globalName: "inside", write: false });
  const source = made.outputFiles[0].text;
  // The source goes with each call: a page's own scripts never see any of it.
  return (session, page, work) => session.inPage(page, `async () => { ${source}; return (${work})(inside); }`);
}

/** What pages that are not ours may do: nothing but be shown. Nothing is asked of the network. */
export const QUIET = {
  "Content-Security-Policy": "default-src 'self' data: 'unsafe-inline'; script-src 'none'; frame-src 'none'",
};

/** Serves pages by path; what is no page, such as a picture, says its `type` beside its `body`. */
export async function serve(pages, headers = {}) {
  const server = createServer((request, response) => {
    const page = pages(new URL(request.url, "http://localhost").pathname);
    const isThere = page !== undefined;
    const type = page?.type ?? "text/html; charset=utf-8";
    response.writeHead(isThere ? 200 : 404, { "Content-Type": type, ...headers });
    response.end(isThere ? (page.body ?? page) : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/** The words of a text; in scripts without spaces every character is one. What is not seen, such as a soft hyphen, is not there. */
function tokens(text) {
  const seen = text.normalize("NFC").replace(/\p{Cf}/gu, "");
  return (
    seen.match(
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]|[^\P{L}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{N}+/gu,
    ) ?? []
  );
}

/** How much of two texts is the same words in the same order: twice their longest common sequence by their lengths. */
export function likeness(a, b) {
  const [first, second] = [tokens(a), tokens(b)];
  const total = first.length + second.length;
  return total === 0 ? 1 : (total - edits(first, second)) / total;
}

/** Words that have to be taken out or put in to make one of the other (Myers, 1986). */
function edits(a, b) {
  const most = a.length + b.length;
  const furthest = new Map([[1, 0]]);
  for (let distance = 0; distance <= most; distance++) {
    for (let diagonal = -distance; diagonal <= distance; diagonal += 2) {
      const down =
        diagonal === -distance || (diagonal !== distance && at(furthest, diagonal - 1) < at(furthest, diagonal + 1));
      let x = down ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= a.length && x - diagonal >= b.length) return distance;
    }
    // Too far apart to matter how far.
    if (distance > 3000) return most;
  }
  return most;
}

const at = (furthest, diagonal) => furthest.get(diagonal) ?? -1;

// For Node, which does not fetch files.
import { readFile } from "node:fs/promises";
import type { Article, Selection } from "./article.js";
import { type Dehusk, loadOnce } from "./dehusk.js";
import type { Options } from "./options.js";
import type { TreeOptions } from "./tree.js";

export { Article, Selection } from "./article.js";
export { Dehusk, DehuskError } from "./dehusk.js";

/** See `index.ts`. */
export function load(source?: URL | string | BufferSource | WebAssembly.Module | Response): Promise<Dehusk> {
  return loadOnce(() => {
    const from = source ?? new URL("../wasm/dehusk_wasm_bg.wasm", import.meta.url);
    return typeof from === "string" || from instanceof URL ? readFile(from) : from;
  });
}

/** See `index.ts`. */
export async function extract(html: string, options?: Options): Promise<Article> {
  return (await load()).extract(html, options);
}

/** See `index.ts`. */
export async function select(document: Document, options?: Options & TreeOptions): Promise<Selection> {
  return (await load()).select(document, options);
}

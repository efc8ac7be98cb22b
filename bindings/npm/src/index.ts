// For browsers, workers, Deno and bundlers: the module is fetched from where this file is.
import type { Article, Selection } from "./article.js";
import { type Dehusk, loadOnce } from "./dehusk.js";
import type { Options } from "./options.js";
import type { TreeOptions } from "./tree.js";

export { type About, Article, type Block, type Selected, Selection, type Sourced, type Trouble } from "./article.js";
export { Dehusk, DehuskError } from "./dehusk.js";
export type { Options, Role } from "./options.js";
export type { TreeOptions } from "./tree.js";

/**
 * Loads the module, once however often it is called. Its place, bytes or compiled form can be given; otherwise it is
 * looked for beside this package's files.
 */
export function load(source?: URL | string | BufferSource | WebAssembly.Module | Response): Promise<Dehusk> {
  return loadOnce(() => {
    const from = source ?? new URL("../wasm/dehusk_wasm_bg.wasm", import.meta.url);
    return typeof from === "string" || from instanceof URL ? fetch(from) : from;
  });
}

/** The main content of a page that is HTML. */
export async function extract(html: string, options?: Options): Promise<Article> {
  return (await load()).extract(html, options);
}

/** The main content of a live document, with its nodes. */
export async function select(document: Document, options?: Options & TreeOptions): Promise<Selection> {
  return (await load()).select(document, options);
}

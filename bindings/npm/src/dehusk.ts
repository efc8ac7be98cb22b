import * as wasm from "../wasm/dehusk_wasm.js";
import { Article, type RawArticle, Selection } from "./article.js";
import type { Options } from "./options.js";
import { type TreeOptions, treeOf } from "./tree.js";

/** Why there is no answer. */
export class DehuskError extends Error {
  override name = "DehuskError";
}

/** The loaded module. Its functions remember nothing from one call to the next, and ask for nothing over a network. */
export class Dehusk {
  /** The main content of a page that is HTML. */
  extract(html: string, options: Options = {}): Article {
    if (typeof html !== "string") throw new DehuskError("extract needs the page's HTML as a string");
    return new Article(guard(() => wasm.extract(html, JSON.stringify(options))) as RawArticle, guard);
  }

  /** The main content of a live document, with its nodes. Its own address is taken where `options` names none. */
  select(document: Document, options: Options & TreeOptions = {}): Selection {
    if (document?.nodeType !== 9) throw new DehuskError("select needs a document");
    const { shadowRoot, ...others } = options;
    const tree = treeOf(document, shadowRoot ? { shadowRoot } : {});
    return new Selection(this.#read(tree.text, { url: document.URL, ...others }), guard, tree.nodes);
  }

  /** The main content of a tree that was made elsewhere. @internal */
  read(tree: string, options: Options = {}): Article {
    return new Article(this.#read(tree, options), guard);
  }

  /** What a page shows is what its scripts have made, so there is nothing to look for in them. */
  #read(tree: string, options: Options): RawArticle {
    return guard(() => wasm.readTree(tree, JSON.stringify({ embedded: false, ...options }))) as RawArticle;
  }
}

/**
 * Runs a call of the module. One that ends in an abort, for want of memory for instance, leaves it in a state nobody
 * knows: it is begun anew, so that the next page is none the worse for this one.
 */
function guard<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      wasm.__wbg_reset_state();
      throw new DehuskError("the page could not be read: it needs more memory or more depth than there is", {
        cause: error,
      });
    }
    throw error instanceof Error ? new DehuskError(error.message, { cause: error }) : error;
  }
}

let loading: Promise<Dehusk> | undefined;

/** Loads the module once, from what `source` gives: bytes, a response, or a compiled module. */
export function loadOnce(
  source: () =>
    | BufferSource
    | WebAssembly.Module
    | Response
    | PromiseLike<BufferSource | WebAssembly.Module | Response>,
): Promise<Dehusk> {
  loading ??= (async () => {
    await wasm.default({ module_or_path: await source() });
    return new Dehusk();
  })();
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

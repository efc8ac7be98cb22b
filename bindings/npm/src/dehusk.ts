import * as wasm from "../wasm/dehusk_wasm.js";
import { Article, type RawArticle, Selection } from "./article.js";
import type { Options } from "./options.js";
import { type TreeOptions, treeOf } from "./tree.js";

/** Why there is no answer. */
export class DehuskError extends Error {
  override name = "DehuskError";
}

/** What is remembered of a site. @internal */
export type Memory = wasm.Memory;

/** A site by its registered domain, its memory, and whether that is to learn. @internal */
export interface OfSite {
  site: string;
  memory: Memory;
  learn: boolean;
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

  /** As `read`, with what the page's site has shown before, which learns from it where it is told to. @internal */
  readOfSite(tree: string, options: Options, { site, memory, learn }: OfSite): Article {
    const given = JSON.stringify({ embedded: false, ...options });
    const raw = guard(() => wasm.readTreeOfSite(tree, given, site, memory, Date.now() / 1000, learn));
    return new Article(raw as RawArticle, guard);
  }

  /** The memory of a site, from the bytes it was kept as, if it was. @internal */
  memory(bytes?: Uint8Array): Memory {
    return guard(() => (bytes ? wasm.Memory.decode(bytes) : new wasm.Memory()));
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

import { fragmentOf, htmlOf } from "./content.js";
import type { Role } from "./options.js";

/** A value with where in the page it was found. */
export interface Sourced {
  value: string;
  source: string;
}

/** What is wrong with a page, where the answer may be poor for it. */
export interface Trouble {
  code:
    | "consent-wall"
    | "paywall"
    | "empty-application"
    | "error-page"
    | "index-page"
    | "too-little-text"
    | "mixed"
    | (string & {});
  /** A sentence for people. */
  message: string;
  /** What in the page speaks for it. */
  evidence: string;
}

/** What the page says about itself, and what the extractor says of its answer. */
export interface About {
  url: string | null;
  canonical_url: Sourced | null;
  title: Sourced | null;
  authors: Sourced[];
  published: Sourced | null;
  modified: Sourced | null;
  site_name: Sourced | null;
  description: Sourced | null;
  language: Sourced | null;
  image: Sourced | null;
  extractor: string;
  /** An estimate of how well it has done, from 0 to 1. `auto` alone makes one. */
  confidence: number | null;
  page_type: "article" | "documentation" | "forum" | "product" | "collection" | "listing" | "service" | null;
  trouble: Trouble | null;
  warnings: string[];
  /** Whether nothing was found. */
  empty: boolean;
  [other: string]: unknown;
}

/** A stretch of the page's text between two block-level boundaries. */
export interface Block {
  index: number;
  kind: string;
  role: Role | null;
  kept: boolean;
  /** How strongly it is content, in the extractor's own measure. */
  score: number;
  /** Why, in a few words. */
  reason: string;
  text: string;
  /** The numbers of its texts in the page; see `Selection`. */
  nodes: number[];
}

/** What the module gives, before JavaScript has made something of it. */
export interface RawArticle {
  text(): string;
  markdown(): string;
  contentTree(): string;
  json(): string;
  about(): string;
  blocks(): string;
  kept(): Uint32Array;
  marks(): Uint32Array;
  free(): void;
}

/** Calls the module, and makes it anew where that went wrong. */
export type Guard = <T>(call: () => T) => T;

/** The main content of a page. Everything is made when it is first asked for. */
export class Article {
  readonly #raw: RawArticle;
  readonly #guard: Guard;
  readonly #made = new Map<string, unknown>();

  /** @internal */
  constructor(raw: RawArticle, guard: Guard) {
    this.#raw = raw;
    this.#guard = guard;
  }

  /** What `call` says, asked once. @internal */
  protected made<T>(name: string, call: (raw: RawArticle) => T): T {
    if (!this.#made.has(name))
      this.#made.set(
        name,
        this.#guard(() => call(this.#raw)),
      );
    return this.#made.get(name) as T;
  }

  /** Title, authors, dates and the rest, and what the extractor says of its answer. */
  get about(): About {
    return this.made("about", (raw) => JSON.parse(raw.about()) as About);
  }

  /** The title, where one is known. */
  get title(): string | null {
    return this.about.title?.value ?? null;
  }

  /** How sure the extractor is, from 0 to 1. */
  get confidence(): number | null {
    return this.about.confidence;
  }

  /** What is wrong with the page, where something is. */
  get trouble(): Trouble | null {
    return this.about.trouble;
  }

  /** The content as plain text. */
  get text(): string {
    return this.made("text", (raw) => raw.text());
  }

  /** The content as Markdown: CommonMark with tables. */
  get markdown(): string {
    return this.made("markdown", (raw) => raw.markdown());
  }

  /** The content as HTML of a few harmless elements, every text and address in it escaped and looked at. */
  get html(): string {
    return htmlOf(this.contentTree);
  }

  /** The content as new nodes of a document. */
  toFragment(document: Document): DocumentFragment {
    return fragmentOf(this.contentTree, document);
  }

  /** The content as the module writes it, for `fragmentOf` and `htmlOf` elsewhere. @internal */
  get contentTree(): string {
    return this.made("tree", (raw) => raw.contentTree());
  }

  /** What becomes of which node where the page is shown in place; see `in_place.rs`. @internal */
  get marks(): Uint32Array {
    return this.made("marks", (raw) => raw.marks());
  }

  /** Every block of the page, kept or not, with what the extractor says of it. */
  get blocks(): Block[] {
    return this.made("blocks", (raw) => JSON.parse(raw.blocks()) as Block[]);
  }

  /**
   * The whole article as data, as `dehusk --format json` writes it. The language is the one that the page declares: telling
   * it from words takes more room than all else, so `detected_language` is null. `html` is [html]{@link Article.html}.
   */
  toJSON(): Record<string, unknown> {
    const json = this.made("json", (raw) => JSON.parse(raw.json()) as Record<string, unknown>);
    return { ...json, html: this.html };
  }

  /** Gives the memory of the module back at once. Otherwise that happens when nobody holds the article any more. */
  free(): void {
    this.#raw.free();
  }

  /** As `free`, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

/** A node of a live document that is content. */
export interface Selected {
  /** A text, or the element of a picture, a video, a sound, a frame or a formula. */
  node: Node;
  /** What part of the content it is, where the extractor tells; `media` for those that are no texts. */
  role: Role | "media" | null;
  /** How strongly it is content, in the extractor's own measure; none for media. */
  score: number | null;
}

/** The main content of a live document: an article, and which nodes it stands in. */
export class Selection extends Article {
  readonly #nodes: Node[];

  /** @internal */
  constructor(raw: RawArticle, guard: Guard, nodes: Node[]) {
    super(raw, guard);
    this.#nodes = nodes;
  }

  /** The nodes that are content, in the order of the page. */
  get nodes(): Selected[] {
    return this.made("nodes", (raw) => {
      const blocks = new Map<number, Block>();
      for (const block of this.blocks) for (const number of block.nodes) blocks.set(number, block);
      return Array.from(raw.kept(), (number) => {
        const node = this.node(number);
        const block = blocks.get(number);
        return { node, role: isText(node) ? (block?.role ?? null) : "media", score: block?.score ?? null };
      });
    });
  }

  /** The content's nodes without what is known of them, which takes less time. */
  get leaves(): Set<Node> {
    return this.made("leaves", (raw) => new Set(Array.from(raw.kept(), (number) => this.node(number))));
  }

  /** The node of a number, as in `Block.nodes`. */
  node(number: number): Node {
    return this.#nodes[number] as Node;
  }
}

function isText(node: Node): boolean {
  return node.nodeType === 3 || node.nodeType === 4;
}

// A live document as a text that the module reads node by node: what the reader sees, not what was once loaded.
//
// The tree is the one that is shown: shadow roots take the place of their hosts' children, slots show what is assigned
// to them, frames of the same origin show their documents. Nothing is serialised as HTML: what scripts have built need
// not be anything a parser would build again, and the answer has to find its way back to every node.

/** A document as the module reads it, and the nodes behind its numbers. */
export interface Tree {
  /** The tree in marks, as `Page::from_tree` of the Rust library describes them. */
  text: string;
  /** The node of each number. */
  nodes: Node[];
}

/** How to look at a document. */
export interface TreeOptions {
  /** The shadow root of an element. Extensions can also see closed ones; otherwise open ones are found. */
  shadowRoot?: (element: Element) => ShadowRoot | null | undefined;
  /** Is told of every element as it is read. @internal */
  onElement?: (element: Element) => unknown;
}

const ELEMENT = "\u0001";
const ATTRIBUTE = "\u0002";
const VALUE = "\u0003";
const TEXT = "\u0004";
const END = "\u0005";
const SVG = "\u0006";
const MATHML = "\u0007";
const COMMENT = "\u0008";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const MATHML_NAMESPACE = "http://www.w3.org/1998/Math/MathML";

/** What is longer is a payload, not a value; the module would not look at it. */
const MAX_VALUE = 8192;

/** Elements whose content is not shown and says nothing of the page. */
const CLOSED = new Set(["script", "style", "template", "noscript"]);

/** Reads a document as it stands. */
export function treeOf(document: Document, options: TreeOptions = {}): Tree {
  return new Walk(accessTo(document), options).read(document);
}

/** As `treeOf`, but others get their turn at least every few milliseconds, however large the document is. */
export function treeOfInTurns(document: Document, options: TreeOptions = {}): Promise<Tree> {
  return new Walk(accessTo(document), options).readInTurns(document);
}

/** Milliseconds between two turns of others. */
const TURN = 30;
/** Nodes between two looks at the clock. */
const NODES_BETWEEN_LOOKS = 256;

/** Children that are still to be visited: a chain of siblings, or a list. */
type Rest = { next: Node | null } | { list: Node[]; at: number };

class Walk {
  readonly #parts: string[] = [];
  readonly #nodes: Node[] = [];
  readonly #open: Rest[] = [];
  readonly #access: Access;
  readonly #shadowRoot: (element: Element) => ShadowRoot | null | undefined;
  readonly #onElement: ((element: Element) => unknown) | undefined;
  /** How many open elements are not shown; what is in them needs no look. */
  #hidden: number[] = [];
  /** Whether the page as a whole can be seen. */
  #isShown = true;

  constructor(access: Access, options: TreeOptions) {
    this.#access = access;
    this.#shadowRoot = options.shadowRoot ?? access.shadowRoot;
    this.#onElement = options.onElement;
  }

  read(document: Document): Tree {
    this.#begin(document);
    while (this.#open.length > 0) this.#step();
    return this.#read();
  }

  async readInTurns(document: Document): Promise<Tree> {
    this.#begin(document);
    let began = performance.now();
    for (let steps = 1; this.#open.length > 0; steps++) {
      this.#step();
      if (steps % NODES_BETWEEN_LOOKS > 0 || performance.now() - began < TURN) continue;
      await new Promise((done) => setTimeout(done));
      began = performance.now();
    }
    return this.#read();
  }

  #begin(document: Document): void {
    const root = this.#access.documentElement(document);
    const body = this.#access.body(document);
    this.#isShown = !body || !this.#access.isInvisible(body);
    if (root) this.#element(root);
  }

  #step(): void {
    const node = this.#next(this.#open[this.#open.length - 1] as Rest);
    if (node) this.#visit(node);
    else this.#close();
  }

  #read(): Tree {
    return { text: this.#parts.join(""), nodes: this.#nodes };
  }

  #next(rest: Rest): Node | null {
    if ("list" in rest) return rest.list[rest.at++] ?? null;
    const node = rest.next;
    if (node) rest.next = this.#access.nextSibling(node);
    return node;
  }

  #visit(node: Node): void {
    switch (this.#access.nodeType(node)) {
      case 1:
        this.#element(node as Element);
        break;
      case 3:
      case 4:
        this.#text(node);
        break;
      case 8:
        this.#record(COMMENT, node);
        break;
    }
  }

  /** A text. One that is there but not seen says nothing. */
  #text(node: Node): void {
    const text = this.#access.data(node);
    const unseen = this.#hidden.length === 0 && !this.#isBlank(text) && this.#isInvisible(node);
    this.#record(unseen ? COMMENT : TEXT + clean(text), node);
  }

  #isBlank(text: string): boolean {
    return !/\S/.test(text);
  }

  /** Whether the text's element is invisible, as nothing is where the whole page waits for a script to show it. */
  #isInvisible(node: Node): boolean {
    const parent = this.#access.parentElement(node);
    return this.#isShown && parent !== null && this.#access.isInvisible(parent);
  }

  #record(text: string, node: Node): void {
    this.#parts.push(text);
    this.#nodes.push(node);
  }

  #element(element: Element): void {
    const name = this.#access.localName(element);
    const inside = this.#inside(element, name);
    const frame = inside.frame ? "div" : name;
    this.#record(markOf(this.#access.namespaceURI(element)) + clean(frame), element);
    this.#attributes(element);
    this.#onElement?.(element);
    this.#open.push(inside.rest);
    if (this.#hidden.length > 0 || name === "head") return;
    if (this.#access.isHidden(element)) {
      this.#parts.push(`${ATTRIBUTE}hidden${VALUE}`);
      this.#hidden.push(this.#open.length);
    }
  }

  #attributes(element: Element): void {
    for (const attribute of this.#access.attributeNames(element)) {
      const value = this.#access.attribute(element, attribute) ?? "";
      const short = value.length > MAX_VALUE ? value.slice(0, MAX_VALUE + 1) : value;
      this.#parts.push(ATTRIBUTE + clean(attribute) + VALUE + clean(short));
    }
  }

  /** What is shown inside of an element. */
  #inside(element: Element, name: string): { rest: Rest; frame?: boolean } {
    if (CLOSED.has(name) && !isData(name, this.#access.attribute(element, "type"))) return { rest: { next: null } };
    if (name === "iframe" || name === "frame") {
      const body = frameBody(element, this.#access);
      return body ? { rest: { next: this.#access.firstChild(body) }, frame: true } : { rest: { next: null } };
    }
    if (name === "slot") {
      const list = this.#access.assignedNodes(element);
      if (list.length > 0) return { rest: { list, at: 0 } };
    }
    const shadow = this.#shadowRoot(element);
    return { rest: { next: this.#access.firstChild(shadow ?? element) } };
  }

  #close(): void {
    if (this.#hidden[this.#hidden.length - 1] === this.#open.length) this.#hidden.pop();
    this.#open.pop();
    this.#parts.push(END);
  }
}

/** Scripts that hold data about the page. */
function isData(name: string, type: string | null): boolean {
  return name === "script" && type !== null && /json/i.test(type);
}

/** The body of a frame's document, where it may be read and says anything. */
function frameBody(frame: Element, access: Access): Element | null {
  try {
    const body = access.contentDocument(frame)?.body;
    return body?.textContent?.trim() ? body : null;
  } catch {
    return null;
  }
}

function markOf(namespace: string | null): string {
  if (namespace === SVG_NAMESPACE) return SVG;
  return namespace === MATHML_NAMESPACE ? MATHML : ELEMENT;
}

const MARKS = /[\u0001-\u0008]/;

function clean(text: string): string {
  return MARKS.test(text) ? text.replace(/[\u0001-\u0008]/g, "\ufffd") : text;
}

/** How nodes are read. */
interface Access {
  documentElement(document: Document): Element | null;
  body(document: Document): Element | null;
  nodeType(node: Node): number;
  firstChild(node: Node): Node | null;
  nextSibling(node: Node): Node | null;
  data(node: Node): string;
  localName(element: Element): string;
  namespaceURI(element: Element): string | null;
  attributeNames(element: Element): string[];
  attribute(element: Element, name: string): string | null;
  shadowRoot(element: Element): ShadowRoot | null;
  assignedNodes(slot: Element): Node[];
  contentDocument(frame: Element): Document | null;
  parentElement(node: Node): Element | null;
  isHidden(element: Element): boolean;
  isInvisible(element: Element): boolean;
}

/**
 * A page can put its own fields in front of the browser's: in a form, `<input name=firstChild>` is what `firstChild`
 * says. So everything is asked of the browser's classes, never of the nodes. Libraries that only act as browsers may
 * keep their fields elsewhere, and are asked as everybody does.
 */
function accessTo(document: Document): Access {
  const view = typeof Node === "function" && document instanceof Node ? globalThis : document.defaultView;
  const classes = (view ?? {}) as unknown as Record<string, { prototype: object } | undefined>;
  const byClass = accessBy((of, name) => descriptor(classes[of]?.prototype, name), view);
  const root = document.documentElement as Element | null;
  const works = byClass.documentElement(document) === root && root && byClass.firstChild(root) === root.firstChild;
  return works ? byClass : accessBy(() => undefined, view);
}

/** Access by what classes say of their fields, or by the nodes themselves where they say nothing. */
function accessBy(find: (of: string, name: string) => PropertyDescriptor | undefined, view: unknown): Access {
  const getter = <T>(of: string, name: string): ((node: unknown) => T) => {
    const get = find(of, name)?.get;
    return get ? (node) => get.call(node) as T : (node) => (node as Record<string, T>)[name] as T;
  };
  const method = <T>(of: string, name: string): ((node: unknown, ...given: unknown[]) => T) => {
    const call: unknown = find(of, name)?.value;
    return typeof call === "function"
      ? (node, ...given) => call.apply(node, given) as T
      : (node, ...given) => (node as Record<string, (...given: unknown[]) => T>)[name]?.(...given) as T;
  };
  const assigned = method<Node[] | undefined>("HTMLSlotElement", "assignedNodes");
  const names = method<Iterable<string> | undefined>("Element", "getAttributeNames");
  return {
    documentElement: getter("Document", "documentElement"),
    body: getter("Document", "body"),
    nodeType: getter("Node", "nodeType"),
    firstChild: getter("Node", "firstChild"),
    nextSibling: getter("Node", "nextSibling"),
    data: getter("CharacterData", "data"),
    localName: getter("Element", "localName"),
    namespaceURI: getter("Element", "namespaceURI"),
    attributeNames: (element) => [...(names(element) ?? [])],
    attribute: method("Element", "getAttribute"),
    shadowRoot: getter("Element", "shadowRoot"),
    assignedNodes: (slot) => assigned(slot) ?? [],
    contentDocument: getter("HTMLIFrameElement", "contentDocument"),
    parentElement: getter("Node", "parentElement"),
    ...visibilityBy(view),
  };
}

/** Whether an element is not shown by a style sheet, or shown as nothing. Only browsers know; others know what stands in the page. */
function visibilityBy(view: unknown): Pick<Access, "isHidden" | "isInvisible"> {
  const window = view as (Window & typeof globalThis) | null;
  const inBrowser = typeof window?.Element?.prototype?.checkVisibility === "function";
  const style = inBrowser ? window.getComputedStyle : undefined;
  if (!style) return { isHidden: () => false, isInvisible: () => false };
  return {
    isHidden: (element) => style(element).display === "none",
    isInvisible: (element) => style(element).visibility !== "visible",
  };
}

function descriptor(from: object | undefined, name: string): PropertyDescriptor | undefined {
  for (let at: object | null = from ?? null; at; at = Object.getPrototypeOf(at)) {
    const found = Object.getOwnPropertyDescriptor(at, name);
    if (found) return found;
  }
  return undefined;
}

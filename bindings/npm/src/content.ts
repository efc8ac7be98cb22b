// From the content's tree to a document or to HTML: node by node, and of nothing but what is listed here.
//
// This is the only way by which anything of a page gets into another document, so it trusts nobody, not even the
// module: what is not listed is left out, texts are texts, and addresses lead to the web, to mail or to a telephone.

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** Elements, and the attributes they may have. */
const ELEMENTS: Record<string, readonly string[]> = {
  a: ["href"],
  audio: ["controls", "src", "title"],
  blockquote: [],
  br: [],
  caption: [],
  code: ["class"],
  dd: [],
  del: [],
  dl: [],
  dt: [],
  em: [],
  figcaption: [],
  figure: [],
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  hr: [],
  iframe: ["allowfullscreen", "height", "src", "title", "width"],
  img: ["alt", "height", "src", "title", "width"],
  li: ["value"],
  ol: ["start"],
  p: [],
  pre: [],
  strong: [],
  sub: [],
  sup: [],
  table: [],
  tbody: [],
  td: ["colspan", "rowspan"],
  th: ["colspan", "rowspan"],
  tr: [],
  ul: [],
  video: ["controls", "height", "poster", "src", "title", "width"],
};

/** Elements of MathML that only show. */
const FORMULAS: Record<string, readonly string[]> = {
  math: ["alttext", "display"],
  ...Object.fromEntries(
    (
      "menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace " +
      "msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover none"
    )
      .split(" ")
      .map((name) => [name, []]),
  ),
};

const VOID = new Set(["br", "hr", "img"]);
const ADDRESSES = new Set(["href", "src", "poster"]);
/** Where an address may lead; in a link also to mail and telephones. */
const WEB = /^https?:$/;
const LINK = /^(https?|mailto|tel):$/;

/** An element or a text of the content. */
interface Content {
  /** The element's name, none for a text. */
  name?: string;
  isFormula: boolean;
  attributes: [string, string][];
  /** The text. */
  text: string;
}

/** What is told to those who build something from the content. */
interface Builder {
  start(element: Content): void;
  end(element: Content): void;
  text(text: string): void;
}

const RECORD = /([\u0001-\u0008])([^\u0001-\u0008]*)/g;

/** Goes through a tree as the module writes it and tells what may be shown. */
function tell(tree: string, builder: Builder): void {
  // What is not listed has no entry of its own, but what is in it may be told.
  const open: (Content | null)[] = [];
  let waiting: Content | null = null;
  let attribute = "";
  const begin = () => {
    if (waiting) builder.start(waiting);
    waiting = null;
  };
  for (const [, mark, text = ""] of tree.matchAll(RECORD)) {
    if (mark === "\u0002") {
      attribute = text;
      continue;
    }
    if (mark === "\u0003") {
      if (waiting && isAllowed(waiting, attribute, text)) waiting.attributes.push([attribute, text]);
      continue;
    }
    begin();
    if (mark === "\u0001" || mark === "\u0007") {
      const isFormula = mark === "\u0007";
      const isListed = Object.hasOwn(isFormula ? FORMULAS : ELEMENTS, text);
      waiting = isListed ? { name: text, isFormula, attributes: [], text: "" } : null;
      open.push(waiting);
    } else if (mark === "\u0004") {
      builder.text(text);
    } else if (mark === "\u0005") {
      const ended = open.pop();
      if (ended) builder.end(ended);
    } else if (mark === "\u0006") {
      open.push(null);
    }
  }
  begin();
}

function isAllowed(element: Content, attribute: string, value: string): boolean {
  const name = element.name ?? "";
  const allowed = (element.isFormula ? FORMULAS : ELEMENTS)[name] ?? [];
  if (attribute === "lang") return /^[A-Za-z0-9-]{1,35}$/.test(value);
  if (attribute === "dir") return /^(ltr|rtl|auto)$/.test(value);
  if (!allowed.includes(attribute)) return false;
  if (ADDRESSES.has(attribute)) return leadsTo(value, name === "a" ? LINK : WEB);
  return attribute !== "class" || /^language-\S+$/.test(value);
}

/** Whether an address has a scheme of these, or none and stays on its site. */
function leadsTo(address: string, schemes: RegExp): boolean {
  try {
    return schemes.test(new URL(address, "https://relative.invalid/").protocol);
  } catch {
    return false;
  }
}

/** The content as HTML. */
export function htmlOf(tree: string): string {
  const out: string[] = [];
  // A frame's content is no markup to browsers, so it has none.
  let inFrame = 0;
  tell(tree, {
    start({ name, attributes }) {
      if (inFrame > 0 || !name) return;
      const written = attributes.map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`);
      out.push(`<${name}${written.join("")}>`);
      if (name === "iframe") inFrame++;
    },
    end({ name }) {
      if (name === "iframe") inFrame--;
      if (inFrame === 0 && name && !VOID.has(name)) out.push(`</${name}>`);
    },
    text(text) {
      if (inFrame === 0) out.push(escaped(text));
    },
  });
  return out.join("");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? "");
}

/** The content as nodes of a document. */
export function fragmentOf(tree: string, document: Document): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const open: Node[] = [fragment];
  const here = () => open[open.length - 1] as Node;
  tell(tree, {
    start({ name = "", isFormula, attributes }) {
      const element = isFormula ? document.createElementNS(MATHML, name) : document.createElement(name);
      for (const [attribute, value] of attributes) element.setAttribute(attribute, value);
      here().appendChild(element);
      open.push(element);
    },
    end() {
      open.pop();
    },
    text(text) {
      here().appendChild(document.createTextNode(text));
    },
  });
  return fragment;
}

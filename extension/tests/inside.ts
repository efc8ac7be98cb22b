// What the tests look at inside of a page: the extension's own view of it, closed shadow roots included.
import { treeOf } from "../../bindings/npm/src/tree.js";
import { ask, type Request } from "../src/messages.js";

/** The shadow root of an element, open or not. */
export function rootOf(element: Element): ShadowRoot | null {
  const firefox = (element as Element & { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
  if (firefox !== undefined) return firefox;
  return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : null;
}

/** Asks the background about the page as it stands. */
export function askAbout<T>(request: { ask: "read" | "blocks" } | { ask: "render"; form: string }): Promise<T> {
  const tree = treeOf(document, { shadowRoot: rootOf });
  return ask<T>({ ...request, tree: tree.text, url: location.href } as Request);
}

const INLINE = new Set("a code del em strong sub sup".split(" "));

/** The words of the content as it is shown with its media: those of captions are among them, unlike in plain text. */
export function wordsOf(tree: string): string {
  const out: string[] = [];
  const open: boolean[] = [];
  for (const [, mark, text = ""] of tree.matchAll(/([\u0001\u0004-\u0007])([^\u0001-\u0008]*)/g)) {
    if (mark === "\u0004") out.push(text);
    else if (mark === "\u0005") out.push(open.pop() ? "\n" : "");
    else {
      open.push(!INLINE.has(text));
      out.push(INLINE.has(text) ? "" : "\n");
    }
  }
  return out.join("");
}

const host = (): Element | undefined => [...document.documentElement.children].find((child) => isHost(child));
const isHost = (element: Element): boolean =>
  element.getAttributeNames().some((name) => /^data-[a-z]{10}$/.test(name) && element.getAttribute(name) === "host");

/** The inside of what the extension shows. */
export function shown(): ShadowRoot | null {
  const element = host();
  return element ? rootOf(element) : null;
}

const UNSEEN = new Set(
  "head script style noscript template select textarea option datalist video audio object svg canvas".split(" "),
);

/** The words that a reader sees, without those of the extension. */
export function shownText(): string {
  const out: string[] = [];
  const visit = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) {
      const parent = node.parentElement ?? (node.getRootNode() as ShadowRoot).host;
      if (parent && getComputedStyle(parent).visibility !== "hidden") out.push((node as Text).data);
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const element = node as Element;
    if (UNSEEN.has(element.localName) || isHost(element)) return;
    const { display } = getComputedStyle(element);
    if (display === "none") return;
    const isBlock = !/^(inline|contents|ruby)/.test(display) || element.localName === "br";
    if (isBlock) out.push("\n");
    for (const child of insideOf(element)) visit(child);
    if (isBlock) out.push("\n");
  };
  visit(document.documentElement);
  return out.join("");
}

function insideOf(element: Element): Iterable<Node> {
  if (element.localName === "iframe" || element.localName === "frame") {
    try {
      const body = (element as HTMLIFrameElement).contentDocument?.body;
      return body ? [body] : [];
    } catch {
      return [];
    }
  }
  if (element.localName === "slot") {
    const assigned = (element as HTMLSlotElement).assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return (rootOf(element) ?? element).childNodes;
}

/** Elements up to which every property is compared; on larger pages it is those that a layout is made of. */
const FEW = 300;
const LAYOUT = [
  "display",
  "visibility",
  "position",
  "overflow-x",
  "overflow-y",
  "width",
  "height",
  "margin-top",
  "margin-left",
  "color",
  "background-color",
  "font-size",
  "opacity",
  "float",
  "z-index",
];

/** Waits for what moves and comes to an end: elements that were hidden begin their animations anew. */
export async function settled(): Promise<void> {
  const isMoving = (animation: Animation) =>
    animation.playState === "running" && Number.isFinite(Number(animation.effect?.getComputedTiming().endTime ?? 0));
  for (let waited = 0; waited < 10_000 && document.getAnimations().some(isMoving); waited += 50) {
    await new Promise((done) => setTimeout(done, 50));
  }
}

/**
 * Has the browser lay out the page from its beginning. What it lays out bit by bit, as a page is loaded or parts of it come
 * back, may stand elsewhere: Chromium puts floats beside lines in more than one way.
 */
export function laidOutAnew(): void {
  const root = document.documentElement;
  const style = root.getAttribute("style");
  root.setAttribute("style", "display: none !important");
  root.getBoundingClientRect();
  if (style === null) root.removeAttribute("style");
  else root.setAttribute("style", style);
}

/** Everything that must be the same after two presses. */
export function snapshot(): { dom: string; scroll: number[]; styles: string[] } {
  const elements: Element[] = [];
  const inner: string[] = [];
  const gather = (root: ParentNode): void => {
    for (const element of root.querySelectorAll("*")) {
      elements.push(element);
      const shadow = rootOf(element);
      if (!shadow) continue;
      inner.push(shadow.innerHTML);
      gather(shadow);
    }
  };
  gather(document);
  const isFew = elements.length <= FEW;
  const styles = elements.map((element) => {
    const style = getComputedStyle(element);
    const { x, y, width, height } = element.getBoundingClientRect();
    const names = isFew ? [...style] : LAYOUT;
    const values = names.map((name) => style.getPropertyValue(name)).join(";");
    return `${element.localName} ${[x, y, width, height].join()} ${element.scrollTop} ${isFew ? hash(values) : values}`;
  });
  return { dom: document.documentElement.outerHTML + inner.join("\n"), scroll: [scrollX, scrollY], styles };
}

function hash(text: string): number {
  let value = 0;
  for (let at = 0; at < text.length; at++) value = (Math.imul(value, 31) + text.charCodeAt(at)) | 0;
  return value;
}

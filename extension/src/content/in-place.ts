// The paper's way: everything that is not content is hidden, and what stays stays where it is.
//
// Nothing is moved, wrapped or taken out, so that listeners, players and whatever scripts hold on to keep working. What
// goes bears an attribute of a random name, and a style of the user hides it: no style sheet of the page can overrule
// that. Texts that go beside others that stay are emptied and get their words back.
import type { Tree } from "../../../bindings/npm/src/tree.js";
import { dom } from "./dom.js";
import { Positions } from "./positions.js";

// What becomes of a node; see `in_place.rs`.
const MIXED = 1;
const STAYS = 2;
const GOES = 3;
const FADES = 4;
const EMPTIES = 5;

/** The value of our attribute for each mark. */
const VALUES: Record<number, string> = { [MIXED]: "m", [STAYS]: "s", [GOES]: "g", [FADES]: "f" };

/** Pixels left above where the content begins. */
const MARGIN = 16;

/** An element that stays, and where on the screen it stood. */
interface Seen {
  element: Element;
  top: number;
}

/** What was done to a page, and how it is undone. */
export class InPlace {
  readonly #attribute: string;
  readonly #marked: Element[] = [];
  readonly #emptied: [Text, string][] = [];
  readonly #mixed = new Set<Node | null>();
  readonly #positions: Positions;

  /** Marks a page. The style has to be there already. */
  constructor(attribute: string, tree: Tree, scrolled: Element[], marks: number[]) {
    this.#attribute = attribute;
    this.#positions = new Positions(scrolled);
    const seen = firstSeen(tree, marks);
    const locks = [document.documentElement, document.body].filter((element) => element !== null).map(lockOf);
    const gone = marks.filter((packed) => (packed & 7) === GOES).map((packed) => tree.nodes[packed >> 3] as Element);
    const breaks = gone.filter((element) => partsLines(element));
    for (const packed of marks) this.#apply(tree.nodes[packed >> 3], packed & 7);
    for (const element of breaks) this.#mark(element, "b");
    for (const { element, value } of locks) if (value) this.#mark(element, `m ${value}`);
    this.#follow(seen);
  }

  #apply(node: Node | undefined, mark: number): void {
    if (!node) return;
    // Below a mixed element of the same tree, what has no mark goes as well.
    if (mark === GOES && this.#mixed.has(dom.parent(node))) return;
    if (mark === MIXED) this.#mixed.add(node);
    if (mark === EMPTIES) {
      const text = node as Text;
      this.#emptied.push([text, text.data]);
      text.data = "";
    } else {
      this.#mark(node as Element, VALUES[mark] ?? "s");
    }
  }

  #mark(element: Element, value: string): void {
    dom.set(element, this.#attribute, value);
    this.#marked.push(element);
  }

  /** Keeps what the reader looks at where it is, or goes to where the content begins. */
  #follow(seen: Seen | undefined): void {
    if (seen) {
      scrollBy({ top: dom.rect(seen.element).top - seen.top, behavior: "instant" });
      return;
    }
    const stays = (element: Element) => dom.get(element, this.#attribute) === "s" && dom.isShown(element);
    const first = this.#marked.find(stays);
    const top = first ? dom.rect(first).top : 0;
    if (top < 0 || top > innerHeight / 2) scrollBy({ top: top - MARGIN, behavior: "instant" });
  }

  /** Makes the page what it was. What its scripts have said anew in the meantime is theirs. */
  undo(): void {
    for (const element of this.#marked) dom.remove(element, this.#attribute);
    for (const [text, words] of this.#emptied) if (text.data === "") text.data = words;
    this.#positions.restore();
  }
}

/** Whether an element stands as a block between texts that would be one line without it. */
function partsLines(element: Element): boolean {
  const isWords = (node: Node | null) => node?.nodeType === Node.TEXT_NODE && (node as Text).data.trim() !== "";
  const between = isWords(dom.before(element)) && isWords(dom.after(element));
  return between && !/^(inline|none|contents)/.test(getComputedStyle(element).display);
}

/** The first element on the screen that stays, where the reader has scrolled. */
function firstSeen(tree: Tree, marks: number[]): Seen | undefined {
  if (scrollY === 0) return undefined;
  for (const packed of marks) {
    if ((packed & 7) !== STAYS) continue;
    const element = tree.nodes[packed >> 3] as Element;
    const { top, bottom } = dom.rect(element);
    if (bottom > 0 && top < innerHeight && bottom > top) return { element, top };
  }
  return undefined;
}

/** How an element around the whole page keeps it from being scrolled, as pages do below a layer that asks for something. */
function lockOf(element: Element): { element: Element; value: string } {
  const { overflowY, position } = getComputedStyle(element);
  const locked = overflowY === "hidden" || overflowY === "clip";
  const fixed = position === "fixed" && element === document.body;
  return { element, value: [locked ? "unlocked" : "", fixed ? "unfixed" : ""].join(" ").trim() };
}

// Where a page stands: how far it and parts of it are scrolled, and what has the focus. Elements that are hidden forget
// the one and lose the other.
import { dom } from "./dom.js";

/** Whether an element is scrolled. It is asked while the page is read: of all elements at once it would take too long. */
export function isScrolled(element: Element): boolean {
  const [left, top] = dom.scroll(element);
  return left !== 0 || top !== 0;
}

export class Positions {
  readonly #window: [number, number];
  readonly #scrolled: [Element, number, number][];
  readonly #focused: Element | null;

  /** The positions of a page and of those of its elements that are scrolled. */
  constructor(scrolled: Element[]) {
    this.#window = [scrollX, scrollY];
    this.#focused = document.activeElement;
    const inside = scrolled.filter((element) => element !== document.documentElement && element !== document.body);
    this.#scrolled = inside.map((element) => [element, ...dom.scroll(element)]);
  }

  restore(): void {
    for (const [element, left, top] of this.#scrolled) dom.scrollTo(element, left, top);
    scrollTo({ left: this.#window[0], top: this.#window[1], behavior: "instant" });
    const focused = this.#focused;
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused !== document.body) {
      HTMLElement.prototype.focus.call(focused, { preventScroll: true });
    }
  }
}

// Where a page stands: how far it and parts of it are scrolled, and what has the focus. Elements that are hidden forget
// the one and lose the other.

export class Positions {
  readonly #window: [number, number];
  readonly #scrolled: [Element, number, number][];
  readonly #focused: Element | null;

  private constructor(nodes: Node[]) {
    this.#window = [scrollX, scrollY];
    this.#focused = document.activeElement;
    this.#scrolled = [];
    for (const node of nodes) {
      if (node.nodeType !== Node.ELEMENT_NODE) continue;
      const element = node as Element;
      if (element.scrollTop || element.scrollLeft) {
        this.#scrolled.push([element, element.scrollLeft, element.scrollTop]);
      }
    }
  }

  /** The positions of a page and of those of its elements that are scrolled. */
  static of(nodes: Node[]): Positions {
    return new Positions(nodes);
  }

  restore(): void {
    for (const [element, left, top] of this.#scrolled) {
      if (element === document.documentElement || element === document.body) continue;
      element.scrollTo({ left, top, behavior: "instant" });
    }
    scrollTo({ left: this.#window[0], top: this.#window[1], behavior: "instant" });
    const focused = this.#focused;
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused !== document.body) {
      focused.focus({ preventScroll: true });
    }
  }
}

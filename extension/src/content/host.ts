// Where what we show stands: an element of our own at the end of the page, whose inside is closed to the page.
import css from "./ui.css";

/** Makes an element. Texts are texts: nothing is ever read as markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

/** A button that only a person can press: what a page makes up is not followed. */
export function button(
  label: string,
  press: () => unknown,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const element = make("button", { type: "button", ...attributes }, label);
  element.addEventListener("click", (event) => {
    if (event.isTrusted) press();
  });
  return element;
}

/** An element of ours in the page. */
export class Host {
  readonly #element: HTMLElement;
  readonly root: ShadowRoot;

  constructor(attribute: string) {
    this.#element = make("div", { [attribute]: "host" });
    this.root = this.#element.attachShadow({ mode: "closed" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    this.root.adoptedStyleSheets = [sheet];
    // What is typed here is not the page's business.
    for (const type of ["keydown", "keyup", "keypress"]) {
      this.root.addEventListener(type, (event) => event.stopPropagation());
    }
    document.documentElement.append(this.#element);
  }

  /** Whether a node of the page is ours. */
  is(node: Node): boolean {
    return node === this.#element;
  }

  remove(): void {
    this.#element.remove();
  }
}

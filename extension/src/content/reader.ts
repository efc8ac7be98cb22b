// The reader: the content alone, in a type that is made for reading.
import { fragmentOf } from "../../../bindings/npm/src/content.js";
import { ask, type ReadAnswer, say } from "../messages.js";
import type { Settings } from "../settings.js";
import { button, type Host, make } from "./host.js";
import { Positions } from "./positions.js";

/** Headings from which on a table of contents is worth its room. */
const MIN_HEADINGS = 3;

export class Reader {
  readonly #attribute: string;
  readonly #positions: Positions;
  readonly #settings: Settings;
  readonly #frame: HTMLElement;

  constructor(attribute: string, host: Host, scrolled: Element[], answer: ReadAnswer, content: string) {
    this.#attribute = attribute;
    this.#settings = answer.settings;
    this.#positions = new Positions(scrolled);
    const article = make("article", {}, fragmentOf(content, document));
    this.#frame = make(
      "div",
      {
        class: "reader",
        role: "document",
        ...languageOf(answer),
        dir: getComputedStyle(document.body ?? document.documentElement).direction,
      },
      this.#controls(),
      make("main", {}, this.#header(answer, article), contentsOf(article), article),
    );
    this.#style();
    document.documentElement.setAttribute(attribute, "reader");
    host.root.append(this.#frame);
    scrollTo({ top: 0, behavior: "instant" });
  }

  #header({ about, words }: ReadAnswer, article: HTMLElement): HTMLElement {
    const title = about.title?.value ?? document.title;
    const first = article.querySelector("h1");
    if (first && sameWords(first.textContent ?? "", title)) first.remove();
    const minutes = Math.max(1, Math.round(words / 230));
    const published = about.published?.value.slice(0, 10);
    const details = [
      about.site_name?.value,
      about.authors.map(({ value }) => value).join(", "),
      published,
      say("minutes", minutes),
    ];
    return make(
      "header",
      {},
      make("h1", {}, title),
      make("p", { class: "details" }, details.filter(Boolean).join(" · ")),
    );
  }

  #controls(): HTMLElement {
    const { reader } = this.#settings;
    const change = (work: () => void) => () => {
      work();
      this.#style();
      ask({ ask: "save-settings", settings: this.#settings }).catch(() => {});
    };
    const themes = (["auto", "light", "sepia", "dark"] as const).map((theme) =>
      button(
        say(`theme_${theme}`),
        change(() => {
          reader.theme = theme;
        }),
        { "data-theme": theme },
      ),
    );
    const step = (key: string, label: string, work: () => void) =>
      button(label, change(work), { "aria-label": say(key), title: say(key) });
    return make(
      "details",
      { class: "type" },
      make("summary", { "aria-label": say("type"), title: say("type") }, "Aa"),
      make(
        "div",
        { class: "menu", role: "group", "aria-label": say("type") },
        step("smaller", "A−", () => {
          reader.size = Math.max(12, reader.size - 1);
        }),
        step("larger", "A+", () => {
          reader.size = Math.min(40, reader.size + 1);
        }),
        step("narrower", "⇥⇤", () => {
          reader.width = Math.max(20, reader.width - 4);
        }),
        step("wider", "⇤⇥", () => {
          reader.width = Math.min(80, reader.width + 4);
        }),
        step("serif", "Ff", () => {
          reader.serif = !reader.serif;
        }),
        ...themes,
      ),
    );
  }

  #style(): void {
    const { theme, size, width, serif } = this.#settings.reader;
    this.#frame.dataset.theme = theme;
    this.#frame.dataset.serif = String(serif);
    this.#frame.style.setProperty("--size", `${size}px`);
    this.#frame.style.setProperty("--width", `${width}em`);
    for (const choice of this.#frame.querySelectorAll<HTMLElement>("[data-theme]")) {
      choice.setAttribute("aria-pressed", String(choice.dataset.theme === theme));
    }
  }

  undo(): void {
    this.#frame.remove();
    document.documentElement.removeAttribute(this.#attribute);
    this.#positions.restore();
  }
}

function languageOf({ about }: ReadAnswer): Record<string, string> {
  const language = about.language?.value ?? document.documentElement.lang;
  return language ? { lang: language } : {};
}

/** Links to the headings of an article, where it has enough of them. */
function contentsOf(article: HTMLElement): Node {
  const headings = [...article.querySelectorAll("h2, h3")];
  if (headings.length < MIN_HEADINGS) return document.createTextNode("");
  const entries = headings.map((heading) => {
    const go = button(heading.textContent?.trim() ?? "", () => {
      heading.setAttribute("tabindex", "-1");
      heading.scrollIntoView({
        behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth",
      });
      (heading as HTMLElement).focus({ preventScroll: true });
    });
    return make("li", { class: heading.localName }, go);
  });
  return make(
    "nav",
    { "aria-label": say("contents") },
    make("details", { class: "contents" }, make("summary", {}, say("contents")), make("ol", {}, ...entries)),
  );
}

function sameWords(a: string, b: string): boolean {
  const words = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return words(a) === words(b) || words(b).startsWith(words(a));
}

// The playground: a page comes in, and every view of its article is made here, by the module, in this browser.
import type { Article } from "../../src/article.js";
import { type Dehusk, load } from "../../src/index.js";

const byId = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const html = byId<HTMLTextAreaElement>("html");
const url = byId<HTMLInputElement>("url");
const extractor = byId<HTMLSelectElement>("extractor");
const view = byId("view");

/** The views by their names. */
const VIEWS: Record<string, (article: Article) => Node> = {
  Article: articleView,
  Markdown: (article) => make("pre", {}, article.markdown),
  Text: (article) => make("pre", {}, article.text),
  Blocks: blocksView,
  Metadata: (article) => make("pre", {}, JSON.stringify(article.about, null, 2)),
};

let chosen = "Article";
let article: Article | null = null;

const tabs = Object.keys(VIEWS).map((name) => {
  const tab = make("button", { type: "button", role: "tab", "aria-controls": "view", id: `tab-${name}` }, name);
  tab.addEventListener("click", () => choose(name));
  return tab;
});
byId("tabs").append(...tabs);
byId("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const names = Object.keys(VIEWS);
  choose(names[(names.indexOf(chosen) + step + names.length) % names.length] as string);
  byId(`tab-${chosen}`).focus();
});

function choose(name: string): void {
  chosen = name;
  show();
}

function show(): void {
  for (const tab of tabs) {
    const isChosen = tab.textContent === chosen;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  view.setAttribute("aria-labelledby", `tab-${chosen}`);
  view.dataset.view = chosen;
  view.replaceChildren(...(article ? [(VIEWS[chosen] as (article: Article) => Node)(article)] : []));
}

function articleView(article: Article): Node {
  const shown = make("article", { lang: article.about.language?.value ?? "" });
  shown.append(article.toFragment(document));
  // Nothing is asked of a network: pictures, sounds and frames are named instead of shown.
  for (const medium of shown.querySelectorAll("img, video, audio, iframe")) medium.replaceWith(named(medium));
  return shown;
}

function named(medium: Element): Node {
  const what = medium.getAttribute("alt") || medium.getAttribute("title") || medium.getAttribute("src") || "";
  return make("span", { class: "medium" }, `${medium.localName}: ${what}`);
}

function blocksView(article: Article): Node {
  const blocks = article.blocks.map(({ kept, role, score, reason, text }) => {
    const said = `${kept ? (role ?? "kept") : "left out"} · ${score.toFixed(2)} · ${reason}`;
    return make("li", { class: kept ? "kept" : "dropped" }, make("p", {}, text), make("small", {}, said));
  });
  return make("ol", { class: "blocks" }, ...blocks);
}

function make(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) if (value) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

function say(text: string): void {
  byId("status").textContent = text;
}

function statusOf({ about }: Article, milliseconds: number): string {
  const sure = about.confidence === null ? [] : [`confidence ${Math.round(about.confidence * 100)} %`];
  const parts = [about.empty ? "nothing was found" : (about.title?.value ?? "no title"), ...sure];
  return [...parts, ...(about.trouble ? [about.trouble.message] : []), `${milliseconds.toFixed(0)} ms`].join(" · ");
}

function read(dehusk: Dehusk): void {
  article?.free();
  article = null;
  if (html.value.trim() === "") {
    say("");
    show();
    return;
  }
  const began = performance.now();
  try {
    const by = extractor.value as "auto" | "readability" | "r4";
    article = dehusk.extract(html.value, { extractor: by, ...(url.value ? { url: url.value } : {}) });
    show();
    say(statusOf(article, performance.now() - began));
  } catch (error) {
    article = null;
    show();
    say(error instanceof Error ? error.message : String(error));
  }
}

/** Takes the first file of a list as the page, in the encoding it declares or in UTF-8. */
async function take(files: FileList | null | undefined, dehusk: Dehusk): Promise<void> {
  const file = files?.[0];
  if (!file) return;
  const bytes = await file.arrayBuffer();
  const head = new TextDecoder("latin1").decode(bytes.slice(0, 2048));
  const declared = head.match(/charset\s*=\s*["']?\s*([\w-]+)/i)?.[1] ?? "utf-8";
  html.value = decoderOf(declared).decode(bytes);
  read(dehusk);
}

function decoderOf(name: string): TextDecoder {
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder();
  }
}

show();
try {
  const dehusk = await load(new URL("dehusk.wasm", import.meta.url));
  html.addEventListener("input", () => read(dehusk));
  for (const field of [url, extractor]) field.addEventListener("change", () => read(dehusk));
  byId("given").addEventListener("submit", (event) => event.preventDefault());
  byId<HTMLInputElement>("file").addEventListener("change", (event) =>
    take((event.target as HTMLInputElement).files, dehusk),
  );
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const text = event.dataTransfer?.getData("text/html") || event.dataTransfer?.getData("text/plain");
    if (event.dataTransfer?.files.length) take(event.dataTransfer.files, dehusk);
    else if (text) {
      html.value = text;
      read(dehusk);
    }
  });
  document.documentElement.dataset.ready = "yes";
  read(dehusk);
} catch (error) {
  say(`The module could not be loaded: ${error instanceof Error ? error.message : error}`);
}

// The content to take along: copied, or saved as a file, with its pictures linked or in it.
import { fragmentOf } from "../../../bindings/npm/src/content.js";
import { ask, type ReadAnswer, say } from "../messages.js";
import { pictureOf } from "../pictures.js";
import { make } from "./host.js";

export class Output {
  /** Where a link stands for the moment in which it is followed: the page sees nothing of it. */
  readonly #root: ShadowRoot;
  readonly #tree: string;
  readonly #answer: ReadAnswer;
  readonly #url = location.href;

  constructor(root: ShadowRoot, tree: string, answer: ReadAnswer) {
    this.#root = root;
    this.#tree = tree;
    this.#answer = answer;
  }

  #render(form: "text" | "markdown" | "content"): Promise<string> {
    return ask({ ask: "render", tree: this.#tree, url: this.#url, form });
  }

  /** Puts the content onto the clipboard, and says so. */
  async copy(form: "text" | "markdown"): Promise<string> {
    await toClipboard(await this.#render(form));
    return say("copied");
  }

  /** Saves the content as a file, and says what became of it. */
  async save(form: "markdown" | "html"): Promise<string> {
    const content = document.implementation.createHTMLDocument();
    content.body.append(fragmentOf(await this.#render("content"), content));
    const { embedMedia } = this.#answer.settings;
    const pictures = embedMedia ? await embedded(content.querySelectorAll("img")) : new Map<string, string>();
    const linked = embedMedia ? new Set([...content.images].map(({ src }) => src)).size - pictures.size : 0;
    const text = form === "html" ? this.#html(content, pictures) : await this.#markdown(pictures);
    download(
      this.#root,
      text,
      `${fileName(this.#title)}.${form === "html" ? "html" : "md"}`,
      form === "html" ? "text/html" : "text/markdown",
    );
    return linked > 0 ? say("savedLinked", linked) : say("saved");
  }

  get #title(): string {
    return this.#answer.about.title?.value ?? document.title;
  }

  /** The Markdown below what is known of the page, in the form that editors of notes read. */
  async #markdown(pictures: Map<string, string>): Promise<string> {
    const { about } = this.#answer;
    const known: [string, unknown][] = [
      ["title", about.title?.value],
      ["url", this.#url],
      ["authors", about.authors.length > 0 ? about.authors.map(({ value }) => value) : undefined],
      ["published", about.published?.value],
      ["site", about.site_name?.value],
    ];
    const lines = known
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    let markdown = await this.#render("markdown");
    for (const [from, to] of pictures) markdown = markdown.replaceAll(`](${from}`, `](${to}`);
    return `---\n${lines.join("\n")}\n---\n\n${markdown}\n`;
  }

  #html(content: Document, pictures: Map<string, string>): string {
    for (const image of content.querySelectorAll("img")) {
      const data = pictures.get(image.src);
      if (data) image.src = data;
    }
    const { language } = this.#answer.about;
    content.title = this.#title;
    if (language) content.documentElement.lang = language.value;
    const meta = (attributes: Record<string, string>) => {
      const element = content.createElement("meta");
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      return element;
    };
    const style = content.createElement("style");
    style.textContent =
      "body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 Georgia,serif}img,video{max-width:100%;height:auto}pre{overflow:auto}";
    content.head.prepend(
      meta({ charset: "utf-8" }),
      meta({ "http-equiv": "Content-Security-Policy", content: "script-src 'none'" }),
      meta({ name: "viewport", content: "width=device-width" }),
      style,
    );
    const source = content.createElement("p");
    const link = content.createElement("a");
    link.href = this.#url;
    link.textContent = this.#url;
    source.append(link);
    content.body.append(content.createElement("hr"), source);
    return `<!doctype html>\n${content.documentElement.outerHTML}\n`;
  }
}

/** The pictures that may be read, as data. */
async function embedded(images: Iterable<HTMLImageElement>): Promise<Map<string, string>> {
  const addresses = new Set([...images].map(({ src }) => src));
  const found = await Promise.all([...addresses].map(async (address) => [address, await dataOf(address)] as const));
  return new Map(found.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** A picture as the page may read it, or as the user has allowed us to. */
async function dataOf(address: string): Promise<string | null> {
  try {
    return await pictureOf(await fetch(address, { credentials: "omit", cache: "force-cache" }));
  } catch {
    return ask<string | null>({ ask: "fetch", url: address }).catch(() => null);
  }
}

/** A name that every file system takes. */
export function fileName(title: string): string {
  const name = title
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return Array.from(name).slice(0, 80).join("") || "page";
}

function download(root: ShadowRoot, text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = make("a", { href: url, download: name });
  root.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Pages without encryption have no clipboard of the new kind. */
async function toClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { style: "position:fixed;opacity:0", "aria-hidden": "true" });
    area.value = text;
    document.documentElement.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error(say("notCopied"));
  }
}

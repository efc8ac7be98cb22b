// The button as it works on one page.
import { type Tree, treeOfInTurns } from "../../../bindings/npm/src/tree.js";
import { ask, type Press, type ReadAnswer, say } from "../messages.js";
import type { Mode } from "../settings.js";
import { Bar } from "./bar.js";
import { Explain } from "./explain.js";
import { Host } from "./host.js";
import { InPlace } from "./in-place.js";
import { Output } from "./output.js";
import { isScrolled } from "./positions.js";
import { Reader } from "./reader.js";
import { setStyle } from "./style.js";

/** What can be undone: one of the ways to show a page. */
interface Shown {
  kind: Mode | "explain";
  undo(): void;
}

/** Milliseconds since the button was pressed at which something was done. */
export type Timings = Record<"pressed" | "read" | "judged" | "shown", number>;

/** One page, as it is shown. */
export class Page {
  /** The name of our attribute differs each time, so that no page can look for it. */
  readonly #attribute = `data-${randomLetters(10)}`;
  #shown: Shown | null = null;
  #host: Host | null = null;
  #busy = false;
  timings: Timings | null = null;

  /** Shows the page in a way, or as it was where it is shown so already. */
  async press({ press, at }: Press): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      const mode = press === "default" ? (await ask<ReadAnswer["settings"]>({ ask: "settings" })).mode : press;
      const again = this.#shown && (press === "default" || this.#shown.kind === mode);
      await this.off();
      if (!again) await this.#on(mode, at);
    } finally {
      this.#busy = false;
    }
  }

  /** Makes the page what it was. */
  async off(): Promise<void> {
    if (!this.#shown) return;
    this.#host?.remove();
    this.#host = null;
    this.#shown.undo();
    this.#shown = null;
    await Promise.all([setStyle(this.#attribute, false), ask({ ask: "badge", badge: null })]);
  }

  async #on(mode: Mode | "explain", at: number): Promise<void> {
    const clock = performance.now() - (Date.now() - at);
    const since = () => performance.now() - clock;
    const timings = { pressed: since(), read: 0, judged: 0, shown: 0 };
    const scrolled: Element[] = [];
    const note = (element: Element) => isScrolled(element) && scrolled.push(element);
    const tree = await treeOfInTurns(document, { shadowRoot: closedRoot, onElement: note });
    timings.read = since();
    const url = location.href;
    const styled = setStyle(this.#attribute, true);
    const answer = await ask<ReadAnswer>({ ask: "read", tree: tree.text, url });
    timings.judged = since();
    await styled;
    this.#host = new Host(this.#attribute);
    this.#shown = await this.#show(mode, tree, scrolled, answer);
    timings.shown = since();
    this.timings = timings;
    this.#bar(mode, tree, answer);
    const { confidence, trouble } = answer.about;
    await ask({ ask: "badge", badge: { confidence, trouble: trouble?.code ?? null, empty: answer.about.empty } });
  }

  async #show(mode: Mode | "explain", tree: Tree, scrolled: Element[], answer: ReadAnswer): Promise<Shown> {
    const host = this.#host as Host;
    const nothing = answer.about.empty && mode !== "explain";
    if (nothing) return { kind: mode, undo() {} };
    switch (mode) {
      case "in-place": {
        const shown = new InPlace(this.#attribute, tree, scrolled, answer.marks);
        return { kind: mode, undo: () => shown.undo() };
      }
      case "reader": {
        const content = await ask<string>({ ask: "render", tree: tree.text, url: location.href, form: "content" });
        const reader = new Reader(this.#attribute, host, scrolled, answer, content);
        return { kind: mode, undo: () => reader.undo() };
      }
      case "explain": {
        const explain = await Explain.of(host, tree);
        return { kind: mode, undo: () => explain.undo() };
      }
    }
  }

  #bar(mode: Mode | "explain", tree: Tree, answer: ReadAnswer): void {
    const output = new Output((this.#host as Host).root, tree.text, answer);
    const to = (press: Press["press"]) => () => this.press({ press, at: Date.now() });
    new Bar(this.#host as Host, mode, answer, output, {
      inPlace: to("in-place"),
      reader: to("reader"),
      explain: to("explain"),
      close: () => this.off(),
      options: () => ask({ ask: "options", site: location.hostname }),
    });
  }
}

/** The shadow root of an element, closed ones included: the reader sees what is in them. */
function closedRoot(element: Element): ShadowRoot | null {
  const firefox = (element as Element & { openOrClosedShadowRoot?: ShadowRoot | null }).openOrClosedShadowRoot;
  if (firefox !== undefined) return firefox;
  try {
    const { dom } = chrome;
    return element instanceof HTMLElement ? dom.openOrClosedShadowRoot(element) : null;
  } catch {
    return null;
  }
}

function randomLetters(count: number): string {
  const numbers = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(numbers, (number) => String.fromCharCode(97 + (number % 26))).join("");
}

/** Tells why nothing could be shown, where a person sees it. */
export function complain(error: unknown): void {
  ask({ ask: "badge", badge: { confidence: null, trouble: "failed", empty: true } }).catch(() => {});
  console.warn(say("name"), error instanceof Error ? error.message : error);
}

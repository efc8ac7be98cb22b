// The bar: what was found, how sure that is, and what can be done with it.
import { type ReadAnswer, say } from "../messages.js";
import type { Mode } from "../settings.js";
import { button, type Host, make } from "./host.js";
import type { Output } from "./output.js";

/** What its buttons do to the page. */
export interface Actions {
  inPlace(): unknown;
  reader(): unknown;
  explain(): unknown;
  close(): unknown;
  options(): unknown;
}

/** A confidence below this is worth a word. */
const LOW = 0.7;

export class Bar {
  readonly #status = make("p", { class: "status", role: "status" });

  constructor(host: Host, mode: Mode | "explain", answer: ReadAnswer, output: Output, actions: Actions) {
    const { about } = answer;
    const views: [Mode | "explain", () => unknown][] = [
      ["in-place", actions.inPlace],
      ["reader", actions.reader],
      ["explain", actions.explain],
    ];
    const buttons = views.map(([view, show]) =>
      button(say(`view_${view.replace("-", "_")}`), show, {
        "aria-pressed": String(view === mode),
        class: "view",
        "data-view": view,
      }),
    );
    const bar = make(
      "div",
      { class: "bar", role: "toolbar", "aria-label": say("name") },
      this.#status,
      ...buttons,
      about.empty ? "" : this.#more(output, actions),
      button("×", actions.close, { class: "close", "aria-label": say("close"), title: say("close") }),
    );
    bar.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && event.isTrusted) actions.close();
    });
    host.root.append(bar);
    // A status that is there from the start is not read out; one that changes is. Whoever was faster than that has been
    // told something else by now, which stays.
    setTimeout(() => this.#status.textContent || this.#say(statusOf(answer)), 50);
  }

  #say(text: string): void {
    this.#status.textContent = text;
    this.#status.title = text;
  }

  #more(output: Output, actions: Actions): HTMLElement {
    const done = (work: () => Promise<string>) => async () => {
      menu.open = false;
      try {
        this.#say(await work());
      } catch (error) {
        this.#say(error instanceof Error ? error.message : String(error));
      }
    };
    const entries: [string, () => unknown][] = [
      ["copyMarkdown", done(() => output.copy("markdown"))],
      ["copyText", done(() => output.copy("text"))],
      ["saveMarkdown", done(() => output.save("markdown"))],
      ["saveHtml", done(() => output.save("html"))],
      ["print", () => print()],
      ["options", actions.options],
    ];
    const items = entries.map(([key, press]) => button(say(key), press, { "data-action": key }));
    const menu = make(
      "details",
      { class: "more" },
      make("summary", {}, say("more")),
      make("div", { class: "menu" }, ...items),
    );
    return menu;
  }
}

/** What was found, in a line. */
function statusOf({ about, words }: ReadAnswer): string {
  const trouble = about.trouble ? say(`trouble_${about.trouble.code.replaceAll("-", "_")}`) : "";
  if (about.empty) return trouble || say("nothing");
  const minutes = Math.max(1, Math.round(words / 230));
  const sure = about.confidence === null ? "" : say("confidence", Math.round(about.confidence * 100));
  const low = about.confidence !== null && about.confidence < LOW;
  return [trouble && (low || about.trouble) ? trouble : "", say("minutes", minutes), sure].filter(Boolean).join(" · ");
}

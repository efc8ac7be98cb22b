// The part of the options that shows what is remembered of sites: each can be looked at, saved and forgotten.
import { load } from "../../bindings/npm/src/index.js";
import { allSites, forget, type Kept, type Shown, shown } from "./memory.js";
import { say } from "./messages.js";

/** Places of a site that are shown. */
const PLACES = 40;

const byId = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;

/** Shows the sites as they are remembered now. */
export async function showMemories(): Promise<void> {
  const sites = (await allSites()).toSorted((a, b) => a.site.localeCompare(b.site));
  const nothing = make("li", {}, say("memoryNone"));
  byId("memories").replaceChildren(...(sites.length > 0 ? await Promise.all(sites.map(entry)) : [nothing]));
  byId("forget-all").hidden = sites.length === 0;
}

byId("forget-all").addEventListener("click", async () => {
  await forget();
  await showMemories();
});

async function entry(kept: Kept): Promise<HTMLElement> {
  const known = shown(await load("dehusk.wasm"), kept, PLACES);
  const details = make("details", {}, make("summary", {}, `${kept.site} · ${say("memoryPages", known.documents)}`));
  details.append(tableOf(known));
  const action = (key: string, work: () => unknown) => {
    const button = make("button", { type: "button", "aria-label": `${say(key)}: ${kept.site}` }, say(key));
    button.addEventListener("click", work);
    return button;
  };
  const forgetIt = () => forget(kept.site).then(showMemories);
  return make(
    "li",
    {},
    details,
    action("memorySave", () => save(kept)),
    action("memoryForget", forgetIt),
  );
}

function tableOf({ places }: Shown): HTMLElement {
  const row = (name: "th" | "td", cells: string[]) => make("tr", {}, ...cells.map((cell) => make(name, {}, cell)));
  const percent = (content: number) => `${Math.round(content * 100)} %`;
  const rows = places.map(({ pages, content, path }) => row("td", [String(pages), percent(content), path]));
  const head = row("th", [say("memoryTimes"), say("memoryContent"), say("memoryPlace")]);
  return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
}

/** Saves the file that `dehusk site import` reads. */
function save({ site, bytes }: Kept): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: "application/octet-stream" }));
  make("a", { href: url, download: `${site}.site` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function make(name: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const element = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.append(...children);
  return element;
}

// What sites have shown before, if the user wants it kept: on this device, in the extension's own database.
//
// Only pages on which the button is pressed are learned from, since no others are ever seen, and none of private windows.
import { getDomain } from "tldts-icann";
import type { Article } from "../../bindings/npm/src/article.js";
import type { Dehusk } from "../../bindings/npm/src/dehusk.js";

/** A site as it is kept. */
export interface Kept {
  /** Its registered domain. */
  site: string;
  /** The file of `dehusk site export`. */
  bytes: Uint8Array;
  /** When it was seen last, in milliseconds. */
  seen: number;
}

/** What is known of a site, for people. */
export interface Shown {
  documents: number;
  hosts: { host: string; pages: number; changes: number }[];
  places: { host: string; path: string; pages: number; content: number }[];
}

/** Sites that are kept; beyond them the one that was not seen for longest goes. */
const MAX_SITES = 500;
const STORE = "sites";

/** The site of an address by its registered domain, as the command names it; none where it is no page of the web. */
export function siteOf(url: string): string | null {
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) ? (getDomain(hostname) ?? hostname) : null;
}

/** Every site that is kept. */
export const allSites = (): Promise<Kept[]> => within("readonly", (store) => store.getAll());

const siteBy = (site: string): Promise<Kept | undefined> => within("readonly", (store) => store.get(site));

/** Forgets a site, or all. */
export const forget = (site?: string): Promise<unknown> =>
  within("readwrite", (store) => (site === undefined ? store.clear() : store.delete(site)));

async function keep(kept: Kept): Promise<void> {
  await within("readwrite", (store) => store.put(kept));
  const all = await allSites();
  const old = all.toSorted((a, b) => b.seen - a.seen).slice(MAX_SITES);
  for (const { site } of old) await forget(site);
}

/** One thing done to the store. */
async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open("dehusk", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: "site" });
  const database = await done(opening);
  try {
    return await done(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((fine, failed) => {
    request.onsuccess = () => fine(request.result);
    request.onerror = () => failed(request.error);
  });
}

/** Two pages of a site may be read at once, and each has to learn from what the other has taught. */
let turn: Promise<unknown> = Promise.resolve();

/** What `ask` says of a page that is read with what its site has shown before. */
export function withMemory<T>(
  dehusk: Dehusk,
  page: { tree: string; site: string; options: Record<string, unknown>; learn: boolean },
  ask: (article: Article) => T,
): Promise<T> {
  const mine = turn.then(async () => {
    const memory = memoryFrom(dehusk, await siteBy(page.site));
    try {
      const article = dehusk.readOfSite(page.tree, page.options, { ...page, memory });
      if (page.learn) await keep({ site: page.site, bytes: memory.encode(), seen: Date.now() });
      try {
        return ask(article);
      } finally {
        article.free();
      }
    } finally {
      memory.free();
    }
  });
  turn = mine.catch(() => {});
  return mine;
}

/** What was kept; where that can not be read, it is learned anew. */
function memoryFrom(dehusk: Dehusk, kept: Kept | undefined) {
  try {
    return dehusk.memory(kept?.bytes);
  } catch {
    return dehusk.memory();
  }
}

/** What is known of a site, with so many of its places. */
export function shown(dehusk: Dehusk, kept: Kept, places: number): Shown {
  const memory = memoryFrom(dehusk, kept);
  try {
    return JSON.parse(memory.show(places)) as Shown;
  } finally {
    memory.free();
  }
}

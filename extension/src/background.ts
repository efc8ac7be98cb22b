// The part that has the module. Pages are judged here, away from them: a page can neither see it work nor slow it down,
// and one that is out to harm it reaches nothing else.
import type { Article } from "../../bindings/npm/src/article.js";
import { load } from "../../bindings/npm/src/index.js";
import { registerAlways } from "./always.js";
import { showBadge } from "./badge.js";
import { siteOf, withMemory } from "./memory.js";
import { type Press, type ReadAnswer, type Request, say } from "./messages.js";
import { fetchPicture } from "./pictures.js";
import { extractionOptions, loadSettings, saveSettings } from "./settings.js";

chrome.action.onClicked.addListener((tab) => press(tab, { press: "default", at: Date.now() }));

chrome.commands.onCommand.addListener((command, tab) => {
  if (tab && (command === "reader" || command === "explain")) press(tab, { press: command, at: Date.now() });
});

/** Presses the button in a tab: its part in the page is put there when it is first needed. */
async function press(tab: chrome.tabs.Tab, message: Press): Promise<void> {
  if (tab.id === undefined) return;
  // The module takes longest to be there, so it is begun with.
  module().catch(() => {});
  try {
    if (await wasPressed(tab.id, message)) return;
    await chrome.scripting.executeScript({ target: { tabId: tab.id }, files: ["content.js"] });
    // Firefox does not say that a page of its own has taken no script.
    if (!(await wasPressed(tab.id, message))) throw new Error(say("closedPage"));
  } catch (error) {
    lastAnswer = { at: message.at, timings: null, error: String(error) };
    // Pages of the browser itself, its store, and files it shows by itself are closed to extensions.
    await showBadge(tab.id, { confidence: null, trouble: "closed-page", empty: true });
  }
}

/** What the page's part said last of how long it took; nothing but tests reads it. */
let lastAnswer: unknown;
(globalThis as unknown as { lastAnswer(): unknown }).lastAnswer = () => lastAnswer;

async function wasPressed(tabId: number, message: Press): Promise<boolean> {
  const answer: unknown = await chrome.tabs.sendMessage(tabId, message, { frameId: 0 }).catch(() => undefined);
  lastAnswer = answer ?? lastAnswer;
  return answer !== undefined;
}

chrome.runtime.onMessage.addListener((request: Request, sender, answer) => {
  if (sender.id !== chrome.runtime.id) return false;
  answered(request, sender).then(
    (ok) => answer({ ok: ok ?? null }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  );
  return true;
});

async function answered(request: Request, sender: chrome.runtime.MessageSender): Promise<unknown> {
  switch (request.ask) {
    case "read":
      return read({ ...request, sender });
    case "render":
      return withArticle({ ...request, sender }, (article) =>
        request.form === "content" ? article.contentTree : article[request.form],
      );
    case "blocks":
      return withArticle({ ...request, sender }, ({ about, blocks }) => ({ about, blocks }));
    case "style":
      return style(sender, request.css, request.on);
    case "badge":
      return showBadge(sender.tab?.id, request.badge);
    case "settings":
      return loadSettings();
    case "save-settings":
      return saveSettings(request.settings);
    case "fetch":
      return fetchPicture(request.url);
    case "options":
      return openOptions(request.site);
  }
}

function module() {
  return load(chrome.runtime.getURL("dehusk.wasm"));
}

/** A page as it was sent here. */
interface Sent {
  tree: string;
  url: string;
  sender: chrome.runtime.MessageSender;
}

/** Asks something of the article in a page, and forgets it. Its site learns from it where that is wanted. */
async function withArticle<T>(page: Sent, ask: (article: Article) => T, learn = false): Promise<T> {
  const [dehusk, settings] = await Promise.all([module(), loadSettings()]);
  const options = extractionOptions(settings, page.url);
  const isPrivate = page.sender.tab?.incognito !== false;
  const site = settings.memory && settings.extractor === "auto" && !isPrivate ? siteOf(page.url) : null;
  if (site) return withMemory(dehusk, { tree: page.tree, site, options, learn }, ask);
  const article = dehusk.read(page.tree, options);
  try {
    return ask(article);
  } finally {
    article.free();
  }
}

async function read(page: Sent): Promise<ReadAnswer> {
  const settings = await loadSettings();
  const answer = ({ about, marks, text }: Article) => ({
    about,
    marks: Array.from(marks),
    words: wordsIn(text),
    settings,
  });
  return withArticle(page, answer, true);
}

/** As many words as a reader would count; in scripts without spaces two characters are one. */
function wordsIn(text: string): number {
  const dense = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) + dense / 2;
}

async function style(sender: chrome.runtime.MessageSender, css: string, on: boolean): Promise<void> {
  if (sender.tab?.id === undefined) throw new Error(say("closedPage"));
  const change = on ? chrome.scripting.insertCSS : chrome.scripting.removeCSS;
  await change({ target: { tabId: sender.tab.id, allFrames: true }, css, origin: "USER" });
}

/** Opens the options, at a site where one is given. */
async function openOptions(site?: string): Promise<void> {
  const url = chrome.runtime.getURL("options.html") + (site ? `#${encodeURIComponent(site)}` : "");
  await chrome.tabs.create({ url });
}

chrome.runtime.onInstalled.addListener(() => registerAlways());
chrome.permissions.onRemoved.addListener(() => registerAlways());
chrome.permissions.onAdded.addListener(() => registerAlways());
chrome.storage.onChanged.addListener((changes) => {
  if (changes.settings) registerAlways();
});

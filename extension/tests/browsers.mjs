// Chromium and Firefox with the extension in them, behind one interface.
//
// The button is really pressed: Chromium and Firefox are told to run the extension's action on a tab, as a click on the
// toolbar does, so that the tests have the rights that users give and no others. What the extension itself sees is asked
// from one of its own pages, the options.
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";

const ID = "dehusk@dehusk.invalid";
const PROGRAMS = {
  chrome: [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"],
  firefox: [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"],
};

/** The program of a browser, if there is one. */
export const programOf = (kind) => PROGRAMS[kind].find((path) => path && existsSync(path));

/** The browsers there are; those there are not are named. */
export function browsers() {
  const wanted = process.env.DEHUSK_BROWSERS?.split(",") ?? Object.keys(PROGRAMS);
  return wanted.filter((kind) => {
    if (!programOf(kind)) console.error(`SKIPPED: there is no ${kind}. The extension was NOT tested in it.`);
    return programOf(kind) !== undefined;
  });
}

/** Starts a browser with the extension of a folder, which is that of the last build if none is given. */
export async function launch(kind, { folder, downloads = tmpdir() } = {}) {
  const extension = folder ?? fileURLToPath(new URL(`../dist/${kind}`, import.meta.url));
  const session = kind === "chrome" ? await chromium(extension, downloads) : await firefox(extension, downloads);
  await session.connect();
  return session;
}

class Session {
  constructor(browser, kind) {
    this.browser = browser;
    this.kind = kind;
  }

  /** Opens one of the extension's own pages to ask from. */
  async connect() {
    this.control = await this.openOwn("options.html");
  }

  async openOwn(file) {
    const page = await this.browser.newPage();
    await page.goto(`${this.origin}/${file}`, { waitUntil: "domcontentloaded" });
    return page;
  }

  /** Opens the options anew, and waits until they show what is remembered. */
  async reload() {
    await this.control.close();
    await this.connect();
    await until(() => this.ask("() => document.querySelector('#memories')?.childElementCount > 0"));
  }

  /** Opens a page and waits until it is whole. */
  async open(url, size = { width: 1000, height: 700 }) {
    const page = await this.browser.newPage();
    await page.setViewport(size);
    await page.goto(url, { timeout: 120_000 });
    await page.bringToFront();
    return page;
  }

  /** Opens a page of the browser itself, to which no extension gets. */
  openClosed() {
    return this.open("chrome://version/");
  }

  /** What `work` gives, run in one of the extension's pages. */
  ask(work, ...given) {
    return this.control.evaluate(`(${work})(...${JSON.stringify(given)})`);
  }

  /** Runs a function in a page as the extension's own script there would. */
  async inPage(page, work, ...given) {
    const inside = `async (url) => {
      const tabs = await chrome.tabs.query({});
      let last;
      for (const tab of tabs.reverse()) {
        try {
          const [answer] = await chrome.scripting.executeScript({
            target: { tabId: tab.id }, args: ${JSON.stringify([JSON.stringify(given)])},
            func: async (given) => ({ url: location.href, value: await (${work})(...JSON.parse(given)) }),
          });
          if (answer?.result?.url === url) return answer.result.value;
          last = answer?.error ?? last;
        } catch (error) { last = String(error); }
      }
      throw new Error("no tab answered: " + last);
    }`;
    return this.ask(inside, page.url());
  }

  /** Presses the button, and waits until everything is done. Gives what was measured. */
  async press(page) {
    for (let tries = 1; ; tries++) {
      const before = await this.lastAnswer();
      await this.trigger(page);
      try {
        return await this.#answered(before);
      } catch (error) {
        // Chromium takes the right to a tab back when a page is loaded, at times after it has said that it is.
        if (tries === 3 || !/Cannot access contents/.test(error.message)) throw error;
        await sleep(300);
      }
    }
  }

  /** Uses one of the extension's commands, as its key would. The button must have been pressed in this page before. */
  async command(page, name) {
    const before = await this.lastAnswer();
    await this.dispatch(page, name);
    return this.#answered(before);
  }

  async #answered(before) {
    for (let waited = 0; waited < 30_000; waited += 20) {
      const answer = await this.lastAnswer();
      if (answer && answer.at !== before?.at) {
        if (answer.error) throw new Error(answer.error);
        return answer;
      }
      await sleep(20);
    }
    throw new Error(`the press was not answered; the badge says ${JSON.stringify(await this.badge())}`);
  }

  /** Sets what the user has chosen; what is not named is as it comes. */
  settings(settings = {}) {
    return this.ask("(settings) => chrome.storage.local.set({ settings })", settings);
  }

  /** What the button shows for the tab in front. */
  badge() {
    return this.ask(`async () => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      const tabId = tab.id;
      return { text: await chrome.action.getBadgeText({ tabId }), title: await chrome.action.getTitle({ tabId }) };
    }`);
  }

  close() {
    return this.browser.close();
  }
}

async function chromium(folder, downloads) {
  const browser = await puppeteer.launch({
    executablePath: programOf("chrome"),
    headless: true,
    pipe: true,
    enableExtensions: [folder],
    // A page of which less is shown is shorter, and would load the pictures that come into view: all are loaded at once.
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--lang=en",
      "--blink-settings=lazyLoadEnabled=false",
    ],
    downloadBehavior: { policy: "allow", downloadPath: downloads },
  });
  const extension = await until(async () => [...(await browser.extensions()).values()][0]);
  const worker = () => until(async () => (await extension.workers())[0]);
  const session = new Session(browser, "chrome");
  session.origin = `chrome-extension://${extension.id}`;
  session.trigger = (page) => extension.triggerAction(page);
  session.lastAnswer = async () => (await worker()).evaluate(() => globalThis.lastAnswer());
  session.dispatch = async (page, name) => {
    await page.bringToFront();
    await (await worker()).evaluate(async (name) => {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      chrome.commands.onCommand.dispatch(name, tab);
    }, name);
  };
  return session;
}

async function firefox(folder, downloads) {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: programOf("firefox"),
    headless: true,
    args: ["--remote-allow-system-access"],
    extraPrefsFirefox: {
      "media.autoplay.default": 0,
      "dom.image-lazy-loading.enabled": false,
      // What a remote control can say of downloads holds for pages, not for what an extension saves.
      "browser.download.folderList": 2,
      "browser.download.dir": downloads,
      "browser.download.useDownloadDir": true,
      "browser.download.alwaysOpenPanel": false,
      "browser.download.always_ask_before_handling_new_types": false,
      "browser.helperApps.neverAsk.saveToDisk": "text/markdown,text/html,application/octet-stream",
    },
  });
  await browser.installExtension(folder);
  const tree = await browser.connection.send("browsingContext.getTree", { "moz:scope": "chrome" });
  const target = { context: tree.result.contexts[0].context };
  const evaluate = async (expression, target) => {
    const written = `(async () => JSON.stringify(await ${expression}))()`;
    const command = { expression: written, target, awaitPromise: true };
    const { result } = await browser.connection.send("script.evaluate", command);
    if (result.type === "exception") throw new Error(result.exceptionDetails.text);
    return result.result.value === undefined ? undefined : JSON.parse(result.result.value);
  };
  // Runs in the browser itself, around its pages.
  const inBrowser = (work) => evaluate(`(async () => { ${work} })()`, target);
  const policy = `WebExtensionPolicy.getByID(${JSON.stringify(ID)})`;
  const global = `ChromeUtils.importESModule("resource://gre/modules/ExtensionParent.sys.mjs").ExtensionParent.apiManager.global`;
  const session = new Session(browser, "firefox");
  session.origin = `moz-extension://${await inBrowser(`return ${policy}.mozExtensionHostname`)}`;
  session.trigger = async (page) => {
    await page.bringToFront();
    await inBrowser(`${global}.browserActionFor(${policy}.extension).triggerAction(window)`);
  };
  // One of the extension's own tabs. Firefox only speaks of those that were its from the start.
  session.openOwn = async (file) => {
    const url = `${session.origin}/${file}`;
    await inBrowser(`gBrowser.addTab("${url}", {
      triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal(), inBackground: true })`);
    const context = await until(async () => {
      const { result } = await browser.connection.send("browsingContext.getTree", {});
      return result.contexts.find((context) => context.url === url)?.context;
    });
    // The tab has its address before it has its document.
    const isThere = `document.readyState === "complete" && typeof chrome === "object"`;
    await until(() => evaluate(`(() => ${isThere})()`, { context }).catch(() => false));
    const close = () => browser.connection.send("browsingContext.close", { context });
    return { evaluate: (expression) => evaluate(expression, { context }), close };
  };
  // Firefox never says of its own pages that they are there.
  session.openClosed = async () => {
    await inBrowser(`gBrowser.selectedTab = gBrowser.addTab("about:license", {
      triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() })`);
    await until(() => inBrowser(`return gBrowser.selectedBrowser.currentURI.spec === "about:license"`));
    return { bringToFront() {}, close: () => inBrowser("gBrowser.removeCurrentTab()") };
  };
  session.lastAnswer = () => session.ask("async () => (await chrome.runtime.getBackgroundPage()).lastAnswer()");
  session.dispatch = async (page, name) => {
    await page.bringToFront();
    await inBrowser(`const keys = [...document.querySelectorAll("keyset[id*=dehusk] key")];
      keys.find((key) => key.getAttribute("key")?.toLowerCase() === ${JSON.stringify(name[0])}).doCommand();`);
  };
  return session;
}

async function until(look) {
  for (let waited = 0; waited < 20_000; waited += 50) {
    const found = await look();
    if (found) return found;
    await sleep(50);
  }
  throw new Error("the extension did not start");
}

// Every promise of the extension, in every browser there is.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fixtures, story } from "../../bindings/npm/test/pages.mjs";
import { browsers, launch } from "./browsers.mjs";
import * as made from "./made.mjs";
import { inside, QUIET, serve } from "./pages.mjs";
import { toggle } from "./toggle.mjs";

/** Pages of which more is written than is shown, such as formulas in TeX and ticks, or less: numbers of lines. */
const WRITTEN_OTHERWISE = new Set(["code", "formulas", "notes", "remarks", "thread"]);

const look = await inside();
const pages = await serve((path) => {
  const number = path.match(/^\/ferry\/(\d+)$/)?.[1];
  if (number) return made.ofSite(Number(number));
  if (path === "/boat.jpg")
    return { type: "image/png", body: readFileSync(new URL("../icons/16.png", import.meta.url)) };
  return path === "/story" ? story : made.PAGES[path];
});
const quiet = await serve((path) => fixtures.find(({ name }) => path === `/${name}`)?.html, QUIET);
after(() => {
  pages.close();
  quiet.close();
});

for (const kind of browsers()) {
  describe(kind, () => {
    let session;
    const downloads = mkdtempSync(join(tmpdir(), "dehusk-"));
    before(async () => {
      session = await launch(kind, { downloads });
    });
    after(async () => {
      await session?.close();
      rmSync(downloads, { recursive: true, force: true });
    });

    /** Opens a page with some settings, and closes it when the work is done. */
    async function on(path, settings, work) {
      await session.settings(settings);
      const page = await session.open(pages.url + path);
      try {
        return await work(page, (what) => look(session, page, what));
      } finally {
        await page.close();
      }
    }

    test("two presses leave every fixture as it was, and one shows its article", async () => {
      await session.settings({});
      for (const { name } of fixtures) {
        const result = await toggle(session, look, `${quiet.url}/${name}`);
        assert.ok(result.same, `${name}: ${result.difference}`);
        if (!WRITTEN_OTHERWISE.has(name)) assert.ok(result.likeness >= 0.995, `${name}: ${result.likeness}`);
      }
    });

    test("nodes, listeners, scroll, focus and a playing video are kept", () =>
      on("/playing", {}, async (page) => {
        await page.waitForFunction(() => globalThis.ready);
        await page.evaluate(() => globalThis.scrollTo(0, 900));
        const known = () =>
          page.evaluate(() => {
            const { video, button, deep } = globalThis.held;
            button.click();
            const isSame = video === document.querySelector("video") && button === document.querySelector("#count");
            return {
              isSame,
              clicks: globalThis.clicks,
              paused: video.paused,
              at: video.currentTime,
              deep: deep.scrollTop,
              focus: document.activeElement.id,
              y: globalThis.scrollY,
              restarts: globalThis.restarts,
            };
          });
        const first = await known();
        await session.press(page);
        const during = await page.evaluate(() => globalThis.held.video.paused);
        await session.press(page);
        const second = await known();
        assert.equal(during, false);
        assert.ok(second.at > first.at, "the video went on");
        assert.deepEqual({ ...second, at: 0 }, { ...first, at: 0, clicks: first.clicks + 1 });
      }));

    test("what scripts, shadow roots, slots and frames show is judged as it stands", () =>
      on("/live", {}, async (page, looking) => {
        await page.waitForFunction(() => globalThis.ready);
        await session.press(page);
        const shown = await looking("({ shownText }) => shownText()");
        for (const place of ["script", "open root", "closed root", "slot", "frame"]) {
          assert.match(shown, new RegExp(`said by the ${place}`), place);
        }
        assert.doesNotMatch(shown, /About us/);
        await session.press(page);
        assert.match(await looking("({ shownText }) => shownText()"), /About us/);
      }));

    test("the reader shows the article in its own style", () =>
      on("/long", { mode: "reader" }, async (page, looking) => {
        const before = await page.content();
        await session.press(page);
        const text = await looking('({ askAbout }) => askAbout({ ask: "render", form: "text" })').catch(() => "");
        const reader = await looking(`({ shown }) => {
          const frame = shown().querySelector(".reader");
          const style = getComputedStyle(frame.querySelector("article p"));
          return { text: frame.innerText, headings: frame.querySelectorAll("nav li").length, lang: frame.lang,
            title: frame.querySelector("h1").textContent, color: style.color, details: frame.querySelector(".details").textContent,
            links: [...frame.querySelectorAll("article a")].map((link) => link.href) };
        }`);
        assert.equal(typeof text, "string");
        assert.equal(reader.title, "A year of ferries");
        assert.match(reader.text, /nobody on the quay was surprised/);
        assert.doesNotMatch(reader.text, /About us/);
        assert.equal(reader.headings, 3);
        assert.equal(reader.lang, "en");
        assert.match(reader.details, /\d+ min/);
        assert.notEqual(reader.color, "rgb(1, 2, 3)", "the page's own colour");
        assert.ok(reader.links.every((link) => link.startsWith("http")));
        assert.doesNotMatch(await looking("({ shownText }) => shownText()"), /\p{L}/u, "the page itself is hidden");
        await session.press(page);
        assert.equal(await page.content(), before);
      }));

    test("the reader's type is the reader's choice and is remembered", () =>
      on("/long", { mode: "reader" }, async (page, looking) => {
        await session.press(page);
        const theme = () => looking('({ shown }) => shown().querySelector(".reader").dataset.theme');
        assert.equal(await theme(), "auto");
        await clickIn(page, looking, ".type > summary");
        await clickIn(page, looking, 'button[data-theme="dark"]');
        assert.equal(await theme(), "dark");
        const dark = await looking('({ shown }) => getComputedStyle(shown().querySelector(".reader")).backgroundColor');
        assert.ok(luminance(dark) < 60, dark);
        await sleep(200);
        await session.press(page);
        await session.press(page);
        assert.equal(await theme(), "dark");
        await session.press(page);
      }));

    test("options are followed", async () => {
      const shownWith = (settings) =>
        on("/story", settings, async (page, looking) => {
          await session.press(page);
          return looking(`({ shownText }) => ({ text: shownText(),
            pictures: [...document.images].filter((image) => image.checkVisibility()).length })`);
        });
      const all = await shownWith({});
      assert.match(all.text, /Late again/);
      assert.match(all.text, /The boat/);
      assert.equal(all.pictures, 1);
      const some = await shownWith({ keep: { title: false, captions: false, media: false } });
      assert.doesNotMatch(some.text, /Late again|The boat/);
      assert.match(some.text, /1th time/);
      assert.equal(some.pictures, 0);
      const byR4 = await shownWith({ extractor: "r4" });
      assert.match(byR4.text, /1th time/);
      const byR4Alone = await shownWith({ extractor: "r4", r4: { c: 1 } });
      assert.notEqual(byR4Alone.text, byR4.text, "its parameters matter");
      const nonsense = await shownWith({ extractor: 7, keep: "all", r4: null, mode: "sideways" }).catch((e) => e);
      assert.match(nonsense.text, /1th time/, "what makes no sense is as it comes");
    });

    test("the options page keeps what is chosen", async () => {
      await session.settings({});
      await session.ask(`() => { document.querySelector('[name="extractor"][value="r4"]').click();
        document.querySelector('[name="keep.media"]').click(); }`);
      await sleep(300);
      const kept = await session.ask(`async () => ({ settings: (await chrome.storage.local.get("settings")).settings,
        r4: !document.querySelector("#r4").hidden, unnamed: [...document.querySelectorAll("input, button")]
          .filter((field) => !(field.labels?.[0]?.textContent ?? field.textContent).trim()).length })`);
      assert.equal(kept.settings.extractor, "r4");
      assert.equal(kept.settings.keep.media, false);
      assert.ok(kept.r4, "the parameters of r4 are shown");
      assert.equal(kept.unnamed, 0, "every field has a name for screen readers");
      await session.settings({});
    });

    test("the badge says how sure the answer is, and what is wrong", async () => {
      for (const path of ["/story", "/wall", "/index", "/nothing"]) {
        await on(path, {}, async (page, looking) => {
          await session.press(page);
          const badge = await session.badge();
          const state = await looking(`async ({ askAbout, shown }) =>
            ({ said: shown().querySelector(".status").textContent })`);
          await session.press(page);
          const { about } = await looking('({ askAbout }) => askAbout({ ask: "read" })');
          if (about.empty) assert.equal(badge.text, "–", path);
          else assert.equal(badge.text, String(Math.round(about.confidence * 100)), path);
          if (about.trouble) {
            const key = `trouble_${about.trouble.code.replaceAll("-", "_")}`;
            const message = await session.ask("(key) => chrome.i18n.getMessage(key)", key);
            assert.ok(badge.title.includes(message), `${path}: ${badge.title}`);
            assert.ok(state.said.includes(message) || state.said === "", `${path}: ${state.said}`);
          }
          const off = await session.badge();
          assert.equal(off.text, "", "it goes with the second press");
        });
      }
    });

    test("the explain overlay colours the blocks and tells the reasons", () =>
      on("/story", {}, async (page, looking) => {
        await session.press(page);
        await session.press(page);
        const before = await page.content();
        const { blocks } = await looking('({ askAbout }) => askAbout({ ask: "blocks" })');
        await session.command(page, "explain");
        const boxes = await looking(`({ shown }) => [...shown().querySelectorAll(".box")].map((box) =>
          ({ kept: box.classList.contains("kept"), label: box.getAttribute("aria-label"), at: box.getBoundingClientRect().toJSON() }))`);
        assert.equal(boxes.length, blocks.length);
        blocks.forEach((block, index) => {
          assert.equal(boxes[index].kept, block.kept);
          assert.ok(boxes[index].label.endsWith(block.reason));
        });
        const { x, y, width, height } = boxes.find(({ kept }) => kept).at;
        await page.mouse.move(x + width / 2, y + height / 2);
        await sleep(100);
        const note = await looking(`({ shown }) => { const note = shown().querySelector(".note");
          return { hidden: note.hidden, text: note.textContent }; }`);
        assert.equal(note.hidden, false);
        assert.ok(boxes.some(({ label }) => label === note.text));
        await session.command(page, "explain");
        assert.equal(await page.content(), before);
      }));

    test("its bar can be used with the keyboard alone", () =>
      on("/story", {}, async (page, looking) => {
        const before = await page.content();
        await session.press(page);
        await looking('({ shown }) => shown().querySelector("button.view").focus()');
        await page.keyboard.press("Tab");
        const name = await looking("({ shown }) => shown().activeElement?.dataset.view");
        assert.equal(name, "reader");
        await page.keyboard.press("Enter");
        await eventually(() => looking('({ shown }) => Boolean(shown()?.querySelector(".reader article"))'));
        const unnamed = await looking(`({ shown }) => [...shown().querySelectorAll("button, summary")]
          .filter((one) => !(one.getAttribute("aria-label") ?? one.textContent).trim()).length`);
        assert.equal(unnamed, 0, "everything has a name for screen readers");
        await looking('({ shown }) => shown().querySelector("button.close").focus()');
        await page.keyboard.press("Escape");
        await eventually(async () => (await page.content()) === before);
      }));

    test("a page is saved as Markdown and as HTML", () =>
      on("/story", {}, async (page, looking) => {
        await session.press(page);
        for (const [action, suffix, has] of [
          ["saveMarkdown", ".md", /^---\ntitle: "Late again"\nurl: "http.*!\[A boat\]\(http/s],
          ["saveHtml", ".html", /^<!doctype html>.*<h1>Late again<\/h1>.*<img[^>]* src="http[^>]*>/s],
        ]) {
          await clickIn(page, looking, ".more > summary");
          await clickIn(page, looking, `[data-action="${action}"]`);
          const file = await eventually(() => readdirSync(downloads).find((name) => name.endsWith(suffix)));
          const text = await eventually(() => readFileSync(join(downloads, file), "utf8"));
          assert.equal(file, `Late again${suffix}`);
          assert.match(text, has);
          assert.match(text, /3th time/);
          assert.doesNotMatch(text, /Imprint/);
        }
      }));

    test("saved files carry their pictures where that is wanted", () =>
      on("/story", { embedMedia: true }, async (page, looking) => {
        await session.press(page);
        for (const [action, suffix, has] of [
          ["saveMarkdown", ".md", /!\[A boat\]\(data:image\/png;base64,[\w+/]+=*\)/],
          ["saveHtml", ".html", /<img[^>]* src="data:image\/png;base64,[\w+/]+=*"/],
        ]) {
          // A file of the test before has the same name: one browser writes over it, another numbers the new one.
          for (const name of readdirSync(downloads)) if (name.endsWith(suffix)) rmSync(join(downloads, name));
          await clickIn(page, looking, ".more > summary");
          await clickIn(page, looking, `[data-action="${action}"]`);
          const file = await eventually(() => readdirSync(downloads).find((name) => name.endsWith(suffix)));
          assert.match(await eventually(() => readFileSync(join(downloads, file), "utf8")), has);
        }
      }));

    for (const [action, begins] of [
      ["copyMarkdown", /^# Late again\n/],
      ["copyText", /^Late again\n/],
    ]) {
      test(`the article is copied: ${action}`, () =>
        on("/story", {}, async (page, looking) => {
          await session.press(page);
          await clickIn(page, looking, ".more > summary");
          await clickIn(page, looking, `[data-action="${action}"]`);
          await eventually(async () =>
            /Copied/.test(await looking('({ shown }) => shown().querySelector(".status").textContent')),
          );
          await session.press(page);
          await page.evaluate(() => {
            const area = document.createElement("textarea");
            area.id = "paste";
            document.body.prepend(area);
            area.focus();
          });
          await page.keyboard.down("Control");
          await page.keyboard.press("v");
          await page.keyboard.up("Control");
          const pasted = await page.evaluate(() => document.querySelector("#paste").value);
          assert.match(pasted, begins);
          assert.doesNotMatch(pasted, /Imprint/);
        }));
    }

    test("the article is printed, without the bar", () =>
      on("/story", { mode: "reader" }, async (page, looking) => {
        await session.press(page);
        await looking("() => { globalThis.print = () => { globalThis.printed = true; }; }");
        await clickIn(page, looking, ".more > summary");
        await clickIn(page, looking, '[data-action="print"]');
        await eventually(() => looking("() => globalThis.printed"));
        if (kind !== "chrome") return;
        await page.emulateMediaType("print");
        const seen = await looking(`({ shown }) => ["article", ".bar", ".type"].map((part) =>
          shown().querySelector(part).checkVisibility())`);
        assert.deepEqual(seen, [true, false, false]);
      }));

    test("a page can neither see nor trigger it", () =>
      on("/spy", {}, async (page, looking) => {
        await session.press(page);
        const seen = await page.evaluate(async (origin) => {
          const host = document.documentElement.lastElementChild;
          host.click();
          host.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
          const load = (file) =>
            fetch(`${origin}/${file}`).then(
              () => "read",
              () => "closed",
            );
          return {
            root: host.shadowRoot,
            sends: typeof globalThis.chrome?.runtime?.sendMessage,
            ours: typeof globalThis.dehuskPage,
            files: await Promise.all(["content.js", "dehusk.wasm", "options.html", "manifest.json"].map(load)),
            spied: globalThis.spied,
          };
        }, session.origin);
        assert.equal(seen.root, null);
        assert.equal(seen.sends, "undefined");
        assert.equal(seen.ours, "undefined");
        assert.deepEqual(seen.files, ["closed", "closed", "closed", "closed"]);
        assert.deepEqual(seen.spied, [], "none of the methods the page has put in front of the browser's was called");
        assert.match(await looking("({ shownText }) => shownText()"), /1th time/);
        assert.doesNotMatch(await looking("({ shownText }) => shownText()"), /About us/, "it is still on");
      }));

    test("a form's fields are not taken for methods", () =>
      on("/clobbered", {}, async (page, looking) => {
        const before = await page.content();
        await session.press(page);
        const shown = await looking("({ shownText }) => shownText()");
        assert.match(shown, /1th time/);
        assert.doesNotMatch(shown, /About us/);
        await session.press(page);
        assert.equal(await page.content(), before);
      }));

    test("a site is remembered where that is wanted, shown, saved and forgotten", async () => {
      const shownOn = async (number, memory) =>
        on(`/ferry/${number}`, { memory }, async (page, looking) => {
          await session.press(page);
          return looking("({ shownText }) => shownText()");
        });
      const sites = () => session.ask("() => document.querySelector('#memories').innerText");
      await shownOn(1, false);
      await session.reload();
      assert.match(await sites(), /No site is remembered/);
      assert.match(await shownOn(1, true), /harbour letter/);
      for (let number = 2; number <= 12; number++) await shownOn(number, true);
      const after = await shownOn(20, true);
      assert.match(after, /on quay 20 went home/);
      assert.doesNotMatch(after, /harbour letter/, "what every page has is known by now");
      assert.match(await shownOn(21, false), /harbour letter/, "without the memory it is not");
      await session.reload();
      assert.match(await sites(), /127\.0\.0\.1 · 13 pages/);
      assert.match(await session.ask("() => document.querySelector('#memories table').textContent"), /div\.a/);
      await session.ask("() => document.querySelector('#memories button').click()");
      const file = await eventually(() => readdirSync(downloads).find((name) => name.endsWith(".site")));
      // Firefox puts an empty file there first.
      const written = () => readFileSync(join(downloads, file));
      await eventually(() => written().length > 0);
      const bytes = written();
      assert.equal(file, "127.0.0.1.site");
      assert.equal(bytes.toString("latin1", 0, 4), "dhSi");
      imported(join(downloads, file), "127.0.0.1", /13 documents/);
      await session.ask("() => document.querySelectorAll('#memories button')[1].click()");
      await eventually(async () => /No site is remembered/.test(await sites()));
      assert.match(await shownOn(22, true), /harbour letter/, "it was forgotten");
      await session.ask("() => document.querySelector('#forget-all').click()");
    });

    test("on sites that are chosen and allowed it is always on, and on no others", async () => {
      // What a user allows when the browser asks; the extension as it comes has no right to any site.
      const folder = join(downloads, "allowed");
      cpSync(new URL(`../dist/${kind}`, import.meta.url), folder, { recursive: true });
      const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
      assert.equal(manifest.host_permissions, undefined);
      manifest.host_permissions = ["*://127.0.0.1/*", "*://localhost/*"];
      writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
      const allowed = await launch(kind, { folder });
      const isOn = async (url) => {
        const page = await allowed.open(url);
        const shown = () => look(allowed, page, "({ shown }) => Boolean(shown())");
        const found = await eventually(shown, 3000).catch(() => false);
        if (found)
          await eventually(async () => !/About us/.test(await look(allowed, page, "({ shownText }) => shownText()")));
        await page.close();
        return found;
      };
      try {
        await allowed.settings({ always: ["127.0.0.1"] });
        const registered = (count) => async () =>
          (await allowed.ask("async () => (await chrome.scripting.getRegisteredContentScripts()).length")) === count;
        await eventually(registered(1));
        assert.equal(await isOn(`${pages.url}/story`), true);
        assert.equal(await isOn(`${pages.url.replace("127.0.0.1", "localhost")}/story`), false);
        await allowed.settings({});
        await eventually(registered(0));
        assert.equal(await isOn(`${pages.url}/story`), false);
      } finally {
        await allowed.close();
      }
    });

    // Firefox alone needs more than a minute to load the deeper one.
    for (const path of ["/large", kind === "firefox" ? "/less-deep" : "/deep"]) {
      test(`a hostile page does not hang the tab: ${path}`, () =>
        on(path, {}, async (page) => {
          // What the browser itself needs to hide such a page and to lay it out again.
          const own = await page.evaluate(() => {
            const began = performance.now();
            for (const display of ["none", ""]) {
              document.body.style.display = display;
              document.body.getBoundingClientRect();
            }
            document.body.removeAttribute("style");
            return performance.now() - began;
          });
          // Chromium may still write the attribute, empty, when it is next asked for the page.
          const before = await page.evaluate(() => document.documentElement.outerHTML.length);
          await page.evaluate(() => {
            globalThis.longest = 0;
            let last = performance.now();
            globalThis.beat = setInterval(() => {
              globalThis.longest = Math.max(globalThis.longest, performance.now() - last);
              last = performance.now();
            }, 5);
          });
          await session.press(page);
          await session.press(page);
          const [length, longest] = await page.evaluate(() => [
            document.documentElement.outerHTML.length,
            globalThis.longest,
          ]);
          assert.equal(length, before);
          console.log(
            `# ${kind} ${path}: the tab stood still for at most ${Math.round(longest)} ms; to lay it out takes ${Math.round(own)}`,
          );
          assert.ok(longest < made.slowness() * 1000 + own, `${longest} ms, and ${own} ms of the browser itself`);
        }));
    }

    test("pages of the browser itself are left alone", async () => {
      const page = await session.openClosed();
      await session.trigger(page);
      await eventually(async () => (await session.badge()).text === "–");
      assert.match((await session.badge()).title, /closed to extensions/);
      await page.close();
    });
  });
}

/** Has the command take a memory, where there is one (DEHUSK=target/debug/dehusk). */
function imported(file, site, says) {
  const command = process.env.DEHUSK;
  if (!command) return;
  const store = `${file}.memory`;
  execFileSync(command, ["site", "import", site, file, "--memory", store]);
  assert.match(execFileSync(command, ["site", "show", site, "--memory", store]).toString(), says);
}

/** Clicks with the mouse on something inside of what the extension shows. */
async function clickIn(page, looking, selector) {
  const at = await looking(
    `({ shown }) => shown().querySelector(${JSON.stringify(selector)}).getBoundingClientRect().toJSON()`,
  );
  await page.mouse.click(at.x + at.width / 2, at.y + at.height / 2);
}

/** Waits until something is there, and gives it. */
async function eventually(find, most = 10_000) {
  for (let waited = 0; waited < most; waited += 50) {
    const found = await Promise.resolve()
      .then(find)
      .catch(() => undefined);
    if (found) return found;
    await sleep(50);
  }
  throw new Error("it did not come about");
}

function luminance(color) {
  const [red, green, blue] = color.match(/[\d.]+/g).map(Number);
  return (red + green + blue) / 3;
}

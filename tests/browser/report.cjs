// Uses a report as a reader would, on a desk, on a phone, in the dark and by keyboard.
//   node report.js FILE.html [hostile]
"use strict";
const assert = require("node:assert/strict");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { chromium } = require("playwright-core");

const [file, hostile] = process.argv.slice(2);
const shots = process.env.SHOTS;
const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const MOST_BYTES = 25_000_000;
const MOST_MILLISECONDS = Number(process.env.MOST_MILLISECONDS || 2000);

const column = (page, n) => page.$$eval("#table tbody tr", (rows, n) => rows.map((row) => row.children[n].firstChild.textContent), n);
const shot = (page, name, fullPage = false) => page.screenshot({ path: path.join(shots, `${name}.png`), fullPage });

async function opens(page, address) {
  const start = Date.now();
  await page.goto(address, { waitUntil: "load" });
  await page.waitForSelector("#table tbody tr");
  const took = Date.now() - start;
  console.log(`opened in ${took} ms`);
  assert.ok(took < MOST_MILLISECONDS, `opening took ${took} ms`);
}

async function sorts(page) {
  const numbers = (values) => values.filter((v) => v !== "–").map(Number);
  const before = numbers(await column(page, 1));
  assert.deepEqual(before, [...before].sort((a, b) => b - a), "the best is first");
  await page.click("#table thead th:nth-child(1) button");
  const names = await column(page, 0);
  assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b)), "names are sorted");
  await page.click("#table thead th:nth-child(3) button");
  const down = numbers(await column(page, 2));
  assert.deepEqual(down, [...down].sort((a, b) => b - a));
  assert.equal(await page.getAttribute("#table thead th:nth-child(3)", "aria-sort"), "descending");
  await page.keyboard.press("Enter");
  assert.deepEqual(numbers(await column(page, 2)), down.reverse(), "the keyboard turns the order round");
}

async function switches(page) {
  const first = await page.textContent("#table");
  await page.selectOption("#measure", { label: "edit" });
  assert.notEqual(await page.textContent("#table"), first);
  assert.match(await page.textContent("#about"), /^edit: .*Smaller is better/);
  const edits = (await column(page, 1)).filter((v) => v !== "–").map(Number);
  assert.deepEqual(edits, [...edits].sort((a, b) => a - b), "the smallest distance is first");
  const names = await page.$$eval("#groupings button", (buttons) => buttons.map((b) => b.textContent));
  assert.ok(names.includes("complexity") && names.includes("cluster"), String(names));
  for (const name of names) {
    await page.click(`#groupings button:text-is("${name}")`);
    assert.equal(await page.getAttribute(`#groupings button:text-is("${name}")`, "aria-pressed"), "true");
  }
  await page.click('#groupings button:text-is("complexity")');
  const heads = await page.$$eval("#table thead button", (buttons) => buttons.map((b) => b.textContent));
  assert.ok(heads.includes("easy") && heads.includes("complex"), String(heads));
  await page.uncheck("#intervals");
  assert.ok(!(await page.isVisible("#table td small")));
  await page.check("#intervals");
  await page.selectOption("#measure", { index: 0 });
  await page.click('#groupings button:text-is("corpus")');
}

async function drillsDown(page) {
  await page.$$eval("#worst details", (all) => all.forEach((d) => { d.open = true; }));
  const buttons = await page.$$("button.page");
  const last = buttons[buttons.length - 1];
  const name = await last.$eval(".name", (n) => n.textContent);
  await last.focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.textContent("#page-title"), name);
  assert.ok((await page.$$("#page-scores td")).length > 1);
  if (await page.isVisible("#panes")) {
    assert.ok((await page.textContent("#gold")).length > 0);
    assert.ok((await page.$$("#gold del, #extracted ins")).length > 0, "differences are marked");
    const kept = await page.$eval("#gold", (g) => [...g.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent).join("").replace(/\s+/g, " "));
    const same = await page.$eval("#extracted", (g) => [...g.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent).join("").replace(/\s+/g, " "));
    const cut = (await page.textContent("#page-notes")).includes("longer than");
    assert.ok(cut || kept.trim() === same.trim(), "what is not marked is in both texts");
  }
  await shot(page, "page");
  await page.click("#previous");
  assert.notEqual(await page.textContent("#page-title"), name);
  await page.keyboard.press("Escape");
  assert.ok(!(await page.isVisible("#page")));
}

async function nothingRan(page) {
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.$$eval("img, iframe, object, a[href^='javascript']", (all) => all.length), 0);
  assert.equal(await page.$$eval("script", (all) => all.length), 2);
  if (!hostile) return;
  await page.$$eval("#worst details", (all) => all.forEach((d) => { d.open = true; }));
  let seen = 0;
  for (const button of await page.$$("button.page")) {
    await button.click();
    seen += (await page.textContent("#panes")).includes("onerror=window.hacked=1");
    assert.equal(await page.$$eval("img", (all) => all.length), 0);
    await page.keyboard.press("Escape");
  }
  assert.ok(seen > 0, "the hostile text is shown as text");
  assert.equal(await page.evaluate(() => window.hacked), undefined);
}

async function fits(page) {
  const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(content <= window_, `the page is ${content} wide in a window of ${window_}`);
}

// Chromium sometimes dies at its start on a busy machine, before any page: that alone is tried again.
async function launch(tries) {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "dehusk-chromium-"));
  const options = { executablePath: process.env.CHROMIUM, headless: false, args: FLAGS, viewport: { width: 1280, height: 900 } };
  try {
    return [await chromium.launchPersistentContext(profile, options), profile];
  } catch (error) {
    fs.rmSync(profile, { recursive: true, force: true });
    if (tries <= 1) throw error;
    return launch(tries - 1);
  }
}

async function main() {
  fs.mkdirSync(shots, { recursive: true });
  assert.ok(fs.statSync(file).size < MOST_BYTES);
  const [browser, profile] = await launch(3);
  const problems = [];
  const requests = [];
  try {
    const page = await browser.newPage();
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("request", (request) => requests.push(request.url()));
    const address = pathToFileURL(path.resolve(file)).href;
    await opens(page, address);
    await shot(page, "desk");
    await sorts(page);
    await switches(page);
    await shot(page, "desk-whole", true);
    await drillsDown(page);
    await nothingRan(page);
    await page.emulateMedia({ colorScheme: "dark" });
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.ok(paper.match(/\d+/g).every((part) => Number(part) < 60), `dark paper is ${paper}`);
    await shot(page, "dark-whole", true);
    await page.setViewportSize({ width: 360, height: 740 });
    await fits(page);
    await shot(page, "phone-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await shot(page, "phone-whole", true);
    await (await page.$("button.page")).click();
    await fits(page);
    await shot(page, "phone-page");
    assert.deepEqual(problems, []);
    assert.deepEqual(requests, [address], "nothing else is loaded");
    console.log(`ok: ${path.basename(file)}, screenshots in ${shots}`);
  } finally {
    await browser.close();
    fs.rmSync(profile, { recursive: true, force: true });
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});

// Looks at a page of `dehusk eval reproduce` as a reader would, on a phone, a tablet and a desk, light and dark.
//   node reproduce.cjs FILE.html [made]
"use strict";
const { browser } = require("./chromium.cjs");
const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [390, 800, 1440];
const SCHEMES = ["light", "dark"];
const MOST_BYTES = 25_000_000;
const [file, made] = process.argv.slice(2);
const shots = process.env.SHOTS;

// Whole: every link leads somewhere, every table has rows, every plot something drawn, none a number that is none.
async function isWhole(page) {
  const broken = await page.$$eval("a[href^='#']", links => links.map(a => a.getAttribute("href").slice(1)).filter(id => !document.getElementById(id)));
  assert.deepEqual(broken, [], "links that lead nowhere");
  assert.ok((await page.$$("table tbody tr")).length > 5);
  const empty = await page.$$eval("figure.plot", all => all.filter(f => !f.querySelector("polyline, circle, rect, path")).map(f => f.textContent));
  assert.deepEqual(empty, [], "plots without anything in them");
  assert.ok((await page.$$("figure.plot")).length > (made ? 2 : 0));
  const nonsense = await page.$$eval("svg", all => all.filter(svg => /NaN|inf|undefined/.test(svg.outerHTML)).length);
  assert.equal(nonsense, 0);
  assert.equal(await page.$$eval("script, img, iframe, object", all => all.length), 0);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
}

// Nothing is wider than the window, but what scrolls by itself.
async function fits(page) {
  const [content, room] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(content <= room, `the page is ${content} wide in a window of ${room}`);
}

// No text of a plot leaves its picture.
async function staysInside(page) {
  const out = await page.$$eval("figure.plot svg", all => all.flatMap(svg => {
    const box = svg.viewBox.baseVal;
    return [...svg.querySelectorAll("text")].filter(text => {
      const own = text.getBBox();
      return own.x < -1 || own.y < -1 || own.x + own.width > box.width + 1 || own.y + own.height > box.height + 1;
    }).map(text => `${svg.getAttribute("aria-label")}: ${text.textContent}`);
  }));
  assert.deepEqual(out, [], "texts that leave their picture");
}

async function isAccessible(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const serious = found.violations.filter(v => ["serious", "critical"].includes(v.impact));
  assert.deepEqual(serious.map(v => `${v.id}: ${v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(" ")}`), []);
}

async function main() {
  fs.mkdirSync(shots, { recursive: true });
  assert.ok(fs.statSync(file).size < MOST_BYTES);
  fs.rmSync(path.join(process.env.WORK, "profile"), { recursive: true, force: true });
  const context = await browser(process.env.WORK);
  const problems = [];
  const requests = [];
  try {
    const page = await context.newPage();
    page.on("console", message => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
    page.on("pageerror", error => problems.push(String(error)));
    page.on("request", request => requests.push(request.url()));
    const address = pathToFileURL(path.resolve(file)).href;
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(address, { waitUntil: "load" });
        await fits(page);
        await page.screenshot({ path: path.join(shots, `reproduce-${width}-${colorScheme}.png`), fullPage: true });
      }
    }
    await isWhole(page);
    await staysInside(page);
    assert.deepEqual(problems, []);
    assert.ok(requests.every(request => request === address), String(requests));
    await isAccessible(page);
    console.log(`ok: ${path.basename(file)}, screenshots in ${shots}`);
  } finally {
    await context.close();
  }
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});

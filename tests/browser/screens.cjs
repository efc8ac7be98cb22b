// Looks at every screen of `dehusk serve` at three widths, light and dark: nothing is wider than the window, axe finds
// nothing serious, and what a reader presses does what it says.
"use strict";
const { address, browser } = require("./chromium.cjs");
const { spawn } = require("child_process");
const http = require("http");
const fs = require("fs");
const path = require("path");
const assert = require("assert");

const AXE = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const WIDTHS = [390, 800, 1440];
const SCHEMES = ["light", "dark"];
// A picture of one pixel.
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const prose = (topic, n) => `The ${n}. paragraph is about ${topic}. It was written for a reader who has the time, and it says
  something about ${topic} that the others do not say, with a sentence or two to spare for the weather.`;
const topics = ["The lighthouse keeper's ledger", "A ferry that was late", "Nets, and how they are mended", "Fog signals"];

// A small paper with a picture, a table, a footnote and a page that is gone.
const asked = [];
const web = http.createServer((request, response) => {
  asked.push(request.url);
  const send = (kind, body) => { response.setHeader("Content-Type", kind); response.end(body); };
  if (request.url === "/robots.txt" || request.url === "/gone" || request.url === "/broken") {
    response.statusCode = 404;
    return response.end();
  }
  if (request.url === "/boat.png") return send("image/png", PIXEL);
  if (request.url === "/feed") {
    const item = (title, link, n) => `<item><title>${title}</title><link>${link}</link><description>${title}</description>
      <pubDate>Tue, 0${n + 1} Jun 2025 09:39:21 GMT</pubDate></item>`;
    const items = topics.map((topic, n) => item(topic, `/story/${n}`, n)).join("") + item("Gone with the tide", "/gone", 5);
    return send("application/rss+xml", `<rss version="2.0"><channel><title>The Quay</title>${items}</channel></rss>`);
  }
  const topic = topics[Number(request.url.split("/").pop()) || 0];
  send("text/html; charset=utf-8", `<!doctype html><html lang="en"><title>${topic}</title><meta name="author" content="Mara Okonjo">
    <meta property="og:site_name" content="The Quay"><nav><a href="/">Home</a></nav><article><h1>${topic}</h1><p>${prose(topic, 1)}</p>
    <figure><img src="/boat.png" alt="A boat at the quay" width="400" height="300"><figcaption>The boat.</figcaption></figure>
    <p>${prose(topic, 2)}</p><table><tr><th>Hour</th><th>Ships</th></tr><tr><td>Six</td><td>Seven</td></tr></table>
    <p>${prose(topic, 3)}</p><p>${prose(topic, 4)}</p></article><footer>Imprint</footer></html>`);
});

const wait = ms => new Promise(done => setTimeout(done, ms));

async function main() {
  await new Promise(done => web.listen(0, "127.0.0.1", done));
  const work = process.env.WORK;
  const feeds = path.join(work, "feeds.opml");
  fs.writeFileSync(feeds, `<opml><body><outline text="Sea"><outline text="The Quay" xmlUrl="http://quay.example/feed"/></outline>
    <outline text="Broken" xmlUrl="http://broken.example/broken"/></body></opml>`);
  const server = spawn(process.env.DEHUSK, ["serve", feeds, "--listen", "127.0.0.1:0", "--delay", "0", "--allow-private",
    "--connect-to", `127.0.0.1:${web.address().port}`, "--data", path.join(work, "data")]);
  const home = await address(server);
  const context = await browser(work);
  try {
    const page = await context.newPage();
    await ready(page, home);
    await use(page, home, work);
    await look(page, home);
  } finally {
    await context.close();
    server.removeAllListeners("exit");
    server.kill("SIGINT");
    web.close();
  }
}

async function ready(page, home) {
  for (let n = 0; n < 300; n++) {
    const status = await (await page.request.get(home + "api/v1/status")).json();
    const found = await (await page.request.get(home + "api/v1/search?q=paragraph")).json();
    if (status.articles >= 4 && status.items.given_up >= 1 && status.feeds.failing >= 1 && found.articles.length >= 4) return;
    await wait(200);
  }
  throw new Error("the feeds were not read");
}

// What a reader does with the pages.
async function use(page, home, work) {
  const elsewhere = [];
  page.on("request", request => { if (!request.url().startsWith(home)) elsewhere.push(request.url()); });
  await page.goto(home + "articles");
  assert.equal(await page.locator(".unread a.title").count(), 4);
  await page.click("text=A ferry that was late");
  await page.waitForURL(/articles\/\d+/);
  assert.match(await page.locator(".byline").innerText(), /By Mara Okonjo · 2025-06-\d\d · Original at The Quay/);
  assert.equal(await page.locator(".reader img").count(), 0);
  assert.ok(!asked.includes("/boat.png"), "a picture was loaded unasked");
  await page.click("text=Show 1 picture");
  await page.waitForFunction(() => document.querySelector(".reader img")?.naturalWidth > 0);
  assert.ok(asked.includes("/boat.png"));
  await page.click("text=☆ Star");
  await page.waitForSelector("text=★ Take the star away");
  await page.goto(home + "articles?show=starred");
  assert.equal(await page.locator("a.title").count(), 1);
  // It was opened, so it is read; and unread again when somebody says so.
  await page.goto(home + "articles?show=unread");
  assert.equal(await page.locator("a.title").count(), 3);
  await page.goto(home + "articles?show=starred");
  await page.click("a.title");
  await page.click("text=Mark as unread");
  await page.goto(home + "articles?show=unread");
  assert.equal(await page.locator("a.title").count(), 4);
  await page.click("text=Mark these as read");
  assert.match(await page.locator("main").innerText(), /Everything was read/);
  // A search shows where the words stand.
  await page.goto(home + "articles?q=ferry+late");
  assert.ok((await page.locator(".snippet mark").count()) > 1);
  // What failed is one press away, with its reason.
  await page.goto(home);
  await page.click("text=given up");
  await page.waitForURL(/failures/);
  const failed = await page.locator("main").innerText();
  assert.match(failed, /Gone with the tide/);
  assert.match(failed, /404/);
  // Feeds have folders, can be taken out, and come back by OPML.
  await page.goto(home + "feeds");
  assert.equal(await page.locator("h2", { hasText: "Sea" }).count(), 1);
  const opml = await (await page.request.get(home + "feeds.opml")).text();
  const row = page.locator("tr", { hasText: "Broken" });
  await row.locator("summary").click();
  await row.locator("text=Remove this feed").click();
  await page.waitForFunction(() => !document.body.innerText.includes("Broken"));
  const file = path.join(work, "back.opml");
  fs.writeFileSync(file, opml);
  await page.setInputFiles("input[type=file]", file);
  await page.click("text=Import");
  await page.waitForFunction(() => document.body.innerText.includes("Broken"));
  // Reasons are there for the keyboard.
  await page.goto(home + "articles/1/explain");
  const block = page.locator("details.block.keep").first();
  assert.equal(await block.locator(".reason").isVisible(), false);
  await block.locator("summary").focus();
  await page.keyboard.press("Enter");
  assert.ok(await block.locator(".reason").isVisible());
  assert.deepEqual(elsewhere, [], "a page asked for something elsewhere");
}

// Every screen, at every width, in both schemes.
async function look(page, home) {
  const screens = {
    dashboard: "", articles: "articles", unread: "articles?show=unread", article: "articles/1", search: "articles?q=ferry",
    explain: "explain", why: "articles/1/explain", feeds: "feeds", sites: "sites", site: "sites/quay.example",
    failures: "failures", login: "login", missing: "nothing-here",
  };
  const problems = [];
  fs.mkdirSync(process.env.SHOTS, { recursive: true });
  for (const [name, place] of Object.entries(screens)) {
    for (const width of WIDTHS) {
      for (const colorScheme of SCHEMES) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.goto(home + place);
        const where = `/${place} at ${width}, ${colorScheme}`;
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) problems.push(`${where}: ${wide} pixels too wide`);
        await page.screenshot({ path: path.join(process.env.SHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
        await page.evaluate(AXE);
        const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
        for (const { id, impact, nodes } of found.violations) {
          const what = `${where}: ${impact} ${id}: ${nodes[0].html}`;
          if (impact === "serious" || impact === "critical") problems.push(what);
          else console.log(`minor: ${what}`);
        }
      }
    }
  }
  assert.deepEqual(problems, []);
  console.log(`${Object.keys(screens).length} screens at ${WIDTHS.join(", ")} pixels, light and dark: they fit, and axe finds nothing serious`);
}

main().catch(error => { console.error(error); process.exit(1); });

// Uses the pages of `dehusk serve` as a reader would, over a web that is out to harm them.
"use strict";
const { address, browser } = require("./chromium.cjs");
const { spawn } = require("child_process");
const http = require("http");
const fs = require("fs");
const path = require("path");
const assert = require("assert");

const evil = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>";
const escaped = text => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const prose = n => `This is paragraph ${n} of a story about a lighthouse. It has enough words to be taken for content, and it goes
  on for a while about lamps, storms and the people who kept them burning through the night.`;

// A site whose titles, texts and links are attempts.
let asked = 0;
const web = http.createServer((request, response) => {
  asked++;
  const html = body => { response.setHeader("Content-Type", "text/html; charset=utf-8"); response.end(body); };
  if (request.url === "/robots.txt") { response.statusCode = 404; return response.end(); }
  if (request.url === "/feed") {
    const item = n => `<item><title>${escaped(evil)} ${n}</title><link>/story/${n}</link><description>d${n}</description>
      <pubDate>Tue, 0${n} Jun 2025 09:39:21 GMT</pubDate></item>`;
    response.setHeader("Content-Type", "application/rss+xml");
    return response.end(`<rss version="2.0"><channel><title>${escaped(evil)}</title>${[1, 2, 3].map(item).join("")}</channel></rss>`);
  }
  html(`<!doctype html><title>${escaped(evil)} story ${request.url}</title><nav><a href="/">Home</a> <a href="/about">About</a></nav>
    <article><h1>${escaped(evil)} story ${request.url}</h1>${evil}<p>${prose(1)} ${escaped(evil)}</p>
    <p>${prose(2)} <a href="javascript:window.hacked=3">a link</a> <a href="data:text/html,x">another</a></p>
    <p>\`\`\`html ${escaped(evil)}</p><p>${prose(3)} on ${request.url}</p></article><footer>Imprint</footer>`);
});

const wait = ms => new Promise(done => setTimeout(done, ms));

async function main() {
  await new Promise(done => web.listen(0, "127.0.0.1", done));
  const server = spawn(process.env.DEHUSK, ["serve", "http://evil.example/feed", "--listen", "127.0.0.1:0", "--delay", "0",
    "--allow-private", "--connect-to", `127.0.0.1:${web.address().port}`, "--data", path.join(process.env.WORK, "data")]);
  const home = await address(server);
  const context = await browser(process.env.WORK);
  try {
    await use(context, home);
  } finally {
    await context.close();
    server.removeAllListeners("exit");
    server.kill("SIGINT");
    web.close();
  }
}

async function use(context, home) {
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", error => problems.push(String(error)));
  page.on("console", message => { if (message.type() === "error") problems.push(message.text()); });
  const elsewhere = [];
  page.on("request", request => { if (!request.url().startsWith(home)) elsewhere.push(request.url()); });
  const shot = async name => {
    fs.mkdirSync(process.env.SHOTS, { recursive: true });
    await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`), fullPage: true });
  };
  const unharmed = async where => {
    assert.equal(await page.evaluate(() => window.hacked), undefined, `a script of the page ran in ${where}`);
    const bad = await page.$$eval("main script, main img, main iframe, [onerror], [onclick], a[href^='javascript'], a[href^='data']", all => all.length);
    assert.equal(bad, 0, `something that could run is in ${where}`);
  };

  for (let n = 0; n < 100; n++) {
    const status = await (await page.request.get(home + "api/v1/status")).json();
    if (status.articles >= 3) break;
    await wait(200);
  }
  await page.goto(home);
  await page.waitForFunction(() => document.getElementById("figure-articles").textContent === "3");
  assert.equal(await page.locator("svg").count(), 5);
  await unharmed("the dashboard");
  await shot("dashboard");

  // Keys: the first j reaches the first article, Enter opens it.
  await page.goto(home + "articles");
  assert.equal(await page.locator("a.title").count(), 3);
  await unharmed("the list");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.waitForURL(/articles\/\d+/);
  const text = await page.locator(".reader").innerText();
  assert.ok(text.includes("This is paragraph 2 of a story"), text);
  assert.ok(!text.includes("Imprint"), text);
  await unharmed("the article");
  await shot("article");

  // The search finds by words, and takes the attempt for words as well.
  await page.keyboard.press("/");
  await page.keyboard.type("lighthouse storms");
  await page.keyboard.press("Enter");
  await page.waitForURL(/articles\?q=/);
  assert.equal(await page.locator("a.title").count(), 3);
  await page.goto(home + "articles?q=" + encodeURIComponent(evil));
  await unharmed("the search");

  for (const place of ["feeds", "sites", "sites/evil.example"]) {
    await page.goto(home + place);
    await unharmed(place);
    await shot(place.replace(/\W/g, "-"));
  }

  // The explain view: colours by decision, the reason when a block is pressed.
  await page.goto(home + "explain?url=" + encodeURIComponent("http://evil.example/story/1"));
  await page.click("text=Fetch and explain");
  await page.waitForSelector(".block");
  const kept = page.locator(".block.keep", { hasText: "paragraph 2" });
  const dropped = page.locator(".block.drop", { hasText: "Imprint" });
  assert.equal(await kept.count(), 1);
  assert.equal(await dropped.count(), 1);
  const colour = block => block.evaluate(element => getComputedStyle(element).backgroundColor);
  assert.notEqual(await colour(kept), await colour(dropped));
  assert.equal(await kept.locator(".reason").isVisible(), false);
  await kept.locator("summary").click();
  assert.ok(await kept.locator(".reason").isVisible());
  assert.match(await kept.locator(".reason").innerText(), /kept.*score/);
  await page.click("#only-kept");
  assert.equal(await dropped.isVisible(), false);
  await unharmed("the explain view");
  await shot("explain");
  // The page of an article as it was fetched; the site is not asked again for it.
  const before = asked;
  await page.goto(home + "articles/1/explain");
  assert.equal(await page.locator(".block.keep", { hasText: "paragraph 2" }).count(), 1);
  assert.equal(asked, before);
  await unharmed("the explain view of an article");
  await page.click("summary");
  await page.fill("textarea[name=html]", `<p>${evil} ${prose(1)}</p>`);
  await page.click("details button");
  await page.waitForSelector(".block");
  await unharmed("a pasted page");

  // A phone, in the dark: nothing is wider than the screen.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  for (const place of ["", "articles", "articles/1", "feeds", "sites", "explain"]) {
    await page.goto(home + place);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `/${place} is ${wide} pixels too wide for a phone`);
  }
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.notEqual(background, "rgb(251, 251, 248)");
  await shot("phone");
  assert.deepEqual(problems, []);
  assert.deepEqual(elsewhere, [], "a page asked for something elsewhere");
  console.log("the server's pages work, and nothing of a page could run");
}

main().catch(error => { console.error(error); process.exit(1); });

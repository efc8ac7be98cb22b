// Serves examples/hard.html as the only page of a web with one feed, has `dehusk serve` read it, and takes pictures.
"use strict";
const { chromium } = require("playwright-core");
const { spawn } = require("child_process");
const http = require("http");
const fs = require("fs");
const path = require("path");

const root = path.join(__dirname, "..", "..");
const page = fs.readFileSync(path.join(root, "examples", "hard.html"));
const feed = `<rss version="2.0"><channel><title>Harbour Notes</title><item><title>Tide tables from two stones</title>
  <link>/tides</link><pubDate>Tue, 04 Mar 2025 07:10:00 GMT</pubDate></item></channel></rss>`;
const web = http.createServer((request, response) => {
  const known = { "/feed": ["application/rss+xml", feed], "/tides": ["text/html; charset=utf-8", page] }[request.url];
  if (!known) { response.statusCode = 404; return response.end(); }
  response.setHeader("Content-Type", known[0]);
  response.end(known[1]);
});

async function main() {
  await new Promise(done => web.listen(0, "127.0.0.1", done));
  const server = spawn(process.env.DEHUSK, ["serve", "http://harbour.example/feed", "--listen", "127.0.0.1:0", "--delay", "0",
    "--allow-private", "--connect-to", `127.0.0.1:${web.address().port}`, "--data", path.join(process.env.WORK, "data")]);
  const home = await new Promise((done, failed) => {
    let told = "";
    server.stderr.on("data", text => { told += text; const at = told.match(/http:\/\/[0-9.:]+\//); if (at) done(at[0]); });
    server.on("exit", () => failed(new Error(told)));
  });
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const tab = await browser.newPage({ viewport: { width: 1000, height: 640 }, colorScheme: "light" });
    for (let tries = 0; tries < 100 && (await tab.goto(`${home}articles/1`)).status() !== 200; tries++) {
      await new Promise(done => setTimeout(done, 200));
    }
    const pictures = path.join(root, "docs", "images");
    await tab.screenshot({ path: path.join(pictures, "reader.png") });
    await tab.goto(`${home}articles/1/explain`);
    // The reason of a block stands below it while it is pointed at.
    await tab.getByText("Sponsored: waterproof boots").hover();
    await tab.screenshot({ path: path.join(pictures, "explain.png") });
  } finally {
    await browser.close();
    server.kill();
    web.close();
  }
}

main().catch(error => { console.error(error); process.exitCode = 1; }).finally(() => setTimeout(() => process.exit(), 500));

// The playground in a browser: served by `dehusk serve` where DEHUSK names the command, otherwise as that would serve it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import puppeteer from "puppeteer-core";
import { story } from "../../bindings/npm/test/pages.mjs";
import { programOf } from "./browsers.mjs";

const dist = fileURLToPath(new URL("../../bindings/npm/playground/dist/", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "dehusk-"));
const ends = [() => rmSync(work, { recursive: true, force: true })];
after(async () => {
  for (const end of ends.reverse()) await end();
});

/** The address of the playground. */
async function served() {
  if (!process.env.DEHUSK) return servedAlike();
  const given = ["serve", "--listen", "127.0.0.1:0", "--data", join(work, "data"), "--playground", dist];
  const server = spawn(process.env.DEHUSK, given, { stdio: ["ignore", "ignore", "pipe"] });
  ends.push(
    () =>
      new Promise((done) => {
        server.once("exit", done);
        server.kill();
      }),
  );
  return new Promise((done, failed) => {
    let said = "";
    server.once("exit", () => failed(new Error(said)));
    server.stderr.on("data", (bytes) => {
      said += bytes;
      const address = said.match(/http:\/\/[\d.:]+\//)?.[0];
      if (address) done(`${address}try`);
    });
  });
}

async function servedAlike() {
  const policy = readFileSync(new URL("../../crates/server/src/guard.rs", import.meta.url), "utf8")
    .match(/PLAYGROUND_POLICY: &str = "([^;]*;[^"]*)"/)[1]
    .replace(/\\\s+/g, "");
  const kinds = { js: "text/javascript", css: "text/css", wasm: "application/wasm" };
  const server = createServer((request, response) => {
    const file = request.url === "/try" ? "index.html" : request.url.slice(1);
    const isThere = existsSync(join(dist, file));
    const kind = kinds[file.split(".").pop()] ?? "text/html";
    response.writeHead(isThere ? 200 : 404, { "Content-Type": kind, "Content-Security-Policy": policy });
    response.end(isThere ? readFileSync(join(dist, file)) : "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  ends.push(() => new Promise((done) => server.close(done)));
  return `http://127.0.0.1:${server.address().port}/try`;
}

test("a page that is pasted or dropped gives all views, and nothing is asked of a network", async (t) => {
  if (!programOf("chrome")) return t.skip("SKIPPED: there is no chrome");
  const url = await served();
  const browser = await puppeteer.launch({ executablePath: programOf("chrome"), args: ["--no-sandbox"], pipe: true });
  ends.push(() => browser.close());
  const page = await browser.newPage();
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url())));
  await page.goto(url);
  await page.waitForSelector("html[data-ready]");
  await page.evaluate((html) => {
    const field = document.querySelector("#html");
    field.value = html;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }, story);
  const view = async (name) => {
    await page.click(`#tab-${name}`);
    return page.$eval("#view", (element) => element.textContent.trim());
  };
  assert.match(await page.$eval("#status", (element) => element.textContent), /^Late again · confidence \d+ %/);
  assert.match(await view("Article"), /^Late again\n.*3th time/s);
  assert.match(await view("Markdown"), /^# Late again\n/);
  assert.match(await view("Text"), /^Late again\n/);
  assert.match(await view("Blocks"), /About us.*left out/s);
  assert.equal(JSON.parse(await view("Metadata")).title.value, "Late again");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.$eval("#view", (element) => element.dataset.view), "Blocks");
  const file = join(work, "page.html");
  writeFileSync(file, Buffer.from(story.replace("Late again<", "Sp\u00e4t<"), "latin1"));
  writeFileSync(file, Buffer.from(`<meta charset="windows-1252">${readFileSync(file, "latin1")}`, "latin1"));
  await (await page.$("#file")).uploadFile(file);
  await page.waitForFunction(() => document.querySelector("#view").textContent.includes("Sp\u00e4t"));
  await page.select("#extractor", "r4");
  await page.waitForFunction(() => !document.querySelector("#status").textContent.includes("confidence"));
  assert.ok(
    asked.every(({ host, protocol }) => protocol === "data:" || protocol === "blob:" || url.includes(host)),
    asked.join(" "),
  );
  if (process.env.DEHUSK_PICTURES) await page.screenshot({ path: process.env.DEHUSK_PICTURES });
});

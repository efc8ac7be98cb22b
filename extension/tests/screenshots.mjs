// Makes the pictures in docs/extension: node extension/tests/screenshots.mjs
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { launch } from "./browsers.mjs";
import { serve } from "./pages.mjs";

const article = readFileSync(new URL("../../examples/article.html", import.meta.url), "utf8");
/** What the example's picture would show. */
const rolls = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 200" width="300" height="125">
  <rect width="480" height="200" fill="#b9ad97"/><rect x="30" y="20" width="420" height="160" rx="12" fill="#7d7464"/>
  <g fill="#22201d"><circle cx="170" cy="100" r="66"/><circle cx="310" cy="100" r="66"/></g>
  <g fill="#98907f"><circle cx="170" cy="100" r="16"/><circle cx="310" cy="100" r="16"/></g></svg>`;
const picture = { type: "image/svg+xml", body: rolls };
const server = await serve((path) => ({ "/mills/husking": article, "/images/rolls.jpg": picture })[path]);
const session = await launch("chrome");
const file = (name) => fileURLToPath(new URL(`../../docs/extension/${name}.png`, import.meta.url));
const WIDE = { width: 1000, height: 680 };
const PHONE = { width: 390, height: 760 };

async function shoot(name, { size = WIDE, scheme = "light", settings = {}, command } = {}) {
  await session.settings(settings);
  const page = await session.open(`${server.url}/mills/husking`, size);
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  if (name !== "before") await session.press(page);
  if (command) await session.command(page, command);
  await sleep(300);
  await page.screenshot({ path: file(name) });
  await page.close();
}

await shoot("before");
await shoot("in-place");
await shoot("in-place-phone", { size: PHONE });
await shoot("in-place-dark", { scheme: "dark" });
await shoot("reader", { settings: { mode: "reader" } });
await shoot("reader-dark", { settings: { mode: "reader" }, scheme: "dark" });
await shoot("reader-phone", { settings: { mode: "reader" }, size: PHONE });
await shoot("explain", { command: "explain" });
await session.settings({});
await session.control.setViewport(WIDE);
await session.control.bringToFront();
await session.control.reload();
await session.control.screenshot({ path: file("options"), fullPage: true });
await session.close();
server.close();

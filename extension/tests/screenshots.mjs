// Makes the pictures in docs/extension: node extension/tests/screenshots.mjs
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { launch } from "./browsers.mjs";
import { serve } from "./pages.mjs";

const article = readFileSync(new URL("../../examples/article.html", import.meta.url), "utf8");
const server = await serve((path) => (path === "/" ? article : undefined));
const session = await launch("chrome");
const file = (name) => fileURLToPath(new URL(`../../docs/extension/${name}.png`, import.meta.url));
const WIDE = { width: 1000, height: 680 };
const PHONE = { width: 390, height: 760 };

async function shoot(name, { size = WIDE, scheme = "light", settings = {}, command } = {}) {
  await session.settings(settings);
  const page = await session.open(`${server.url}/`, size);
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

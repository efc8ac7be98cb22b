// Puts the extension together, once for each browser, from one source: node build.mjs FOLDER
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = fileURLToPath(new URL(".", import.meta.url));
const dist = process.argv[2];
const manifest = JSON.parse(readFileSync(join(here, "manifest.json"), "utf8"));

/** What differs between the browsers: how the background is begun, and who is told of what. */
const manifests = {
  chrome: {
    ...manifest,
    minimum_chrome_version: "123",
    background: { ...manifest.background, service_worker: "background.js" },
  },
  firefox: {
    ...manifest,
    background: { ...manifest.background, scripts: ["background.js"] },
    browser_specific_settings: {
      gecko: {
        id: "dehusk@dehusk.invalid",
        strict_min_version: "142.0",
        data_collection_permissions: { required: ["none"] },
      },
    },
  },
};
// Firefox runs private windows in the same process in any case.
delete manifests.firefox.incognito;

const common = {
  bundle: true,
  target: "es2022",
  loader: { ".css": "text" },
  legalComments: "none",
  logLevel: "warning",
};
for (const [browser, manifest] of Object.entries(manifests)) {
  const folder = join(dist, browser);
  mkdirSync(folder, { recursive: true });
  const source = (file) => join(here, "src", file);
  // Readable, not minified: people should be able to look at what they let into their pages.
  await build({
    ...common,
    format: "esm",
    entryPoints: [source("background.ts"), source("options.ts")],
    outdir: folder,
  });
  const content = { content: source("content/main.ts"), always: source("content/always.ts") };
  await build({ ...common, format: "iife", entryPoints: content, outdir: folder });
  for (const file of ["options.html", "options.css"]) cpSync(source(file), join(folder, file));
  for (const file of ["_locales", "icons"]) cpSync(join(here, file), join(folder, file), { recursive: true });
  cpSync(join(here, "../bindings/npm/wasm/dehusk_wasm_bg.wasm"), join(folder, "dehusk.wasm"));
  writeFileSync(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

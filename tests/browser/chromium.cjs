// What the programs that use `dehusk serve` in a browser share.
"use strict";
const path = require("node:path");
const { chromium } = require("playwright-core");

// The address that a server tells of, once it does.
const address = server => new Promise((done, failed) => {
  let told = "";
  server.stderr.on("data", data => {
    told += data;
    const found = told.match(/http:\/\/[0-9.:]+\//);
    if (found) done(found[0]);
  });
  server.on("exit", () => failed(new Error(told)));
});

// Chromium without a window, with a profile of its own below a folder; it asks nothing of a network by itself.
const browser = work => chromium.launchPersistentContext(path.join(work, "profile"), {
  executablePath: process.env.CHROMIUM,
  headless: false,
  args: ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

module.exports = { address, browser };

// Every language says everything that is asked for, and nothing that nobody asks for.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../_locales/", import.meta.url);
const messages = (language) => JSON.parse(readFileSync(new URL(`${language}/messages.json`, folder), "utf8"));
const english = messages("en");
const languages = readdirSync(folder);

test("there are five languages, and they say the same things", () => {
  assert.ok(languages.length >= 5);
  for (const language of languages) {
    const said = messages(language);
    assert.deepEqual(Object.keys(said), Object.keys(english), language);
    for (const [key, { message }] of Object.entries(said)) {
      assert.ok(message.trim(), `${language}: ${key}`);
      assert.equal(message.includes("$1"), english[key].message.includes("$1"), `${language}: ${key}`);
    }
    assert.ok(said.description.message.length <= 132, `${language}: stores take descriptions of 132 letters`);
  }
});

test("what the source asks for is there, and nothing else", () => {
  const sources = readdirSync(new URL("../src", import.meta.url), { recursive: true })
    .filter((name) => /\.(ts|html)$/.test(name))
    .map((name) => readFileSync(new URL(`../src/${name}`, import.meta.url), "utf8"));
  const manifest = readFileSync(new URL("../manifest.json", import.meta.url), "utf8");
  const asked = [...sources, manifest].join("\n").matchAll(/\bsay\("(\w+)"|data-say="(\w+)"|__MSG_(\w+)__/g);
  for (const [, ...names] of asked) {
    const name = names.find(Boolean);
    assert.ok(Object.hasOwn(english, name), name);
  }
  const all = [...sources, manifest].join("\n");
  const isMade = (name) => /^(view|trouble|theme)_/.test(name);
  const unasked = Object.keys(english).filter(
    (name) => !isMade(name) && !new RegExp(`\\b(__MSG_)?${name}(__)?\\b`).test(all),
  );
  assert.deepEqual(unasked, []);
});

test("every trouble that an article may have is said", () => {
  const schema = readFileSync(new URL("../../docs/article.schema.json", import.meta.url), "utf8");
  const codes = JSON.stringify(JSON.parse(schema))
    .match(/"consent-wall"[^\]]*/)[0]
    .match(/[a-z-]+/g);
  assert.ok(codes.includes("may-be-cut"));
  for (const code of codes) assert.ok(Object.hasOwn(english, `trouble_${code.replaceAll("-", "_")}`), code);
});

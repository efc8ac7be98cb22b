// How large the module is, and where the room goes.
//
//   node sizes.mjs MODULE.wasm [MODULE-WITH-NAMES.wasm]
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

/** The sections of a module: number, name of custom ones, and bytes. */
function* sections(bytes) {
  const reader = new Reader(bytes, 8);
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const length = reader.number();
    const body = new Reader(bytes.subarray(0, reader.at + length), reader.at);
    yield { id, length, body, name: id === 0 ? body.text() : "" };
    reader.at += length;
  }
}

class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** A number in LEB128. */
  number() {
    let result = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      result += (byte & 127) * 2 ** shift;
      if (byte < 128) return result;
    }
  }

  text() {
    const length = this.number();
    this.at += length;
    return this.bytes.toString("utf8", this.at - length, this.at);
  }

  get done() {
    return this.at >= this.bytes.length;
  }
}

/** The bytes of each function, and their names. */
function functions(bytes) {
  const sizes = [];
  const names = new Map();
  let imported = 0;
  for (const { id, name, body } of sections(bytes)) {
    if (id === 2) imported = importedFunctions(body);
    if (id === 10) {
      for (let count = body.number(); count > 0; count--) {
        const size = body.number();
        sizes.push(size);
        body.at += size;
      }
    }
    if (name === "name") readNames(body, names);
  }
  return sizes.map((size, index) => ({ size, name: names.get(index + imported) ?? "" }));
}

function importedFunctions(body) {
  let functions = 0;
  for (let count = body.number(); count > 0; count--) {
    body.text();
    body.text();
    // Other kinds come after functions in what wasm-bindgen writes.
    if (body.byte() !== 0) return functions;
    body.number();
    functions++;
  }
  return functions;
}

function readNames(body, names) {
  while (!body.done) {
    const kind = body.byte();
    const end = body.number() + body.at;
    if (kind === 1) {
      for (let count = body.number(); count > 0; count--) names.set(body.number(), body.text());
    }
    body.at = end;
  }
}

/** The crate a function came from; generic ones count for the crate whose code they are. */
const crateOf = (name) => name.match(/([a-z][a-z0-9_]*)(?:\[[0-9a-f]+\])?::/)?.[1] ?? "other";

const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } })
    .length;

const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} KB`;

const [module, named] = process.argv.slice(2);
const bytes = readFileSync(module);
console.log(`module: ${kilobytes(bytes.length)}, with brotli ${kilobytes(brotli(bytes))}`);
if (named) {
  const parts = [];
  for (const { id, length } of sections(bytes)) if (id === 11) parts.push(["tables and the model", length]);
  const crates = new Map();
  for (const { name, size } of functions(readFileSync(named))) {
    const crate = crateOf(name);
    crates.set(crate, (crates.get(crate) ?? 0) + size);
  }
  parts.push(...[...crates].map(([crate, size]) => [`code of ${crate}`, size]));
  parts.sort((a, b) => b[1] - a[1]);
  for (const [what, size] of parts.slice(0, 16)) console.log(`${kilobytes(size).padStart(8)}  ${what}`);
  const rest = parts.slice(16).reduce((sum, [, size]) => sum + size, 0);
  console.log(`${kilobytes(rest).padStart(8)}  code of ${parts.length - 16} others`);
}

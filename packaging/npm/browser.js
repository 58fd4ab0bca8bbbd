"use strict";

const functions = require("./core.js");

let source = "assay.wasm";

/** Name the address of assay.wasm, by default beside the page, or give its bytes. */
function use(wasm) {
  source = wasm;
}

async function load() {
  if (source instanceof Uint8Array) return WebAssembly.compile(source);
  const answer = await fetch(source);
  if (!answer.ok)
    throw new Error(`${source}: ${answer.status} ${answer.statusText}; use() names the address of assay.wasm`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

const { AssayError, compare, convert, run, score, validate } = functions(load);

module.exports = { AssayError, compare, convert, run, score, use, validate };

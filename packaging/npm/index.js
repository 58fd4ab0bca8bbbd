"use strict";

const fs = require("node:fs");
const path = require("node:path");
const functions = require("./core.js");

let source = path.join(__dirname, "assay.wasm");

/** Take assay.wasm from another place: a path or its bytes. */
function use(wasm) {
  source = wasm;
}

const load = async () => WebAssembly.compile(source instanceof Uint8Array ? source : fs.readFileSync(source));
const { AssayError, compare, convert, run, score, validate } = functions(load);

module.exports = { AssayError, compare, convert, run, score, use, validate };

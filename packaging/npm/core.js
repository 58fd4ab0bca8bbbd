"use strict";

const { assayRun } = require("./memfs.js");

require("./wasm_exec.js"); // defines globalThis.Go
const Go = globalThis.Go;

/** An error of assay: its exit status and its standard error. */
class AssayError extends Error {
  constructor(status, stderr) {
    super(stderr.trim() || `assay ended with status ${status}`);
    this.name = "AssayError";
    this.status = status;
    const place = /^assay: (.+?):(\d+)(?::(\d+))?:? /m.exec(stderr);
    if (place) {
      this.file = place[1];
      this.line = Number(place[2]);
    }
  }
}

function content(name, value) {
  if (typeof value === "string") return new TextEncoder().encode(value);
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`${name}: want a text or a Uint8Array, found ${value === null ? "null" : typeof value}`);
}

/** Turn { onError: "skip", ci: true } into ["--on-error=skip", "--ci"]. */
function flags(options) {
  const out = [];
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined || value === null || value === false) continue;
    const name = "--" + key.replace(/[A-Z]/g, c => "-" + c.toLowerCase());
    out.push(value === true ? name : `${name}=${value}`);
  }
  return out;
}

/** Return the functions of the package; load compiles assay.wasm, once. */
module.exports = function functions(load) {
  let compiled = null;
  let last = Promise.resolve();

  /** Run a command of assay over files in memory. Calls run one after the other. */
  function run(args, files = {}) {
    const given = {};
    for (const [name, value] of Object.entries(files)) given[name] = content(name, value);
    const result = last.then(async () => {
      compiled ??= await load();
      return assayRun(Go, compiled, given, args.map(String));
    });
    last = result.catch(() => {});
    return result;
  }

  async function json(args, files) {
    const { status, stdout, stderr } = await run(args, files);
    if (status !== 0 && status !== 1) throw new AssayError(status, stderr);
    return JSON.parse(stdout);
  }

  /** Score a system against gold; both are texts. */
  async function score(gold, system, options = {}) {
    const data = await json(["score", "gold", "system", "--format", "json", ...flags(options)], {
      gold,
      system
    });
    return { ...data.results[0], results: data.results };
  }

  /** Test whether systems differ. */
  async function compare(gold, systems, options = {}) {
    const names = Object.keys(systems);
    return json(["compare", "gold", ...names, "--format", "json", ...flags(options)], { gold, ...systems });
  }

  /** List the problems of a treebank. */
  async function validate(source, options = {}) {
    return (await json(["validate", "source", "--format", "json", ...flags(options)], { source })) || [];
  }

  /** Convert a treebank to another format. */
  async function convert(source, to, options = {}) {
    const { status, stdout, stderr } = await run(["convert", "source", "--to", to, ...flags(options)], {
      source
    });
    if (status !== 0) throw new AssayError(status, stderr);
    return stdout;
  }

  return { AssayError, compare, convert, run, score, validate };
};

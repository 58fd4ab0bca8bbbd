// The worker of the page: it unpacks a part of the page or runs one command for each message, with the files as they
// are in the message. Large files are read in parts.
"use strict";

const part = 4 << 20;

// partly reads a File in parts, without a copy of the whole in memory.
function partly(file) {
  const reader = new FileReaderSync();
  let from = -1,
    held = new Uint8Array(0);
  return {
    size: file.size,
    read(start, end) {
      if (start < from || end > from + held.length || from < 0) {
        from = start;
        held = new Uint8Array(reader.readAsArrayBuffer(file.slice(start, Math.max(end, start + part))));
      }
      return held.subarray(start - from, end - from);
    }
  };
}

onmessage = event => {
  const { text, size } = event.data;
  if (text === undefined) return run(event.data);
  const part = unpacked(text, size);
  postMessage(part, [part.buffer]);
};

async function run({ module, files, args }) {
  const given = {};
  for (const [name, file] of Object.entries(files))
    given[name] = file instanceof Uint8Array ? file : partly(file);
  try {
    postMessage(await assayRun(Go, module, given, args));
  } catch (err) {
    postMessage({
      status: -1,
      stdout: "",
      stderr: "assay: the command ended early: " + err.message,
      files: {}
    });
  }
}

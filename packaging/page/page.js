// The page: files in, commands in a worker, results out.
"use strict";

const $ = id => document.getElementById(id);
const limit = 256e6; // bytes of one file; more takes minutes here, and seconds outside of a browser
const chosen = { gold: [], system: [] };
let module = null,
  running = null,
  epoch = 0;

// called runs the worker for one message.
function called(message, known) {
  return new Promise((resolve, reject) => {
    const url = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
    const worker = new Worker(url);
    const end = (call, value) => {
      worker.terminate();
      URL.revokeObjectURL(url);
      if (running && running.worker === worker) running = null;
      call(value);
    };
    if (known) running = { worker, stop: () => end(reject, new Error("stopped")) };
    worker.onmessage = e => end(resolve, e.data);
    worker.onerror = e => end(reject, new Error(e.message || "the worker ended"));
    worker.postMessage(message);
  });
}

// unpack returns the bytes of a part of the page, which is then no longer in it.
function unpack(id) {
  const part = $(id);
  const text = part.textContent;
  part.remove();
  return called({ text, size: Number(part.dataset.size) }, false);
}

// command runs assay; files are File objects or bytes by name.
const command = (args, files) => called({ module, files, args }, true);

function inputs() {
  const files = {};
  const names = { gold: "", systems: [] };
  for (const f of chosen.gold) files[(names.gold = f.name)] = f.content;
  for (const f of chosen.system) {
    let name = f.name;
    while (name in files) name = "system-" + name;
    files[name] = f.content;
    names.systems.push(name);
  }
  return { files, names };
}

function choose(side, list) {
  showError("");
  const files = [...list];
  const large = files.find(f => f.size > limit);
  if (large) {
    showError(
      `${large.name} has ${(large.size / 1e6).toFixed(0)} MB; this page reads files of up to ` +
        `${(limit / 1e6).toFixed(0)} MB. The command reads any size.`
    );
    return;
  }
  chosen[side] = (side === "gold" ? files.slice(0, 1) : files).map(f => ({
    name: f.name.replace(/^-/, "_"),
    content: f.content || f,
    size: f.size
  }));
  const ul = $(side + "-list");
  ul.replaceChildren(...chosen[side].map(f => element("li", `${f.name}, ${(f.size / 1000).toFixed(0)} kB`)));
  $("run").disabled = !(module && chosen.gold.length && chosen.system.length);
}

function element(tag, text, attributes = {}) {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  return e;
}

function showError(text) {
  $("error").textContent = text;
}

function options() {
  const words = $("options").value.match(/'[^']*'|"[^"]*"|\S+/g) || [];
  const metric = $("metric").value.trim();
  return [...(metric ? ["-m", metric] : []), ...words.map(w => w.replace(/^(['"])(.*)\1$/, "$2"))];
}

// each tab makes its content when it is opened, once for each run. The report has figures, differences, errors and
// the sentences of every system with their drawings; the others are the texts that the command prints.
const tabs = [
  { name: "Report", make: report },
  { name: "Scores as text", make: scores },
  {
    name: "Errors as text",
    make: at =>
      texts(
        at.names.systems.map(s => ["errors", at.names.gold, s, ...at.options]),
        at
      )
  },
  {
    name: "Comparison as text",
    several: true,
    make: at => texts([["compare", at.names.gold, ...at.names.systems, ...at.options]], at)
  }
];

async function run(args, at) {
  const result = await command(args, at.files);
  if (result.status !== 0 && !result.stdout) throw new Error(result.stderr.trim() || `status ${result.status}`);
  return result;
}

async function scores(at) {
  const box = element("div");
  const result = await run(["score", at.names.gold, ...at.names.systems, ...at.options], at);
  box.append(element("pre", result.stdout));
  if (result.stderr.trim()) box.append(element("h2", "Notes"), element("pre", result.stderr.trim()));
  return box;
}

async function texts(calls, at) {
  const box = element("div");
  for (const args of calls) box.append(element("pre", (await run(args, at)).stdout));
  return box;
}

// report shows the page in a frame of its own, which has its own address: its links and its back button are those
// of a file.
async function report(at) {
  const result = await run(["report", at.names.gold, ...at.names.systems, ...at.options, "-o", "-"], at);
  const box = element("div");
  const link = element("a", "Save the report", { download: "report.html" });
  link.href = URL.createObjectURL(new Blob([result.stdout], { type: "text/html" }));
  const frame = element("iframe", undefined, {
    title: "report",
    sandbox: "allow-scripts allow-downloads",
    src: link.href
  });
  box.append(element("p"), frame);
  box.firstChild.append(link);
  return box;
}

async function open(index, at) {
  if (running) running.stop();
  const current = ++epoch;
  for (const [i, b] of [...$("tabs").children].entries()) b.setAttribute("aria-selected", String(i === index));
  $("panel").replaceChildren();
  showError("");
  $("state").textContent = "Working";
  $("stop").hidden = false;
  try {
    at.made[index] = at.made[index] || (await at.tabs[index].make(at));
    if (current !== epoch) return;
    $("panel").replaceChildren(at.made[index]);
    $("results").scrollIntoView({ block: "start" });
  } catch (err) {
    if (current === epoch && err.message !== "stopped") showError(err.message);
  }
  if (current !== epoch) return;
  $("state").textContent = "Ready";
  $("stop").hidden = true;
}

function start() {
  const { files, names } = inputs();
  const at = {
    files,
    names,
    options: options(),
    made: [],
    tabs: tabs.filter(t => !t.several || names.systems.length > 1)
  };
  $("tabs").replaceChildren(
    ...at.tabs.map((t, i) => {
      const b = element("button", t.name, {
        role: "tab",
        "aria-selected": "false",
        "aria-controls": "panel",
        id: "tab-" + t.name.toLowerCase().replace(/ .*/, "")
      });
      b.onclick = () => open(i, at);
      return b;
    })
  );
  $("results").hidden = false;
  open(0, at);
}

for (const side of ["gold", "system"]) {
  $(side + "-file").onchange = e => choose(side, e.target.files);
  const box = $(side);
  box.ondragover = e => {
    e.preventDefault();
    box.classList.add("over");
  };
  box.ondragleave = () => box.classList.remove("over");
  box.ondrop = e => {
    e.preventDefault();
    box.classList.remove("over");
    choose(side, e.dataTransfer.files);
  };
}
$("run").onclick = start;
$("stop").onclick = () => running && running.stop();

(async () => {
  const examples = JSON.parse(new TextDecoder().decode(await unpack("example-data")));
  for (const x of examples) {
    const b = element("button", x.title);
    b.onclick = () => {
      const file = f => ({ name: f.name, content: new TextEncoder().encode(f.text), size: f.text.length });
      choose("gold", [file(x.gold)]);
      choose("system", x.systems.map(file));
      if (module) start();
    };
    $("examples").append(b, " ");
  }
  module = await WebAssembly.compile(await unpack("wasm"));
  $("state").textContent = "Ready";
  choose(
    "gold",
    chosen.gold.map(f => ({ name: f.name, content: f.content, size: f.size }))
  );
  choose(
    "system",
    chosen.system.map(f => ({ name: f.name, content: f.content, size: f.size }))
  );
})().catch(err => {
  $("state").textContent = "";
  showError("This browser cannot run assay: " + err.message);
});

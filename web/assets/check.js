// The human check: one item at a time, one key a decision. Keys are queued, so that
// none is lost while the page waits for an answer.
"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const make = (tag, props, ...kids) => { const e = Object.assign(document.createElement(tag), props || {}); e.append(...kids); return e; };
  let now = null, running = false;
  const queue = [], drafts = new Map(); // notes typed and not yet sent, by item

  // The address holds the item, the judge and the order.
  const address = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  function keep(change) {
    const a = { ...address(), ...change }, p = new URLSearchParams();
    for (const k of ["item", "judge", "by"]) if (a[k] !== undefined && a[k] !== "") p.set(k, a[k]);
    history.replaceState(null, "", "#" + p);
  }
  const judge = () => address().judge || "";
  const by = () => address().by || $("by").options[0].value;

  function tell(text) {
    $("error").hidden = !text;
    $("error").textContent = text || "";
  }

  // ask sends one request; run does one after another.
  async function ask(method, path, fields) {
    const body = new URLSearchParams({ judge: judge(), by: by(), ...fields });
    const answer = await fetch(method === "GET" ? path + "?" + body : path, method === "GET" ? {} : { method, body });
    const data = await answer.json();
    if (!answer.ok) throw new Error(data.error || answer.statusText);
    return data;
  }
  async function run() {
    if (running) return;
    running = true;
    document.body.dataset.busy = "yes";
    while (queue.length) {
      try {
        await queue.shift()();
        tell("");
      } catch (e) {
        queue.length = 0;
        tell(e instanceof TypeError ? "the server does not answer; nothing was recorded" : e.message);
      }
    }
    running = false;
    delete document.body.dataset.busy;
  }
  const later = task => { queue.push(task); run(); };

  function sentence(item, words) {
    const p = $("sentence"), { from, to } = item.focus;
    p.replaceChildren();
    const some = (a, b) => words.slice(a, b).join(" ");
    if (from < 0 || to >= words.length) { p.textContent = words.join(" "); return; }
    const mark = make("mark", {}, make("b", { textContent: "[" }), some(from, to + 1), make("b", { textContent: "]" }), make("sub", { textContent: item.label || "" }));
    p.append(from ? some(0, from) + " " : "", mark, to + 1 < words.length ? " " + some(to + 1) : "");
    if (mark.scrollIntoView) p.scrollTop = Math.max(0, mark.offsetTop - p.offsetTop - 24);
  }

  function question(text) {
    const h = $("question");
    h.replaceChildren();
    text.split(/(“[^”]*”)/).forEach(part => h.append(/^“/.test(part) ? make("q", { textContent: part.slice(1, -1) }) : part));
  }

  function show(item) {
    now = item;
    const p = item.progress;
    $("progress").textContent = `${item.message ? item.message + " · " : ""}${p.decided} of ${p.total}`;
    $("progress").title = `${p.accepted} accepted, ${p.rejected} rejected`;
    $("bar").value = p.total ? p.decided / p.total : 1;
    $("pace").textContent = p.per_hour ? (p.per_hour > 60 ? `${Math.max(1, Math.round(3600 / p.per_hour))} s a decision` : `${Math.round(p.per_hour)} an hour`) : "";
    document.body.dataset.n = item.n;
    document.body.dataset.decided = p.decided;
    past(item);
    $("list").hidden = true;
    if (item.n < 0) {
      question(p.total ? "All is decided." : "There is nothing to decide: everything matches.");
      $("sentence").textContent = $("about").textContent = "";
      $("drawing").replaceChildren();
      $("evidence").hidden = true;
      $("note").value = "";
      keep({ item: "" });
      return;
    }
    keep({ item: item.n + 1 });
    $("note").value = drafts.has(item.n) ? drafts.get(item.n) : item.note || "";
    const pair = Draw.read(item.gold_line, item.system_line, item.text);
    sentence(item, pair.system.words);
    question(item.question);
    const said = [];
    if (item.systems) said.push(item.systems.join(", ") + (item.systems.length > 1 ? " say so" : " says so") + ", gold does not");
    if (item.crosses) said.push("crosses gold's " + item.crosses);
    if (item.gold) said.push((item.shown ? "gold: " : "gold instead: ") + item.gold);
    said.push(`sentence ${item.sentence}`);
    if (item.said) said.push("judges differ: " + item.said);
    if (item.decision) said.push("you said " + item.decision);
    $("about").textContent = said.join(" · ");
    $("evidence").hidden = !item.evidence;
    $("evidence").replaceChildren(...(item.evidence || []).map(text => make("li", { textContent: text })));
    $("like").lastChild.textContent = ` all alike (${item.like}) …`;
    const f = item.focus, pane = $("drawing");
    const room = Math.max(300, document.querySelector(".foot").getBoundingClientRect().top - pane.getBoundingClientRect().top - scrollY - 8);
    const paint = fold => Draw.pair(pair, { width: pane.clientWidth - 16, height: room, fold, name: item.shown || (item.systems || ["system"]).join(", "),
      focus: { node: f.node, from: f.from, to: f.to, crosses: f.crosses, word: f.word } });
    const d = paint();
    pane.replaceChildren(d);
    $("whole").hidden = !(d.dataset && d.dataset.part);
    $("whole").onclick = () => { pane.replaceChildren(paint(false)); $("whole").hidden = true; };
    const box = d.querySelector && d.querySelector("rect.focus,rect.tint"); // bring it into sight
    if (box) {
      const scale = d.getBoundingClientRect().width / (d.viewBox ? d.viewBox.baseVal.width : 1);
      pane.scrollLeft = Math.max(0, (+box.getAttribute("x") - (d.viewBox ? d.viewBox.baseVal.x : 0)) * scale - pane.clientWidth / 2);
    }
  }

  function past(item) {
    $("history").replaceChildren(...item.history.map(h => {
      const b = make("button", { type: "button", title: h.words }, make("b", { textContent: `${{ accept: "✓", reject: "✕", unsure: "?" }[h.decision] || "·"} ${h.decision || "open"}${h.items > 1 ? " × " + h.items : ""}` }), make("span", { textContent: h.words }));
      b.addEventListener("click", () => later(() => go(h.n)));
      return make("li", {}, b);
    }));
  }

  const go = async n => show(await ask("GET", "api/item", { n }));
  const step = by => later(async () => { if (now && now.n >= 0) { draft(); show(await ask("GET", "api/item", { n: now.n, step: by })); } });
  const next = n => later(async () => show(await ask("GET", "api/item", { n, next: 1 })));
  function draft() { if (now && now.n >= 0) { if ($("note").value !== (now.note || "")) drafts.set(now.n, $("note").value); } }

  // decide works on the item that is shown when its turn comes.
  const decide = decision => later(async () => { if (now && now.n >= 0) await post(now.n, now.item, decision, []); });
  async function post(n, item, decision, also) {
    const answer = await ask("POST", "api/decide", { n, item, decision, note: n === now.n ? $("note").value : "", also: also.join(",") });
    drafts.delete(n);
    show(answer);
  }

  // all lists the items that are alike; Enter writes those with a tick.
  let alike = [];
  const all = decision => later(async () => {
    if (!now || now.n < 0) return;
    draft();
    const data = await ask("GET", "api/alike", { n: now.n });
    alike = data.items;
    $("h-list").textContent = `${decision} ${alike.length} items: ${data.group}?`;
    $("rows").replaceChildren(...alike.map((x, i) => make("label", {}, make("input", { type: "checkbox", checked: true, value: i }), `${x.question}  (sentence ${x.sentence})`)));
    $("write").replaceChildren(make("kbd", { textContent: "Enter" }), ` ${decision} those with a tick`);
    $("list").hidden = false;
    $("list").dataset.decision = decision;
    $("write").focus();
  });
  function write() {
    if ($("list").hidden) return;
    const chosen = [...$("rows").querySelectorAll("input:checked")].map(e => alike[+e.value]), decision = $("list").dataset.decision;
    $("list").hidden = true;
    if (!chosen.length) return;
    const first = chosen.find(x => x.n === now.n) || chosen[0];
    later(() => post(first.n, first.item, decision, chosen.map(x => x.n)));
  }

  const keys = {
    a: () => decide("accept"), r: () => decide("reject"), u: () => decide("unsure"),
    A: () => all("accept"), R: () => all("reject"),
    s: () => step(1), b: () => step(-1),
    z: () => later(async () => show(await ask("POST", "api/undo", {}))),
    n: () => setTimeout(() => $("note").focus()), "?": () => { $("help").hidden = !$("help").hidden; $("help").scrollIntoView({ block: "center" }); }, // not under the keys at the foot
  };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (!$("list").hidden) {
      if (e.key === "Escape") { $("list").hidden = true; e.preventDefault(); }
      if (e.key === "Enter" && e.target.id !== "leave") { write(); e.preventDefault(); }
      return;
    }
    if (/INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) {
      if (e.target.id !== "name" && (e.key === "Escape" || e.key === "Enter")) e.target.blur();
      return;
    }
    if (e.repeat || !judge()) return;
    // Shift makes A of a; Caps Lock does not.
    const key = /^[a-z]$/i.test(e.key) ? (e.shiftKey ? e.key.toUpperCase() : e.key.toLowerCase()) : e.key;
    if (keys[key]) {
      e.preventDefault();
      keys[key]();
    }
  });
  for (const b of document.querySelectorAll("[data-key]")) b.addEventListener("click", () => { if (judge()) keys[b.dataset.key](); });
  $("write").addEventListener("click", write);
  $("leave").addEventListener("click", () => { $("list").hidden = true; });
  $("note").addEventListener("input", draft);
  $("by").addEventListener("change", () => { keep({ by: $("by").value }); $("by").blur(); });
  $("judge").addEventListener("change", () => { const name = $("judge").value.trim(); if (name) { keep({ judge: name }); drafts.clear(); next(now && now.n >= 0 ? now.n : 0); } else $("judge").value = judge(); });

  function table(rows, click) {
    if (!rows || !rows.length) return make("p", { textContent: "none" });
    const t = make("table"), head = t.createTHead().insertRow(), body = t.createTBody();
    for (const k of Object.keys(rows[0])) head.append(make("th", { scope: "col", textContent: k }));
    for (const r of rows) {
      const tr = body.insertRow();
      for (const [k, v] of Object.entries(r)) {
        const td = tr.insertCell(), text = v === null ? "n/a" : typeof v === "number" && !Number.isInteger(v) ? v.toFixed(3) : v;
        if (k === "item" && click && r.n >= 0) { const b = make("button", { type: "button", textContent: text }); b.addEventListener("click", () => later(() => go(r.n))); td.append(b); }
        else td.textContent = text;
      }
    }
    return t;
  }
  $("agree").addEventListener("click", async () => {
    try {
      const data = await (await fetch("api/agreement")).json();
      if (data.error) throw new Error(data.error);
      $("judges").hidden = false;
      $("agreement").replaceChildren(table(data.agreement), make("h3", { textContent: "items on which judges differ" }), table(data.disagreements, true));
    } catch (e) {
      tell(e.message);
    }
  });

  function begin() {
    const a = address(), name = a.judge || document.body.dataset.judge;
    if (!name) { // nobody decides under a name that was not given
      $("who").hidden = false;
      $("task").hidden = true;
      $("name").focus();
      return;
    }
    $("who").hidden = true;
    $("task").hidden = false;
    keep({ judge: name });
    $("judge").value = name;
    $("by").value = by();
    if (+a.item > 0) later(() => go(+a.item - 1)); else next(0);
  }
  $("who").addEventListener("submit", e => { e.preventDefault(); keep({ judge: $("name").value.trim() }); begin(); });
  addEventListener("hashchange", begin);
  begin();
})();

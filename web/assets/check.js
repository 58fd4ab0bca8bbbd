// The human check: one item at a time, one key a decision.
"use strict";
(() => {
  const $ = id => document.getElementById(id);
  let now = null, busy = false;

  function tell(text) {
    $("error").hidden = !text;
    $("error").textContent = text || "";
  }

  async function ask(method, path, fields) {
    if (busy) return;
    busy = true;
    try {
      const body = new URLSearchParams({ judge: $("judge").value, ...fields });
      const url = method === "GET" ? path + "?" + body : path;
      const answer = await fetch(url, method === "GET" ? {} : { method, body });
      const data = await answer.json();
      if (!answer.ok) throw new Error(data.error || answer.statusText);
      tell("");
      show(data);
    } catch (e) {
      tell(e instanceof TypeError ? "the server does not answer; nothing was recorded" : e.message);
    } finally {
      busy = false;
    }
  }

  function show(item) {
    now = item;
    const p = item.progress;
    $("progress").textContent = (item.message ? item.message + " · " : "") + `${p.decided} of ${p.total} decided, ${p.accepted} accepted, ${p.rejected} rejected` +
      (p.per_hour ? ` · ${Math.round(p.per_hour)} an hour` : "");
    $("bar").value = p.total ? p.decided / p.total : 1;
    $("system").textContent = "";
    $("gold").textContent = "";
    $("note").value = item.note || "";
    document.body.dataset.n = item.n;
    if (item.n < 0) {
      $("question").textContent = p.total ? "All is decided." : "There is nothing to decide: everything matches.";
      $("sentence").textContent = $("about").textContent = "";
      return;
    }
    $("question").textContent = `${item.kind} ${item.item}: ${item.words}`;
    $("sentence").textContent = (item.line[0].w || []).join(" ");
    $("about").textContent = `item ${item.n + 1} of ${item.total}, sentence ${item.sentence}, ${item.group}` +
      (item.gold ? `; gold has ${item.gold}` : "") + (item.systems ? `; ${item.systems.join(", ")}` : "") +
      (item.said ? `; judges differ: ${item.said}` : "") + (item.decision ? `; you said ${item.decision}` : "");
    $("like").lastChild.textContent = ` accept all alike (${item.like})`;
    $("unlike").lastChild.textContent = ` reject all alike (${item.like})`;
    $("gold").appendChild(Draw.draw(item.line[0], item.line[0]));
    $("system").appendChild(Draw.draw(item.line[1], item.line[0]));
    const mark = $("system").querySelector("text.focus"); // bring it into sight
    if (mark) {
      const box = $("system"), x = +mark.getAttribute("x") - box.clientWidth / 2;
      box.scrollLeft = $("gold").scrollLeft = Math.max(0, x);
    }
  }

  const decide = (decision, all) => now && now.n >= 0 &&
    ask("POST", "api/decide", { n: now.n, item: now.item, decision, note: $("note").value, ...(all ? { all: 1 } : {}) });
  const at = n => ask("GET", "api/item", { n });
  const next = n => ask("GET", "api/item", { n, next: 1 });

  const keys = {
    a: () => decide("accept"), r: () => decide("reject"), u: () => decide("unsure"),
    A: () => decide("accept", true), R: () => decide("reject", true),
    s: () => now && at(now.n + 1), b: () => now && at(now.n - 1),
    z: () => ask("POST", "api/undo", {}), n: () => $("note").focus(),
  };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.target.tagName === "INPUT") {
      if (e.key === "Escape" || e.key === "Enter") e.target.blur();
      return;
    }
    if (keys[e.key]) {
      e.preventDefault();
      keys[e.key]();
    }
  });
  for (const b of document.querySelectorAll("[data-key]")) b.addEventListener("click", () => keys[b.dataset.key]());
  $("judge").addEventListener("change", () => next(0));

  function table(rows) {
    const t = document.createElement("table");
    if (!rows || !rows.length) {
      const p = document.createElement("p");
      p.textContent = "none";
      return p;
    }
    const head = t.createTHead().insertRow(), body = t.createTBody();
    for (const k of Object.keys(rows[0])) {
      const th = document.createElement("th");
      th.scope = "col";
      th.textContent = k;
      head.appendChild(th);
    }
    for (const r of rows) {
      const tr = body.insertRow();
      for (const v of Object.values(r)) tr.insertCell().textContent = v === null ? "n/a" : typeof v === "number" && !Number.isInteger(v) ? v.toFixed(3) : v;
    }
    return t;
  }
  $("agree").addEventListener("click", async () => {
    try {
      const data = await (await fetch("api/agreement")).json();
      if (data.error) throw new Error(data.error);
      const h = document.createElement("h3");
      h.textContent = "items on which judges differ";
      $("agreement").replaceChildren(table(data.agreement), h, table(data.disagreements));
    } catch (e) {
      tell(e.message);
    }
  });
  next(0);
})();

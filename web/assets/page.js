// The list of sentences: filter, sort, draw what is looked at.
"use strict";
(() => {
  const indexElement = document.getElementById("index");
  if (!indexElement) return;
  const index = JSON.parse(indexElement.textContent);
  const lines = index.systems.map((_, i) => document.getElementById("lines-" + i).textContent.split("\n"));
  const $ = id => document.getElementById(id);
  const rows = 50;
  let order = [], page = 0, chosen = -1;

  function option(select, value, text) {
    const o = document.createElement("option");
    o.value = value;
    o.textContent = text;
    select.appendChild(o);
  }
  index.systems.forEach((s, i) => option($("system"), i, s.name));
  const system = () => +$("system").value || 0;
  option($("class"), "", "any");
  index.classes.forEach((c, i) => option($("class"), i, c));
  $("scorehead").textContent = index.score;

  const show = v => v === null ? "n/a" : index.rate ? (100 * v).toFixed(2) : v.toFixed(2);

  function select() {
    const s = index.systems[system()], raw = lines[system()], c = $("class").value, text = $("text").value.toLowerCase();
    const wrong = $("wrong").checked, by = $("order").value;
    order = [];
    for (let i = 0; i < s.ids.length; i++) {
      if (wrong && !s.errors[i] && !s.has[i].length) continue;
      if (c !== "" && !s.has[i].includes(+c)) continue;
      if (text && !s.ids[i].toLowerCase().includes(text) && !raw[i].toLowerCase().includes(text) && !words(raw[i]).includes(text)) continue;
      order.push(i);
    }
    const e = s.errors, v = s.values;
    const value = i => v[i] === null ? 2e9 : v[i];
    if (by === "errors") order.sort((a, b) => e[b] - e[a] || a - b);
    if (by === "score") order.sort((a, b) => value(a) - value(b) || e[b] - e[a] || a - b);
    if (by === "length") order.sort((a, b) => s.length[b] - s.length[a] || a - b);
    page = 0;
    list();
  }

  function words(line) {
    return (JSON.parse(line)[0].w || []).join(" ").toLowerCase();
  }

  function list() {
    const s = index.systems[system()], body = $("list").tBodies[0];
    const pages = Math.max(1, Math.ceil(order.length / rows));
    page = Math.min(Math.max(page, 0), pages - 1);
    body.textContent = "";
    for (const i of order.slice(page * rows, (page + 1) * rows)) {
      const tr = body.insertRow(), head = document.createElement("th"), b = document.createElement("button");
      head.scope = "row";
      b.type = "button";
      b.textContent = s.ids[i];
      b.addEventListener("click", () => choose(i));
      head.appendChild(b);
      tr.appendChild(head);
      for (const t of [s.length[i], s.errors[i], show(s.values[i])]) {
        const td = tr.insertCell();
        td.className = "n";
        td.textContent = t;
      }
      tr.dataset.i = i;
      if (i === chosen) tr.className = "chosen";
    }
    $("count").textContent = `${order.length} of ${s.ids.length} sentences`;
    $("page").textContent = `page ${page + 1} of ${pages}`;
    const held = document.activeElement;
    $("back").disabled = page === 0;
    $("more").disabled = page === pages - 1;
    if (held.disabled) $(held.id === "more" ? "back" : "more").focus(); // keys go on from there
  }

  function choose(i) {
    chosen = i;
    for (const tr of $("list").tBodies[0].rows) {
      const on = +tr.dataset.i === i;
      tr.className = on ? "chosen" : "";
      if (on) tr.scrollIntoView({ block: "nearest" });
    }
    const view = $("view"), s = index.systems[system()], sides = JSON.parse(lines[system()][i]);
    view.textContent = "";
    const h = document.createElement("h3");
    h.textContent = "sentence " + s.ids[i];
    view.appendChild(h);
    const text = document.createElement("p");
    text.dir = "auto";
    text.textContent = (sides[0].w || []).join(" ");
    view.appendChild(text);
    for (const problem of (s.problems || {})[i] || []) {
      const p = document.createElement("p");
      p.className = "note";
      p.textContent = problem;
      view.appendChild(p);
    }
    sides.forEach((side, n) => {
      const f = document.createElement("figure"), c = document.createElement("figcaption"), d = document.createElement("div");
      const name = n === 0 ? "gold" : s.name;
      c.textContent = n === 0 ? "gold" : `${name}: ${s.errors[i]} ${s.errors[i] === 1 ? "difference" : "differences"}, ${index.score} ${show(s.values[i])}`;
      d.className = "scroll drawing";
      d.tabIndex = 0;
      d.setAttribute("role", "region");
      d.setAttribute("aria-label", "drawing: " + name);
      d.appendChild(Draw.draw(side, sides[0]));
      f.append(c, d);
      view.appendChild(f);
    });
    const both = [...view.querySelectorAll(".drawing")]; // both sides show the same words: one follows the other
    let leader = both[0];
    both.forEach((d, n) => {
      for (const event of ["pointerenter", "focus"]) d.addEventListener(event, () => { leader = d; });
      d.addEventListener("scroll", () => { if (leader === d) both[1 - n].scrollLeft = d.scrollLeft; });
    });
  }

  function step(by) {
    if (!order.length) return;
    let at = order.indexOf(chosen);
    at = at < 0 ? page * rows : Math.min(Math.max(at + by, 0), order.length - 1);
    if (Math.floor(at / rows) !== page) {
      page = Math.floor(at / rows);
      list();
    }
    choose(order[at]);
  }

  for (const id of ["class", "order", "wrong"]) $(id).addEventListener("change", select);
  let last = 0;
  $("system").addEventListener("change", () => { // the same sentence of the other system
    const name = chosen >= 0 ? index.systems[last].ids[chosen] : "";
    last = system();
    select();
    const at = name ? index.systems[last].ids.indexOf(name) : -1;
    if (at >= 0) choose(at);
  });
  let wait;
  $("text").addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(select, 200); });
  $("filters").addEventListener("submit", e => { e.preventDefault(); select(); });
  $("back").addEventListener("click", () => { page--; list(); });
  $("more").addEventListener("click", () => { page++; list(); });
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey || /INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) return;
    if (e.key === "j") step(1);
    if (e.key === "k") step(-1);
  });
  select();
})();

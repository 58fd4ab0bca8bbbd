// The sentences of a report: which of them an address selects, in what order, and
// one row of the list. report.js puts them on the page.
"use strict";
const Sentences = (() => {
  const element = document.getElementById("index");
  if (!element) return null;
  const index = JSON.parse(element.textContent), n = index.ids.length, systems = index.systems;
  const text = document.getElementById("text").textContent.replace(/^\n/, "").split("\n");
  const lines = [null, ...systems].map((_, i) => document.getElementById("lines-" + i).textContent.split("\n"));
  const byName = new Map(systems.map((s, i) => [s.name, i]));
  const row = new Map(index.ids.map((id, i) => [id, i]));
  const STEP = 5; // numbers for each error: class, gold's label, the system's, first and last word

  const show = v => v === null ? "n/a" : (index.score.rate ? 100 * v : v).toFixed(index.score.rate ? 1 : 2).replace("-", "−");
  const scored = (s, i) => systems[s].status[i] === "0";
  const present = (s, i) => systems[s].status[i] !== "4";
  const value = (s, i) => scored(s, i) ? systems[s].values[i] : null;
  const count = (s, i) => systems[s].wrong[i].length / STEP;

  // pairs joins a missing and a spurious bracket over the same words: they are one
  // confusion. Each pair is class, gold's label, the system's, first and last word.
  const joined = new Map();
  function pairs(s, i) {
    const key = s * n + i;
    let out = joined.get(key);
    if (out) return out;
    out = [];
    const w = systems[s].wrong[i], open = new Map();
    for (let k = 0; k < w.length; k += STEP) {
      const e = { c: w[k], g: w[k + 1], s: w[k + 2], from: w[k + 3], to: w[k + 4] }, place = e.from + "-" + e.to;
      const other = e.from >= 0 && (e.g < 0) !== (e.s < 0) && (open.get(place) || []).find(o => !o.both && (o.g < 0) !== (e.g < 0));
      if (other) { other.both = true; other.g = Math.max(other.g, e.g); other.s = Math.max(other.s, e.s); other.c2 = e.c; continue; }
      out.push(e);
      open.set(place, [...(open.get(place) || []), e]);
    }
    if (joined.size > 50000) joined.clear();
    joined.set(key, out);
    return out;
  }

  // kinds are the names of the kinds of error of a row.
  function kinds(s, i) {
    const out = new Map(), add = k => out.set(k, (out.get(k) || 0) + 1);
    if (systems[s].kinds) for (const k of systems[s].kinds[i]) add(index.kinds[k]);
    const w = systems[s].wrong[i];
    for (let k = 0; k < w.length; k += STEP) add(index.classes[w[k]]);
    return out;
  }

  // labels are the numbers of the labels of the errors of a row, on either side.
  function labels(s, i) {
    const out = [], w = systems[s].wrong[i];
    for (let k = 0; k < w.length; k += STEP) for (const l of [w[k + 1], w[k + 2]]) if (l >= 0) out.push(l);
    return out;
  }

  let lower = null;
  function hay() { return lower = lower || text.map(t => t.toLowerCase()); }
  const parsed = new Map();
  function symbols(i, field) { // tags or labels of gold and the systems, between blanks
    const key = field + i;
    if (!parsed.has(key)) {
      const list = v => typeof v === "string" ? v.split(" ") : v || [], all = new Set();
      for (const side of lines) {
        if (!side[i]) continue;
        const a = JSON.parse(side[i]);
        for (const v of field === "tag" ? [a.t] : [a.l, a.r, a.n, (a.d || []).map(d => d[2]), (a.e || []).map(e => e[2])]) for (const x of list(v)) all.add(x.toLowerCase());
      }
      if (parsed.size > 100000) parsed.clear();
      parsed.set(key, all);
    }
    return parsed.get(key);
  }

  // matcher returns what a search asks of a row: words, or a tag or label as a whole.
  function matcher(q) {
    const m = /^(tag|label):(.*)$/.exec(q.trim());
    if (m) { const want = m[2].toLowerCase(); return i => symbols(i, m[1]).has(want); }
    const want = q.toLowerCase().replace(/\s+/g, " "), words = hay();
    return i => words[i].includes(want) || index.ids[i].toLowerCase() === want.trim();
  }

  // range reads a range of scores of a system, such as NAME:80-85, in points where the
  // score is a rate. The upper end belongs to it only if it is written with a bracket.
  function range(text) {
    const m = /^(.*):(-?[\d.]+)-(-?[\d.]+)(]?)$/.exec(text), f = index.score.rate ? 100 : 1;
    return m && byName.has(m[1]) ? { s: byName.get(m[1]), low: m[2] / f, high: m[3] / f, end: m[4] === "]" } : {};
  }
  const within = (r, v) => v !== null && v > r.low - 1e-9 && (r.end ? v < r.high + 1e-9 : v < r.high - 1e-9);

  // select returns the rows of an address, in its order.
  function select(a) {
    const s = byName.has(a.system) ? byName.get(a.system) : -1, all = s < 0 ? systems.map((_, k) => k) : [s];
    const tests = [];
    if (s >= 0) tests.push(i => present(s, i));
    if (a.q) tests.push(matcher(a.q));
    if (a.kind) tests.push(i => all.some(k => present(k, i) && kinds(k, i).has(a.kind)));
    const label = name => { const l = index.labels.indexOf(name); return l < 0 ? -3 : l; }; // -3: no error has it
    const g = a.gold === undefined ? -2 : a.gold === "" ? -1 : label(a.gold), as = a.as === undefined ? -2 : a.as === "" ? -1 : label(a.as);
    if (g !== -2 || as !== -2) tests.push(i => all.some(k => pairs(k, i).some(e => (g === -2 || e.g === g) && (as === -2 || e.s === as))));
    if (a.label) { const l = label(a.label); tests.push(i => all.some(k => pairs(k, i).some(e => e.g === l || e.s === l))); }
    if (a.better && byName.has(a.better) && byName.has(a.than)) {
      const b = byName.get(a.better), t = byName.get(a.than), sign = index.score.lower ? -1 : 1;
      tests.push(i => value(b, i) !== null && value(t, i) !== null && sign * (value(b, i) - value(t, i)) > 1e-9);
    }
    if (a.items && a.pair) {
      const p = (index.pairs || []).find(p => p.id === a.pair), rows = new Set(p && p[a.items] || []);
      tests.push(i => rows.has(i));
    }
    for (const key of ["x", "y"]) if (a[key]) { const r = range(a[key]); tests.push(i => r.s !== undefined && within(r, value(r.s, i))); }
    if (a.show === "wrong") tests.push(i => all.some(k => systems[k].wrong[i].length));
    if (a.show === "unscored") tests.push(i => all.some(k => present(k, i) && !scored(k, i)));
    if (a.length) { const [lo, hi] = a.length.split("-").map(Number); tests.push(i => index.words[i] >= lo && index.words[i] <= (hi || lo)); }
    const out = [];
    for (let i = 0; i < n; i++) if (tests.every(t => t(i))) out.push(i);
    return sort(out, a, s);
  }

  const cost = i => { let c = 0; for (let k = 0; k < systems.length; k++) c += present(k, i) ? count(k, i) : 0; return c; };
  function sort(rows, a, s) {
    const order = a.order || "cost", sign = index.score.lower ? -1 : 1;
    const worst = k => i => { const v = value(k, i); return v === null ? Infinity : sign * v; };
    let key = null;
    if (order === "words") key = i => -index.words[i];
    else if (order === "number") key = i => i;
    else if (order === "gap" && a.better) { const b = byName.get(a.better), t = byName.get(a.than); key = i => -Math.abs((value(b, i) || 0) - (value(t, i) || 0)); }
    else if (byName.has(order)) key = worst(byName.get(order));
    else key = s >= 0 ? i => -count(s, i) : i => -cost(i);
    const keys = new Map(rows.map(i => [i, key(i)]));
    return rows.sort((x, y) => keys.get(x) - keys.get(y) || x - y);
  }

  // marks says for each word of a row in how many of the systems it is marked.
  function marks(i, s) {
    const all = s >= 0 ? [s] : systems.map((_, k) => k).filter(k => present(k, i) && systems[k].wrong[i].length), of = new Map();
    for (const k of all) {
      const mine = new Set();
      for (const e of pairs(k, i)) if (e.from >= 0) { mine.add(e.from); mine.add(e.to); }
      for (const w of mine) of.set(w, (of.get(w) || 0) + 1);
    }
    return w => { const c = of.get(w) || 0; return c === 0 ? 0 : s >= 0 || c >= systems.length ? 3 : c > 1 ? 2 : 1; };
  }

  const pair = (i, s) => Draw.read(lines[0][i], lines[s + 1][i], text[i]);
  const words = i => text[i] ? text[i].split(" ") : [];
  return { index, systems, n, row, byName, select, kinds, pairs, labels, marks, value, show, scored, present, count, cost, pair, words };
})();

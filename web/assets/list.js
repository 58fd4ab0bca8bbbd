// The sentences of a report: which of them an address selects, in what order, and
// one row of the list. report.js puts them on the page.
"use strict";
const Sentences = (() => {
  const element = document.getElementById("index");
  if (!element) return null;
  const index = JSON.parse(element.textContent),
    n = index.ids.length,
    systems = index.systems;
  const text = document.getElementById("text").textContent.split("\n");
  const lines = [null, ...systems].map((_, i) => document.getElementById("lines-" + i).textContent.split("\n"));
  const byName = new Map(systems.map((s, i) => [s.name, i]));
  const row = new Map(index.ids.map((id, i) => [id, i]));
  // numbers for each error: class, gold's label, the system's, first word, words after it (without words: number of
  // the item), cause
  const STEP = index.causes ? 6 : 5;

  const show = v =>
    v === null ? "n/a" : (index.score.rate ? 100 * v : v).toFixed(index.score.rate ? 1 : 2).replace("-", "−");
  const scored = (s, i) => systems[s].status[i] === "0";
  const present = (s, i) => systems[s].status[i] !== "4";
  const value = (s, i) => (scored(s, i) ? systems[s].values[i] : null);
  const count = (s, i) => systems[s].wrong[i].length / STEP;

  // pairs joins a missing and a spurious bracket over the same words: they are one
  // confusion. Each pair is class, gold's label, the system's, first and last word, cause.
  const joined = new Map();
  function pairs(s, i) {
    const key = s * n + i;
    let out = joined.get(key);
    if (out) return out;
    out = [];
    const w = systems[s].wrong[i],
      open = new Map();
    for (let k = 0; k < w.length; k += STEP) {
      const e = {
          c: w[k],
          g: w[k + 1],
          s: w[k + 2],
          from: w[k + 3],
          to: w[k + 3] < 0 ? w[k + 4] : w[k + 3] + w[k + 4],
          x: index.causes ? w[k + 5] : w[k]
        },
        place = e.from + "-" + e.to;
      const other =
        e.from >= 0 && e.g < 0 !== e.s < 0 && (open.get(place) || []).find(o => !o.both && o.g < 0 !== e.g < 0);
      if (other) {
        other.both = true;
        other.g = Math.max(other.g, e.g);
        other.s = Math.max(other.s, e.s);
        other.c2 = e.c;
        other.x2 = e.x;
        continue;
      }
      out.push(e);
      open.set(place, [...(open.get(place) || []), e]);
    }
    if (joined.size > 50000) joined.clear();
    joined.set(key, out);
    return out;
  }

  // kinds are the names of the kinds of error of a row.
  function kinds(s, i) {
    const out = new Map(),
      add = k => out.set(k, (out.get(k) || 0) + 1);
    if (systems[s].kinds) for (const k of systems[s].kinds[i]) add(index.kinds[k]);
    const w = systems[s].wrong[i];
    for (let k = 0; k < w.length; k += STEP) add(index.classes[w[k]]);
    return out;
  }

  // labels are the numbers of the labels of the errors of a row, on either side.
  function labels(s, i) {
    const out = [],
      w = systems[s].wrong[i];
    for (let k = 0; k < w.length; k += STEP) for (const l of [w[k + 1], w[k + 2]]) if (l >= 0) out.push(l);
    return out;
  }

  // rowsOf marks the rows of a tag or label in an index: the packed rows are steps, five
  // bits to a digit, the lowest first; all digits of a step but its last have a sixth bit.
  const digits = new Map(
    [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((c, i) => [c.charCodeAt(0), i])
  );
  const value64 = Uint8Array.from({ length: 128 }, (_, c) => digits.get(c) || 0);
  function unpack(packed, take, rising) {
    let row = 0,
      step = 0,
      shift = 0;
    for (let k = 0; k < packed.length; k++) {
      const v = value64[packed.charCodeAt(k)];
      step += (v & 31) << shift;
      if (v & 32) {
        shift += 5;
        continue;
      }
      row = rising ? row + step : step;
      take(row);
      step = shift = 0;
    }
  }
  const rowsOf = (packed, hit) =>
    unpack(
      packed,
      row => {
        hit[row] = 1;
      },
      true
    );

  // problems lists the problems of a row of a system: each text is stored with its rows.
  const problemRows = new Map();
  function problems(s, i) {
    if (!problemRows.has(s))
      problemRows.set(
        s,
        (systems[s].problems || []).map(([text, packed]) => {
          const rows = new Set();
          unpack(packed, row => rows.add(row), true);
          return [text, rows];
        })
      );
    return problemRows
      .get(s)
      .filter(([, rows]) => rows.has(i))
      .map(([text]) => text);
  }

  // vocabulary is the different words in lower case, and the packed rows of each.
  let read = null;
  function vocabulary() {
    if (read) return read;
    const [words, rows] = document.getElementById("words").textContent.split("\n");
    return (read = { words: words.toLowerCase().split(" "), rows: rows.split(" ") });
  }

  // named lists the rows of each name of a sentence in lower case.
  let names = null;
  function named(name) {
    if (!names) {
      names = new Map();
      index.ids.forEach((id, i) => {
        const key = id.toLowerCase();
        if (names.has(key)) names.get(key).push(i);
        else names.set(key, [i]);
      });
    }
    return names.get(name) || [];
  }

  // holding finds the rows whose text holds want, by the index: words that hold it where it
  // has no blank; else words that end with its first piece, those that are a piece, those that
  // begin with the last. Only rows that have all pieces are read.
  function holding(want) {
    const { words, rows } = vocabulary(),
      pieces = want.split(" "),
      last = pieces.length - 1;
    let hit = null;
    pieces.forEach((piece, k) => {
      if (piece === "") return;
      const fits =
          last === 0
            ? w => w.includes(piece)
            : k === 0
              ? w => w.endsWith(piece)
              : k === last
                ? w => w.startsWith(piece)
                : w => w === piece,
        found = new Uint8Array(n);
      words.forEach((w, i) => {
        if (fits(w)) rowsOf(rows[i], found);
      });
      if (hit) for (let i = 0; i < n; i++) hit[i] &= found[i];
      else hit = found;
    });
    if (!hit) return i => text[i].includes(want); // blanks alone
    return last === 0 ? i => hit[i] === 1 : i => hit[i] === 1 && text[i].toLowerCase().includes(want);
  }

  // matcher returns what a search asks of a row: words, or a tag or label as a whole.
  function matcher(q) {
    const m = /^(tag|label):(.*)$/.exec(q.trim());
    if (m) {
      const want = m[2].toLowerCase(),
        rows = index[m[1] + "Rows"],
        hit = new Uint8Array(n);
      for (const name of Object.keys(rows)) if (name.toLowerCase() === want) rowsOf(rows[name], hit);
      return i => hit[i] === 1;
    }
    const want = q.toLowerCase().replace(/\s+/g, " "),
      has = holding(want),
      own = new Set(named(want.trim()));
    return i => has(i) || own.has(i);
  }

  // pairOf are the two systems of a pair, null if there are no such systems.
  function pairOf(id) {
    for (let k = id.indexOf("~"); k >= 0; k = id.indexOf("~", k + 1)) {
      const [a, b] = [id.slice(0, k), id.slice(k + 1)];
      if (byName.has(a) && byName.has(b)) return [byName.get(a), byName.get(b)];
    }
    return null;
  }

  // range reads a range of scores of a system, such as NAME:80-85, in points where the
  // score is a rate. The upper end belongs to it only if it is written with a bracket.
  function range(text) {
    const m = /^(.*):(-?[\d.]+)-(-?[\d.]+)(]?)$/.exec(text),
      f = index.score.rate ? 100 : 1;
    return m && byName.has(m[1])
      ? { s: byName.get(m[1]), low: m[2] / f, high: m[3] / f, end: m[4] === "]" }
      : {};
  }
  const within = (r, v) => v !== null && v > r.low - 1e-9 && (r.end ? v < r.high + 1e-9 : v < r.high - 1e-9);

  // select returns the rows of an address, in its order.
  function select(a) {
    const s = byName.has(a.system) ? byName.get(a.system) : -1,
      all = s < 0 ? systems.map((_, k) => k) : [s];
    const tests = [];
    if (s >= 0) tests.push(i => present(s, i));
    if (a.q) tests.push(matcher(a.q));
    if (a.kind && !index.classes.includes(a.kind))
      tests.push(i => all.some(k => present(k, i) && kinds(k, i).has(a.kind)));
    if (a.better && byName.has(a.better) && byName.has(a.than)) {
      const b = byName.get(a.better),
        t = byName.get(a.than),
        sign = index.score.lower ? -1 : 1;
      tests.push(
        i => value(b, i) !== null && value(t, i) !== null && sign * (value(b, i) - value(t, i)) > 1e-9
      );
    }
    if (a.pair) {
      const both = pairOf(a.pair);
      tests.push(i => both && both.every(k => scored(k, i)));
      if (a.items) {
        const of = /^(em|ce|sp)$/.test(a.items) ? systems[s] : (index.pairs || []).find(p => p.id === a.pair),
          hit = new Uint8Array(n);
        if (of && typeof of[a.items] === "string") rowsOf(of[a.items], hit);
        tests.push(i => hit[i] === 1);
      }
    }
    for (const key of ["x", "y"])
      if (a[key]) {
        const r = range(a[key]);
        tests.push(i => r.s !== undefined && within(r, value(r.s, i)));
      }
    const hits = Hits.of(a);
    if (hits) tests.push(i => hits(i).length > 0);
    if (a.right && !a.cause && byName.has(a.right) && byName.has(a.wrong)) {
      const r = byName.get(a.right),
        w = byName.get(a.wrong);
      tests.push(
        i => scored(r, i) && scored(w, i) && !systems[r].wrong[i].length && systems[w].wrong[i].length > 0
      );
    }
    if (a.part !== undefined && a.part !== "") {
      const p = (index.parts || []).indexOf(a.part);
      tests.push(i => index.part && index.part[i] === p);
    }
    if (a.show === "wrong") tests.push(i => all.some(k => systems[k].wrong[i].length));
    const state = { scored: "0", unscorable: "1", missing: "2" }[a.show];
    if (state) tests.push(i => all.some(k => systems[k].status[i] === state));
    if (a.show === "unscored") tests.push(i => all.some(k => present(k, i) && !scored(k, i)));
    if (a.length) {
      const [lo, hi] = a.length.endsWith("+")
        ? [parseFloat(a.length), Infinity]
        : a.length.split("-").map(Number);
      tests.push(i => index.words[i] >= lo && index.words[i] <= (hi || lo));
    }
    return sorted(a, s).filter(i => tests.every(t => t(i)));
  }

  // sorted returns all rows in the order of an address; a search only picks some of them.
  const orders = new Map();
  function sorted(a, s) {
    const key = JSON.stringify([a.order || "", s, a.better || "", a.than || ""]);
    if (!orders.has(key)) {
      if (orders.size > 20) orders.clear();
      orders.set(
        key,
        sort(
          Uint32Array.from({ length: n }, (_, i) => i),
          a,
          s
        )
      );
    }
    return Array.from(orders.get(key));
  }

  const cost = i => {
    let c = 0;
    for (let k = 0; k < systems.length; k++) c += present(k, i) ? count(k, i) : 0;
    return c;
  };
  function sort(rows, a, s) {
    // an order is turned by a minus before it
    const turned = /^-/.test(a.order || "") && !byName.has(a.order),
      order = (turned ? a.order.slice(1) : a.order) || "cost",
      sign = index.score.lower ? -1 : 1;
    const worst = k => i => {
      const v = value(k, i);
      return v === null ? Infinity : sign * v;
    };
    let key = null;
    if (order === "words") key = i => -index.words[i];
    else if (order === "number") key = i => i;
    else if (order === "gap" && a.better) {
      const b = byName.get(a.better),
        t = byName.get(a.than);
      key = i => -Math.abs((value(b, i) || 0) - (value(t, i) || 0));
    } else if (byName.has(order)) key = worst(byName.get(order));
    else key = s >= 0 ? i => -count(s, i) : i => -cost(i);
    const keys = new Float64Array(n),
      by = turned ? -1 : 1;
    for (const i of rows) {
      keys[i] = by * key(i);
      if (Number.isNaN(keys[i]) || keys[i] === -Infinity) keys[i] = Infinity;
    } // no score is last
    return rows.sort((x, y) => (keys[x] === keys[y] ? 0 : keys[x] - keys[y]) || x - y);
  }

  // marks says for each word of a row in how many of the systems it is marked.
  function marks(i, s) {
    const all =
        s >= 0 ? [s] : systems.map((_, k) => k).filter(k => present(k, i) && systems[k].wrong[i].length),
      of = new Map();
    for (const k of all) {
      const mine = new Set();
      for (const e of pairs(k, i))
        if (e.from >= 0) {
          mine.add(e.from);
          mine.add(e.to);
        }
      for (const w of mine) of.set(w, (of.get(w) || 0) + 1);
    }
    return w => {
      const c = of.get(w) || 0;
      return c === 0 ? 0 : s >= 0 || c >= systems.length ? 3 : c > 1 ? 2 : 1;
    };
  }

  // marked says whether some word of the page is marked: graphs have no wrong words.
  const marked = () =>
    systems.some(s =>
      s.wrong.some(w => {
        for (let k = 3; k < w.length; k += STEP) if (w[k] >= 0) return true;
        return false;
      })
    );

  // short is a name without its middle if it is long: names of one file often differ at their ends alone. A line may
  // end in the middle.
  const piece = text =>
    Object.assign(document.createElement("span"), { className: "piece", textContent: text });
  const short = id =>
    id.length > 24 ? [piece(id.slice(0, 11) + "…"), document.createElement("wbr"), piece(id.slice(-11))] : [id];

  const pair = (i, s) => Draw.read(lines[0][i], lines[s + 1][i], text[i]);
  const words = i => (text[i] ? text[i].split(" ") : []);
  return {
    short,
    problems,
    unpack,
    marked,
    pairOf,
    index,
    systems,
    n,
    row,
    byName,
    select,
    kinds,
    pairs,
    labels,
    marks,
    value,
    show,
    scored,
    present,
    count,
    cost,
    pair,
    words
  };
})();

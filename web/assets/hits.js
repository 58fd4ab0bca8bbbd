// The items that a link or a filter means, and where they are in gold: lists mark them, count
// them and order sentences by their number. A place in gold is the same for all systems, however they
// split the text.
"use strict";
const Hits = (() => {
  const S = Sentences;
  if (!S) return { of: () => null };
  const index = S.index,
    lens = index.lens || index.words,
    starts = [0],
    names = index.causes || index.classes;
  lens.forEach((n, k) => starts.push(starts[k] + n));
  const first = i => (index.first ? index.first[i] : i),
    count = i => (index.joined && index.joined[i]) || 1,
    begin = i => starts[Math.max(0, first(i))];

  // sentences counts the different sentences of gold in rows: systems that split the text in
  // their own ways have rows of their own.
  function sentences(rows) {
    const seen = new Uint8Array(lens.length);
    for (const i of rows) if (first(i) >= 0) seen.fill(1, first(i), first(i) + count(i));
    return seen.reduce((n, v) => n + v, 0);
  }

  // covers lists the sentences of gold that a row has.
  const covers = i => (first(i) < 0 ? [] : Array.from({ length: count(i) }, (_, k) => first(i) + k));

  // sentenceOf is the sentence of gold that an item of a row begins in.
  function sentenceOf(i, from) {
    let g = Math.max(0, first(i));
    for (let k = 1; from >= 0 && k < count(i) && starts[g + 1] <= begin(i) + from; k++) g++;
    return g;
  }

  // place names an item: its words in gold and its label, or its number among those of its row.
  // It is "" for an item of the system without words.
  const place = (i, e) =>
    e.from >= 0
      ? `${begin(i) + e.from} ${begin(i) + e.to} ${e.g >= 0 ? e.g : "+" + e.s}`
      : e.to > 0
        ? first(i) + "." + e.to
        : "";

  // wrongs are the places of the errors of a system, scored the sentences of gold that all systems
  // are scored on.
  const known = new Map();
  function wrongs(k) {
    if (!known.has(k)) {
      const set = new Set();
      for (let i = 0; i < S.n; i++) if (S.present(k, i)) for (const e of S.pairs(k, i)) set.add(place(i, e));
      known.set(k, set);
    }
    return known.get(k);
  }
  let common = null;
  function scored() {
    if (common) return common;
    common = new Uint8Array(lens.length);
    S.systems.forEach((_, k) => {
      for (let i = 0; i < S.n; i++)
        if (S.scored(k, i) && first(i) >= 0)
          for (let g = first(i); g < first(i) + count(i); g++) if (common[g] === k) common[g]++;
    });
    return (common = common.map(c => (c === S.systems.length ? 1 : 0)));
  }

  // tests are what an address asks of an item: null if it asks nothing. Each says how many errors of
  // a pair it means.
  function tests(a) {
    const out = [],
      label = name => {
        const l = index.labels.indexOf(name);
        return l < 0 ? -3 : l;
      }; // -3: no error has it
    const g = a.gold === undefined ? -2 : a.gold === "" ? -1 : label(a.gold),
      as = a.as === undefined ? -2 : a.as === "" ? -1 : label(a.as);
    if (g !== -2 || as !== -2) out.push((k, i, e) => +((g === -2 || e.g === g) && (as === -2 || e.s === as)));
    if (a.label) {
      const l = label(a.label);
      out.push((k, i, e) => +(e.g === l || e.s === l));
    }
    const c = index.classes.indexOf(a.kind);
    if (a.kind && c >= 0) out.push((k, i, e) => (e.c === c) + (e.c2 === c));
    if (a.cause) {
      const of = new Set(a.cause.split("|").map(name => names.indexOf(name)));
      out.push((k, i, e) => of.has(e.x) + (e.x2 !== undefined && of.has(e.x2)));
      if (S.byName.has(a.right) && S.byName.has(a.wrong)) {
        const right = wrongs(S.byName.get(a.right)),
          all = scored();
        out.push((k, i, e) => {
          const p = place(i, e);
          return +(p !== "" && all[sentenceOf(i, e.from)] === 1 && !right.has(p));
        });
      }
    }
    return out.length ? out : null;
  }

  // kindItems lists the repairs of one kind, after Kummerfeld et al., in a row of a system: the words that
  // each is about. They are no errors of the measure, and have no labels.
  function kindItems(k, i, kind) {
    const { kinds, kindAt } = S.systems[k],
      out = [];
    if (kinds)
      kinds[i].forEach((n, x) => {
        if (n === kind)
          out.push({
            k,
            e: { g: -1, s: -1, from: kindAt[i][2 * x], to: kindAt[i][2 * x + 1] },
            n: 1,
            repair: true
          });
      });
    return out;
  }

  // rowOf is the row of each sentence of gold for a system, -1 where it has none.
  const rowsOf = new Map();
  function rowOf(k) {
    if (!rowsOf.has(k)) {
      const out = new Int32Array(lens.length).fill(-1);
      for (let i = 0; i < S.n; i++) if (S.present(k, i)) for (const g of covers(i)) out[g] = i;
      rowsOf.set(k, out);
    }
    return rowsOf.get(k);
  }
  // holds is the sentence of gold that has a word, counted through all of them.
  function holds(word) {
    let lo = 0,
      hi = lens.length - 1;
    while (lo < hi) {
      const m = (lo + hi + 1) >> 1;
      if (starts[m] <= word) lo = m;
      else hi = m - 1;
    }
    return lo;
  }

  // slice lists the items of a slice by row: all that its condition selects, right ones too.
  const slices = new Map();
  function slice(k, where) {
    const key = k + where;
    if (slices.has(key)) return slices.get(key);
    const found = (index.slices || []).find(s => s.system === k && s.where === where),
      rows = new Map(),
      at = [],
      wide = [],
      bad = new Set();
    if (found) {
      S.unpack(found.bad, n => bad.add(n), true);
      S.unpack(found.at || found.in, w => at.push(w), true);
      if (found.wide) S.unpack(found.wide, w => wide.push(w), false);
      at.forEach((w, n) => {
        const g = found.at ? holds(w) : w,
          i = rowOf(k)[g];
        if (i < 0) return;
        const from = found.at ? w - begin(i) : -1,
          to = from < 0 ? 0 : from + (wide[n] || 0);
        const e = (bad.has(n) &&
          from >= 0 &&
          S.pairs(k, i).find(x => x.from === from && x.to === to && x.g >= 0)) || { g: -1, s: -1, from, to };
        if (!rows.has(i)) rows.set(i, []);
        rows.get(i).push({ k, e, n: 1, right: !bad.has(n) });
      });
    }
    slices.set(key, rows);
    return rows;
  }

  // of returns a function that lists the items of a row that an address means, each with its system and
  // the number of errors that it stands for; null if it means no items.
  let last = "",
    found = null;
  function of(a) {
    const key = JSON.stringify([a.gold, a.as, a.label, a.kind, a.cause, a.right, a.wrong, a.system, a.slice]);
    if (key === last) return found;
    last = key;
    if (a.slice && S.byName.has(a.system)) {
      const of = slice(S.byName.get(a.system), a.slice);
      return (found = i => of.get(i) || []);
    }
    const all = tests(a),
      kind = all ? -1 : (index.kinds || []).indexOf(a.kind),
      only = a.cause && S.byName.has(a.wrong) ? a.wrong : a.system,
      rows = new Map();
    const systems = S.byName.has(only) ? [S.byName.get(only)] : S.systems.map((_, k) => k);
    return (found =
      !all && kind < 0
        ? null
        : i => {
            if (!rows.has(i)) {
              const list = [];
              for (const k of systems)
                if (S.present(k, i))
                  if (kind >= 0) list.push(...kindItems(k, i, kind));
                  else
                    for (const e of S.pairs(k, i)) {
                      const n = Math.min(...all.map(t => t(k, i, e)));
                      if (n > 0) list.push({ k, e, n });
                    }
              rows.set(i, list);
            }
            return rows.get(i);
          });
  }

  // number is how many errors the items of a row are.
  const number = list => list.reduce((n, h) => n + h.n, 0);

  // focus is the items of a row for a drawing.
  function focus(list) {
    const parts = [
      ...new Map(
        list.filter(h => h.e.from >= 0).map(h => [h.e.from + " " + h.e.to, [h.e.from, h.e.to]])
      ).values()
    ];
    return parts.length
      ? {
          parts,
          from: parts[0][0],
          to: parts[0][1],
          word: parts[0][0],
          node: -1,
          crosses: -1,
          arc: true,
          gold: true
        }
      : undefined;
  }
  const total = lens.length;

  // says is an item in gold and in the analysis of a system, in words: label and head, or label.
  function says(i, k, e) {
    const p = S.pair(i, k),
      nothing = "nothing",
      label = l => (l >= 0 ? index.labels[l] : nothing);
    const arc = (side, w) =>
      side.heads[w] < 0 ? side.rels[w] : `${side.rels[w]} of ${side.words[side.heads[w]]}`;
    const dependency =
      e.from >= 0 &&
      e.from === e.to &&
      !p.gold.labels &&
      !p.gold.nodes &&
      p.gold.heads &&
      p.gold.heads[e.from] > -2;
    if (!dependency) return [label(e.g), label(e.s)];
    return [arc(p.gold, e.from), p.same && p.system.heads ? arc(p.system, e.from) : label(e.s)];
  }

  // examples picks short sentences of different documents, each with one of its items.
  function examples(a, most) {
    const means = of(a),
      hits = i => means(i).filter(h => !h.right),
      rows = [],
      parts = new Set(),
      out = [];
    for (let i = 0; i < S.n; i++) if (hits(i).some(h => h.e.from >= 0)) rows.push(i);
    if (!rows.length) for (let i = 0; i < S.n; i++) if (hits(i).length) rows.push(i);
    const far = i => Math.abs(index.words[i] - 12);
    rows.sort((x, y) => far(x) - far(y) || x - y);
    const take = i => {
      if (out.length < most && !out.some(o => o[0] === i)) {
        out.push([i, hits(i).find(h => h.e.from >= 0) || hits(i)[0]]);
        if (index.part) parts.add(index.part[i]);
      }
    };
    for (const i of rows) if (!index.part || !parts.has(index.part[i])) take(i);
    for (const i of rows) take(i);
    return out;
  }

  // all counts the errors that an address means.
  function all(a) {
    const hits = of(a);
    let n = 0;
    for (let i = 0; i < S.n; i++) n += number(hits(i));
    return n;
  }

  // sentence is the words of a row around an item, which is tinted.
  function sentence(i, e) {
    const words = S.words(i),
      span = document.createElement("span"),
      lo = e.from < 0 ? 0 : Math.max(0, e.from - 12),
      hi = e.from < 0 ? 24 : e.to + 13;
    span.dir = "auto";
    const put = (from, to) => span.append(words.slice(from, to).join(" "));
    if (lo > 0) span.append("… ");
    if (e.from < 0) put(0, hi);
    else {
      put(lo, e.from);
      const mark = document.createElement("span");
      mark.className = "hit";
      mark.textContent = words.slice(e.from, e.to + 1).join(" ");
      span.append(" ", mark, " ");
      put(e.to + 1, hi);
    }
    if (hi < words.length) span.append(" …");
    return span;
  }
  // text is the words of gold in the order of its sentences.
  let whole = null;
  function text() {
    if (whole) return whole;
    whole = new Array(starts[lens.length]).fill("");
    const seen = new Uint8Array(lens.length);
    for (let i = 0; i < S.n; i++)
      if (first(i) >= 0 && !seen[first(i) + count(i) - 1]) {
        S.words(i).forEach((w, k) => {
          whole[begin(i) + k] = w;
        });
        seen.fill(1, first(i), first(i) + count(i));
      }
    return whole;
  }

  // around is up to n words beside an item of a row, in the sentences before and after it too: words, and
  // null where a sentence of gold ends. Beside an item without words, which its label stands for, is its sentence.
  function around(i, e, n) {
    if (e.from < 0) return [[], index.labels[e.g >= 0 ? e.g : e.s] || "item", S.words(i)];
    const all = text(),
      from = begin(i) + e.from,
      to = begin(i) + e.to,
      left = [],
      right = [],
      edge = new Set(starts);
    for (let w = from; w > 0 && w > from - n; w--) {
      if (edge.has(w)) left.unshift(null);
      left.unshift(all[w - 1]);
    }
    for (let w = to + 1; w < all.length && w <= to + n; w++) {
      if (edge.has(w)) right.push(null);
      right.push(all[w]);
    }
    return [left, all.slice(from, to + 1).join(" "), right];
  }

  // verdict is what a system has of an item of gold: null if it has it right, "" if the sentence is not
  // scored for it.
  function verdict(k, i, e) {
    const g = sentenceOf(i, e.from),
      row = rowOf(k)[g];
    if (row < 0 || !S.scored(k, row)) return "";
    const shift = begin(i) - begin(row),
      at = S.pairs(k, row).filter(x => x.from === e.from + shift && x.to === e.to + shift),
      bad = at.find(x => x.g === e.g && x.s === e.s) || at.find(x => (e.g < 0 ? x.s === e.s : x.g === e.g));
    return bad ? says(row, k, bad)[1] : null;
  }
  return {
    around,
    verdict,
    place,
    begin,
    says,
    examples,
    all,
    sentence,
    of,
    covers,
    sentences,
    number,
    focus,
    total,
    first
  };
})();

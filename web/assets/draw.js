// Draws one side of a sentence as SVG: the same drawings as package draw.
"use strict";
const Draw = (() => {
  const NS = "http://www.w3.org/2000/svg";
  const signs = ["", "", "−", "+", "×", "≠", "▸"];
  const names = ["", "match", "miss", "extra", "cross", "wrong", "focus"];
  const gap = 14, level = 38, lane = 20, margin = 12, size = 14;

  // Texts are as wide as the browser draws them.
  const pen = document.createElement("canvas").getContext("2d");
  function width(s, px) {
    pen.font = (px || size) + "px Sign,'Noto Sans','DejaVu Sans',Helvetica,Arial,sans-serif";
    return pen.measureText(s).width;
  }

  function picture() {
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("role", "img");
    let w = 2 * margin, h = 2 * margin;
    const add = (tag, attrs, text) => {
      const e = document.createElementNS(NS, tag);
      for (const k in attrs) if (attrs[k] !== "") e.setAttribute(k, attrs[k]);
      if (text !== undefined) e.textContent = text;
      svg.appendChild(e);
      return e;
    };
    const reach = (x, y) => { w = Math.max(w, x + margin); h = Math.max(h, y + margin); };
    return {
      text(x, y, s, kind, m) {
        add("text", { x, y, "text-anchor": "middle", class: (kind + " " + names[m || 0]).trim() }, s);
        reach(x + width(s) / 2, y);
      },
      line(x1, y1, x2, y2, m) { add("line", { x1, y1, x2, y2, class: names[m || 0] }); },
      path(d, cls) { add("path", { d, class: cls }); },
      done(label) {
        svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
        svg.setAttribute("width", w);
        svg.setAttribute("height", h);
        svg.setAttribute("aria-label", label);
        return svg;
      },
    };
  }

  const mark = (s, i) => (s ? +s[i] || 0 : 0);
  // A tag is marked where it differs.
  const tagMark = (a, i) => Math.max(1, mark(a.g, i));
  const tag = (a, i) => signs[tagMark(a, i)] + a.t[i];

  // lanes puts intervals that overlap into different lanes, short ones lowest.
  function lanes(spans) {
    const order = spans.map((_, i) => i).sort((a, b) => (spans[a][1] - spans[a][0]) - (spans[b][1] - spans[b][0]) || a - b);
    const used = [], which = [];
    for (const i of order) {
      let l = 0;
      while (l < used.length && used[l].some(u => spans[i][0] < u[1] && u[0] < spans[i][1])) l++;
      (used[l] = used[l] || []).push(spans[i]);
      which[i] = l;
    }
    return [which, used.length];
  }

  function tree(words, a) {
    const p = picture(), n = words.length, np = a.l.length;
    const kids = Array.from({ length: np }, () => []), above = a.u;
    // Children in the order of their first words; phrases come parents first.
    const items = [];
    for (let i = 0; i < np; i++) items.push([a.b[i], i, true]);
    for (let i = 0; i < n; i++) items.push([i, i, false]);
    items.sort((x, y) => x[0] - y[0] || (x[2] === y[2] ? x[1] - y[1] : x[2] ? -1 : 1));
    for (const [, i, phrase] of items) {
      const up = phrase ? a.p[i] : above[i];
      if (up >= 0) kids[up].push([i, phrase]);
    }
    const tall = new Array(np).fill(1), label = [];
    let top = 0;
    for (let q = np - 1; q >= 0; q--) {
      if (a.p[q] >= 0) tall[a.p[q]] = Math.max(tall[a.p[q]], tall[q] + 1);
      top = Math.max(top, tall[q]);
      label[q] = signs[mark(a.m, q)] + (a.l[q] || "·");
    }
    const base = margin + size + top * level, wide = [], at = [];
    for (let i = 0; i < n; i++) wide[i] = Math.max(width(words[i]), width(tag(a, i), 12), 8);
    const leaf = q => kids[q].length === 1 ? (kids[q][0][1] ? leaf(kids[q][0][0]) : kids[q][0][0]) : -1;
    for (let q = 0; q < np; q++) { const r = leaf(q); if (r >= 0) wide[r] = Math.max(wide[r], width(label[q])); }
    let x = margin;
    for (let i = 0; i < n; i++) { at[i] = x + wide[i] / 2; x += wide[i] + gap; }
    const px = [], py = [], kx = ([i, phrase]) => phrase ? px[i] : at[i];
    const below = (i, q) => { let up = above[i]; while (up > q) up = a.p[up]; return up === q; };
    for (let q = np - 1; q >= 0; q--) {
      py[q] = base - tall[q] * level;
      const k = kids[q];
      px[q] = k.length ? (kx(k[0]) + kx(k[k.length - 1])) / 2 : (at[Math.min(a.b[q], n - 1)] || margin);
      // No line to a word in a gap of the phrase runs through its label.
      for (let i = a.b[q]; k.length > 1 && i < n && at[i] < kx(k[k.length - 1]); i++) {
        if (Math.abs(at[i] - px[q]) < size && !below(i, q)) { px[q] = (kx(k[0]) + at[i]) / 2; break; }
      }
    }
    for (let q = 0; q < np; q++) {
      const m = mark(a.m, q), bar = py[q] + 11;
      if (!kids[q].length) continue;
      let lo = px[q], hi = px[q];
      for (const k of kids[q]) {
        lo = Math.min(lo, kx(k)); hi = Math.max(hi, kx(k));
        p.line(kx(k), bar, kx(k), (k[1] ? py[k[0]] : base) - size + 1, m);
      }
      p.line(lo, bar, hi, bar, m);
      p.line(px[q], py[q] + 4, px[q], bar, m);
    }
    for (let q = 0; q < np; q++) p.text(px[q], py[q], label[q], "", mark(a.m, q));
    for (let i = 0; i < n; i++) {
      p.text(at[i], base, tag(a, i), "tag", tagMark(a, i));
      p.text(at[i], base + size + 4, words[i], "");
    }
    return p.done(words.join(" "));
  }

  // beside returns where the label of arc i stands: as near to the middle of the
  // arc as it can without a line of a higher arc through it.
  function beside(all, which, i, at) {
    const ends = c => [at[Math.min(c.from, c.to)] + 3, at[Math.max(c.from, c.to)] - 3];
    const own = ends(all[i]), middle = (own[0] + own[1]) / 2, room = width(signs[all[i].mark] + all[i].label, 12) / 2 + 3;
    const lines = [...own];
    all.forEach((c, j) => { if (which[j] > which[i]) for (const x of ends(c)) if (x > own[0] && x < own[1]) lines.push(x); });
    lines.sort((a, b) => a - b);
    let best = middle, far = Infinity;
    for (let k = 1; k < lines.length; k++) {
      const lo = lines[k - 1] + room, hi = lines[k] - room, x = Math.min(Math.max(middle, lo), hi);
      if (lo <= hi && Math.abs(x - middle) < far) { best = x; far = Math.abs(x - middle); }
    }
    return best;
  }

  // arches draws arcs above places and returns their x and the height below.
  function arches(p, widths, all) {
    const room = [], at = [];
    for (const c of all) {
      const lo = Math.min(c.from, c.to), hi = Math.max(c.from, c.to);
      if (hi === lo + 1) room[hi] = Math.max(room[hi] || 0, width(c.label, 12) + 16);
    }
    widths.forEach((w, i) => {
      at[i] = i ? at[i - 1] + Math.max(widths[i - 1] / 2 + gap + w / 2, room[i] || 0) : margin + w / 2;
    });
    const [which, n] = lanes(all.map(c => [Math.min(c.from, c.to), Math.max(c.from, c.to)]));
    const base = margin + (n + 1) * lane, labels = [];
    all.forEach((c, i) => {
      const top = base - (which[i] + 1) * lane, right = at[c.to] > at[c.from] ? 1 : -1;
      const from = at[c.from] + 3 * right, to = at[c.to] - 3 * right;
      const bend = Math.min(8, Math.abs(to - from) / 3) * right;
      p.path(`M${from} ${base}V${top + 8}Q${from} ${top} ${from + bend} ${top}H${to - bend}Q${to} ${top} ${to} ${top + 8}V${base - 5}`, names[c.mark]);
      p.path(`M${to} ${base}l-4 -7h8z`, "arrow " + names[c.mark]);
      labels.push(() => p.text(beside(all, which, i, at), top - 3, signs[c.mark] + c.label, "rel", c.mark));
    });
    for (const l of labels) l(); // over all lines
    return [at, base];
  }

  function arcs(words, a) {
    const p = picture(), all = [], root = {};
    a.h.forEach((h, i) => {
      const m = mark(a.m, i);
      if (h >= 0 && h < words.length && h !== i) all.push({ from: h, to: i, label: a.r[i], mark: m });
      else root[i] = h === -1 ? "↑" + signs[m] + a.r[i] : "?";
    });
    const widths = words.map((w, i) => Math.max(width(w), width(tag(a, i), 12), width(root[i] || "", 12), 8));
    const [at, base] = arches(p, widths, all);
    words.forEach((w, i) => {
      p.text(at[i], base + size + 4, w, "");
      p.text(at[i], base + 2 * size + 8, tag(a, i), "tag", tagMark(a, i));
      if (root[i]) p.text(at[i], base + 3 * size + 12, root[i], "rel", mark(a.m, i));
    });
    return p.done(words.join(" "));
  }

  function graph(words, a) {
    const p = picture(), order = a.n.map((_, i) => i).sort((x, y) => a.s[x] - a.s[y] || x - y), place = [];
    order.forEach((n, r) => { place[n] = r; });
    const texts = order.map(n => signs[mark(a.m, n)] + a.n[n]);
    const all = (a.e || []).map((e, i) => ({ from: place[e[0]], to: place[e[1]], label: e[2], mark: mark(a.k, i) }))
      .filter(c => c.from !== undefined && c.to !== undefined && c.from !== c.to);
    const [at, base] = arches(p, texts.map(t => width(t)), all);
    order.forEach((n, r) => {
      p.text(at[r], base + size + 4, texts[r], "", mark(a.m, n));
      if ((a.o || []).includes(n)) p.text(at[r], base + 2 * size + 8, "↑top", "rel");
    });
    return p.done(a.n.join(" "));
  }

  // draw returns an SVG element, or a text where there is nothing to draw.
  function draw(a, gold) {
    const words = a.w || gold.w || [];
    if (a.n) return graph(words, a);
    if (a.l) return tree(words, a);
    if (a.h) return arcs(words, a);
    const e = document.createElement("p");
    e.className = "note";
    e.textContent = a.x ? "nothing to draw: " + a.x : words.length ? words.join(" ") : "nothing to draw";
    return e;
  }
  return { draw };
})();

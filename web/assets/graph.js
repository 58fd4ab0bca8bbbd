// Graphs. Gold and system are one graph: nodes that correspond are one node, and
// colour and sign mark what only one side has. Nodes are in a row by the characters
// that they are anchored to, edges are arcs above; a row that is wider than the pane
// becomes a list, a line for each node with the labels of its incoming edges after it.
"use strict";
(() => {
  const { width, picture, lanes, digit, signs, names } = Draw;
  const lane = 22, gap = 18, size = 14, step = 25, column = 14;

  const signed = (mark, label) => label.includes(" ≠ ") ? label : signs[mark] + label;

  // spread gives a node without characters, such as the inner nodes of UCCA, the first
  // character of the nodes under it; of nodes with one start the highest is first.
  function spread(s) {
    const starts = s.nodes.map((_, i) => s.starts[i] === undefined ? 0 : s.starts[i]), heights = s.nodes.map(() => 0), bare = starts.map(c => c < 0);
    if (!starts.some(c => c >= 0)) return { starts, heights };
    let moved = true;
    for (let round = 0; moved && round < s.nodes.length; round++) { // a graph may have cycles
      moved = false;
      for (const [from, to] of s.edges) {
        if (!bare[from] || !(starts[to] >= 0)) continue;
        const start = starts[from] < 0 ? starts[to] : Math.min(starts[from], starts[to]), height = Math.min(s.nodes.length, Math.max(heights[from], heights[to] + 1));
        if (start === starts[from] && height === heights[from]) continue;
        starts[from] = start;
        heights[from] = height;
        moved = true;
      }
    }
    return { starts, heights };
  }

  // prepare sorts the nodes and reads the marks; the words of a node are after a line end.
  function prepare(s, marks, edgeMarks, f) {
    const { starts, heights } = spread(s), order = s.nodes.map((_, i) => i).sort((a, b) => starts[a] - starts[b] || heights[b] - heights[a] || a - b), place = [];
    order.forEach((n, r) => { place[n] = r; });
    const asked = (list, i) => !!list && list.includes(i);
    const nodes = order.map(n => {
      const mark = digit(marks, n), focus = asked(f && f.nodes, n), [label, words] = s.nodes[n].startsWith("“") ? ["", s.nodes[n]] : [...s.nodes[n].split("\n"), ...(s.anchors[n] ? [s.anchors[n]] : [])];
      return { label: signed(mark, label || (words ? "" : "·")), words: words || "", kind: names[mark], top: s.tops.includes(n), focus };
    });
    const edges = s.edges.map((e, i) => ({ from: place[e[0]], to: place[e[1]], label: signed(digit(edgeMarks, i), e[2]), sign: e[2].includes(" ≠ ") ? 0 : signs[digit(edgeMarks, i)].length, kind: names[digit(edgeMarks, i)], focus: asked(f && f.edges, i) }))
      .filter(a => a.from !== undefined && a.to !== undefined);
    return { nodes, edges, title: s.nodes.join(" ") };
  }

  // near leaves the item and the nodes around it, as many as the pane has lines for.
  function near({ nodes, edges, title }, lines) {
    const kept = new Set(nodes.map((_, i) => i).filter(i => nodes[i].focus));
    for (const e of edges) if (e.focus) { kept.add(e.from); kept.add(e.to); }
    if (!kept.size || nodes.length <= lines) return null;
    for (let grown = true; grown && kept.size < lines;) {
      const ring = new Set(edges.filter(e => kept.has(e.from) !== kept.has(e.to)).map(e => kept.has(e.from) ? e.to : e.from));
      grown = false;
      for (const i of ring) if (kept.size < lines) { kept.add(i); grown = true; }
    }
    const left = [...kept].sort((a, b) => a - b), at = new Map(left.map((i, k) => [i, k]));
    return { nodes: left.map(i => nodes[i]), edges: edges.filter(e => at.has(e.from) && at.has(e.to)).map(e => ({ ...e, from: at.get(e.from), to: at.get(e.to) })), title };
  }

  // frame draws the frame of the item behind a text; x is its middle.
  const frame = (pic, x, base, text, px) => { const w = width(text, px, "600"); pic.rect(x - w / 2 - 5, base - px - 1, w + 10, px + 6, "focus"); };

  // end moves an end of an arc a little, so that arcs in and out of a node differ.
  const end = (x, a) => { const right = x[a.to] > x[a.from] ? 1 : -1; return [x[a.from] + 3 * right, x[a.to] - 3 * right]; };

  function inRow({ nodes, edges, title }, room) {
    const all = edges.filter(a => a.from !== a.to), wide = nodes.map(n => Math.max(width(n.label, size, "600"), width(n.words, 12), 12)), x = [], least = [];
    for (const a of all) { const lo = Math.min(a.from, a.to), hi = Math.max(a.from, a.to); if (hi === lo + 1) least[hi] = Math.max(least[hi] || 0, width(a.label, 12, "600") + 20); }
    wide.forEach((w, i) => { x[i] = i ? x[i - 1] + Math.max(wide[i - 1] / 2 + gap + w / 2, least[i] || 0) : w / 2; });
    if (room && nodes.length && x[x.length - 1] + wide[wide.length - 1] / 2 + 24 > room) return null;
    const pic = picture(), [which] = lanes(all.map(a => { const [f, t] = end(x, a); return [Math.min(f, t), Math.max(f, t)]; })), labels = [];
    all.forEach((a, i) => {
      const [f, t] = end(x, a), h = -14 - (which[i] + 1) * lane, r = Math.min(7, Math.abs(t - f) / 3) * (t > f ? 1 : -1);
      pic.path(`M${f} 0V${h + 7}Q${f} ${h} ${f + r} ${h}H${t - r}Q${t} ${h} ${t} ${h + 7}V-7`, a.kind);
      pic.path(`M${t} 0l-4 -8h8z`, "head " + a.kind);
      labels.push(() => { if (a.focus) frame(pic, (f + t) / 2, h + 4, a.label, 12); pic.text((f + t) / 2, h + 4, a.label, "rel " + a.kind, 12); });
    });
    for (const l of labels) l();
    nodes.forEach((n, i) => {
      if (n.focus) frame(pic, x[i], size + 3, n.label || n.words, size);
      pic.text(x[i], size + 3, n.label, n.kind + " node", size);
      if (n.words) pic.text(x[i], 2 * size + 6, n.words, "fine dim", 12);
      if (n.top) pic.text(x[i], (n.words ? 3 : 2) * size + 8, "↑top", "fine dim", 12);
    });
    return pic.done(title);
  }

  function inLines({ nodes, edges, title }) {
    const pic = picture(), all = edges.filter(a => a.from !== a.to), y = nodes.map((_, i) => i * step);
    const left = (at, text, base, cls, px, focus) => { const w = width(text, px, "600"); if (focus) frame(pic, at + w / 2, base, text, px); pic.text(at + w / 2, base, text, cls, px); return at + w; };
    const [which, deep] = lanes(all.map(a => [Math.min(a.from, a.to) + .1, Math.max(a.from, a.to) - .1]));
    all.forEach((a, i) => {
      const h = -10 - (which[i] + 1) * column, [f, t] = end(y, a), r = Math.min(6, Math.abs(t - f) / 3) * (t > f ? 1 : -1);
      pic.path(`M-4 ${f}H${h + 6}Q${h} ${f} ${h} ${f + r}V${t - r}Q${h} ${t} ${h + 6} ${t}H-9`, a.kind);
      pic.path(`M-3 ${t}l-8 -4v8z`, "head " + a.kind);
      pic.reach(h - 2, t);
    });
    nodes.forEach((n, i) => {
      let at = left(2, n.label, y[i] + 5, n.kind + " node", size, n.focus && n.label) + 6;
      if (n.words) at = left(at, n.words, y[i] + 5, "fine dim", 12, n.focus && !n.label) + 6;
      if (n.top) at = left(at, "↑top", y[i] + 5, "fine dim", 12) + 6;
      for (const a of edges) if (a.to === i) at = left(at + (a.focus ? 10 : 4), a.label.slice(0, a.sign) + "←" + a.label.slice(a.sign), y[i] + 5, "rel " + a.kind, 12, a.focus) + (a.focus ? 6 : 0);
    });
    pic.reach(-10 - deep * column, 0);
    return pic.done(title);
  }

  // draw draws the graph in a row where it fits, else in lines; of a graph with more lines
  // than the pane has the part near the item.
  function draw(s, marks, edgeMarks, opt) {
    const g = prepare(s, marks, edgeMarks, opt.focus), row = inRow(g, opt.width);
    if (row) return row;
    const part = opt.height && opt.focus && opt.fold !== false && near(g, Math.floor((opt.height - 24) / step));
    const svg = (part && inRow(part, opt.width)) || inLines(part || g);
    if (part) svg.dataset.part = "folded";
    return svg;
  }

  Draw.shapes.push({
    fits: p => p.joint,
    draw: (p, opt) => draw(p.joint, p.joint.m, p.joint.k, opt),
    one: s => s.nodes,
    alone: (s, marks, edgeMarks, opt) => draw(s, marks, edgeMarks, opt),
    legend: [["agree", "both"], ["miss", "− only gold"], ["extra", "+ only system"], ["wrong", "gold ≠ system"], ["agree", "(−) (+) not counted", p => p.joint && p.joint.nodes.concat(p.joint.edges.map(e => e[2])).some(t => /\([−+]/.test(t))]],
  });
})();

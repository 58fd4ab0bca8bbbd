// Graphs: nodes in a row by the characters that they are anchored to, edges as arcs.
"use strict";
(() => {
  const { width, picture, lanes, digit, signs, names } = Draw;
  const lane = 22, gap = 18, size = 14;

  function alone(s, marks, edgeMarks) {
    const pic = picture(), order = s.nodes.map((_, i) => i).sort((a, b) => (s.starts[a] || 0) - (s.starts[b] || 0) || a - b), place = [], x = [];
    order.forEach((n, r) => { place[n] = r; });
    const text = order.map(n => signs[digit(marks, n)] + s.nodes[n]), wide = text.map(t => Math.max(width(t, size, "600"), 12));
    const all = s.edges.map((e, i) => ({ from: place[e[0]], to: place[e[1]], label: signs[digit(edgeMarks, i)] + e[2], kind: names[digit(edgeMarks, i)] }))
      .filter(a => a.from !== undefined && a.to !== undefined && a.from !== a.to);
    const room = [];
    for (const a of all) { const lo = Math.min(a.from, a.to), hi = Math.max(a.from, a.to); if (hi === lo + 1) room[hi] = Math.max(room[hi] || 0, width(a.label, 12, "600") + 20); }
    wide.forEach((w, i) => { x[i] = i ? x[i - 1] + Math.max(wide[i - 1] / 2 + gap + w / 2, room[i] || 0) : w / 2; });
    const end = a => { const right = x[a.to] > x[a.from] ? 1 : -1; return [x[a.from] + 3 * right, x[a.to] - 3 * right]; };
    const [which] = lanes(all.map(a => { const [f, t] = end(a); return [Math.min(f, t), Math.max(f, t)]; })), labels = [];
    all.forEach((a, i) => {
      const [f, t] = end(a), h = -14 - (which[i] + 1) * lane, r = Math.min(7, Math.abs(t - f) / 3) * (t > f ? 1 : -1);
      pic.path(`M${f} 0V${h + 7}Q${f} ${h} ${f + r} ${h}H${t - r}Q${t} ${h} ${t} ${h + 7}V-7`, a.kind);
      pic.path(`M${t} 0l-4 -8h8z`, "head " + a.kind);
      labels.push(() => pic.text((f + t) / 2, h + 4, a.label, "rel " + a.kind, 12));
    });
    for (const l of labels) l();
    order.forEach((n, r) => {
      pic.text(x[r], size + 3, text[r], names[digit(marks, n)] + " node", size);
      if (s.tops.includes(n)) pic.text(x[r], 2 * size + 8, "↑top", "fine dim", 12);
    });
    return pic.done(s.nodes.join(" "));
  }

  Draw.shapes.push({
    fits: () => false,
    one: s => s.nodes,
    alone,
    legend: [["agree", "both"], ["miss", "− only gold"], ["extra", "+ only system"], ["wrong", "≠ other label"]],
  });
})();

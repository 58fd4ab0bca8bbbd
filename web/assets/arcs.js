// Dependencies: one row of words. Arcs on which both sides agree are above, in grey;
// where the head differs gold's arc is above and the system's below; where only the
// label differs one arc above bears both.
"use strict";
(() => {
  const { width, picture, lanes, digit, chipTexts, form, braces, fromRight } = Draw;
  const lane = 22,
    fan = 9,
    gap = 16,
    size = 16;

  // plan decides which arcs are drawn, and on which side. The marks say what the score counts as wrong; where they do
  // not, heads and labels are compared. bonds in package draw does the same.
  function plan(p) {
    const up = [],
      down = [],
      g = p.gold,
      s = p.system;
    g.words.forEach((_, i) => {
      const gh = g.heads ? g.heads[i] : -2,
        sh = s.heads ? s.heads[i] : -2;
      const gm = digit(p.gm, i),
        sm = digit(p.m, i),
        wrong = sm > 1 || gm > 1,
        twin = j => !p.row || !p.row.alone[j];
      const arc = (to, from, label, kind) => ({ from, to, label, kind });
      if (!twin(i)) {
        if (gh >= -1) up.push(arc(i, gh, g.rels[i], gm > 1 ? "miss" : "agree"));
        if (sh >= -1) down.push(arc(i, sh, s.rels[i], sm > 1 ? "extra" : "agree"));
        return;
      }
      if (!wrong) {
        if (gh >= -1) up.push(arc(i, gh, g.rels[i], "agree"));
        else if (sh >= -1) down.push(arc(i, sh, s.rels[i], "agree"));
        return;
      }
      const same = g.rels[i] === s.rels[i];
      if (gh === sh && gh >= -1 && (gh < 0 || twin(gh))) {
        up.push(arc(i, gh, same ? g.rels[i] : `${g.rels[i]} ≠ ${s.rels[i]}`, same && gm !== 8 ? "wrong" : "L"));
        return;
      }
      const kind = gh < -1 ? "extra" : sh < -1 ? "miss" : { 7: "H", 9: "HL" }[gm] || (same ? "H" : "HL");
      if (gh >= -1) up.push(arc(i, gh, g.rels[i], kind));
      if (sh >= -1) down.push(arc(i, sh, s.rels[i], kind));
    });
    return [up, down];
  }

  // roles turns semantic roles into arcs from the predicate to the middle of the stretch;
  // senses are arcs from nowhere. Those of both sides are above, those of the system below.
  function roles(p) {
    const up = [],
      down = [];
    for (const [predicate, first, last, mark, label] of p.roles)
      (mark === 3 ? down : up).push({
        to: (first + last) >> 1,
        from: predicate,
        first,
        last,
        label,
        kind: { 2: "miss", 3: "extra", 5: "L" }[mark] || "agree"
      });
    return [up, down];
  }

  const text = a =>
    (({ H: "H ", L: "L ", HL: "HL ", miss: "−", extra: "+", wrong: a.label.includes(" ≠ ") ? "" : "≠" })[
      a.kind
    ] || "") + a.label;

  // ends gives each arc its place at both words: arcs that go left are left of those
  // that go right, and the longest are nearest to the middle.
  function ends(arcs, n) {
    const at = Array.from({ length: n }, () => []);
    arcs.forEach((a, k) => {
      const other = (i, j) => at[i].push({ k, end: i === a.to ? "to" : "from", way: j < 0 ? 0 : j - i });
      other(a.to, a.from);
      if (a.from >= 0) other(a.from, a.to);
    });
    for (const list of at) {
      list.sort((x, y) => {
        const side = v => (v.way < 0 ? -1 : v.way > 0 ? 1 : 0);
        return side(x) - side(y) || (x.way < 0 ? y.way - x.way : y.way - x.way);
      });
      // arcs to the left: short first; arcs to the right: long first
      const left = list.filter(v => v.way < 0).sort((x, y) => y.way - x.way),
        mid = list.filter(v => v.way === 0),
        right = list.filter(v => v.way > 0).sort((x, y) => y.way - x.way);
      [...left, ...mid, ...right].forEach((v, j, all) => {
        arcs[v.k][v.end + "x"] = (j - (all.length - 1) / 2) * fan;
      });
    }
    return at.map(l => l.length);
  }

  // place returns the middle of each word, so wide apart that no arc is narrower than
  // its label, and how wide each word is.
  function place(words, up, down, fans, chips) {
    const wide = words.map((w, i) =>
        Math.max(
          width(w, size),
          fan * Math.max(fans[0][i], fans[1][i]),
          ...chips[i].map(c => width(c, 12) + 12),
          10
        )
      ),
      x = [],
      n = words.length;
    words.forEach((_, i) => {
      x[i] = i ? x[i - 1] + wide[i - 1] / 2 + gap + wide[i] / 2 : wide[i] / 2;
    });
    const real = [...up, ...down]
      .filter(a => a.from >= 0 && a.from !== a.to)
      .sort((a, b) => Math.abs(a.from - a.to) - Math.abs(b.from - b.to));
    for (const a of real) {
      const lo = Math.min(a.from, a.to),
        hi = Math.max(a.from, a.to);
      const span = Math.abs(x[a.to] + a.tox - (x[a.from] + a.fromx)),
        need = width(text(a), 12, "600") + 22;
      if (span < need)
        for (let i = lo + 1; i < n; i++) x[i] += (need - span) * (i <= hi ? (i - lo) / (hi - lo) : 1);
    }
    return [x, wide];
  }

  // breakLines cuts the row of words into lines that fit the pane, and no word that is in several columns.
  function breakLines(x, wide, room, row) {
    const out = [];
    let first = 0;
    for (let i = 1; i <= x.length; i++)
      if (i === x.length || (room && x[i] + wide[i] / 2 - (x[first] - wide[first] / 2) > room)) {
        const cut =
          row && i < x.length && row.split.flat().find(s => s.first < i && i <= s.last && s.first > first);
        if (cut) i = cut.first;
        out.push([first, i - 1]);
        first = i;
      }
    return out;
  }

  // point marks the arc that is asked about: the system's, or the one of both sides.
  function point(up, down, f) {
    const mine = a =>
      f.role
        ? a.to === (f.from + f.to) >> 1 &&
          (f.arc ? a.from === f.head : a.from < 0) &&
          (!f.label || a.label.endsWith(f.label)) // of several opinions at one word
        : f.arc && (f.parts ? f.parts.some(([from]) => a.to === from) : a.to === f.word);
    const low = down.filter(mine),
      high = up.filter(mine);
    for (const a of f.parts ? [...low, ...high] : [...low, ...high].slice(0, 1)) a.focus = true;
  }

  // near leaves the arcs of the item: those of its word on both sides, and of the heads
  // that these give it; only the first where that is still too much.
  function near(up, down, f, all) {
    const own = a => (f.role ? a.from === f.head || a.to === f.head || a.focus : a.to === f.word),
      core = new Set([f.word]);
    for (const a of [...up, ...down]) if (own(a)) core.add(a.from);
    const keep = a => own(a) || (all && core.has(a.to));
    return [up.filter(keep), down.filter(keep)];
  }

  // draw draws all arcs, and only those near the item where that is higher than the pane.
  function draw(p, opt) {
    const [up, down] = opt.role ? roles(p) : plan(p),
      f = opt.focus;
    for (const a of up) if (a.kind === "miss" && opt.only) a.kind = opt.only; // the system alone
    if (f) point(up, down, f);
    let svg = paint(p, opt, up, down);
    const high = () => opt.height && +svg.getAttribute("height") > opt.height;
    for (const all of [true, false])
      if (f && opt.fold !== false && f.word >= 0 && (high() || (opt.fold === "near" && !svg.dataset.part))) {
        svg = paint(p, opt, ...near(up, down, f, all));
        svg.dataset.part = "folded";
      }
    return svg;
  }

  function paint(p, opt, up, down) {
    const words = p.gold.words.map((w, i) => form(p, i, w)[0]),
      n = words.length,
      pic = picture();
    const fans = [ends(up, n), ends(down, n)],
      chips = chipTexts(p.chips, n),
      [x, wide] = place(words, up, down, fans, chips);
    const lines = breakLines(
      x,
      wide,
      opt.width && x[n - 1] + wide[n - 1] / 2 > opt.width - 16 ? opt.width - 48 : 0,
      p.row
    );
    let top = 0; // where the next line begins
    for (const [first, last] of lines) {
      const left = lines.length > 1 ? 16 - (x[first] - wide[first] / 2) : 0,
        right = x[last] + wide[last] / 2 + left,
        at = i => x[i] + left;
      // local gives the arcs of this line their ends; an end on another line is open.
      const local = arcs =>
        arcs
          .filter(a => (a.from >= first && a.from <= last) || (a.to >= first && a.to <= last))
          .map(a => {
            const root = a.from < 0 || a.from === a.to,
              edge = i => (i < first ? left + x[first] - wide[first] / 2 - 14 : right + 14),
              inside = i => i >= first && i <= last;
            return {
              ...a,
              root,
              text: text(a),
              t: inside(a.to) ? at(a.to) + a.tox : edge(a.to),
              f: root ? at(a.to) + a.tox : inside(a.from) ? at(a.from) + a.fromx : edge(a.from),
              openT: !inside(a.to),
              openF: !root && !inside(a.from)
            };
          })
          .filter(a => !(a.root && a.openT))
          .map(a => ({ ...a, middle: within(a, left + x[first] - wide[first] / 2 - 14, right + 14) }));
      const above = local(up),
        below = local(down),
        high = heights(above),
        low = heights(below);
      const base = top + high.tall,
        most = Math.max(0, ...chips.slice(first, last + 1).map(c => c.length)),
        foot = base + size + 6 + most * 19;
      const f = opt.focus;
      for (const [from, to] of f ? f.parts || [f.role ? [f.from, f.to] : [f.word, f.word]] : [])
        if (from >= 0 && from <= last && to >= first) {
          const a = Math.max(from, first),
            b = Math.min(to, last),
            x0 = at(a) - wide[a] / 2 - 3;
          pic.rect(x0, base + 2, at(b) + wide[b] / 2 + 3 - x0, size + 6, "tint");
        }
      arches(pic, above, high, base, -1);
      for (const [list, y] of [
        [above, base],
        [below, foot]
      ])
        for (const a of list) {
          // stretches of words
          if (!(a.last > a.first) || a.last < first || a.first > last) continue;
          const l = Math.max(a.first, first),
            r = Math.min(a.last, last);
          pic.path(`M${at(l) - wide[l] / 2} ${y}H${at(r) + wide[r] / 2}`, a.kind);
        }
      for (let i = first; i <= last; i++) {
        pic.text(at(i), base + size + 1, words[i], "word" + form(p, i, "")[1], size);
        chips[i].forEach((c, k) => {
          const cw = width(c, 12) + 10;
          pic.rect(at(i) - cw / 2, base + size + 8 + 19 * k, cw, 16, "chip");
          pic.text(at(i), base + size + 20 + 19 * k, c, "chip", 12);
        });
      }
      arches(pic, below, low, foot, 1);
      braces(pic, p, [base - 2, foot + 2], (a, b) =>
        b < first || a > last
          ? null
          : [
              at(Math.max(a, first)) - wide[Math.max(a, first)] / 2,
              at(Math.min(b, last)) + wide[Math.min(b, last)] / 2
            ]
      );
      top = foot + low.tall + 24;
    }
    return pic.done(words.join(" "), fromRight(p.gold.words));
  }

  // part draws a word with its heads on both sides and the words beside them, alone; points are between words that
  // are not neighbours.
  function part(p, e, width) {
    const w = e.from,
      n = p.gold.words.length,
      keep = new Set(),
      heads = [p.gold, p.system].map(s => s.heads[w]);
    for (const [i, by] of [[w, 2], ...heads.filter(h => h >= 0).map(h => [h, 1])])
      for (let j = i - by; j <= i + by; j++) if (j >= 0 && j < n) keep.add(j);
    const at = new Map(),
      of = [];
    for (const i of [...keep].sort((a, b) => a - b)) {
      if (of.length ? of[of.length - 1] < i - 1 : i > 0) of.push(-1);
      at.set(i, of.length);
      of.push(i);
    }
    if (of[of.length - 1] < n - 1) of.push(-1);
    const side = s => ({
      ...s,
      words: of.map(i => (i < 0 ? "…" : s.words[i])),
      heads: of.map(i => (i !== w || s.heads[i] < -1 ? -2 : s.heads[i] < 0 ? -1 : at.get(s.heads[i]))),
      rels: of.map(i => (i < 0 ? "" : s.rels[i]))
    });
    const marks = m => of.map(i => (i < 0 ? 0 : digit(m, i))).join(""),
      here = at.get(w),
      row = p.row && { ...p.row, alone: of.map(i => (i < 0 ? 0 : p.row.alone[i])), split: [[], []] };
    return draw(
      {
        ...p,
        row,
        gold: side(p.gold),
        system: side(p.system),
        gm: marks(p.gm),
        m: marks(p.m),
        roles: [],
        chips: p.chips.filter(c => c[0] === w).map(c => [here, ...c.slice(1)])
      },
      { width, focus: { from: here, to: here, word: here, node: -1, crosses: -1, arc: true } }
    );
  }

  // within returns where the label of a root or of an arc that goes on in another line is, so
  // that it does not leave the line; undefined if it has room anyway.
  function within(a, lo, hi) {
    const half = width(a.text, 12, "600") / 2 + 4,
      middle = (a.f + a.t) / 2;
    if ((!a.root && !a.openT && !a.openF) || Math.abs(a.f - a.t) > 2 * half) return undefined;
    return Math.min(Math.max(middle, lo + half), Math.max(hi - half, lo + half));
  }

  // heights puts arcs into lanes.
  function heights(arcs) {
    const inner = arcs.filter(a => !a.root),
      [which, count] = lanes(
        inner.map(a => {
          const half = a.middle === undefined ? 0 : width(a.text, 12, "600") / 2 + 4,
            at = half ? a.middle : a.f;
          return [Math.min(a.f - 3, a.t - 3, at - half), Math.max(a.f + 3, a.t + 3, at + half)];
        })
      ),
      roots = arcs.some(a => a.root);
    return { inner, which, count, tall: arcs.length ? 26 + (count + (roots ? 1 : 0)) * lane : 0 };
  }

  // arches draws arcs above (dir -1) or below (1) a line of words.
  function arches(pic, arcs, { inner, which, count }, base, dir) {
    const y = l => base + dir * (14 + (l + 1) * lane),
      tip = (x, kind) => pic.path(dir < 0 ? `M${x} ${base}l-4 -8h8z` : `M${x} ${base}l-4 8h8z`, "head " + kind),
      labels = [];
    inner.forEach((a, i) => {
      const h = y(which[i]),
        r = Math.min(7, Math.abs(a.t - a.f) / 3) * (a.t > a.f ? 1 : -1),
        c = dir * 7;
      pic.path(
        (a.openF ? `M${a.f} ${h}` : `M${a.f} ${base}V${h - c}Q${a.f} ${h} ${a.f + r} ${h}`) +
          (a.openT ? `H${a.t}` : `H${a.t - r}Q${a.t} ${h} ${a.t} ${h - c}V${base + c}`),
        a.kind
      );
      if (!a.openT) tip(a.t, a.kind);
      pic.reach(Math.min(a.f, a.t), h + dir * 10);
      labels.push(() => label(pic, a.middle === undefined ? clear(inner, which, i) : a.middle, h + 4, a));
    });
    for (const a of arcs)
      if (a.root) {
        const h = y(count) - dir * 4;
        pic.path(`M${a.t} ${h}V${base + dir * 7}`, a.kind);
        tip(a.t, a.kind);
        labels.push(() => label(pic, a.middle === undefined ? a.t : a.middle, h + (dir < 0 ? -4 : 12), a));
      }
    for (const l of labels) l();
  }

  // label writes the label of an arc, framed if the arc is the item.
  function label(pic, x, y, a) {
    const w = width(a.text, 12, "600");
    if (a.focus) pic.rect(x - w / 2 - 5, y - 13, w + 10, 18, "focus");
    pic.text(x, y, a.text, "rel " + a.kind, 12);
  }

  // clear returns where the label of arc i is: as near to its middle as it can be
  // without a line of another arc through it.
  function clear(all, which, i) {
    const { f, t } = all[i],
      lo = Math.min(f, t),
      hi = Math.max(f, t),
      middle = (lo + hi) / 2,
      room = width(all[i].text, 12, "600") / 2 + 4,
      lines = [lo, hi];
    all.forEach((a, j) => {
      if (which[j] > which[i])
        for (const [x, open] of [
          [a.f, a.openF],
          [a.t, a.openT]
        ])
          if (!open && x > lo && x < hi) lines.push(x);
    });
    lines.sort((a, b) => a - b);
    let best = middle,
      far = Infinity;
    for (let k = 1; k < lines.length; k++) {
      const a = lines[k - 1] + room,
        b = lines[k] - room,
        x = Math.min(Math.max(middle, a), b);
      if (a <= b && Math.abs(x - middle) < far) {
        best = x;
        far = Math.abs(x - middle);
      }
    }
    return best;
  }

  // Semantic roles, unless the item that is asked about is a dependency.
  Draw.shapes.push({
    fits: (p, opt) => p.roles.length && p.same && (!opt || !opt.focus || opt.focus.role),
    draw: (p, opt) => draw(p, { ...opt, role: true }),
    legend: [
      ["agree", "both"],
      ["miss", "− only gold, above"],
      ["extra", "+ only system, below"],
      ["L", "L wrong label"]
    ]
  });
  Draw.shapes.push({
    fits: p => p.same && !p.gold.labels && !p.system.labels && p.gold.heads && p.system.heads,
    draw,
    part,
    one: s => !s.labels && s.heads,
    alone: (s, marks, opt) =>
      draw(
        {
          gold: s,
          system: { ...s, heads: s.heads.map((h, i) => (digit(marks, i) > 1 ? -2 : h)), rels: s.rels },
          gm: marks,
          m: "",
          chips: [],
          roles: []
        },
        opt
      ),
    legend: [
      ["agree", "agree, drawn once"],
      ["H", "H wrong head"],
      ["L", "L wrong label"],
      ["HL", "HL wrong head and label"],
      ["miss", "− only gold", p => p.row],
      ["extra", "+ only system", p => p.row]
    ]
  });
})();

// Constituents: gold grows up and the system down over the same words. Subtrees on
// which both agree are folded to triangles where the row is wider than the pane.
"use strict";
(() => {
  const { width, picture, digit, signs, names, chipTexts, form, braces, fromRight } = Draw;
  const size = 16,
    gap = 16,
    level = 28,
    tight = { gap: 13, level: 24 };

  // children of each phrase in the order of their first words; phrases come
  // parents first.
  function build(s) {
    const np = s.labels.length,
      n = s.words.length,
      kids = Array.from({ length: np }, () => []),
      from = new Array(np).fill(Infinity),
      to = new Array(np).fill(-1),
      count = new Array(np).fill(0);
    for (let i = 0; i < n; i++)
      for (let q = s.above[i]; q >= 0; q = s.parents[q]) {
        from[q] = Math.min(from[q], i);
        to[q] = Math.max(to[q], i);
        count[q]++;
      }
    const items = [];
    for (let q = 0; q < np; q++) items.push([s.begins[q], q, true]);
    for (let i = 0; i < n; i++) items.push([i, i, false]);
    items.sort((x, y) => x[0] - y[0] || (x[2] === y[2] ? x[1] - y[1] : x[2] ? -1 : 1));
    for (const [, i, phrase] of items) {
      const up = phrase ? s.parents[i] : s.above[i];
      if (up >= 0) kids[up].push([i, phrase]);
    }
    const gap = count.map((c, q) => c > 0 && c !== to[q] - from[q] + 1);
    return { np, kids, from, to, gap, gaps: gap.includes(true) };
  }

  // agreed are the largest stretches of at least two words over which both sides
  // have the same subtree with nothing wrong in it; with any, over which both have a
  // subtree, and whether something is wrong in it. A phrase with a gap is no stretch.
  function agreed(p, g, y, keep, any) {
    const whole = (s, t, marks) => {
      const ok = [],
        out = new Map();
      for (let q = t.np - 1; q >= 0; q--) {
        ok[q] = digit(marks, q) < 2 && t.kids[q].every(([k, phrase]) => !phrase || ok[k]);
        const key = t.from[q] + "-" + t.to[q];
        if (!(ok[q] || any))
          out.delete(key); // over the same words as what is below it
        else if (t.to[q] > t.from[q] && !t.gap[q]) out.set(key, ok[q]);
      }
      return out;
    };
    const a = whole(p.gold, g, p.gm),
      b = whole(p.system, y, p.m),
      chipped = new Set(p.chips.map(c => c[0])),
      found = [];
    for (const key of a.keys()) {
      const [f, t] = key.split("-").map(Number);
      if (!b.has(key) || t - f + 1 === p.gold.words.length) continue;
      let free = true;
      for (let i = f; i <= t; i++)
        if ((chipped.has(i) && !any) || (p.row && p.row.alone[i]) || keep(i, f, t)) free = false;
      if (free) found.push([f, t, !(a.get(key) && b.get(key))]);
    }
    found.sort((x, z) => x[0] - z[0] || z[1] - x[1]);
    return found.filter(
      (r, i) =>
        !found.some((o, j) => j !== i && o[0] <= r[0] && r[1] <= o[1] && (o[1] - o[0] > r[1] - r[0] || j < i))
    );
  }

  // relabelled turns a missing and a surplus phrase over the same words into one
  // phrase with another label on each side.
  function relabelled(p, g, y) {
    const gm = g.from.map((_, q) => digit(p.gm, q)),
      m = y.from.map((_, q) => digit(p.m, q)),
      open = new Map();
    g.from.forEach((f, q) => {
      if (gm[q] === 2 && g.to[q] >= 0) open.set(f + "-" + g.to[q], [...(open.get(f + "-" + g.to[q]) || []), q]);
    });
    y.from.forEach((f, q) => {
      const list = m[q] === 3 ? open.get(f + "-" + y.to[q]) : null;
      if (list && list.length) {
        gm[list.shift()] = 5;
        m[q] = 5;
      }
    });
    return { ...p, gm: gm.join(""), m: m.join("") };
  }

  function draw(p, opt) {
    const g = build(p.gold),
      y = build(p.system);
    if (!g.gaps && !y.gaps) p = relabelled(p, g, y);
    const f = opt.focus,
      keep = touches(f);
    const plain = g.gaps || y.gaps || opt.fold === false,
      all = opt.fold === false ? [] : agreed(p, g, y, keep);
    const fits = svg =>
      (!opt.width || +svg.getAttribute("width") <= opt.width) &&
      (!opt.height || +svg.getAttribute("height") <= opt.height);
    let svg = layout(p, g, y, [], opt),
      folds = 0;
    if (all.length && (opt.fold === "near" || !fits(svg))) {
      svg = layout(p, g, y, all, opt);
      folds = all.length;
    }
    if (!plain && opt.height && f && f.from >= 0 && !fits(svg)) {
      svg = layout(p, g, y, all, { ...opt, ...tight });
      if (!fits(svg)) svg = far(p, g, y, opt, keep, fits);
      if (!fits(svg)) shrink(svg, opt);
      if (!fits(svg)) svg = near(p, g, y, opt, fits);
    } else if (opt.height && f && opt.fold !== false) shrink(svg, opt);
    else if (opt.width && opt.fold !== false && !fits(svg)) {
      const pieces = fitted(p, g, y, opt, all, fits);
      svg = pieces[0][1];
      folds += pieces.length - 1;
      if (pieces.length > 1) {
        svg = document.createElement("div");
        svg.className = "pieces";
        svg.append(...pieces.map(piece => Draw.figure(...piece)));
      }
    }
    svg.dataset.folds = folds;
    return svg;
  }

  // fitted makes a drawing that is too wide for the pane smaller, down to texts of 10 px, and then draws the widest
  // phrases that both sides have apart, below the sentence. It returns the pieces with their captions.
  function fitted(p, g, y, opt, all, fits) {
    let svg = null;
    const least = 10 / (p.chips.length ? 12 : 14),
      cut = [],
      within = r => cut.some(c => c[0] <= r[0] && r[1] <= c[1]);
    const narrow = folds => {
      for (const own of [opt, { ...opt, ...tight }]) {
        svg = layout(p, g, y, folds, own);
        shrink(svg, opt, least);
        if (fits(svg)) break;
      }
    };
    narrow(all);
    const wide =
      g.gaps || y.gaps || fits(svg)
        ? []
        : agreed(p, g, y, breaks(opt.focus), true)
            .filter(r => r[2])
            .sort((a, b) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]);
    for (const phrase of wide) {
      cut.push(phrase);
      narrow([...all.filter(r => !within(r)), ...cut]);
      if (fits(svg)) break;
    }
    return [
      ["sentence", svg],
      ...cut
        .sort((a, b) => a[0] - b[0])
        .flatMap(([lo, hi]) => {
          const { part, focus } = cutOut(p, g, y, lo, hi, opt.focus),
            ga = build(part.gold),
            yb = build(part.system),
            own = { ...opt, focus },
            folds = agreed(part, ga, yb, touches(focus));
          let drawn = layout(part, ga, yb, [], own);
          if (!fits(drawn)) drawn = layout(part, ga, yb, folds, own);
          const [[, top], ...more] = fits(drawn) ? [["", drawn]] : fitted(part, ga, yb, own, folds, fits);
          return [[short(p.gold.words, lo, hi), top], ...more];
        })
    ];
  }

  // breaks returns a function that reports whether a stretch of words holds a part of an item but not all of it.
  const breaks = f => (i, from, to) =>
    !!f && (f.parts || [[f.from, f.to]]).some(([a, b]) => a <= to && from <= b && (a < from || to < b));

  // short is a stretch of words: the first and the last of a long one.
  function short(words, lo, hi) {
    const full = words.slice(lo, hi + 1).join(" ");
    return full.length > 22 ? words[lo] + " … " + words[hi] : full;
  }

  // touches returns a function that reports whether a stretch of words holds a part of
  // the item, or all of it: such a stretch is not folded.
  const touches = f => (i, from, to) =>
    f &&
    (f.parts || [[f.from, f.to]]).some(
      ([a, b]) => a <= to && from <= b && !(a <= from && to <= b && to - from < b - a)
    );

  // far folds everything that does not touch the item, right or wrong.
  function far(p, g, y, opt, keep, fits) {
    const folds = agreed(p, g, y, keep, true);
    let svg = layout(p, g, y, folds, opt);
    if (!fits(svg)) svg = layout(p, g, y, folds, { ...opt, ...tight });
    svg.dataset.part = "folded";
    return svg;
  }

  // near draws the part of both trees that the item and the bracket that it crosses are
  // in, a little smaller if it still does not fit; points mark the rest of the words.
  function near(p, g, y, opt, fits) {
    const f = opt.focus,
      n = p.gold.words.length,
      spans = new Set(y.from.map((v, q) => v + "-" + y.to[q]));
    let from = f.from,
      to = f.to,
      best = [from, to];
    for (const q of [f.crosses, f.frame, f.own])
      if (q >= 0) {
        from = Math.min(from, g.from[q]);
        to = Math.max(to, g.to[q]);
      }
    best = [Math.max(0, from - 2), Math.min(n - 1, to + 2)];
    for (let q = 0, most = 13; q < g.np; q++) {
      const size = g.to[q] - g.from[q] + 1;
      if (g.from[q] <= from && to <= g.to[q] && size < most && spans.has(g.from[q] + "-" + g.to[q])) {
        best = [g.from[q], g.to[q]];
        most = size;
      }
    }
    let svg = null;
    for (const [lo, hi] of [best, [from, to]]) {
      // the item alone where its surroundings do not fit
      svg = stretch(p, g, y, opt, lo, hi, fits);
      if (fits(svg)) break;
    }
    return svg;
  }

  // stretch draws the words lo to hi.
  function stretch(p, g, y, opt, lo, hi, fits) {
    const { part, focus } = cutOut(p, g, y, lo, hi, opt.focus, true);
    const ga = build(part.gold),
      yb = build(part.system),
      own = { ...opt, focus },
      keep = touches(focus);
    let svg = layout(part, ga, yb, [], own);
    if (!fits(svg)) svg = layout(part, ga, yb, agreed(part, ga, yb, keep), own);
    if (!fits(svg)) svg = layout(part, ga, yb, agreed(part, ga, yb, keep), { ...own, ...tight });
    if (!fits(svg)) svg = far(part, ga, yb, own, keep, fits);
    shrink(svg, opt);
    svg.dataset.part = `${lo} ${hi}`;
    return svg;
  }

  // cutOut is the pair over words lo to hi, with the item in it. With ends, points stand for the words before and
  // after, and the two lowest phrases around them stay; else only phrases within stay.
  function cutOut(p, g, y, lo, hi, f, ends) {
    const n = p.gold.words.length,
      shift = ends && lo > 0 ? 1 : 0,
      more = ends && hi < n - 1;
    const cut = (s, t, marks) => {
      const over = [],
        number = [];
      for (let q = 0; q < t.np; q++) if (t.from[q] <= lo && hi <= t.to[q]) over.push(q);
      const high = new Set(ends ? over.slice(0, -2) : over.filter(q => t.from[q] < lo || hi < t.to[q])),
        kept = [];
      for (let q = 0; q < t.np; q++)
        if (t.to[q] >= lo && t.from[q] <= hi && !high.has(q)) {
          number[q] = kept.length;
          kept.push(q);
        }
      const up = q => {
        while (q >= 0 && number[q] === undefined) q = s.parents[q];
        return q >= 0 ? number[q] : -1;
      };
      const edge = i => up(s.above[i]),
        list = of => [
          ...(shift ? [of(lo - 1)] : []),
          ...Array.from({ length: hi - lo + 1 }, (_, k) => of(lo + k)),
          ...(more ? [of(hi + 1)] : [])
        ];
      return {
        side: {
          ...s,
          words: list(i => (i < lo || i > hi ? "…" : s.words[i])),
          above: list(i =>
            i < lo || i > hi
              ? edge(i) === -1 || t.from[kept[edge(i)]] > lo || t.to[kept[edge(i)]] < hi
                ? -1
                : edge(i)
              : edge(i)
          ),
          labels: kept.map(q => s.labels[q]),
          parents: kept.map(q => up(s.parents[q])),
          begins: kept.map(q => Math.max(s.begins[q], lo) - lo + shift)
        },
        marks: kept.map(q => digit(marks, q)).join(""),
        number
      };
    };
    const a = cut(p.gold, g, p.gm),
      b = cut(p.system, y, p.m),
      at = i => Math.min(Math.max(i, lo), hi) - lo + shift;
    const row = p.row && {
      ...p.row,
      alone: Array.from({ length: a.side.words.length }, (_, i) =>
        i < shift || i > hi - lo + shift ? 0 : p.row.alone[i - shift + lo]
      ),
      split: p.row.split.map(list =>
        list
          .filter(s => s.first >= lo && s.last <= hi)
          .map(s => ({ ...s, first: at(s.first), last: at(s.last) }))
      )
    };
    const of = (side, q) => (q === undefined || side.number[q] === undefined ? -1 : side.number[q]);
    const parts =
      f && f.parts && !ends
        ? f.parts.filter(([from, to]) => lo <= from && to <= hi).map(([from, to]) => [at(from), at(to)])
        : undefined;
    const focus = f && {
      ...f,
      parts,
      from: at(f.from),
      to: at(f.to),
      node: of(b, f.node),
      crosses: of(a, f.crosses),
      frame: of(a, f.frame),
      own: of(a, f.own)
    };
    return {
      focus: ends || !f || f.parts || (lo <= f.from && f.to <= hi) ? focus : undefined,
      part: {
        ...p,
        row,
        gold: a.side,
        system: b.side,
        gm: a.marks,
        m: b.marks,
        chips: p.chips.filter(c => c[0] >= lo && c[0] <= hi).map(c => [at(c[0]), ...c.slice(1)])
      }
    };
  }

  // shrink makes a drawing smaller as far as it does not fit the pane, by no more than a quarter unless least says so.
  function shrink(svg, opt, least = 0.75) {
    const w = +svg.getAttribute("width"),
      h = +svg.getAttribute("height"),
      k = Math.max(opt.least || least, Math.min(1, opt.width / w, (opt.height || Infinity) / h));
    svg.setAttribute("width", Math.floor(w * k));
    svg.setAttribute("height", Math.floor(h * k));
  }

  // slots turn words and folds into columns.
  function slots(words, folds) {
    const out = [],
      at = [];
    for (let i = 0; i < words.length; i++) {
      const fold = folds.find(r => r[0] === i);
      if (fold) {
        const [a, b] = fold,
          full = words.slice(a, b + 1).join(" ");
        for (let j = a; j <= b; j++) at[j] = out.length;
        out.push({ text: short(words, a, b), fold, full });
        i = b;
        continue;
      }
      at[i] = out.length;
      out.push({ text: words[i], word: i });
    }
    return [out, at];
  }

  function layout(p, g, y, folds, opt) {
    const pic = picture(),
      [cols, at] = slots(
        p.gold.words.map((w, i) => form(p, i, w)[0]),
        folds
      ),
      chips = chipTexts(p.chips, p.gold.words.length);
    const hidden = (t, q) => folds.some(r => r[0] <= t.from[q] && t.to[q] <= r[1]);
    const rows = opt.level || level,
      up = side(p.gold, g, p.gm, hidden, folds, rows),
      down = side(p.system, y, p.m, hidden, folds, rows);
    const wide = cols.map((c, k) =>
      Math.max(
        width(c.text, size),
        ...(c.word === undefined
          ? []
          : chips[c.word].map(t => Math.max(...t.split(" ≠ ").map(x => width(x, 12, "600"))))),
        up.alone(at, k),
        down.alone(at, k),
        12
      )
    );
    const x = [];
    cols.forEach((_, k) => {
      x[k] = k ? x[k - 1] + wide[k - 1] / 2 + (opt.gap || gap) + wide[k] / 2 : wide[k] / 2;
    });
    const tagged = cols.some(c => c.word !== undefined && chips[c.word].length),
      lift = tagged ? 16 : 0,
      f = opt.focus;
    for (const [from, to] of f && f.parts ? f.parts : f && f.from >= 0 ? [[f.from, f.to]] : [])
      pic.rect(
        x[at[from]] - wide[at[from]] / 2 - 6,
        -size - 2,
        x[at[to]] + wide[at[to]] / 2 - x[at[from]] + wide[at[from]] / 2 + 12,
        size + 8,
        "tint"
      );
    up.draw(
      pic,
      x,
      at,
      wide,
      -size - 2 - lift,
      -1,
      f && f.own >= 0 ? { node: f.own } : null,
      f && Math.max(f.crosses, f.frame === undefined ? -1 : f.frame)
    );
    down.draw(pic, x, at, wide, 8 + lift, 1, f, null);
    braces(pic, p, [-size, 5], (a, b) => [x[at[a]] - wide[at[a]] / 2, x[at[b]] + wide[at[b]] / 2]);
    cols.forEach((c, k) => {
      const e = pic.text(x[k], 0, c.text, "word" + (c.fold ? " dim" : form(p, c.word, "")[1]), size);
      const full = c.full || p.gold.words[c.word];
      if (c.full || full.length > c.text.length)
        e.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "title")).textContent = full;
      if (c.word === undefined || !chips[c.word].length) return;
      const [gold, system] = chips[c.word][0].split(" ≠ ");
      pic.text(x[k], -size - 2, gold, "chip", 12);
      pic.text(x[k], 18, "≠" + (system || ""), "chip", 12);
    });
    return pic.done(p.gold.words.join(" "), fromRight(p.gold.words));
  }

  // side is one tree: how wide its labels are, and its drawing up or down.
  function side(s, t, marks, hidden, folds, level) {
    const tall = new Array(t.np).fill(1),
      show = [];
    for (let q = t.np - 1; q >= 0; q--) {
      show[q] = !hidden(t, q) || s.parents[q] < 0 || !hidden(t, s.parents[q]);
      if (s.parents[q] >= 0) tall[s.parents[q]] = Math.max(tall[s.parents[q]], (show[q] ? tall[q] : 0) + 1);
    }
    const folded = q => hidden(t, q);
    const label = q => signs[digit(marks, q)] + (s.labels[q] || "·");
    return {
      alone(at, k) {
        // the widest label over this column alone
        let w = 0;
        for (let q = 0; q < t.np; q++)
          if (show[q] && t.to[q] >= 0 && at[t.from[q]] === k && at[t.to[q]] === k)
            w = Math.max(w, width(label(q), 14, "600") + 4);
        return w;
      },
      draw(pic, x, at, wide, base, dir, focus, framed) {
        const px = [],
          py = [],
          labels = [];
        const kidX = ([i, phrase]) => (phrase ? px[i] : x[at[i]]),
          half = [];
        // free is where a node of a tree with gaps is, from the middle of its children and the
        // lowest row on: no other label is there, and no line to a node or a word beside it; if
        // there is no such place, no other label alone.
        const free = (q, kids, w) => {
          const lo = Math.min(...kids),
            hi = Math.max(...kids),
            places = [px[q]],
            above = new Set();
          for (let d = 6; kids.length > 1 && d < hi - lo; d += 6)
            for (const v of [px[q] - d, px[q] + d]) if (v > lo && v < hi) places.push(v);
          for (let up = s.parents[q]; up >= 0; up = s.parents[up]) above.add(up);
          half[q] = w;
          for (const lines of [true, false])
            for (let row = tall[q]; row < tall[q] + 6; row++)
              for (const v of places) {
                const near = (u, by) => Math.abs(u - v) < by,
                  rises = (up, from) => lines && from < row && (above.has(up) || (up > q && tall[up] > row));
                let clear = at.every(
                  (k, i) => folds.some(r => r[0] <= i && i <= r[1]) || !near(x[k], w) || !rises(s.above[i], 0)
                );
                for (let o = q + 1; clear && o < t.np; o++)
                  if (show[o])
                    clear = !(
                      (tall[o] === row && near(px[o], w + half[o])) ||
                      (near(px[o], w) && s.parents[o] !== q && rises(s.parents[o], tall[o])) ||
                      (lines && tall[o] > row && near(px[o], half[o]))
                    );
                if (clear) return [v, row];
              }
          return [px[q], tall[q]];
        };
        for (let q = t.np - 1; q >= 0; q--) {
          if (!show[q]) continue;
          const kids = t.kids[q].filter(([i, phrase]) => !phrase || show[i]);
          if (t.gaps) tall[q] = 1 + Math.max(0, ...kids.filter(k => k[1]).map(k => tall[k[0]]));
          py[q] = base + dir * ((tall[q] - 1) * level + 18);
          if (folded(q)) {
            px[q] = x[at[t.from[q]]];
            py[q] = base + dir * 18;
          } else
            px[q] = kids.length
              ? (kidX(kids[0]) + kidX(kids[kids.length - 1])) / 2
              : x[at[Math.min(s.begins[q], at.length - 1)]] || 0;
          if (t.gaps && folded(q)) {
            tall[q] = 1;
            half[q] = Math.max(width(label(q), 14, "600") / 2 + 3, wide[at[t.from[q]]] / 2);
          } else if (t.gaps) {
            [px[q], tall[q]] = free(q, kids.map(kidX), width(label(q), 14, "600") / 2 + 3);
            py[q] = base + dir * ((tall[q] - 1) * level + 18);
          }
        }
        for (let q = 0; q < t.np; q++) {
          if (!show[q]) continue;
          const cls = names[digit(marks, q)],
            bar = py[q] - dir * (dir < 0 ? 6 : 16),
            near = py[q] - dir * (dir < 0 ? -8 : 4);
          if (folded(q)) {
            const w = wide[at[t.from[q]]] / 2;
            pic.path(
              `M${px[q]} ${py[q] + (dir < 0 ? 5 : -13)}L${px[q] - w} ${base}H${px[q] + w}Z`,
              "fold " + (folds.some(r => r[2] && r[0] <= t.from[q] && t.to[q] <= r[1]) ? "wrong" : cls)
            );
          } else {
            const kids = t.kids[q].filter(([i, phrase]) => !phrase || show[i]);
            let lo = px[q],
              hi = px[q];
            const foot = dir < 0 ? py[q] + 9 : py[q] - 19;
            for (const k of kids) {
              const kx = kidX(k),
                ky = k[1] ? (dir < 0 ? py[k[0]] - 12 : py[k[0]] + 4) : base;
              lo = Math.min(lo, kx);
              hi = Math.max(hi, kx);
              pic.line(kx, foot, kx, ky, cls);
            }
            if (kids.length) {
              pic.line(lo, foot, hi, foot, cls);
              pic.line(px[q], dir < 0 ? py[q] + 3 : py[q] - 13, px[q], foot, cls);
            }
          }
          labels.push(() => {
            const w = width(label(q), 14, "600");
            if (focus && focus.node === q) pic.rect(px[q] - w / 2 - 6, py[q] - 15, w + 12, 20, "focus");
            if (framed === q) pic.rect(px[q] - w / 2 - 5, py[q] - 14, w + 10, 18, "frame", 0);
            pic.text(px[q], py[q], label(q), cls + " node");
          });
        }
        for (const l of labels) l();
      }
    };
  }

  const bare = s => ({ ...s, labels: [], parents: [], begins: [], above: s.words.map(() => -1) });
  Draw.shapes.push({
    fits: p => p.same && p.gold.labels && p.system.labels && p.gold.words.length > 0,
    draw,
    part: (p, e, width) =>
      draw(p, {
        width,
        height: 420,
        least: 10 / 14,
        focus: { from: e.from, to: e.to, node: -1, crosses: -1, word: -1 }
      }),
    one: s => s.labels && s.words.length > 0,
    alone(s, marks, opt) {
      const p = { gold: s, system: bare(s), gm: marks, m: "", chips: [] },
        f = opt.focus,
        whole = draw(p, { ...opt, fold: false });
      if (
        !f ||
        f.from < 0 ||
        opt.fold === false ||
        (+whole.getAttribute("width") <= opt.width && +whole.getAttribute("height") <= opt.height)
      )
        return whole;
      const g = build(s),
        y = build(p.system);
      return g.gaps
        ? whole
        : near(
            p,
            g,
            y,
            opt,
            svg => +svg.getAttribute("width") <= opt.width && +svg.getAttribute("height") <= opt.height
          );
    },
    legend: [
      ["agree", "both"],
      ["miss", "− only gold, above"],
      ["extra", "+ only system, below"],
      ["cross", "× crosses gold"],
      ["wrong", "≠ other label or tag"]
    ]
  });
})();

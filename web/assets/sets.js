// Sets of words, multiword expressions and mentions of entities, as bars at the words: gold's above them, the system's
// below. Mentions have the colour of their entity, and the entities are in a list below. Package draw has the twin.
"use strict";
(() => {
  const { make, width, picture, digit, signs, names, fromRight } = Draw;
  const size = 16,
    small = 12,
    gap = 6,
    row = 18,
    colours = 8;

  // setsOf lists the sets of a side. One of empty nodes alone has no words.
  function setsOf(s, marks) {
    return (s.sets || []).map((flat, i) => {
      const entity = (s.entities || [])[i] || "",
        label = (s.labels || [])[i] || "",
        type = entity ? label.slice(0, -entity.length - 1) : label,
        parts = [];
      for (let k = 0; k < flat.length; k += 2) parts.push([flat[k], flat[k + 1]]);
      const mark = digit(marks, i),
        name = (parts.length ? "" : "∅") + (entity || i + 1) + (type ? ":" + type : "");
      return {
        parts,
        begin: s.begins[i],
        entity,
        type,
        mark,
        number: i,
        label: signs[mark] + name,
        key: parts.length ? parts.join(" ") : "∅" + s.begins[i]
      };
    });
  }

  // entitiesOf lists the entities of both sides by their first mentions. Those that share most mentions are one; of
  // those with several mentions the largest have colours of their own.
  function entitiesOf(sides) {
    const of = sides.map(sets => {
      const by = new Map();
      for (const set of sets)
        if (set.entity) {
          if (!by.has(set.entity)) by.set(set.entity, []);
          by.get(set.entity).push(set);
        }
      return [...by].map(([id, mentions]) => ({ id, mentions }));
    });
    const at = new Map(),
      cells = new Map(),
      list = [];
    of[1].forEach((e, k) => {
      for (const m of e.mentions) if (!at.has(m.key)) at.set(m.key, k);
    });
    of[0].forEach((e, i) => {
      for (const m of e.mentions) {
        const k = at.get(m.key);
        if (k !== undefined) cells.set(i + " " + k, (cells.get(i + " " + k) || 0) + 1);
      }
    });
    for (const [cell, both] of [...cells].sort((a, b) => b[1] - a[1])) {
      const [i, k] = cell.split(" ").map(Number),
        g = of[0][i],
        s = of[1][k];
      if (!g.taken && !s.taken) {
        g.taken = s.taken = true;
        list.push({ gold: g, system: s, both });
      }
    }
    for (const g of of[0]) if (!g.taken) list.push({ gold: g, both: 0 });
    for (const s of of[1]) if (!s.taken) list.push({ system: s, both: 0 });
    const count = e => (e ? e.mentions.length : 0),
      all = e => [...(e.gold ? e.gold.mentions : []), ...(e.system ? e.system.mentions : [])];
    for (const e of list)
      Object.assign(e, { n: [count(e.gold), count(e.system)], begin: Math.min(...all(e).map(m => m.begin)) });
    const large = list
      .filter(e => Math.max(...e.n) > 1)
      .sort((a, b) => b.n[0] + b.n[1] - a.n[0] - a.n[1] || a.begin - b.begin);
    large.forEach((e, k) => {
      e.colour = k % colours;
    });
    list.sort((a, b) => a.begin - b.begin);
    list.forEach((e, k) => {
      for (const m of all(e)) {
        m.of = k;
        m.colour = e.colour;
      }
    });
    return list;
  }

  // lines cuts the words from lo to hi at the ends of sentences and of the room, and gives each line its bars.
  function lines(s, sides, room, lo, hi) {
    const out = [],
      ends = new Set(s.breaks || []);
    for (let from = lo; from <= hi;) {
      const line = { from, x: [], wide: [], bars: [[], []], rows: [0, 0] };
      let x = 0,
        to = from;
      for (; to <= hi && !(to > from && ends.has(to)); to++) {
        const w = width(s.words[to], size);
        if (to > from && x + w > room) break;
        line.x.push(x);
        line.wide.push(w);
        x += w + gap;
      }
      line.to = to;
      sides.forEach((sets, k) => {
        for (const set of sets) bar(line, k, set, room, to > hi);
        stack(line, k);
      });
      out.push(line);
      from = to;
    }
    return out;
  }

  // bar adds the part of a set that is on a line.
  function bar(line, side, set, room, last) {
    const parts = set.parts
      .filter(([a, b]) => a < line.to && b >= line.from)
      .map(([a, b]) => {
        const i = Math.max(a, line.from) - line.from,
          k = Math.min(b, line.to - 1) - line.from;
        return [line.x[i], line.x[k] + line.wide[k]];
      });
    let label = set.label,
      from;
    if (parts.length) {
      from = parts[0][0];
      if (set.parts[0][0] < line.from) label = "…" + label;
    } else if (
      !set.parts.length &&
      set.begin >= line.from &&
      (set.begin < line.to || (set.begin === line.to && last))
    )
      from = line.x[Math.min(set.begin - line.from, line.x.length - 1)];
    else return;
    const w = width(label, small, "600"),
      text = from + w > room ? Math.max(0, room - w) : from;
    line.bars[side].push({
      set,
      parts,
      label,
      text,
      w,
      from: Math.min(from, text),
      to: Math.max(text + w, parts.length ? parts[parts.length - 1][1] : 0),
      row: 0
    });
  }

  // stack gives the bars of a side rows, shorter ones nearer to the words.
  function stack(line, side) {
    const bars = line.bars[side].sort((a, b) => a.to - a.from - (b.to - b.from) || a.from - b.from);
    bars.forEach((b, i) => {
      while (bars.slice(0, i).some(o => o.row === b.row && o.from < b.to + gap && b.from < o.to + gap)) b.row++;
      line.rows[side] = Math.max(line.rows[side], b.row + 1);
    });
  }

  // span is the words to draw: all, or the sentences that hold the item.
  function span(s, opt) {
    const f = opt.focus,
      n = s.words.length,
      ends = [0, ...(s.breaks || []), n];
    if (opt.fold !== "near" || !f || !(f.from >= 0)) return [0, n - 1];
    const parts = f.parts || [[f.from, f.to]],
      first = Math.min(...parts.map(p => p[0])),
      last = Math.max(...parts.map(p => p[1]));
    return [Math.max(...ends.filter(e => e <= first)), Math.min(...ends.filter(e => e > last)) - 1];
  }

  function paint(s, sides, opt, asked) {
    const room = Math.max(240, (opt.width || 900) - 32),
      [lo, hi] = span(s, opt),
      pic = picture(),
      f = opt.focus,
      svg = pic.svg;
    let y = 0;
    const mine = (e, set) => {
      if (set.of !== undefined) e.dataset.entity = set.of;
      return e;
    };
    for (const line of lines(s, sides, room, lo, hi)) {
      const text = y + line.rows[0] * row + size;
      for (const [a, b] of f && f.from >= 0 && f.to >= f.from ? f.parts || [[f.from, f.to]] : []) {
        const i = Math.max(a, line.from),
          k = Math.min(b, line.to - 1);
        if (i <= k)
          pic.rect(
            line.x[i - line.from] - 2,
            text - size,
            line.x[k - line.from] + line.wide[k - line.from] - line.x[i - line.from] + 4,
            size + 5,
            "tint"
          );
      }
      line.x.forEach((x, i) => pic.text(x + line.wide[i] / 2, text, s.words[line.from + i], "word", size));
      line.bars.forEach((bars, side) => {
        for (const b of bars) {
          const at = side ? text + 7 + b.row * row : text - size - 2 - b.row * row,
            base = side ? at + small : at - 4,
            cls = names[b.set.mark];
          for (const [from, to] of b.parts)
            mine(
              pic.line(from, at, to, at, cls + (b.set.colour === undefined ? "" : " entity e" + b.set.colour)),
              b.set
            );
          if (asked === b.set.number && side === 1)
            pic.rect(b.text - 4, base - small, b.w + 8, small + 5, "focus");
          const e = mine(
            pic.text(b.text + b.w / 2, base, b.label, "fine " + (cls === "agree" ? "tag" : cls), small),
            b.set
          );
          e.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "title")).textContent =
            `${b.set.label} ${wordsOf(s, b.set)}`;
        }
      });
      y = text + line.rows[1] * row + size;
    }
    pic.done(s.words.slice(lo, hi + 1).join(" "), fromRight(s.words));
    svg.dataset.folds = 0;
    if (lo > 0 || hi < s.words.length - 1) svg.dataset.part = `${lo} ${hi}`;
    return svg;
  }

  const wordsOf = (s, set) => set.parts.map(([a, b]) => s.words.slice(a, b + 1).join(" ")).join(" … ") || "∅";

  // table lists the entities with several mentions; a button shows one of them alone.
  function table(p, list, svg, name) {
    const many = list.filter(e => e.colour !== undefined),
      t = make("table", { className: "entities" }),
      single = [0, 1].map(k => list.filter(e => e.colour === undefined && e.n[k]).length);
    t.append(
      make("caption", {
        textContent:
          `entities: ${many.length} with several mentions` +
          (single[0] + single[1] ? `, ${single[0]} (gold) and ${single[1]} (${name}) with one` : "")
      })
    );
    if (!many.length) return t;
    t.append(
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          ...["gold", name, "type", "mentions", "in both", "words"].map(text =>
            make("th", { scope: "col", textContent: text })
          )
        )
      )
    );
    const body = t.createTBody();
    for (const e of many) {
      const k = list.indexOf(e),
        side = e.gold || e.system,
        NS = "http://www.w3.org/2000/svg",
        swatch = document.createElementNS(NS, "svg"),
        line = document.createElementNS(NS, "line");
      swatch.setAttribute("width", 24);
      swatch.setAttribute("height", 8);
      swatch.setAttribute("aria-hidden", "true");
      for (const [key, v] of [
        ["x1", 2],
        ["x2", 22],
        ["y1", 4],
        ["y2", 4],
        ["class", "entity e" + e.colour]
      ])
        line.setAttribute(key, v);
      swatch.append(line);
      const b = make("button", { type: "button", textContent: side.id });
      b.setAttribute("aria-pressed", false);
      b.addEventListener("click", () => {
        const on = b.getAttribute("aria-pressed") !== "true";
        for (const other of body.querySelectorAll("button"))
          other.setAttribute("aria-pressed", other === b && on);
        for (const x of svg.querySelectorAll("[data-entity]"))
          x.classList.toggle("aside", on && +x.dataset.entity !== k);
      });
      const texts = [...new Set(side.mentions.map(m => wordsOf(e.gold ? p.gold : p.system, m)))],
        shown =
          texts
            .slice(0, 4)
            .map(t => (t.length > 40 ? t.slice(0, 38) + "…" : t))
            .join(", ") + (texts.length > 4 ? ", …" : "");
      const cells = e.gold ? [[swatch, " ", b], [e.system ? e.system.id : "—"]] : [[swatch, " —"], [b]];
      body.append(
        make(
          "tr",
          {},
          ...[...cells, [side.mentions[0].type], [`${e.n[0]} | ${e.n[1]}`], [e.both], [shown]].map(kids =>
            make("td", {}, ...kids)
          )
        )
      );
    }
    return t;
  }

  const only = s => s.sets || !s.labels;
  Draw.shapes.unshift({
    fits: p =>
      p.same && (p.gold.sets || p.system.sets) && only(p.gold) && only(p.system) && p.gold.words.length > 0,
    draw(p, opt) {
      const sides = [setsOf(p.gold, p.gm), setsOf(p.system, p.m)],
        list = entitiesOf(sides),
        f = opt.focus;
      const svg = paint(p.gold, sides, opt, f && f.node >= 0 ? f.node : -1);
      if (!list.length) return svg;
      const box = make(
        "div",
        {},
        svg,
        make("div", { className: "scroll" }, table(p, list, svg, opt.name || "system"))
      );
      Object.assign(box.dataset, svg.dataset);
      return box;
    },
    one: s => s.sets && s.words.length > 0,
    alone(s, marks, opt) {
      const sets = setsOf(s, marks),
        f = opt.focus;
      entitiesOf([sets, []]);
      return paint(s, opt.only ? [[], sets] : [sets, []], opt, opt.only && f ? f.own : -1);
    },
    legend: [
      ["agree", "both"],
      ["miss", "− only gold, above"],
      ["extra", "+ only system, below"],
      ["wrong", "≠ differs"]
    ]
  });
})();

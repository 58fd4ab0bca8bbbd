// Draws gold and system over one row of words, as SVG. This file holds the pen and
// the parts that all drawings share; arcs.js, tree.js, sets.js and graph.js hold the rest.
"use strict";
const Draw = (() => {
  const NS = "http://www.w3.org/2000/svg";
  // make is an element with properties and content.
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids);
    return e;
  };
  // save offers data as a file.
  function save(name, data, type) {
    const url = URL.createObjectURL(new Blob([].concat(data), { type }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  }
  const signs = ["", "", "−", "+", "×", "≠", "", "≠", "≠", "≠"];
  const names = ["agree", "agree", "miss", "extra", "cross", "wrong", "agree", "H", "L", "HL"];
  const family = "px Sign,system-ui,'Noto Sans','DejaVu Sans',Helvetica,Arial,sans-serif";

  // Texts are as wide as the browser draws them.
  const pen = document.createElement("canvas").getContext("2d"),
    known = new Map();
  function width(s, px, weight) {
    const key = (px || 14) + (weight || "") + s;
    let w = known.get(key);
    if (w === undefined) {
      pen.font = (weight || "") + " " + (px || 14) + family;
      w = pen.measureText(s).width;
      if (known.size > 20000) known.clear();
      known.set(key, w);
    }
    return w;
  }

  // fromRight reports whether words are read from the right: most of their letters are of scripts that are.
  const rightward = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
  function fromRight(words) {
    let balance = 0;
    for (const c of words.join(""))
      if (rightward.test(c)) balance++;
      else if (/\p{L}/u.test(c)) balance--;
    return balance > 0;
  }

  // A picture collects elements and knows how far they reach.
  function picture() {
    const svg = document.createElementNS(NS, "svg");
    svg.setAttribute("role", "img");
    let left = 0,
      top = 0,
      right = 40,
      bottom = 20;
    const add = (tag, attrs, text) => {
      const e = document.createElementNS(NS, tag);
      for (const k in attrs) if (attrs[k] !== "" && attrs[k] !== undefined) e.setAttribute(k, attrs[k]);
      if (text !== undefined) e.textContent = text;
      svg.appendChild(e);
      return e;
    };
    const reach = (x, y) => {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    };
    return {
      svg,
      // text is centred at x, or begins there; y is its base line.
      text(x, y, s, cls, px) {
        const w = width(s, px || 14, "600") / 2,
          begins = / begin\b/.test(cls),
          middle = begins ? x + w : x;
        reach(middle - w - 4, y - (px || 14));
        reach(middle + w + 4, y + 6);
        return add(
          "text",
          {
            x,
            y,
            "text-anchor": begins ? "start" : "middle",
            class: cls,
            direction: rightward.test(s) ? "rtl" : ""
          },
          s
        );
      },
      line(x1, y1, x2, y2, cls) {
        reach(x1, y1);
        reach(x2, y2);
        return add("line", { x1, y1, x2, y2, class: cls });
      },
      path(d, cls) {
        return add("path", { d, class: cls });
      },
      rect(x, y, w, h, cls, rx) {
        reach(x, y);
        reach(x + w, y + h);
        return add("rect", { x, y, width: w, height: h, class: cls, rx: rx || 4 });
      },
      reach,
      // done mirrors all but the texts of a sentence that is read from the right, which begins in view.
      done(label, mirror) {
        if (mirror) {
          for (const e of svg.children) {
            const at = k => +e.getAttribute(k),
              set = (k, v) => e.setAttribute(k, v);
            if (e.tagName === "text") set("x", -at("x"));
            else if (e.tagName === "rect") set("x", -at("x") - at("width"));
            else set("transform", "scale(-1 1)");
          }
          [left, right] = [-right, -left];
          requestAnimationFrame(() => {
            const pane = svg.closest(".scroll");
            if (pane) pane.scrollLeft = pane.scrollWidth;
          });
        }
        const m = 8,
          w = right - left + 2 * m,
          h = bottom - top + 2 * m;
        svg.setAttribute("viewBox", `${left - m} ${top - m} ${w} ${h}`);
        svg.setAttribute("width", Math.ceil(w));
        svg.setAttribute("height", Math.ceil(h));
        svg.setAttribute("aria-label", label);
        return svg;
      }
    };
  }

  const list = v => (typeof v === "string" ? (v ? v.split(" ") : []) : v || []);
  const wordsIn = v => list(v).map(w => w.replace(/ /g, "\u00a0")); // as gold's are
  const digit = (s, i) => (s ? +s[i] || 0 : 0);

  // side reads a side of a sentence; what the system leaves out is gold's.
  function side(a, gold, words) {
    const s = {
      words: a.v ? wordsIn(a.w) : words,
      tags: a.t === undefined && gold && !a.v ? gold.tags : list(a.t),
      above: a.u || [],
      labels: a.l === undefined ? undefined : list(a.l),
      parents: a.p || [],
      begins: a.b || [],
      heads: a.h,
      rels: list(a.r),
      failure: a.x,
      sets: a.s,
      entities: a.e && list(a.e),
      breaks: a.k
    };
    if (a.j && gold) {
      s.tags = gold.tags.slice();
      for (const [i, t] of a.j) s.tags[i] = t;
    }
    if (a.d && gold && gold.heads) {
      s.heads = gold.heads.slice();
      s.rels = gold.rels.slice();
      for (const [i, h, r] of a.d) {
        s.heads[i] = h;
        s.rels[i] = r;
      }
    }
    return s;
  }

  // alike reports whether two sentences have the same words but for the spelling of
  // brackets in treebanks (-LRB- for a round bracket); gold's spelling is drawn.
  const brackets = { "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}" };
  const alike = (a, b) =>
    a.length === b.length && a.every((w, i) => (brackets[w] || w) === (brackets[b[i]] || b[i]));

  // read reads the lines of a pair.
  function read(goldLine, systemLine, text) {
    const words = text ? text.split(" ") : [];
    const a = JSON.parse(systemLine),
      gold = side(JSON.parse(goldLine), null, words),
      system = side(a, gold, gold.words);
    if (a.o) a.gm = a.m = a.o; // the same marks on both sides
    if (a.q) return merged(a, gold, system);
    return {
      gold,
      system,
      same: !a.v || alike(gold.words, system.words),
      gm: a.gm,
      m: a.m,
      chips: a.c || [],
      roles: a.a || [],
      drawn: a.y
    };
  }

  // over puts a side over the columns that both sides share: a word in several columns has its tag and its head in the
  // first, and a bracket joins them.
  function over(s, of, texts) {
    const first = [],
      last = [];
    of.forEach((w, i) => {
      if (w >= 0) {
        if (first[w] === undefined) first[w] = i;
        last[w] = i;
      }
    });
    const at = (list, none) =>
      of.map((w, i) => (w >= 0 && first[w] === i && list[w] !== undefined ? list[w] : none));
    const split = first
      .map((f, w) => ({
        first: f,
        last: last[w],
        text: s.words[w] === texts.slice(f, last[w] + 1).join("") ? "" : `“${s.words[w]}”`
      }))
      .filter(x => x.last > x.first);
    const side = {
      ...s,
      words: texts,
      tags: s.tags.length ? at(s.tags, "") : s.tags,
      above: of.map(w => (w < 0 || !s.labels ? -1 : s.above[w])),
      begins: s.begins.map(b => (b < first.length ? first[b] : of.length)),
      heads:
        s.heads &&
        at(
          s.heads.map(h => (h >= 0 ? first[h] : h)),
          -2
        ),
      rels: at(s.rels, ""),
      sets: s.sets && s.sets.map(set => set.map((w, i) => (i % 2 ? last[w] : first[w]))),
      breaks: s.breaks && s.breaks.map(w => (w < first.length ? first[w] : of.length))
    };
    return { side, first, last, split, marks: m => (m && !s.labels ? at([...m], "0").join("") : m) };
  }

  // merged is a pair whose sides split the text differently, over columns; alone holds the mark of the side that alone
  // has a column, or ≠ where the sides have other words.
  function merged(a, gold, system) {
    const { w, g, s } = a.q,
      texts = wordsIn(w),
      up = over(gold, g, texts),
      down = over(system, s, texts);
    const alone = texts.map((_, i) =>
      g[i] < 0
        ? 3
        : s[i] < 0
          ? 2
          : up.first[g[i]] !== down.first[s[i]] || up.last[g[i]] !== down.last[s[i]]
            ? 5
            : 0
    );
    const chips = texts.flatMap((_, i) =>
      alone[i] || alike([gold.words[g[i]]], [system.words[s[i]]])
        ? []
        : [[i, "form", gold.words[g[i]], system.words[s[i]]]]
    );
    for (const x of [...up.split, ...down.split]) if (x.text) chips.push([x.first, "form", "", "", x.text]);
    return {
      gold: up.side,
      system: down.side,
      same: true,
      gm: up.marks(a.gm),
      m: down.marks(a.m),
      chips: [...chips, ...(a.c || []).map(([i, ...more]) => [up.first[i], ...more])],
      roles: (a.a || []).map(([p, f, t, mark, label]) => {
        const x = mark === 3 ? down : up;
        return [p < 0 ? p : x.first[p], x.first[f], x.last[t], mark, label];
      }),
      row: { alone, split: [up.split, down.split], gold: up, system: down }
    };
  }

  // moved is the item over columns; it is in words of the system, or of gold if it says so.
  function moved(f, row) {
    const { first, last } = f.gold ? row.gold : row.system;
    const to = i => (i >= 0 ? first[i] : i),
      end = i => (i >= 0 ? last[i] : i);
    return {
      ...f,
      word: to(f.word),
      head: to(f.head),
      from: to(f.from),
      to: end(f.to),
      parts: f.parts && f.parts.map(([a, b]) => [to(a), end(b)])
    };
  }

  // short leaves out the middle of a long unit of a text, which is a word with blanks.
  const short = text => {
    const words = text.split("\u00a0");
    return words.length > 5 && text.length > 28
      ? `${words[0]} ${words[1]} … ${words.slice(/\p{L}/u.test(words[words.length - 1]) ? -1 : -2).join(" ")}`
      : text;
  };

  // form is the text of column i with its sign, and its class.
  const form = (p, i, text) => {
    const m = p.row && p.row.alone[i] !== 5 ? p.row.alone[i] : 0;
    return [signs[m] + short(text), m ? " " + names[m] : ""];
  };

  // braces joins the columns of words: above the row those of gold, below those of the system.
  function braces(pic, p, y, edges) {
    (p.row ? p.row.split : []).forEach((all, side) => {
      for (const s of all) {
        const e = edges(s.first, s.last),
          d = side ? -4 : 4;
        if (e) pic.path(`M${e[0]} ${y[side] + d}V${y[side]}H${e[1]}V${y[side] + d}`, side ? "extra" : "miss");
      }
    });
  }

  function note(text) {
    const p = document.createElement("p");
    p.className = "note";
    p.textContent = text;
    return p;
  }

  // lanes puts intervals that overlap into different lanes, short ones lowest.
  function lanes(spans) {
    const order = spans
      .map((_, i) => i)
      .sort((a, b) => spans[a][1] - spans[a][0] - (spans[b][1] - spans[b][0]) || a - b);
    const used = [],
      which = [];
    for (const i of order) {
      let l = 0;
      while (l < used.length && used[l].some(u => spans[i][0] < u[1] && u[0] < spans[i][1])) l++;
      (used[l] = used[l] || []).push(spans[i]);
      which[i] = l;
    }
    return [which, used.length];
  }

  // features splits what differs of two values of a layer into short texts.
  function differences(gold, system) {
    if (!/[=|]/.test(gold + system)) return [`${gold || "∅"} ≠ ${system || "∅"}`];
    const read = s =>
      new Map(
        s
          .split("|")
          .filter(x => x && x !== "_")
          .map(x => {
            const i = x.indexOf("=");
            return i < 0 ? [x, ""] : [x.slice(0, i), x.slice(i + 1)];
          })
      );
    const g = read(gold),
      s = read(system),
      out = [];
    for (const [k, v] of g)
      if (!s.has(k)) out.push("−" + k);
      else if (s.get(k) !== v) out.push(`${k}: ${v} ≠ ${s.get(k)}`);
    for (const k of s.keys()) if (!g.has(k)) out.push("+" + k);
    return out;
  }

  // chipTexts are the texts under each word, at most three.
  function chipTexts(chips, n) {
    const of = Array.from({ length: n }, () => []);
    for (const [i, , g, s, text] of chips) if (of[i]) of[i].push(...(text ? [text] : differences(g, s)));
    return of.map(t => (t.length > 3 ? [...t.slice(0, 2), `${t[2]} and ${t.length - 3} more`] : t));
  }

  function figure(title, content) {
    const f = document.createElement("figure"),
      c = document.createElement("figcaption");
    c.textContent = title;
    f.append(c, content);
    return f;
  }

  // across finds gold's words on the characters of the system's words from to to; null if
  // the text before their end and the text from their begin on are other ones.
  function across(gold, system, from, to) {
    if (from < 0) return null;
    let at = 0,
      begin = 0,
      end = 0,
      first = -1,
      last = -1;
    system.forEach((w, i) => {
      if (i === from) begin = at;
      at += w.length;
      if (i === to) end = at;
    });
    const g = gold.join(""),
      s = system.join(""),
      shift = g.length - s.length;
    if (!g.startsWith(s.slice(0, end))) {
      if (!g.endsWith(s.slice(begin))) return null;
      begin += shift;
      end += shift;
    }
    at = 0;
    gold.forEach((w, i) => {
      if (at < end && begin < at + w.length) {
        if (first < 0) first = i;
        last = i;
      }
      at += w.length;
    });
    return first < 0 ? null : [first, last];
  }

  // apart is where the item is in two drawings: in gold's the same characters and the
  // bracket that is crossed, in the system's the item itself.
  function apart(p, f) {
    if (!f) return [];
    const same = across(p.gold.words, p.system.words, f.from, f.to),
      none = { node: -1, crosses: -1, word: -1 };
    const gold =
      same || f.crosses >= 0
        ? {
            ...none,
            from: same ? same[0] : -1,
            to: same ? same[1] : -1,
            frame: f.crosses,
            word: same && f.word >= 0 ? same[0] : -1
          }
        : undefined;
    return [gold, { ...f, crosses: -1, own: f.node }];
  }

  const shapes = [];
  // pair draws gold and system. Options: width and height of the pane, fold, focus (the
  // item: its words in the system, or in gold if gold is set, and numbers of its parts in the system), name of the
  // system.
  function pair(p, opt) {
    if (p.row && opt && opt.focus) opt = { ...opt, focus: moved(opt.focus, p.row) };
    for (const shape of shapes) if (shape.fits(p, opt || {})) return shape.draw(p, opt || {});
    const box = document.createElement("div");
    const [here, there] = apart(p, opt && opt.focus),
      half = opt && opt.height && { height: Math.max(140, opt.height / 2 - 40) };
    const alone = (s, marks, focus, only) => {
      for (const shape of shapes)
        if (shape.one && shape.one(s)) return shape.alone(s, marks, { ...opt, ...half, focus, only });
      return note(
        s.failure ? "nothing to draw: " + s.failure : s.words.length ? s.words.join(" ") : "nothing to draw"
      );
    };
    box.append(
      figure("gold", alone(p.gold, p.gm, here)),
      figure((opt && opt.name) || "system", alone(p.system, p.m, there, "extra"))
    );
    return box;
  }

  // part draws the part of a pair in which an error is, for a narrow pane; null if there is no such drawing.
  function part(p, e, width) {
    const shape = p.same && e.from >= 0 && shapes.find(x => x.fits(p, {}));
    return shape && shape.part
      ? shape.part(p, p.row ? moved({ from: e.from, to: e.to, gold: true }, p.row) : e, width)
      : null;
  }

  return {
    make,
    save,
    part,
    figure,
    width,
    picture,
    lanes,
    digit,
    signs,
    names,
    chipTexts,
    read,
    pair,
    shapes,
    note,
    form,
    braces,
    fromRight
  };
})();

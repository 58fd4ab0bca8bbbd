// Two systems against one another: which pair is shown, and the plot of their sentences.
"use strict";
const Pairs = (() => {
  const NS = "http://www.w3.org/2000/svg",
    S = Sentences,
    { make } = Draw,
    drawn = new Set();
  const views = [...document.querySelectorAll(".pair")];
  const element = (tag, attrs, text) => {
    const e = document.createElementNS(NS, tag);
    for (const k in attrs) e.setAttribute(k, attrs[k]);
    if (text !== undefined) e.textContent = text;
    return e;
  };

  // show shows the pair of the address, in either order, else the first.
  function show(at, address) {
    const other = (at.pair || "").split("~").reverse().join("~"),
      view = views.find(v => v.dataset.pair === at.pair || v.dataset.pair === other) || views[0];
    for (const v of views) v.classList.toggle("now", v === view);
    for (const a of document.querySelectorAll("#pairlinks a"))
      if (view && a.dataset.pair === view.dataset.pair) a.setAttribute("aria-current", "true");
      else a.removeAttribute("aria-current");
    if (view) lead(view.querySelector(".lead"), at, address);
    if (!view || drawn.has(view)) return;
    drawn.add(view);
    scatter(view, S.byName.get(view.dataset.a), S.byName.get(view.dataset.b), address);
  }

  // lead shows sentences of a row of the waterfall: those that A has right and B wrong, of a loss the
  // other way round; of the first row if the address names none.
  function lead(box, at, address) {
    if (!box) return;
    const rows = [...box.querySelectorAll("tr[data-cause]")],
      row = rows.find(r => r.dataset.cause === at.cause) || rows[0];
    for (const r of rows)
      if (r === row) r.setAttribute("aria-current", "true");
      else r.removeAttribute("aria-current");
    const out = box.querySelector(".examples");
    if (!row || out.dataset.cause === row.dataset.cause) return;
    out.dataset.cause = row.dataset.cause;
    const [right, wrong] = row.dataset.loss ? [box.dataset.b, box.dataset.a] : [box.dataset.a, box.dataset.b],
      k = S.byName.get(wrong);
    const these = { right, wrong, cause: row.dataset.cause },
      those = { right: wrong, wrong: right, cause: row.dataset.cause };
    const link = (a, text) => make("a", { href: address({ tab: "sentences", ...a }), textContent: text }),
      n = Hits.all(these),
      other = Hits.all(those),
      list = Hits.examples(these, 3);
    const times = c => `${c} ${c === 1 ? "time" : "times"}`;
    const head = make(
      "p",
      {},
      make("b", { textContent: row.querySelector("th").textContent }),
      `: ${right} right and ${wrong} wrong `,
      n ? link(these, times(n)) : times(0),
      ", the other way ",
      other ? link(those, String(other)) : "0",
      ".",
      n > 3 ? " Three of them:" : ""
    );
    const body = make(
      "tbody",
      {},
      ...list.map(([i, h]) => {
        const [gold, system] = Hits.says(i, k, h.e);
        return make(
          "tr",
          {},
          make(
            "td",
            {},
            make(
              "a",
              {
                href: address({ tab: "sentences", ...these, s: S.index.ids[i], draw: wrong }),
                title: S.index.ids[i]
              },
              ...S.short(S.index.ids[i])
            )
          ),
          make("td", {}, Hits.sentence(i, h.e)),
          make(
            "td",
            { className: "says" },
            `gold, ${right}: ${gold}`,
            make("br"),
            make("span", { className: "bad", textContent: `${wrong}: ${system}` })
          )
        );
      })
    );
    out.replaceChildren(head, ...(list.length ? [make("table", {}, body)] : []));
  }

  // scatter draws a point for each sentence, or for each cell of a grid where there are
  // many; a point leads to its sentences.
  function scatter(view, a, b, address) {
    const rate = S.index.score.rate,
      f = rate ? 100 : 1,
      rows = [];
    let low = rate ? 0 : Infinity,
      high = rate ? 100 : -Infinity,
      better = 0,
      worse = 0;
    for (let i = 0; i < S.n; i++) {
      const x = S.present(b, i) ? S.value(b, i) : null,
        y = S.present(a, i) ? S.value(a, i) : null;
      if (x === null || y === null) continue;
      rows.push([x * f, y * f, i]);
      if (!rate) {
        low = Math.min(low, x, y);
        high = Math.max(high, x, y);
      }
      const gap = (y - x) * (S.index.score.lower ? -1 : 1);
      if (gap > 1e-9) better++;
      else if (gap < -1e-9) worse++;
    }
    if (!rows.length) return;
    if (high <= low) high = low + 1;
    const parts = rows.length <= 700 ? 100 : 25,
      step = (high - low) / parts,
      cells = new Map();
    const cell = v => Math.min(parts - 1, Math.max(0, Math.floor((v - low) / step + 1e-9)));
    for (const [x, y, i] of rows) {
      const key = cell(x) + " " + cell(y);
      cells.set(key, [...(cells.get(key) || []), i]);
    }
    const size = 330,
      left = 50,
      top = 8,
      px = v => left + (size * (v - low)) / (high - low),
      py = v => top + size - (size * (v - low)) / (high - low);
    const svg = element("svg", {
      width: left + size + 16,
      height: top + size + 44,
      viewBox: `0 0 ${left + size + 16} ${top + size + 44}`,
      role: "group",
      "aria-label": `${S.index.score.label} of ${S.systems[a].name} against ${S.systems[b].name}`
    });
    for (let k = 0; k <= 4; k++) {
      const v = low + (k * (high - low)) / 4,
        text = String(Math.round(10 * v) / 10);
      svg.append(
        element("line", { x1: px(v), y1: py(low), x2: px(v), y2: py(high), class: "grid" }),
        element("line", { x1: px(low), y1: py(v), x2: px(high), y2: py(v), class: "grid" }),
        element("text", { x: px(v), y: py(low) + 18, "text-anchor": "middle" }, text),
        element("text", { x: left - 6, y: py(v) + 4, "text-anchor": "end" }, text)
      );
    }
    svg.append(
      element("line", { x1: px(low), y1: py(low), x2: px(high), y2: py(high), class: "even" }),
      element(
        "text",
        { x: left + size / 2, y: top + size + 38, "text-anchor": "middle" },
        `${S.index.score.label} of ${S.systems[b].name}`
      ),
      element(
        "text",
        { x: 0, y: 0, "text-anchor": "middle", transform: `translate(15 ${top + size / 2}) rotate(-90)` },
        `${S.index.score.label} of ${S.systems[a].name}`
      )
    );
    const most = Math.max(...[...cells.values()].map(c => c.length)),
      num = v => String(Math.round(1e4 * v) / 1e4);
    for (const [key, list] of cells) {
      const [cx, cy] = key.split(" ").map(Number),
        of = (name, c) =>
          `${name}:${num(low + c * step)}-${num(low + (c + 1) * step)}${c === parts - 1 ? "]" : ""}`;
      const href =
        list.length === 1
          ? address({ tab: "sentences", s: S.index.ids[list[0]] })
          : address({ tab: "sentences", x: of(S.systems[b].name, cx), y: of(S.systems[a].name, cy) });
      const one = list.length === 1,
        x = one ? S.value(b, list[0]) * f : low + (cx + (cx === parts - 1 ? 1 : 0.5)) * step,
        y = one ? S.value(a, list[0]) * f : low + (cy + (cy === parts - 1 ? 1 : 0.5)) * step;
      const label = one
        ? `${S.index.unit} ${S.index.ids[list[0]]}: ${S.show(S.value(a, list[0]))} and ${S.show(S.value(b, list[0]))}`
        : `${list.length} ${S.index.unit}s at ${num(y)} and ${num(x)}`;
      const link = element("a", { href, "aria-label": label }),
        r =
          parts === 100
            ? Math.min(8, 2.5 + 0.7 * Math.sqrt(list.length - 1))
            : 1.5 + 5.5 * Math.sqrt(list.length / most);
      const point = element("circle", { cx: px(x), cy: py(y), r });
      point.append(element("title", {}, label));
      link.append(point);
      svg.append(link);
    }
    view.querySelector(".scatter").append(svg);
    const link = (x, y, text) =>
      Object.assign(document.createElement("a"), {
        href: address({ tab: "sentences", better: S.systems[x].name, than: S.systems[y].name, order: "gap" }),
        textContent: text
      });
    view
      .querySelector(".told")
      .append(
        `${S.index.score.lower ? "Below" : "Above"} the line ${S.systems[a].name} is better: `,
        link(a, b, `${better} ${S.index.unit}s`),
        ", worse in ",
        link(b, a, String(worse)),
        `, equal in ${rows.length - better - worse}. A point leads to its ${S.index.unit}s.`
      );
    const alone = (x, y) => {
      const at = { right: S.systems[x].name, wrong: S.systems[y].name },
        n = Hits.sentences(S.select(at));
      return n
        ? Object.assign(document.createElement("a"), {
            href: address({ tab: "sentences", ...at }),
            textContent: `${n} ${S.index.unit}${n === 1 ? "" : "s"}`
          })
        : `no ${S.index.unit}`;
    };
    view
      .querySelector(".told")
      .append(
        ` ${S.systems[a].name} is right and ${S.systems[b].name} wrong in `,
        alone(a, b),
        `, ${S.systems[b].name} right and ${S.systems[a].name} wrong in `,
        alone(b, a),
        "."
      );
  }
  return { show };
})();

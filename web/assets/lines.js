// The concordance: a line for each item, in the middle, with the words of gold around it and each
// system's analysis beside it.
"use strict";
const Lines = (() => {
  const S = Sentences,
    { make } = Draw;
  const size = 13,
    name = l =>
      l.h.e.from >= 0 ? `${Hits.first(l.i)}-${l.h.e.from}-${l.h.e.to}` : `${Hits.first(l.i)}-${l.h.k}x${l.x}`;

  // of lists the different items of rows: each with its row, in the order of the text or by what the
  // address sorts by.
  function of(order, hits, a) {
    const seen = new Map();
    for (const i of order)
      hits(i).forEach((h, x) => {
        if (h.repair) return;
        const place = Hits.place(i, h.e),
          line = { i, h, x, at: Hits.begin(i) + Math.max(0, h.e.from) },
          key = place === "" || (h.e.from < 0 && h.e.to === 0) ? name(line) : place + h.right;
        if (!seen.has(key)) seen.set(key, line);
      });
    const list = [...seen.values()].sort((x, y) => x.at - y.at || x.h.e.to - y.h.e.to);
    if (!a.sort) return list;
    const by = l => {
      if (a.sort === "label")
        return verdicts(l, [l.h.k])
          .map(v => v.text)
          .join();
      const [left, , right] = Hits.around(l.i, l.h.e, 6),
        words = (a.sort === "left" ? left.reverse() : right).filter(w => w !== null);
      return words.join(" ").toLowerCase();
    };
    const keys = new Map(list.map(l => [l, by(l)]));
    return list.sort((x, y) => (keys.get(x) < keys.get(y) ? -1 : keys.get(x) > keys.get(y) ? 1 : x.at - y.at));
  }

  // verdicts is what systems have of an item. Of one without words that gold does not have nothing is known but for
  // its own
  // system.
  const verdicts = (l, systems) =>
    systems.map(k => {
      const { e, right } = l.h,
        own = k === l.h.k;
      if (e.from < 0 && (own || e.to === 0))
        return own
          ? right
            ? { text: "right", right }
            : { text: e.g < 0 && e.s < 0 ? "wrong" : Hits.says(l.i, k, e)[1] }
          : { text: "", right: true };
      const v = Hits.verdict(k, l.i, e);
      return v === null ? { text: "right", right: true } : { text: v || "not scored" };
    });

  // fit writes words into a cell as far as they have room, the nearest to the item first.
  function fit(cell, words, room, back) {
    const take = [];
    let wide = 16;
    for (const w of back ? [...words].reverse() : words) {
      wide += Draw.width(w === null ? "‖" : w, size) + 4;
      if (wide > room) break;
      take.push(w);
    }
    if (back) take.reverse();
    take.forEach((w, k) =>
      cell.append(k ? " " : "", w === null ? make("span", { className: "border", textContent: "‖" }) : w)
    );
  }

  // table draws lines: columns for gold, the left context, the item, the right context and systems; on a
  // phone without gold, and with one system before the right context.
  function table(lines, systems, open, choose, drawing) {
    const wide = Math.min(innerWidth, 1248) - (innerWidth > 720 ? 48 : 32),
      narrow = innerWidth <= 720;
    if (narrow) systems = [lines.length && lines[0].h.k !== undefined ? lines[0].h.k : systems[0]];
    const item = narrow ? 92 : 150,
      own = narrow ? 100 : Math.min(170, 480 / systems.length),
      gold = narrow ? 0 : 110,
      rest = wide - item - gold - own * systems.length;
    const bare = lines.every(l => l.h.e.from < 0),
      left = bare ? 0 : narrow ? Math.round(wide / 3) : rest / 2,
      right = rest - left,
      after = bare ? "sentence" : "right";
    const columns = [
      ...(narrow ? [] : [["gold", gold, "g"]]),
      ...(bare ? [] : [["left", left, "left"]]),
      ["item", item, "item"],
      ...(narrow ? [] : [[after, right, "right"]]),
      ...systems.map(k => [S.systems[k].name, own, "s"]),
      ...(narrow ? [[after, right, "right"]] : [])
    ];
    const cols = make(
      "colgroup",
      {},
      ...columns.map(([, w]) => {
        const c = make("col");
        c.style.width = w + "px";
        return c;
      })
    );
    const head = make(
      "thead",
      {},
      make(
        "tr",
        {},
        ...columns.map(([text, , cls]) =>
          make("th", { scope: "col", className: cls, textContent: text, title: text })
        )
      )
    );
    const body = make("tbody");
    lines.forEach(l => {
      const [before, middle, after] = Hits.around(l.i, l.h.e, 24),
        is = name(l) === open,
        all = verdicts(l, systems);
      const cells = columns.map(([text, , cls]) => {
        const td = make("td", { className: cls });
        if (cls === "left") {
          const b = make("bdi", { dir: "ltr" });
          fit(b, before, left, true);
          td.append(b);
        }
        if (cls === "right") fit(td, after, right, false);
        if (cls === "g") td.textContent = td.title = Hits.says(l.i, l.h.k, l.h.e)[0].replace(/^nothing$/, "");
        if (cls === "item") {
          const b = make(
            "button",
            { type: "button", title: S.index.ids[l.i] },
            make("span", { className: "hit", textContent: middle })
          );
          b.setAttribute("aria-expanded", is);
          b.addEventListener("click", () => choose(l.i, is ? "" : name(l)));
          td.append(b);
        }
        if (cls === "s") {
          const v = all[systems.findIndex(k => S.systems[k].name === text)];
          td.append(make("span", { className: v.right ? "note" : "bad", textContent: v.text, title: v.text }));
        }
        return td;
      });
      const tr = make("tr", { className: is ? "open" : "" }, ...cells);
      tr.dataset.i = l.i;
      tr.dataset.item = name(l);
      body.append(tr);
      if (is) body.append(drawing(l, columns.length));
    });
    return [cols, head, body];
  }
  return { of, table, name };
})();

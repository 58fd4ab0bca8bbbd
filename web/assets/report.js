// The page of a report: its parts, the address that holds all that is seen, the list
// of sentences, confusions and the theme.
"use strict";
(() => {
  const $ = id => document.getElementById(id),
    S = Sentences,
    rows = 50;
  const { make } = Draw;
  document.documentElement.classList.add("js");

  // The address: #TAB?key=value&...
  const tabs = [...document.querySelectorAll(".tabs a")].map(a => a.dataset.tab);
  let at = { tab: "scores" };
  function read() {
    const [named, query] = location.hash.slice(1).split("?"),
      tab = named === "lengths" ? "plots" : named /* its old name */,
      a = { tab: tabs.includes(tab) ? tab : tabs[0] };
    for (const [k, v] of new URLSearchParams(query || "")) a[k] = v;
    return a;
  }
  function address(a) {
    const p = new URLSearchParams();
    for (const k of Object.keys(a))
      if (k !== "tab" && a[k] !== undefined && (a[k] !== "" || k === "gold" || k === "as")) p.set(k, a[k]);
    const q = p.toString();
    return "#" + a.tab + (q ? "?" + q : "");
  }
  // go shows another view. A step replaces the last one if it continues it: typing,
  // or the next sentence.
  function go(change, replace) {
    const next = { ...at, ...change };
    history[replace ? "replaceState" : "pushState"](null, "", address(next));
    show();
  }

  // score shows the figures of the score of the address, those of the main score if it names none.
  const scores = $("score") ? [...$("score").options].map(o => o.value) : [];
  function score() {
    if (!scores.length) return;
    const now = scores.includes(at.score) ? at.score : scores[0];
    $("score").value = now;
    $("about").hidden = now === scores[0];
    for (const e of document.querySelectorAll("[data-score]")) e.hidden = e.dataset.score !== now;
  }
  if (scores.length)
    $("score").addEventListener("change", () =>
      go({ score: $("score").value === scores[0] ? "" : $("score").value })
    );

  function show() {
    const before = at;
    at = read();
    score();
    for (const part of document.querySelectorAll(".part")) part.classList.toggle("now", part.id === at.tab);
    for (const a of document.querySelectorAll(".tabs a"))
      if (a.dataset.tab === at.tab) a.setAttribute("aria-current", "page");
      else a.removeAttribute("aria-current");
    if (at.tab === "errors") confusions();
    if (at.tab === "slices" && S) sliceExamples();
    if (at.tab === "differences" && S) Pairs.show(at, address);
    if (at.tab === "sentences" && S) list(before);
  }
  addEventListener("popstate", e => {
    show();
    const from =
      e.state &&
      [...document.querySelectorAll("main a")].find(
        a => a.getAttribute("href") === e.state.from && a.checkVisibility()
      );
    if (from) setTimeout(() => from.focus()); // when the browser has moved the focus itself
  });
  // A link to another view of the page brings that view into sight.
  document.addEventListener("click", e => {
    const a = e.target.closest && e.target.closest("a[href^='#']");
    if (!a || !tabs.includes(a.getAttribute("href").slice(1).split("?")[0])) return;
    e.preventDefault();
    history.replaceState({ from: a.getAttribute("href") }, ""); // coming back leads to the link
    const href = a.getAttribute("href"); // the score stays the chosen one
    history.pushState(
      null,
      "",
      at.score && !/[?&]score=/.test(href)
        ? href + (href.includes("?") ? "&" : "?") + "score=" + encodeURIComponent(at.score)
        : href
    );
    show();
    document.querySelector(".tabs").scrollIntoView({ block: "start" });
    if (a.closest(".tabs") || a.closest(".part") === $(at.tab)) return;
    const open = at.tab === "sentences" && document.querySelector("#list tr.open"),
      goal = open ? document.querySelector("#list .drawing.scroll") : $(at.tab);
    if (!open) goal.tabIndex = -1;
    goal.focus({ preventScroll: true }); // no button: the key that has pressed the link would press it too
    if (open) reveal(open);
  });

  // held names what has the focus, for what is built anew: a selector and a number.
  function held() {
    const e = document.activeElement,
      row = e.closest("#list tbody tr"),
      part = ["#views", "#list thead", "#chips", "#list .choice", "#list .legend"].find(p => e.closest(p));
    if (part) {
      const all = [...document.querySelectorAll(part + " button")];
      return [part + " button", all.indexOf(e)];
    }
    if (row)
      return [
        e.closest(".drawing") ? "#list .drawing.scroll" : `#list tr[data-i="${row.dataset.i}"] button`,
        0
      ];
    return null;
  }
  // hold gives the focus back: to its like, to what is left in its place, or to where it came from.
  function hold(was) {
    if (!was || document.activeElement !== document.body) return;
    const all = document.querySelectorAll(was[0]),
      e =
        all[Math.min(was[1], all.length - 1)] ||
        (was[0].startsWith("#chips")
          ? $("q")
          : document.querySelector("#list tr.open button") || (left && document.querySelector(left)));
    if (e) e.focus({ preventScroll: true });
  }
  let left = ""; // the row that was open last

  // ---- sentences
  let order = [],
    selected = "",
    page = 0;
  const systemOf = () => (S.byName.has(at.system) ? S.byName.get(at.system) : -1);

  function text(i, s) {
    const hits = Hits.of(at),
      mark = hits ? hitMarks(hits(i)) : S.marks(i, s),
      span = make("span", { dir: "auto" });
    S.words(i).forEach((w, k) => {
      if (k) span.append(" ");
      const c = mark(k);
      span.append(c ? make("span", { className: c === HIT ? "hit" : "w" + c, textContent: w }) : w);
    });
    if (!span.textContent) span.append("(no words)");
    return span;
  }

  // hitMarks marks the words of items.
  const HIT = 9;
  const hitMarks = list => w => (list.some(h => h.e.from >= 0 && h.e.from <= w && w <= h.e.to) ? HIT : 0);

  function scoreCell(s, i) {
    const td = make("td", { className: "n" });
    if (!S.present(s, i)) {
      td.textContent = "–";
      return td;
    }
    if (!S.scored(s, i)) {
      td.append(
        make("span", {
          className: "note",
          textContent: S.systems[s].status[i] === "2" ? "no analysis" : "not scored"
        })
      );
      return td;
    }
    const v = S.value(s, i);
    td.append(S.show(v));
    if (S.index.score.rate && v !== null) {
      const bar = make("i");
      bar.style.width = Math.round(100 * v) + "%";
      td.append(make("span", { className: "meter" }, bar));
    }
    return td;
  }

  function line(i, s, open, hits) {
    const tr = make("tr"),
      id = make("th", { scope: "row", className: "id", title: S.index.ids[i] }, ...S.short(S.index.ids[i]));
    const b = make("button", { type: "button" });
    b.setAttribute("aria-expanded", open);
    b.append(text(i, s));
    b.addEventListener("click", () => {
      go({ tab: "sentences", s: at.tab === "sentences" && at.s === S.index.ids[i] ? "" : S.index.ids[i] });
      to(i);
    });
    tr.append(
      id,
      make("td", { className: "text" }, b),
      make("td", { className: "n", textContent: S.index.words[i] })
    );
    if (hits) tr.append(make("td", { className: "n", textContent: Hits.number(hits(i)) }));
    for (const k of shown()) tr.append(scoreCell(k, i));
    tr.dataset.i = i;
    if (open) tr.className = "open";
    return tr;
  }

  // views offers the list of sentences and the concordance, where items have words.
  function views(some, lined) {
    $("views").hidden = !some;
    if (!some) return;
    const choice = (text, view, now) => {
      const b = make("button", { type: "button", textContent: text });
      b.setAttribute("aria-pressed", now);
      b.addEventListener("click", () => go({ view, item: "", s: "" }));
      return b;
    };
    const sort = make("select");
    sort.setAttribute("aria-label", "order of the lines");
    for (const [value, text] of [
      ["", "as in the text"],
      ["left", "by the words on the left"],
      ["right", "by the words on the right"],
      ["label", "by the system's label"]
    ])
      option(sort, value, text, at.sort);
    sort.addEventListener("change", () => go({ sort: sort.value, item: "", s: "" }));
    $("views").replaceChildren(
      choice(`${S.index.unit}s`, "", !lined),
      choice("one line for each item", "lines", lined),
      ...(lined ? [sort, make("span", { className: "note", textContent: "‖: a sentence of gold ends" })] : [])
    );
  }

  // to gives the focus to a row of the list.
  function to(i, item) {
    const b = document.querySelector(
      item ? `#list tr[data-item="${item}"] button` : `#list tr[data-i="${i}"] button`
    );
    if (b) b.focus({ preventScroll: true });
  }

  // shown are the systems with a column: all of up to eight, else the chosen one.
  const shown = () => (S.systems.length <= 8 ? S.systems.map((_, k) => k) : [Math.max(0, systemOf())]);

  // marker is the shape of a system, as its card has it.
  function marker(name) {
    const card = [...document.querySelectorAll(".card")].find(c => c.dataset.system === name),
      svg = card && card.querySelector(".marker");
    return svg ? svg.cloneNode(true) : "";
  }

  function head(sortable, hits) {
    const tr = make("tr"),
      cols = [
        ["number", "#"],
        ["cost", S.index.unit],
        ["words", "words"],
        ...(hits ? [["hits", "items"]] : []),
        ...shown().map(k => [S.systems[k].name, S.systems[k].name])
      ];
    cols.forEach(([key, name], k) => {
      const system = k > (hits ? 3 : 2),
        th = make("th", { scope: "col", className: system && name.length > 14 ? "n long" : k > 1 ? "n" : "" });
      if (system) {
        th.title = name;
        th.append(marker(name));
      }
      if (!sortable) {
        th.append(make("span", { className: system ? "name" : "", textContent: name }));
        if (k === 1 && S.marked())
          th.append(
            make(
              "small",
              {},
              " (errors: ",
              ...(S.systems.length > 2
                ? [
                    make("span", { className: "w1", textContent: "of one system" }),
                    ", ",
                    make("span", { className: "w2", textContent: "of several" }),
                    ", "
                  ]
                : S.systems.length === 2
                  ? [make("span", { className: "w1", textContent: "of one system" }), ", "]
                  : []),
              make("span", { className: "w3", textContent: S.systems.length > 1 ? "of all" : "of the system" }),
              ")"
            )
          );
      } else {
        const own = make("span", { className: system ? "name" : "", textContent: name }),
          way = document.createTextNode(""),
          b = make("button", { type: "button" }, ...th.childNodes, own, way);
        const now = at.order || (hits ? "hits" : "cost"),
          turned = now === "-" + key; // a second click turns the order
        if (now === key || turned) {
          const up =
            (["number", ...S.systems.map(x => x.name)].includes(key) !== turned) !==
            (system && S.index.score.lower);
          th.setAttribute("aria-sort", up ? "ascending" : "descending");
          way.data =
            (key === "cost" ? `, ${turned ? "cheapest" : "costliest"} first ` : " ") + (up ? "↑" : "↓");
        }
        b.addEventListener("click", () =>
          go({ order: now === key ? "-" + key : key === (hits ? "hits" : "cost") ? "" : key })
        );
        th.append(b);
      }
      tr.append(th);
    });
    return make("thead", {}, tr);
  }

  function list(before) {
    const focus = held(),
      filter = address({ ...at, s: "", draw: "", score: "" });
    if (filter !== selected) {
      selected = filter;
      order = S.select(at);
      const hits = Hits.of(at),
        way = at.order === "-hits" ? -1 : 1;
      if (hits && (!at.order || /^-?hits$/.test(at.order)))
        order.sort((x, y) => way * (Hits.number(hits(y)) - Hits.number(hits(x)))); // else as they are
      page = 0;
      controls();
    }
    const s = systemOf(),
      hits = Hits.of(at),
      lines = hits && at.view === "lines" ? Lines.of(order, hits, at) : [],
      lined = lines.length > 0,
      list = lined ? lines : order,
      many = lined ? 400 : rows;
    const open = lined
      ? lines.findIndex(l => Lines.name(l) === at.item)
      : S.row.has(at.s)
        ? order.indexOf(S.row.get(at.s))
        : -1;
    if (open >= 0 && (before.s !== at.s || before.item !== at.item || before.tab !== at.tab))
      page = Math.floor(open / many);
    const pages = Math.max(1, Math.ceil(list.length / many));
    page = Math.min(Math.max(page, 0), pages - 1);
    const part = list.slice(page * many, (page + 1) * many);
    $("list").classList.toggle("kwic", lined);
    $("list").classList.toggle("list", !lined);
    if (lined)
      $("list").replaceChildren(
        ...Lines.table(
          part,
          shown(),
          at.item,
          (i, item) => {
            go({ s: item ? S.index.ids[i] : "", item });
            to(i, item);
          },
          (l, columns) => drawing(l.i, s, l, columns)
        )
      );
    else {
      const body = make("tbody");
      for (const i of part) {
        const is = S.index.ids[i] === at.s;
        body.append(line(i, s, is, hits));
        if (is) body.append(drawing(i, s));
      }
      $("list").replaceChildren(head(true, hits), body);
    }
    views(hits && order.some(i => hits(i).some(h => !h.repair)), lined);
    const found = Hits.sentences(order),
      items = hits ? order.reduce((n, i) => n + Hits.number(hits(i)), 0) : 0;
    $("count").textContent =
      `${hits ? `${items} ${items === 1 ? "item" : "items"} in ` : ""}${found} of ${Hits.total} ${S.index.unit}s`;
    $("page").textContent = `page ${page + 1} of ${pages}`;
    $("back").disabled = page === 0;
    $("more").disabled = page === pages - 1;
    if (open >= 0) left = `#list tr[data-i="${S.row.get(at.s)}"] button`;
    hold(focus);
    if (open >= 0 && (before.s !== at.s || before.item !== at.item)) {
      const tr = $("list").querySelector("tr.open");
      if (tr) reveal(tr);
    }
  }

  // reveal brings a row and its drawing into sight.
  function reveal(tr) {
    const top = tr.getBoundingClientRect().top,
      bottom = tr.nextSibling.getBoundingClientRect().bottom;
    if (top < 60 || bottom > innerHeight) tr.scrollIntoView({ block: "start" });
  }

  // drawing is the row that unfolds under a sentence.
  function drawing(i, s, line, columns) {
    if (line && s < 0) s = line.h.k;
    const with_ = S.systems.map((_, k) => k).filter(k => S.present(k, i));
    let k =
      S.byName.has(at.draw) && with_.includes(S.byName.get(at.draw))
        ? S.byName.get(at.draw)
        : s >= 0 && with_.includes(s)
          ? s
          : with_[0];
    const many = at.draw === "*" && with_.length > 1;
    const td = make("td", { colSpan: columns || 3 + shown().length + (Hits.of(at) ? 1 : 0) }),
      box = make("div", { className: "box" }),
      choice = make("div", { className: "choice" });
    for (const j of with_) {
      const b = make("button", {
        type: "button",
        textContent: `${S.systems[j].name} ${S.scored(j, i) ? S.show(S.value(j, i)) : "not scored"}`
      });
      b.setAttribute("aria-pressed", !many && j === k);
      b.addEventListener("click", () => go({ draw: S.systems[j].name }, true));
      choice.append(b);
    }
    if (with_.length > 1) {
      const b = make("button", { type: "button", textContent: "all systems" });
      b.setAttribute("aria-pressed", many);
      b.addEventListener("click", () => go({ draw: "*" }, true));
      choice.append(b);
    }
    const found = many
      ? ""
      : [...S.kinds(k, i)].map(([name, c]) => (c > 1 ? `${name} × ${c}` : name)).join(" · ");
    choice.append(
      make("span", {
        className: "note",
        textContent: found || (many ? "" : S.scored(k, i) ? "no errors" : "not scored")
      })
    );
    box.append(choice);
    for (const problem of many ? [] : S.problems(k, i))
      box.append(make("p", { className: "note", textContent: problem }));
    const pane = make("div", { className: "drawing scroll", tabIndex: 0 });
    pane.setAttribute("role", "region");
    pane.setAttribute("aria-label", "drawing of " + (many ? "all systems" : S.systems[k].name));
    pane.classList.toggle("many", many);
    box.append(pane);
    td.append(box);
    const tr = make("tr", { className: "drawn" }, td);
    const p = S.pair(i, k),
      width = Math.min(innerWidth, 1248) - 56,
      hits = Hits.of(at),
      focusOf = j => {
        const all = hits ? hits(i) : [],
          own = all.filter(h => h.k === j);
        return hits ? Hits.focus(line ? [line.h] : own.length ? own : all) : undefined;
      },
      focus = p.same ? focusOf(k) : undefined,
      near = line ? "near" : undefined;
    const paint = fold => {
      if (many) {
        pane.replaceChildren(
          ...with_.map(j => {
            const q = S.pair(i, j),
              d = Draw.pair(q, {
                width,
                fold,
                name: S.systems[j].name,
                focus: q.same ? focusOf(j) : undefined
              }),
              own = make("p", { className: "legend" }),
              f = make(
                "figure",
                {},
                make("figcaption", {
                  textContent: `${S.systems[j].name} ${S.scored(j, i) ? S.show(S.value(j, i)) : "not scored"}`
                }),
                d,
                own
              );
            own.append(...files(d, S.index.ids[i] + "-" + S.systems[j].name));
            return f;
          })
        );
        tools.replaceChildren(...legends());
        return;
      }
      const d = Draw.pair(p, { width, fold, name: S.systems[k].name, focus }),
        listed =
          fold !== false &&
          innerWidth <= 520 &&
          parts(i, k, p, line ? [line.h] : hits ? hits(i) : null, d, width);
      pane.replaceChildren(listed || d);
      if (listed) {
        const b = make("button", { type: "button", textContent: `whole ${S.index.unit}` });
        b.addEventListener("click", () => {
          paint(false);
          tools.querySelector("button").focus({ preventScroll: true });
        });
        return tools.replaceChildren(...legends(), b);
      }
      tools.replaceChildren(...buttons(d, fold));
    };
    const files = (d, name) =>
      d.tagName === "svg"
        ? ["SVG", "PNG", "TikZ"].map(form => save(d, name, form))
        : [...d.querySelectorAll("svg[role]")].flatMap((svg, i) => {
            const f = svg.closest("figure");
            return files(
              svg,
              d.matches(".pieces")
                ? name + "-" + (i + 1)
                : d.contains(f)
                  ? name + "-" + (f.querySelector("figcaption").textContent || i + 1)
                  : name
            );
          });
    const tools = make("p", { className: "legend" });
    const legends = () => {
      const shape = Draw.shapes.find(x => x.fits(p)) || Draw.shapes.find(x => x.one && x.one(p.gold));
      return ((shape && shape.legend) || [])
        .filter(([, , when]) => !when || when(p))
        .map(([kind, label]) => legend(kind, label));
    };
    const buttons = (d, fold) => {
      const out = legends();
      if (d.dataset && (fold === false || +d.dataset.folds > 0 || d.dataset.part)) {
        const b = make("button", {
          type: "button",
          textContent: fold === false ? (innerWidth <= 520 ? "errors alone" : "fold what agrees") : "unfold all"
        });
        b.addEventListener("click", () => {
          paint(fold === false ? near : false);
          tools.querySelector("button").focus({ preventScroll: true });
        });
        out.push(b);
      }
      return [...out, ...files(d, S.index.ids[i])];
    };
    box.append(tools);
    paint(near);
    return tr;
  }

  // parts lists the errors of a sentence, or the chosen items, each in words with a small drawing of its part: for a
  // narrow window, where the drawing of the whole does not fit. It is null if that fits or has no parts.
  const mostParts = 12;
  function parts(i, k, p, items, whole, width) {
    if (
      whole.tagName === "svg" &&
      +whole.getAttribute("width") <= width &&
      +whole.getAttribute("height") <= 480
    )
      return null;
    const errors = (items ? items.filter(h => h.k === k).map(h => h.e) : S.pairs(k, i)).filter(
        e => e.from >= 0
      ),
      out = make("div", { className: "parts" });
    for (const e of errors.slice(0, mostParts)) {
      const drawn = Draw.part(p, e, width),
        [gold, system] = Hits.says(i, k, e),
        class_ = e.c === undefined ? "" : S.index.classes[e.c] + ": ";
      if (!drawn) return null;
      const words = Hits.sentence(i, e),
        caption = make(
          "figcaption",
          {},
          e.g < 0 && e.s < 0 ? "" : `${class_}gold ${gold}, ${S.systems[k].name} ${system}. `,
          words
        );
      const pane = make("div", { className: "scroll", tabIndex: 0 }, drawn);
      pane.setAttribute("role", "region");
      pane.setAttribute("aria-label", `error ${out.childElementCount + 1}`);
      out.append(make("figure", {}, caption, pane));
    }
    if (errors.length > mostParts)
      out.append(
        make("p", {
          className: "note",
          textContent: `and ${errors.length - mostParts} more in the whole ${S.index.unit}`
        })
      );
    return errors.length ? out : null;
  }

  function legend(kind, label) {
    const span = make("span", { className: "drawing" }),
      NS = "http://www.w3.org/2000/svg",
      svg = document.createElementNS(NS, "svg"),
      path = document.createElementNS(NS, "path");
    svg.setAttribute("width", 30);
    svg.setAttribute("height", 8);
    svg.setAttribute("aria-hidden", "true");
    path.setAttribute("d", "M1 4H29");
    path.setAttribute("class", kind);
    svg.append(path);
    svg.style.display = "inline";
    span.append(svg, " " + label);
    return span;
  }

  // save offers a drawing as a file, with the styles that it has on the page.
  function save(svg, id, form) {
    const b = make("button", { type: "button", textContent: form });
    b.addEventListener("click", () => {
      const offer = (data, ending, type) => Draw.save(`sentence-${id}.${ending}`, data, type);
      if (form === "TikZ") {
        const text = TikZ(svg);
        return offer([TikZ.needs(text, "textcomp,amssymb,tikz"), text], "tikz", "text/x-tex");
      }
      const copy = svg.cloneNode(true),
        from = [svg, ...svg.querySelectorAll("*")],
        to = [copy, ...copy.querySelectorAll("*")];
      from.forEach((e, k) => {
        const st = getComputedStyle(e);
        for (const p of [
          "fill",
          "stroke",
          "stroke-width",
          "stroke-dasharray",
          "font-family",
          "font-size",
          "font-weight",
          "paint-order"
        ])
          to[k].style.setProperty(p, st.getPropertyValue(p));
      });
      copy.style.background = getComputedStyle(document.body).backgroundColor;
      const blob = new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" });
      if (form === "SVG") return offer(blob, "svg", blob.type);
      const img = new Image(),
        reader = new FileReader();
      reader.onload = () => {
        img.src = reader.result;
      };
      img.onload = () => {
        const c = make("canvas", { width: 2 * img.width, height: 2 * img.height });
        c.getContext("2d").drawImage(img, 0, 0, c.width, c.height);
        c.toBlob(png => offer(png, "png", png.type));
      };
      reader.readAsDataURL(blob);
    });
    return b;
  }

  function option(select, value, label, chosen) {
    select.append(make("option", { value, textContent: label, selected: value === (chosen || "") }));
  }

  // controls show what the address selects.
  function controls() {
    const s = systemOf();
    if (document.activeElement !== $("q")) $("q").value = at.q || "";
    $("system").replaceChildren();
    option($("system"), "", "all systems", at.system);
    for (const x of S.systems) option($("system"), x.name, x.name, at.system);
    const counts = countsOf(kindCounts, s, (k, i) => S.kinds(k, i).keys());
    $("kind").replaceChildren();
    option($("kind"), "", "any kind of error", at.kind);
    for (const [name, c] of [...counts].sort((a, b) => b[1] - a[1]))
      option($("kind"), name, `${name} (${c})`, at.kind);
    if (at.kind && !counts.has(at.kind)) option($("kind"), at.kind, `${at.kind} (0)`, at.kind);
    const labels = countsOf(labelCounts, s, S.labels);
    $("label").replaceChildren();
    $("label").hidden = !labels.size;
    option($("label"), "", "any label", at.label);
    for (const [l, c] of [...labels].sort((a, b) => b[1] - a[1]).slice(0, 200))
      option($("label"), S.index.labels[l], `${S.index.labels[l]} (${c})`, at.label);
    if (at.label && $("label").value !== at.label) option($("label"), at.label, at.label, at.label);
    const better = at.better ? at.better + "\n" + at.than : at.right ? at.right + "\n" + at.wrong + "\n" : "";
    $("better").replaceChildren();
    $("better").hidden = S.systems.length < 2;
    option($("better"), "", "any order of systems", better);
    for (const a of S.systems)
      for (const b of S.systems)
        if (a !== b) option($("better"), a.name + "\n" + b.name, `${a.name} better than ${b.name}`, better);
    for (const a of S.systems)
      for (const b of S.systems)
        if (a !== b)
          option($("better"), a.name + "\n" + b.name + "\n", `${a.name} right, ${b.name} wrong`, better);
    $("part").replaceChildren();
    $("part").hidden = !S.index.parts;
    if (S.index.parts) {
      const sizes = new Array(S.index.parts.length).fill(0);
      for (let i = 0; i < S.n; i++) if (s < 0 || S.present(s, i)) sizes[S.index.part[i]]++;
      option($("part"), "", "all documents and files", at.part);
      S.index.parts.forEach((name, k) =>
        option($("part"), name, `${name || "no document"} (${sizes[k]})`, at.part)
      );
      if (at.part && $("part").value !== at.part) option($("part"), at.part, `${at.part} (0)`, at.part);
    }
    $("show").value = at.show || "";
    $("chips").replaceChildren();
    for (const [key, label] of [
      ["gold", "gold "],
      ["as", "as "],
      ["length", "words "],
      ["cause", ""],
      ["slice", ""],
      ["x", ""],
      ["y", ""],
      at.items ? ["items", ""] : ["pair", ""]
    ])
      if (at[key] !== undefined) {
        const b = make("button", { type: "button", textContent: `${label}${named(key) || "nothing"}` });
        b.setAttribute("aria-label", `remove the filter ${b.textContent}`);
        b.addEventListener("click", () =>
          go({ [key]: undefined, pair: key === "items" ? undefined : at.pair })
        );
        $("chips").append(b);
      }
  }

  // countsOf counts the sentences with each kind or label, of one system or of all.
  const labelCounts = new Map(),
    kindCounts = new Map();
  function countsOf(known, s, names) {
    if (known.has(s)) return known.get(s);
    const counts = new Map();
    for (let i = 0; i < S.n; i++) {
      const seen = new Set();
      for (let k = 0; k < S.systems.length; k++)
        if ((s < 0 || s === k) && S.present(k, i)) for (const name of names(k, i)) seen.add(name);
      for (const name of seen) counts.set(name, (counts.get(name) || 0) + 1);
    }
    known.set(s, counts);
    return counts;
  }

  // named is the value of a filter in words.
  function named(key) {
    if (key === "cause") return at.cause.split("|").join(", ");
    if (key !== "items" && key !== "pair") return at[key];
    const [a, b] = (S.pairOf(at.pair || "") || []).map(k => S.systems[k].name);
    if (key === "pair") return `${a} and ${b} scored`;
    const of = { em: "exact matches", ce: "crossing items", sp: "spurious items" }[at.items];
    return (
      {
        yy: `${a} and ${b} right`,
        yn: `only ${a} right`,
        ny: `only ${b} right`,
        nn: `neither ${a} nor ${b} right`
      }[at.items] || `${of} of ${at.system}, ${a} and ${b} scored`
    );
  }

  function step(by) {
    if (!order.length) return;
    const now = S.row.has(at.s) ? order.indexOf(S.row.get(at.s)) : -1;
    if (at.view === "lines" && $("list").classList.contains("kwic")) {
      const all = [...document.querySelectorAll("#list tr[data-item]")],
        here = all.findIndex(r => r.classList.contains("open")),
        goal = all[Math.min(Math.max(here + by, 0), all.length - 1)];
      go({ s: S.index.ids[goal.dataset.i], item: goal.dataset.item }, here >= 0);
      return to(goal.dataset.i, goal.dataset.item);
    }
    const next = now < 0 ? page * rows : Math.min(Math.max(now + by, 0), order.length - 1);
    go({ s: S.index.ids[order[next]] }, at.s !== undefined && at.s !== "");
    to(order[next]);
  }

  // sliceExamples puts three wrong items under each slice.
  function sliceExamples() {
    for (const row of document.querySelectorAll("#slices tr.examples")) {
      if (row.dataset.done) continue;
      row.dataset.done = "1";
      const a = { system: row.dataset.system, slice: row.dataset.slice, view: "lines" },
        k = S.byName.get(a.system);
      row.firstElementChild.append(
        ...Hits.examples(a, 3).map(([i, h]) => {
          const [gold, system] = Hits.says(i, k, h.e);
          return make(
            "p",
            {},
            Hits.sentence(i, h.e),
            make("span", { className: "note", textContent: `  gold: ${gold}; ` }),
            make("span", { className: "bad note", textContent: `${a.system}: ${system}` })
          );
        })
      );
    }
  }

  // ---- confusions: what gold has against what the system has
  const most = 10,
    drawn = new Set();
  function confusions() {
    if (!S) return;
    for (const box of document.querySelectorAll(".confusions")) {
      const name = box.dataset.system,
        s = S.byName.get(name);
      if (s === undefined || drawn.has(name)) continue;
      drawn.add(name);
      const cells = new Map(),
        total = new Map();
      const add = (m, k, by) => m.set(k, (m.get(k) || 0) + by);
      for (let i = 0; i < S.n; i++)
        if (S.present(s, i))
          for (const e of S.pairs(s, i)) {
            if (e.g < 0 && e.s < 0) continue;
            add(cells, e.g + " " + e.s, 1);
            for (const l of new Set([e.g, e.s])) if (l >= 0) add(total, l, 1);
          }
      if (![...S.systems[s].status].includes("0")) continue; // nothing is scored
      const n = [...cells.values()].reduce((a, b) => a + b, 0);
      box.append(make("h3", { textContent: n ? `Confusions (${n})` : "Confusions" }));
      if (!cells.size) {
        box.append(make("p", { className: "note", textContent: "No labels." }));
        continue;
      }
      const labels = [...total]
          .sort((a, b) => b[1] - a[1])
          .slice(0, most)
          .map(x => x[0]),
        name_ = l => (l < 0 ? "nothing" : S.index.labels[l]);
      let top = [0, 0];
      for (const [k, c] of cells) {
        const [g, y] = k.split(" ").map(Number),
          out = g < 0 || y < 0 ? 1 : 0;
        top[out] = Math.max(top[out], c);
      }
      const tr = make("tr", {}, make("th", { scope: "col", textContent: "gold ↓" }));
      const pairs = [...cells.keys()].map(k => k.split(" ").map(Number)),
        shownCols = [...(pairs.some(([, y]) => y < 0) ? [-1] : []), ...labels],
        shownRows = [...(pairs.some(([g]) => g < 0) ? [-1] : []), ...labels];
      for (const l of shownCols)
        tr.append(
          make(
            "th",
            { scope: "col", className: l < 0 ? "out" : "", title: l < 0 ? "gold's item is missing" : name_(l) },
            make("span", { textContent: l < 0 ? "missed" : name_(l) })
          )
        );
      const body = make("tbody");
      for (const g of shownRows) {
        const line = make("tr", {}, make("th", { scope: "row", textContent: g < 0 ? "too many" : name_(g) }));
        for (const y of shownCols) {
          const c = cells.get(g + " " + y),
            td = make("td");
          if (c) {
            const share = Math.sqrt(c / top[g < 0 || y < 0 ? 1 : 0]);
            td.className = "h" + Math.max(1, Math.ceil(4 * share)) + (g === y ? " same" : "");
            const a = make("a", {
              href: address({
                tab: "sentences",
                system: name,
                gold: g < 0 ? "" : name_(g),
                as: y < 0 ? "" : name_(y)
              }),
              textContent: c
            });
            a.setAttribute("aria-label", `${c} times gold ${name_(g)}, system ${name_(y)}`);
            td.append(a);
          }
          line.append(td);
        }
        body.append(line);
      }
      const pane = make(
        "div",
        { className: "scroll", tabIndex: 0 },
        make("table", { className: "heat" }, make("thead", {}, tr), body)
      );
      pane.setAttribute("role", "region");
      pane.setAttribute("aria-label", "confusions of " + name + " as a table");
      const same = [...cells.keys()].some(k => {
          const [g, y] = k.split(" ");
          return g === y;
        }),
        inner = top[0]
          ? `, in the middle up to ${[1, 2, 3, 4]
              .map(k => Math.floor((k * k * top[0]) / 16))
              .filter((v, k, all) => v > 0 && v !== all[k - 1])
              .join(", ")}`
          : "";
      box.append(
        pane,
        make("p", {
          className: "note",
          textContent:
            `A cell leads to its ${S.index.unit}s.` +
            `${same ? " Hatched: right label, wrong otherwise (head or place)." : ""} ` +
            `Shade: number (root scale${inner}), cells at the edge apart.`
        })
      );
    }
  }

  addEventListener("beforeprint", confusions);
  if (S) {
    for (const id of ["worst", "list"]) $(id).classList.toggle("many", shown().length > 4);
    const worst = [],
      seen = new Set(),
      body = make("tbody");
    for (const i of S.select({ order: "cost" })) {
      // each sentence once, however systems split it, and each text once
      if (worst.length === 5 || S.cost(i) === 0) break;
      const own = [S.words(i).join(" "), ...Hits.covers(i)];
      if (!own.some(x => seen.has(x))) worst.push(i);
      own.forEach(x => seen.add(x));
    }
    for (const i of worst) body.append(line(i, -1, false));
    if (worst.length) {
      $("worst").append(head(false), body);
      $("worstbox").hidden = false;
    }
    $("filters").addEventListener("submit", e => e.preventDefault());
    let wait;
    $("q").addEventListener("input", () => {
      clearTimeout(wait);
      wait = setTimeout(() => go({ q: $("q").value }, true), 150);
    });
    $("system").addEventListener("change", () => go({ system: $("system").value }));
    $("kind").addEventListener("change", () => go({ kind: $("kind").value }));
    $("label").addEventListener("change", () => go({ label: $("label").value }));
    $("better").addEventListener("change", () => {
      const [a, b, only] = $("better").value.split("\n"),
        none = { better: "", than: "", right: "", wrong: "" };
      go(only === undefined ? { ...none, better: a, than: b || "" } : { ...none, right: a, wrong: b });
    });
    $("part").addEventListener("change", () => go({ part: $("part").value }));
    $("show").addEventListener("change", () => go({ show: $("show").value }));
    for (const [id, other, by] of [
      ["back", "more", -1],
      ["more", "back", 1]
    ])
      $(id).addEventListener("click", () => {
        page += by;
        list(at);
        if ($(id).disabled) $(other).focus();
      });
  }
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (/INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) {
      if (e.key === "Escape") e.target.blur();
      return;
    }
    if (e.key >= "1" && e.key <= "9" && tabs[e.key - 1]) go({ tab: tabs[e.key - 1] });
    if (!S) return;
    if (e.key === "/") {
      e.preventDefault();
      go({ tab: "sentences" });
      setTimeout(() => $("q").focus());
    }
    if (at.tab === "sentences" && e.key === "j") step(1);
    if (at.tab === "sentences" && e.key === "k") step(-1);
    if (at.tab === "sentences" && e.key === "Escape") go({ s: "", item: "" }, true);
  });
  show();
  if (location.hash.length > 1 && !document.querySelector(".part.now tr.open"))
    document.querySelector(".tabs").scrollIntoView({ block: "start" });
})();

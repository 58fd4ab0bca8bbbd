// The page of an experiment: choosers, the order of rows, and the address that holds them.
// All figures, texts and places in an order are in the page; this script sorts and shows.
"use strict";
(() => {
  const $ = id => document.getElementById(id),
    all = (s, of = document) => [...of.querySelectorAll(s)];
  const boards = new Map(
    all(".board").map(b => [
      b.dataset.board,
      { box: b, data: JSON.parse(b.querySelector(".firsts").textContent) }
    ])
  );
  const names = [...boards.keys()];
  document.documentElement.classList.add("js");

  function read() {
    const a = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    if (!boards.has(a.score)) delete a.score;
    return a;
  }
  let at = read();
  const board = () => boards.get(at.score || names[0]);
  const chooser = () => document.querySelector(`.of[data-board="${CSS.escape(at.score || names[0])}"]`);

  // go changes the address; what has the default is left out.
  function go(change) {
    const next = { ...at, ...change },
      { data } = boards.get(next.score || names[0]);
    if (next.score === names[0]) delete next.score;
    if (next.first === data.first) delete next.first;
    if (next.ref === data.ref || (next.first || data.first) !== "gain") delete next.ref;
    if (next.first !== "chosen") delete next.treebanks;
    if (next.sort === data.sort) delete next.sort;
    for (const k of Object.keys(next)) if (!next[k]) delete next[k];
    history.pushState(null, "", "#" + new URLSearchParams(next));
    show();
  }

  // picked are the treebanks of the average that a reader chooses: all of them at first.
  const picked = data =>
    at.treebanks === undefined
      ? data.treebanks
      : data.treebanks.filter(t => `,${at.treebanks},`.includes(`,${t},`));

  // averages are those of the systems that have all chosen treebanks; the others are in no order.
  function averages(data) {
    const names = picked(data),
      columns = [...data.treebanks.keys()].filter(k => names.includes(data.treebanks[k])),
      has = row => columns.filter(k => row[k] !== null);
    const values = data.cells.map(row =>
      columns.length && has(row).length === columns.length
        ? columns.reduce((sum, k) => sum + row[k], 0) / columns.length
        : null
    );
    return values.map((v, s) =>
      v === null
        ? { text: "", note: `has ${has(data.cells[s]).length} of ${columns.length}`, place: values.length + 1 }
        : {
            text: (data.rate ? 100 * v : v).toFixed(2).replace("-", "−"),
            note: "",
            place: 1 + values.filter(w => w !== null && (data.lower ? w < v : w > v)).length
          }
    );
  }

  function show() {
    at = read();
    for (const e of all("[data-board]")) e.hidden = e.dataset.board !== (at.score || names[0]);
    if ($("score")) $("score").value = at.score || names[0];
    const { box, data } = board(),
      choose = chooser();
    const first = data.firsts[at.first] ? at.first : data.first,
      ref = data.systems.includes(at.ref) ? at.ref : data.ref;
    choose.querySelector(".first").value = first;
    choose.querySelector(".ref").value = ref;
    choose.querySelector(".over").hidden = first !== "gain";
    const shown = data.firsts[first],
      chosen = first === "chosen",
      figures = chosen ? averages(data) : shown.of[first === "gain" ? data.systems.indexOf(ref) : 0];
    box.querySelector(".firstname").textContent = shown.name;
    box.querySelector(".firstnote").textContent = chosen ? `of ${picked(data).length} chosen` : shown.note;
    for (const e of all(".pick", box)) {
      e.hidden = !chosen || !data.treebanks.includes(e.dataset.treebank);
      e.checked = picked(data).includes(e.dataset.treebank);
    }
    const lead = box.querySelector("thead .lead button");
    lead.disabled = first === "zero"; // no order of systems
    all("tr.system", box).forEach(row => {
      const { text, note, place } = figures[data.systems.indexOf(row.dataset.system)],
        cell = row.querySelector("td.lead");
      cell.querySelector("b").textContent = text;
      cell.querySelector("small").textContent = note;
      cell.dataset.o = place;
    });
    order(box, data, first);
    const open = new Set((at.open || "").split(","));
    for (const d of all("main details")) d.open = open.has(d.id);
  }

  // order sorts the rows by a column; those without a place are last, below a line.
  function order(box, data, first) {
    const heads = all("thead th", box),
      known = all("thead [data-sort]", box).map(b => b.dataset.sort);
    const by = known.includes(at.sort) && !(at.sort === "first" && first === "zero") ? at.sort : data.sort;
    const column = heads.findIndex(h => h.querySelector(`[data-sort="${CSS.escape(by)}"]`));
    heads.forEach((h, i) =>
      i === column ? h.setAttribute("aria-sort", "ascending") : h.removeAttribute("aria-sort")
    );
    const body = box.querySelector("tbody"),
      rows = all("tr.system", box);
    const place = row =>
      by === "system" ? data.systems.indexOf(row.dataset.system) : +row.children[column].dataset.o;
    const given = new Map(rows.map(r => [r, data.order.indexOf(r.dataset.system)]));
    rows.sort((a, b) => place(a) - place(b) || given.get(a) - given.get(b));
    all("tr.cut", box).forEach(e => e.remove());
    let cut = false;
    rows.forEach((row, i) => {
      const about = box.querySelector(`tr.about[data-of="${CSS.escape(row.dataset.system)}"]`),
        on = at.s === row.dataset.system;
      if (!cut && i && place(row) > data.systems.length && place(rows[0]) <= data.systems.length) {
        cut = true;
        const line = document.createElement("tr"),
          cell = document.createElement("td");
        line.className = "cut";
        cell.colSpan = heads.length;
        cell.textContent = by === "first" ? "no figure: in no order" : "no file here: in no order";
        line.append(cell);
        body.append(line);
      }
      row.hidden = at.all !== "1" && i >= data.most && !on;
      row.classList.toggle("on", on);
      row.querySelector("th button").setAttribute("aria-expanded", on);
      about.hidden = !on;
      body.append(row, about);
    });
    const late = box.querySelector(".late");
    if (late) late.parentNode.hidden = at.all === "1";
  }

  document.addEventListener("change", e => {
    if (e.target.id === "score") go({ score: e.target.value, first: "", ref: "" });
    if (e.target.matches(".first"))
      go({ first: e.target.value, sort: e.target.value === "chosen" ? "first" : at.sort });
    if (e.target.matches(".pick"))
      go({
        treebanks:
          board()
            .data.treebanks.filter(t =>
              t === e.target.dataset.treebank ? e.target.checked : picked(board().data).includes(t)
            )
            .join(",") || ","
      });
    if (e.target.matches(".ref")) go({ ref: e.target.value });
  });
  document.addEventListener("submit", e => e.preventDefault());
  document.addEventListener("click", async e => {
    const button = e.target.closest("button");
    if (!button) return;
    const row = button.closest("tr.system");
    if (button.dataset.sort) go({ sort: button.dataset.sort });
    else if (row) go({ s: at.s === row.dataset.system ? "" : row.dataset.system });
    else if (button.matches(".late")) go({ all: "1" });
    else if (button.dataset.take) {
      const url = URL.createObjectURL(
        new Blob([JSON.parse($(button.dataset.take).textContent)], { type: "text/plain" })
      );
      Object.assign(document.createElement("a"), { href: url, download: button.dataset.name }).click();
      URL.revokeObjectURL(url);
    } else if (button.id === "address") {
      try {
        await navigator.clipboard.writeText(location.href);
        $("done").textContent = "copied";
      } catch {
        $("done").textContent = location.href;
      }
    }
  });
  document.addEventListener(
    "toggle",
    e => {
      if (!e.target.matches("main details")) return;
      const open = all("main details")
        .filter(d => d.open)
        .map(d => d.id)
        .join(",");
      if (open !== (at.open || "")) go({ open });
    },
    true
  );
  addEventListener("popstate", show);
  show();
})();

// Tables of a report as files: CSV, LaTeX and Markdown, as they are shown; and single values as text with all that
// is needed to repeat them.
"use strict";
const Take = (() => {
  const { make, save } = Draw;

  // text is that of a cell, without its drawings; minus signs are those of numbers.
  function text(cell) {
    const copy = cell.cloneNode(true);
    for (const e of copy.querySelectorAll("svg, .meter")) e.remove();
    for (const e of copy.querySelectorAll("br")) e.replaceWith(" ");
    return copy.textContent
      .replace(/\s+/g, " ")
      .replace(/−(?=[\d.])/g, "-")
      .trim();
  }
  // cells are the texts of a table by row; columns that have none are left out.
  function cells(table) {
    const rows = [...table.rows]
        .filter(r => !r.matches(".examples, .drawn, .axis"))
        .map(r => [...r.cells].flatMap(c => [text(c), ...Array(c.colSpan - 1).fill("")])),
      wide = Math.max(...rows.map(r => r.length));
    const used = Array.from({ length: wide }, (_, k) => rows.some(r => r[k]));
    return rows.map(r => used.map((u, k) => r[k] || "").filter((_, k) => used[k]));
  }
  const tex = s => TikZ.plain(s).replace(/^-(?=[\d.])/, "$-$");
  const number = s => /^[-+]?[\d.]+$/.test(s);
  const forms = {
    CSV: [
      "csv",
      rows =>
        rows.map(r => r.map(c => (/[",\n]/.test(c) ? `"${c.replace(/"/g, '""')}"` : c)).join(",")).join("\n") +
        "\n"
    ],
    LaTeX: [
      "tex",
      rows =>
        `\\begin{tabular}{${rows[0].map((_, k) => (rows.slice(1).some(r => number(r[k])) ? "r" : "l")).join("")}}` +
          "\n\\toprule\n" +
        rows.map((r, i) => r.map(tex).join(" & ") + " \\\\" + (i === 0 ? "\n\\midrule" : "")).join("\n") +
        "\n\\bottomrule\n\\end{tabular}\n"
    ],
    Markdown: [
      "md",
      rows =>
        rows
          .map(
            (r, i) =>
              "| " +
              r.map(c => c.replace(/\|/g, "\\|")).join(" | ") +
              " |" +
              (i === 0
                ? "\n|" + r.map((_, k) => (rows.slice(1).some(x => number(x[k])) ? "---:|" : "---|")).join("")
                : "")
          )
          .join("\n") + "\n"
    ]
  };

  // copied is a value with the sentence that says what it measures, its signatures, the command and the address.
  function copied(value) {
    const lines = id => (document.getElementById(id) || { textContent: "" }).textContent.trim(),
      said = [...document.querySelectorAll("p.lead b")].find(b => !b.hidden);
    return (
      [value, said && said.textContent, lines("signatures"), lines("command"), location.href]
        .filter(x => x)
        .join("\n") + "\n"
    );
  }
  // put puts a text on the clipboard, or shows it where there is none.
  async function put(value, told) {
    const text = copied(value);
    try {
      await navigator.clipboard.writeText(text);
      told.replaceChildren(`copied: ${value}`);
    } catch {
      told.replaceChildren(make("pre", { className: "scroll", tabIndex: 0, textContent: text }));
    }
  }
  // named is a cell with the names of its row and columns.
  function named(cell) {
    const table = cell.closest("table"),
      at = c =>
        [...c.parentNode.cells].slice(0, [...c.parentNode.cells].indexOf(c)).reduce((n, x) => n + x.colSpan, 0),
      column = at(cell);
    const over = table.tHead ? [...table.tHead.rows].pop().cells : [],
      head = [...over].find(c => at(c) <= column && column < at(c) + c.colSpan),
      row = cell.parentNode.querySelector("th") || cell.parentNode.cells[0];
    return (
      [...new Set([row === cell ? "" : text(row), head ? text(head) : ""])].filter(x => x).join(", ") +
      ": " +
      text(cell)
    );
  }

  // picks makes a button that turns the figures of a table into buttons, which copy them.
  const pickable = table =>
    [...table.querySelectorAll("td.n")].filter(c => /\d/.test(text(c)) && !c.closest(".axis"));
  function picks(table, name, told) {
    const b = make("button", { type: "button", textContent: "copy a value" });
    b.setAttribute("aria-label", `copy a value: ${name}`);
    b.setAttribute("aria-pressed", "false");
    b.addEventListener("click", () => {
      const on = table.classList.toggle("picking");
      b.setAttribute("aria-pressed", on);
      told.replaceChildren(on ? "choose a figure; it is copied with signature, command and address" : "");
      for (const c of pickable(table))
        if (on) {
          c.tabIndex = 0;
          c.setAttribute("role", "button");
        } else {
          c.removeAttribute("tabindex");
          c.removeAttribute("role");
        }
    });
    const choose = e => {
      const cell = table.classList.contains("picking") && e.target.closest("td[role=button]");
      if (!cell || (e.type === "keydown" && e.key !== "Enter" && e.key !== " ")) return;
      e.preventDefault();
      e.stopPropagation();
      put(named(cell), told);
    };
    table.addEventListener("click", choose, true);
    table.addEventListener("keydown", choose, true);
    return b;
  }
  for (const card of document.querySelectorAll(".card:has(.big)")) {
    const big = card.querySelector(".big"),
      b = make("button", { type: "button", className: "copy", textContent: "copy" }),
      told = make("span", { className: "note" });
    if (!/\d/.test(big.textContent)) continue;
    b.setAttribute("aria-label", `copy the value of ${card.dataset.system}`);
    told.setAttribute("role", "status");
    b.addEventListener("click", () =>
      put(
        `${card.dataset.system}, ${text(big.querySelector(".unit"))}: ${text(big)
          .replace(text(big.querySelector(".unit")), "")
          .trim()}` +
          [...card.querySelectorAll("p.note:not(.take)")].map(p => `, ${text(p)}`).join("") +
          `, ${text(card.querySelector(".fine"))}`,
        told
      )
    );
    card.append(make("p", { className: "take note" }, b, " ", told));
  }

  // Each table in a region of its own gets the buttons after it; that of the list has its page.
  for (const box of document.querySelectorAll(".part .scroll[aria-label]")) {
    const table = box.querySelector("table");
    if (!table || table.matches(".heat")) continue;
    const name = box.getAttribute("aria-label"),
      told = make("span");
    told.setAttribute("role", "status");
    box.after(
      make(
        "p",
        { className: "take note" },
        table.id === "list" ? "this page as " : "as ",
        ...Object.entries(forms).flatMap(([form, [ending, write]]) => {
          const b = make("button", { type: "button", textContent: form });
          b.setAttribute("aria-label", `${form}: ${name}`);
          b.addEventListener("click", () => {
            save(name.replace(/[^\p{L}\p{N}]+/gu, "-") + "." + ending, write(cells(table)), "text/plain");
          });
          return [b, " "];
        }),
        ...(table.id !== "list" && pickable(table).length ? [picks(table, name, told), " ", told] : [])
      )
    );
  }
  return { cells, tex, text, write: (form, table) => forms[form][1](cells(table)), copied };
})();

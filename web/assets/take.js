// Tables of a report as files: CSV, LaTeX and Markdown, as they are shown.
"use strict";
const Take = (() => {
  const make = (tag, props, ...kids) => { const e = Object.assign(document.createElement(tag), props || {}); e.append(...kids); return e; };

  // text is that of a cell, without its drawings; minus signs are those of numbers.
  function text(cell) {
    const copy = cell.cloneNode(true);
    for (const e of copy.querySelectorAll("svg, .meter")) e.remove();
    for (const e of copy.querySelectorAll("br")) e.replaceWith(" ");
    return copy.textContent.replace(/\s+/g, " ").replace(/−(?=[\d.])/g, "-").trim();
  }
  // cells are the texts of a table by row; columns that have none are left out.
  function cells(table) {
    const rows = [...table.rows].filter(r => !r.matches(".examples, .drawn, .axis")).map(r => [...r.cells].flatMap(c => [text(c), ...Array(c.colSpan - 1).fill("")])), wide = Math.max(...rows.map(r => r.length));
    const used = Array.from({ length: wide }, (_, k) => rows.some(r => r[k]));
    return rows.map(r => used.map((u, k) => r[k] || "").filter((_, k) => used[k]));
  }
  const tex = s => s.replace(/[\\{}$&#%_^~]/g, c => ({ "\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}" }[c] || "\\" + c)).replace(/^-(?=[\d.])/, "$-$");
  const number = s => /^[-+]?[\d.]+$/.test(s);
  const forms = {
    CSV: ["csv", rows => rows.map(r => r.map(c => /[",\n]/.test(c) ? `"${c.replace(/"/g, '""')}"` : c).join(",")).join("\n") + "\n"],
    LaTeX: ["tex", rows => `\\begin{tabular}{${rows[0].map((_, k) => rows.slice(1).some(r => number(r[k])) ? "r" : "l").join("")}}\n\\toprule\n` + rows.map((r, i) => r.map(tex).join(" & ") + " \\\\" + (i === 0 ? "\n\\midrule" : "")).join("\n") + "\n\\bottomrule\n\\end{tabular}\n"],
    Markdown: ["md", rows => rows.map((r, i) => "| " + r.map(c => c.replace(/\|/g, "\\|")).join(" | ") + " |" + (i === 0 ? "\n|" + r.map((_, k) => rows.slice(1).some(x => number(x[k])) ? "---:|" : "---|").join("") : "")).join("\n") + "\n"],
  };

  // Each table in a region of its own gets the buttons after it; that of the list has its page.
  for (const box of document.querySelectorAll(".part .scroll[aria-label]")) {
    const table = box.querySelector("table");
    if (!table || table.matches(".heat")) continue;
    const name = box.getAttribute("aria-label");
    box.after(make("p", { className: "take note" }, table.id === "list" ? "this page as " : "as ", ...Object.entries(forms).flatMap(([form, [ending, write]]) => {
      const b = make("button", { type: "button", textContent: form });
      b.setAttribute("aria-label", `${form}: ${name}`);
      b.addEventListener("click", () => {
        const url = URL.createObjectURL(new Blob([write(cells(table))], { type: "text/plain" }));
        make("a", { href: url, download: name.replace(/[^\p{L}\p{N}]+/gu, "-") + "." + ending }).click();
        setTimeout(() => URL.revokeObjectURL(url), 1000);
      });
      return [b, " "];
    })));
  }
})();

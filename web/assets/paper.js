// A report as LaTeX for a paper: scores, the differences of the main score, where a lead or a loss comes from, one
// sentence, and an entry of a bibliography. The tables are those of the page.
"use strict";
(() => {
  const button = document.getElementById("paper"),
    bib = document.getElementById("bibtex"),
    S = Sentences;
  const { make, save } = Draw;
  if (!button) return;
  const { tex, text } = Take,
    said = text(document.querySelector("p.lead b")),
    of = id => (document.getElementById(id) ? document.getElementById(id).textContent.trim() : "");
  const signatures = () =>
    of("signatures")
      .split("\n")
      .map(s => `\\texttt{${tex(s).replace(/\\textbar\{\}/g, "\\textbar\\allowbreak{}")}}`)
      .join("; ");
  const fitted = body =>
    `\\begin{adjustbox}{max width=\\columnwidth,max totalheight=.8\\textheight}\n${body.trim()}\n\\end{adjustbox}\n`;
  const float = (kind, body, caption, label) =>
    `\\begin{${kind}}[t]\n\\centering\n${fitted(body)}\\caption{${caption}}\n\\label{${label}}\n\\end{${kind}}\n`;

  // bar is a drawing of a row, of the same size in every row.
  const bar = svg => {
    const [, , w, h] = svg.getAttribute("viewBox").split(" ");
    const box = `\n\\path[use as bounding box] (0,0) rectangle (${w},${h});\n`;
    return `\\raisebox{-.4ex}{\\resizebox{.35\\columnwidth}{!}{${TikZ(svg).trim().replace("\n", box)}}}`;
  };
  // causes is a waterfall: a kind of error, its bar, its points and interval in a row.
  function causes(table) {
    const rows = [...table.tBodies[0].rows]
      .filter(r => !r.matches(".axis"))
      .map(r => {
        const svg = r.querySelector("svg"),
          cells = [...r.cells].slice(2).map(c => tex(text(c)));
        return [tex(text(r.cells[0])), svg ? bar(svg) : "", ...cells];
      });
    const wide = Math.max(...rows.map(r => r.length)),
      head = [...table.tHead.rows[0].cells].map(c => tex(text(c)));
    const lines = rows.map(r => r.join(" & ") + " \\\\").join("\n");
    return (
      `\\begin{tabular}{ll${"r".repeat(wide - 2)}}\n\\toprule\n${head.join(" & ")} \\\\\n\\midrule\n` +
      `${lines}\n\\bottomrule\n\\end{tabular}`
    );
  }

  // sentence is the one that is open, else a short one of those that cost most, drawn for a column.
  function sentence() {
    if (!S) return null;
    const a = new URLSearchParams(location.hash.split("?")[1]),
      worst = [...document.querySelectorAll("#worst tr[data-i]")].map(r => +r.dataset.i),
      short = [...worst].sort((x, y) => S.index.words[x] - S.index.words[y])[0];
    const i = S.row.has(a.get("s")) ? S.row.get(a.get("s")) : short,
      named = S.byName.has(a.get("draw")) ? S.byName.get(a.get("draw")) : S.byName.get(a.get("system"));
    if (i === undefined) return null;
    const k =
        named !== undefined && S.present(named, i) ? named : S.systems.findIndex((_, k) => S.present(k, i)),
      box = make("div", { className: "drawing", style: "position:absolute;left:-9999px" });
    document.body.append(box);
    const drawn = Draw.pair(S.pair(i, k), { width: 480, name: S.systems[k].name });
    box.append(drawn);
    const pictures = drawn.tagName === "svg" ? [drawn] : [...drawn.querySelectorAll("svg")],
      out = pictures.map(TikZ).join("\n\n");
    box.remove();
    return pictures.length
      ? [
          out,
          `Sentence ${tex(S.index.ids[i]).replace(/\\_|-/g, "$&\\allowbreak{}")}, gold and ${tex(S.systems[k].name)}.`
        ]
      : null;
  }

  function paper() {
    const out = [
        `% ${said} ${of("version")}`,
        ...of("command")
          .split("\n")
          .map(line => `% ${line}`)
      ],
      head = out.length;
    const scores = document.querySelector("#scores table"),
      main = document.querySelector(".matrix[data-main]");
    if (scores)
      out.push(
        float("table", Take.write("LaTeX", scores), `Scores. ${tex(said)} ${signatures()}.`, "tab:assay-scores")
      );
    if (main)
      out.push(
        float(
          "table",
          Take.write("LaTeX", main),
          "Difference of the row's system from the column's, with its adjusted $p$.",
          "tab:assay-differences"
        )
      );
    const lead = document.querySelector(".pair.now .lead") || document.querySelector(".lead:has(.climbs)"),
      losses = [...document.querySelectorAll(".split.system")];
    if (lead)
      out.push(
        float(
          "figure",
          causes(lead.querySelector(".climbs")),
          tex(text(lead.querySelector("h3"))) + ", by kind of error.",
          "fig:assay-lead"
        )
      );
    else
      for (const box of losses)
        if (box.querySelector(".waterfall"))
          out.push(
            float(
              "figure",
              causes(box.querySelector(".waterfall")),
              `${tex(text(box.querySelector("h3")))}, by kind of error.`,
              "fig:assay-losses"
            )
          );
    const drawn = sentence();
    if (drawn) out.push(float("figure", drawn[0], drawn[1], "fig:assay-sentence"));
    out.push(
      "% For the bibliography:",
      ...bib.textContent
        .trim()
        .split("\n")
        .map(line => `% ${line}`),
      ""
    );
    const body = out.slice(head).join("\n");
    return [...out.slice(0, head), TikZ.needs(body, "textcomp,amssymb,booktabs,adjustbox,tikz"), body].join(
      "\n"
    );
  }
  button.addEventListener("click", () => save("report.tex", paper(), "text/x-tex"));
  document
    .getElementById("savebib")
    .addEventListener("click", () => save("assay.bib", bib.textContent.trim() + "\n", "text/x-tex"));
})();

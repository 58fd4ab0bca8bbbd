// Writes a drawing of the page as a tikzpicture for LaTeX, in the colours of the light
// theme; the twin of package picture's TikZ.
"use strict";
const TikZ = (() => {
  // signs are the letters and signs that pdfLaTeX does not know; Greek letters are in names of genes.
  const signs = {
    "≠": "$\\neq$",
    "≤": "$\\leq$",
    "≥": "$\\geq$",
    "−": "$-$",
    "×": "$\\times$",
    "≈": "$\\approx$",
    "↑": "$\\uparrow$",
    "↓": "$\\downarrow$",
    "←": "$\\leftarrow$",
    "→": "$\\rightarrow$",
    "∅": "$\\emptyset$",
    "●": "$\\bullet$",
    "○": "$\\circ$",
    "■": "$\\blacksquare$",
    "▲": "$\\blacktriangle$",
    "▸": "$\\triangleright$",
    "␣": "\\textvisiblespace{}",
    "✓": "$\\checkmark$",
    "′": "$'$",
    "″": "$''$",
    "…": "\\ldots{}",
    "\u00a0": "~",
    "\u00ad": "",
    "\u200b": "",
    "\u2009": "\\,",
    "\u202f": "\\,"
  };
  (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon " +
    "phi chi psi omega"
  )
    .split(" ")
    .forEach((name, k) => {
      signs[String.fromCharCode(0x3b1 + k)] = name.length > 1 ? `$\\${name}$` : name;
    });
  for (const [k, name] of Object.entries({
    2: "Gamma",
    3: "Delta",
    7: "Theta",
    10: "Lambda",
    13: "Xi",
    15: "Pi",
    18: "Sigma",
    21: "Phi",
    23: "Psi",
    24: "Omega"
  }))
    signs[String.fromCharCode(0x391 + +k)] = `$\\${name}$`;
  const special = {
    "\\": "\\textbackslash{}",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\textquotedbl{}"
  };
  // plain writes a text so that LaTeX prints it as it is.
  const plain = s =>
    s.replace(
      /[\\{}$&#%_^~<>|"\u00a0\u00ad]|[^\x00-\xff]/g,
      c => special[c] || (c in signs ? signs[c] : c.charCodeAt(0) < 128 ? "\\" + c : c)
    );
  // latex keeps signs apart that would become one.
  const apart = {
    "`": "\\textasciigrave{}",
    "'": "\\textquotesingle{}",
    "-": "{-}",
    "·": "$\\cdot$",
    "“": "``",
    "”": "''"
  };
  const latex = s =>
    s
      .split(/([`'\-·“”])/)
      .map(c => apart[c] || plain(c))
      .join("");
  // needs are the packages of an export, as a comment; pdfLaTeX has no fonts of most scripts.
  const needs = (text, packages) =>
    "% needs: \\usepackage[T1]{fontenc} \\usepackage{" +
    packages +
    "}\n" +
    (/[^\x00-\u024f\u2010-\u2027\u2030]/.test(text)
      ? "% Some letters are in scripts that pdfLaTeX has no font of: use LuaLaTeX with fontspec, in place of fontenc.\n"
      : "");
  const num = v => String(Math.round(10 * v) / 10 || 0);

  const picture = svg => {
    const root = document.documentElement,
      theme = root.dataset.theme,
      colours = new Map(),
      body = [];
    root.dataset.theme = "light";
    const colour = css => {
      const m = /^rgba?\((\d+), (\d+), (\d+)/.exec(css);
      if (!m) return "black";
      const hex = m
        .slice(1, 4)
        .map(v => (+v).toString(16).padStart(2, "0"))
        .join("")
        .toUpperCase();
      if (!colours.has(hex)) colours.set(hex, "assay" + String.fromCharCode(97 + colours.size));
      return colours.get(hex);
    };
    const path = (e, d) => {
      const st = getComputedStyle(e),
        o = [];
      if (st.fill !== "none") o.push("fill=" + colour(st.fill));
      if (st.stroke !== "none") {
        o.push("draw=" + colour(st.stroke), `line width=${num(parseFloat(st.strokeWidth) * 0.75)}pt`);
        const dash = st.strokeDasharray === "none" ? [] : st.strokeDasharray.split(/[ ,]+/).map(parseFloat);
        if (dash.length)
          o.push(
            "dash pattern=" + dash.map((v, i) => (i % 2 ? "off " : "on ") + num(v * 0.75) + "pt").join(" ")
          );
      }
      if (o.length) body.push(`\\path[${o.join(",")}] ${d};`);
    };
    for (const e of svg.querySelectorAll("text, line, path, rect")) {
      const at = k => +e.getAttribute(k);
      if (e.tagName === "text") {
        const st = getComputedStyle(e),
          px = parseFloat(st.fontSize);
        body.push(
          `\\node[font=\\sffamily\\fontsize{${num(px * 0.75)}}{${num(px * 0.9)}}\\selectfont` +
            `${+st.fontWeight >= 600 ? "\\bfseries" : ""},text=${colour(st.fill)}` +
            `${st.stroke !== "none" ? ",fill=white,inner sep=1pt" : ""}` +
            `${e.getAttribute("text-anchor") === "start" ? ",anchor=base west" : ""}] ` +
            `at (${num(at("x"))},${num(at("y"))}) ` +
            `{\\strut ${latex(e.firstChild ? e.firstChild.data || "" : "")}};`
        );
      } else if (e.tagName === "line") path(e, steps(`M${at("x1")} ${at("y1")}L${at("x2")} ${at("y2")}`, e));
      else if (e.tagName === "rect")
        path(
          e,
          `(${num(at("x"))},${num(at("y"))}) rectangle (${num(at("x") + at("width"))},${num(at("y") + at("height"))})`
        );
      else path(e, steps(e.getAttribute("d"), e));
    }
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
    return (
      "\\begin{tikzpicture}[x=.75pt,y=-.75pt,every node/.style={inner sep=0pt,outer sep=0pt,anchor=base}]\n" +
      [...colours].map(([hex, name]) => `\\definecolor{${name}}{HTML}{${hex}}\n`).join("") +
      body.join("\n") +
      "\n\\end{tikzpicture}\n"
    );
  };

  // steps writes the commands M L H V Q Z and their relatives l h v z of a path, mirrored if the element is.
  function steps(d, e) {
    const side = e.hasAttribute("transform") ? -1 : 1;
    let x = 0,
      y = 0,
      x0 = 0,
      y0 = 0,
      out = "";
    for (const [, c, rest] of d.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
      const v = (rest.match(/-?\d*\.?\d+(?:e-?\d+)?/g) || []).map(Number);
      const to = (a, b, by) => {
        x = a;
        y = b;
        out += `${by}(${num(side * x)},${num(y)})`;
      };
      if (c === "M") {
        to(v[0], v[1], out ? " " : "");
        x0 = x;
        y0 = y;
        for (let i = 2; i < v.length; i += 2) to(v[i], v[i + 1], " -- ");
      } else if (c === "L") for (let i = 0; i < v.length; i += 2) to(v[i], v[i + 1], " -- ");
      else if (c === "l") for (let i = 0; i < v.length; i += 2) to(x + v[i], y + v[i + 1], " -- ");
      else if (c === "H") to(v[0], y, " -- ");
      else if (c === "h") to(x + v[0], y, " -- ");
      else if (c === "V") to(x, v[0], " -- ");
      else if (c === "v") to(x, y + v[0], " -- ");
      else if (c === "Q") {
        const [a, b, e, f] = v;
        to(
          e,
          f,
          ` .. controls (${num(side * (x + (2 * (a - x)) / 3))},${num(y + (2 * (b - y)) / 3)}) ` +
            `and (${num(side * (e + (2 * (a - e)) / 3))},${num(f + (2 * (b - f)) / 3)}) .. `
        );
      } else if (c === "Z" || c === "z") {
        out += " -- cycle";
        x = x0;
        y = y0;
      }
    }
    return out;
  }
  return Object.assign(picture, { plain, needs });
})();

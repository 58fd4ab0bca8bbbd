(() => {
  const out = [];
  const all = s => [...document.querySelectorAll(s)];
  const shown = e => e.checkVisibility({ visibilityProperty: true });
  const name = e =>
    (
      e.getAttribute("aria-label") ||
      (e.getAttribute("aria-labelledby") || "")
        .split(" ")
        .map(i => (document.getElementById(i) || {}).textContent)
        .join(" ") ||
      e.textContent ||
      (e.closest("label") || {}).textContent ||
      e.title ||
      ""
    ).trim();
  const brief = e => e.outerHTML.slice(0, 90);
  if (!document.documentElement.lang) out.push("no language");
  if (!document.title) out.push("no title");
  if (all("main").length !== 1) out.push("not one main part");
  if (all("h1").length !== 1) out.push("not one h1");
  const ids = all("[id]").map(e => e.id);
  for (const id of ids) if (ids.filter(x => x === id).length > 1) out.push("id twice: " + id);
  for (const attr of ["aria-labelledby", "aria-describedby", "for", "aria-controls"])
    for (const e of all(`[${attr}]`))
      for (const id of e.getAttribute(attr).split(" "))
        if (!document.getElementById(id)) out.push(attr + " leads nowhere: " + id);
  for (const e of all("a[href^='#']"))
    if (!document.getElementById(e.getAttribute("href").slice(1).split("?")[0]))
      out.push("link leads nowhere: " + brief(e));
  for (const e of all("input,select,button,a,[role=region],[role=search],svg,progress,nav,[tabindex]"))
    if (shown(e) && !name(e) && e.getAttribute("aria-hidden") !== "true") out.push("no name: " + brief(e));
  for (const e of all("[role=region],nav,[role=search],svg:not([aria-hidden=true])"))
    if (!(e.getAttribute("aria-label") || "").trim() && !e.getAttribute("aria-labelledby"))
      out.push("no label of its own: " + brief(e));
  for (const role of ["[role=region],section[aria-labelledby]", "nav", "[role=search],search"]) {
    const names = all(role).filter(shown).map(name);
    for (const n of new Set(names))
      if (names.filter(x => x === n).length > 1) out.push("two parts of one name: " + n);
  }
  for (const e of all("svg"))
    if (!/^(img|group)$/.test(e.getAttribute("role")) && e.getAttribute("aria-hidden") !== "true")
      out.push("a drawing without a role: " + brief(e));
  for (const e of all("[aria-label]"))
    if (/^(DIV|SPAN|P|PRE)$/.test(e.tagName) && !e.getAttribute("role"))
      out.push("a name without a role: " + brief(e));
  for (const e of all("th")) if (!e.scope) out.push("a heading of a table without scope: " + brief(e));
  for (const e of all("a,button"))
    if (e.querySelector("a,button,input,select")) out.push("a control in a control: " + brief(e));
  let level = 0;
  for (const h of all("h1,h2,h3,h4").filter(shown)) {
    const n = +h.tagName[1];
    if (n > level + 1) out.push("heading jumps: " + h.textContent);
    level = n;
  }
  for (const e of all("[tabindex]")) if (e.tabIndex > 0) out.push("tabindex above 0");
  for (const e of all("*")) {
    // what scrolls can be reached by keys
    const s = getComputedStyle(e),
      scrolls = v => v === "auto" || v === "scroll";
    if (e === document.documentElement || e === document.body || !shown(e)) continue;
    if (
      ((scrolls(s.overflowX) && e.scrollWidth > e.clientWidth + 1) ||
        (scrolls(s.overflowY) && e.scrollHeight > e.clientHeight + 1)) &&
      e.tabIndex < 0 &&
      !e.querySelector("a[href],button:not(:disabled),input,select,[tabindex='0']") &&
      !/^(INPUT|SELECT|TEXTAREA)$/.test(e.tagName)
    )
      out.push("scrolls, but not by keys: " + brief(e));
  }
  for (const e of all("a,button,select,input")) {
    // at least 24 pixels high, or in a line of text; a point of a plot cannot be, and its sentence is in the list too
    const r = e.getBoundingClientRect();
    if (
      shown(e) &&
      r.height &&
      r.height < 20 &&
      !e.closest("p,td,th,nav,label,li,.scatter,.shares") &&
      !e.classList.contains("skip")
    )
      out.push("too small to hit: " + brief(e));
  }
  const lum = c => {
    const v = c.map(x => {
      x /= 255;
      return x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2];
  };
  const rgb = s => (s.match(/[\d.]+/g) || []).map(Number);
  const canvas = rgb(getComputedStyle(document.body).backgroundColor);
  const back = e => {
    for (; e; e = e.parentElement) {
      const c = rgb(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] > 0) return c.slice(0, 3);
    }
    return canvas.length === 3 ? canvas : [255, 255, 255];
  };
  for (const e of all("p,a,button,th,td,label,span,h1,h2,h3,pre,figcaption,kbd,option,svg text")) {
    if (!e.textContent.trim() || e.disabled || !shown(e)) continue;
    const style = getComputedStyle(e),
      fg = rgb(e.tagName === "text" ? style.fill : style.color).slice(0, 3);
    const a = lum(fg),
      b = lum(back(e)),
      ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) out.push("contrast " + ratio.toFixed(2) + ": " + e.textContent.trim().slice(0, 30));
  }
  return [...new Set(out)];
})();

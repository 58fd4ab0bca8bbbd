(() => {
  const out = [];
  for (const svg of document.querySelectorAll("svg")) {
    if (!svg.checkVisibility()) continue;
    const title = (svg.getAttribute("aria-label") || "").slice(0, 40),
      field = svg.viewBox.baseVal,
      scale = svg.getScreenCTM().inverse();
    const boxes = [...svg.querySelectorAll("text")]
      .filter(e => e.textContent.trim())
      .map(e => {
        const r = e.getBoundingClientRect(),
          a = new DOMPoint(r.left, r.top).matrixTransform(scale),
          b = new DOMPoint(r.right, r.bottom).matrixTransform(scale);
        const size = parseFloat(getComputedStyle(e).fontSize),
          mid = (a.y + b.y) / 2,
          rot = e.hasAttribute("transform");
        return {
          text: e.textContent,
          x0: a.x,
          x1: b.x,
          y0: rot ? a.y : mid - size * 0.36,
          y1: rot ? b.y : mid + size * 0.36
        };
      });
    for (const b of boxes)
      if (
        b.x0 < field.x - 1 ||
        b.x1 > field.x + field.width + 1 ||
        b.y0 < field.y - 1 ||
        b.y1 > field.y + field.height + 1
      )
        out.push(`${title}: "${b.text}" is cut`);
    boxes.sort((p, q) => p.x0 - q.x0);
    for (let i = 0; i < boxes.length; i++)
      for (let j = i + 1; j < boxes.length && boxes[j].x0 < boxes[i].x1 - 1; j++) {
        const p = boxes[i],
          q = boxes[j];
        if (Math.min(p.y1, q.y1) - Math.max(p.y0, q.y0) > 1)
          out.push(`${title}: "${p.text}" lies on "${q.text}"`);
      }
  }
  return [...new Set(out)].slice(0, 20);
})();

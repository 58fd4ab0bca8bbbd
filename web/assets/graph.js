// Graphs and semantic roles: package draw lays both sides out as one picture, which is the data of the page.
"use strict";
Draw.shapes.unshift({
  fits: (p, opt) => p.drawn && !(opt && opt.focus && p.roles.length),
  draw(p) {
    const pic = Draw.picture(), [left, top, wide, high] = p.drawn.b;
    pic.reach(left, top);
    pic.reach(left + wide, top + high);
    for (const e of p.drawn.e) if (e.length === 2) pic.path(...e); else pic.text(e[0], e[1], e[2], e[3]);
    return pic.done(p.gold.words.join(" "));
  },
  legend: [["agree", "both"], ["miss", "− only gold, above"], ["extra", "+ only system, below"], ["wrong", "gold ≠ system"], ["agree", "(−) (+) not counted", p => p.drawn && p.drawn.e.some(e => /^\([−+]/.test(e[2] || ""))]],
});

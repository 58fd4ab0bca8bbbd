// Graphs, boxes and semantic roles: package draw lays both sides out as one picture, which is the data of the page.
"use strict";
{
  const some = (p, which, pattern) => p.drawn && p.drawn.e.some(e => pattern.test(e[which] || ""));
  // boxes of discourse representations are beside or above each other, under the names of the sides
  const named = p => some(p, 3, /^caption begin/),
    arcs = p => !named(p);
  Draw.shapes.unshift({
    fits: (p, opt) => p.drawn && !(opt && opt.focus && p.roles.length),
    draw(p) {
      const pic = Draw.picture(),
        [left, top, wide, high] = p.drawn.b;
      pic.reach(left, top);
      pic.reach(left + wide, top + high);
      for (const e of p.drawn.e)
        if (e.length === 2) pic.path(...e);
        else pic.text(e[0], e[1], e[2], e[3]);
      return pic.done(p.gold.words.join(" "));
    },
    legend: [
      ["agree", "both"],
      ["miss", "− only gold, above", arcs],
      ["extra", "+ only system, below", arcs],
      ["miss", "− only gold", named],
      ["extra", "+ only system", named],
      ["wrong", "gold ≠ system"],
      ["agree", "(−) (+) not counted", p => some(p, 2, /^\([−+]/)]
    ]
  });
}

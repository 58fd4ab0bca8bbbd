// The theme of the system is the default; the button turns it round.
"use strict";
const Theme = (() => {
  const root = document.documentElement,
    button = document.getElementById("theme");
  const kept = () => {
    try {
      return localStorage.getItem("assay-theme");
    } catch {
      return null;
    }
  };
  const keep = v => {
    try {
      localStorage.setItem("assay-theme", v);
    } catch {
      /* a page from a file may keep nothing */
    }
  };
  if (kept()) root.dataset.theme = kept();
  if (button)
    button.addEventListener("click", () => {
      const now = root.dataset.theme || (matchMedia("(prefers-color-scheme:dark)").matches ? "dark" : "light");
      root.dataset.theme = now === "dark" ? "light" : "dark";
      keep(root.dataset.theme);
    });
  return {};
})();

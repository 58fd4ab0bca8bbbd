// The workbench: shows how far jobs are, and puts files that are dropped on the page
// into the folder. Everything else works without a script.
"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const make = (tag, props, ...kids) => {
    const e = Object.assign(document.createElement(tag), props || {});
    e.append(...kids);
    return e;
  };
  const active = j => j.state === "waiting" || j.state === "running",
    wait = +document.body.dataset.wait || 0;

  // read returns the answer of the server as data. Faults that another part of the server
  // answers with, such as a token that is not valid any more, are plain text.
  async function read(answer) {
    const text = await answer.text();
    try {
      return JSON.parse(text);
    } catch {
      throw new Error(text.trim() || answer.statusText);
    }
  }
  const reason = e => (e instanceof TypeError ? "the server does not answer" : e.message);
  function tell(id, text) {
    const e = $(id);
    e.hidden = !text;
    e.textContent = text;
  }

  function line(j) {
    const li = make(
      "li",
      {},
      make("b", { textContent: j.title }),
      make("span", { className: "state", textContent: j.state })
    );
    li.dataset.job = j.id;
    if (active(j)) {
      const p = make("progress");
      p.setAttribute("aria-label", "progress of " + j.title);
      if (j.share) p.value = j.share;
      li.append(p);
    }
    li.append(make("span", { className: "note", textContent: j.note }));
    if (j.error) li.append(make("span", { className: "wrong", textContent: j.error }));
    if (j.href && j.href !== "/") li.append(make("a", { href: j.href, textContent: "open" }));
    const b = make("button", { textContent: active(j) ? "cancel" : "dismiss" }),
      form = make("form", { method: "post", action: `/jobs/${j.id}/cancel` }, b);
    b.setAttribute("aria-label", `${b.textContent} ${j.title}`);
    li.append(form);
    return li;
  }

  // The list is asked for while something is at work. Lines that did not change stay,
  // so that the focus stays too.
  const shown = new Map();
  let before = [...document.querySelectorAll("#jobs li")].map(li => ({
      id: +li.dataset.job,
      title: li.querySelector("b").textContent,
      state: li.querySelector("progress") ? "running" : ""
    })),
    server = "",
    lost = ""; // why the list could not be read
  async function look() {
    let jobs, answer;
    try {
      answer = await fetch("/api/jobs");
      jobs = await read(answer);
    } catch (e) {
      lost = reason(e);
      tell("error", lost);
      setTimeout(look, 2000);
      return;
    }
    if (lost && $("error").textContent === lost) tell("error", "");
    lost = "";
    const mine = jobs.find(j => j.id === wait);
    if (wait && (!mine || !active(mine))) {
      location.replace(mine && mine.state !== "done" ? "/" : document.body.dataset.href);
      return;
    }
    const now = answer.headers.get("Assay-Server") || "",
      again = server && now !== server;
    server = now;
    const list = wait ? [mine] : jobs,
      ended = before
        .filter(j => active(j) && !jobs.some(k => k.id === j.id && k.state !== "done"))
        .map(j => j.title);
    if (again && ended.length)
      tell("error", `The workbench was started again. It did not end: ${ended.join(", ")}.`);
    else if (ended.length && !typing()) {
      location.reload();
      return;
    } else if (ended.length) done(ended);
    draw(list);
    before = jobs;
    if (jobs.some(active)) setTimeout(look, 400);
  }
  function draw(list) {
    if ($("work")) $("work").hidden = !list.length;
    $("jobs").replaceChildren(
      ...list.map(j => {
        const text = JSON.stringify(j),
          old = shown.get(j.id);
        if (old && old.text === text) return old.li;
        const li = line(j),
          focused = old && old.li.contains(document.activeElement);
        shown.set(j.id, { text, li });
        if (focused) setTimeout(() => li.querySelector("button").focus());
        return li;
      })
    );
  }
  // typing reports whether the page holds something that another page would lose: what was
  // typed or chosen, the form of a run that failed, files that are on their way.
  const typing = () =>
    sending > 0 ||
    clashes.length > 0 ||
    location.pathname !== "/" ||
    !!document.querySelector("main details[open]") ||
    [...document.querySelectorAll("main input")].some(e =>
      e.type === "checkbox" ? e.checked : e.type !== "file" && e.value !== e.defaultValue
    );
  // done says which work has ended on a page that stays.
  function done(titles) {
    $("status").hidden = false;
    $("status").replaceChildren(
      `Done: ${titles.join(", ")}. `,
      make("a", { href: "/", textContent: "show it" })
    );
  }

  // The address of a comparison has no score.
  if ($("compare"))
    $("compare").addEventListener("click", () => {
      const e = document.querySelector("[name=score]");
      e.disabled = true;
      setTimeout(() => {
        e.disabled = $("check").disabled;
      });
    });

  // ---- files
  const clashes = [];
  let sending = 0; // files
  async function send(file, replace) {
    sending++;
    try {
      await put(file, replace);
    } finally {
      sending--;
    }
  }
  async function put(file, replace) {
    tell("status", `adding ${file.name} …`);
    const q = new URLSearchParams({ name: file.name, ...(replace ? { replace: "yes" } : {}) });
    let answer, data;
    try {
      answer = await fetch("/files?" + q, { method: "PUT", body: file });
      data = await read(answer);
    } catch (e) {
      tell("status", "");
      tell("error", `${file.name} was not added: ${reason(e)}`);
      return;
    }
    tell("status", "");
    if (answer.status === 409) {
      clashes.push(file);
      ask();
      return;
    }
    if (!answer.ok) {
      tell("error", data.error);
      return;
    }
    tell("error", "");
    tell("status", `${file.name} is in the folder`);
    const known = [...$("files").options].some(o => o.value === file.name);
    if (!known) $("files").append(make("option", { value: file.name }));
    const gold = document.querySelector("#add input[name=gold]"),
      system = document.querySelector("#add input[name=system]");
    const into = !gold.value && /gold/i.test(file.name) ? gold : system;
    into.value = file.name;
    into.focus();
  }
  function ask() {
    $("clash").hidden = !clashes.length;
    if (clashes.length) {
      $("clash").querySelector("span").textContent =
        `${clashes[0].name} exists already. Runs of it become stale if you replace it.`;
      $("keep").focus();
    }
  }
  if ($("upload")) {
    const all = async files => {
      for (const f of files) await send(f, false);
    };
    $("upload").addEventListener("change", () => {
      all([...$("upload").files]);
      $("upload").value = "";
    });
    $("replace").addEventListener("click", () => {
      const f = clashes.shift();
      ask();
      send(f, true);
    });
    $("keep").addEventListener("click", () => {
      clashes.shift();
      ask();
    });
    const held = e => e.dataTransfer && [...e.dataTransfer.types].includes("Files");
    addEventListener("dragover", e => {
      if (held(e)) {
        e.preventDefault();
        document.body.classList.add("over");
      }
    });
    addEventListener("dragleave", e => {
      if (!e.relatedTarget) document.body.classList.remove("over");
    });
    addEventListener("drop", e => {
      if (held(e)) {
        e.preventDefault();
        document.body.classList.remove("over");
        all([...e.dataTransfer.files]);
      }
    });
  }
  if (wait || document.querySelector("#jobs progress")) look();
})();

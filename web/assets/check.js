// The human check: one item at a time, one key a decision. Keys are queued, so that
// none is lost while the page waits for an answer.
"use strict";
(() => {
  const $ = id => document.getElementById(id);
  const { make } = Draw;
  let now = null,
    running = false,
    lost = false; // lost: the server has not answered the last request
  const queue = [],
    drafts = new Map(); // notes typed and not yet sent, by item

  // The address holds the item, the judge and the order.
  const address = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  function keep(change) {
    const a = { ...address(), ...change },
      p = new URLSearchParams();
    for (const k of ["item", "judge", "by"]) if (a[k] !== undefined && a[k] !== "") p.set(k, a[k]);
    history.replaceState(null, "", "#" + p);
  }
  const judge = () => address().judge || "";
  const by = () => address().by || $("by").options[0].value;

  function tell(text) {
    $("error").hidden = !text;
    $("error").textContent = text || "";
  }

  // ask sends one request; run does one after another.
  async function ask(method, path, fields) {
    const body = new URLSearchParams({ judge: judge(), by: by(), ...fields });
    const answer = await fetch(
      method === "GET" ? path + "?" + body : path,
      method === "GET" ? {} : { method, body }
    );
    return read(answer);
  }
  // read returns the answer of the server as data. Faults that another part of the server
  // answers with, such as a token that is not valid any more, are plain text.
  async function read(answer) {
    const text = await answer.text();
    let data;
    try {
      data = JSON.parse(text);
    } catch {
      throw new Error(text.trim() || answer.statusText);
    }
    if (!answer.ok) throw new Error(data.error || answer.statusText);
    return data;
  }

  // send sends a decision, or the undoing of one, until the server answers. Its mark makes
  // it count once, also if the server has recorded it and the answer was lost.
  const wait = time => new Promise(done => setTimeout(done, time));
  async function send(path, fields, what) {
    const press = crypto.getRandomValues(new Uint32Array(4)).join("-");
    let later = 0; // keys that were pressed after this one
    for (;;) {
      try {
        const answer = await ask("POST", path, { press, ...fields });
        lost = false;
        return answer;
      } catch (e) {
        if (!(e instanceof TypeError)) throw e;
        lost = true;
        later += queue.length;
        queue.length = 0;
        tell(
          `The server does not answer, and it is not known whether it has recorded your last key (${what}). ` +
            `The page sends it again until the server answers; it counts once.` +
            (later
              ? ` ${later === 1 ? "One key that was" : later + " keys that were"} pressed after it ` +
                `${later === 1 ? "does" : "do"} not count.`
              : " Keys do not count until then.") +
            " If assay has ended, start the check again: what it recorded is kept."
        );
        await wait(1000);
      }
    }
  }
  async function run() {
    if (running) return;
    running = true;
    document.body.dataset.busy = "yes";
    while (queue.length) {
      const slow = setTimeout(() => {
        if (!lost) tell("The server has not answered for five seconds. Keys are queued.");
      }, 5000);
      try {
        await queue.shift()();
        tell("");
      } catch (e) {
        queue.length = 0;
        lost = false;
        tell(
          e instanceof TypeError
            ? "The server does not answer; all decisions before are recorded. " +
              "If assay has ended, start the check again."
            : e.message
        );
      }
      clearTimeout(slow);
    }
    running = false;
    delete document.body.dataset.busy;
    if (now && now.n >= 0 && document.body.dataset.ahead === undefined) fetchAhead();
  }
  const later = task => {
    if (!lost) {
      queue.push(task);
      run();
    }
  };

  // sentence shows the words with the item between brackets, wherever it has words.
  function sentence(item) {
    const p = $("sentence"),
      text = [...(item.line || item.text || "")];
    let at = 0;
    p.replaceChildren();
    for (const [from, to, label] of item.places || []) {
      p.append(
        text.slice(at, from).join(""),
        make(
          "mark",
          {},
          make("b", { textContent: "[" }),
          text.slice(from, to).join(""),
          make("b", { textContent: "]" }),
          ...(label ? [make("sub", { textContent: label })] : [])
        )
      );
      at = to;
    }
    p.append(text.slice(at).join(""));
    const mark = p.querySelector("mark");
    if (mark) p.scrollTop = Math.max(0, mark.offsetTop - p.offsetTop - 24);
  }

  // brief leaves out the middle of many words; the sentence above has them all.
  function brief(text) {
    const words = text.split(" ");
    return text.length > 72 && words.length > 9
      ? words.slice(0, 4).join(" ") + " … " + words.slice(-4).join(" ")
      : text;
  }
  const briefly = text => text.replace(/“[^”]*”/g, q => `“${brief(q.slice(1, -1))}”`);
  function question(text) {
    const h = $("question");
    h.replaceChildren();
    text
      .split(/(“[^”]*”)/)
      .forEach(part =>
        h.append(
          /^“/.test(part)
            ? make("q", { textContent: brief(part.slice(1, -1)), title: part.slice(1, -1) })
            : part
        )
      );
  }

  // The item after the one that is shown is fetched while the judge thinks; the answer to
  // a decision then holds only what the decision changed.
  let ahead = null;
  const kind = () => judge() + "\n" + by();
  async function fetchAhead() {
    const n = now.n,
      of = kind();
    ahead = null;
    try {
      const item = await ask("GET", "api/item", { n, step: 1, next: 1 });
      if (now && now.n === n && of === kind() && item.n >= 0) {
        ahead = { item, of };
        document.body.dataset.ahead = item.n;
      }
    } catch {
      /* the next decision fetches it, or says what is wrong */
    }
  }

  function show(item) {
    now = item;
    const p = item.progress;
    $("progress").textContent = `${item.message ? item.message + " · " : ""}${p.decided} of ${p.total}`;
    $("progress").title = `${p.accepted} accepted, ${p.rejected} rejected`;
    $("bar").value = p.total ? p.decided / p.total : 1;
    $("pace").textContent = p.per_hour
      ? p.per_hour > 60
        ? `${Math.max(1, Math.round(3600 / p.per_hour))} s a decision`
        : `${Math.round(p.per_hour)} an hour`
      : "";
    $("estimate").textContent =
      (item.estimates || [])
        .map(
          e =>
            `${e.system ? e.system + " " : ""}${e.score} ${(100 * e.value).toFixed(1)} ± ${(100 * e.half).toFixed(1)}`
        )
        .join(", ") +
      (item.estimates ? (item.estimates.some(e => e.half > 0.01) ? "; stop at ± 1" : "; ± 1 is reached") : "");
    document.body.dataset.n = item.n;
    document.body.dataset.decided = p.decided;
    past(item);
    delete document.body.dataset.ahead;
    if (item.n < 0) {
      question(
        !p.total
          ? "There is nothing to decide: everything matches."
          : by() === "disputes"
            ? `Judges differ on no item that ${judge()} has not decided.`
            : "All is decided."
      );
      $("sentence").textContent = $("about").textContent = "";
      $("drawing").replaceChildren();
      $("evidence").hidden = $("whole").hidden = $("derive").hidden = $("brackets").hidden = true;
      $("note").value = "";
      keep({ item: "" });
      return;
    }
    keep({ item: item.n + 1 });
    $("note").value = drafts.has(item.n) ? drafts.get(item.n) : item.note || "";
    const pair = Draw.read(item.gold_line, item.system_line, item.text);
    sentence(item);
    const at = item.attachment;
    question(at ? at.question : item.question);
    derived();
    const said = [];
    if (item.systems)
      said.push(
        item.systems.join(", ") + (item.systems.length > 1 ? " say so" : " says so") + ", gold does not"
      );
    if (at) {
      if (at.gold) said.push("gold instead: " + briefly(at.gold));
    } else if (item.crosses) said.push("crosses gold's " + briefly(item.crosses));
    if (item.gold && !at) said.push((item.shown ? "gold: " : "gold instead: ") + briefly(item.gold));
    said.push(`sentence ${item.sentence}`);
    if (item.said) said.push("judges differ: " + item.said);
    if (item.decision) said.push("you said " + item.decision);
    $("about").textContent = said.join(" · ");
    $("evidence").hidden = !item.evidence;
    $("evidence").replaceChildren(...(item.evidence || []).map(text => make("li", { textContent: text })));
    $("like").lastChild.textContent = ` all alike (${item.like}) …`;
    const f = item.focus,
      pane = $("drawing");
    const space = () =>
      Math.max(
        300,
        document.querySelector(".foot").getBoundingClientRect().top -
          pane.getBoundingClientRect().top -
          scrollY -
          8
      );
    let room = Infinity;
    const paint = fold =>
      Draw.pair(pair, {
        width: pane.clientWidth - 16,
        height: room,
        fold,
        name: item.shown || (item.systems || ["system"]).join(", "),
        focus: f
      });
    $("whole").hidden = true;
    while (room > space()) {
      // the button may take a line more
      room = space();
      pane.style.maxHeight = room + 8 + "px";
      pane.replaceChildren(paint());
      $("whole").hidden = !pane.querySelector("[data-part]");
    }
    $("whole").onclick = () => {
      pane.replaceChildren(paint(false));
      $("whole").hidden = true;
      reveal();
    };
    reveal();
  }

  // derived lists the brackets that the attachment implies, if the judge wants to see them.
  let listed = false;
  function derived() {
    const at = now.attachment,
      n = at ? at.brackets.length : 0,
      b = $("derive");
    b.hidden = !at && !now.alone;
    b.replaceChildren(
      make("kbd", { textContent: "d" }),
      at
        ? ` ${listed ? "hide" : "show"} the ${n} brackets that it implies`
        : " ask about the attachment that implies it"
    );
    b.setAttribute("aria-expanded", String(!!at && listed));
    $("brackets").hidden = !at || !listed;
    $("brackets").replaceChildren(
      ...(at && listed ? at.brackets : []).map(x => {
        const one = make(
          "button",
          { type: "button", title: "decide it alone" },
          briefly(x.question),
          ...(x.decision ? [make("b", { textContent: " you said " + x.decision })] : [])
        );
        one.addEventListener("click", () => later(() => go(x.n, { alone: 1 })));
        return make("li", {}, one);
      })
    );
  }
  function derive() {
    if (!now || now.n < 0) return;
    if (now.alone) later(() => go(now.n));
    else if (now.attachment) {
      listed = !listed;
      draft();
      later(async () => show(now));
    }
  }

  // reveal scrolls the pane to the item.
  function reveal() {
    const pane = $("drawing"),
      box =
        pane.querySelector("rect.focus, path.focus, text.focus") ||
        [...pane.querySelectorAll("rect.tint")].pop();
    pane.scrollTo(0, 0);
    if (!box) return;
    const at = box.getBoundingClientRect(),
      view = pane.getBoundingClientRect();
    if (at.right > view.right) pane.scrollLeft = at.left - view.left - pane.clientWidth / 2;
    if (at.bottom > view.bottom) pane.scrollTop = at.top - view.top - pane.clientHeight / 2;
  }

  function past(item) {
    $("history").replaceChildren(
      ...item.history.map(h => {
        const b = make(
          "button",
          { type: "button", title: h.words },
          make("b", {
            textContent:
              `${{ accept: "✓", reject: "✕", unsure: "?" }[h.decision] || "·"} ` +
              `${h.decision || "open"}${h.items > 1 ? " × " + h.items : ""}`
          }),
          make("span", { textContent: h.words })
        );
        b.addEventListener("click", () => later(() => go(h.n)));
        return make("li", {}, b);
      })
    );
  }

  const go = async (n, more) => show(await ask("GET", "api/item", { n, ...more }));
  const step = by =>
    later(async () => {
      if (now && now.n >= 0) {
        draft();
        show(await ask("GET", "api/item", { n: now.n, step: by }));
      }
    });
  const next = n => later(async () => show(await ask("GET", "api/item", { n, next: 1 })));
  const first = () => later(async () => show(await ask("GET", "api/item", { n: 0, next: 1, first: 1 })));
  function draft() {
    if (now && now.n >= 0) {
      if ($("note").value !== (now.note || "")) drafts.set(now.n, $("note").value);
    }
  }

  // decide works on the item that is shown when its turn comes.
  const decide = decision =>
    later(async () => {
      if (now && now.n >= 0) await post(now.n, now.item, decision, [], !!now.attachment);
    });
  async function post(n, item, decision, also, whole) {
    const have = ahead && ahead.of === kind() ? ahead.item : null;
    const answer = await send(
      "api/decide",
      {
        n,
        item,
        decision,
        note: n === now.n ? $("note").value : "",
        also: also.join(","),
        ...(whole ? { whole: 1 } : {}),
        ...(have ? { ahead: have.n } : {})
      },
      decision
    );
    drafts.delete(n);
    // all that a decision changes
    const { n: shown, total, like, decision: held, note, said, history, progress, estimates, message } = answer;
    show(
      answer.ahead
        ? { ...have, n: shown, total, like, decision: held, note, said, history, progress, estimates, message }
        : answer
    );
  }

  // all lists the items that are alike; Enter writes those with a tick.
  let alike = [];
  const all = decision =>
    later(async () => {
      if (!now || now.n < 0) return;
      draft();
      const data = await ask("GET", "api/alike", { n: now.n });
      alike = data.items;
      $("h-list").textContent = `${decision === "accept" ? "Accept" : "Reject"} these, all alike`;
      $("group").textContent = `${data.group}. Enter writes one decision for each with a tick.`;
      $("rows").replaceChildren(
        ...alike.map((x, i) =>
          make(
            "label",
            {},
            make("input", {
              type: "checkbox",
              checked: x.n === now.n || x.question === now.question,
              value: i
            }),
            make("span", { textContent: x.sentence, title: "sentence " + x.sentence }),
            make(
              "span",
              { dir: "auto", title: x.question },
              x.before,
              ...(x.words ? [make("mark", { textContent: x.words })] : []),
              x.after
            )
          )
        )
      );
      const count = () =>
        $("write").replaceChildren(
          make("kbd", { textContent: "Enter" }),
          ` ${decision} ${$("rows").querySelectorAll("input:checked").length}`
        );
      $("rows").onchange = count;
      for (const [id, on] of [
        ["tickall", true],
        ["ticknone", false]
      ])
        $(id).onclick = () => {
          for (const e of $("rows").querySelectorAll("input")) e.checked = on;
          count();
          $("write").focus();
        };
      count();
      $("list").dataset.decision = decision;
      $("list").showModal();
      $("write").focus();
    });
  function write() {
    if (!$("list").open) return;
    const chosen = [...$("rows").querySelectorAll("input:checked")].map(e => alike[+e.value]),
      decision = $("list").dataset.decision;
    $("list").close();
    if (!chosen.length) return;
    const first = chosen.find(x => x.n === now.n) || chosen[0];
    later(() =>
      post(
        first.n,
        first.item,
        decision,
        chosen.map(x => x.n)
      )
    );
  }

  const keys = {
    a: () => decide("accept"),
    r: () => decide("reject"),
    u: () => decide("unsure"),
    A: () => all("accept"),
    R: () => all("reject"),
    s: () => step(1),
    b: () => step(-1),
    d: derive,
    z: () => later(async () => show(await send("api/undo", {}, "undo"))),
    n: () => setTimeout(() => $("note").focus()),
    "?": () => $("help").showModal()
  };
  document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    const dialog = document.querySelector("dialog[open]");
    if (dialog) {
      // Escape closes it by itself
      if (e.key === "Enter" && dialog.id === "list" && e.target.id !== "leave") {
        write();
        e.preventDefault();
      }
      if (e.key === "?" && dialog.id === "help") {
        dialog.close();
        e.preventDefault();
      }
      return;
    }
    if (/INPUT|SELECT|TEXTAREA/.test(e.target.tagName)) {
      if (e.target.id !== "name" && (e.key === "Escape" || e.key === "Enter")) e.target.blur();
      return;
    }
    if (e.repeat || !judge()) return;
    // Shift makes A of a; Caps Lock does not.
    const key = /^[a-z]$/i.test(e.key) ? (e.shiftKey ? e.key.toUpperCase() : e.key.toLowerCase()) : e.key;
    if (keys[key]) {
      e.preventDefault();
      keys[key]();
    }
  });
  for (const b of document.querySelectorAll("[data-key]"))
    b.addEventListener("click", () => {
      if (judge()) keys[b.dataset.key]();
    });
  $("write").addEventListener("click", write);
  $("leave").addEventListener("click", () => $("list").close());
  for (const b of document.querySelectorAll("[data-close]"))
    b.addEventListener("click", () => b.closest("dialog").close());
  $("note").addEventListener("input", draft);
  $("by").addEventListener("change", () => {
    keep({ by: $("by").value });
    $("by").blur();
    if (by() === "disputes") next(now && now.n >= 0 ? now.n : 0);
    else if (/score|suspicion|interval/.test(by()) || !now || now.n < 0) {
      draft();
      first();
    } // the most important ones first
    else fetchAhead();
  });
  $("judge").addEventListener("change", () => {
    const name = $("judge").value.trim();
    if (name) {
      keep({ judge: name });
      drafts.clear();
      next(now && now.n >= 0 ? now.n : 0);
    } else $("judge").value = judge();
  });

  const number = v => (v === null ? "n/a" : typeof v === "number" && !Number.isInteger(v) ? v.toFixed(3) : v);
  function table(rows, keys) {
    const t = make("table"),
      head = t.createTHead().insertRow(),
      body = t.createTBody();
    for (const k of keys) head.append(make("th", { scope: "col", textContent: k }));
    for (const r of rows) {
      const tr = body.insertRow();
      for (const k of keys) {
        const td = tr.insertCell();
        if (k === "question" && r.n >= 0) {
          // the item can be seen and decided again
          const b = make("button", { type: "button", textContent: r[k] });
          b.addEventListener("click", () => {
            $("judges").close();
            later(() => go(r.n, { said: 1 }));
          });
          td.append(b);
        } else td.textContent = number(r[k]);
      }
    }
    return t;
  }
  $("agree").addEventListener("click", async () => {
    try {
      const data = await read(await fetch("api/agreement"));
      $("agreement").replaceChildren(
        ...(data.none
          ? [make("p", { textContent: data.none[0].toUpperCase() + data.none.slice(1) + "." })]
          : [
              table(data.agreement, Object.keys(data.agreement[0])),
              make("h3", {
                textContent: data.disagreements.length
                  ? `Items on which judges differ: ${data.disagreements.length}`
                  : "Judges differ on no item."
              }),
              ...(data.disagreements.length
                ? [table(data.disagreements, ["question", "sentence", "decisions", "majority"])]
                : [])
            ])
      );
      $("settle").hidden = !(data.disagreements || []).length;
      $("judges").showModal();
    } catch (e) {
      tell(e instanceof TypeError ? "the server does not answer" : e.message);
    }
  });
  $("settle").addEventListener("click", () => {
    $("judges").close();
    $("by").value = "disputes";
    $("by").dispatchEvent(new Event("change"));
  });

  function begin() {
    const a = address(),
      name = a.judge || document.body.dataset.judge;
    if (!name) {
      // nobody decides under a name that was not given
      $("who").hidden = false;
      $("task").hidden = true;
      document.body.classList.add("asking");
      $("name").focus();
      return;
    }
    $("who").hidden = true;
    $("task").hidden = false;
    document.body.classList.remove("asking");
    keep({ judge: name });
    $("judge").value = name;
    $("by").value = by();
    if (+a.item > 0) later(() => go(+a.item - 1));
    else first();
  }
  $("who").addEventListener("submit", e => {
    e.preventDefault();
    keep({ judge: $("name").value.trim() });
    begin();
  });
  addEventListener("hashchange", begin);
  begin();
})();

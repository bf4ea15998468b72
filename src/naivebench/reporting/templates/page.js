(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement;
  const groupOf = {};
  for (const [group, methods] of Object.entries(GROUPS)) for (const method of methods) groupOf[method] = group;

  // The state of the view lives in the URL hash: metric, protocol, q, kind, group (those hidden), sort.<table>, filter.<table>, at.
  let state = {};
  const read = () => {
    const text = location.hash.slice(1);
    if (!text.includes("=")) return text ? { at: decodeURIComponent(text) } : {};
    return Object.fromEntries(new URLSearchParams(text));
  };
  const write = (push = false) => {
    const kept = Object.entries(state).filter(([k, v]) => v && !(k in PRIMARY && v === PRIMARY[k]));
    const only = kept.length === 1 && kept[0][0] === "at";
    const hash = kept.length ? "#" + (only ? encodeURIComponent(state.at) : new URLSearchParams(kept)) : " ";
    const url = hash === " " ? location.pathname + location.search : hash;
    try { history[push ? "pushState" : "replaceState"](null, "", url); } catch { location.hash = hash.trim(); }
  };
  const set = (key, value) => { if (value) state[key] = value; else delete state[key]; write(); };
  const chosen = (key) => state[key] || PRIMARY[key];

  // Sorting
  const value = (cell) => {
    if (!cell) return null;
    if (!("v" in cell.dataset)) return cell.classList.contains("t") ? cell.textContent.trim().toLowerCase() : Number(cell.textContent);
    if (cell.dataset.v === "") return null;
    return cell.dataset.v === "inf" ? Infinity : cell.dataset.v === "-inf" ? -Infinity : Number(cell.dataset.v);
  };
  const compare = (a, b) => (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true }));
  const sort = (table, key, direction) => {
    const heads = $$("thead th", table);
    const column = heads.findIndex((th) => th.dataset.key === key);
    heads.forEach((th) => th.removeAttribute("aria-sort"));
    const body = table.tBodies[0];
    const rows = [...body.rows];
    rows.forEach((row, i) => { row.dataset.i ??= i; });
    if (column < 0) rows.sort((a, b) => a.dataset.i - b.dataset.i);
    else {
      heads[column].setAttribute("aria-sort", direction === "d" ? "descending" : "ascending");
      const keyed = rows.map((row) => [value(row.cells[column]), row]);
      keyed.sort(([a, x], [b, y]) => {
        if (a === null || b === null) return (a === null) - (b === null) || x.dataset.i - y.dataset.i;
        return (direction === "d" ? compare(b, a) : compare(a, b)) || x.dataset.i - y.dataset.i;
      });
      rows.splice(0, rows.length, ...keyed.map(([, row]) => row));
    }
    body.append(...rows);
  };

  // Filtering: groups of methods, kind of data, search, and the filter of the table itself
  const hiddenGroups = () => new Set((state.group || "").split("|").filter(Boolean));
  const allowed = (element, groups) => {
    const { m, d } = element.dataset;
    if (m && groups.has(groupOf[m])) return false;
    return !(d && state.kind && KINDS[d] !== state.kind && d in KINDS);
  };
  const columns = (table, groups) => {
    const heads = $$("thead th", table);
    const marked = heads.map((th, i) => [th, i]).filter(([th]) => th.dataset.m);
    if (!marked.length) return;
    const hide = new Map(marked.map(([th, i]) => [i, groups.has(groupOf[th.dataset.m])]));
    for (const row of table.rows) hide.forEach((off, i) => { row.cells[i].hidden = off; });
  };
  const filter = (box) => {
    const table = $("table.data", box);
    const words = [state["filter." + box.dataset.table], box.closest(".card") ? "" : state.q].map((w) => (w || "").toLowerCase());
    const groups = hiddenGroups();
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const searched = row.dataset.d || row.dataset.m ? words : words.slice(0, 1);
      const text = searched.some(Boolean) ? row.textContent.toLowerCase() : "";
      row.hidden = !allowed(row, groups) || searched.some((w) => w && !text.includes(w));
      shown += !row.hidden;
    }
    columns(table, groups);
    const total = table.tBodies[0].rows.length;
    const count = $(".count", box);
    if (count) count.textContent = (shown === total ? "" : `${shown} of `) + (total === 1 ? "1 row" : `${total} rows`);
  };

  // Views: the same table for another protocol or metric, taken from a template
  const show = (box) => {
    const view = $(".view", box);
    box.views ??= new Map([[view.dataset.protocol + "|" + view.dataset.metric, [...view.childNodes]]]);
    const wanted = chosen("protocol") + "|" + chosen("metric");
    const template = $$("template", box).find((t) => t.dataset.protocol + "|" + t.dataset.metric === wanted);
    if (template && !box.views.has(wanted)) box.views.set(wanted, [...template.content.cloneNode(true).childNodes]);
    const found = box.views.get(wanted);
    view.replaceChildren(...(found || [...box.views.values()][0]));
    $(".note", box)?.remove();
    if (!found) {
      const note = document.createElement("span");
      note.className = "note";
      note.textContent = `not there for ${chosen("protocol")}, ${chosen("metric")}: shown for another choice`;
      $(".tools", box).append(note);
    }
  };

  const download = (box) => {
    const quote = (text) => (/[",\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text);
    const lines = [...$("table.data", box).rows].filter((row) => !row.hidden).map((row) => [...row.cells].filter((c) => !c.hidden).map((c) => quote(
      c.dataset.key ?? c.dataset.v ?? c.textContent.trim())).join(","));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" }));
    link.download = box.dataset.table + ".csv";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  const dress = (box) => {
    if (box.dressed) return;
    box.dressed = true;
    const tools = $(".tools", box);
    const input = Object.assign(document.createElement("input"), { type: "search", placeholder: "Filter rows" });
    input.setAttribute("aria-label", "Filter the rows of " + box.dataset.table);
    input.addEventListener("input", () => { set("filter." + box.dataset.table, input.value); filter(box); });
    const count = Object.assign(document.createElement("span"), { className: "count" });
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: "Save rows", title: "Save the rows shown as CSV" });
    button.addEventListener("click", () => download(box));
    tools.append(input, count, button);
  };
  const refresh = (box) => {
    dress(box);
    if ("views" in box.dataset) show(box);
    const input = $(".tools input", box);
    const wanted = state["filter." + box.dataset.table] || "";
    if (input.value !== wanted) input.value = wanted;
    const table = $("table.data", box);
    const [key, direction] = (state["sort." + box.dataset.table] || "").split(":");
    const mark = key ? key + ":" + direction : "";
    if ((table.dataset.sorted || "") !== mark) { sort(table, key, direction); table.dataset.sorted = mark; }
    filter(box);
  };
  const visible = (box) => !box.closest("details:not([open])");

  const cards = () => {
    const groups = hiddenGroups();
    const word = (state.q || "").toLowerCase();
    for (const card of $$(".card")) {
      const text = $("summary", card).textContent.toLowerCase();
      card.hidden = !allowed(card, groups) || (word && !text.includes(word));
    }
  };
  const update = () => {
    $$(".table").filter(visible).forEach(refresh);
    cards();
    $("#reset").hidden = !Object.keys(state).some((k) => k !== "at");
  };
  const controls = () => {
    for (const id of ["metric", "protocol"]) $("#" + id).value = chosen(id);
    $("#kind").value = state.kind || "";
    if ($("#q").value !== (state.q || "")) $("#q").value = state.q || "";
    const off = hiddenGroups();
    $$("[name=group]").forEach((box) => { box.checked = !off.has(box.value); });
  };
  const goTo = (id) => {
    const target = id && document.getElementById(id);
    if (!target) return;
    for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
    target.hidden = false;
    target.scrollIntoView();
    setTimeout(() => target.scrollIntoView(), 60); // what was off screen has its true height only now
  };

  document.addEventListener("click", (event) => {
    const head = event.target.closest(".data thead button");
    if (head) {
      const th = head.closest("th");
      const box = head.closest(".table");
      const numeric = $$("tbody tr", box).some((row) => typeof value(row.cells[th.cellIndex]) === "number");
      const order = numeric ? ["descending", "ascending"] : ["ascending", "descending"];
      const next = order[order.indexOf(th.getAttribute("aria-sort")) + 1];
      set("sort." + box.dataset.table, next ? `${th.dataset.key}:${next[0]}` : "");
      refresh(box);
      $("#reset").hidden = false;
      $("#live").textContent = next ? `${box.dataset.table}: sorted by ${head.textContent.trim()}, ${next}` : `${box.dataset.table}: original order`;
      return;
    }
    const link = event.target.closest('a[href^="#"]');
    if (link && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      state.at = decodeURIComponent(link.hash.slice(1));
      write(true);
      goTo(state.at);
    }
  });
  document.addEventListener("toggle", (event) => {
    if (event.target.open) $$(".table", event.target).filter(visible).forEach(refresh);
  }, true);
  for (const id of ["metric", "protocol", "kind"]) $("#" + id).addEventListener("change", (e) => { set(id, e.target.value); update(); });
  $("#q").addEventListener("input", (e) => { set("q", e.target.value); update(); });
  $$("[name=group]").forEach((box) => box.addEventListener("change", () => {
    set("group", $$("[name=group]").filter((b) => !b.checked).map((b) => b.value).join("|"));
    update();
  }));
  $("#reset").addEventListener("click", () => { state = {}; write(); controls(); update(); });
  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey) { event.preventDefault(); $("#q").focus(); }
    if (event.key === "Escape" && event.target.type === "search") { event.target.value = ""; event.target.dispatchEvent(new Event("input", { bubbles: true })); }
  });
  $("#theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    try { localStorage.setItem("naivebench-theme", root.dataset.theme); } catch { /* no storage: the choice lasts as long as the page */ }
  });
  try { const kept = localStorage.getItem("naivebench-theme"); if (kept) root.dataset.theme = kept; } catch { /* no storage */ }
  const closed = [];
  addEventListener("beforeprint", () => $$("details:not([open])").forEach((d) => { d.open = true; closed.push(d); }));
  addEventListener("afterprint", () => closed.splice(0).forEach((d) => { d.open = false; }));
  const follow = () => { state = read(); controls(); update(); goTo(state.at); };
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  follow();
})();

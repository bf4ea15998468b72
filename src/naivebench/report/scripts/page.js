// The page: tabs, tables, search, keys, and the state of the view in its address.

import { hashOf, parsed } from "./address.js";
import * as claims from "./claims.js";
import { chooseColumns } from "./columns.js";
import { load } from "./computing.js";
import { loaded } from "./data.js";
import { $, $$, nodes, targetOf } from "./dom.js";
import * as explorer from "./explorer.js";
import { given } from "./from_python.js";
import { heatMap } from "./heat_map.js";
import * as leaderboard from "./leaderboard.js";
import { makeReachable } from "./origin.js";
import * as packed from "./packed.js";
import { draw, grow, piece, rowsOf, sort, total, value } from "./rows.js";
import { hideHits, keyInSearch, offer } from "./search.js";
import "./save.js";
import "./tips.js";
import { absent as absentText, untouched } from "./selection.js";
import { fillMenu } from "./table_menu.js";
import * as versus from "./versus.js";

const root = document.documentElement;
const panel = $("#choices");
const groupOf = {};
for (const [group, methods] of Object.entries(given.groups))
  for (const method of methods) groupOf[method] = group;

// The state of the view is kept in the address (address.js)
let state = {};
let followed = ""; // the address that the page shows
const write = (push = false) => {
  const hash = hashOf(state);
  const url = hash || location.pathname + location.search;
  try {
    history[push ? "pushState" : "replaceState"](null, "", url);
  } catch {
    location.hash = hash;
  }
  followed = location.href;
};
const set = (key, value, push = false) => {
  if (value) state[key] = value;
  else delete state[key];
  write(push);
};
const chosen = (key) => state[key] || given.primary[key];

// Pages: one section at a time, the header with the first one. An entry of the navigation shows its pages
// while one of them is open.
const sections = $$("main > section");
const tabs = $$(".tabs a");
const pageTabs = tabs.filter((tab) => tab.id); // an entry of several pages has another link to the first one
const tabOf = (id) => document.getElementById("tab-" + id);
const entries = $$(".tabs > li");
let current = "";
const sectionOf = (id) =>
  (id &&
    (document.getElementById(id)?.closest("main > section") ||
      document.getElementById(packed.sectionOf(id) ?? ""))) ||
  sections[0];
const open = (section) => {
  if (current === section.id) return;
  current = section.id;
  $("#main").dataset.tab = current;
  for (const other of sections) other.classList.toggle("on", other === section);
  const tab = tabOf(current);
  for (const other of tabs) other.removeAttribute("aria-current");
  tab.setAttribute("aria-current", "page");
  for (const entry of entries) entry.classList.toggle("open", entry.contains(tab));
  for (const list of [tab.closest("ul"), $(".tabs")]) {
    const item = [...list.children].find((child) => child.contains(tab));
    list.scrollTo({ left: item.offsetLeft - 40 });
  }
  scrollTo({ top: 0, behavior: "instant" });
};
for (const section of sections) section.setAttribute("aria-labelledby", "tab-" + section.id);

// Filtering: groups of methods, kind of data, protocol and metric where a table has them as columns,
// search, the table's own filter
const hiddenGroups = () => new Set((state.group || "").split("|").filter(Boolean));
const allowed = (element, groups) => {
  const { m, d } = element.dataset;
  if (m && groups.has(groupOf[m])) return false;
  return !(d && state.kind && given.kinds[d] !== state.kind && d in given.kinds);
};
const chosenRows = (table, rows) => {
  // A protocol or metric narrows a table only if the table has rows of it: elsewhere the choice says nothing.
  const heads = $$("thead th", table);
  const tests = [];
  for (const key of ["protocol", "metric"]) {
    const column = state[key] ? heads.findIndex((th) => th.dataset.key === key) : -1;
    const fits = (row) => row.cells[column].textContent.trim() === state[key];
    if (column >= 0 && rows.some(fits)) tests.push(fits);
  }
  const first = heads.findIndex((th) => th.dataset.key === "a");
  const groups = hiddenGroups();
  if (first >= 0 && groups.size)
    tests.push((row) => !groups.has(groupOf[$("a", row.cells[first])?.textContent]));
  return (row) => tests.every((test) => test(row));
};
const filter = (box) => {
  const table = $("table.data", box);
  if (!table) return;
  const words = [state["filter." + box.dataset.table], box.closest(".card") ? "" : state.q].map((w) =>
    (w || "").toLowerCase(),
  );
  const groups = hiddenGroups(),
    asked = words.some(Boolean) || groups.size || ["kind", "protocol", "metric"].some((key) => state[key]);
  let rows = table.order ?? (asked || box.dataset.all ? rowsOf(table) : table.all);
  const of = total(table);
  if (asked) {
    const fits = chosenRows(table, rows);
    const searchable =
      words[1] && rows.some((row) => (row.dataset.d || row.dataset.m || "").toLowerCase().includes(words[1]));
    const searched = (searchable ? words : words.slice(0, 1)).filter(Boolean);
    rows = rows.filter((row) => {
      const text = searched.length ? row.textContent.toLowerCase() : "";
      return allowed(row, groups) && fits(row) && searched.every((w) => text.includes(w));
    });
  }
  const shown = asked ? rows.length : of,
    limit = box.dataset.all ? Infinity : given.rows;
  table.fitting = rows;
  draw(table, rows.slice(0, limit));
  $(".count", box).textContent =
    (shown === of ? "" : `${shown} of `) +
    (of === 1 ? "1 row" : `${of} rows`) +
    (shown > limit ? `, the first ${limit} here` : "");
  $(".all", box).hidden = shown <= limit;
  box.classList.toggle("long", of > given.few || Boolean(words[0]));
  if ($("script.rest", table.parentElement))
    packed.idle(() => {
      piece(table);
      filter(box);
    });
};

// Views: the same table for another protocol or metric, from the text that the page keeps of it or made
// from the scores; a sentence where there is none.
const absent = (box) => {
  const there = [
    ...box.views.keys(),
    ...$$("script", box).map((t) => t.dataset.protocol + "|" + t.dataset.metric),
  ].map((key) => key.split("|"));
  return [
    Object.assign(document.createElement("p"), {
      className: "warning",
      textContent: absentText(chosen("protocol"), chosen("metric"), there),
    }),
  ];
};
const htmlOf = (box, wanted) => {
  const text = $$("script", box).find((t) => t.dataset.protocol + "|" + t.dataset.metric === wanted);
  if (text) return packed.textOf(text);
  return box.dataset.table === "scores" && loaded() ? heatMap(...wanted.split("|")) : null;
};
const show = (box) => {
  const view = $(".view", box);
  box.views ??= new Map([[view.dataset.protocol + "|" + view.dataset.metric, [...view.childNodes]]]);
  const wanted = chosen("protocol") + "|" + chosen("metric");
  if (!box.views.has(wanted)) {
    const html = htmlOf(box, wanted);
    if (html) {
      box.views.set(wanted, nodes(html));
    }
  }
  const found =
    box.views.get(wanted) ?? (state.metric || state.protocol ? absent(box) : [...box.views.values()][0]);
  if (view.firstChild !== found[0]) view.replaceChildren(...found);
};

const dress = (box) => {
  if (box.dressed) return;
  box.dressed = true;
  const tools = $(".tools", box);
  const input = Object.assign(document.createElement("input"), {
    type: "search",
    placeholder: "Filter rows",
  });
  input.setAttribute("aria-label", "Filter the rows of " + box.dataset.table);
  input.addEventListener("input", () => {
    set("filter." + box.dataset.table, input.value);
    filter(box);
    changed();
  });
  const count = Object.assign(document.createElement("span"), { className: "count" });
  const all = Object.assign(document.createElement("button"), {
    type: "button",
    className: "all",
    textContent: "All rows",
    hidden: true,
  });
  all.addEventListener("click", () => {
    box.dataset.all = "yes";
    filter(box);
  });
  tools.append(input, count, all);
  fillMenu(box);
};
const refresh = (box) => {
  dress(box);
  if ("views" in box.dataset) show(box);
  const input = $(".tools input", box);
  const wanted = state["filter." + box.dataset.table] || "";
  if (input.value !== wanted) input.value = wanted;
  const table = $("table.data", box);
  $(".bar", box).hidden = !table; // nothing to count, to filter or to save
  if (!table) return;
  if (!table.all) {
    table.all = [...table.tBodies[0].rows];
    if (document.readyState === "complete" && table.all.length > given.first)
      table.tBodies[0].replaceChildren(...table.all.slice(0, given.first)); // else it is drawn already
  }
  const [key, direction] = (state["sort." + box.dataset.table] || "").split(":");
  const mark = key ? key + ":" + direction : "";
  if ((table.dataset.sorted || "") !== mark) {
    sort(table, key, direction);
    table.dataset.sorted = mark;
  }
  filter(box);
  if (table.matches(".heat")) makeReachable(table);
  const hide = "hide." + box.dataset.table,
    groups = hiddenGroups();
  chooseColumns(
    box,
    () => (state[hide] || "").split("|"),
    (th) => groups.has(groupOf[th.dataset.m]),
    (keys) => {
      set(hide, keys.filter(Boolean).join("|"));
      changed();
    },
  );
};
const visible = (box) => !box.closest("details:not([open])") && box.closest("section.on");

const cards = () => {
  const groups = hiddenGroups();
  const word = (state.q || "").toLowerCase();
  for (const section of $$("section.on")) {
    const found = $$(".card", section).map((card) => [card, $("summary", card).textContent.toLowerCase()]);
    const searched = word && found.some(([, text]) => text.includes(word));
    for (const [card, text] of found)
      card.hidden = !allowed(card, groups) || (searched && !text.includes(word));
  }
};
const changed = () => {
  const view = Object.keys(state).filter((k) => k !== "at");
  $("#reset").hidden = !view.length;
  for (const mark of $$(".active")) mark.textContent = view.length ? `(${view.length})` : "";
};
// for what is chosen, or without anything to choose
const RECOMPUTED = ["ranking", "leaderboard", "versus", "glossary", "provenance"];
const AT_ONCE = 2; // tables that are ready in the first picture of a tab, where nothing is chosen
let waiting = [];
const later = (boxes) => {
  waiting = boxes;
  if (!boxes.length) return;
  packed.idle(() => {
    if (waiting !== boxes) return;
    const [box, ...others] = boxes;
    if (visible(box)) refresh(box);
    later(others);
  });
};
const update = () => {
  const boxes = $$("section.on .table").filter(visible),
    asked = Object.keys(state).some((key) => key !== "at") || boxes.every((box) => box.dressed),
    first = asked ? boxes.length : AT_ONCE;
  boxes.slice(0, first).forEach(refresh);
  later(boxes.slice(first));
  cards();
  changed();
  $("#main").toggleAttribute("data-chosen", !untouched(state));
  $("#whole").hidden = untouched(state) || RECOMPUTED.includes(current);
  if (!panel.hidden) explorer.offered(state);
  if (current === "ranking") explorer.update();
  if (current === "leaderboard") leaderboard.update();
  if (current === "versus") versus.update();
  if (current === "claims") claims.update(state);
  if (current === "scores" && !loaded() && (state.metric || state.protocol)) load().then(update);
};
const controls = () => {
  for (const id of ["metric", "protocol", "kind"]) $("#" + id).value = state[id] || "";
  if ($("#q").value !== (state.q || "")) $("#q").value = state.q || "";
  const off = hiddenGroups();
  $$("[name=group]").forEach((box) => {
    box.checked = !off.has(box.value);
  });
};
let going = 0;
const small = matchMedia("(max-width: 1023px)"); // where the ranking begins below the first screen
const goTo = async (id, top) => {
  const section = sectionOf(id),
    mine = ++going;
  const opened = current !== section.id || "packed" in section.dataset;
  open(section);
  if ("packed" in section.dataset) await packed.fill(section);
  if (mine !== going) return;
  if (opened) update();
  const named = id && (document.getElementById(id) ?? (await packed.reach(id)));
  const target = named?.matches(".first") && small.matches && !top ? $("#ranked") : named;
  if (mine !== going) return;
  if (!target || target === section || id === "top") {
    if (id) scrollTo({ top: 0, behavior: "instant" });
    return;
  }
  if (target.matches(".card")) await packed.unfold(target);
  for (let e = target; e; e = e.parentElement) if (e.tagName === "DETAILS") e.open = true;
  claims.reveal(target);
  target.hidden = false;
  target.scrollIntoView({ behavior: "instant" });
  // what was off screen has its true height only now
  setTimeout(() => target.scrollIntoView({ behavior: "instant" }), 60);
};
// Move the focus to the target of a link
const focusOn = (target) => {
  if (!target) return;
  const place = target.matches("details") ? $("summary", target) : target;
  if (place === target) target.tabIndex = -1;
  place.focus({ preventScroll: true });
};
const visit = (text, top = false) => {
  // top: as a tab does, which opens a section at its beginning
  state = text.includes("=") ? { ...state, ...parsed(text, given.primary) } : { ...state, at: text };
  write(true);
  return follow(false, top);
};

const pages = () =>
  pageTabs.map((tab) => ({
    id: tab.hash.slice(1),
    kind: "page",
    name: tab.firstChild.textContent,
    more: $("a", tab.closest(".tabs > li")).firstChild.textContent, // its entry
  }));

document.addEventListener("click", (event) => {
  const head = targetOf(event).closest(".data thead button");
  if (head) {
    const th = head.closest("th");
    const box = head.closest(".table");
    const numeric = rowsOf($("table.data", box)).some(
      (row) => typeof value(row.cells[th.cellIndex]) === "number",
    );
    const order = numeric ? ["descending", "ascending"] : ["ascending", "descending"];
    const next = order[order.indexOf(th.getAttribute("aria-sort")) + 1];
    set("sort." + box.dataset.table, next ? `${th.dataset.key}:${next[0]}` : "");
    refresh(box);
    changed();
    $("#live").textContent = next
      ? `${box.dataset.table}: sorted by ${head.textContent.trim()}, ${next}`
      : `${box.dataset.table}: original order`;
    return;
  }
  const link = targetOf(event).closest('a[href^="#"]');
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    if (link.classList.contains("skip")) {
      $("#main").focus();
      return;
    }
    if (link.closest("#hits")) {
      set("q", "");
      controls();
      update();
      hideHits();
    }
    const to = link.getAttribute("href").slice(1),
      there = visit(to.includes("=") ? to : decodeURIComponent(to), tabs.includes(link));
    if (!tabs.includes(link)) there.then(() => focusOn(document.getElementById(state.at)));
  } else if (!targetOf(event).closest("#q, #hits")) hideHits();
});
document.addEventListener(
  "toggle",
  async (event) => {
    const target = targetOf(event);
    if (target.open) await packed.unfold(target);
    if (target.open) $$(".table", target).filter(visible).forEach(refresh);
  },
  true,
);
for (const id of ["metric", "protocol", "kind"])
  $("#" + id).addEventListener("change", (e) => {
    set(id, targetOf(e).value, true);
    update();
  });
$("#q").addEventListener("input", (e) => {
  set("q", targetOf(e).value);
  update();
  offer(pages());
});
for (const box of $$("[name=group]")) {
  box.addEventListener("change", () => {
    const off = $$("[name=group]").filter((b) => !b.checked);
    set("group", off.map((b) => b.value).join("|"), true);
    update();
  });
}
$("#reset").addEventListener("click", () => {
  state = state.at ? { at: state.at } : {};
  write(true);
  controls();
  update();
});

// Keyboard
const step = (list, from, key) => {
  const moves = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
  if (key === "Home") return list[0];
  if (key === "End") return list.at(-1);
  return key in moves ? list[(list.indexOf(from) + moves[key] + list.length) % list.length] : null;
};
const keyOnTab = (event, tab) => {
  const page = tabOf(tab.hash.slice(1)),
    next = step(pageTabs, page, event.key) ?? page;
  if (next === page && event.key !== " ") return;
  event.preventDefault();
  visit(next.hash.slice(1), true);
  next.focus({ preventScroll: true });
};
document.addEventListener("keydown", (event) => {
  const typing =
    /^(INPUT|SELECT|TEXTAREA)$/.test(targetOf(event).tagName) && targetOf(event).type !== "checkbox";
  const tab = targetOf(event).closest?.(".tabs a");
  if (tab && !event.ctrlKey && !event.metaKey && !event.altKey) keyOnTab(event, tab);
  if (targetOf(event).closest?.("#q, #hits")) keyInSearch(event);
  if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    $("#q").focus();
  }
  if (event.key !== "Escape") return;
  hideHits();
  if (targetOf(event).closest?.("#choices")) choices(false);
  if (targetOf(event).closest?.("#hits")) $("#q").focus();
  else if (targetOf(event).type === "search") {
    if (targetOf(event).value) {
      targetOf(event).value = "";
      targetOf(event).dispatchEvent(new Event("input", { bubbles: true }));
    } else targetOf(event).blur();
  }
});

// The comparison is changed in a panel next to the page
let opener = null; // the button that focus goes back to
const choices = (shown) => {
  panel.hidden = !shown;
  for (const button of $$("[data-opens]")) button.setAttribute("aria-expanded", String(shown));
  if (shown) {
    $("#choices-close").focus();
    explorer.offered(state);
  } else opener?.focus();
};
for (const button of $$("[data-opens]"))
  button.addEventListener("click", () => {
    opener = button;
    choices(panel.hidden);
  });
$("#choices-close").addEventListener("click", () => choices(false));

// Light and dark theme; printing shows the open parts
$("#theme").addEventListener("click", () => {
  const dark = root.dataset.theme
    ? root.dataset.theme === "dark"
    : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try {
    localStorage.setItem("naivebench-theme", root.dataset.theme);
  } catch {
    /* no storage: the choice lasts as long as the page */
  }
});
try {
  const kept = localStorage.getItem("naivebench-theme");
  if (kept) root.dataset.theme = kept;
} catch {
  /* no storage */
}
addEventListener("beforeprint", () => {
  packed.drawAll($("section.on"));
  for (const box of $$(".table").filter(visible)) {
    const table = $("table.data", box);
    if (table) rowsOf(table);
    refresh(box);
    if (table) grow(table, Infinity);
  }
});

const follow = (fresh = true, top = false) => {
  followed = location.href;
  if (fresh) state = parsed(location.hash.slice(1), given.primary);
  controls();
  const section = sectionOf(state.at),
    same = current === section.id;
  open(section);
  if (same || !("packed" in section.dataset)) update();
  return state.at ? goTo(state.at, top) : Promise.resolve();
};
const app = {
  state: () => state,
  refresh,
  set: (changes, push = true) => {
    for (const [key, text] of Object.entries(changes)) {
      if (text) state[key] = text;
      else delete state[key];
    }
    write(push);
    controls();
    update();
  },
};
explorer.listen(app);
leaderboard.listen(app);
versus.listen(app);
claims.listen(app);
// Both events report a change of the address; it is handled once.
for (const name of ["popstate", "hashchange"])
  addEventListener(name, () => {
    if (location.href !== followed) follow();
  });
follow();

// The first tab, rebuilt for any choice of methods, data sets, metric and protocol. The choice is part of
// the state of the page.
import { compute, load } from "./computing.js";
import { loaded, matrix } from "./data.js";
import { $, made, nodes, put, targetOf } from "./dom.js";
import * as drawings from "./drawings.js";
import { escaped, plural } from "./formats.js";
import { gains } from "./gains.js";
import { pairs, ranking } from "./ranking.js";
import {
  CHOICES,
  chosen,
  elsewhere,
  impossible,
  kindWords,
  label,
  leftOut,
  preset,
  ropeOf,
  untouched,
} from "./selection.js";
import { AS_GOOD, headline } from "./sentences.js";
import { pairAt } from "./statistics/rank_tests.js";
import { cliques } from "./statistics/ranks.js";
import { bar } from "./tables.js";

let app = null,
  turn = 0,
  last = null,
  table = null,
  original = null;

// Drawings of a selection
const diagram = (m, r) => {
  const same = (i, j) => r.pairs.bergmann_hommel[pairAt(r.k, i, j)] > loaded().alpha;
  return drawings.criticalDifference(
    m.methods,
    r.ranks,
    r.order,
    cliques(r.order, same),
    r.critical_difference,
    loaded().byMethod,
    `The scale is the average rank over ${plural(r.n, "data set")} (1 = best). The thick bar with dots ` +
      `shows ${m.methods[r.best]} and the methods that are as good by paired tests. Thin bars join ` +
      "methods that rank tests of all pairs do not separate (Bergmann–Hommel).",
    [r.best, ...r.to_best.others.filter((_, i) => AS_GOOD.includes(r.to_best.comparisons[i].verdict))],
  );
};

const keep = () => {
  const box = $('[data-table="ranking"]');
  original = {
    heading: $("#top h1").textContent,
    lead: [...$("#top .lead").childNodes],
    said: [...$("#sure .said").childNodes],
    answer: [...$("#answer").childNodes],
    grid: $(".scroll", box),
  };
  table = box;
};
const replace = (heading, lead, said, answer, content) => {
  $("#top h1").textContent = heading;
  $("#top .lead").replaceChildren(...lead);
  $("#sure .said").replaceChildren(...said);
  $("#answer").replaceChildren(...answer);
  const shown = $(".scroll", table);
  if (shown !== content) shown.replaceWith(content);
};
const restore = () => replace(original.heading, original.lead, original.said, original.answer, original.grid);
const paragraph = (words) => [document.createTextNode(words)];

export const update = async () => {
  const state = app.state(),
    key = CHOICES.map((name) => state[name] ?? "").join("\n");
  if (key === last) return;
  last = key;
  const mine = ++turn;
  await load();
  if (mine !== turn) return;
  if (!original) keep();
  offer(state);
  const selection = chosen(state),
    m = matrix(selection),
    plain = untouched(state);
  const explored = $("#explored");
  $("#selection").textContent =
    plain || m.methods.length < 2 || m.datasets.length < 2
      ? ""
      : `Your selection, exploratory: ${plural(m.methods.length, "method")} on ` +
        `${plural(m.datasets.length, "data set")}, ${label(m.metric)}, protocol ${m.protocol}.`;
  if (plain) restore();
  if (m.methods.length < 2 || m.datasets.length < 2) {
    if (!plain)
      replace(
        "Nothing to rank",
        paragraph(impossible(m, selection)),
        [],
        [],
        made(
          '<div class="scroll"><p class="warning">' +
            `${escaped(`${impossible(m, selection)} ${selection.datasets.length ? leftOut(m) : ""}`)}` +
            `</p>${elsewhere(state)}</div>`,
        ),
      );
    app.refresh(table);
    explored.replaceChildren();
    done(mine);
    return;
  }
  const request = {
    scores: m.scores,
    lower: m.lower,
    reference: m.methods.indexOf(loaded().reference),
    alpha: loaded().alpha,
    rope: ropeOf(m.metric),
    names: m.methods,
  };
  const r = await compute("selection", request);
  if (mine !== turn) return;
  if (!plain) {
    const { lead, said } = headline(m, r, Boolean(state.group || state.methods)),
      drawn = gains(m, r);
    replace(
      `Your selection: ${plural(m.methods.length, "method")} on ${plural(m.datasets.length, "data set")}`,
      nodes(lead.map(linked).join(" ")),
      said.map((sentence) => made(`<p>${escaped(sentence)}</p>`)),
      drawn ? nodes(drawn) : [],
      made(ranking(m, r)),
    );
    app.refresh(table);
  }
  put(
    (plain ? "" : diagram(m, r)) +
      '<details id="chosen-pairs"><summary>All pairs of this selection</summary><div ' +
      'class="table" id="table-chosen-pairs" data-table="chosen-pairs">' +
      `${bar("chosen-pairs")}<div class="inside"></div></div></details>`,
    explored,
  );
  $("#chosen-pairs").addEventListener("toggle", (event) => {
    const inside = $(".inside", targetOf(event));
    if (targetOf(event).open && !inside.firstChild) {
      put(pairs(m, r), inside);
      app.refresh($("#table-chosen-pairs"));
    }
  });
  done(mine);
};
const done = (mine) => {
  if (mine === turn) document.documentElement.dataset.explored = String(mine);
};

// The names of methods in a sentence, linked to their cards
const linked = (sentence) =>
  escaped(sentence).replace(/[\w.-]+/g, (word) => {
    const method = loaded().byMethod.get(word);
    return method ? `<a href="#method-${word}" title="${escaped(method.title)}">${word}</a>` : word;
  });

// Controls: only options that have scores can be chosen
const option = (value, words, off) =>
  Object.assign(document.createElement("option"), {
    value,
    textContent: words + (off ? " (no scores)" : ""),
    disabled: !!off,
  });
const offer = (state) => {
  const of = loaded(),
    protocol = state.protocol || of.primary[0],
    metric = state.metric || of.primary[1];
  const has = {
    metric: (value) => of.has(protocol, value),
    protocol: (value) => of.has(value, metric),
  };
  for (const select of ["metric", "protocol"])
    for (const o of $("#" + select).options) {
      if (!o.value) continue;
      o.disabled = !has[select](o.value);
      o.title = o.disabled ? `There are no scores of ${metric} under ${protocol}.` : "";
    }
  const comparison = $("#comparison");
  if (!comparison.options.length)
    comparison.append(
      ...of.presets.map((p) =>
        option(p.id, `${p.title}: ${p.protocol}, ${p.methods.length} × ${p.datasets.length}`),
      ),
    );
  comparison.value = preset(state, protocol)?.id ?? "";
  for (const key of ["cases", "classes"]) {
    const [low, high] = (state[key] || "-").split("-");
    $(`#${key}-from`).value = low;
    $(`#${key}-to`).value = high ?? "";
  }
  $("#missing").value = state.missing || "";
  const now = chosen(state);
  picks(
    "methods",
    of.methods.map((m) => m.id),
    new Set(of.ran(protocol)),
    new Set(now.methods),
    (id) => of.byMethod.get(id).group,
    `no scores under ${protocol}`,
  );
  picks(
    "sets",
    of.datasets.map((d) => d.id),
    new Set(of.datasets.map((d) => d.id).filter((d) => of.scored(protocol, metric, d))),
    new Set(now.datasets),
    (id) =>
      `${kindWords(of.byDataset.get(id).kind)}, ${plural(of.byDataset.get(id).rows ?? 0, "case")}, ` +
      `${plural(of.byDataset.get(id).classes, "class").replace("classs", "classes")}`,
    `no scores of ${metric} under ${protocol}`,
  );
};
const picks = (name, ids, possible, on, more, reason) => {
  const box = $("#pick-" + name),
    held = $(".picks", box);
  $("b", box).textContent = `${on.size} of ${ids.length}`;
  if (!box.open) return;
  put(
    ids
      .map(
        (id) =>
          `<label${possible.has(id) ? "" : ` title="${escaped(reason)}"`}><input type="checkbox" ` +
          `value="${escaped(id)}"${on.has(id) ? " checked" : ""}` +
          `${possible.has(id) ? "" : " disabled"}>${escaped(id)} <small>` +
          `${escaped(possible.has(id) ? more(id) : reason)}</small></label>`,
      )
      .join(""),
    held,
  );
};
// The controls for a state, from the scores, which are read first
export const offered = async (state) => {
  await load();
  offer(state);
};
export const listen = (given) => {
  app = given;
  $("#comparison").addEventListener("change", (event) => {
    const { protocol } = loaded().presets.find((p) => p.id === targetOf(event).value);
    app.set({
      comparison: targetOf(event).value,
      protocol: protocol === loaded().primary[0] ? "" : protocol,
      methods: "",
      sets: "",
    });
  });
  for (const key of ["cases", "classes"])
    for (const end of ["from", "to"])
      $(`#${key}-${end}`).addEventListener("change", () => {
        const [low, high] = ["from", "to"].map((e) => $(`#${key}-${e}`).value);
        app.set({ [key]: low || high ? `${low}-${high}` : "" });
      });
  $("#missing").addEventListener("change", (event) => app.set({ missing: targetOf(event).value }));
  for (const name of ["methods", "sets"]) {
    const box = $("#pick-" + name);
    box.addEventListener("toggle", () => {
      if (box.open && loaded()) offer(app.state());
    });
    box.addEventListener("change", () =>
      app.set({
        [name]: [...box.querySelectorAll(".picks input:checked")].map((i) => i.value).join("|") || "|",
      }),
    );
    for (const button of box.querySelectorAll("button"))
      button.addEventListener("click", () => app.set({ [name]: button.value === "none" ? "|" : "" }));
  }
};

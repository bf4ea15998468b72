// Two methods side by side: every data set, the tests of the pair, what each costs.
import { compute, load } from "./computing.js";
import { loaded, matrix } from "./data.js";
import { columnsOf } from "./declared.js";
import { $, put, targetOf } from "./dom.js";
import * as drawings from "./drawings.js";
import { escaped, lead, listing, number, plural } from "./formats.js";
import { given } from "./from_python.js";
import { CHOICES, chosen, kindWords, label, leftOut, withinText } from "./selection.js";
import { averageRanks, inOrder, rankRows } from "./statistics/ranks.js";
import { bar, datasetCell, grid } from "./tables.js";

let app = null,
  turn = 0,
  last = null;
const common = (protocol, metric, datasets, a, b) =>
  matrix({ protocol, metric, methods: [a, b], datasets, every: true });
const ids = () => loaded().datasets.map((d) => d.id);
// The data sets of the comparison that is shown, or where the pair has fewer than two there, all that both
// have
const sets = (state, protocol, metric, a, b) => {
  const own = chosen({ ...state, protocol }).datasets,
    few = common(protocol, metric, own, a, b);
  return few.methods.length === 2 && few.datasets.length > 1
    ? { ...few, all: false }
    : { ...common(protocol, metric, ids(), a, b), all: true };
};
const second = (protocol, metric, a, b) => {
  const others = loaded()
    .protocols.filter((p) => p !== protocol)
    .map((p) => [p, common(p, metric, ids(), a, b)])
    .filter(([, m]) => m.methods.length === 2 && m.datasets.length);
  return others.sort(([, x], [, y]) => y.datasets.length - x.datasets.length)[0]?.[1] ?? null;
};
const unit = (metric) => (metric.kind === "percent" ? "points" : "signed");
const ratio = (m, name, a, b) => {
  const total = (x) => m.datasets.reduce((s, d) => s + loaded().cost(name, m.protocol, d, x), 0);
  return total(a) / total(b);
};

const sizes = (a, b, m, r, metric) => {
  const why = m.all ? "; all data sets that both share, because your choice leaves fewer than two" : "";
  const which = `${label(m.metric)}, protocol ${m.protocol}${why}`;
  const voteless = leftOut({ leftOut: m.leftOut.filter((x) => m.datasets.includes(x.dataset)) });
  const silent = m.votes.every(Boolean)
    ? ""
    : ` ${voteless.replace("Data sets left out", "Listed in the table below, but without a vote")}`;
  const finite = r.gain && r.gain.n < r.n ? `, ${r.gain.n} of them with finite scores for the mean` : "";
  const sets = `On ${plural(r.n, "data set")}${finite}`;
  return (
    `${r.gain ? `On average ${a} differs ${lead(r.gain, b, metric)}. ` : ""}${sets} (${which}), ${a} is ` +
    `better on ${r.wins}, equal on ${r.ties} and worse on ${r.losses}.${silent}${withinText(m)}`
  );
};
const tests = (a, b, m, r, metric) => {
  const { alpha } = loaded(),
    p = number(r.wilcoxon.p, "p"),
    rope =
      metric.kind === "percent"
        ? plural(+(100 * loaded().rope).toPrecision(6), "point")
        : String(loaded().rope),
    said = [];
  if (given.shuffled.includes(m.protocol))
    said.push(
      `Protocol ${m.protocol} shuffles the labels: there is nothing to learn, and differences mean nothing.`,
    );
  const how =
    r.wilcoxon.method === "exact"
      ? "p is exact"
      : "p is from the normal approximation, because there are more than 25 differences";
  said.push(
    `Wilcoxon's signed-rank test: p ${p.startsWith("<") ? "" : "= "}${p}, ` +
      `${r.wilcoxon.p <= alpha ? "a significant difference" : "no significant difference"} at α = ` +
      `${alpha} (rank-biserial r = ${number(r.wilcoxon.rank_biserial, "signed")}; ` +
      `${how}).`,
  );
  if (r.bayes)
    said.push(
      `Bayesian signed-rank test: ${a} is better by more than ${rope} with probability ` +
        `${number(r.bayes.better, "score")}, within ${rope} of ${b} with ` +
        `${number(r.bayes.rope, "score")}, worse with ${number(r.bayes.worse, "score")}.`,
    );
  const tested = r.folds.filter((f) => f && f.p !== null),
    count = (sign) => tested.filter((f) => f.p <= alpha && sign * f.mean > 0).length;
  if (tested.length)
    said.push(
      `Corrected t tests over the folds, one on each of ${plural(tested.length, "data set")}, ` +
        `uncorrected for their number: ${a} is significantly better on ${count(1)} and worse on ` +
        `${count(-1)}.`,
    );
  const [time, memory, size] = ["cpu_seconds", "peak_memory_mb", "n_parameters"].map((name) =>
      ratio(m, name, a, b),
    ),
    of = (v, words) => (Number.isFinite(v) ? `${number(v, "ratio")} times the ${words}` : null);
  const costs = [of(time, "CPU time"), of(memory, "memory"), of(size, "parameters")].filter(Boolean);
  if (costs.length) said.push(`On these data sets ${a} takes ${listing(costs)} of ${b}.`);
  return said.join(" ");
};
// Whom the primary comparison sets against each other: the best of the family and the best rival, or else
// the best two
let pair = null;
const usual = () => {
  if (pair) return pair;
  const of = loaded(),
    m = matrix(chosen({})),
    order = m.datasets.length
      ? inOrder(averageRanks(rankRows(m.scores, m.lower)), m.methods).map((i) => m.methods[i])
      : of.methods.map((x) => x.id);
  const rival = (x) => of.byMethod.get(x).rival,
    own = order.find((x) => !rival(x)) ?? order[0];
  pair = [
    own,
    order.find((x) => rival(x) && !of.byMethod.get(x).blind && x !== own) ?? order.find((x) => x !== own),
  ];
  return pair;
};
// What restricts the data sets, and the way back
const RESTRICTS = ["metric", "protocol", "comparison", "kind", "sets", "cases", "classes", "missing"];
const choice = (state) => {
  const words = {
    metric: "metric",
    protocol: "protocol",
    comparison: "comparison",
    kind: "attributes",
    sets: "data sets",
    cases: "cases",
    classes: "classes",
    missing: "missing values",
  };
  const told = (key) => {
    if (key === "sets") return plural(state.sets.split("|").filter(Boolean).length, "set");
    if (key === "kind") return kindWords(state.kind);
    const [least, most] = key === "cases" || key === "classes" ? state[key].split("-") : [];
    if (most) return least ? `from ${least} to ${most}` : `at most ${most}`;
    if (least) return `at least ${least}`;
    return key === "metric" ? label(state.metric) : state[key];
  };
  const on = RESTRICTS.filter((key) => state[key]).map((key) => `${words[key]} ${told(key)}`);
  return on.length
    ? `<p id="versus-choice"><b>Chosen</b>: ${escaped(on.join("; "))}. <button type="button" ` +
        'id="versus-reset">Reset to the primary comparison</button></p>'
    : '<p id="versus-choice">You have not changed the comparison: data sets, metric and protocol are ' +
        "those of the primary comparison.</p>";
};
// Protocols under which two methods without common data sets meet, by the metric asked for or the primary one
const meeting = (protocol, metric, a, b) => {
  const found = loaded().protocols.flatMap((p) => {
    const of = [...new Set([metric, loaded().primary[1]])].find((x) => {
      const m = common(p, x, ids(), a, b);
      return m.methods.length === 2 && m.datasets.length;
    });
    return of && (p !== protocol || of !== metric)
      ? [
          "<a " +
            `href="#${escaped(new URLSearchParams({ at: "versus", a, b, protocol: p, metric: of }))}` +
            `">${escaped(p)}${of === metric ? "" : `, ${escaped(label(of))}`}</a>`,
        ]
      : [];
  });
  return found.length
    ? `<p>Both have scores under ${found.join(", ")}.</p>`
    : "<p>They share data sets under no protocol of this run.</p>";
};
const table = (a, b, m, r, metric) => {
  const rows = m.datasets
    .map((d, i) => {
      const f = r.folds[i];
      return {
        dataset: datasetCell(d),
        a: m.scores[i][m.methods.indexOf(a)],
        b: m.scores[i][m.methods.indexOf(b)],
        difference: r.differences[i],
        low: f?.low,
        high: f?.high,
        t: f?.statistic,
        p: f && { value: f.p, css: f.p !== null && f.p <= loaded().alpha ? "strong" : "" },
        n: f?.n,
      };
    })
    .sort((x, y) => y.difference - x.difference);
  return grid(
    {
      id: "versus",
      caption: `${a} against ${b} on each data set, ${metric.label}, protocol ${m.protocol}.`,
      note:
        "Differences are positive where the first method is better. Intervals and p-values are those of " +
        "the corrected resampled t test over the folds (Nadeau & Bengio 2003); they are computed only for " +
        "the primary metric.",
      columns: columnsOf("versus", metric, rows, { a, b }),
      rows,
    },
    loaded().byMethod,
  );
};
const drawn = (a, b, m, metric) => {
  const [i, j] = [m.methods.indexOf(a), m.methods.indexOf(b)],
    share = metric.kind === "percent" ? 100 : 1;
  const points = m.datasets.map((d, s) => {
    const [x, y] = [m.scores[s][j], m.scores[s][i]],
      gain = (y - x) * (m.lower ? -1 : 1);
    return {
      name: d,
      x: share * x,
      y: share * y,
      css: gain > 0 ? "won" : gain < 0 ? "lost" : "level",
      told: `${number(y, metric.kind)} against ${number(x, metric.kind)}`,
    };
  });
  return drawings.scatter(
    `${a} against ${b}, protocol ${m.protocol}`,
    points,
    [b, a],
    `Each point is one of ${plural(points.length, "data set")} (${label(m.metric)}` +
      `${share === 100 ? " in %" : ""}, protocol ${m.protocol}). ${m.lower ? "Below" : "Above"} the ` +
      `line, ${a} is better.`,
  );
};
const show = (html) => {
  put(choice(app.state()) + html, $("#versus-shown"));
};

export const update = async () => {
  const state = app.state(),
    key = [...CHOICES, "a", "b"].map((name) => state[name] ?? "").join("\n");
  if (key === last && $("#versus-shown")?.firstChild) return;
  last = key;
  const mine = ++turn;
  await load();
  if (mine !== turn || !$("#versus-a")) return;
  const of = loaded(),
    protocol = state.protocol || of.primary[0],
    metric = of.metric(state.metric || of.primary[1]),
    given = (key) => (of.byMethod.has(state[key]) ? state[key] : null),
    other = (key) => usual().find((x) => x !== given(key));
  const a = given("a") ?? other("b"),
    b = given("b") ?? (a === usual()[1] ? usual()[0] : usual()[1]);
  for (const [key, now] of [
    ["a", a],
    ["b", b],
  ]) {
    const select = $("#versus-" + key);
    if (!select.options.length)
      select.append(
        ...[...of.methods]
          .sort((x, y) => x.title.localeCompare(y.title, "en"))
          .map((x) => new Option(`${x.title} (${x.id})`, x.id)),
      );
    for (const o of select.options) o.disabled = o.value === (key === "a" ? b : a);
    select.value = now;
  }
  const m = sets(state, protocol, metric.id, a, b);
  if (a === b || m.methods.length < 2 || !m.datasets.length) {
    const why =
      a === b
        ? "Choose two different methods."
        : `${a} and ${b} have no data set in common with a score of ${label(metric.id)}, ` +
          `protocol ${protocol}.`;
    show(`<p class="warning">${escaped(why)}</p>${a === b ? "" : meeting(protocol, metric.id, a, b)}`);
    document.documentElement.dataset.versus = String(mine);
    return;
  }
  const column = (x) => m.scores.map((row) => row[m.methods.indexOf(x)]);
  const folds = m.datasets.map((d) => (metric.id === of.primary[1] ? of.folds(protocol, d, a, b) : null));
  const r = await compute("two", {
    a: column(a),
    b: column(b),
    lower: m.lower,
    rope: of.rope,
    folds,
    votes: m.votes,
  });
  if (mine !== turn) return;
  const elsewhere = second(protocol, metric.id, a, b),
    looks = new Map([
      ["better", { css: "g1", glyph: "●" }],
      ["worse", { css: "g2", glyph: "●" }],
      ["level", { css: "g0", glyph: "●" }],
    ]);
  const lines = m.datasets
    .map((d, i) => ({
      name: d,
      value: r.differences[i],
      low: r.folds[i]?.low,
      high: r.folds[i]?.high,
      look: r.differences[i] > 0 ? "better" : r.differences[i] < 0 ? "worse" : "level",
    }))
    .filter((l) => Number.isFinite(l.value))
    .sort((x, y) => y.value - x.value);
  const why =
    of.without_folds.includes(protocol) && metric.id === of.primary[1]
      ? `<p>The page omits the fold scores under ${escaped(protocol)}, because there are too many: read ` +
        "them in <code>results/scores.parquet</code>.</p>"
      : "";
  const intervals = folds.some(Boolean)
    ? ", with the 95% intervals of the corrected t test over the folds"
    : "";
  show(
    `<p class="lead">${escaped(sizes(a, b, m, r, metric))}</p><p class="tests">` +
      `${escaped(tests(a, b, m, r, metric))}</p>${why}<div class="plots">` +
      `${drawn(a, b, m, metric)}${elsewhere ? drawn(a, b, elsewhere, metric) : ""}</div>` +
      (lines.length
        ? drawings.intervals(
            "drawn-differences",
            `${a} minus ${b} on each data set`,
            lines,
            looks,
            unit(metric),
            `Marks are the differences on each data set${intervals}. ` +
              `To the right of the line, ${a} is better.`,
          )
        : "") +
      '<div class="table" id="table-versus" data-table="versus">' +
      `${bar("versus")}${table(a, b, m, r, metric)}</div>`,
  );
  app.refresh($("#table-versus"));
  document.documentElement.dataset.versus = String(mine);
};
export const listen = (given) => {
  app = given;
};
document.addEventListener("change", (event) => {
  if (/^versus-[ab]$/.test(targetOf(event).id))
    app.set({ [targetOf(event).id.at(-1)]: targetOf(event).value });
});
document.addEventListener("click", (event) => {
  if (targetOf(event).id === "versus-reset") app.set(Object.fromEntries(RESTRICTS.map((key) => [key, ""])));
});
document.addEventListener("click", (event) => {
  if (targetOf(event).id === "versus-swap") app.set({ a: $("#versus-b").value, b: $("#versus-a").value });
});

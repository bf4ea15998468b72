// The selection of a state of the page (protocol, metric, methods and data sets), and remarks on such a
// choice.
import { loaded, matrix } from "./data.js";
import { escaped, inSentence, listing, plural } from "./formats.js";

export const CHOICES = [
  "metric",
  "protocol",
  "comparison",
  "kind",
  "group",
  "methods",
  "sets",
  "cases",
  "classes",
  "missing",
];
// The selection that a state describes
const range = (text) => {
  const [low, high] = (text || "").split("-");
  return [low ? Number(low) : -Infinity, high ? Number(high) : Infinity];
};
export const list = (text) => (text ? text.split("|") : null);
export const preset = (state, protocol) => {
  const { presets } = loaded();
  return (
    presets.find((p) => p.id === state.comparison && p.protocol === protocol) ??
    presets.find((p) => p.protocol === protocol && p.main) ??
    null
  );
};
const fits = (state) => {
  const cases = range(state.cases),
    classes = range(state.classes),
    { byDataset } = loaded();
  return (id) => {
    const d = byDataset.get(id);
    return (
      d &&
      (!state.kind || d.kind === state.kind) &&
      d.rows >= cases[0] &&
      d.rows <= cases[1] &&
      d.classes >= classes[0] &&
      d.classes <= classes[1] &&
      (!state.missing || d.missing > 0 === (state.missing === "yes"))
    );
  };
};
export const chosen = (state) => {
  const of = loaded(),
    protocol = state.protocol || of.primary[0],
    metric = state.metric || of.primary[1],
    from = preset(state, protocol);
  const off = new Set(list(state.group) ?? []);
  const methods = (list(state.methods) ?? from?.methods ?? of.ran(protocol)).filter(
    (m) => of.byMethod.has(m) && !off.has(of.byMethod.get(m).group),
  );
  const datasets = (list(state.sets) ?? from?.datasets ?? of.datasets.map((d) => d.id)).filter(fits(state));
  return { protocol, metric, methods, datasets, preset: from };
};
// The region of practical equivalence has the unit of the primary metric
export const ropeOf = (metric) => (metric === loaded().primary[1] ? loaded().rope : null);
export const untouched = (state) => !CHOICES.some((key) => state[key]);
export const label = (metric) => {
  const m = loaded().metric(metric);
  return m ? inSentence(m.label) : metric;
};
/** The kind of a data set as the page names it; in files and addresses, nominal data are called discrete. */
export const kindWords = (kind) => (kind === "discrete" ? "nominal" : kind);
export const leftOut = (m) => {
  const of = (key) => m.leftOut.filter((x) => key in x).map((x) => `${x[key]} (${x.reason})`);
  const parts = [
    ["method", "Methods left out"],
    ["dataset", "Data sets left out"],
  ]
    .map(([key, words]) => [words, of(key)])
    .filter(([, all]) => all.length);
  return parts.map(([words, all]) => `${words}: ${all.join("; ")}.`).join(" ");
};
// The same remark as in report/overview.py
export const withinText = (m) =>
  m.within.length
    ? " Every data set has one vote here, because there are fewer than three source families. The " +
      `data sets of ${listing(m.within)} are not independent, so the result applies only to data ` +
      "sets of this kind."
    : "";
export const impossible = (m, selection) => {
  const what =
    `${plural(selection.methods.length, "method")} and ` +
    `${plural(selection.datasets.length, "data set")} chosen`;
  if (!loaded().has(m.protocol, m.metric))
    return `There are no scores of ${label(m.metric)} under protocol ${m.protocol}.`;
  return (
    `Nothing can be ranked: of the ${what}, ${plural(m.methods.length, "method")} ` +
    `${m.methods.length === 1 ? "has" : "have"} scores on ${plural(m.datasets.length, "data set")} ` +
    "in common, but a ranking needs two of each."
  );
};

// The comparisons of the run in which what is chosen can be ranked, or else such data sets with the methods
// of the comparison
export const elsewhere = (state) => {
  const every = { methods: "", sets: "" },
    found = (kept) =>
      loaded().presets.filter((p) => {
        const m = matrix(chosen({ ...state, ...kept, protocol: p.protocol, comparison: p.id }));
        return m.methods.length > 1 && m.datasets.length > 1;
      });
  const same = found({}),
    there = same.length ? same : found(every),
    kept = same.length ? {} : every;
  const link = (p) => {
    const view = new URLSearchParams({ at: "ranking", comparison: p.id, protocol: p.protocol, ...kept });
    return `<a href="#${escaped(view)}">${escaped(p.title)}</a> (${escaped(p.protocol)})`;
  };
  return there.length
    ? `<p>${same.length ? "This choice" : "Such data sets, with other methods,"} can be ranked in ` +
        `${there.length > 1 ? "these comparisons" : "this comparison"}: ` +
        `${there.map(link).join("; ")}.</p>`
    : "";
};

// A table that was made for some choices only; `there`: [protocol, metric] of each
export const absent = (protocol, metric, there) => {
  const metrics = [...new Set(there.filter(([p]) => p === protocol).map(([, m]) => m))],
    others = [...new Set(there.map(([p, m]) => `${m}, protocol ${p}`))].slice(0, 12);
  const where = metrics.length
    ? `Under this protocol it is available for ${listing(metrics)}.`
    : `It is available for ${others.join("; ")}.`;
  return (
    `This table was not made for ${metric}, protocol ${protocol}. ${where} ` +
    "To see any other choice, open the ranking."
  );
};
// The same remark on such a metric as in report/overview.py
const CONSTANT_WINS =
  "A constant prediction can have the best value of this metric. Read it together with a metric " +
  "that shows how well a method separates the classes.";
export const constant = (m) => (loaded().metric(m.metric).constant_wins ? CONSTANT_WINS : "");

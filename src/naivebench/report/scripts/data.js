// The scores of the run: arrays that the page contains once, and functions that read them.

/**
 * @typedef {{
 *   id: string, kind: string, family: string, place: number, rows?: number, classes?: number, missing?:
 *   number,
 * }} Dataset
 */
/** @typedef {{ id: string, title: string, group: string, rival?: boolean, blind?: boolean }} Method */
/** @typedef {{ id: string, label: string, better: string, kind: string, constant_wins?: boolean }} Metric */
/**
 * @typedef {{
 *   id: string, title: string, protocol: string, main: boolean, methods: string[], datasets: string[],
 * }} Preset
 */
/**
 * Index of the arrays (report/arrays.py). `partial`: positions of scores that lack folds. `fold_groups`:
 * protocol, data set, number of folds, and test cases per training case. `rope`: half the region of
 * practical equivalence, in the unit of the primary metric.
 * @typedef {{
 *   protocols: string[], datasets: Dataset[], methods: Method[], metrics: Metric[], costs: string[],
 *   partial: number[], fold_groups: [string, string, number, number][], presets: Preset[],
 *   primary: [string, string], reference: string, alpha: number, rope: number, without_folds: string[],
 *   marks: { cells: Record<string, [number, number, number][]>, texts: [string, string][] },
 *   layout: ["f8" | "u2", string, number][],
 * }} Manifest
 */
/** @typedef {(protocol: string, metric: string, dataset: string, method: string) => number} Score */
/**
 * Values from the arrays; a number that does not exist is NaN. `whole`: scores that have all folds.
 * @typedef {Manifest & {
 *   byMethod: Map<string, Method>, byDataset: Map<string, Dataset>,
 *   cell: (protocol: string, dataset: string, method: string) => number | undefined,
 *   score: Score, whole: Score,
 *   metric: (id: string) => Metric,
 *   scored: (protocol: string, metric: string, dataset: string) => boolean,
 *   has: (protocol: string, metric: string) => boolean,
 *   isPartial: (protocol: string, metric: string, dataset: string, method: string) => boolean,
 *   ran: (protocol: string) => string[],
 *   cost: (name: string, protocol: string, dataset: string, method: string) => number,
 *   folds: (protocol: string, dataset: string, a: string, b: string) => import("./analysis.js").Folds | null,
 * }} Run
 */
/** @typedef {{ method?: string, dataset?: string, reason: string }} LeftOut */
/**
 * A complete matrix of scores, data sets x methods; `within`: families with several data sets that all vote.
 * @typedef {{
 *   protocol: string, metric: string, methods: string[], datasets: string[], leftOut: LeftOut[],
 *   within: string[], votes: boolean[], scores: number[][], lower: boolean,
 * }} Matrix
 */
/**
 * Numbers of all cells: a cell is a protocol, a data set and a method (report/arrays.py).
 * @typedef {{ scores: Float64Array, costs: Float64Array, folds: Float64Array, cells: Uint16Array }} Arrays
 */
/** The run that `load` has read; null before. @type {Run | null} */
let read = null;
/** The run; null before its arrays are read. @type {() => any} */
export const loaded = () => read;
/** @type {(manifest: Manifest, arrays: Arrays) => Run} */
export const arrange = (manifest, { scores, costs, folds, cells }) => {
  const n = cells.length / 3,
    D = manifest.datasets.length,
    M = manifest.methods.length;
  /** The place of each id in a list; NaN where there is none. @param {(string | { id: string })[]} list */
  const places = (list) => {
    const found = new Map(list.map((each, i) => [typeof each === "string" ? each : each.id, i]));
    return (/** @type {string} */ id) => found.get(id) ?? NaN;
  };
  const of = {
    protocol: places(manifest.protocols),
    dataset: places(manifest.datasets),
    method: places(manifest.methods),
    metric: places(manifest.metrics),
    cost: places(manifest.costs),
  };
  const place = new Map(),
    partial = new Set(manifest.partial),
    rows = new Set();
  for (let i = 0; i < n; i++) place.set((cells[3 * i] * D + cells[3 * i + 1]) * M + cells[3 * i + 2], i);
  for (let j = 0; j < manifest.metrics.length; j++)
    for (let i = 0; i < n; i++)
      if (!Number.isNaN(scores[j * n + i]))
        rows.add((cells[3 * i] * manifest.metrics.length + j) * D + cells[3 * i + 1]);
  const groups = new Map(
    manifest.fold_groups.map(([p, d, size, ratio]) => [of.protocol(p) * D + of.dataset(d), { size, ratio }]),
  );
  const foldsAt = new Map();
  for (let i = 0, at = 0; i < n; i++) {
    const g = groups.get(cells[3 * i] * D + cells[3 * i + 1]);
    if (g) {
      foldsAt.set(i, at);
      at += g.size;
    }
  }
  const byMethod = new Map(manifest.methods.map((each) => [each.id, each]));
  const byDataset = new Map(manifest.datasets.map((each) => [each.id, each]));
  /** @type {Run["cell"]} */
  const cell = (p, d, m) => place.get((of.protocol(p) * D + of.dataset(d)) * M + of.method(m));
  /** @type {Score} */
  const score = (p, metric, d, m) => {
    const i = cell(p, d, m);
    return i === undefined ? NaN : scores[of.metric(metric) * n + i];
  };
  /** @type {Run} */
  const run = {
    ...manifest,
    byMethod,
    byDataset,
    cell,
    score,
    metric: (id) => manifest.metrics[of.metric(id)],
    // Whether a data set has scores of any method, and a protocol and metric of any data set
    scored: (p, metric, d) =>
      rows.has((of.protocol(p) * manifest.metrics.length + of.metric(metric)) * D + of.dataset(d)),
    has: (p, metric) => manifest.datasets.some((d) => run.scored(p, metric, d.id)),
    whole: (p, metric, d, m) => {
      const i = cell(p, d, m);
      if (i === undefined) return NaN;
      const at = of.metric(metric) * n + i;
      return partial.has(at) ? NaN : scores[at];
    },
    isPartial: (p, metric, d, m) => partial.has(of.metric(metric) * n + (cell(p, d, m) ?? NaN)),
    ran: (p) =>
      manifest.methods
        .filter((m) => manifest.datasets.some((d) => cell(p, d.id, m.id) !== undefined))
        .map((m) => m.id),
    cost: (name, p, d, m) => {
      const i = cell(p, d, m);
      return i === undefined ? NaN : costs[of.cost(name) * n + i];
    },
    // Scores of the primary metric of two methods on the folds that both have, or null
    folds: (p, d, a, b) => {
      const g = groups.get(of.protocol(p) * D + of.dataset(d)),
        [first, second] = [a, b].map((m) => foldsAt.get(cell(p, d, m)));
      if (!g || first === undefined || second === undefined) return null;
      /** @type {import("./analysis.js").Folds} */
      const found = { a: [], b: [], ratio: g.ratio };
      for (let i = 0; i < g.size; i++) {
        const [x, y] = [folds[first + i], folds[second + i]];
        if (!Number.isNaN(x) && !Number.isNaN(y)) {
          found.a.push(x);
          found.b.push(y);
        }
      }
      return found.a.length > 1 ? found : null;
    },
  };
  read = run;
  return run;
};
// The complete matrix of a selection, by the rule of benchmark/benchmark.py: a method without a score on
// more than half of the data sets is left out first, then every data set without a score of another method,
// then data sets that do not vote (kept if `every` is set).
/**
 * @type {(selection: {
 *   protocol: string, metric: string, methods: string[], datasets: string[], every?: boolean,
 * }) => Matrix}
 */
export const matrix = ({ protocol, metric, methods, datasets, every = false }) => {
  const run = /** @type {Run} */ (read);
  const asked = run.datasets
    .map((d) => d.id)
    .filter((d) => datasets.includes(d) && run.scored(protocol, metric, d));
  /** @type {LeftOut[]} */
  const out = [];
  let kept = run.methods.map((m) => m.id).filter((m) => methods.includes(m));
  kept = kept.filter((m) => {
    const count = asked.filter((d) => !Number.isNaN(run.whole(protocol, metric, d, m))).length;
    if (count * 2 > asked.length) return true;
    out.push({ method: m, reason: `has a score on only ${count} of ${asked.length} data sets` });
    return false;
  });
  const whole = asked.filter((d) => {
    const lacking = kept.filter((m) => Number.isNaN(run.whole(protocol, metric, d, m)));
    if (lacking.length) out.push({ dataset: d, reason: `lacks a complete score of ${lacking.join(", ")}` });
    return !lacking.length;
  });
  const { within, voter } = voting(run, whole),
    sets = (kept.length ? whole : []).filter((d) => every || voter(d) === d);
  for (const d of whole)
    if (voter(d) !== d)
      out.push({
        dataset: d,
        reason: `${voter(d)} has the only vote of the family ${run.byDataset.get(d)?.family}`,
      });
  return {
    protocol,
    metric,
    methods: kept,
    datasets: sets,
    leftOut: out,
    within,
    votes: sets.map((d) => voter(d) === d),
    scores: sets.map((d) => kept.map((m) => run.whole(protocol, metric, d, m))),
    lower: run.metric(metric)?.better === "lower",
  };
};
// One vote for each source family, that of its first member in the catalogue, as
// evaluation/statistics/families.py
const FEWEST = 3;
/** @type {(run: Run, sets: string[]) => { within: string[], voter: (dataset: string) => string }} */
const voting = ({ byDataset }, sets) => {
  /** @param {string} d */
  const family = (d) => byDataset.get(d)?.family ?? d;
  /** @param {string} d */
  const place = (d) => byDataset.get(d)?.place ?? 0;
  const names = sets.map(family),
    few = new Set(names).size < FEWEST,
    first = new Map();
  const within = [...new Set(names)].filter((f) => few && names.indexOf(f) !== names.lastIndexOf(f));
  for (const d of [...sets].sort((a, b) => place(a) - place(b)))
    if (!first.has(family(d))) first.set(family(d), d);
  return { within, voter: (d) => (within.length ? d : first.get(family(d))) };
};

// The scores of the run: arrays that the page carries once, and what is taken from them.

/**
 * Numbers of all cells: a cell is a protocol, a data set and a method (report/arrays.py).
 * @typedef {{ scores: Float64Array, costs: Float64Array, folds: Float64Array, cells: Uint16Array }} Arrays
 */
let of = null; // what `load` has read
export const loaded = () => of;
export const arrange = (manifest, { scores, costs, folds, cells }) => {
  const n = cells.length / 3,
    number = (list) => new Map(list.map((each, i) => [each.id ?? each, i]));
  const ids = {
    protocol: number(manifest.protocols),
    dataset: number(manifest.datasets),
    method: number(manifest.methods),
    metric: number(manifest.metrics),
    cost: number(manifest.costs),
  };
  const place = new Map(),
    partial = new Set(manifest.partial),
    rows = new Set();
  const D = manifest.datasets.length,
    M = manifest.methods.length;
  for (let i = 0; i < n; i++) place.set((cells[3 * i] * D + cells[3 * i + 1]) * M + cells[3 * i + 2], i);
  for (let j = 0; j < manifest.metrics.length; j++)
    for (let i = 0; i < n; i++)
      if (!Number.isNaN(scores[j * n + i]))
        rows.add((cells[3 * i] * manifest.metrics.length + j) * D + cells[3 * i + 1]);
  const groups = new Map(
    manifest.fold_groups.map(([p, d, size, ratio]) => [
      ids.protocol.get(p) * D + ids.dataset.get(d),
      { size, ratio },
    ]),
  );
  const foldsAt = new Map();
  for (let i = 0, at = 0; i < n; i++) {
    const g = groups.get(cells[3 * i] * D + cells[3 * i + 1]);
    if (g) {
      foldsAt.set(i, at);
      at += g.size;
    }
  }
  const [byMethod, byDataset] = [manifest.methods, manifest.datasets].map(
    (list) => new Map(list.map((each) => [each.id, each])),
  );
  const cell = (p, d, m) => place.get((ids.protocol.get(p) * D + ids.dataset.get(d)) * M + ids.method.get(m));
  const score = (p, metric, d, m) => {
    const i = cell(p, d, m);
    return i === undefined ? NaN : scores[ids.metric.get(metric) * n + i];
  };
  of = {
    ...manifest,
    byMethod,
    byDataset,
    cell,
    score,
    metric: (id) => manifest.metrics[ids.metric.get(id)],
    // Whether a data set has scores of any method, and a protocol and metric of any data set
    scored: (p, metric, d) =>
      rows.has(
        (ids.protocol.get(p) * manifest.metrics.length + ids.metric.get(metric)) * D + ids.dataset.get(d),
      ),
    has: (p, metric) => manifest.datasets.some((d) => of.scored(p, metric, d.id)),
    whole: (p, metric, d, m) => {
      const i = cell(p, d, m),
        at = ids.metric.get(metric) * n + i;
      return i === undefined || partial.has(at) ? NaN : scores[at];
    },
    isPartial: (p, metric, d, m) => partial.has(ids.metric.get(metric) * n + (cell(p, d, m) ?? NaN)),
    ran: (p) =>
      manifest.methods
        .filter((m) => manifest.datasets.some((d) => cell(p, d.id, m.id) !== undefined))
        .map((m) => m.id),
    cost: (name, p, d, m) => {
      const i = cell(p, d, m);
      return i === undefined ? NaN : costs[ids.cost.get(name) * n + i];
    },
    // Scores of the primary metric of two methods on the folds that both have, or null
    folds: (p, d, a, b) => {
      const g = groups.get(ids.protocol.get(p) * D + ids.dataset.get(d)),
        at = [a, b].map((m) => foldsAt.get(cell(p, d, m)));
      if (!g || at.includes(undefined)) return null;
      const found = { a: [], b: [], ratio: g.ratio };
      for (let i = 0; i < g.size; i++) {
        const [x, y] = at.map((start) => folds[start + i]);
        if (!Number.isNaN(x) && !Number.isNaN(y)) {
          found.a.push(x);
          found.b.push(y);
        }
      }
      return found.a.length > 1 ? found : null;
    },
  };
  return of;
};
// The complete matrix of a selection, by the rule of benchmark/benchmark.py: a method without a score on
// more than half of the data sets goes first, then every data set on which one of the others has none, then
// those that do not vote, unless `every` is wanted.
export const matrix = ({ protocol, metric, methods, datasets, every = false }) => {
  const asked = of.datasets
      .map((d) => d.id)
      .filter((d) => datasets.includes(d) && of.scored(protocol, metric, d)),
    out = [];
  let kept = of.methods.map((m) => m.id).filter((m) => methods.includes(m));
  kept = kept.filter((m) => {
    const count = asked.filter((d) => !Number.isNaN(of.whole(protocol, metric, d, m))).length;
    if (count * 2 > asked.length) return true;
    out.push({ method: m, reason: `a score on ${count} of ${asked.length} data sets only` });
    return false;
  });
  const whole = asked.filter((d) => {
    const lacking = kept.filter((m) => Number.isNaN(of.whole(protocol, metric, d, m)));
    if (lacking.length) out.push({ dataset: d, reason: `no complete score of ${lacking.join(", ")}` });
    return !lacking.length;
  });
  const { within, voter } = voting(whole),
    sets = (kept.length ? whole : []).filter((d) => every || voter(d) === d);
  for (const d of whole)
    if (voter(d) !== d)
      out.push({
        dataset: d,
        reason: `of the family ${of.byDataset.get(d).family}, for which ${voter(d)} votes`,
      });
  return {
    protocol,
    metric,
    methods: kept,
    datasets: sets,
    leftOut: out,
    within,
    votes: sets.map((d) => voter(d) === d),
    scores: sets.map((d) => kept.map((m) => of.whole(protocol, metric, d, m))),
    lower: of.metric(metric)?.better === "lower",
  };
};
// One vote for each source family, that of its first member in the catalogue, as
// evaluation/statistics/families.py
const FEWEST = 3;
const voting = (sets) => {
  const { byDataset } = of,
    family = (d) => byDataset.get(d).family,
    names = sets.map(family),
    few = new Set(names).size < FEWEST,
    first = new Map();
  const within = [...new Set(names)].filter((f) => few && names.indexOf(f) !== names.lastIndexOf(f));
  for (const d of [...sets].sort((a, b) => byDataset.get(a).place - byDataset.get(b).place))
    if (!first.has(family(d))) first.set(family(d), d);
  return { within, voter: (d) => (within.length ? d : first.get(family(d))) };
};

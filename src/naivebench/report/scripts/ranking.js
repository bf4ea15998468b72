// The table of a ranking and that of its pairs.
import { loaded } from "./data.js";
import { columnsOf } from "./declared.js";
import { plural } from "./formats.js";
import { constant, label, leftOut, withinText } from "./selection.js";
import { pairAt } from "./statistics/rank_tests.js";
import { grid, methodCell, pairHref } from "./tables.js";

const rows = (m, r) => {
  const of = loaded(),
    at = m.methods.indexOf(of.reference);
  const cost = (name, i) => m.datasets.reduce((s, d) => s + of.cost(name, m.protocol, d, m.methods[i]), 0);
  const loss = (i) =>
    m.datasets.reduce((s, d) => s + of.whole(m.protocol, "log_loss_clipped", d, m.methods[i]), 0) /
    m.datasets.length;
  const toReference = (i) => {
    const test = r.to_reference?.paired;
    return test?.others.includes(i) ? test.holm[test.others.indexOf(i)] : null;
  };
  const toBest = (i) => {
    const c = r.to_best.comparisons[r.to_best.others.indexOf(i)];
    return c
      ? {
          verdict: c.verdict,
          p_best: c.wilcoxon_holm,
          p_best_ranks: c.ranks_holm,
          rope_best: c.rope,
          worse_best: c.worse,
        }
      : { verdict: "best" };
  };
  return r.order.map((i) => {
    const won = at >= 0 && i !== at ? r.pairs.wins[pairAt(r.k, i, at)] : null,
      turned = won && i > at ? [...won].reverse() : won;
    return {
      method: methodCell(m.methods[i]),
      group: of.byMethod.get(m.methods[i]).group,
      average_rank: r.ranks[i],
      ...toBest(i),
      p_reference: toReference(i),
      mean: r.mean[i],
      std: r.std[i],
      log_loss_clipped: loss(i),
      cpu_seconds: cost("cpu_seconds", i),
      win_rate: r.win_rate[i],
      improvement: r.improvement?.[i],
      wins: turned
        ? { value: turned[0], text: turned.join("/"), href: pairHref(m.methods[i], of.reference) }
        : { value: null, text: i === at ? "reference" : null, css: "quiet" },
    };
  });
};
export const ranking = (m, r) => {
  const metric = loaded().metric(m.metric),
    made = rows(m, r);
  return grid(
    {
      id: "ranking",
      caption:
        `${metric.label}, protocol ${m.protocol}: ${plural(m.methods.length, "method")} on the ` +
        `${plural(m.datasets.length, "data set")} that all have.`,
      note:
        `Best: ${m.methods[r.best]}. The p-values are two-sided, with Holm's correction over the ` +
        `comparisons with one method.${withinText(m)} ${[constant(m), leftOut(m)].filter(Boolean).join(" ")}`,
      columns: columnsOf("ranking", metric, made),
      rows: made,
    },
    loaded().byMethod,
  );
};
export const pairs = (m, r) => {
  const made = r.pairs.pairs.map(([i, j], t) => {
    const turned = r.ranks[j] < r.ranks[i],
      [a, b] = (turned ? [j, i] : [i, j]).map((x) => m.methods[x]),
      won = turned ? [...r.pairs.wins[t]].reverse() : r.pairs.wins[t],
      strong = (p) => ({ value: p, css: p <= loaded().alpha ? "strong" : "" });
    return {
      a: methodCell(a),
      b: methodCell(b),
      method: b,
      rank_difference: {
        value: turned ? r.ranks[j] - r.ranks[i] : r.ranks[i] - r.ranks[j],
        href: pairHref(a, b),
      },
      z: r.pairs.z[t],
      p: strong(r.pairs.p[t]),
      holm: strong(r.pairs.holm[t]),
      bergmann_hommel: strong(r.pairs.bergmann_hommel[t]),
      wilcoxon: strong(r.pairs.wilcoxon[t].p),
      rank_biserial: (turned ? -1 : 1) * r.pairs.wilcoxon[t].rank_biserial,
      wins: { value: won[0], text: won.join("/") },
    };
  });
  made.sort((x, y) => m.methods.indexOf(x.a.value) - m.methods.indexOf(y.a.value));
  return grid(
    {
      id: "chosen-pairs",
      caption:
        `Pairs of methods, ${label(m.metric)}, protocol ${m.protocol}: ${plural(r.n, "data set")}, ` +
        `${plural(r.k, "method")}.`,
      note:
        "Select a number of the column Δ rank to compare both methods. Wilcoxon's test is not " +
        "corrected for the number of pairs.",
      columns: columnsOf("chosen-pairs", loaded().metric(m.metric), made),
      rows: made,
    },
    loaded().byMethod,
  );
};

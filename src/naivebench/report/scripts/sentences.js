// Sentences on a ranking: the first method, its lead, methods that are as good, and tests that disagree.
import { loaded } from "./data.js";
import { lead, listing, number, plural } from "./formats.js";
import { given } from "./from_python.js";
import { constant, label, ropeOf } from "./selection.js";
import { disagrees, practicallyNone } from "./statistics/best.js";
import { gain } from "./statistics/pairs.js";
import { pairAt } from "./statistics/rank_tests.js";

const few = (names) =>
  listing(names.length > 6 ? [...names.slice(0, 4), `${names.length - 4} others`] : names);
const FEW = 6; // data sets: of fewer Wilcoxon's test can never reach 0.05
const isRival = (name) => loaded().byMethod.get(name).rival;
const contends = (name) => isRival(name) && !loaded().byMethod.get(name).blind;
const tied = (r, order) => order.filter((i) => r.ranks[i] === r.ranks[order[0]]);
// Who has the best rank: of all only where rivals take part and the reader has hidden none
const winners = (m, r, hidden) => {
  const rank = (i) => number(r.ranks[i], "rank"),
    told = (i) =>
      `${listing(i.map((x) => m.methods[x]))} ${i.length > 1 ? "share the best rank" : "is the best"}`;
  const top = tied(r, r.order),
    own = tied(
      r,
      r.order.filter((i) => !isRival(m.methods[i])),
    ),
    rivals = m.methods.some(isRival),
    all = hidden ? "of those shown" : "of all";
  const where =
      `among ${plural(m.methods.length, "method")} by ${label(m.metric)} on ` +
      `${plural(r.n, "data set")}, protocol ${m.protocol}`,
    whole = `average rank ${rank(top[0])} ${where}`;
  const ofAll = rivals
    ? "of the naive Bayes family and of all"
    : "of the naive Bayes family; no rival takes part";
  if (top.every((i) => own.includes(i))) return `${told(top)} ${hidden ? all : ofAll}: ${whole}.`;
  if (!own.length || top.some((i) => own.includes(i)))
    return `${told(top)} ${hidden || own.length ? all : "of the rivals"}: ${whole}.`;
  return (
    `${told(own)} of the naive Bayes family${hidden ? " of those shown" : ""}, average rank ` +
    `${rank(own[0])} ${where}; the best ${all} ${top.length > 1 ? "are" : "is"} ` +
    `${listing(top.map((x) => m.methods[x]))} (${rank(top[0])}).`
  );
};
// The best of the family against the best rival and the reference
const apart = (m, r) => {
  const own = r.order.find((i) => !isRival(m.methods[i])),
    rival = r.order.find((i) => contends(m.methods[i])),
    { reference } = loaded(),
    values = (j) => m.scores.map((row) => row[j]);
  const roles = [
    [rival, "best rival"],
    [m.methods.indexOf(reference), "reference"],
  ].filter(([i]) => i !== undefined && i >= 0 && i !== own && own !== undefined);
  const found = roles
    .map(([i, role]) => [gain(values(own), values(i), m.lower), m.methods[i], role])
    .filter(([g]) => g);
  if (!found.length) return [];
  return [
    `On average ${m.methods[own]} differs ` +
      `${listing(found.map(([g, name]) => lead(g, name, loaded().metric(m.metric))))}; ` +
      `${listing(found.map(([, name, role]) => `${name} is the ${role}`))}.`,
  ];
};
// Sentences on the methods that are as good as the best, how that was decided, and where tests disagree, as
// in report/as_good.py
export const AS_GOOD = ["ahead", "practically equivalent", "cannot be told apart"];
const asGood = (m, r) => {
  const { alpha } = loaded(),
    rope = ropeOf(m.metric),
    best = m.methods[r.best],
    found = r.to_best.comparisons,
    names = r.to_best.others.map((i) => m.methods[i]),
    n = names.length;
  const of = (v) => names.filter((_, i) => found[i].verdict === v),
    some = (v) => of(v).length,
    said = [];
  const good = AS_GOOD.filter(some)
      .map((v) => `${listing(of(v))} (${v})`)
      .join("; "),
    rest = listing(
      ["behind", "probably behind"]
        .filter(some)
        .map((v) => `${some(v)} ${some(v) === 1 ? "is" : "are"} ${v}`),
    );
  said.push(
    !good
      ? `No other method is as good as ${best}: ${rest}.`
      : `As good as ${best}: ${good}. ${rest ? `Of the others, ${rest}` : "None is behind"}.`,
  );
  const test =
    "A method is behind if Wilcoxon's signed-rank test is significant (with Holm's correction over the " +
    `${plural(n, "comparison")} with ${best}; α = ${alpha})`;
  const percent = loaded().metric(m.metric).kind === "percent",
    size = +((percent ? 100 : 1) * rope).toPrecision(6),
    unit = !percent ? "" : size === 1 ? " point" : " points";
  said.push(
    rope === null
      ? `${test}. Practical equivalence is judged by the primary metric only.`
      : `${test}, and probably behind if the probability that it is worse by more than ` +
          `${size}${unit} is above 0.5 (Bayesian signed-rank test).`,
  );
  const phrase = (p) => {
    const text = number(p, "p");
    return text.startsWith("<") ? text : `= ${text}`;
  };
  const split = found
    .map((c, i) => [names[i], c])
    .filter(([, c]) => disagrees(c, alpha))
    .map(
      ([name, c]) =>
        `${name} (Wilcoxon p ${phrase(c.wilcoxon_holm)}, average ranks p ` +
        `${phrase(c.ranks_holm)}${c.worse === null ? "" : `, P(worse) = ${number(c.worse, "score")}`}` +
        ")",
    );
  said.push(
    !split.length
      ? "The test of average ranks, with the same correction, agrees on every method."
      : `The tests disagree on ${listing(split)}. Both p-values have the same correction. Average ` +
          `ranks depend on all ${n + 1} methods; the other two tests use two methods only.`,
  );
  const small = found
    .map((c, i) => [names[i], c])
    .filter(([, c]) => practicallyNone(c, alpha))
    .map(([name, c]) => `${name} (P(rope) = ${number(c.rope, "score")})`);
  if (small.length)
    said.push(
      `Wilcoxon's test finds a difference from ${best}, but practical equivalence is more ` +
        `probable than not, for ${listing(small)}.`,
    );
  return said;
};
/** `lead`: who is first and how far ahead; `said`: how sure that is. */
export const headline = (m, r, hidden) => {
  const { alpha, reference } = loaded(),
    said = [];
  const leading = given.shuffled.includes(m.protocol)
    ? [
        `Protocol ${m.protocol} shuffles the labels: there is nothing to learn, and this ranking ` +
          "means nothing.",
      ]
    : [];
  leading.push(
    winners(m, r, hidden),
    ...apart(m, r),
    "This is your selection. It is exploratory, because only the primary comparison was named before " +
      "the run.",
  );
  if (r.n < FEW) said.push(`Tests on ${plural(r.n, "data set")} have little power.`);
  said.push(...asGood(m, r));
  if (r.to_reference) {
    const { others, holm } = r.to_reference.paired,
      won = (i) => {
        const at = m.methods.indexOf(reference),
          t = pairAt(r.k, i, at);
        return (i < at ? 1 : -1) * r.pairs.wilcoxon[t].rank_biserial > 0;
      };
    const better = others.filter((i, at) => holm[at] <= alpha && won(i)).map((i) => m.methods[i]);
    said.push(
      better.length
        ? "By Wilcoxon's test with Holm's correction, these methods are significantly better than " +
            `${reference}: ${few(better)}.`
        : `No method is significantly better than ${reference}.`,
    );
  }
  const p = r.iman_davenport.p;
  if (!Number.isNaN(p))
    said.push(
      "Over all methods " +
        `${p <= alpha ? "there are significant differences" : "there is no significant difference"} ` +
        `(Iman–Davenport p = ${number(p, "p")}).`,
    );
  said.push(constant(m));
  return { lead: leading, said: said.filter(Boolean) };
};

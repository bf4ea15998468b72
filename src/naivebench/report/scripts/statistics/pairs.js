// Tests of two methods on the same data sets or folds; positive differences: the first is better.
import { tQuantile, tTail, upper } from "./distributions.js";
import { uniform } from "./draws.js";
import { differences, NOISE } from "./noise.js";
import { deviation, mean, sum } from "./numbers.js";
import { midRanks } from "./ranks.js";

/**
 * Wilcoxon's signed-rank test; n: differences that are not zero.
 * @typedef {{
 *   statistic: number, p: number, n: number, zeros: number, method: "exact" | "normal",
 *   rank_biserial: number,
 * }} Wilcoxon
 */
/** @typedef {{ better: number, rope: number, worse: number }} Posterior */
/**
 * Student's t test with the variance corrected for overlapping training parts.
 * @typedef {{
 *   mean: number, n: number, statistic: number | null, p: number | null, low: number | null,
 *   high: number | null,
 * }} CorrectedT
 */
/** @typedef {{ value: number, low: number | null, high: number | null, n: number }} Gain */

// Least number of data sets for an interval, as evaluation/statistics/intervals.py
const FEWEST = 3;

/** @type {(d: number[]) => Wilcoxon} */
export const wilcoxon = (d) => {
  const kept = d.filter((v) => v !== 0),
    n = kept.length;
  if (!n) return { statistic: 0, p: 1, n: 0, zeros: d.length, method: "exact", rank_biserial: 0 };
  const ranks = midRanks(kept.map(Math.abs));
  const plus = sum(ranks.filter((_, i) => kept[i] > 0)),
    minus = sum(ranks.filter((_, i) => kept[i] < 0));
  let tails;
  if (n <= 25) {
    const steps = ranks.map((r) => Math.round(2 * r));
    let probability = new Float64Array(sum(steps) + 1);
    probability[0] = 1;
    for (const step of steps)
      probability = probability.map((v, i) => (v + (i >= step ? probability[i - step] : 0)) / 2);
    const w = Math.round(2 * plus);
    tails = [sum(probability.slice(w)), sum(probability.slice(0, w + 1))];
  } else {
    const z = (plus - sum(ranks) / 2) / Math.sqrt(sum(ranks.map((r) => r * r)) / 4);
    tails = [upper(z), upper(-z)];
  }
  return {
    statistic: Math.min(plus, minus),
    p: Math.min(1, 2 * Math.min(...tails)),
    n,
    zeros: d.length - n,
    method: n <= 25 ? "exact" : "normal",
    rank_biserial: (plus - minus) / (plus + minus),
  };
};
// Bayesian signed-rank tests of many pairs of methods on the same n data sets, which share the weights of
// every draw
/** @type {(pairs: number[][], rope: number, draws?: number) => Posterior[]} */
export const bayesAll = (pairs, rope, draws = 50000) => {
  const n = pairs[0].length,
    m = n + 1,
    w = new Float64Array(m),
    sums = new Float64Array(m + 1);
  const tests = pairs.map((d) => {
    const z = [0, ...d],
      order = z.map((_, i) => i).sort((a, b) => z[a] - z[b] || a - b),
      rising = order.map((i) => z[i]);
    const noise = NOISE * Math.max(rope, ...z.map(Math.abs));
    /** @type {(test: (x: number) => boolean) => number} */
    const count = (test) => {
      let c = 0;
      while (c < m && test(rising[c])) c++;
      return c;
    };
    const [best, worst] = [2 * rope, -2 * rope].map((e) =>
      [0, 1].map((side) =>
        Int32Array.from(rising, (v) => count((x) => (side ? x <= e - v + noise : x < e - v - noise))),
      ),
    );
    return { order: Int32Array.from(order), best, worst, shares: [0, 0, 0] };
  });
  for (let i = 0; i < draws; i++) {
    const at = i * (n + 2);
    let total = 0;
    for (let j = 0; j < m; j++) {
      w[j] = j
        ? -Math.log(uniform(at + j + 1))
        : -Math.log(uniform(at)) * Math.cos(2 * Math.PI * uniform(at + 1)) ** 2;
      total += w[j];
    }
    for (const { order, best, worst, shares } of tests) {
      let notBetter = 0,
        worse = 0;
      for (let j = 0; j < m; j++) sums[j + 1] = sums[j] + w[order[j]] / total;
      for (let j = 0; j < m; j++) {
        const own = w[order[j]] / total;
        notBetter += (own * (sums[best[0][j]] + sums[best[1][j]])) / 2;
        worse += (own * (sums[worst[0][j]] + sums[worst[1][j]])) / 2;
      }
      const masses = [1 - notBetter, rope > 0 ? notBetter - worse : 0, worse],
        most = Math.max(...masses) - 1e-12;
      const shared = masses.filter((v) => v >= most).length;
      for (let r = 0; r < 3; r++) if (masses[r] >= most) shares[r] += 1 / shared;
    }
  }
  return tests.map(({ shares }) => ({
    better: shares[0] / draws,
    rope: shares[1] / draws,
    worse: shares[2] / draws,
  }));
};
/** @type {(d: number[], rope: number) => Posterior} */
export const bayes = (d, rope) => bayesAll([d], rope)[0];
/** @type {(d: number[], ratio: number) => CorrectedT} */
export const correctedT = (d, ratio) => {
  const n = d.length,
    m = mean(d),
    head = { mean: m, n, statistic: null, p: null, low: null, high: null };
  if (n < 2) return head;
  const s = deviation(d);
  if (s <= 1e-12 * Math.max(...d.map(Math.abs)) || s === 0)
    return m === 0 ? { ...head, statistic: 0, p: 1, low: 0, high: 0 } : head;
  const error = s * Math.sqrt(1 / n + ratio),
    t = m / error,
    half = tQuantile(n - 1, 0.975) * error;
  return { ...head, statistic: t, p: 2 * tTail(n - 1, Math.abs(t)), low: m - half, high: m + half };
};

// Mean of a's advantage over b, with Student's t interval over the data sets; infinite scores are left out,
// as report/duel.py
/** @type {(a: number[], b: number[], lower: boolean) => Gain | null} */
export const gain = (a, b, lower) => {
  const kept = a.map((_, i) => i).filter((i) => Number.isFinite(a[i]) && Number.isFinite(b[i]));
  if (!kept.length) return null;
  const {
    mean: value,
    low,
    high,
    n,
  } = correctedT(
    differences(
      kept.map((i) => a[i]),
      kept.map((i) => b[i]),
    ).map((v) => (lower ? -v : v) + 0),
    0,
  );
  const known = n >= FEWEST;
  return { value, low: known ? (low ?? value) : null, high: known ? (high ?? value) : null, n };
};

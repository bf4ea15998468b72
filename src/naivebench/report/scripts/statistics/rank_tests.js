// Tests of average ranks: of all methods at once, of pairs, and of all against one.
import { betaIncomplete, gammaUpper, upper } from "./distributions.js";
import { sum } from "./numbers.js";

/**
 * Friedman's test, and Iman and Davenport's; `df`: degrees of freedom.
 * @typedef {{
 *   friedman: { statistic: number, df: number, p: number },
 *   iman_davenport: { statistic: number, df: number[], p: number },
 * }} Omnibus
 */
/**
 * Two-sided tests of all `others` against one method.
 * @typedef {{ others: number[], z: number[], p: number[], holm: number[] }} Against
 */
/**
 * Two-sided tests of all pairs of methods.
 * @typedef {{
 *   pairs: [number, number][], z: number[], p: number[], holm: number[], bergmann_hommel: number[],
 * }} AllPairs
 */

const TIE = 1e-9;
/** @type {(average: number[], n: number) => Omnibus} */
export const omnibus = (average, n) => {
  const k = average.length;
  const friedman = ((12 * n) / (k * (k + 1))) * sum(average.map((r) => (r - (k + 1) / 2) ** 2));
  const rest = n * (k - 1) - friedman,
    df = [k - 1, (k - 1) * (n - 1)];
  const f = n < 2 ? NaN : rest <= 1e-9 * n * k ? Infinity : ((n - 1) * friedman) / rest;
  return {
    friedman: { statistic: friedman, df: k - 1, p: gammaUpper((k - 1) / 2, friedman / 2) },
    iman_davenport: {
      statistic: f,
      df,
      p: f === Infinity ? 0 : betaIncomplete(df[1] / 2, df[0] / 2, df[1] / (df[1] + df[0] * f)),
    },
  };
};
/** @type {(p: number[]) => number[]} */
export const holm = (p) => {
  const order = p.map((_, i) => i).sort((a, b) => p[a] - p[b]),
    adjusted = new Array(p.length);
  let running = 0;
  order.forEach((at, i) => {
    running = Math.max(running, p[at] * (p.length - i));
    adjusted[at] = Math.min(1, running);
  });
  return adjusted;
};
// standard error of a difference of average ranks
/** @type {(k: number, n: number) => number} */
const spread = (k, n) => Math.sqrt((k * (k + 1)) / (6 * n));
/** @type {(average: number[], n: number, control: number) => Against} */
export const against = (average, n, control) => {
  const others = average.map((_, i) => i).filter((i) => i !== control);
  const z = others.map((i) => (average[control] - average[i]) / spread(average.length, n));
  const p = z.map((v) => 2 * upper(Math.abs(v))),
    adjusted = holm(p);
  return { others, z, p, holm: adjusted };
};
/** @type {(k: number) => [number, number][]} */
const pairsOf = (k) => {
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0; i < k; i++) for (let j = i + 1; j < k; j++) pairs.push([i, j]);
  return pairs;
};
// The place of a pair among them
/** @type {(k: number, i: number, j: number) => number} */
export const pairAt = (k, i, j) => {
  const [a, b] = i < j ? [i, j] : [j, i];
  return a * k - (a * (a + 1)) / 2 + b - a - 1;
};
// Bergmann and Hommel's procedure, as evaluation/statistics/bergmann.py: the largest set of pairs without
// one that is further apart.
/** @type {(ranks: number[], order: number[], i: number, j: number) => number} */
const largestSet = (ranks, order, i, j) => {
  const low = Math.min(ranks[i], ranks[j]),
    high = Math.max(ranks[i], ranks[j]),
    tie = TIE * Math.max(1, ...ranks);
  const x = order.filter((m) => m !== i && m !== j).map((m) => ranks[m]);
  const plain = [0],
    joined = [1];
  /** @type {(v: number) => boolean} */
  const inside = (v) => v >= low - tie && v <= high + tie;
  for (let to = 1; to <= x.length; to++) {
    let best = 0,
      with_ = 0;
    for (let from = to - 1; from >= 0; from--) {
      const size = to - from,
        narrow = x[to - 1] - x[from] <= high - low + tie;
      if (narrow) {
        best = Math.max(best, plain[from] + (size * (size - 1)) / 2);
        with_ = Math.max(with_, joined[from] + (size * (size - 1)) / 2);
      }
      if (inside(x[from]) && inside(x[to - 1]))
        with_ = Math.max(with_, plain[from] + ((size + 2) * (size + 1)) / 2);
    }
    plain.push(best);
    joined.push(Math.max(with_, best + 1));
  }
  return joined[x.length];
};
/** @type {(ranks: number[], pairs: [number, number][], p: number[]) => number[]} */
const bergmannHommel = (ranks, pairs, p) => {
  const order = ranks.map((_, i) => i).sort((a, b) => ranks[a] - ranks[b]);
  const bound = pairs.map(([i, j], t) => p[t] * largestSet(ranks, order, i, j));
  return p.map((each, t) => {
    let most = bound[t];
    p.forEach((other, s) => {
      if (other < each * (1 - TIE) && bound[s] > most) most = bound[s];
    });
    return Math.min(1, most);
  });
};
/** @type {(average: number[], n: number) => AllPairs} */
export const allPairs = (average, n) => {
  const pairs = pairsOf(average.length);
  const z = pairs.map(([i, j]) => Math.abs(average[i] - average[j]) / spread(average.length, n));
  const p = z.map((v) => 2 * upper(v));
  return { pairs, z, p, holm: holm(p), bergmann_hommel: bergmannHommel(average, pairs, p) };
};

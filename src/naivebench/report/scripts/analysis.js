// The statistics of a selection: the same definitions as src/naivebench/evaluation/statistics, and the same
// draws. Pure functions of numbers, without the page, so that they also run in a worker. Matrices are
// arrays of rows, data sets x methods.
import { againstBest } from "./statistics/best.js";
import { criticalDifference } from "./statistics/distributions.js";
import { differences } from "./statistics/noise.js";
import { column, deviation, mean } from "./statistics/numbers.js";
import { bayes, correctedT, gain, wilcoxon } from "./statistics/pairs.js";
import { against, allPairs, holm, omnibus } from "./statistics/rank_tests.js";
import { averageRanks, improvement, inOrder, rankRows, winRates } from "./statistics/ranks.js";

/**
 * Input of the statistics of a selection: scores (data sets x methods), whether lower scores are better, the
 * index of the reference method or -1, the level of tests, half the region of practical equivalence, and
 * names that break ties.
 * @typedef {{
 *   scores: number[][], lower: boolean, reference: number, alpha: number, rope?: number | null,
 *   names?: string[],
 * }} Request
 */
/** @typedef {{ a: number[], b: number[], ratio: number }} Folds */
/**
 * Scores of two methods. `votes`: which data sets vote, by default all; the others have only a difference
 * and folds.
 * @typedef {{
 *   a: number[], b: number[], lower: boolean, rope: number, folds: (Folds | null)[], votes?: boolean[],
 * }} Pair
 */

/** @param {Request} request */
export const selection = ({ scores, lower, reference, alpha, rope = null, names }) => {
  const ranks = rankRows(scores, lower),
    average = averageRanks(ranks),
    n = scores.length,
    k = average.length;
  const sign = lower ? -1 : 1,
    order = inOrder(average, names),
    best = order[0];
  const pairs = allPairs(average, n);
  const columns = average.map((_, j) => column(scores, j));
  /** @type {(i: number, j: number) => number[]} */
  const gaps = (i, j) => differences(columns[i], columns[j]).map((v) => sign * v + 0);
  const better = pairs.pairs.map(([i, j]) => gaps(i, j));
  /** @param {number} i */
  const others = (i) => order.filter((j) => j !== i);
  const byRanks = against(average, n, best),
    ranksHolm = others(best).map((j) => byRanks.holm[byRanks.others.indexOf(j)]);
  /** @param {number} i */
  const wilcoxonHolm = (i) => holm(others(i).map((j) => wilcoxon(gaps(j, i)).p));
  const won = better.map((d) => [
    d.filter((v) => v > 0).length,
    d.filter((v) => v === 0).length,
    d.filter((v) => v < 0).length,
  ]);
  return {
    n,
    k,
    ranks: average,
    order,
    best,
    ...omnibus(average, n),
    critical_difference: criticalDifference(k, n, alpha),
    pairs: {
      ...pairs,
      wins: won,
      wilcoxon: better.map((d) => {
        const w = wilcoxon(d);
        return { p: w.p, rank_biserial: w.rank_biserial };
      }),
    },
    to_best: {
      others: others(best),
      comparisons: againstBest(
        others(best).map((j) => gaps(j, best)),
        ranksHolm,
        alpha,
        rope,
      ),
    },
    to_reference:
      reference >= 0
        ? {
            ...against(average, n, reference),
            paired: { others: others(reference), holm: wilcoxonHolm(reference) },
          }
        : null,
    mean: columns.map(mean),
    std: columns.map((c) => (n > 1 ? deviation(c) : null)),
    win_rate: winRates(ranks),
    improvement: reference >= 0 ? improvement(scores, reference, lower) : null,
  };
};
/** @param {Pair} pair */
export const two = ({ a, b, lower, rope, folds, votes = a.map(() => true) }) => {
  /** @param {number[]} values */
  const voting = (values) => values.filter((_, i) => votes[i]);
  const every = differences(a, b).map((v) => (lower ? -v : v) + 0),
    d = voting(every),
    finite = d.every(Number.isFinite);
  return {
    differences: every,
    n: d.length,
    wins: d.filter((v) => v > 0).length,
    ties: d.filter((v) => v === 0).length,
    losses: d.filter((v) => v < 0).length,
    gain: gain(voting(a), voting(b), lower),
    wilcoxon: wilcoxon(d),
    bayes: finite ? bayes(d, rope) : null,
    folds: folds.map((f) =>
      f
        ? correctedT(
            differences(f.a, f.b).map((v) => (lower ? -v : v) + 0),
            f.ratio,
          )
        : null,
    ),
  };
};
/** @type {Record<string, (request: any) => object>} */
const tasks = { selection, two };
// Answer of the worker: the number of the request with its result or an error message
/** @param {MessageEvent<[number, string, object]>} event */
export const answer = ({ data: [id, task, request] }) => {
  try {
    postMessage([id, tasks[task](request)]);
  } catch (error) {
    postMessage([id, null, String(error)]);
  }
};

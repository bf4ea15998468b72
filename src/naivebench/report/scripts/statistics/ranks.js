// Ranks of methods on every data set, and what is counted from them.
import { withoutNoise } from "./noise.js";
import { column, mean } from "./numbers.js";

/** @type {(values: number[]) => number[]} */
export const midRanks = (values) => {
  const order = values
    .map((_, i) => i)
    .sort((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : 0));
  const ranks = new Array(values.length);
  for (let i = 0, j; i < order.length; i = j) {
    for (j = i + 1; j < order.length && values[order[j]] === values[order[i]]; ) j++;
    for (let m = i; m < j; m++) ranks[order[m]] = (i + j + 1) / 2;
  }
  return ranks;
};
/** @type {(scores: number[][], lower: boolean) => number[][]} */
export const rankRows = (scores, lower) =>
  withoutNoise(scores).map((row) => midRanks(lower ? row : row.map((v) => -v)));
// Methods, the best average rank first; ties by name where there are names, as benchmark/results/summaries.py
/** @type {(average: number[], names?: string[] | null) => number[]} */
export const inOrder = (average, names = null) =>
  average
    .map((_, i) => i)
    .sort((a, b) => average[a] - average[b] || (!names ? a - b : names[a] < names[b] ? -1 : 1));
/** @type {(ranks: number[][]) => number[]} */
export const averageRanks = (ranks) => ranks[0].map((_, j) => mean(column(ranks, j)));
// Maximal runs of two or more neighbours in `order` without a significant pair
/** @type {(order: number[], same: (i: number, j: number) => boolean) => number[][]} */
export const cliques = (order, same) => {
  /** @type {[number, number][]} */
  const runs = [];
  order.forEach((_, start) => {
    let end = start;
    while (end + 1 < order.length && order.slice(start, end + 1).every((m) => same(m, order[end + 1]))) end++;
    if (end > start && !runs.some(([a, b]) => a <= start && b >= end)) runs.push([start, end]);
  });
  return runs.map(([a, b]) => order.slice(a, b + 1));
};
/** @type {(ranks: number[][]) => number[]} */
export const winRates = (ranks) =>
  averageRanks(ranks).map((r) => (ranks[0].length - r) / (ranks[0].length - 1));
/** @type {(scores: number[][], reference: number, lower: boolean) => number[]} */
export const improvement = (scores, reference, lower) =>
  scores[0].map((_, m) =>
    mean(
      scores.map((row) => {
        const [e, base] = lower ? [row[m], row[reference]] : [1 - row[m], 1 - row[reference]],
          larger = Math.max(e, base);
        return e === base || larger === 0
          ? 0
          : larger === Infinity
            ? Math.sign(base - e)
            : (base - e) / larger;
      }),
    ),
  );

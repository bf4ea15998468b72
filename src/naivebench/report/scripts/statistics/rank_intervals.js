// Bootstrap intervals of average ranks, as evaluation/statistics/bootstrap_ranks.py.
import { draw, quantile } from "./draws.js";

/**
 * Ends of the interval of each method, and how often it has the best average rank.
 * @typedef {{ low: number[], high: number[], best: number[], level: number, draws: number }} Intervals
 */

/** @type {(x: number) => number} */
const rint = (x) => {
  const r = Math.round(x);
  return Math.abs(x - Math.trunc(x)) === 0.5 && r % 2 ? r - 1 : r;
};
/** @type {(ranks: number[][], draws?: number, level?: number) => Intervals} */
export const rankIntervals = (ranks, draws = 10000, level = 0.95) => {
  const n = ranks.length,
    k = ranks[0].length,
    best = new Float64Array(k),
    totals = new Float64Array(k);
  const samples = Array.from({ length: k }, () => new Float64Array(draws));
  for (let i = 0; i < draws; i++) {
    totals.fill(0);
    for (let j = 0; j < n; j++) {
      const row = ranks[Math.floor((draw(i * n + j) * n) / 4294967296)];
      for (let m = 0; m < k; m++) totals[m] += row[m];
    }
    let least = Infinity,
      shared = 0;
    for (let m = 0; m < k; m++) {
      const r = rint((totals[m] / n) * 1e9) / 1e9;
      samples[m][i] = r;
      if (r < least) {
        least = r;
        shared = 1;
      } else if (r === least) shared++;
    }
    for (let m = 0; m < k; m++) if (samples[m][i] === least) best[m] += 1 / shared;
  }
  for (const s of samples) s.sort();
  return {
    low: samples.map((s) => quantile(s, (1 - level) / 2)),
    high: samples.map((s) => quantile(s, (1 + level) / 2)),
    best: Array.from(best, (b) => b / draws),
    level,
    draws,
  };
};

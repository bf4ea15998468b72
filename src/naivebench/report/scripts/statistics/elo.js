// Elo ratings, as evaluation/statistics/elo.py.
import { draw, quantile } from "./draws.js";
import { mean } from "./numbers.js";

/** @typedef {{ elo: number[], low: number[], high: number[], level: number, draws: number }} Ratings */

const RIDGE = 0.5 / (1e6 * Math.LN10 ** 2),
  POINTS = 400 / Math.LN10;
/** @type {(a: Float64Array[], b: Float64Array) => Float64Array} */
const solved = (a, b) => {
  // a symmetric positive definite, overwritten
  const k = b.length;
  for (let j = 0; j < k; j++) {
    for (let m = 0; m < j; m++) {
      const f = a[j][m];
      if (f) for (let i = j; i < k; i++) a[i][j] -= a[i][m] * f;
    }
    const d = Math.sqrt(a[j][j]);
    for (let i = j; i < k; i++) a[i][j] /= d;
  }
  for (let i = 0; i < k; i++) {
    for (let m = 0; m < i; m++) b[i] -= a[i][m] * b[m];
    b[i] /= a[i][i];
  }
  for (let i = k - 1; i >= 0; i--) {
    for (let m = i + 1; m < k; m++) b[i] -= a[m][i] * b[m];
    b[i] /= a[i][i];
  }
  return b;
};
/** @type {(wins: Float64Array[]) => number[]} */
const logStrengths = (wins) => {
  const k = wins.length,
    t = new Float64Array(k),
    a = Array.from({ length: k }, () => new Float64Array(k));
  for (let round = 0; round < 100; round++) {
    const gradient = Float64Array.from(t, (v) => -2 * RIDGE * v);
    for (let i = 0; i < k; i++) a[i].fill(0)[i] = 2 * RIDGE;
    for (let i = 0; i < k; i++)
      for (let j = 0; j < i; j++) {
        const beaten = 1 / (1 + Math.exp(t[i] - t[j])),
          beats = 1 / (1 + Math.exp(t[j] - t[i]));
        const pull = wins[i][j] * beaten - wins[j][i] * beats,
          bend = (wins[i][j] + wins[j][i]) * beaten * beats;
        gradient[i] += pull;
        gradient[j] -= pull;
        a[i][j] -= bend;
        a[i][i] += bend;
        a[j][j] += bend;
      }
    const step = solved(a, gradient),
      largest = step.reduce((m, v) => Math.max(m, Math.abs(v)), 0);
    for (let i = 0; i < k; i++) t[i] += step[i] * Math.min(1, 2 / Math.max(largest, 2));
    if (largest < 1e-9) break;
  }
  const centre = mean(t);
  return Array.from(t, (v) => v - centre);
};
/** @type {(ranks: number[][], draws?: number, level?: number) => Ratings} */
export const elo = (ranks, draws = 200, level = 0.95) => {
  const n = ranks.length,
    k = ranks[0].length;
  const games = ranks.map((r) =>
    r.map((a, i) => Float64Array.from(r, (b, j) => (i === j ? 0 : a < b ? 1 : a === b ? 0.5 : 0))),
  );
  /** @type {(times: number[]) => number[]} */
  const rated = (times) => {
    const wins = Array.from({ length: k }, () => new Float64Array(k));
    times.forEach((c, d) => {
      if (c) for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) wins[i][j] += c * games[d][i][j];
    });
    return logStrengths(wins).map((t) => 1000 + POINTS * t);
  };
  const samples = Array.from({ length: k }, () => new Float64Array(draws));
  for (let i = 0; i < draws; i++) {
    const times = new Array(n).fill(0);
    for (let j = 0; j < n; j++) times[Math.floor((draw(i * n + j) * n) / 4294967296)]++;
    rated(times).forEach((e, m) => {
      samples[m][i] = e;
    });
  }
  for (const s of samples) s.sort();
  return {
    elo: rated(new Array(n).fill(1)),
    low: samples.map((s) => quantile(s, (1 - level) / 2)),
    high: samples.map((s) => quantile(s, (1 + level) / 2)),
    level,
    draws,
  };
};

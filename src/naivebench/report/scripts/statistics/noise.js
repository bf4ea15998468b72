// What rounding adds to scores is not a difference, as evaluation/statistics/rounding.py.

export const NOISE = 1e-12;

/** @type {(values: number[], sizes: number[]) => number[]} */
const merged = (values, sizes) => {
  sizes = sizes.map((s) => (Number.isFinite(s) ? s : 0));
  const largest = sizes.reduce((a, b) => Math.max(a, b), 0),
    least = Math.min(largest, 1);
  if (!largest) return values;
  const amounts = [...values.map(Math.abs), 0],
    noise = [...sizes.map((s) => NOISE * Math.max(s, least)), 0];
  const order = amounts
    .map((_, i) => i)
    .sort((i, j) => (amounts[i] === amounts[j] ? 0 : amounts[i] - amounts[j]));
  /** @type {number[]} */
  const lowest = [];
  order.forEach((i, at) => {
    const before = order[at - 1];
    lowest[i] =
      at && amounts[i] - amounts[before] <= Math.max(noise[i], noise[before]) ? lowest[before] : amounts[i];
  });
  return values.map((v, i) => (v < 0 ? -lowest[i] : lowest[i]) + 0);
};
/** @type {(rows: number[][]) => number[][]} */
export const withoutNoise = (rows) => {
  const flat = rows.flat(),
    k = rows.length ? rows[0].length : 0,
    values = merged(flat, flat.map(Math.abs));
  return rows.map((_, i) => values.slice(i * k, (i + 1) * k));
};
/** @type {(a: number[], b: number[]) => number[]} */
export const differences = (a, b) => {
  /** @type {(v: number) => number} */
  const size = (v) => (Number.isFinite(v) ? Math.abs(v) : 0);
  return merged(
    a.map((v, i) => (v === b[i] ? 0 : v - b[i])),
    a.map((v, i) => Math.max(size(v), size(b[i]))),
  );
};

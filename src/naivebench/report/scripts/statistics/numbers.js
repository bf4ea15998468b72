// Sums, means and columns of arrays of numbers.

/** @typedef {number[] | Float64Array} Numbers */

/** @type {(values: Iterable<number>) => number} */
export const sum = (values) => {
  let s = 0;
  for (const v of values) s += v;
  return s;
};
/** @type {(values: Numbers) => number} */
export const mean = (values) => sum(values) / values.length;
/** @type {(values: number[]) => number} */
export const deviation = (values) => {
  const m = mean(values);
  return Math.sqrt(sum(values.map((v) => (v - m) ** 2)) / (values.length - 1));
};
/** @type {(rows: number[][], j: number) => number[]} */
export const column = (rows, j) => rows.map((row) => row[j]);

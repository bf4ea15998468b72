// Sums, means and columns of arrays of numbers.

export const sum = (values) => {
  let s = 0;
  for (const v of values) s += v;
  return s;
};
export const mean = (values) => sum(values) / values.length;
export const deviation = (values) => {
  const m = mean(values);
  return Math.sqrt(sum(values.map((v) => (v - m) ** 2)) / (values.length - 1));
};
export const column = (rows, j) => rows.map((row) => row[j]);

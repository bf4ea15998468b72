// Numbers and lists as text, as benchmark/results/formats.py writes them.

export const DASH = "–";
export const MINUS = "−";
export const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
export const decimals = (v, digits) => {
  if (!Number.isFinite(v)) return v > 0 ? "∞" : MINUS + "∞";
  const text = v.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return /[1-9]/.test(text) ? text.replace("-", MINUS) : text.replace("-", "");
};
const significant = (v) =>
  v === 0 ? "0" : decimals(v, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(v)))));
const UNITS = [
  { below: 1e-3, factor: 1e6, unit: "μs" },
  { below: 1, factor: 1e3, unit: "ms" },
  { below: 120, factor: 1, unit: "s" },
  { below: 7200, factor: 1 / 60, unit: "min" },
];
const HOURS = { factor: 1 / 3600, unit: "h" };
const seconds = (v) => {
  if (v === 0) return "0 s";
  const { factor, unit } = UNITS.find(({ below }) => Math.abs(v) < below) ?? HOURS;
  return `${significant(v * factor)} ${unit}`;
};
export const pValue = (p) =>
  p === 0 ? "< 1e-300" : p >= 1e-4 ? p.toFixed(4) : p.toExponential(1).replace(/e([+-])(\d)$/, "e$10$2");
export const KINDS = {
  percent: (v) => decimals(100 * v, 2),
  points: (v) => (100 * v >= 0.005 ? "+" : "") + decimals(100 * v, 2),
  signed: (v) => (v >= 0.0005 ? "+" : "") + decimals(v, 3),
  score: (v) => decimals(v, 3),
  rank: (v) => decimals(v, 2),
  ratio: (v) => decimals(v, 2),
  statistic: (v) => decimals(v, 2),
  integer: (v) => decimals(v, 0),
  megabytes: (v) => decimals(v, 1),
  p: pValue,
  seconds,
};
export const number = (v, kind) =>
  v === null || v === undefined || Number.isNaN(v) ? DASH : KINDS[kind] ? KINDS[kind](v) : String(v);
export const listing = (items) =>
  items.length > 1 ? items.slice(0, -1).join(", ") + " and " + items.at(-1) : items.join("");
// A title inside a sentence: without its capital, unless it begins with a name
const NAMES = ["Bayesian", "Bernoulli", "Brier", "Gaussian"];
export const inSentence = (title) => {
  const [first] = title.split(" ");
  return /^[A-Z][a-z]+$/.test(first) && !NAMES.includes(first)
    ? title[0].toLowerCase() + title.slice(1)
    : title;
};
export const plural = (count, noun) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
// A difference in the unit of the metric: `from nb by +2.42 points (95% interval +1.44 to +3.40)`
export const lead = (g, other, metric) => {
  const [kind, unit] = metric.kind === "percent" ? ["points", " points"] : ["signed", ""];
  const [value, low, high] = [g.value, g.low, g.high].map((v) => number(v, kind));
  return `from ${other} by ${value}${unit}${g.low === null ? "" : ` (95% interval ${low} to ${high})`}`;
};

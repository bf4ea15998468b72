// The columns of the tables that scripts make, as Python declares them (report/page.py).
import { given } from "./from_python.js";

const contentOf = (cell) =>
  (cell !== null && typeof cell === "object" ? (cell.value ?? cell.text) : cell) ?? null;
// Columns with the formats of a metric, without those that have no value in any row; `names`: labels by key
export const columnsOf = (table, metric, rows, names = {}) => {
  const percent = metric.kind === "percent",
    kinds = { metric: metric.kind, difference: percent ? "points" : "signed" };
  return given.columns[table]
    .filter(({ key }) => rows.some((row) => contentOf(row[key]) !== null))
    .map((c) => ({
      ...c,
      label: names[c.key] ?? c.label + (percent && c.kind === "metric" ? " %" : ""),
      kind: kinds[c.kind] ?? c.kind,
    }));
};
// [key, cost of a cell] of the columns that are medians of costs
export const costsOf = (table) =>
  given.columns[table].filter((c) => c.cost).map(({ key, cost }) => [key, cost]);

// The order of rows by the values of a column.

const collator = new Intl.Collator("en", { numeric: true });
/** @type {(a: number | string, b: number | string) => number} */
const compare = (a, b) =>
  typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
/**
 * Rows by their values; those without one come last either way, and equal ones keep their order.
 * @template Row
 * @param {[number | string | null, Row][]} keyed
 * @param {boolean} descending
 * @returns {Row[]}
 */
export const sorted = (keyed, descending) =>
  [...keyed]
    .sort(([a], [b]) => {
      if (a === null || b === null) return Number(a === null) - Number(b === null);
      return descending ? compare(b, a) : compare(a, b);
    })
    .map(([, row]) => row);

// Lines of cells as CSV and as JSON.

/** @param {string} text */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** @param {string[][]} lines */
export const written = (lines) => lines.map((line) => `${line.map(quoted).join(",")}\n`).join("");
const numberOf = (/** @type {string} */ text) => {
  const number = text === "" ? null : Number(text);
  return Number.isFinite(number) || number === null ? number : text; // inf has no other word in JSON
};
/**
 * An object for each row; a missing number is null. `numbers`: which columns contain numbers.
 * @type {(keys: string[], numbers: boolean[], rows: string[][]) => string}
 */
export const records = (keys, numbers, rows) => {
  const of = (/** @type {string[]} */ row) =>
    Object.fromEntries(keys.map((key, i) => [key, numbers[i] ? numberOf(row[i]) : row[i]]));
  return `${JSON.stringify(rows.map(of), null, 1)}\n`;
};

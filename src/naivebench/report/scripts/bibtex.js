// The BibTeX entry of a table.

/**
 * An entry of the benchmark (report/citing.py), with the table in its key and note.
 * @type {(entry: string, table: string, files: { name: string, sum: string }[]) => string}
 */
export const ofTable = (entry, table, files) => {
  const told = files.length
    ? files.map(({ name, sum }) => `${name}, SHA-256 ${sum}`).join("; ")
    : `${table} of the page`;
  return entry
    .replace(/^(@\w+\{[^,]+)/, (key) => `${key}-${table}`)
    .replace(/(note\s*=\s*\{)(.*)\}/, (_, before, note) => `${before}${note}. Table ${told}}`);
};

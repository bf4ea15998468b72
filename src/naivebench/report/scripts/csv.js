// Lines of cells as CSV.

/** @param {string} text */
const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
/** @param {string[][]} lines */
export const written = (lines) => lines.map((line) => `${line.map(quoted).join(",")}\n`).join("");

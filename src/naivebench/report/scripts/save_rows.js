// The rows of a table as they are shown, as CSV, JSON and text for a spreadsheet. Wins, ties and losses
// become three columns.

import { records, written } from "./csv.js";
import { $ } from "./dom.js";
import { rowsOf } from "./rows.js";

const words = (cell) =>
  [...cell.childNodes]
    .filter((n) => !n.matches?.(".sw"))
    .map((n) => n.textContent)
    .join("")
    .trim();
const counts = (cell) => /^(\d+)\/(\d+)\/(\d+)$/.exec(words(cell))?.slice(1); // wins, ties and losses
/**
 * Keys of the columns, which of them contain numbers, and the rows as texts.
 * @type {(box: any) => { keys: string[], numbers: boolean[], rows: string[][] }}
 */
const shown = (box) => {
  const table = $("table.data", box);
  rowsOf(table);
  const heads = [...table.tHead.rows[0].cells],
    kept = heads.map((_, i) => i).filter((i) => !box.off.has(i));
  const three = new Set(kept.filter((i) => table.all.some((row) => counts(row.cells[i]))));
  const names = (key) => ["wins", "ties", "losses"].map((name) => (key === "wins" ? name : `${key} ${name}`));
  const cellsOf = (c, i) => (three.has(i) ? (counts(c) ?? ["", "", ""]) : [c.dataset.v ?? words(c)]);
  const isNumber = (i) => three.has(i) || !heads[i].classList.contains("t");
  return {
    keys: kept.flatMap((i) => (three.has(i) ? names(heads[i].dataset.key) : [heads[i].dataset.key])),
    numbers: kept.flatMap((i) => Array(three.has(i) ? 3 : 1).fill(isNumber(i))),
    rows: table.fitting.map((row) => kept.flatMap((i) => cellsOf(row.cells[i], i))),
  };
};
export const asCsv = (box) => {
  const { keys, rows } = shown(box);
  return written([keys, ...rows]);
};
export const asJson = (box) => {
  const { keys, numbers, rows } = shown(box);
  return records(keys, numbers, rows);
};
/** Separated by tabs, which spreadsheets take as cells. @type {(box: any) => string} */
export const asText = (box) => {
  const { keys, rows } = shown(box);
  return [keys, ...rows].map((row) => row.map((cell) => cell.replace(/\s+/g, " ")).join("\t")).join("\n");
};
/** @type {(name: string, type: string, text: string) => void} */
export const download = (name, type, text) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

// Rows of a table: drawn a few at a time, sorted by a column. No kept library for tables replaces this file:
// Tabulator, DataTables and List.js are larger and make rows of their own, while these come from Python, also
// for readers without scripts.

import { $, $$, nodes } from "./dom.js";
import { given } from "./from_python.js";
import { sorted } from "./order.js";
import { idle, textOf } from "./packed.js";

// The sort key of a cell; null if it has no value
export const value = (cell) => {
  if (!cell) return null;
  if (!("v" in cell.dataset))
    return cell.classList.contains("t") ? cell.textContent.trim().toLowerCase() : Number(cell.textContent);
  if (cell.dataset.v === "") return null;
  return cell.dataset.v === "inf" ? Infinity : cell.dataset.v === "-inf" ? -Infinity : Number(cell.dataset.v);
};
// Rows: those of `table.order`, if it is sorted, else of `table.all`. A table draws the first ones that
// fit, as a long one takes the browser long to lay out: `first` at once, those up to `rows` when there is
// time, all on demand. What comes as text (report/packing.py) is parsed when the browser has time or a
// choice needs it.
export const piece = (table) => {
  const text = $("script.rest", table.parentElement);
  if (!text) return false;
  text.remove();
  table.all.push(...nodes(textOf(text)).filter((node) => node instanceof Element));
  return true;
};
export const rowsOf = (table) => {
  while (piece(table));
  return table.all;
};
export const total = (table) =>
  table.all.length +
  $$("script.rest", table.parentElement).reduce((n, text) => n + Number(text.dataset.rows), 0);
export const grow = (table, n) => {
  const body = table.tBodies[0];
  body.append(...table.wanted.slice(body.rows.length, body.rows.length + n));
};
const drawAhead = (table) => {
  const rows = table.wanted,
    drawn = table.tBodies[0].rows.length;
  if (drawn < rows.length)
    idle(() => {
      if (table.wanted === rows) {
        grow(table, 3 * drawn || given.first);
        drawAhead(table);
      }
    }); // few steps, as each lays out all
};
export const draw = (table, rows) => {
  const body = table.tBodies[0],
    now = [...body.rows];
  table.wanted = rows;
  if (now.length > rows.length || now.some((row, i) => row !== rows[i]))
    body.replaceChildren(...rows.slice(0, given.first));
  drawAhead(table);
};
export const sort = (table, key, direction) => {
  const heads = $$("thead th", table);
  const column = heads.findIndex((th) => th.dataset.key === key);
  for (const th of heads) th.removeAttribute("aria-sort");
  table.order = null;
  if (column < 0) return;
  heads[column].setAttribute("aria-sort", direction === "d" ? "descending" : "ascending");
  const keyed = rowsOf(table).map((row) => [value(row.cells[column]), row]);
  table.order = sorted(keyed, direction === "d");
};

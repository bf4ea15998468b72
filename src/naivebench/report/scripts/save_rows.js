// The rows of a table as they are shown, saved as CSV. Wins, ties and losses become three columns.

import { written } from "./csv.js";
import { $ } from "./dom.js";
import { rowsOf } from "./rows.js";

export const download = (box) => {
  const table = $("table.data", box);
  rowsOf(table);
  const words = (c) =>
    [...c.childNodes]
      .filter((n) => !n.matches?.(".sw"))
      .map((n) => n.textContent)
      .join("")
      .trim();
  const counts = (c) => /^(\d+)\/(\d+)\/(\d+)$/.exec(words(c))?.slice(1); // wins, ties and losses
  const heads = [...table.tHead.rows[0].cells],
    kept = heads.map((_, i) => i).filter((i) => !box.off.has(i));
  const three = new Set(kept.filter((i) => table.all.some((row) => counts(row.cells[i]))));
  const names = (key) => ["wins", "ties", "losses"].map((name) => (key === "wins" ? name : `${key} ${name}`));
  const cellsOf = (c, i) => (three.has(i) ? (counts(c) ?? ["", "", ""]) : [c.dataset.v ?? words(c)]);
  const lines = [
    kept.flatMap((i) => (three.has(i) ? names(heads[i].dataset.key) : [heads[i].dataset.key])),
    ...table.fitting.map((row) => kept.flatMap((i) => cellsOf(row.cells[i], i))),
  ];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([written(lines)], { type: "text/csv" }));
  link.download = box.dataset.table + ".csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

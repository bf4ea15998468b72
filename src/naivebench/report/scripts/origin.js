// From a number to its origin: a score of the heat map, clicked or chosen by the keyboard, shows its folds
// and the files that it was computed from. Arrow keys move between scores.
import { load } from "./computing.js";
import { openDialog } from "./dialog.js";
import { $, targetOf } from "./dom.js";
import { number } from "./formats.js";
import { content } from "./packed.js";

const SCORE = "table.heat tbody td";
const heatOf = (cell) => {
  const table = cell.closest("table.heat");
  return {
    protocol: cell.closest("[data-protocol]")?.dataset.protocol,
    dataset: cell.parentElement.dataset.d,
    method: table.tHead.rows[0].cells[cell.cellIndex]?.dataset.m,
  };
};
let origins; // protocol -> data set -> files -> methods
const filesOf = async ({ protocol, dataset, method }) => {
  origins ??= JSON.parse(await content("origins"));
  const found = Object.entries(origins[protocol]?.[dataset] || {}).find(([, methods]) =>
    methods.includes(method),
  );
  return found?.[0].split(" ");
};
const foldsOf = async ({ protocol, dataset, method }) => {
  const run = await load(),
    found = run.folds(protocol, dataset, method, method),
    metric = run.metric(run.primary[1]);
  if (!found) return "";
  const values = found.a.map((v) => number(v, metric.kind)).join(", ");
  const label = metric.label + (metric.kind === "percent" ? " %" : "");
  return `${label} on the ${found.a.length} test folds: ${values}`;
};
const showOrigin = async (cell) => {
  const at = heatOf(cell),
    files = await filesOf(at);
  if (!files) return;
  const folds = `results/scores/${at.protocol}.parquet`;
  const line = (...parts) => {
    const p = document.createElement("p");
    p.append(...parts);
    return p;
  };
  const link = (path) =>
    Object.assign(document.createElement("a"), { href: "../" + path, textContent: path });
  const code = Object.assign(document.createElement("pre"), {
    textContent:
      `folds = pandas.read_parquet("${folds}")` +
      `.query("dataset == '${at.dataset}' and method == '${at.method}'")\n` +
      `log_posteriors = numpy.load("${files[0]}")["log_proba/${at.method}"]`,
    tabIndex: 0,
  });
  const values = line();
  openDialog(`Origin of the score of ${at.method} on ${at.dataset}`, [
    line(`${at.method} on ${at.dataset}, ${at.protocol}: ${cell.textContent.trim()}`),
    values,
    line("Fold scores: ", link(folds)),
    line("Predictions: ", ...files.flatMap((path) => [link(path), " "])),
    code,
  ]);
  values.textContent = await foldsOf(at);
};
document.addEventListener("click", (event) => {
  const cell = targetOf(event).closest?.(SCORE);
  if (cell && !targetOf(event).closest("a")) showOrigin(cell);
});

// One score of a table is in the order of the tabulator; arrow keys make it another one.
/** Makes the first score of a heat map the one that the tabulator reaches. @type {(table: any) => void} */
export const makeReachable = (table) => {
  table.setAttribute("role", "grid");
  if ($("td[tabindex]", table)) return;
  const first = $("tbody td", table);
  if (first) first.tabIndex = 0;
};
const announce = (cell) => {
  const { method, dataset } = heatOf(cell);
  cell.setAttribute("aria-haspopup", "dialog");
  cell.setAttribute("aria-label", `${method} on ${dataset}: ${cell.textContent.trim()}, open its origin`);
};
document.addEventListener("focusin", (event) => {
  const cell = targetOf(event).closest?.(SCORE);
  if (cell === targetOf(event)) announce(cell);
});
const neighbour = (cell, key) => {
  const row = cell.parentElement,
    at = cell.cellIndex;
  if (key === "ArrowUp") return row.previousElementSibling?.cells[at];
  if (key === "ArrowDown") return row.nextElementSibling?.cells[at];
  const step = { ArrowLeft: "previousElementSibling", ArrowRight: "nextElementSibling" }[key];
  let next = cell[step];
  while (next && !next.checkVisibility()) next = next[step]; // columns may be hidden
  return next;
};
document.addEventListener("keydown", (event) => {
  const cell = targetOf(event);
  if (!cell.matches?.(SCORE)) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    showOrigin(cell);
  }
  if (!event.key.startsWith("Arrow")) return;
  event.preventDefault();
  const next = neighbour(cell, event.key);
  if (!next?.matches(SCORE)) return;
  cell.removeAttribute("tabindex");
  next.tabIndex = 0;
  announce(next);
  next.focus();
});

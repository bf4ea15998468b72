// The table of claims: chips choose papers and verdicts, values of one kind add up and kinds narrow down.
import { $, $$, targetOf } from "./dom.js";

/** The rows of the claims that every chosen kind of chip admits. @param {Element} form */
const choose = (form) => {
  const table = /** @type {Element} */ (form.nextElementSibling);
  /** @type {Record<string, Set<string>>} */
  const wanted = {};
  for (const chip of /** @type {HTMLButtonElement[]} */ ($$("[aria-pressed=true]", form))) {
    const kind = chip.dataset.kind ?? "";
    wanted[kind] ??= new Set();
    wanted[kind].add(chip.value);
  }
  const chosen = Object.entries(wanted);
  const rows = /** @type {HTMLElement[]} */ ($$(".claim", table));
  let shown = 0;
  for (const row of rows) {
    const of = { ...row.dataset, paper: row.parentElement?.dataset.paper };
    row.hidden = !chosen.every(([kind, values]) => values.has(/** @type {any} */ (of)[kind]));
    /** @type {HTMLElement} */ (row.nextElementSibling).hidden = row.hidden;
    shown += Number(!row.hidden);
  }
  for (const group of $$("tbody[data-paper]", table)) group.hidden = !$(".claim:not([hidden])", group);
  $("output", form).textContent = chosen.length ? `${shown} of ${rows.length} claims` : "";
};

/** A link leads to a claim, or to those of a paper: nothing there stays hidden by a filter.
 * @param {Element} target */
export const reveal = (target) => {
  const table = target.closest("table.claims");
  const body = target.closest("tbody");
  if (!table || !body || !(body.hidden || $("[hidden]", body))) return;
  const form = /** @type {Element} */ (table.previousElementSibling);
  for (const chip of $$("[aria-pressed=true]", form)) chip.setAttribute("aria-pressed", "false");
  choose(form);
};

document.addEventListener("click", (event) => {
  const chip = targetOf(event).closest?.(".chips button");
  if (!chip) return;
  chip.setAttribute("aria-pressed", String(chip.getAttribute("aria-pressed") !== "true"));
  choose(/** @type {Element} */ (chip.closest("form")));
});

// The table of claims. Chips choose papers and verdicts: values of one kind add up, different kinds narrow
// down. The choice is kept in the address: `claims.paper`, `claims.reproduced` and `claims.holds`.
import { $, $$, targetOf } from "./dom.js";

/** @typedef {Record<string, string>} State */
/** @type {{ state: () => State, set: (changes: State, push?: boolean) => void }} */
let app;
/** @param {HTMLButtonElement} chip */
const keyOf = (chip) => `claims.${chip.dataset.kind}`;
/** The chosen values of a kind. @param {State} state @param {string} key */
const chosen = (state, key) => (state[key] || "").split("|").filter(Boolean);
const chipsOf = () => /** @type {HTMLButtonElement[]} */ ($$("#claims .chips button"));

/** The rows of the claims that every chosen kind of chip admits. @param {State} state */
export const update = (state) => {
  const form = $("#claims .chips");
  if (!form) return;
  const wanted = new Map(chipsOf().map((chip) => [chip.dataset.kind ?? "", chosen(state, keyOf(chip))]));
  for (const chip of chipsOf())
    chip.setAttribute("aria-pressed", String(wanted.get(chip.dataset.kind ?? "")?.includes(chip.value)));
  const asked = [...wanted].filter(([, values]) => values.length);
  const table = /** @type {Element} */ (form.nextElementSibling);
  const rows = /** @type {HTMLElement[]} */ ($$(".claim", table));
  let shown = 0;
  for (const row of rows) {
    const of = { ...row.dataset, paper: row.parentElement?.dataset.paper };
    row.hidden = !asked.every(([kind, values]) => values.includes(/** @type {any} */ (of)[kind]));
    /** @type {HTMLElement} */ (row.nextElementSibling).hidden = row.hidden;
    shown += Number(!row.hidden);
  }
  for (const group of $$("tbody[data-paper]", table)) group.hidden = !$(".claim:not([hidden])", group);
  $("output", form).textContent = asked.length ? `${shown} of ${rows.length} claims` : "";
};

/** When a link leads to a claim or to the claims of a paper, filters that hide them are removed.
 * @param {Element} target */
export const reveal = (target) => {
  const body = /** @type {HTMLElement | null} */ (target.closest("table.claims tbody"));
  if (!body || !(body.hidden || $("[hidden]", body))) return;
  app.set(Object.fromEntries(chipsOf().map((chip) => [keyOf(chip), ""])), false);
};

/** @param {typeof app} given */
export const listen = (given) => {
  app = given;
};
document.addEventListener("click", (event) => {
  const chip = targetOf(event).closest?.(".chips button");
  if (!chip) return;
  const key = keyOf(chip),
    values = chosen(app.state(), key),
    others = values.filter((value) => value !== chip.value);
  app.set({ [key]: (others.length < values.length ? others : [...values, chip.value]).join("|") });
});

// The menu of a table: its files, its rows as they are shown, its columns, its address, how to cite it. It is
// a popover, which the browser closes by Escape and by a click elsewhere.
import { cite } from "./cite.js";
import { copyButton } from "./clipboard.js";
import { $, targetOf } from "./dom.js";
import { asCsv, asJson, asText, download } from "./save_rows.js";

const button = (label, title, act) => {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: label, title });
  made.addEventListener("click", act);
  return made;
};
/** Fills the menu of a table, after the files that it lists. @type {(box: any) => void} */
export const fillMenu = (box) => {
  const menu = $(".menu", box),
    name = box.dataset.table,
    digits = "The rows and columns shown, numbers with six significant digits";
  const copy = copyButton("Copy the rows shown", () => asText(box));
  copy.title = "For a spreadsheet";
  const link = Object.assign(document.createElement("a"), {
    href: `#${box.id}`,
    textContent: "Link to this table",
    title: "Address of this table as it is shown",
  });
  link.addEventListener("click", () => menu.hidePopover());
  menu.append(
    button("Rows shown as CSV", digits, () => download(`${name}.csv`, "text/csv", asCsv(box))),
    button("Rows shown as JSON", digits, () => download(`${name}.json`, "application/json", asJson(box))),
    copy,
    button("Cite", "BibTeX entry of this table", () => {
      menu.hidePopover();
      cite(box);
    }),
    link,
  );
};
// Below its button, and inside the window
document.addEventListener(
  "toggle",
  (event) => {
    const menu = targetOf(event);
    if (!menu.matches(".menu") || !menu.matches(":popover-open")) return;
    const place = menu.previousElementSibling.getBoundingClientRect();
    menu.style.top = `${place.bottom + scrollY}px`;
    menu.style.left = `${Math.max(8, place.right - menu.offsetWidth) + scrollX}px`;
  },
  true,
);

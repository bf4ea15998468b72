// Tables that the page makes itself, as HTML.
import { escaped, KINDS, number } from "./formats.js";

// A table: columns {key, label, kind, title, method}, rows {key: value or {value, text, css, title, href}}
const swatch = (look) => (look ? `<i class="sw ${look.css}" aria-hidden="true">${look.glyph}</i>` : "");
const sortKey = (v) =>
  v === null || v === undefined || Number.isNaN(v)
    ? ""
    : typeof v === "number"
      ? Number.isFinite(v)
        ? String(+v.toPrecision(6))
        : v > 0
          ? "inf"
          : "-inf"
      : String(v);
const attribute = (name, text) => (text ? ` ${name}="${escaped(text)}"` : "");
const cell = (value, column, looks) => {
  const rich = value && typeof value === "object" ? value : { value },
    isNumber = column.kind in KINDS;
  const css = [isNumber ? "" : "t", rich.css ?? ""].join(" ").trim(),
    tag = column.kind === "id" ? 'th scope="row"' : "td";
  const shown = escaped(rich.text ?? number(rich.value, column.kind));
  const look = rich.css === "method" ? swatch(looks?.get(rich.value)) : "";
  const text = rich.href ? `${look}<a href="${escaped(rich.href)}">${shown}</a>` : shown;
  const attributes =
    attribute("class", css) +
    (isNumber ? ` data-v="${sortKey(rich.value)}"` : "") +
    attribute("title", rich.title);
  return `<${tag}${attributes}>${text}</${tag.slice(0, 2)}>`;
};
export const grid = ({ id, caption, note = "", columns, rows }, looks) => {
  const heads = columns.map(
    (c) =>
      `<th scope="col" data-key="${escaped(c.key)}"` +
      `${attribute("class", c.kind in KINDS ? "" : "t")}${attribute("data-m", c.method)}>` +
      `<button type="button"${attribute("data-tip", c.title)}>` +
      `${c.method ? swatch(looks?.get(c.method)) : ""}<span>${escaped(c.label)}</span></button></th>`,
  );
  const lines = rows.map((row) => {
    const of = (key) => (key in row ? ` data-${key[0]}="${escaped(row[key]?.value ?? row[key])}"` : "");
    return (
      `<tr${of("method")}${of("dataset")}>` +
      `${columns.map((c) => cell(row[c.key], c, looks)).join("")}</tr>`
    );
  });
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(caption)}">` +
    `<table class="data${id === "scores" ? " heat" : ""}">` +
    `<caption><span>${escaped(caption)}${note ? ` <small>${escaped(note)}</small>` : ""}</span></caption>` +
    `<thead><tr>${heads.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table></div>`
  );
};
/** The bar above a table, as the macro `bar` of the templates. @type {(name: string) => string} */
export const bar = (name) =>
  '<div class="bar"><span class="tools"></span><button type="button" class="more" ' +
  `popovertarget="menu-${name}" aria-label="Export or cite the table ${name}">Export or cite</button>` +
  `<div id="menu-${name}" class="menu" popover></div></div>`;
export const methodCell = (id) => ({ value: id, css: "method", href: "#method-" + id });
export const datasetCell = (id) => ({ value: id, href: "#dataset-" + id });
// Both methods side by side
export const pairHref = (a, b) => "#" + new URLSearchParams({ at: "versus", a, b });

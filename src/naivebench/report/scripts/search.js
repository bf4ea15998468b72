// Search: matching places of the page are listed with their kinds, and can be opened.
import { $, $$, targetOf } from "./dom.js";
import { found, prepared } from "./matching.js";
import { content } from "./packed.js";

const MOST = 12; // places that are listed
const field = $("#q"),
  hits = $("#hits");
let entries = null;
// The links of the navigation, and what Python lists (report/places.py)
const known = async (pages) => (entries ??= prepared([...pages, ...JSON.parse(await content("places"))]));

export const hideHits = () => {
  hits.hidden = true;
  field.setAttribute("aria-expanded", "false");
};
const item = (place) => {
  const line = document.createElement("li"),
    link = Object.assign(document.createElement("a"), { href: `#${place.id}` }),
    titled = ["method", "data set"].includes(place.kind) && place.more; // of others it is words alone
  link.append(Object.assign(document.createElement("b"), { textContent: place.name }));
  if (titled) link.append(" ", Object.assign(document.createElement("span"), { textContent: place.more }));
  link.append(" ", Object.assign(document.createElement("small"), { textContent: place.kind }));
  line.dataset.kind = place.kind;
  line.append(link);
  return line;
};
const told = (text) => Object.assign(document.createElement("li"), { className: "told", textContent: text });
const sayNothing = (word) => {
  const line = told(`Nothing matches “${word}”. Try fewer letters or another word, or open the `);
  line.append(
    Object.assign(document.createElement("a"), { href: "#glossary", textContent: "glossary" }),
    ".",
  );
  return [line];
};
const listed = (word, { places, exact }) => {
  const shown = places.slice(0, MOST).map(item);
  if (!shown.length) return sayNothing(word);
  const rest = places.length - shown.length;
  return [
    ...(exact ? [] : [told(`Nothing matches “${word}” exactly. Similar:`)]),
    ...shown,
    ...(rest ? [told(`${rest} more: add a word to see fewer.`)] : []),
  ];
};
// Below the field, or beside it where there is little room below
const place = () => {
  const box = field.getBoundingClientRect(),
    below = innerHeight - box.bottom - 16,
    beside = below < Math.min(hits.scrollHeight, 300) && innerWidth > 900;
  hits.style.maxHeight = `${beside ? innerHeight - 16 : below}px`;
  hits.style.left = `${beside ? box.right + 12 : box.left}px`;
  hits.style.top = `${beside ? Math.max(8, innerHeight - hits.offsetHeight - 8) : box.bottom + 4}px`;
};
let asked = "";
/** @type {(pages: import("./matching.js").Place[]) => Promise<void>} */
export const offer = async (pages) => {
  const word = field.value.trim();
  asked = word;
  if (!word) {
    hideHits();
    $("#live").textContent = "";
    return;
  }
  const result = found(await known(pages), word);
  if (asked !== word) return; // typed on in the meantime
  hits.replaceChildren(...listed(word, result));
  hits.hidden = false;
  place();
  field.setAttribute("aria-expanded", "true");
  $("#live").textContent = result.places.length
    ? `${result.places.length} ${result.exact ? "found" : "similar"}`
    : `Nothing matches ${word}`;
};
/** Arrow keys move between the places, Enter takes the first. @type {(event: KeyboardEvent) => void} */
export const keyInSearch = (event) => {
  const links = $$("a", hits),
    at = links.indexOf(targetOf(event));
  if (hits.hidden || !links.length) return;
  if (event.key === "Enter" && at < 0) {
    event.preventDefault();
    links[0].click();
  } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    const next = at + (event.key === "ArrowDown" ? 1 : -1);
    (next < 0 ? field : links[next % links.length]).focus();
  }
};

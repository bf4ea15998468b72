// Compressed sections: inflated in the background one after the other, and put in their place when a reader
// opens them.

import { bytesOf } from "./base85.js";

const found = document.getElementById("index");
export const index = found ? JSON.parse(found.textContent) : null;
const sectionsOf = new Map(),
  cardOf = new Map();
for (const [section, ids] of Object.entries(index?.anchors ?? {}))
  for (const id of ids) sectionsOf.set(id, section);
for (const [card, ids] of Object.entries(index?.cards ?? {})) for (const id of ids) cardOf.set(id, card);

const inflated = new Map(); // name -> what it holds, or the promise of it
const inflate = async (name, kind) => {
  const bytes = bytesOf(document.getElementById("packed-" + name).textContent);
  const content = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")))[
    kind
  ]();
  inflated.set(name, content);
  return content;
};
export const content = (name, kind = "text") => {
  if (!inflated.has(name)) inflated.set(name, inflate(name, kind));
  return inflated.get(name);
};
// What the scripts of a section hold: cut apart when the first one is asked for, and not in the document,
// which would copy megabytes when a tab opens
const texts = new WeakMap();
export const textOf = (script) => texts.get(script)?.() ?? script.textContent;
// Drawings, which are text at first too, so that a section is seen before them; then one after the other
// when there is time.
const draw = (text) => {
  text.previousElementSibling.insertAdjacentHTML("beforeend", textOf(text));
  text.remove();
};
export const drawAll = (section) => section.querySelectorAll("script.drawing").forEach(draw);
// After the next frame when there is time, otherwise soon
export const idle = (then) =>
  requestAnimationFrame(() =>
    window.requestIdleCallback ? requestIdleCallback(then, { timeout: 300 }) : setTimeout(then, 50),
  );
const drawAhead = (section) =>
  idle(() => {
    const text = section.querySelector("script.drawing");
    if (text) {
      draw(text);
      drawAhead(section);
    }
  });
const put = (section, content) => {
  if (!("packed" in section.dataset)) return;
  delete section.dataset.packed;
  const end = content.indexOf("\0");
  let parts = null;
  const part = (i) => {
    parts ??= content.split("\0");
    return parts[i];
  };
  section.innerHTML = end < 0 ? content : content.slice(0, end);
  section.querySelectorAll("script").forEach((script, i) => {
    texts.set(script, () => part(i + 1));
  });
  drawAhead(section);
};
// A section with its content; at once if that has been inflated before.
export const fill = (section) => {
  if (!("packed" in section.dataset)) return null;
  const html = content(section.id);
  if (typeof html === "string") {
    put(section, html);
    return null;
  }
  section.setAttribute("aria-busy", "true");
  return html.then((text) => {
    put(section, text);
    section.removeAttribute("aria-busy");
  });
};
// The inside of a card or of other details, and of drawings that another card holds
export const unfold = async (card) => {
  const text = card.querySelector(":scope > script.folded");
  if (!text) return;
  const template = document.createElement("template");
  template.innerHTML = textOf(text);
  text.replaceWith(template.content);
  for (const use of card.querySelectorAll('use[href^="#"]')) await reach(use.getAttribute("href").slice(1));
};
// The element with an id, wherever it is packed; null if there is none
export const reach = async (id) => {
  const place = document.getElementById(id);
  if (place) return place;
  const card = cardOf.get(id),
    name = sectionsOf.get(card ?? id);
  if (!name) return null;
  await fill(document.getElementById(name));
  if (card) await unfold(document.getElementById(card));
  return document.getElementById(id);
};
/** Kept when all sections are inflated. @type {Promise<void>} */
export const ready = new Promise((done) =>
  addEventListener("load", () =>
    idle(async () => {
      for (const section of document.querySelectorAll("[data-packed]")) {
        await content(section.id);
        await new Promise((next) => setTimeout(next));
      }
      done();
    }),
  ),
);
export const sectionOf = (id) => sectionsOf.get(cardOf.get(id) ?? id);

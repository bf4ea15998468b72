// Short functions for common tasks with the document.

/** @type {(selector: string, root?: ParentNode) => any} */
export const $ = (selector, root = document) => root.querySelector(selector);
/** @type {(selector: string, root?: ParentNode) => any[]} */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
/** The element that an event is about. @type {(event: Event) => any} */
export const targetOf = (event) => event.target;
/** @param {string} html */
const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
};
/** @param {string} html */
export const nodes = (html) => [...parsed(html).childNodes];
/** The first element of a text. @type {(html: string) => any} */
export const made = (html) => parsed(html).firstElementChild;
/** @type {(html: string, place: Element) => void} */
export const put = (html, place) => place.replaceChildren(parsed(html));

// Short words for what all scripts do with the document.

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const element = (tag, properties = {}) => Object.assign(document.createElement(tag), properties);
const parsed = (html) => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
};
export const nodes = (html) => [...parsed(html).childNodes];
export const made = (html) => parsed(html).firstElementChild;
export const put = (html, place) => place.replaceChildren(parsed(html));

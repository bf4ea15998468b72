// Copy text to the clipboard, also from a page opened from disk, where a browser may refuse the newer way.
import { $, targetOf } from "./dom.js";

const copiedTheOldWay = (text) => {
  const field = Object.assign(document.createElement("textarea"), { value: text });
  const place = $("dialog[open]") ?? document.body; // what a dialog covers cannot be selected
  const before = document.activeElement;
  place.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
};
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedTheOldWay(text);
  }
};
// The button confirms for a moment that the text was copied
const copyBy = async (button, text) => {
  const label = button.textContent;
  button.textContent = (await copied(text)) ? "Copied" : "Copying is not allowed here";
  $("#live").textContent = button.textContent;
  setTimeout(() => {
    button.textContent = label;
  }, 1500);
};
/** A button that copies a text. @type {(label: string, text: () => string) => HTMLButtonElement} */
export const copyButton = (label, text) => {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: label });
  button.addEventListener("click", () => copyBy(button, text()));
  return button;
};
// Buttons in the page name the element whose text they copy
document.addEventListener("click", (event) => {
  const button = targetOf(event).closest?.("button[data-copies]");
  if (button) copyBy(button, document.getElementById(button.dataset.copies).textContent);
});

// Tooltips: the meaning of a column or mark on hover and focus, as in the glossary.
import { targetOf } from "./dom.js";

const tip = Object.assign(document.createElement("div"), { id: "tip", hidden: true });
tip.setAttribute("role", "tooltip");
document.body.append(tip);
let told = null;
const place = () => {
  if (!told) return;
  const box = told.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(box.left, innerWidth - tip.offsetWidth - 8)) + "px";
  const below = box.bottom + 6;
  tip.style.top =
    (below + tip.offsetHeight < innerHeight ? below : Math.max(8, box.top - tip.offsetHeight - 6)) + "px";
};
const tell = (element) => {
  if (element === told) return;
  told?.removeAttribute("aria-describedby");
  told = element;
  tip.hidden = !element;
  if (!element) return;
  tip.textContent = element.dataset.tip;
  element.setAttribute("aria-describedby", "tip");
  place();
};
const tipOf = (event) => targetOf(event).closest?.("[data-tip]") || null;
const focused = () => (document.activeElement?.matches("[data-tip]") ? document.activeElement : null);
document.addEventListener("pointerover", (event) => tell(tipOf(event) || focused()));
document.addEventListener("focusin", (event) => tell(tipOf(event)));
document.addEventListener("focusout", () => tell(null));
document.addEventListener("scroll", place, true);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") tell(null);
});

// A box above the page that closes with Escape or its button; the focus returns to where it was.

/** @type {(label: string, parts: (Node | string)[]) => void} */
export const openDialog = (label, parts) => {
  const box = document.createElement("dialog");
  box.setAttribute("aria-label", label);
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "Close" });
  close.addEventListener("click", () => box.close());
  box.addEventListener("close", () => box.remove());
  box.append(...parts, close);
  document.body.append(box);
  box.showModal();
};

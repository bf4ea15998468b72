// From a number to its origin: a click on a score of the heat map tells the files that it was computed from.
import { targetOf } from "./dom.js";
import { given } from "./from_python.js";

const originOf = (cell) => {
  const table = cell.closest("table.heat");
  const method = table.tHead.rows[0].cells[cell.cellIndex]?.dataset.m;
  const dataset = cell.parentElement.dataset.d;
  const protocol = cell.closest("[data-protocol]")?.dataset.protocol;
  const found = Object.entries(given.origins[protocol]?.[dataset] || {}).find(([, methods]) =>
    methods.includes(method),
  );
  return found && { protocol, dataset, method, files: found[0].split(" ") };
};
const showOrigin = (cell) => {
  const at = originOf(cell);
  if (!at) return;
  const folds = `results/scores/${at.protocol}/${at.dataset}.csv`;
  const box = Object.assign(document.createElement("dialog"), { className: "origin" });
  box.setAttribute("aria-label", `Origin of the score of ${at.method} on ${at.dataset}`);
  const line = (...parts) => {
    const p = document.createElement("p");
    p.append(...parts);
    return p;
  };
  const link = (path) =>
    Object.assign(document.createElement("a"), { href: "../" + path, textContent: path });
  const code = Object.assign(document.createElement("pre"), {
    textContent:
      `folds = pandas.read_csv("${folds}").query("method == '${at.method}'")\n` +
      `log_posteriors = numpy.load("${at.files[0]}")["log_proba/${at.method}"]`,
  });
  const close = Object.assign(document.createElement("button"), { type: "button", textContent: "Close" });
  close.addEventListener("click", () => box.close());
  box.addEventListener("close", () => box.remove());
  box.append(
    line(`${at.method} on ${at.dataset}, ${at.protocol}: ${cell.textContent.trim()}`),
    line("Fold scores: ", link(folds)),
    line("Predictions: ", ...at.files.flatMap((path) => [link(path), " "])),
    code,
    close,
  );
  document.body.append(box);
  box.showModal();
};
document.addEventListener("click", (event) => {
  const cell = targetOf(event).closest?.("table.heat tbody td");
  if (cell && !targetOf(event).closest("a")) showOrigin(cell);
});

// Citing a table: the entry of the benchmark, which Python writes, with the table's name and checksum.
import { ofTable } from "./bibtex.js";
import { copyButton } from "./clipboard.js";
import { openDialog } from "./dialog.js";
import { $$ } from "./dom.js";
import { given } from "./from_python.js";

export const cite = (box) => {
  const files = $$("a[data-sha256]", box).map((a) => ({
      name: a.pathname.split("/").at(-1),
      sum: a.dataset.sha256,
    })),
    text = ofTable(given.citation, box.dataset.table, files),
    entry = Object.assign(document.createElement("pre"), { textContent: text, tabIndex: 0 }),
    told = document.createElement("p");
  told.textContent = files.length
    ? "BibTeX entry of this table. The checksum shows whether a file is the one that is cited."
    : "BibTeX entry of this table.";
  openDialog("Cite this table", [told, entry, copyButton("Copy BibTeX", () => text), " "]);
};

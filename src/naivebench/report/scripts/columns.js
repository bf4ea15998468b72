// Visible columns of a table, chosen in a list in its menu and kept in the address of the page. `always`:
// columns that another choice hides. A CSS rule hides columns, which costs a long table less than a class on
// every cell.

export const chooseColumns = (box, hidden, always, changed) => {
  const menu = box.querySelector(".menu");
  const heads = () => [...box.querySelectorAll("table.data thead th")];
  const apply = () => {
    const put = new Set(hidden());
    box.off = new Set(heads().flatMap((th, i) => (put.has(th.dataset.key) || always(th) ? [i] : [])));
    const rule = [...box.off].map((i) => `#${CSS.escape(box.id)} .data tr > :nth-child(${i + 1})`).join(", ");
    if (!rule && !box.sheet) return;
    box.sheet ??= document.head.appendChild(document.createElement("style"));
    box.sheet.textContent = rule && rule + " { display: none; }";
  };
  if (!menu.querySelector(".columns") && heads().length > 4) {
    const list = Object.assign(document.createElement("details"), { className: "columns" });
    list.append(Object.assign(document.createElement("summary"), { textContent: "Columns" }));
    const choice = document.createElement("div");
    list.append(choice);
    list.addEventListener("toggle", () => {
      if (!list.open) return;
      const off = new Set(hidden());
      choice.replaceChildren(
        ...heads()
          .slice(1)
          .map((th) => {
            const label = document.createElement("label");
            const check = Object.assign(document.createElement("input"), {
              type: "checkbox",
              checked: !off.has(th.dataset.key),
            });
            check.addEventListener("change", () => {
              const now = new Set(hidden());
              if (check.checked) now.delete(th.dataset.key);
              else now.add(th.dataset.key);
              changed([...now]);
              apply();
            });
            label.append(check, " " + th.textContent.trim());
            return label;
          }),
      );
    });
    menu.append(list);
  }
  apply();
};

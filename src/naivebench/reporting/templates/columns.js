  // Columns: which of a table are shown, chosen in a list beside its filter and kept in the address of the page.
  const chooseColumns = (box, hidden, changed) => {
    const tools = box.querySelector(".tools");
    const heads = () => [...box.querySelectorAll("table.data thead th")];
    const apply = () => {
      const off = new Set(hidden());
      for (const table of box.querySelectorAll("table.data")) {
        const places = [...table.tHead.rows[0].cells].map((th) => off.has(th.dataset.key));
        for (const row of table.rows) [...row.cells].forEach((cell, i) => cell.classList.toggle("off", places[i]));
      }
    };
    if (!tools.querySelector(".columns") && heads().length > 4) {
      const list = Object.assign(document.createElement("details"), { className: "columns" });
      list.append(Object.assign(document.createElement("summary"), { textContent: "Columns" }));
      const choice = document.createElement("div");
      list.append(choice);
      list.addEventListener("toggle", () => {
        if (!list.open) return;
        const off = new Set(hidden());
        choice.replaceChildren(...heads().slice(1).map((th) => {
          const label = document.createElement("label");
          const check = Object.assign(document.createElement("input"), { type: "checkbox", checked: !off.has(th.dataset.key) });
          check.addEventListener("change", () => {
            const now = new Set(hidden());
            if (check.checked) now.delete(th.dataset.key); else now.add(th.dataset.key);
            changed([...now]);
            apply();
          });
          label.append(check, " " + th.textContent.trim());
          return label;
        }));
      });
      list.addEventListener("keydown", (event) => { if (event.key === "Escape") { list.open = false; list.firstChild.focus(); } });
      tools.append(list);
    }
    apply();
  };

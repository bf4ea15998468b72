// Tables and drawings that the page makes itself, as HTML; numbers as benchmark/results/formats.py writes them.
const drawings = (() => {
  "use strict";
  const DASH = "–", MINUS = "−";
  const escaped = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
  const decimals = (v, digits) => {
    if (!Number.isFinite(v)) return v > 0 ? "∞" : MINUS + "∞";
    const text = v.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
    return /[1-9]/.test(text) ? text.replace("-", MINUS) : text.replace("-", "");
  };
  const significant = (v) => (v === 0 ? "0" : decimals(v, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(v))))));
  const seconds = (v) => {
    if (v === 0) return "0 s";
    const [, factor, unit] = [[1e-3, 1e6, "μs"], [1, 1e3, "ms"], [120, 1, "s"], [7200, 1 / 60, "min"], [Infinity, 1 / 3600, "h"]].find(([limit]) => Math.abs(v) < limit);
    return `${significant(v * factor)} ${unit}`;
  };
  const pValue = (p) => (p === 0 ? "< 1e-300" : p >= 1e-4 ? p.toFixed(4) : p.toExponential(1).replace(/e([+-])(\d)$/, "e$10$2"));
  const KINDS = {
    percent: (v) => decimals(100 * v, 2), points: (v) => (100 * v >= 0.005 ? "+" : "") + decimals(100 * v, 2), signed: (v) => (v >= 0.0005 ? "+" : "") + decimals(v, 3),
    score: (v) => decimals(v, 3), rank: (v) => decimals(v, 2), ratio: (v) => decimals(v, 2), statistic: (v) => decimals(v, 2), integer: (v) => decimals(v, 0),
    megabytes: (v) => decimals(v, 1), p: pValue, seconds,
  };
  const number = (v, kind) => (v === null || v === undefined || Number.isNaN(v) ? DASH : KINDS[kind] ? KINDS[kind](v) : String(v));
  const listing = (items) => (items.length > 1 ? items.slice(0, -1).join(", ") + " and " + items.at(-1) : items.join(""));
  const plural = (count, noun) => `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

  // A table: columns {key, label, kind, title, method}, rows {key: value or {value, text, css, title, href}}
  const swatch = (look) => (look ? `<i class="sw ${look.css}" aria-hidden="true">${look.glyph}</i>` : "");
  const sortKey = (v) => (v === null || v === undefined || Number.isNaN(v) ? "" : typeof v === "number" ? (Number.isFinite(v) ? String(+v.toPrecision(6)) : v > 0 ? "inf" : "-inf") : String(v));
  const cell = (value, column, looks) => {
    const rich = value && typeof value === "object" ? value : { value }, isNumber = column.kind in KINDS;
    const css = [isNumber ? "" : "t", rich.css ?? ""].join(" ").trim(), tag = column.kind === "id" ? 'th scope="row"' : "td";
    const shown = escaped(rich.text ?? number(rich.value, column.kind));
    const text = rich.href ? `${rich.css === "method" ? swatch(looks?.get(rich.value)) : ""}<a href="${escaped(rich.href)}">${shown}</a>` : shown;
    return `<${tag}${css ? ` class="${css}"` : ""}${isNumber ? ` data-v="${sortKey(rich.value)}"` : ""}${rich.title ? ` title="${escaped(rich.title)}"` : ""}>${text}</${tag.slice(0, 2)}>`;
  };
  const grid = ({ id, caption, note, columns, rows }, looks) => {
    const heads = columns.map((c) => `<th scope="col" data-key="${escaped(c.key)}"${c.kind in KINDS ? "" : ' class="t"'}${c.method ? ` data-m="${escaped(c.method)}"` : ""}><button type="button"${c.title ? ` title="${escaped(c.title)}"` : ""}>${c.method ? swatch(looks?.get(c.method)) : ""}<span>${escaped(c.label)}</span></button></th>`);
    const lines = rows.map((row) => {
      const of = (key) => (key in row ? ` data-${key[0]}="${escaped(row[key]?.value ?? row[key])}"` : "");
      return `<tr${of("method")}${of("dataset")}>${columns.map((c) => cell(row[c.key], c, looks)).join("")}</tr>`;
    });
    return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(caption)}"><table class="data${id === "scores" ? " heat" : ""}"><caption><span>${escaped(caption)}${note ? ` <small>${escaped(note)}</small>` : ""}</span></caption><thead><tr>${heads.join("")}</tr></thead><tbody>${lines.join("")}</tbody></table></div>`;
  };
  const methodCell = (id) => ({ value: id, css: "method", href: "#method-" + id });
  const datasetCell = (id) => ({ value: id, href: "#dataset-" + id });

  // Drawings. Marks carry the group by colour and by glyph.
  const figure = (id, title, description, width, height, inside, caption) => `<figure class="picture drawn" id="${id}" style="--least: ${Math.ceil(width * 10 / 13)}px"><div class="scroll" tabindex="0" role="group" aria-label="${escaped(title)}"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="13" fill="currentColor"><title id="${id}-title">${escaped(title)}</title><desc>${escaped(description)}</desc>${inside}</svg></div><figcaption>${escaped(caption)}</figcaption></figure>`;
  const line = (x1, y1, x2, y2, css = "ink", width = 1) => `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" class="${css}" stroke-width="${width}"/>`;
  const text = (x, y, words, anchor = "start", css = "") => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}"${css ? ` class="${css}"` : ""}>${escaped(words)}</text>`;
  const mark = (x, y, look) => `<text x="${x.toFixed(1)}" y="${(y + 4).toFixed(1)}" text-anchor="middle" class="${look?.css ?? "g0"}" fill="var(--${look?.css ?? "g0"})">${look?.glyph ?? "●"}</text>`;
  const ticks = (low, high, count = 6) => {
    const raw = (high - low) / count || 1, unit = 10 ** Math.floor(Math.log10(raw)), step = unit * [1, 2, 5, 10].find((f) => f * unit >= raw), found = [];
    for (let t = Math.ceil(low / step - 1e-9) * step; t <= high + step * 1e-9; t += step) found.push(+t.toPrecision(10) + 0);
    return found;
  };
  // Average ranks on a line, best at the left (Demšar 2006). A thick bar has dots for the methods `good`; thin bars join methods that
  // rank tests do not part.
  const criticalDifference = (names, ranks, order, bars, distance, looks, caption, good) => {
    const k = names.length;
    const low = Math.floor(Math.min(...ranks)), high = Math.max(low + 1, Math.ceil(Math.max(...ranks)));
    const width = 600, left = 215, right = 385, top = 62, row = 19, // fits a screen of 500 pixels
       half = Math.ceil(k / 2), x = (r) => left + (r - low) / (high - low) * (right - left);
    const start = top + 10 * (bars.length + 3), parts = [line(left, top, right, top)];
    for (const t of ticks(low, high)) parts.push(line(x(t), top - 5, x(t), top), text(x(t), top - 9, String(t), "middle"));
    if (distance <= high - low) parts.push(line(x(low), 22, x(low + distance), 22), line(x(low), 18, x(low), 26), line(x(low + distance), 18, x(low + distance), 26), text(x(low), 12, `Nemenyi CD = ${decimals(distance, 2)}`));
    parts.push(line(x(ranks[good[0]]), top + 12, x(ranks[good.at(-1)]), top + 12, "ink", 3), ...good.map((m) => `<circle cx="${x(ranks[m]).toFixed(1)}" cy="${top + 12}" r="3.5" fill="currentColor"/>`));
    bars.forEach((bar, i) => { const of = bar.map((m) => ranks[m]), y = top + 10 * (i + 2.2); parts.push(line(x(Math.min(...of)) - 3, y, x(Math.max(...of)) + 3, y, "ink", 1.2)); });
    order.forEach((m, i) => {
      const onLeft = i < half, y = start + row * (onLeft ? i : k - 1 - i), edge = onLeft ? left - 14 : right + 14;
      parts.push(`<polyline points="${x(ranks[m]).toFixed(1)},${top} ${x(ranks[m]).toFixed(1)},${y} ${edge},${y}" class="faint" fill="none"/>`, mark(x(ranks[m]), top, looks.get(names[m])), mark(edge, y, looks.get(names[m])));
      parts.push(text(edge + (onLeft ? -9 : 9), y + 4, onLeft ? `${names[m]}  ${decimals(ranks[m], 2)}` : `${decimals(ranks[m], 2)}  ${names[m]}`, onLeft ? "end" : "start"));
    });
    const told = "Average ranks, best first: " + order.map((m) => `${names[m]} ${decimals(ranks[m], 2)}`).join(", ") + `. As good as ${names[good[0]]} by paired tests: ${listing(good.slice(1).map((m) => names[m])) || "none"}.`;
    return figure("drawn-cd", "Critical-difference diagram", told, width, start + row * half, parts.join(""), caption);
  };
  // A row per name: a mark, an interval and the number
  const intervals = (id, title, rows, looks, kind, caption, zero = null) => {
    const values = rows.flatMap((r) => [r.low, r.high, r.value]).filter((v) => Number.isFinite(v)), low = Math.min(...values, zero ?? Infinity), high = Math.max(...values, zero ?? -Infinity);
    const width = 680, left = 210, right = 590, row = 20, top = 24, x = (v) => left + (v - low) / (high - low || 1) * (right - left), bottom = top + row * rows.length;
    const parts = ticks(low, high).flatMap((t) => [line(x(t), top - 4, x(t), bottom, "faint"), text(x(t), top - 9, String(+((kind === "points" ? 100 : 1) * t).toPrecision(10)).replace("-", MINUS), "middle")]);
    if (zero !== null) parts.push(line(x(zero), top - 4, x(zero), bottom, "ink"));
    rows.forEach((r, i) => {
      const y = top + row * (i + 0.5);
      parts.push(text(left - 14, y + 4, r.name, "end"));
      if (Number.isFinite(r.low)) parts.push(line(x(r.low), y, x(r.high), y, "ink", 1.6));
      if (Number.isFinite(r.value)) parts.push(mark(x(r.value), y, looks.get(r.look ?? r.name)));
      parts.push(text(right + 14, y + 4, number(r.value, kind)));
    });
    return figure(id, title, rows.map((r) => `${r.name} ${number(r.value, kind)}`).join(", "), width, bottom + 6, parts.join(""), caption);
  };
  // A point per data set, methods against each other; above the diagonal the second has the larger number
  const scatter = (title, points, names, caption) => {
    const values = points.flatMap((p) => [p.x, p.y]).filter(Number.isFinite), pad = 0.03 * (Math.max(...values) - Math.min(...values)) || 0.05, low = Math.min(...values) - pad, high = Math.max(...values) + pad;
    const size = 430, left = 62, top = 12, at = (v) => (v - low) / (high - low) * (size - 76), x = (v) => left + at(v), y = (v) => top + size - 76 - at(v);
    const parts = ticks(low, high, 5).flatMap((t) => [line(x(t), y(low), x(t), y(high), "faint"), line(x(low), y(t), x(high), y(t), "faint"), text(x(t), y(low) + 17, String(t).replace("-", MINUS), "middle"), text(left - 7, y(t) + 4, String(t).replace("-", MINUS), "end")]);
    parts.push(line(x(low), y(low), x(high), y(high), "ink"), text((x(low) + x(high)) / 2, y(low) + 38, names[0], "middle"), `<text transform="translate(14 ${((y(low) + y(high)) / 2).toFixed(1)}) rotate(-90)" text-anchor="middle">${escaped(names[1])}</text>`);
    for (const p of points) if (Number.isFinite(p.x) && Number.isFinite(p.y)) parts.push(`<circle cx="${x(p.x).toFixed(1)}" cy="${y(p.y).toFixed(1)}" r="4.5" class="${p.css}"><title>${escaped(`${p.name}: ${p.told}`)}</title></circle>`);
    return figure("drawn-scatter-" + title.replace(/\W+/g, "-"), title, points.map((p) => `${p.name}: ${p.told}`).join("; "), size, size, parts.join(""), caption);
  };
  // A difference in the unit of the metric: `2.42 points`, `0.031`; and `2.42 points ahead of nb (95% interval 1.44 to 3.40)`
  const amount = (v, metric) => { const points = metric.kind === "percent", text = number(Math.abs(v), points ? "points" : "signed").replace("+", ""); return points ? `${text} ${text === "1.00" ? "point" : "points"}` : text; };
  const lead = (g, other, metric) => {
    const ahead = g.value >= 0, ends = (ahead ? [g.low, g.high] : [-g.high, -g.low]).map((v) => number(v, metric.kind === "percent" ? "points" : "signed").replace("+", ""));
    return `${amount(g.value, metric)} ${ahead ? "ahead of" : "behind"} ${other}${g.low === null ? "" : ` (95% interval ${ends.join(" to ")})`}`;
  };
  return { lead, DASH, escaped, decimals, number, pValue, listing, plural, grid, methodCell, datasetCell, criticalDifference, intervals, scatter };
})();

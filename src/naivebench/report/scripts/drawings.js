// Drawings that the page makes itself, as SVG. Marks carry the group by colour and by glyph.
import { decimals, escaped, listing, MINUS, number } from "./formats.js";

const figure = (id, title, description, width, height, inside, caption) =>
  `<figure class="picture drawn" id="${id}" style="--least: ${Math.ceil((width * 10) / 13)}px">` +
  `<div class="scroll" tabindex="0" role="group" aria-label="${escaped(title)}"><svg ` +
  `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" ` +
  `aria-label="${escaped(title)}" font-family="system-ui, sans-serif" font-size="13" ` +
  `fill="currentColor"><title id="${id}-title">${escaped(title)}</title><desc>` +
  `${escaped(description)}</desc>${inside}</svg></div><figcaption>${escaped(caption)}` +
  "</figcaption></figure>";
const line = (x1, y1, x2, y2, css = "ink", width = 1) =>
  `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" ` +
  `class="${css}" stroke-width="${width}"/>`;
const text = (x, y, words, anchor = "start", css = "") =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ` +
  `text-anchor="${anchor}"${css ? ` class="${css}"` : ""}>${escaped(words)}</text>`;
const mark = (x, y, look) =>
  `<text x="${x.toFixed(1)}" y="${(y + 4).toFixed(1)}" text-anchor="middle" ` +
  `class="${look?.css ?? "g0"}" fill="var(--${look?.css ?? "g0"})">${look?.glyph ?? "●"}</text>`;
export const ticks = (low, high, count = 6) => {
  const raw = (high - low) / count || 1,
    unit = 10 ** Math.floor(Math.log10(raw)),
    step = unit * [1, 2, 5, 10].find((f) => f * unit >= raw),
    found = [];
  for (let t = Math.ceil(low / step - 1e-9) * step; t <= high + step * 1e-9; t += step)
    found.push(+t.toPrecision(10) + 0);
  return found;
};
// Average ranks on a line, best at the left (Demšar 2006). A thick bar has dots for the methods `good`;
// thin bars join methods that rank tests do not separate.
export const criticalDifference = (names, ranks, order, bars, distance, looks, caption, good) => {
  const k = names.length;
  const low = Math.floor(Math.min(...ranks)),
    high = Math.max(low + 1, Math.ceil(Math.max(...ranks)));
  const width = 600,
    left = 215,
    right = 385,
    top = 62,
    row = 19, // fits a screen of 500 pixels
    half = Math.ceil(k / 2),
    x = (r) => left + ((r - low) / (high - low)) * (right - left);
  const start = top + 10 * (bars.length + 3),
    parts = [line(left, top, right, top)];
  for (const t of ticks(low, high))
    parts.push(line(x(t), top - 5, x(t), top), text(x(t), top - 9, String(t), "middle"));
  if (distance <= high - low)
    parts.push(
      line(x(low), 22, x(low + distance), 22),
      line(x(low), 18, x(low), 26),
      line(x(low + distance), 18, x(low + distance), 26),
      text(x(low), 12, `Nemenyi CD = ${decimals(distance, 2)}`),
    );
  parts.push(
    line(x(ranks[good[0]]), top + 12, x(ranks[good.at(-1)]), top + 12, "ink", 3),
    ...good.map(
      (m) => `<circle cx="${x(ranks[m]).toFixed(1)}" cy="${top + 12}" r="3.5" fill="currentColor"/>`,
    ),
  );
  bars.forEach((bar, i) => {
    const of = bar.map((m) => ranks[m]),
      y = top + 10 * (i + 2.2);
    parts.push(line(x(Math.min(...of)) - 3, y, x(Math.max(...of)) + 3, y, "ink", 1.2));
  });
  order.forEach((m, i) => {
    const onLeft = i < half,
      y = start + row * (onLeft ? i : k - 1 - i),
      edge = onLeft ? left - 14 : right + 14;
    parts.push(
      `<polyline points="${x(ranks[m]).toFixed(1)},${top} ${x(ranks[m]).toFixed(1)},${y} ` +
        `${edge},${y}" class="faint" fill="none"/>`,
      mark(x(ranks[m]), top, looks.get(names[m])),
      mark(edge, y, looks.get(names[m])),
    );
    parts.push(
      text(
        edge + (onLeft ? -9 : 9),
        y + 4,
        onLeft ? `${names[m]}  ${decimals(ranks[m], 2)}` : `${decimals(ranks[m], 2)}  ${names[m]}`,
        onLeft ? "end" : "start",
      ),
    );
  });
  const told =
    "Average ranks, best first: " +
    order.map((m) => `${names[m]} ${decimals(ranks[m], 2)}`).join(", ") +
    `. As good as ${names[good[0]]} by paired tests: ` +
    `${listing(good.slice(1).map((m) => names[m])) || "none"}.`;
  return figure(
    "drawn-cd",
    "Critical-difference diagram",
    told,
    width,
    start + row * half,
    parts.join(""),
    caption,
  );
};
// A row per name: a mark, an interval and the number
export const intervals = (id, title, rows, looks, kind, caption) => {
  const values = rows.flatMap((r) => [r.low, r.high, r.value]).filter((v) => Number.isFinite(v)),
    low = Math.min(...values, 0),
    high = Math.max(...values, 0);
  const width = 680,
    left = 210,
    right = 590,
    row = 20,
    top = 24,
    x = (v) => left + ((v - low) / (high - low || 1)) * (right - left),
    bottom = top + row * rows.length;
  const parts = ticks(low, high).flatMap((t) => [
    line(x(t), top - 4, x(t), bottom, "faint"),
    text(
      x(t),
      top - 9,
      String(+((kind === "points" ? 100 : 1) * t).toPrecision(10)).replace("-", MINUS),
      "middle",
    ),
  ]);
  parts.push(line(x(0), top - 4, x(0), bottom, "ink"));
  rows.forEach((r, i) => {
    const y = top + row * (i + 0.5);
    parts.push(text(left - 14, y + 4, r.name, "end"));
    if (Number.isFinite(r.low)) parts.push(line(x(r.low), y, x(r.high), y, "ink", 1.6));
    if (Number.isFinite(r.value)) parts.push(mark(x(r.value), y, looks.get(r.look ?? r.name)));
    parts.push(text(right + 14, y + 4, number(r.value, kind)));
  });
  return figure(
    id,
    title,
    rows.map((r) => `${r.name} ${number(r.value, kind)}`).join(", "),
    width,
    bottom + 6,
    parts.join(""),
    caption,
  );
};
// A point per data set, methods against each other; above the diagonal the second has the larger number
export const scatter = (title, points, names, caption) => {
  const values = points.flatMap((p) => [p.x, p.y]).filter(Number.isFinite),
    pad = 0.03 * (Math.max(...values) - Math.min(...values)) || 0.05,
    low = Math.min(...values) - pad,
    high = Math.max(...values) + pad;
  const size = 430,
    left = 62,
    top = 12,
    at = (v) => ((v - low) / (high - low)) * (size - 76),
    x = (v) => left + at(v),
    y = (v) => top + size - 76 - at(v);
  const parts = ticks(low, high, 5).flatMap((t) => [
    line(x(t), y(low), x(t), y(high), "faint"),
    line(x(low), y(t), x(high), y(t), "faint"),
    text(x(t), y(low) + 17, String(t).replace("-", MINUS), "middle"),
    text(left - 7, y(t) + 4, String(t).replace("-", MINUS), "end"),
  ]);
  parts.push(
    line(x(low), y(low), x(high), y(high), "ink"),
    text((x(low) + x(high)) / 2, y(low) + 38, names[0], "middle"),
    `<text transform="translate(14 ${((y(low) + y(high)) / 2).toFixed(1)}) rotate(-90)" ` +
      `text-anchor="middle">${escaped(names[1])}</text>`,
  );
  for (const p of points)
    if (Number.isFinite(p.x) && Number.isFinite(p.y))
      parts.push(
        `<circle cx="${x(p.x).toFixed(1)}" cy="${y(p.y).toFixed(1)}" r="4.5" class="${p.css}">` +
          `<title>${escaped(`${p.name}: ${p.told}`)}</title></circle>`,
      );
  return figure(
    "drawn-scatter-" + title.replace(/\W+/g, "-"),
    title,
    points.map((p) => `${p.name}: ${p.told}`).join("; "),
    size,
    size,
    parts.join(""),
    caption,
  );
};

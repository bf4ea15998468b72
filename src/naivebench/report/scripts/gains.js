// Differences from the reference with intervals, as templates/gains.html.j2 draws them for the whole run.
import { loaded } from "./data.js";
import { ticks } from "./drawings.js";
import { escaped, inSentence, MINUS, number, plural } from "./formats.js";
import { label } from "./selection.js";
import { gain } from "./statistics/pairs.js";

// Methods that ignore the attributes are far behind, so the axis covers only the others
const axis = (found) => {
  const seeing = found.filter((f) => !f.blind),
    values = (seeing.length ? seeing : found)
      .flatMap(({ gain: g }) => [g.value, g.low, g.high])
      .filter((v) => v !== null && Number.isFinite(v));
  const low = Math.min(...values, 0),
    high = Math.max(...values, 0),
    room = 0.04 * (high - low) || 0.01;
  return { low: low - room, high: high + room };
};
const row = (f, place, kind, ends) => {
  const { gain: g, look } = f,
    known = g.low !== null && !f.reference,
    interval = known ? `${number(g.low, kind)} to ${number(g.high, kind)}` : "",
    beyond = g.value < ends.low || g.value > ends.high;
  const width = known ? (place(g.high) - place(g.low)).toFixed(2) : "";
  const bar = known ? `<i class="whisker" style="left:${place(g.low)}%;width:${width}%"></i>` : "";
  return (
    `<li><a href="#method-${escaped(f.method)}" class="${look.css}${known ? "" : " plain"}">` +
    `<span class="name"><i class="sw ${look.css}" aria-hidden="true">${look.glyph}</i>` +
    `${escaped(look.title)}</span><span class="track" aria-hidden="true">${bar}` +
    `<i class="dot${beyond ? " beyond" : ""}" style="left:${place(g.value)}%"></i></span>` +
    `<span class="value">${f.reference ? "reference" : number(g.value, kind)}` +
    `${known ? ` <small>${interval}</small>` : ""}</span></a></li>`
  );
};
/** The drawing of a selection; null without its reference. */
export const gains = (m, r) => {
  const at = m.methods.indexOf(loaded().reference),
    values = (i) => m.scores.map((line) => line[i]);
  if (at < 0) return null;
  const found = r.order
    .map((i) => ({
      method: m.methods[i],
      look: loaded().byMethod.get(m.methods[i]),
      blind: loaded().byMethod.get(m.methods[i]).blind,
      reference: i === at,
      gain: gain(values(i), values(at), m.lower),
    }))
    .filter((f) => f.gain);
  const metric = loaded().metric(m.metric),
    percent = metric.kind === "percent",
    kind = percent ? "points" : "signed",
    ends = axis(found),
    place = (v) => +(100 * Math.min(Math.max((v - ends.low) / (ends.high - ends.low), 0), 1)).toFixed(2);
  const marks = ticks(ends.low, ends.high, 5).map((t) => {
    const shown = String(+((percent ? 100 : 1) * t).toPrecision(10));
    const words = (t > 0 ? "+" : "") + shown.replace("-", MINUS);
    return `<i style="left:${place(t)}%"></i><span style="left:${place(t)}%">${words}</span>`;
  });
  const groups = new Map(found.map(({ look }) => [look.group, look])),
    key = [...groups].map(
      ([name, look]) =>
        `<span><i class="sw ${look.css}" aria-hidden="true">${look.glyph}</i>${escaped(name)}</span> `,
    );
  return (
    `<figure class="gains" id="gains"><figcaption><b>Difference from ` +
    `${escaped(inSentence(found.find((f) => f.reference).look.title))} in ` +
    `${label(m.metric)}${percent ? " points" : ""}</b>, mean over ${plural(r.n, "data set")} with 95% ` +
    "intervals. The best average rank is first. Select a row to open the card of the method.</figcaption>" +
    `<div class="plot"><div class="axis" aria-hidden="true"><div>${marks.join("")}` +
    `<i class="zero" style="left:${place(0)}%"></i></div></div><ol>` +
    `${found.map((f) => row(f, place, kind, ends)).join("")}</ol></div>` +
    `<p class="key" aria-label="Method groups">${key.join("")}</p></figure>`
  );
};

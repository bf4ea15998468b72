// The heat map of scores for any protocol and metric, shaded as report/scores.py does.
import { loaded } from "./data.js";
import { columnsOf } from "./declared.js";
import { DASH, number } from "./formats.js";
import { datasetCell, grid } from "./tables.js";

export const heatMap = (protocol, metric) => {
  const of = loaded(),
    { better, kind, label: name } = of.metric(metric),
    methods = of.ran(protocol),
    sets = of.datasets.map((d) => d.id).filter((d) => of.scored(protocol, metric, d));
  if (!sets.length) return null;
  const sign = better === "higher" ? 1 : -1,
    gain = (d, m) => sign * (of.score(protocol, metric, d, m) - of.score(protocol, metric, d, of.reference));
  const sizes = sets
    .flatMap((d) => methods.map((m) => Math.abs(gain(d, m))))
    .filter((v) => Number.isFinite(v) && v > 0)
    .sort((a, b) => a - b);
  const scale = sizes.length ? sizes[Math.min(sizes.length - 1, Math.floor(0.9 * sizes.length))] : 1;
  const shade = (g) => {
    const level = [0.05, 0.25, 0.5, 1].filter((limit) => Math.abs(g) >= limit * scale).length;
    return level ? (g > 0 ? "p" : "n") + level : "";
  };
  const marks = new Map(
    (of.marks.cells[protocol] ?? []).map(([d, m, text]) => [
      of.datasets[d]?.id + "|" + of.methods[m].id,
      of.marks.texts[text],
    ]),
  );
  const made = sets.map((d) => {
    const values = methods.map((m) => of.score(protocol, metric, d, m)),
      present = values.filter((v) => !Number.isNaN(v)),
      best = better === "higher" ? Math.max(...present) : Math.min(...present);
    const cells = methods.map((m, i) => {
      if (Number.isNaN(values[i])) {
        const [mark, reason] = marks.get(d + "|" + m) ?? [DASH, `no ${name} here`];
        return [m, { value: null, text: mark, css: "miss", title: reason }];
      }
      const css = [shade(gain(d, m)), values[i] === best ? "best" : ""].join(" ").trim();
      return [
        m,
        of.isPartial(protocol, metric, d, m)
          ? {
              value: values[i],
              text: number(values[i], kind) + "†",
              css: css + " part",
              title: "mean over the available folds",
            }
          : { value: values[i], css },
      ];
    });
    return { dataset: datasetCell(d), ...Object.fromEntries(cells) };
  });
  const note =
    sizes.length && of.reference
      ? "The darkest shade means at least " +
        `${number(scale, kind === "percent" ? "points" : "score").replace("+", "")}` +
        `${kind === "percent" ? " points" : ""} from ${of.reference}.`
      : "";
  return grid(
    {
      id: "scores",
      caption:
        `${name}${kind === "percent" ? " in %" : ""} (${better} is better), mean over the folds, ` +
        `protocol ${protocol}.`,
      note,
      columns: [
        ...columnsOf("scores", of.metric(metric), made),
        ...methods.map((m) => ({ key: m, label: m, kind, method: m })),
      ],
      rows: made,
    },
    of.byMethod,
  );
};

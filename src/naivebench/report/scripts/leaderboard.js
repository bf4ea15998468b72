// The leaderboard, rebuilt for the current choice, with the columns declared in report/leaderboard.py.
import { compute, load } from "./computing.js";
import { loaded, matrix } from "./data.js";
import { columnsOf, costsOf } from "./declared.js";
import { $, made } from "./dom.js";
import { number, plural } from "./formats.js";
import { CHOICES, chosen, impossible, leftOut, ropeOf, untouched } from "./selection.js";
import { grid, methodCell } from "./tables.js";

const paragraph = (words) => {
  const box = made('<div class="scroll"><p class="warning"></p></div>');
  box.firstChild.textContent = words;
  return box;
};
let app = null,
  turn = 0,
  last = "",
  original = null;

const median = (values) => {
  const v = values.filter((x) => !Number.isNaN(x)).sort((a, b) => a - b),
    n = v.length;
  return n ? (v[(n - 1) >> 1] + v[n >> 1]) / 2 : null;
};
const rows = (m, r) => {
  const of = loaded();
  const made = m.methods.map((method, i) => ({
    method: methodCell(method),
    group: of.byMethod.get(method).group,
    average_rank: r.ranks[i],
    win_rate: r.win_rate[i],
    verdict: r.to_best.comparisons[r.to_best.others.indexOf(i)]?.verdict ?? "best",
    improvement: r.improvement?.[i],
    datasets: r.n,
    ...Object.fromEntries(
      costsOf("leaderboard").map(([key, name]) => [
        key,
        median(m.datasets.map((d) => of.cost(name, m.protocol, d, method))),
      ]),
    ),
  }));
  return made.sort((a, b) => a.average_rank - b.average_rank || (a.method.value < b.method.value ? -1 : 1));
};
const put = (first, of, content) => {
  $("#leaderboard-first").textContent = first;
  $("#leaderboard-of").textContent = of;
  $("#table-leaderboard .scroll").replaceWith(content);
  app.refresh($("#table-leaderboard"));
};

export const update = async () => {
  const state = app.state(),
    key = CHOICES.map((name) => state[name] ?? "").join("\n");
  if (!$("#table-leaderboard") || key === last) return;
  const mine = ++turn;
  last = key;
  await load();
  if (mine !== turn) return;
  original ??= {
    first: $("#leaderboard-first").textContent,
    of: $("#leaderboard-of").textContent,
    grid: $("#table-leaderboard .scroll"),
  };
  const selection = chosen(state),
    m = matrix(selection),
    { reference } = loaded();
  if (untouched(state)) put(original.first, original.of, original.grid);
  else if (m.methods.length < 2 || m.datasets.length < 2) put("", "", paragraph(impossible(m, selection)));
  else {
    const r = await compute("selection", {
      scores: m.scores,
      lower: m.lower,
      reference: m.methods.indexOf(reference),
      alpha: loaded().alpha,
      rope: ropeOf(m.metric),
      names: m.methods,
    });
    if (mine !== turn) return;
    const all = rows(m, r),
      [first] = all,
      metric = loaded().metric(m.metric),
      what =
        `${metric.label}, protocol ${m.protocol}: ${plural(m.methods.length, "method")} on ` +
        `${plural(m.datasets.length, "data set")}`;
    put(
      `${first.method.value} is first with an average rank of ${number(first.average_rank, "rank")} ` +
        `and a win rate of ${number(first.win_rate, "percent")}%. `,
      `This leaderboard is exploratory: it was recomputed for your choice. ${leftOut(m)}`,
      made(
        grid(
          {
            id: "leaderboard",
            caption: `Leaderboard, ${what}.`,
            columns: columnsOf("leaderboard", metric, all),
            rows: all,
          },
          loaded().byMethod,
        ),
      ),
    );
  }
  document.documentElement.dataset.rated = String(mine);
};
export const listen = (given) => {
  app = given;
};

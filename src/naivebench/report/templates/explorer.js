// The first tab, made again for any choice of methods, data sets, metric and protocol. What is chosen is the state of the page.
const explorer = (() => {
  "use strict";
  const { number, listing, plural, escaped, methodCell, grid } = drawings;
  const $ = (selector, root = document) => root.querySelector(selector);
  const CHOICES = ["metric", "protocol", "comparison", "kind", "group", "methods", "sets", "cases", "classes", "missing"];
  let app = null, turn = 0, last = null, table = null, original = null;

  // The selection that a state stands for
  const range = (text) => { const [low, high] = (text || "").split("-"); return [low ? Number(low) : -Infinity, high ? Number(high) : Infinity]; };
  const list = (text) => (text ? text.split("|") : null);
  const preset = (state, protocol) => {
    const { presets } = data.loaded;
    return presets.find((p) => p.id === state.comparison && p.protocol === protocol) ?? presets.find((p) => p.protocol === protocol && p.main) ?? null;
  };
  const fits = (state) => {
    const cases = range(state.cases), classes = range(state.classes), { byDataset } = data.loaded;
    return (id) => {
      const d = byDataset.get(id);
      return d && (!state.kind || d.kind === state.kind) && d.rows >= cases[0] && d.rows <= cases[1] && d.classes >= classes[0] && d.classes <= classes[1]
        && (!state.missing || (d.missing > 0) === (state.missing === "yes"));
    };
  };
  const chosen = (state) => {
    const of = data.loaded, protocol = state.protocol || of.primary[0], metric = state.metric || of.primary[1], from = preset(state, protocol);
    const off = new Set(list(state.group) ?? []);
    const methods = (list(state.methods) ?? from?.methods ?? of.ran(protocol)).filter((m) => of.byMethod.has(m) && !off.has(of.byMethod.get(m).group));
    const datasets = (list(state.sets) ?? from?.datasets ?? of.datasets.map((d) => d.id)).filter(fits(state));
    return { protocol, metric, methods, datasets, preset: from };
  };
  // The region of practical equivalence has the unit of the primary metric
  const ropeOf = (metric) => (metric === data.loaded.primary[1] ? data.loaded.rope : null);
  const untouched = (state) => !CHOICES.some((key) => state[key]);

  // Sentences
  const label = (metric) => { const m = data.loaded.metric(metric); return m ? (/^[A-Z][a-z]/.test(m.label) ? m.label[0].toLowerCase() + m.label.slice(1) : m.label) : metric; };
  const few = (names) => listing(names.length > 6 ? [...names.slice(0, 4), `${names.length - 4} others`] : names);
  // As report/overview.py says it of such a measure
  const CONSTANT_WINS = "The same answer for every case can have the best value of this measure: it does not say how well cases are told apart, so read it beside one that does.";
  const constant = (m) => (data.loaded.metric(m.metric).constant_wins ? CONSTANT_WINS : "");
  const FEW = 6; // data sets: of fewer Wilcoxon's test can never reach 0.05
  const isRival = (name) => data.loaded.byMethod.get(name).rival;
  const contends = (name) => isRival(name) && !data.loaded.byMethod.get(name).blind;
  const tied = (r, order) => order.filter((i) => r.ranks[i] === r.ranks[order[0]]);
  // Who has the best rank: of all only where rivals take part and the reader has hidden none
  const winners = (m, r, hidden) => {
    const rank = (i) => number(r.ranks[i], "rank"), told = (i) => `${listing(i.map((x) => m.methods[x]))} ${i.length > 1 ? "share the best rank" : "is the best"}`;
    const top = tied(r, r.order), own = tied(r, r.order.filter((i) => !isRival(m.methods[i]))), rivals = m.methods.some(isRival), all = hidden ? "of those shown" : "of all";
    const where = `among ${plural(m.methods.length, "method")} by ${label(m.metric)} on ${plural(r.n, "data set")}, protocol ${m.protocol}`, whole = `average rank ${rank(top[0])} ${where}`;
    if (top.every((i) => own.includes(i))) return `${told(top)} ${hidden ? all : rivals ? "of the naive Bayes family and of all" : "of the naive Bayes family; no rival takes part"}: ${whole}.`;
    if (!own.length || top.some((i) => own.includes(i))) return `${told(top)} ${hidden || own.length ? all : "of the rivals"}: ${whole}.`;
    return `${told(own)} of the naive Bayes family${hidden ? " of those shown" : ""}, average rank ${rank(own[0])} ${where}; the best ${all} ${top.length > 1 ? "are" : "is"} ${listing(top.map((x) => m.methods[x]))} (${rank(top[0])}).`;
  };
  // The best of the family against the best rival and the reference
  const apart = (m, r) => {
    const own = r.order.find((i) => !isRival(m.methods[i])), rival = r.order.find((i) => contends(m.methods[i])), { reference } = data.loaded, values = (j) => m.scores.map((row) => row[j]);
    const roles = [[rival, "best rival"], [m.methods.indexOf(reference), "reference"]].filter(([i]) => i !== undefined && i >= 0 && i !== own && own !== undefined);
    const found = roles.map(([i, role]) => [analysis.gain(values(own), values(i), m.lower), m.methods[i], role]).filter(([g]) => g);
    if (!found.length) return [];
    return [`On average ${m.methods[own]} is ${listing(found.map(([g, name]) => drawings.lead(g, name, data.loaded.metric(m.metric))))}; ${listing(found.map(([, name, role]) => `${name} is the ${role}`))}.`];
  };
  // Which methods are as good as the best one, what decided, and where tests disagree: as report/as_good.py says it
  const AS_GOOD = ["ahead", "practically equivalent", "cannot be told apart"];
  const asGood = (m, r) => {
    const { alpha } = data.loaded, rope = ropeOf(m.metric), best = m.methods[r.best], found = r.to_best.comparisons, names = r.to_best.others.map((i) => m.methods[i]), n = names.length;
    const of = (v) => names.filter((_, i) => found[i].verdict === v), some = (v) => of(v).length, said = [];
    const good = AS_GOOD.filter(some).map((v) => `${listing(of(v))} (${v})`).join("; "), rest = listing(["behind", "probably behind"].filter(some).map((v) => `${some(v)} ${some(v) === 1 ? "is" : "are"} ${v}`));
    said.push(!good ? `No other method is as good as ${best}: ${rest}.` : `As good as ${best}: ${good}. ${rest ? `Of the others, ${rest}` : "None is behind"}.`);
    const test = `A method is behind if Wilcoxon's signed-rank test says so (Holm over the ${plural(n, "comparison")} with ${best}, α = ${alpha})`;
    const percent = data.loaded.metric(m.metric).kind === "percent", size = +((percent ? 100 : 1) * rope).toPrecision(6), unit = !percent ? "" : size === 1 ? " point" : " points";
    said.push(rope === null ? `${test}. Practical equivalence is judged by the primary metric only.` : `${test}, and probably behind if it is more probable than not that it is worse by more than ${size}${unit} (Bayesian signed-rank test).`);
    const phrase = (p) => { const text = number(p, "p"); return text.startsWith("<") ? text : `= ${text}`; };
    const split = found.map((c, i) => [names[i], c]).filter(([, c]) => analysis.disagrees(c, alpha)).map(([name, c]) => `${name} (Wilcoxon p ${phrase(c.wilcoxon_holm)}, average ranks p ${phrase(c.ranks_holm)}${c.worse === null ? "" : `, P(worse) = ${number(c.worse, "score")}`})`);
    said.push(!split.length ? "The test of average ranks, with the same correction, agrees on every method." : `The tests disagree on ${listing(split)}. Both p have the same correction. Average ranks depend on all ${n + 1} methods; the other two tests use two methods only.`);
    const small = found.map((c, i) => [names[i], c]).filter(([, c]) => analysis.small(c, alpha)).map(([name, c]) => `${name} (P(rope) = ${number(c.rope, "score")})`);
    if (small.length) said.push(`Wilcoxon's test finds a difference from ${best}, but practical equivalence is more probable than not, for ${listing(small)}.`);
    return said;
  };
  const headline = (m, r, hidden) => {
    const { alpha, reference } = data.loaded;
    const said = SHUFFLED.includes(m.protocol) ? [`Protocol ${m.protocol} shuffles the labels: there is nothing to learn, and this ranking means nothing.`] : [];
    said.push(winners(m, r, hidden), ...apart(m, r));
    if (r.n < FEW) said.push(`On ${plural(r.n, "data set")} tests can tell little.`);
    said.push(...asGood(m, r));
    if (r.to_reference) {
      const { others, holm } = r.to_reference.paired, won = (i) => { const at = m.methods.indexOf(reference), t = pairAt(r.k, i, at); return (i < at ? 1 : -1) * r.pairs.wilcoxon[t].rank_biserial > 0; };
      const better = others.filter((i, at) => holm[at] <= alpha && won(i)).map((i) => m.methods[i]);
      said.push(better.length ? `Significantly better than ${reference} (Wilcoxon's test, Holm): ${few(better)}.` : `None is significantly better than ${reference}.`);
    }
    const p = r.iman_davenport.p;
    if (!Number.isNaN(p)) said.push(`Over all methods ${p <= alpha ? "there are differences" : "there is no significant difference"} (Iman–Davenport p = ${number(p, "p")}).`);
    said.push(constant(m), "This choice is exploratory: the primary comparison alone was named before the run.");
    return said.filter(Boolean);
  };
  const leftOut = (m) => {
    const of = (key) => m.leftOut.filter((x) => key in x).map((x) => `${x[key]} (${x.reason})`);
    const parts = [["method", "Methods left out"], ["dataset", "Data sets left out"]].map(([key, words]) => [words, of(key)]).filter(([, all]) => all.length);
    return parts.map(([words, all]) => `${words}: ${all.join("; ")}.`).join(" ");
  };
  // As report/overview.py says it of such a comparison
  const withinText = (m) => (m.within.length ? ` Every data set has a vote here, since there are fewer than three source families; those of ${listing(m.within)} are not independent, so the result speaks of such data sets only.` : "");
  const impossible = (m, selection) => {
    const what = `${plural(selection.methods.length, "method")} and ${plural(selection.datasets.length, "data set")} chosen`;
    if (!data.loaded.has(m.protocol, m.metric)) return `There are no scores of ${label(m.metric)} under protocol ${m.protocol}.`;
    return `Nothing can be ranked: of the ${what}, ${plural(m.methods.length, "method")} ${m.methods.length === 1 ? "has" : "have"} scores on ${plural(m.datasets.length, "data set")} in common, and it takes two of both.`;
  };

  // The comparisons of the run in which what is chosen can be ranked, or else such data sets with the methods of the comparison
  const elsewhere = (state) => {
    const every = { methods: "", sets: "" }, found = (kept) => data.loaded.presets.filter((p) => {
      const m = data.matrix(chosen({ ...state, ...kept, protocol: p.protocol, comparison: p.id }));
      return m.methods.length > 1 && m.datasets.length > 1;
    });
    const same = found({}), there = same.length ? same : found(every), kept = same.length ? {} : every;
    const link = (p) => `<a href="#${escaped(new URLSearchParams({ at: "ranking", comparison: p.id, protocol: p.protocol, ...kept }))}">${escaped(p.title)}</a> (${escaped(p.protocol)})`;
    return there.length ? `<p>${same.length ? "This choice" : "Such data sets, with other methods,"} can be ranked in ${there.length > 1 ? "these comparisons" : "this comparison"}: ${there.map(link).join("; ")}.</p>` : "";
  };

  // A table that was made for some choices only; `there`: [protocol, metric] of each
  const absent = (protocol, metric, there) => {
    const metrics = [...new Set(there.filter(([p]) => p === protocol).map(([, m]) => m))], others = [...new Set(there.map(([p, m]) => `${m}, protocol ${p}`))].slice(0, 12);
    return `This table was not made for ${metric}, protocol ${protocol}. ${metrics.length ? `Under this protocol it is there for ${listing(metrics)}.` : `It is there for ${others.join("; ")}.`} The first tab compares any choice.`;
  };

  // The table, in the columns that it has at first
  const kindsOf = (metric) => ({ method: "id", group: "text", average_rank: "rank", verdict: "text", p_best: "p", p_best_ranks: "p", rope_best: "score", worse_best: "score", p_reference: "p", mean: metric.kind, std: metric.kind, wins: "integer", log_loss_clipped: "score", cpu_seconds: "seconds", low: "rank", high: "rank", win_rate: "percent", improvement: "percent", elo: "integer" });
  const MORE = [
    ["p_reference", "p, reference", "Two-sided Wilcoxon test against the reference method, Holm over the comparisons with that one"], ["win_rate", "Win rate %", "Share of games won, one on each data set against each other method; a tie is half a win"],
    ["improvement", "Less error %", "Mean relative reduction of the reference's error"], ["elo", "Elo", "Rating: the reference method has 1000; where it is not compared, the mean is 1000"],
  ];
  const columnsOf = (metric) => {
    const kinds = kindsOf(metric), unit = metric.kind === "percent" ? " %" : "";
    const kept = original.columns.filter((c) => c.key in kinds).map((c) => ({ ...c, label: c.key === "mean" ? "Mean" + unit : c.key === "std" ? "SD" + unit : c.label }));
    const more = MORE.filter(([key]) => !kept.some((c) => c.key === key)).map(([key, text, title]) => ({ key, label: text, title })), at = kept.findIndex((c) => c.key === "mean");
    return [...kept.slice(0, at), ...more, ...kept.slice(at)].map((c) => ({ ...c, kind: kinds[c.key] })); // what a table is read for first, costs last
  };
  // To the scale of the leaderboard: the reference at 1000, where it is compared
  const scale = (m, elo) => { const at = m.methods.indexOf(data.loaded.reference); return at < 0 ? 0 : 1000 - elo.elo[at]; };
  const pairAt = (k, i, j) => { const [a, b] = i < j ? [i, j] : [j, i]; return a * k - a * (a + 1) / 2 + b - a - 1; };
  const rows = (m, r, more) => {
    const of = data.loaded, at = m.methods.indexOf(of.reference);
    const cost = (name, i) => m.datasets.reduce((s, d) => s + of.cost(name, m.protocol, d, m.methods[i]), 0);
    const loss = (i) => m.datasets.reduce((s, d) => s + of.whole(m.protocol, "log_loss_clipped", d, m.methods[i]), 0) / m.datasets.length;
    const toReference = (i) => { const test = r.to_reference?.paired; return test && test.others.includes(i) ? test.holm[test.others.indexOf(i)] : null; };
    const toBest = (i) => { const c = r.to_best.comparisons[r.to_best.others.indexOf(i)]; return c ? { verdict: c.verdict, p_best: c.wilcoxon_holm, p_best_ranks: c.ranks_holm, rope_best: c.rope, worse_best: c.worse } : { verdict: "best" }; };
    return r.order.map((i) => {
      const won = at >= 0 && i !== at ? r.pairs.wins[pairAt(r.k, i, at)] : null, turned = won && i > at ? [...won].reverse() : won;
      return {
        method: methodCell(m.methods[i]), group: of.byMethod.get(m.methods[i]).group, average_rank: r.ranks[i], ...toBest(i),
        p_reference: toReference(i), mean: r.mean[i], std: r.std[i], log_loss_clipped: loss(i), cpu_seconds: cost("cpu_seconds", i), win_rate: r.win_rate[i], improvement: r.improvement?.[i],
        wins: turned ? { value: turned[0], text: turned.join("/"), href: versus.href(m.methods[i], of.reference) } : { value: null, text: i === at ? "reference" : null, css: "quiet" },
        low: more?.intervals.low[i], high: more?.intervals.high[i], elo: more && more.elo.elo[i] + scale(m, more.elo),
      };
    });
  };
  const ranking = (m, r, more) => {
    const metric = data.loaded.metric(m.metric);
    return grid({ id: "ranking", caption: `${metric.label}, protocol ${m.protocol}: ${plural(m.methods.length, "method")} on ${plural(m.datasets.length, "data set")} that all have.`, note: `Best: ${m.methods[r.best]}. p: two-sided, Holm over the comparisons with one method.${withinText(m)} ${[constant(m), leftOut(m)].filter(Boolean).join(" ")}`, columns: columnsOf(metric), rows: rows(m, r, more) }, data.loaded.byMethod);
  };
  const pairs = (m, r) => {
    const columns = [["a", "Method a", "id"], ["b", "Method b", "text"], ["rank_difference", "Δ rank", "signed"], ["z", "z", "statistic"], ["p", "p", "p"], ["holm", "Holm", "p"], ["bergmann_hommel", "Bergmann–Hommel", "p"], ["wilcoxon", "Wilcoxon", "p"], ["rank_biserial", "r", "signed"], ["wins", "W/T/L", "integer"]];
    const made = r.pairs.pairs.map(([i, j], t) => {
      const turned = r.ranks[j] < r.ranks[i], [a, b] = (turned ? [j, i] : [i, j]).map((x) => m.methods[x]), won = turned ? [...r.pairs.wins[t]].reverse() : r.pairs.wins[t], strong = (p) => ({ value: p, css: p <= data.loaded.alpha ? "strong" : "" });
      return {
        a: methodCell(a), b: methodCell(b), method: b, rank_difference: { value: turned ? r.ranks[j] - r.ranks[i] : r.ranks[i] - r.ranks[j], href: versus.href(a, b) }, z: r.pairs.z[t], p: strong(r.pairs.p[t]), holm: strong(r.pairs.holm[t]),
        bergmann_hommel: strong(r.pairs.bergmann_hommel[t]), wilcoxon: strong(r.pairs.wilcoxon[t].p), rank_biserial: (turned ? -1 : 1) * r.pairs.wilcoxon[t].rank_biserial, wins: { value: won[0], text: won.join("/") },
      };
    });
    made.sort((x, y) => m.methods.indexOf(x.a.value) - m.methods.indexOf(y.a.value));
    return grid({ id: "chosen-pairs", caption: `Pairs of methods, ${label(m.metric)}, protocol ${m.protocol}: ${plural(r.n, "data set")}, ${plural(r.k, "method")}.`, note: "A number of the column Δ rank leads to both methods side by side. Wilcoxon's test is not corrected for the number of pairs.", columns: columns.map(([key, text, kind]) => ({ key, label: text, kind })), rows: made }, data.loaded.byMethod);
  };

  // Drawings of a selection
  const diagram = (m, r) => {
    const same = (i, j) => r.pairs.bergmann_hommel[pairAt(r.k, i, j)] > data.loaded.alpha;
    return drawings.criticalDifference(m.methods, r.ranks, r.order, analysis.cliques(r.order, same), r.critical_difference, data.loaded.byMethod, `Average ranks over ${plural(r.n, "data set")} (1 = best). Thick bar: the dots are ${m.methods[r.best]} and the methods as good by paired tests. Thin bars join methods that rank tests of all pairs do not part (Bergmann–Hommel).`, [r.best, ...r.to_best.others.filter((_, i) => AS_GOOD.includes(r.to_best.comparisons[i].verdict))]);
  };
  const plots = (m, r, more) => {
    const of = (found, value, plus = 0) => r.order.map((i) => ({ name: m.methods[i], value: value[i] + plus, low: found.low[i] + plus, high: found.high[i] + plus }));
    const byElo = of(more.elo, more.elo.elo, scale(m, more.elo)).sort((a, b) => b.value - a.value), { reference } = data.loaded;
    return drawings.intervals("drawn-ranks", "Average ranks with intervals", of(more.intervals, r.ranks), data.loaded.byMethod, "rank", `Average rank, 1 = best, with the 95% percentile interval of ${more.intervals.draws.toLocaleString("en-US")} bootstrap samples of the data sets.`)
      + drawings.intervals("drawn-elo", "Elo ratings with intervals", byElo, data.loaded.byMethod, "integer", `Elo ratings, ${m.methods.includes(reference) ? `${reference} = 1000` : "mean 1000"}: a method 100 points above another is to win on 64% of the data sets. 95% percentile intervals of ${more.elo.draws} bootstrap samples of the data sets, in which the mean of all methods is held: so ${m.methods.includes(reference) ? reference : "every method"} has one too.`, 1000);
  };

  const put = (html, at) => { const template = document.createElement("template"); template.innerHTML = html; at.replaceChildren(template.content); };
  const keep = () => {
    const box = $('[data-table="ranking"]'), heads = [...box.querySelectorAll("thead th")];
    original = {
      heading: $("#top h1").textContent, lead: [...$("#top .lead").childNodes], picture: $("#top .picture"), grid: $(".scroll", box),
      columns: heads.map((th) => ({ key: th.dataset.key, label: $("span", th).textContent, title: $("button", th).title })),
    };
    table = box;
  };
  const replace = (heading, lead, picture, content) => {
    $("#top h1").textContent = heading;
    $("#top .lead").replaceChildren(...lead);
    const now = $("#top .picture");
    if (now && picture && now !== picture) now.replaceWith(picture);
    const shown = $(".scroll", table);
    if (shown !== content) shown.replaceWith(content);
  };
  const made = (html) => { const template = document.createElement("template"); template.innerHTML = html; return template.content.firstElementChild; };
  const restore = () => replace(original.heading, original.lead, original.picture, original.grid);
  const paragraph = (words) => [document.createTextNode(words)];

  const update = async () => {
    const state = app.state(), key = CHOICES.map((name) => state[name] ?? "").join("\n");
    if (key === last) return;
    last = key;
    const mine = ++turn;
    await data.load();
    if (mine !== turn) return;
    if (!original) keep();
    offer(state);
    const selection = chosen(state), m = data.matrix(selection), plain = untouched(state);
    const explored = $("#explored");
    $("#selection").textContent = plain || m.methods.length < 2 || m.datasets.length < 2 ? "" : `Exploratory, recomputed for ${plural(m.methods.length, "method")} on ${plural(m.datasets.length, "data set")}, ${label(m.metric)}, protocol ${m.protocol}.`;
    if (plain) restore();
    if (m.methods.length < 2 || m.datasets.length < 2) {
      if (!plain) replace("Nothing to rank", paragraph(impossible(m, selection)), made('<figure class="picture" hidden></figure>'), made(`<div class="scroll"><p class="warning">${escaped(`${impossible(m, selection)} ${selection.datasets.length ? leftOut(m) : ""}`)}</p>${elsewhere(state)}</div>`));
      app.refresh(table);
      explored.replaceChildren();
      done(mine);
      return;
    }
    const request = { scores: m.scores, lower: m.lower, reference: m.methods.indexOf(data.loaded.reference), alpha: data.loaded.alpha, rope: ropeOf(m.metric), names: m.methods };
    const r = await data.compute("selection", request);
    if (mine !== turn) return;
    const tell = (more) => { replace(`Exploratory: ${plural(m.methods.length, "method")} ranked on ${plural(m.datasets.length, "data set")}`, paragraph(headline(m, r, Boolean(state.group || state.methods)).join(" ")), made(diagram(m, r)), made(ranking(m, r, more))); app.refresh(table); };
    if (!plain) tell(null);
    const more = await data.compute("resampled", request);
    if (mine !== turn) return;
    if (!plain) { table.querySelector(".scroll").replaceWith(made(ranking(m, r, more))); app.refresh(table); }
    put(plots(m, r, more) + '<details id="chosen-pairs"><summary>All pairs of this selection</summary><div class="table" id="table-chosen-pairs" data-table="chosen-pairs"><div class="bar"><span class="tools"></span></div><div class="inside"></div></div></details>', explored);
    $("#chosen-pairs").addEventListener("toggle", (event) => {
      const inside = $(".inside", event.target);
      if (event.target.open && !inside.firstChild) { put(pairs(m, r), inside); app.refresh($("#table-chosen-pairs")); }
    });
    done(mine);
  };
  const done = (mine) => { if (mine === turn) document.documentElement.dataset.explored = String(mine); };

  // The heat map of scores for any protocol and metric, shaded as report/scores.py does
  const heatMap = (protocol, metric) => {
    const of = data.loaded, { better, kind, label: name } = of.metric(metric), methods = of.ran(protocol), sets = of.datasets.map((d) => d.id).filter((d) => of.scored(protocol, metric, d));
    if (!sets.length) return null;
    const sign = better === "higher" ? 1 : -1, gain = (d, m) => sign * (of.score(protocol, metric, d, m) - of.score(protocol, metric, d, of.reference));
    const sizes = sets.flatMap((d) => methods.map((m) => Math.abs(gain(d, m)))).filter((v) => Number.isFinite(v) && v > 0).sort((a, b) => a - b);
    const scale = sizes.length ? sizes[Math.min(sizes.length - 1, Math.floor(0.9 * sizes.length))] : 1;
    const shade = (g) => { const level = [0.05, 0.25, 0.5, 1].filter((limit) => Math.abs(g) >= limit * scale).length; return level ? (g > 0 ? "p" : "n") + level : ""; };
    const marks = new Map((of.marks.cells[protocol] ?? []).map(([d, m, text]) => [of.datasets[d]?.id + "|" + of.methods[m].id, of.marks.texts[text]]));
    const made = sets.map((d) => {
      const values = methods.map((m) => of.score(protocol, metric, d, m)), present = values.filter((v) => !Number.isNaN(v)), best = better === "higher" ? Math.max(...present) : Math.min(...present);
      const cells = methods.map((m, i) => {
        if (Number.isNaN(values[i])) { const [mark, reason] = marks.get(d + "|" + m) ?? [drawings.DASH, `no ${name} here`]; return [m, { value: null, text: mark, css: "miss", title: reason }]; }
        const css = [shade(gain(d, m)), values[i] === best ? "best" : ""].join(" ").trim();
        return [m, of.isPartial(protocol, metric, d, m) ? { value: values[i], text: number(values[i], kind) + "†", css: css + " part", title: "mean over the folds that there are" } : { value: values[i], css }];
      });
      return { dataset: drawings.datasetCell(d), ...Object.fromEntries(cells) };
    });
    const note = sizes.length && of.reference ? `Darkest shade: at least ${number(scale, kind === "percent" ? "points" : "score").replace("+", "")}${kind === "percent" ? " points" : ""} from ${of.reference}.` : "";
    return grid({ id: "scores", caption: `${name}${kind === "percent" ? " in %" : ""} (${better} is better), mean over the folds, protocol ${protocol}.`, note, columns: [{ key: "dataset", label: "Data set", kind: "id" }, ...methods.map((m) => ({ key: m, label: m, kind, method: m }))], rows: made }, of.byMethod);
  };

  // Controls: only what has scores can be chosen
  const option = (value, words, off) => Object.assign(document.createElement("option"), { value, textContent: words + (off ? " (no scores)" : ""), disabled: !!off });
  const offer = (state) => {
    const of = data.loaded, protocol = state.protocol || of.primary[0], metric = state.metric || of.primary[1];
    for (const [select, has] of [["metric", (v) => of.has(protocol, v)], ["protocol", (v) => of.has(v, metric)]])
      for (const o of $("#" + select).options) { if (!o.value) continue; o.disabled = !has(o.value); o.title = o.disabled ? `no scores of ${metric} and ${protocol}` : ""; }
    const comparison = $("#comparison");
    if (!comparison.options.length) comparison.append(...of.presets.map((p) => option(p.id, `${p.title}: ${p.protocol}, ${p.methods.length} × ${p.datasets.length}`)));
    comparison.value = preset(state, protocol)?.id ?? "";
    for (const key of ["cases", "classes"]) { const [low, high] = (state[key] || "-").split("-"); $(`#${key}-from`).value = low; $(`#${key}-to`).value = high ?? ""; }
    $("#missing").value = state.missing || "";
    const now = chosen(state);
    picks("methods", of.methods.map((m) => m.id), new Set(of.ran(protocol)), new Set(now.methods), (id) => of.byMethod.get(id).group, `no scores under ${protocol}`);
    picks("sets", of.datasets.map((d) => d.id), new Set(of.datasets.map((d) => d.id).filter((d) => of.scored(protocol, metric, d))), new Set(now.datasets), (id) => `${of.byDataset.get(id).kind}, ${plural(of.byDataset.get(id).rows ?? 0, "case")}, ${plural(of.byDataset.get(id).classes, "class").replace("classs", "classes")}`, `no scores of ${metric} under ${protocol}`);
  };
  const picks = (name, ids, possible, on, more, reason) => {
    const box = $("#pick-" + name), held = $(".picks", box);
    $("b", box).textContent = `${on.size} of ${ids.length}`;
    if (!box.open) return;
    put(ids.map((id) => `<label${possible.has(id) ? "" : ` title="${escaped(reason)}"`}><input type="checkbox" value="${escaped(id)}"${on.has(id) ? " checked" : ""}${possible.has(id) ? "" : " disabled"}>${escaped(id)} <small>${escaped(possible.has(id) ? more(id) : reason)}</small></label>`).join(""), held);
  };
  const listen = (given) => {
    app = given;
    $("#comparison").addEventListener("change", (event) => {
      const { protocol } = data.loaded.presets.find((p) => p.id === event.target.value);
      app.set({ comparison: event.target.value, protocol: protocol === data.loaded.primary[0] ? "" : protocol, methods: "", sets: "" });
    });
    for (const key of ["cases", "classes"]) for (const end of ["from", "to"]) $(`#${key}-${end}`).addEventListener("change", () => {
      const [low, high] = ["from", "to"].map((e) => $(`#${key}-${e}`).value);
      app.set({ [key]: low || high ? `${low}-${high}` : "" });
    });
    $("#missing").addEventListener("change", (event) => app.set({ missing: event.target.value }));
    for (const name of ["methods", "sets"]) {
      const box = $("#pick-" + name);
      box.addEventListener("toggle", () => { if (box.open && data.loaded) offer(app.state()); });
      box.addEventListener("change", () => app.set({ [name]: [...box.querySelectorAll(".picks input:checked")].map((i) => i.value).join("|") || "|" }));
      for (const button of box.querySelectorAll("button")) button.addEventListener("click", () => app.set({ [name]: button.value === "none" ? "|" : "" }));
    }
  };
  return { listen, update, heatMap, absent, chosen, untouched, impossible, leftOut, withinText, scale, ropeOf, CHOICES, label };
})();

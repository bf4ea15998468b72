"""The words and marks of the page, checked by counting again from the scores with plain pandas and scipy."""

import io
import re
import statistics
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support import report_fixture, words_fixture
from support.page_reader import Page
from support.words_fixture import SIDE, means

from naivebench.benchmark.results import formats, tables
from naivebench.benchmark.results.comparisons import Posterior
from naivebench.benchmark.results.context import Failure, rivals
from naivebench.benchmark.results.formats import listing
from naivebench.benchmark.results.summaries import summarize
from naivebench.benchmark.results.tables import raw
from naivebench.evaluation.metrics import METRICS, can_win
from naivebench.report import (
    as_good,
    cards,
    cells,
    cost,
    duel,
    glossary,
    good,
    leaderboard,
    meta,
    on_set,
    overview,
    page,
    probabilities,
    runs,
    scores,
    suits,
)
from naivebench.report.figures.catalogue import draw_all
from naivebench.report.figures.ranks import critical_difference
from naivebench.report.papers import beside, paper

pytestmark = [pytest.mark.slow, pytest.mark.long]


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return words_fixture.loaded(tmp_path_factory.mktemp("words"))


@pytest.fixture(scope="module")
def summary(results):
    return summarize(results)


@pytest.fixture(scope="module")
def files(results, summary):
    return page.build(results, summary, draw_all(results, summary))


@pytest.fixture(scope="module")
def run(results):
    return cells.configured(results)


def pooled(results):
    """Correct and tested cases of all folds together, by (protocol, data set, method)."""
    part = results.scores.query("metric == 'accuracy'")
    part = part.astype(dict.fromkeys(("protocol", "dataset", "method"), str))
    part = part.assign(correct=(part["value"] * part["n_test"]).round())
    sums = part.groupby(["protocol", "dataset", "method"])[["correct", "n_test"]].sum()
    return sums["correct"] / sums["n_test"]


# 1: optimism


def test_optimism_has_no_point_from_shuffled_labels(results, summary):
    shares = pooled(results)
    gaps = [
        100 * (value - shares["honest", d, m])
        for (p, d, m), value in shares.items()
        if p == "paper/robles2003" and ("honest", d, m) in shares
    ]
    from naivebench.report.figures.scores import optimism

    text = optimism(results, summary).text
    assert f"{statistics.median(gaps):+.2f} points over {len(gaps)} pairs" in text
    rows = scores.protocols(results, summary).rows
    assert all(r["optimism"] is None for r in rows if r["protocol"] == "permuted/robles2003")
    assert any(r["optimism"] is not None for r in rows)


# 2, 9: what exists and what is ranked


def test_data_sets_are_counted_by_availability_and_source(results):
    facts = {label: (value, detail) for label, value, detail in overview.facts(results)}
    scored = set(results.scores["dataset"])
    gone = [d for d, found in results.prepared.items() if found["status"] == "unavailable"]
    assert facts["Data sets"] == (
        str(len(scored)),
        f"They come from {len(scored) - 1} sources; every source has one vote in comparisons. "
        f"{len(gone)} could not be obtained.",
    )
    kept = results.scores[results.scores["dataset"] != "glass"]
    lost = results._replace(scores=kept, learning=results.learning[:0])
    assert "1 could not be obtained. 1 has no score." in overview.facts(lost)[0][2]
    entry = results.comparisons[0]
    ranked = f"{len(entry.average_ranks)} methods on {len(entry.datasets)} data sets"
    assert facts["Ranked here"][0] == ranked
    assert overview.heading(results) == "Which naive Bayes should you use?"


# 3 is tested in test_report.py


# 5: four marks


def test_four_reasons_have_four_marks_in_table_legend_and_csv(results, summary, run, files):
    symbols = [mark.symbol for mark in cells.MARKS.values()]
    assert len(symbols) == len(set(symbols)) == 4
    assert "–" not in symbols
    failures = cells.failures_by_cell(results, run)
    table = scores.heat_map(results, summary, "honest", "accuracy", failures, run)
    named = {tables.raw(row["dataset"]): row for row in table.rows}
    methods, names = report_fixture.method_names(9), report_fixture.dataset_names(9)
    shown = {
        "not applicable": named[names[4]][methods[5]],
        "unavailable": named["archive-only"]["nb"],
        "not configured": named[names[5]][methods[8]],
    }
    for status, cell in shown.items():
        assert cell.text == cells.MARKS[status].symbol, status
        assert cell.title.startswith(status)
    assert named["archive-only"][methods[8]].text == cells.MARKS["not configured"].symbol
    assert cells.missing_cell([], asked=True).text == cells.MARKS["failed"].symbol
    late = Failure(status="timeout", reason="too long")
    assert cells.missing_cell([late]).text == cells.MARKS["failed"].symbol
    for status, mark in cells.MARKS.items():
        assert f"<b>{mark.symbol}</b> {status}" in files["index.html"]


def test_methods_without_any_score_have_the_reason_of_their_data_set(results, summary):
    """If all data sets of a protocol are unavailable, its methods are in the configuration only."""
    key = "elsewhere", "archive-only", "other_method"
    run = cells.Run({}, {key: ["results/predictions/elsewhere/archive-only.npz"]})
    gone = Failure(dataset="archive-only", protocol="elsewhere", status="unavailable", reason="no mirror")
    for failure in (gone, gone._replace(protocol="")):
        failures = cells.failures_by_cell(results._replace(failures=[failure]), run)
        (row,) = [row for row in cells.table(results, summary, run, failures).rows if row["method"] == key[2]]
        assert (row["status"], row["reason"]) == ("unavailable", "no mirror")


def test_every_cell_has_a_status_and_every_missing_one_a_reason(results, run, files):
    rows = pd.read_csv(io.StringIO(files["tables/cells.csv"]), keep_default_na=False)
    keys = ["protocol", "dataset", "method"]
    assert not rows[keys].duplicated().any()
    found = set(rows[keys].itertuples(index=False, name=None))
    scored = set(results.scores[keys].astype(str).drop_duplicates().itertuples(index=False, name=None))
    assert set(run.files) | scored <= found
    state = rows.set_index(keys)["status"]
    called = {k for k in found if state[k] in ("scored", "partly scored")}
    assert {k for k in called if k[0] != report_fixture.LEARNING} == scored
    missing = rows[~rows["status"].isin(["scored", "partly scored"])]
    assert set(missing["status"]) <= set(cells.MARKS)
    assert (missing["reason"] != "").all()
    assert (rows.loc[rows["status"] == "partly scored", "folds"] != "").all()


# 6: every protocol and experiment is shown


def test_every_protocol_and_experiment_of_the_run_is_shown(results, summary, files):
    there = Page(files["index.html"])
    named = {table["name"]: [row[0]["text"] for row in table["rows"][1:]] for table in there.tables}
    assert set(named["protocol_list"]) == {*results.protocols, *results.learning["protocol"].unique()}
    assert set(named["experiments"]) == set(results.config["config"]["experiments"])
    main = {e.experiment for e in results.comparisons}
    others = {e.experiment for e in results.by_experiment} - main
    assert others == {SIDE}
    for name in others:
        assert f"experiment-{name}" in there.ids
        assert len(named[f"experiment-{name}"]) > 1
    assert f"\nhonest,accuracy,{SIDE}," in files["tables/ranking_experiments.csv"]


def test_a_protocol_of_a_paper_is_shown_in_its_section():
    protocols = paper.read("kang2006").protocols.values()
    home = runs.homes([*protocols, "mine", "curve"], ["curve"], ["kang2006"])
    assert {home[p] for p in protocols if p != "honest"} == {"kang2006"}
    assert (home["mine"], home["curve"]) == ("protocols", "learning")
    # the second also uses the protocol of the first
    both = runs.homes(protocols, [], ["kang2006", "textbook18"])
    assert both == {p: home[p] for p in protocols}


# 8: measures that a constant answer wins


@pytest.mark.parametrize("metric", METRICS)
def test_metrics_that_a_constant_prediction_can_win_are_found_by_trying_many(metric):
    """Every constant posterior of a grid is tried with every decision on two samples.

    The best value is the limit of the metric's range.
    """
    entry, won = METRICS[metric], False
    best = entry.range[entry.better == "higher"]
    for sizes in ((12, 4), (30, 20)):
        y = np.repeat([0, 1], sizes)
        for share in np.linspace(0.05, 0.95, 19):
            log_proba = np.log(np.tile([1 - share, share], (len(y), 1)))
            for decided in (0, 1):
                score = entry.function(y, log_proba, predicted=np.full(len(y), decided))
                won = won or abs(score - best) < 1e-9
    assert can_win(entry) == won


def test_a_metric_that_a_constant_prediction_wins_has_a_note_in_its_ranking(results, summary, run):
    failures = cells.failures_by_cell(results, run)
    for metric, known in results.metrics.items():
        if known.better:
            notes = (
                overview.ranking(results, summary, "honest", metric).note,
                scores.heat_map(results, summary, "honest", metric, failures, run).note,
            )
            assert [overview.CONSTANT_WINS in note for note in notes] == [metric == "ece"] * 2
            assert (" points from nb." in notes[1]) == (formats.metric_kind(metric) == "percent")
    assert overview.CONSTANT_WINS[1:] in cards.calibration(results, summary).note


# 10: P(rope) beside a mean


def test_a_certain_rope_with_a_large_mean_is_explained(results, summary):
    head = results.bayes.comparisons[0]
    head = replace(head, datasets=tuple(d for d in head.datasets if d in report_fixture.dataset_names(4)))
    wide = means(results).loc[list(head.datasets)]
    method = next(m for m in wide.columns if m not in ("nb", "majority"))
    gaps = (wide[method] - wide["nb"]).tolist()
    found = Posterior(method, 0.0, 0.97, 0.03, len(gaps), mean_difference=-0.04)
    table = probabilities.table(results, summary, replace(head, methods=(found,)))
    row = table.rows[0]
    inside = sum(abs(g) <= 0.01 for g in gaps)
    assert row["median"] == pytest.approx(statistics.median(gaps))
    assert row["inside"] == inside
    said = f"{method} can have P(rope) 0.970 and still a mean difference of −4.00"
    assert said in table.note
    assert f"of {len(gaps)} the difference lies inside the ROPE" in table.note
    small = replace(head, methods=(found._replace(mean_difference=-0.004),))
    assert "still a mean difference" not in probabilities.table(results, summary, small).note


def test_a_difference_on_the_edge_of_the_rope_is_inside(results, summary):
    """The difference 0.91 - 0.90 is 0.01 plus a rounding error."""
    assert 0.91 - 0.90 > 0.01
    head = replace(results.bayes.comparisons[0], datasets=("a", "b", "c"))
    scored = {"nb": (0.90, 0.90, 0.90), "tan": (0.91, 0.89, 0.910001)}
    means = {
        (head.protocol, d, m): {head.metric: score}
        for m, scores in scored.items()
        for d, score in zip("abc", scores, strict=True)
    }
    found = probabilities.spread(results, summary._replace(means=means), head, "tan", 0.01)
    assert found["inside"] == 2


# Headline


@pytest.mark.parametrize("groups", [("baseline", "reference"), ("Bayesian network", "reference")])
def test_the_headline_is_the_best_member_against_the_best_rival_and_the_reference(results, summary, groups):
    """The majority class is neither in the family nor a rival, because it does not distinguish cases."""
    settings = results.config["config"] | {"report": {"rivals": groups}}
    results = results._replace(config=results.config | {"config": settings})
    entry = results.comparisons[0]
    order = sorted(entry.average_ranks, key=entry.average_ranks.get)
    outside = [m for m in order if report_fixture.GROUPS.get(m) in groups]
    assert {m for m in rivals(results) if m in order} == set(outside)
    family = next(m for m in order if m not in outside)
    rival = next((m for m in outside if m != "majority"), None)
    found = overview.duels(results, summary)
    pairs = {overview.RIVAL: (family, rival), overview.REFERENCE: (family, "nb")}
    assert {role: d[:2] for role, d in found.items()} == {
        role: pair for role, pair in pairs.items() if pair[1] and pair[0] != pair[1]
    }
    wide = means(results).loc[list(entry.datasets)]
    for d in found.values():
        gaps = wide[d.a] - wide[d.b]
        half = stats.t.ppf(0.975, len(gaps) - 1) * stats.sem(gaps)
        assert d.gain[:3] == pytest.approx((gaps.mean(), gaps.mean() - half, gaps.mean() + half))
        assert d.median == pytest.approx(gaps.median())
        assert d.ranks == pytest.approx(entry.average_ranks[d.b] - entry.average_ranks[d.a])
    sentences = overview.conclusion(results, summary)
    assert sentences[0].startswith(family)
    for d in found.values():
        assert f"{abs(100 * d.gain.value):.2f} points" in sentences[1]


def test_many_to_one_p_values_are_those_of_holm(results):
    entry = results.comparisons[0]
    for test in duel.TESTS:
        raw = {}
        for pair in entry.pairs:
            if "nb" in (pair.a, pair.b):
                raw[pair.b if pair.a == "nb" else pair.a] = pair.p if test == "p" else pair.wilcoxon
        order, running = sorted(raw, key=raw.get), 0.0
        wanted = {}
        for i, method in enumerate(order):
            running = max(running, min(1.0, raw[method] * (len(raw) - i)))
            wanted[method] = running
        assert duel.against(entry, "nb", test) == pytest.approx(wanted)


def test_tests_that_disagree_are_explained_and_those_that_agree_are_not(results, summary):
    entry = results.comparisons[0]
    found = next(iter(overview.duels(results, summary).values()))
    split = found._replace(p={"all pairs": 1.0, "holm": 0.2, "wilcoxon": 0.0007, "wilcoxon holm": 0.01})
    told = duel.disagreement([split, found._replace(p=dict.fromkeys(found.p, 0.3))], entry)
    assert "Wilcoxon with Holm p = 0.0100" in told
    assert "0.0007" not in told, "corrected values are compared with corrected ones"
    assert "p = 1.0000" in told
    assert f"{len(entry.pairs)} pairs" in told
    assert told.count(" against ") == 1
    assert duel.disagreement([found._replace(p=dict.fromkeys(found.p, 0.3))], entry) == ""
    assert duel.disagreement([found._replace(p=dict.fromkeys(found.p, 0.01))], entry) == ""


def test_headline_ranking_leaderboard_diagram_and_shared_sets_use_one_rule(results, summary):
    entry = results.comparisons[0]
    verdicts = {entry.best.method: "best"} | {c.method: c.verdict for c in entry.best.comparisons}
    tables = [
        overview.ranking(results, summary, "honest", "accuracy"),
        leaderboard.table(results, summary),
    ]
    for table in tables:
        assert {raw(row["method"]): row["verdict"] for row in table.rows} == verdicts
    (first,) = [s for s in overview.conclusion(results, summary) if "as good as" in s.lower()]
    for word in {*verdicts.values()} & {"behind", "probably behind"}:
        assert re.search(rf"\b{list(verdicts.values()).count(word)} (is|are) {word}", first)
    good = as_good.listed(entry.best)
    drawn = critical_difference(results, summary)
    assert f"As good as {good[0]} by paired tests: {listing(good[1:]) or 'none'}." in drawn.text


# Cards


def test_methods_on_a_data_set_are_ranked_and_tested_against_the_best(results, summary):
    wide = means(results)
    table = on_set.table(results, summary, "glass")
    column = wide.loc["glass"].dropna()
    ranks = column.rank(ascending=False)
    assert [tables.raw(r["method"]) for r in table.rows] != []
    for row in table.rows:
        assert row["rank"] == ranks[tables.raw(row["method"])]
    assert [r["rank"] for r in table.rows] == sorted(ranks)
    best, other = (tables.raw(table.rows[i]["method"]) for i in (0, -1))
    part = results.scores.query("protocol == 'honest' and metric == 'accuracy' and dataset == 'glass'")
    folds = part.pivot(index="fold", columns="method", values="value")
    gaps = folds[other] - folds[best]
    ratio = part["n_test"].mean() / part["n_train"].mean()
    t = gaps.mean() / (gaps.std() * np.sqrt(1 / len(gaps) + ratio))
    assert table.rows[-1]["behind"] == pytest.approx(gaps.mean())
    assert table.rows[-1]["p"] == pytest.approx(2 * stats.t.sf(abs(t), len(gaps) - 1), rel=1e-6)
    assert tables.raw(table.rows[-1]["holm"]) >= table.rows[-1]["p"]


def test_which_method_for_which_data_repeats_the_ranking(results, summary):
    entry, wide = results.comparisons[0], means(results)
    for s in suits.suited(results, summary):
        having = [d for d in entry.datasets if (s.title, s.value) in suits.properties(results.prepared[d])]
        assert s.datasets == having
        ranks = wide.loc[having, list(entry.average_ranks)].rank(axis=1, ascending=False).mean()
        assert s.ranks == pytest.approx(ranks.to_dict())
        assert list(s.ranks.values()) == sorted(s.ranks.values())
    by_title = {}
    for s in suits.suited(results, summary):
        if "small sets" not in s.title:
            by_title.setdefault(s.title, []).extend(s.datasets)
    assert all(sorted(sets) == sorted(entry.datasets) for sets in by_title.values())


def test_gains_are_correlated_with_properties_of_the_data(results, summary):
    entry, wide = results.comparisons[0], means(results)
    found = meta.correlations(results, summary)
    assert {r.property for r in found} <= set(meta.LABELS)
    for row in (r for r in found if r.property in ("cases", "dependence")):
        gaps = (wide[row.method] - wide["nb"])[list(entry.datasets)]
        value = [
            results.prepared[d]["rows"] if row.property == "cases" else results.dependence[d]
            for d in entry.datasets
        ]
        rho, p = stats.spearmanr(value, gaps)
        assert (row.rho, row.p) == pytest.approx((rho, p))
        assert row.low <= row.rho <= row.high
    assert [r.holm for r in found] == pytest.approx(report_fixture.holm([r.p for r in found]))
    for method in entry.average_ranks:
        told = " ".join(meta.sentences(results, summary, method, found))
        gaps = (wide[method] - wide["nb"])[list(entry.datasets)]
        assert (told == "") == (method == "nb")
        if (gaps > 0).any() and method != "nb":
            assert f"It wins against nb on {(gaps > 0).sum()} of {len(gaps)} data sets" in told
            assert re.search(rf"(most clearly on|:) {re.escape(gaps.idxmax())} ", told)


# Glossary


def test_terms_are_explained_on_hover_and_in_the_section(files):
    labels = [label for term in glossary.TERMS for label in (term.name, *term.labels)]
    assert len(labels) == len(set(labels))
    there = Page(files["index.html"])
    assert {t.id for t in glossary.TERMS} <= set(there.ids)
    heads = [
        (attributes.get("data-tip") or "", column["text"])
        for table in there.tables
        if table["rows"] and "data" in table["attributes"].get("class", "")
        for (tag, attributes), column in zip(
            [t for t in there.tags if t[0] == "button" and "data-tip" in t[1]], table["rows"][0], strict=False
        )
    ]
    assert heads
    for label in ("P(rope)", "W/T/L", "Avg. rank", "Optimism"):
        term = glossary.BY_LABEL[label]
        assert term.meaning in glossary.explained(label, "")
        assert any(tag == "button" and term.meaning in (a.get("data-tip") or "") for tag, a in there.tags), (
            label
        )


def test_a_columns_own_description_replaces_a_general_entry():
    assert (
        glossary.explained("SD", "Standard deviation over the folds") == "Standard deviation over the folds"
    )
    assert glossary.explained("SD", "") == f"SD: {glossary.BY_LABEL['SD'].meaning}"
    assert glossary.explained("Kind", beside.KIND.title) == beside.KIND.title


# Origin


def test_links_of_a_card_lead_to_its_files(results, summary, run):
    failures = cells.failures_by_cell(results, run)
    table = scores.dataset_scores(results, summary, "glass", failures, run)
    row = next(r for r in table.rows if (r["protocol"], tables.raw(r["method"])) == ("honest", "nb"))
    assert row["fold_scores"].href == "../results/scores/honest.parquet"
    assert row["predictions"].href == "../results/predictions/honest/glass.npz"
    assert cells.origins(run, summary.means)["honest"]["glass"]
    lines = cells.how_to_load("glass", "honest", "nb", run.files["honest", "glass", "nb"]).splitlines()
    assert len(lines) == 2


# First sentences of Calibration and Cost


def test_the_best_among_those_better_than_the_reference_is_recomputed(results, summary):
    """A method is better if Wilcoxon's test by scipy with Holm's correction is significant and most
    differences are positive.
    """
    entry = next(c for c in results.comparisons if c.primary)
    sets = list(entry.datasets)
    of = {m: np.array([summary.means["honest", d, m]["accuracy"] for d in sets]) for m in entry.average_ranks}
    others = [m for m in of if m != "nb"]
    p = report_fixture.holm([stats.wilcoxon(of[m] - of["nb"]).pvalue for m in others])
    won = {m for m, q in zip(others, p, strict=True) if q <= entry.alpha and (of[m] - of["nb"]).sum() > 0}
    assert set(good.better(entry, "nb")) == won
    calibration, costs = cards.calibration(results, summary), cost.relative(results, summary)
    said = good.calibrated(results, calibration), good.cheapest(results, costs)
    values = (
        {m: np.mean([summary.means["honest", d, m]["ece"] for d in sets]) for m in won},
        {raw(r["method"]): r["factor"] for r in costs.rows if raw(r["method"]) in won},
    )
    for text, of_won in zip(said, values, strict=True):
        assert bool(text) == bool(of_won)
        assert not of_won or f" {min(of_won, key=of_won.__getitem__)} is the " in text

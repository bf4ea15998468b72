"""Jambeiro and Wainer 2007: claims on synthetic results and on the same results with methods exchanged.

The numbers of the claims are recomputed here. The section's tables and figures are tested too.
"""

from __future__ import annotations

import csv
import io
import json
import math
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from naivebench.benchmark.results import formats
from naivebench.benchmark.results.summaries import Cost, summarize
from naivebench.benchmark.results.tables import raw
from naivebench.report.experiments import shown
from naivebench.report.figures.catalogue import draw
from scipy import stats
from support import jambeiro_fixture, recount
from support.drawings import drawings
from support.jambeiro_fixture import CHOSEN, MADE, NESTED, NOISE, PAPER, REPORTED, RESHUFFLED, SERIES

from naivebench.benchmark import configuration
from naivebench.benchmark.hit_facts import Facts, MetricTest, RateTests, Tests
from naivebench.evaluation.statistics import intervals, posthoc
from naivebench.report import page
from naivebench.report.papers import (
    beside,
    claims,
    growth,
    judged,
    judges,
    paper,
    rows,
    rules,
    section,
    summary,
)
from naivebench.report.papers import run as runs
from naivebench.report.papers.jambeiro2007 import claims as own_claims
from naivebench.report.papers.jambeiro2007 import hits, tables
from naivebench.report.papers.verdicts import CONTRADICTED, HOLDS, PART, UNDECIDED, UNTESTED

pytestmark = [pytest.mark.slow, pytest.mark.long]
DRAWS = 4
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return jambeiro_fixture.write(tmp_path_factory.mktemp("jambeiro2007"), draws=DRAWS)


@pytest.fixture(scope="module")
def run(made):
    return runs.gather(paper.read("jambeiro2007"), *made)


@pytest.fixture(scope="module")
def found(run):
    return {c.id: c for c in claims.judge(run)}


@pytest.fixture(scope="module")
def whole(run, found):
    return section.section(run, tuple(found.values()))


@pytest.fixture(scope="module")
def files(made):
    return page.build(*made, drawings(*made, "jambeiro2007"))


def again(run, results):
    return {c.id: c for c in claims.judge(runs.gather(run.paper, results, summarize(results)))}


def swapped(results, pair):
    """The scores with two methods exchanged."""
    names = dict([pair, pair[::-1]])
    method = results.scores["method"].astype(str).map(lambda m: names.get(m, m)).astype("category")
    return results._replace(scores=results.scores.assign(method=method))


def rows_of(whole, name, *keys):
    table = next(t for t in whole.tables if t.id == f"jambeiro2007_{name}")
    return {tuple(raw(r[k]) for k in keys): r for r in table.rows}


def part_of(whole, title):
    return next(p for p in whole.parts if p.title == title)


def means(run, protocol, metric, method):
    """Mean over the folds of every draw, from the scores."""
    frame = run.results.scores
    part = frame[(frame["protocol"] == protocol) & (frame["metric"] == metric) & (frame["method"] == method)]
    return part.groupby("dataset", observed=True)["value"].mean().sort_index().to_numpy()


# the legible numbers of the paper


def test_published_file_has_every_cell_of_both_tables(run):
    assert len(run.paper.methods) == 14
    cells = {
        ("customs", m, k)
        for m in run.paper.methods
        for k in ("auc", "auc_up_to_10pct", "rmse", "mce", *(f"recall_at_rate_{i}" for i in range(1, 6)))
    }
    assert set(run.paper.figures) == cells | {("customs", "-", "positive_rate_pct")}
    known = {k: f.value for k, f in run.paper.figures.items() if f.value is not None}
    assert known == {
        ("customs", "-", "positive_rate_pct"): 1.2,
        ("customs", "Noisy-OR", "mce"): math.inf,
    }


def test_the_summary_describes_the_data(run):
    assert summary.kinds(run) == f"1 generated data set, 1 substitute and {DRAWS} draws of a generator"


def test_illegible_numbers_are_counted_and_none_is_printed_as_a_limit(whole, found):
    assert any(
        s.startswith("125 of the 127 printed numbers are illegible and the data are private")
        for s in whole.rule
    )
    assert "10 %" not in found["every-rate"].sentence
    assert "digits are illegible" in found["every-rate"].sentence


def test_methods_are_in_the_order_of_the_paper(run):
    assert hits.methods(run, "honest", "customs") == [
        *("hpb", "tan_tuned", "nb_tuned", "noisy_or", "dg_cb", "dg_c", "ade", "de", "prior"),
        *("hdp", "nb"),
    ]
    assert [beside.name_of(run, m) for m in ("nb_tuned", "nb", "hdp")] == ["NB", "nb", "hdp"]
    assert hits.datasets(run) == ["customs", "amazon-access"]


# claims


def test_every_claim_has_a_verdict_and_a_reason_without_its_methods(found):
    assert {c.verdict for c in found.values()} <= {HOLDS, PART, CONTRADICTED, UNDECIDED, UNTESTED}
    for name in ("clusters", "few-rows"):  # AIBN/TAN, HC DF and HC DT were not run
        claim = found[name]
        assert any("this run " in why for why in (*claim.other_reasons, *claim.beside_reasons))
    assert found["clusters"].verdict == UNTESTED


@pytest.mark.parametrize("metric", ["hit_area", "hit_area_10", "rmse", "log_loss_clipped"])
def test_counts_over_draws_are_recomputed_from_the_scores(run, found, metric):
    """Student's test over the draws with Holm's correction over the methods."""
    sign = -1 if metric in ("rmse", "log_loss_clipped") else 1
    # dg_c has the predictions of `prior` here
    others = [m for m in NOISE if m not in ("hpb", "hdp", "nb", "dg_c")]
    differences = [sign * (means(run, MADE, metric, "hpb") - means(run, MADE, metric, m)) for m in others]
    assert {len(d) for d in differences} == {DRAWS}
    p = posthoc.holm(np.array([stats.ttest_1samp(d, 0).pvalue for d in differences]))
    better = sum(q <= 0.05 and d.mean() > 0 for q, d in zip(p, differences, strict=True))
    worse = sum(q <= 0.05 and d.mean() < 0 for q, d in zip(p, differences, strict=True))
    statement = found["better-than-all"].statements[list(tables.TESTED).index(metric)]
    assert (statement.value, statement.low, statement.high) == (better, better, len(others) - worse)
    assert statement.region == (len(others), math.inf)
    rest = [d.mean() for q, d in zip(p, differences, strict=True) if q > 0.05]
    said = f", worse on average than {sum(m < 0 for m in rest)} of these"
    assert said in statement.more if rest else "of these" not in statement.more
    assert f"those of Prior: {DRAWS} of {DRAWS} data sets for BN DG C" in statement.more
    assert statement.excluded == DRAWS


def test_counts_at_selection_rates_are_recomputed(run, found):
    (statement,) = found["every-rate"].statements
    above = below = total = 0
    for m in (m for m in NOISE if m not in ("hpb", "hdp", "nb", "dg_c")):
        told = [run.results.hit_curves[MADE, f"customs-draw-{i + 1}"] for i in range(DRAWS)]
        d = np.array([t["tests"][m]["recall"]["difference"] for t in told])
        p = posthoc.holm(stats.ttest_1samp(d, 0).pvalue)
        above += sum((p <= 0.05) & (d.mean(axis=0) > 0))
        below += sum((p <= 0.05) & (d.mean(axis=0) < 0))
        total += d.shape[1]
    assert (statement.value, statement.high) == (above, total - below)
    assert statement.region[0] == math.ceil(0.9 * total)
    assert 0 < above <= total
    assert statement.excluded == DRAWS


# methods whose predictions are those of Prior


def with_identical(run, dataset, identical):
    """The run with other findings of identical predictions on one draw."""
    stored = run.results.hit_curves
    key = (MADE, dataset)
    changed = {**stored, key: {**stored[key], "identical": identical}}
    return runs.gather(run.paper, run.results._replace(hit_curves=changed), run.summary)


COMPARED = {"first": "TAN", "second": "BN DG C", "under": ("made",), "every": True, "metric": "hit_area_10"}


def test_a_method_with_priors_predictions_is_not_evidence(run):
    """In this run dg_c predicts the base rate for every case, as prior does."""
    (first,) = claims.RULES["better"].judge(run, rules.Arguments(**COMPARED))
    assert (first.second, first.n, first.excluded, first.verdict) == ("dg_c", 0, DRAWS, UNTESTED)
    assert math.isnan(first.value)
    assert (
        "no evidence; excluded, because the predictions equal those of Prior: 4 of 4 data sets for BN DG C"
        in first.text
    )
    assert "nan" not in first.text


def test_a_method_with_priors_predictions_is_evidence_where_the_paper_states_the_mechanism(run, found):
    """The paper says that these models have few splits and little discrimination power."""
    for key, pair in (
        ("without-binary", ("tan_tuned", "dg_c")),
        ("binary-beginning", ("dg_cb", "dg_c")),
        ("structures", ("nb_tuned", "dg_c")),
    ):
        statement = next(s for s in found[key].statements if s.suggests and (s.first, s.second) == pair)
        assert (statement.n, statement.excluded) == (DRAWS, 0), key
        assert statement.verdict != UNTESTED
    against_prior = next(s for s in found["without-binary"].statements if s.second == "prior")
    first = next(s for s in found["without-binary"].statements if s.suggests)
    assert first[7:10] == pytest.approx(against_prior[7:10])


@pytest.mark.parametrize(("parts", "excluded"), [(4, DRAWS), (3, DRAWS - 1), (0, DRAWS - 1)])
def test_every_test_part_has_to_equal_prior(run, parts, excluded):
    same = {"dg_c": {"prior": parts}, "prior": {"dg_c": parts}} if parts else {}
    changed = with_identical(run, "customs-draw-1", same)
    (statement,) = claims.RULES["better"].judge(
        changed,
        rules.Arguments(**COMPARED),
    )
    assert (statement.n, statement.excluded) == (DRAWS - excluded, excluded)
    value = (means(run, MADE, "hit_area_10", "tan_tuned") - means(run, MADE, "hit_area_10", "dg_c"))[0]
    assert math.isnan(statement.value) if excluded == DRAWS else statement.value == pytest.approx(value)
    (statement,) = judges.above_all(changed, "made", "hit_area_10")
    assert statement.excluded == excluded


def test_methods_that_equal_prior_are_detected_and_not_hard_coded(run):
    """Another method with the same predictions is excluded in the same way."""
    changed = run
    for i in range(DRAWS):
        same = {"tan_tuned": {"prior": 4}, "prior": {"tan_tuned": 4}}
        changed = with_identical(changed, f"customs-draw-{i + 1}", same)
    judged_again = {c.id: c for c in claims.judge(changed)}
    assert (judged_again["tan"].verdict, judged_again["tan"].suggested) == (UNTESTED, "")
    assert "those of Prior: 4 of 4 data sets for TAN" in judged_again["tan"].other_evidence
    notes = dict(judged.group("p", "P", (judged_again["tan"],)).entries[0].notes)
    assert notes["Other data"].startswith("They cannot give a verdict.")
    assert tables.repeated(changed)[0].startswith(
        "On the draws of the generator, some methods have exactly the predictions of Prior: TAN on 4 of 4"
    )


def test_the_tab_states_where_networks_predict_what_the_class_table_predicts(run):
    """hdp takes the place of a network that equals BN DG C on one draw; the last pair was not run."""
    assert tables.networks(run) == []
    more = {**run.paper.more, "networks": {"BN DG C": "hdp", "TAN": "nb", "HC DF": "bn_hc_df"}}
    changed = with_identical(run, "customs-draw-1", {"hdp": {"dg_c": 4}, "dg_c": {"hdp": 4}})
    changed = changed._replace(paper=changed.paper._replace(more=more))
    assert tables.networks(changed)[0] == (
        "On the draws of the generator, whole networks with local structure in every variable have exactly "
        "the predictions of the method that compresses only the class table: hdp those of BN DG C "
        "on 1 of 4 data sets and nb those of TAN on 0 of 4 data sets."
    )


def test_the_tab_names_methods_that_are_prior(run, whole):
    part = part_of(whole, "Ten draws of the generator")
    assert any(
        s.startswith(
            "On the draws of the generator, some methods have exactly the predictions of Prior: BN DG C on 4"
        )
        for s in part.sentences
    )
    rows = rows_of(whole, "identical", "protocol", "dataset", "method")
    assert set(rows) == {(MADE, f"customs-draw-{i + 1}", "dg_c") for i in range(DRAWS)} | {
        (NESTED, d, "dg_c") for d in ("customs", "amazon-access")
    }
    row = rows[MADE, "customs-draw-1", "dg_c"]
    assert (row["parts"], row["of"], row["others"]) == (4, 4, "")
    draws = rows_of(whole, "draws", "method")
    assert (draws["dg_c",]["n"], draws["dg_c",]["excluded"], draws["de",]["excluded"]) == (0, DRAWS, 0)
    assert "hit_area" not in draws["dg_c",]


def test_patterns_of_three_attributes_do_not_contradict_that_tan_misses_some(run):
    """The paper says “some patterns”: patterns of four attributes decide, and patterns of three do not
    contradict the claim.
    """
    stored = dict(run.results.hit_curves)
    for i in range(DRAWS):
        told = stored[MADE, f"customs-draw-{i + 1}"]
        planted, by_method = told["patterns"]["planted"], dict(told["patterns"]["methods"])
        for m, at in (("hpb", {3: 0.1 + 0.01 * i, 4: 0.9}), ("tan_tuned", {3: 0.9, 4: 0.2 + 0.01 * i})):
            first = [at.get(p["order"], v) for p, v in zip(planted, by_method[m]["first"], strict=True)]
            by_method[m] = {**by_method[m], "first": first}
        patterns = {"planted": planted, "methods": by_method}
        stored[MADE, f"customs-draw-{i + 1}"] = {**told, "patterns": patterns}
    changed = runs.gather(run.paper, run.results._replace(hit_curves=stored), run.summary)
    claim = {c.id: c for c in claims.judge(changed)}["tan-misses"]
    of_four, of_three = claim.statements
    assert (of_four.verdict, of_three.verdict, of_three.decides) == (HOLDS, CONTRADICTED, False)
    assert (claim.verdict, claim.suggested) == (UNTESTED, HOLDS)


@pytest.mark.parametrize(("n_rates", "above"), [(1, 1), (5, 0)])
def test_recall_at_a_rate_is_corrected_for_the_number_of_rates(run, n_rates, above):
    """Student's p over four draws is 0.02 at every rate: significant alone, but not as one of five."""
    d = np.array([1.0, -1.0, 1.0, -1.0]) / 100
    d += stats.t.isf(0.01, 3) * d.std(ddof=1) / 2
    assert stats.ttest_1samp(d, 0).pvalue == pytest.approx(0.02)
    gap = {"difference": 0.0, "p": None, "n": 4}
    others = {"folds": 4} | dict.fromkeys(("hit_area", "hit_area_10", "rmse", "log_loss_clipped"), gap)
    told = {
        (MADE, f"draw-{i}"): {
            "reference": "hpb",
            "test_rates": [0.01 * (r + 1) for r in range(n_rates)],
            "tests": {"nb_tuned": others | {"recall": {"difference": [v] * n_rates, "p": [], "p_holm": []}}},
        }
        for i, v in enumerate(d)
    }
    changed = run._replace(results=run.results._replace(hit_curves=told))
    (statement,) = own_claims.every_rate(changed, "made", 0.9)
    assert (statement.value, statement.high) == (above, n_rates)


@pytest.mark.parametrize(
    ("claim", "pair"),
    [
        ("better-than-all", ("hpb", "de")),
        ("patterns", ("hpb", "de")),
    ],
)
def test_claims_hold_and_are_contradicted_by_reversed_results(run, found, claim, pair):
    """The paper's data are private: draws of the generator suggest a verdict and decide nothing."""
    turned = again(run, swapped(run.results, pair))[claim]
    assert found[claim].suggested == HOLDS
    assert turned.suggested in (CONTRADICTED, PART)
    assert {found[claim].verdict, turned.verdict} == {UNTESTED}


def test_claims_about_a_method_in_general_are_decided_on_the_draws(run, found):
    assert found["ade-probabilities"].verdict == HOLDS
    assert again(run, swapped(run.results, ("ade", "de")))["ade-probabilities"].verdict == CONTRADICTED


# readings of an illegible formula


def read_as(run, *ids, formulas=()):
    """The run with other methods for HPB, and for other readings of its formula."""
    method = run.paper.methods["HPB"]._replace(more={"formulas": formulas})
    method = method._replace(ids=ids) if ids else method
    return run._replace(paper=run.paper._replace(methods=run.paper.methods | {"HPB": method}))


@pytest.mark.parametrize(("other", "suggested"), [("hdp", HOLDS), ("de", UNDECIDED)])
def test_all_readings_of_an_illegible_formula_are_judged_together(run, other, suggested):
    """hdp is nearly as good as HPB here, and DE is worse than TAN, so its reading contradicts the claims."""
    together = {c.id: c for c in claims.judge(read_as(run, formulas=(other,)))}
    apart = [{c.id: c for c in claims.judge(r)} for r in (read_as(run), read_as(run, other))]
    for key in ("patterns", "better-than-all"):
        every = [[s for s in of[key].statements if s.suggests] for of in (together, *apart)]
        for made, one, two in zip(*every, strict=True):
            assert (made.value, made.low, made.high) == (
                one.value,
                min(one.low, two.low),
                max(one.high, two.high),
            )
            assert bool(made.settled_by) == (one.verdict != two.verdict)
            assert "in other readings of the formula" in made.plain
    assert together["patterns"].suggested == suggested
    # the claim about trees and TAN is not about HPB
    assert together["tan"] == apart[0]["tan"]


def test_a_reading_that_was_not_run_changes_nothing(run, found):
    for formulas in ((), ("hpb_v2",)):
        judged_again = {c.id: c for c in claims.judge(read_as(run, formulas=formulas))}
        assert judged_again["better-than-all"] == found["better-than-all"]


def test_the_recall_of_another_reading_is_that_of_hpb_minus_their_difference(run):
    """What is stored is the recall of HPB minus that of every other method."""
    tests, _ = own_claims.at_rates(read_as(run, "hdp"), "made")
    assert "HPB" not in {name for name, *_ in tests}
    told = [run.results.hit_curves[MADE, f"customs-draw-{i + 1}"]["tests"] for i in range(DRAWS)]
    gaps = np.array([np.subtract(*(t[m]["recall"]["difference"] for m in ("nb_tuned", "hdp"))) for t in told])
    ours = [i.value for name, _, i, _ in tests if name == "NB"]
    assert ours == pytest.approx(gaps.mean(axis=0))


def test_the_tab_states_how_many_methods_each_reading_is_better_than(run):
    assert tables.by_reading(run) == []  # the fixture has one reading
    (told,) = tables.by_reading(read_as(run, formulas=("de",)))
    alone = {m: judges.above_all(read_as(run, m), "made", "rmse")[0].value for m in ("hpb", "de")}
    assert f"hpb {alone['hpb']:.0f} and de {alone['de']:.0f}" in told.partition("RMSE")[2]


def test_the_default_run_has_every_reading_on_the_deciding_draws():
    settings = configuration.read(ROOT, [])
    run_on = {m for p, d, m in configuration.cells(settings) if p == MADE and d == "customs-draw-10"}
    assert {"hpb_v2", "hpb_v3", "hpb_family_loo"} <= run_on
    formulas = paper.read("jambeiro2007").methods["HPB"].more["formulas"]
    assert run_on >= set(formulas)
    assert len(formulas) == 3


def test_cases_of_full_patterns_are_recomputed(run, found):
    (statement,) = [s for s in found["patterns"].statements if "patterns of 4" in s.quantity]
    by_draw = []
    for i in range(DRAWS):
        told = run.results.hit_curves[MADE, f"customs-draw-{i + 1}"]["patterns"]
        full = [j for j, p in enumerate(told["planted"]) if p["order"] == 4 and p["cases"]]
        n = np.array([told["planted"][j]["cases"] for j in full])
        first = {m: np.array([told["methods"][m]["first"][j] for j in full]) for m in ("hpb", "nb_tuned")}
        by_draw.append((n @ (first["hpb"] - first["nb_tuned"])) / n.sum())
    interval = stats.ttest_1samp(by_draw, 0).confidence_interval(0.95)
    assert (statement.value, statement.low, statement.high) == pytest.approx(
        (np.mean(by_draw), *interval), rel=1e-4
    )


@pytest.mark.parametrize(("factor", "expected"), [(1.2, CONTRADICTED), (1.005, HOLDS), (0.9, HOLDS)])
def test_the_optimism_of_the_choice_of_b(run, factor, expected):
    """The optimism is measured on the same cases and test parts with b chosen inside each training part.

    S on shuffled labels is shown next to it.
    """
    frame = run.results.scores.copy()
    nested, own = (
        (frame["protocol"] == p)
        & (frame["method"] == "hpb")
        & (frame["metric"] == "hit_area_10")
        & frame["dataset"].astype(str).str.contains("draw")
        for p in (MADE, RESHUFFLED)
    )
    noise = np.random.default_rng(1).normal(0, 0.001, nested.sum())
    frame.loc[own, "value"] = frame.loc[nested, "value"].to_numpy() * (factor + noise)
    of_b, of_s, beside = again(run, run.results._replace(scores=frame))["not-fitted"].statements
    assert of_b.verdict == expected
    assert of_b.value == pytest.approx(factor - 1, abs=2e-3)
    assert (of_b.n, of_b.protocol) == (DRAWS, f"protocol {RESHUFFLED}")
    assert of_s.value == pytest.approx((np.mean([0.0052, 0.0049, 0.0051, 0.0048]) - 0.005) / 0.1)
    assert (beside.decides, beside.protocol) == (False, f"protocol {REPORTED}")


def test_other_test_parts_are_not_compared(run):
    frame = run.results.scores.copy()
    frame.loc[frame["protocol"] == RESHUFFLED, "n_test"] += 1
    found = judges.promised(
        runs.gather(run.paper, run.results._replace(scores=frame), run.summary), "reshuffled", 0.01
    )
    protocols = f"protocol {RESHUFFLED} and protocol {RESHUFFLED.replace('reshuffled', 'made')}"
    assert found == f"this run does not have HPB under {protocols} on the same test parts"


def test_sizes_of_class_tables_are_means_over_draws(run):
    (statement,) = own_claims.small(run, "made", "BN DG C", "splits", 10)
    assert (statement.value, statement.low, statement.high, statement.verdict) == (0.5, 0.5, 0.5, HOLDS)
    assert own_claims.small(run, "made", "HC DF", "rows", 10).startswith("this run has no rows")


def test_ranges_of_numbers():
    assert own_claims.ranges([0.01, 0.02, 0.03, 0.05, 0.09, 0.1]) == "1–3, 5, 9–10"
    assert own_claims.ranges([]) == "–"


# costs


@pytest.mark.parametrize("exponential", [False, True])
def test_slopes_are_those_of_a_regression(exponential):
    rng = np.random.default_rng(2)
    x = np.repeat([2.0, 4.0, 6.0, 8.0], 3)
    y = np.exp(0.5 + 0.7 * (x if exponential else np.log(x)) + rng.normal(0, 0.1, 12))
    line = stats.linregress(x if exponential else np.log(x), np.log(y))
    half = stats.t.ppf(0.975, 10) * line.stderr
    expected = np.array([line.slope, line.slope - half, line.slope + half])
    found = growth.slope(list(zip(x, y, strict=True)), exponential)
    np.testing.assert_allclose(found[:3], np.exp(expected) if exponential else expected)


@pytest.mark.parametrize(
    ("axis", "seconds", "expected"),
    [
        ("attributes", lambda x: 2.0**x, HOLDS),
        ("attributes", lambda x: 1.2**x, CONTRADICTED),
        ("rows", lambda x: 0.001 * x, HOLDS),
        ("rows", lambda x: 1e-6 * x**2, CONTRADICTED),
        ("values", lambda x: 3.0, HOLDS),
        ("values", float, CONTRADICTED),
    ],
)
def test_growth_of_time_is_judged_by_its_interval(run, axis, seconds, expected):
    between = {"attributes": [1.5, None], "rows": [0.8, 1.25], "values": [-0.1, 0.1]}[axis]
    frame = run.results.timings.copy()
    sizes = {d: growth.sized(run, d) for d in run.results.prepared}
    rng = np.random.default_rng(3)
    frame["fit_seconds"] = [
        (seconds(sizes[d][1]) if sizes[d] and sizes[d][0] == axis else 1.0) * np.exp(rng.normal(0, 0.01))
        for d in frame["dataset"].astype(str)
    ]
    changed = runs.gather(run.paper, run.results._replace(timings=frame), run.summary)
    (statement,) = growth.grows(changed, axis, between)
    assert statement.verdict == expected
    assert statement.n == 2 * len(SERIES[axis])


def test_claims_on_time_are_separate_from_the_others(found):
    assert {c.id for c in found.values() if c.timed} == {"time", "faster"}
    assert found["time"].verdict == HOLDS


@pytest.mark.parametrize(("exponent", "counts"), [(0.5, True), (0.0, False), (0.1, False)])
def test_faster_counts_only_methods_whose_time_depends_on_the_number_of_values(run, exponent, counts):
    frame = run.results.timings.copy()
    sizes = {d: growth.sized(run, d) for d in run.results.prepared}
    rng = np.random.default_rng(4)
    frame["fit_seconds"] = [
        (float(sizes[d][1]) ** exponent if m == "dg_cb" and sizes[d] and sizes[d][0] == "values" else 1.0)
        * np.exp(rng.normal(0, 0.01))
        for d, m in zip(frame["dataset"].astype(str), frame["method"].astype(str), strict=True)
    ]
    cost = {
        (MADE, f"customs-draw-{i + 1}", m): Cost(s * (1 + 0.01 * i), 0.0, 0.0)
        for i in range(DRAWS)
        for m, s in (("hpb", 1.0), ("dg_cb", 4.0 + i), ("tan_tuned", 9.0))
    }
    summary = run.summary._replace(cost={**run.summary.cost, **cost})
    changed = runs.gather(run.paper, run.results._replace(timings=frame), summary)
    found = growth.faster(changed, "made", ["TAN", "BN DG CB"], 0.1, [None, 0.5])
    reasons = [s for s in found if isinstance(s, str)]
    found = [s for s in found if not isinstance(s, str)]
    none = "the time of no method depends on the number of values with an exponent above 0.1"
    assert reasons == ([] if counts else [none])
    claim = next(c for c in claims.judge(changed) if c.id == "faster")
    assert (none in claim.evidence.lower()) != counts  # a claim that is not tested gives the reason
    assert claim.verdict == (HOLDS if counts else UNTESTED)
    ratios = [s for s in found if s.decides]
    assert [(s.second, s.verdict) for s in ratios] == ([("dg_cb", HOLDS)] if counts else [])
    (shown,) = [s for s in found if not s.decides]  # TAN is not among the methods of the series
    assert shown.what == "BN DG CB by number of values"
    assert shown.value == pytest.approx(exponent, abs=0.02)
    if counts:
        expected = np.exp(
            np.mean(np.log([(1 + 0.01 * i) / ((4 + i) * (1 + 0.01 * i)) for i in range(DRAWS)]))
        )
        assert ratios[0].value == pytest.approx(expected)


def test_statements_name_the_series_and_the_draws_that_they_use(run, found):
    """Time is measured on series of data sets that vary one factor, and S on the shuffled labels."""
    grown = {d: growth.sized(run, d) for d in run.results.prepared}
    of_axis = [{d for d, s in grown.items() if s and s[0] == a} for a in ("attributes", "rows", "values")]
    deciding = [s for s in found["time"].statements if s.decides]
    assert [set(s.data) for s in deciding] == of_axis
    every = len(set().union(*of_axis))
    assert (
        f"The data are {every} data sets of this run, because the claim does not name any"
        in found["time"].evidence
    )
    (shown,) = (s for s in found["faster"].statements if s.protocol.startswith("protocol curves"))
    assert set(shown.data) == of_axis[2]
    of_s = next(s for s in found["not-fitted"].statements if s.what.startswith("S: "))
    noise = run.results.scores.query(f"protocol == '{run.paper.protocols['permuted']}' and method == 'hpb'")
    assert set(of_s.data) == set(noise["dataset"].astype(str))


def test_growth_is_measured(whole):
    rows = rows_of(whole, "growth", "method", "axis")
    assert rows["hpb", "cases"]["time_exponent"] == pytest.approx(1.0)
    assert rows["hpb", "values of all attributes"]["time_exponent"] == pytest.approx(0.0, abs=1e-12)
    assert rows["hpb", "attributes"]["time_factor"] == pytest.approx(2.0)
    assert rows["hpb", "attributes"]["memory_factor"] == pytest.approx(2.0)
    assert "memory_exponent" not in rows["nb_tuned", "cases"]
    assert rows["hpb", "values of all attributes"]["parameters_exponent"] == pytest.approx(1.0)


# tables


def test_table_1_has_mean_and_deviation_over_the_folds(run, whole):
    rows = rows_of(whole, "table1", "method")
    assert [m for (m,) in rows] == hits.methods(run, "honest", "customs")
    found = beside.values(run, "honest", "customs", "ade", "recall_5")
    assert len(found) == 4
    assert rows["ade",]["recall_5"].value == pytest.approx(np.mean(found))
    assert rows["ade",]["recall_5"].text.startswith(
        f"{100 * np.mean(found):.1f} ± {100 * np.std(found, ddof=1):.1f}"
    )
    assert rows["ade",]["recall_5_sd"] == pytest.approx(np.std(found, ddof=1))
    assert rows["hpb",]["method"].text == "HPB"
    assert set(rows_of(whole, "table1_others", "dataset")) == {("amazon-access",)}


def test_marks_are_those_of_the_tests(run, whole):
    told, marked = run.results.hit_curves[NESTED, "customs"], 0
    rows = rows_of(whole, "table1", "method")
    for m, test in told["tests"].items():
        place = told["test_rates"].index(0.05)
        p, d = test["recall"]["p"][place], test["recall"]["difference"][place]
        expected = "" if p is None or p > 0.05 else "*" if d > 0 else "°"
        assert rows[m,]["recall_5"].text.partition("±")[2].strip(" 0123456789.") == expected
        marked += expected == "*"
    assert marked > 3


@pytest.mark.parametrize(("difference", "expected"), [(0.02, (" *", " °")), (-0.02, (" °", " *"))])
def test_better_is_less_for_errors(difference, expected):
    def mark(metric, p=0.01):
        gap = MetricTest(difference, p, 10)
        tests = Tests(10, gap, gap, gap, gap, RateTests([], [], []))
        return tables.mark(Facts(tests={"nb": tests}), "nb", metric)

    assert [mark(m) for m in ("hit_area", "rmse", "log_loss")] == [expected[0], expected[1], expected[1]]
    assert mark("rmse", 0.06) == ""


def test_table_2_keeps_the_infinite_entropy_next_to_the_clipped_one(whole):
    rows = rows_of(whole, "table2", "method")
    assert rows["noisy_or",]["log_loss"].value == math.inf
    assert rows["noisy_or",]["log_loss"].text.startswith("∞")
    assert math.isfinite(rows["noisy_or",]["log_loss_clipped"].value)
    assert [m for (m,), r in rows.items() if r["hit_area_10"].css == "strong"] == ["hpb"]
    assert rows["hpb",]["constants"] == "b = 1 (3×), 3 (1×)"
    assert rows["prior",]["constants"] is None
    coefficients = rows_of(whole, "coefficients", "dataset", "family")
    assert coefficients["customs", "customs_code x importer"]["s"] == "64 (3×), 16 (1×)"


def test_counts_of_table_2():
    assert hits.counted([1.0, 1.0]) == "1 (2×)"
    assert hits.counted([2.5]) == "2.5"
    assert hits.counted([3, None, 3]) == "3 (2×), – (1×)"


def test_draws_are_shown_with_interval_and_wins(run, whole):
    row = rows_of(whole, "draws", "method")["de",]
    d = means(run, MADE, "rmse", "de") - means(run, MADE, "rmse", "hpb")
    low, high = stats.ttest_1samp(d, 0).confidence_interval(0.95)
    assert (row["rmse"].value, row["rmse_low"], row["rmse_high"]) == pytest.approx((d.mean(), low, high))
    assert row["rmse_wins"] == f"{(d > 0).sum()}/{DRAWS}"
    assert row["n"] == DRAWS


def test_facts_about_data_include_how_often_combinations_recur(run, whole):
    row = rows_of(whole, "data", "dataset")["customs",]
    told = run.results.hit_curves[NESTED, "customs"]
    assert (row["recurring"], row["unseen"]) == (told["recurring"], told["unseen"])
    assert row["kind"] == "generated"
    assert not tables.limits(run)
    never = {**told, "recurring": 0.0}
    changed = run._replace(results=run.results._replace(hit_curves={(NESTED, "customs"): never}))
    assert tables.limits(changed)[0].startswith("No combination of all values recurs on customs: DE and ADE")


def test_all_curves_are_in_a_file(files, run):
    rows = list(csv.DictReader(io.StringIO(files["tables/jambeiro2007_curves.csv"])))
    told = run.results.hit_curves[NESTED, "customs"]
    assert len(rows) == 2 * len(NOISE) * len(told["rates"])
    first = [r for r in rows if (r["dataset"], r["method"]) == ("customs", "hpb")]
    assert [float(r["recall"]) for r in first] == told["curves"]["hpb"]["recall"]


def test_optimism_is_the_difference_on_the_same_folds(run, whole):
    rows = rows_of(whole, "optimism", "dataset", "method")
    assert {m for d, m in rows if d == "customs"} == set(CHOSEN)
    frame = run.results.scores
    part = frame[(frame["dataset"] == "customs") & (frame["metric"] == "hit_area_10")]
    on_test, nested = (
        part[(part["protocol"] == p) & (part["method"] == "ade")]["value"].mean() for p in (PAPER, NESTED)
    )
    row = rows["customs", "ade"]
    assert row["optimism"].value == pytest.approx(on_test - nested)
    assert row["relative"] == pytest.approx(on_test / nested - 1)
    assert (row["combinations"], row["chosen"], row["inside"]) == (2, "s = 1", "s = 1 (3×), 3 (1×)")
    assert [rows["customs", m]["on"] for m in ("hpb", "ade")] == ["reshuffled", "reported"]
    assert rows["customs", "hpb"]["worst"].value == 0.01


def test_a_random_order_has_a_mean_recall_of_five_percent_up_to_ten(run):
    """The recall of a random order at share t is t, so its mean over 0 to 0.1 is 0.05."""
    assert rows.chance(run, "permuted", "customs", "hit_area_10") == pytest.approx(
        np.linspace(0, 0.1, 9).mean()
    )


def test_rows_against_the_paper_are_not_tested(run):
    made = {(r.stand.id, r.method): r for r in rows.rows(run)}
    row = made["customs", "hpb"]
    assert row.agreement.verdict == UNTESTED
    assert row.ours.value == pytest.approx(10 * means(run, PAPER, "hit_area_10", "hpb")[-1])
    assert row.optimism == pytest.approx(row.ours.value - row.honest.value)
    assert row.reference == "nb_tuned"


def test_the_mean_optimism_has_its_interval_and_that_of_the_draws(run):
    """One data set is not enough: the mean over its methods has an interval, and HPB's on draws follow."""
    text = tables.promise(run)
    shares = [c.relative for c in tables.choices(run) if c.relative is not None and c.inside != tables.FIXED]
    mean = intervals.mean(shares)
    several = [mean, *(judges.promised(run, role, 0.01)[0] for role in ("reshuffled", "reported"))]
    for of, n in zip(several, ("6 methods on 2 data sets", f"{DRAWS} draws", f"{DRAWS} draws"), strict=True):
        value, low, high = (formats.text(v, "points") for v in (of.value, of.low, of.high))
        assert f"{value} % [{low}, {high}] over {n}" in text


def test_signs_of_adjacent_tables_have_one_meaning(run, whole):
    """Both tables of differences are positive where HPB is better, also for errors, where less is better."""
    single = rows_of(whole, "tests", "dataset", "method")
    stored = run.results.hit_curves[NESTED, "customs"]["tests"]
    assert any(of["rmse"]["difference"] for of in stored.values())
    for method, of in stored.items():
        row = single["customs", method]
        assert row["rmse"].value == -of["rmse"]["difference"]
        assert row["hit_area"].value == of["hit_area"]["difference"]
    captions = [t.caption for t in whole.tables if t.id in ("jambeiro2007_tests", "jambeiro2007_draws")]
    assert all("positive if HPB is better" in caption for caption in captions)


def test_comparisons_say_whether_none_or_some_of_the_data_are_the_papers(found):
    """All data of this paper are private, so every additional statement is on other data."""
    several = [s for c in found.values() if not c.general for s in c.statements]
    beside = [s for s in several if s.data and not (s.decides or s.suggests or s.reproduces)]
    assert beside
    assert all(s.what.startswith("On data other than the paper's: ") for s in beside)


def test_other_splits_score_lower_than_random_folds(whole):
    row = rows_of(whole, "splits", "method")["hpb",]
    for role in ("grouped", "time"):
        assert row[f"{role}_loss"] == pytest.approx(row[role].value / row["honest"].value - 1)
        assert row[f"{role}_loss"] < 0
    first = part_of(whole, "Other splits").sentences
    assert any(
        s.startswith("The largest area up to 10 % on customs is that of HPB with random folds (")
        for s in first
    )


def test_recovery_counts_found_patterns(run, whole):
    told = run.results.hit_curves[NESTED, "customs"]["patterns"]
    rows = rows_of(whole, "recovery", "dataset", "method")
    found = told["methods"]["hpb"]["found"]
    assert rows["customs", "hpb"]["found"].text == f"{sum(found)} of {len(found)}"
    assert rows["customs", "hpb"]["believed"] == pytest.approx(1.0, abs=0.15)
    assert rows["customs", "prior"]["found"].value == 0
    orders = [p["order"] for p in told["planted"]]
    assert rows["customs", "hpb"]["found_2"].text.endswith(f"of {orders.count(2)}")
    shown = rows_of(whole, "patterns", "pattern")
    assert len(shown) == len(orders)
    assert sum("HPB" in r["by"].split(", ") for r in shown.values()) == sum(found)
    assert {d for d, _ in rows} == {"customs"}


def test_calibration_is_nearest_to_the_truth_for_the_best_method(whole):
    rows = rows_of(whole, "calibration", "dataset", "method")
    assert rows["customs", "hpb"]["rmse_true"].css == "strong"
    assert rows["customs", "noisy_or"]["divergence"].value == math.inf
    assert rows["amazon-access", "hpb"]["rmse_true"] is None
    assert "HPB is closest to them" in part_of(whole, "Calibration").sentences[0]


# page and figures


def test_page_has_the_section_with_all_tables(files, whole):
    text = files["index.html"]
    assert 'id="jambeiro2007"' in text
    for part in whole.parts:
        title = re.escape(part.title.replace("'", "&#39;"))
        assert re.search(f"<h2[^>]*>{title}</h2>", text), part.title
    for table in whole.tables:
        assert any(name.startswith(("tables/" + table.id, "tables/time_" + table.id)) for name in files)
    assert "nan" not in "".join(t for n, t in files.items() if n.startswith("tables/jambeiro2007"))


def test_claims_link_to_tables_of_the_page(files, found):
    text = files["index.html"]
    for claim in found.values():
        assert not claim.href or f'id="{claim.href.removeprefix("#")}"' in text, claim.id


def test_the_evidence_of_all_claims_is_in_a_file(files, found):
    stored = list(csv.DictReader(io.StringIO(files["tables/claims_evidence.csv"])))
    ours = [r for r in stored if r["paper"] == "jambeiro2007"]
    assert len(ours) == sum(len(c.statements) for c in found.values() if not c.timed)


def test_figures_are_well_formed_and_small(made):
    for name in (
        "hit_curves",
        "hit_calibration",
        "hit_reliability",
        "hit_learning",
        "hit_cost",
        "hit_cost_grid",
    ):
        svg = draw(name, *made)
        ET.fromstring(svg)
        assert "could not be drawn" not in svg, name
        assert len(svg) < 80_000, name


def test_times_have_their_own_files(files):
    plain = [n for n in files if n.startswith("tables/jambeiro2007")]
    assert not any(
        word in files[n].partition("\n")[0] for n in plain for word in ("seconds", "memory", "time_exponent")
    )
    assert "seconds" in files["tables/time_jambeiro2007_learning.csv"].partition("\n")[0]


def test_the_same_results_give_the_same_page(made, files):
    assert page.build(*made, drawings(*made, "jambeiro2007")) == files


def test_without_hit_curves_there_is_no_section(made):
    results, summary = made
    bare = results._replace(hit_curves={}, scores=results.scores[:0], protocols=())
    assert not hits.datasets(runs.gather(paper.read("jambeiro2007"), bare, summary))
    assert draw("hit_curves", bare, summary) == ""
    assert "jambeiro2007" in [e.id for e in shown(judged.judged(results, summary))]
    assert "jambeiro2007" not in [e.id for e in shown(judged.judged(bare, summary))]


def test_a_claim_without_its_data_is_not_tested(made):
    results, summary = made
    none = runs.gather(paper.read("jambeiro2007"), results._replace(protocols=(), hit_curves={}), summary)
    assert {c.verdict for c in claims.judge(none) if not c.timed} == {UNTESTED}
    assert json.dumps([c.evidence for c in claims.judge(none)])


def test_statements_are_recounted_without_excluded_comparisons(run, files):
    """The oracle finds the methods with Prior's predictions by itself, and its count agrees."""
    evidence = pd.read_csv(io.StringIO(files["tables/claims_evidence.csv"]))
    counted = [r["claim"] for r, _ in recount.statements("jambeiro2007", evidence)]
    assert "ade-probabilities" in counted
    again = evidence.assign(excluded=evidence["excluded"].where(evidence["claim"] != "ade-probabilities", 1))
    scores, trivial = run.results.scores, {(MADE, "customs-draw-1", "ade")}
    assert recount.wrong_evidence("jambeiro2007", scores, evidence) == []
    assert recount.wrong_evidence("jambeiro2007", scores, evidence, trivial=trivial)
    same = with_identical(run, "customs-draw-1", {"ade": {"prior": 4}})
    ours = {c.id: c for c in claims.judge(same)}["ade-probabilities"].statements[0]
    cell = again["claim"].eq("ade-probabilities") & again["statement"].eq(0)
    again.loc[cell, ["n", "value", "low", "high"]] = (ours.n, ours.value, ours.low, ours.high)
    wrong = recount.wrong_evidence("jambeiro2007", scores, again, trivial=trivial)
    assert not any(w.startswith(f"jambeiro2007 ade-probabilities: {(float(ours.n),)}"[:-3]) for w in wrong)

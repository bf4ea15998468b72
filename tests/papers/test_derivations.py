"""Numbers that the papers print follow from each other, and our derivations of them are right."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from support.papers_run import make_run

from naivebench.papers.jambeiro2007 import tables as jambeiro2007
from naivebench.papers.lopezcruz2013 import decision_surfaces as surfaces
from naivebench.papers.lopezcruz2013 import tables as lopezcruz2013
from naivebench.papers.lopezcruz2013.angles import bound_accuracy_difference, judge_accuracy_drops
from naivebench.papers.mande2023 import tables as mande2023
from naivebench.papers.paper import Printed, read_paper
from naivebench.papers.printed_numbers import Kind, Score, average_score, subtract_chance_score
from naivebench.papers.robles2003 import tables as robles2003
from naivebench.papers.run_results import Run, collect_facts
from naivebench.papers.textbook18 import tables as textbook18

FACTS = cache(lambda: collect_facts(make_run()))


def view(paper):
    return Run(read_paper(paper), make_run(), FACTS(), {})


@pytest.mark.parametrize(
    ("percent", "cases", "lost", "implied"),
    [
        (97.14, 699, False, 679.0),  # 679/699 = 97.1388
        (97.13, 699, False, 679.0),  # cut instead of rounded
        (97.42, 699, True, 681.0),  # 680/698 = 97.4212: the first case is not counted
        (97.16, 699, False, 0.9716 * 699),  # no whole number gives it
    ],
)
def test_printed_percentages_imply_counts(percent, cases, lost, implied):
    assert robles2003.compute_implied_correct_cases(percent, cases, lost) == pytest.approx(implied)


@pytest.mark.parametrize(
    ("k", "cases", "percent", "gives"),
    [
        (1, 800, 0.13, True),  # 0.125 rounded
        (1, 800, 0.12, True),  # 0.125 cut
        (13, 10_000, 0.12, False),  # 0.13
        (1, 1, 100.0, False),  # one case has no percentage
    ],
)
def test_percentages_are_rounded_or_cut(k, cases, percent, gives):
    assert robles2003.matches_percent(k, percent, cases, False) is gives


def test_denominators_of_robles2003_are_those_that_its_column_of_nb_implies():
    paper = read_paper("robles2003")
    assert robles2003.count_printed_cases(paper, "breast") == 699
    assert robles2003.count_printed_cases(paper, "crx") == 690  # not the printed 692


def agree(method, counts, percent, std, printed="breast", cases=699):
    paper = read_paper("robles2003")
    number = paper.numbers[(printed, "NB", "accuracy_pct")]._replace(value=percent, std=std)
    copy = pd.Series({"printed": printed, "dataset": printed, "kind": "exact"})
    ours = Score(np.mean(counts) / cases, tuple(k / cases for k in counts), cases)
    run, kind = view("robles2003"), Kind("accuracy", repeats=10)
    return robles2003.judge_number(run, kind, copy, method, number, ours)


@pytest.mark.parametrize(
    ("method", "counts", "percent", "std", "verdict"),
    [
        ("NB", [679], 97.14, None, "reproduced"),
        ("NB", [678], 97.14, None, "contradicted"),
        ("APNBC-EDA", [679] * 10, 97.14, 0.0, "reproduced"),
        ("APNBC-EDA", [679], 97.14, 0.0, "undecided"),  # one run of a search can only contradict
        ("APNBC-EDA", [679] * 9 + [678], 97.14, 0.0, "undecided"),
        ("APNBC-EDA", [679] * 2 + [678] * 8, 97.14, 0.0, "contradicted"),
        ("APNBC-EDA", [679, 680, 678, 679, 680, 678, 679, 679, 680, 678], 97.14, 0.3, "reproduced"),
        ("APNBC-EDA", [660, 661, 662, 660, 661, 662, 660, 661, 662, 660], 97.14, 0.3, "contradicted"),
    ],
)
def test_counts_of_runs_agree_with_print(method, counts, percent, std, verdict):
    assert agree(method, counts, percent, std) == verdict


def test_counts_of_other_sizes_are_not_compared():
    assert agree("NB", [600], 97.14, None, cases=650) == "not tested"
    assert agree("NB", [679], None, None) == "not tested"


def test_paper_tests_runs_against_a_repeated_constant():
    counts = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
    p = stats.mannwhitneyu(counts, [9.0] * 10, alternative="two-sided", method="asymptotic").pvalue
    assert robles2003.compute_p_of_runs(counts, 9.0) == pytest.approx(p)
    assert p < robles2003.LEVEL
    assert robles2003.compute_p_of_runs([9.0] * 10, 9.0) == 1.0
    several = ((counts, 9.0), (counts, 20.0), (counts, 14.5), ([11.0], 9.0))
    found = [robles2003.test_against_constant(r, c) for r, c in several]
    assert found == ["different", "different", "equal", "unable"]


def rank_printed(paper):
    """Ranks of the methods on the paper's data sets, from the printed accuracies: shape (data sets, methods).

    Ties share their mean rank. The method with illegible accuracies gets its derived rank, `rank_among_<n>`.
    """
    rows = []
    for printed in paper.data_sets["printed"].unique():
        known = pd.Series(
            {m: paper.look_up(printed, m, "accuracy_pct") for m in lopezcruz2013.METHODS}, dtype=float
        )
        (lost,) = known.index[known.isna()]
        place = paper.look_up(printed, lost, f"rank_among_{len(lopezcruz2013.METHODS)}") or 0.0
        of_others = known.rank(ascending=False)
        rows.append((of_others + (of_others >= place)).fillna(place).to_numpy())
    return np.array(rows, dtype=float)


def test_table_3_of_lopezcruz2013_follows_from_its_accuracies():
    paper = read_paper("lopezcruz2013")
    average = dict(zip(lopezcruz2013.METHODS, rank_printed(paper).mean(axis=0), strict=True))
    assert average == pytest.approx(lopezcruz2013.find_printed_ranks(paper))


@pytest.mark.parametrize(
    ("printed", "mean", "verdict"),
    [
        ("Megaspores", 0.70, "not tested"),  # below 76.50
        ("Megaspores", 0.80, "contradicted"),
        ("Protein10", 0.90, "not tested"),  # above 86.14
        ("Protein10", 0.80, "contradicted"),
        ("Auslan", 0.70, "reproduced"),  # 64.47 to 81.72
        ("Auslan", 0.60, "contradicted"),
    ],
)
def test_illegible_accuracies_are_compared_with_their_bounds(printed, mean, verdict):
    copy, kind = pd.Series({"printed": printed, "dataset": "x", "kind": "exact"}), Kind("accuracy")
    ours = Score(mean, (mean - 0.001, mean, mean + 0.001))
    run = view("lopezcruz2013")
    assert lopezcruz2013.judge_number(run, kind, copy, "dNB", None, ours) == verdict
    assert lopezcruz2013.judge_number(run, kind, copy, "dNB", None, Score(mean, (mean,))) == "not tested"
    assert lopezcruz2013.judge_number(run, kind, copy, "GNB", None, ours) == "not tested"  # without bounds


def test_table_4_of_lopezcruz2013_follows_from_its_table_3():
    paper = read_paper("lopezcruz2013")
    again = lopezcruz2013.adjust_p_of_printed_ranks(paper)
    checked = 0
    for (_, pair, metric), number in paper.numbers.items():
        for correction, name in lopezcruz2013.CORRECTIONS.items():
            if metric == f"p_adjusted_{name}":
                checked += 1
                assert f"{again[frozenset(pair.split(' vs '))][correction]:.4f}" == f"{number.value:.4f}"
    assert checked == 40


def test_printed_p_of_table_5_are_multiples_of_one_in_1024():
    numbers = read_paper("lopezcruz2013").numbers.items()
    known = [n.value for (*_, m), n in numbers if m == lopezcruz2013.ONE_SIDED and n.value is not None]
    assert known
    assert all(abs(v * 1024 - round(v * 1024)) < 0.06 for v in known)


def test_closed_forms_of_theorems_equal_the_densities():
    assert max(surfaces.measure_form_errors(20).values()) < 1e-9


@pytest.mark.parametrize(("name", "wrong"), [("evaluate_surface", 3), ("evaluate_torus_polynomial", 1)])
def test_closed_forms_that_are_wrong_at_some_points_have_errors(monkeypatch, name, wrong):
    form = getattr(surfaces, name)
    monkeypatch.setattr(surfaces, name, lambda surface, x, *more: form(surface, x, *more) + 0.1 * x[..., 0])
    errors = surfaces.measure_form_errors.__wrapped__(20)  # each the largest over all draws and points
    assert sum(error > 0.05 for error in errors.values()) == wrong


def test_gaussian_density_errs_at_the_cut():
    x, y = surfaces.sample_angles(np.random.default_rng([2013, 0]))
    assert len(x) == 2000
    assert np.abs(x).max() <= math.pi
    assert np.bincount(y).tolist() == [1000, 1000]
    assert surfaces.classify_angles(x, y, [math.pi, 0.0])[1] == 1


def test_grid_of_a_surface_changes_its_sign_at_the_decision_angles():
    grid = surfaces.list_surface_log_odds().query("figure == 'Figure 3: one angle' and y == 1")
    _, surface = surfaces.find_figure_surfaces()["Figure 3: one angle"]
    (x, y), half = surface.normal, math.acos(-surface.offset / math.hypot(*surface.normal))
    ends = np.sort(surfaces.to_radians(math.atan2(y, x) + np.array([-half, half]), 2 * math.pi))
    changes = grid["x"].to_numpy()[np.flatnonzero(np.diff(np.sign(grid["log_odds"])))]
    assert len(changes) == 2
    assert np.abs(changes - ends).max() < 2 * math.pi / 48


def test_widest_interval_of_two_accuracies_on_the_same_cases():
    interval = bound_accuracy_difference(0.8, 0.7, 100)  # up to 30 right by the first alone, 20 by the second
    assert (interval.value, interval.p) == pytest.approx((0.1, stats.binomtest(30, 50).pvalue))


@pytest.mark.parametrize(("one", "word"), [(0.8, "holds"), (0.5, "undecided"), (0.2, "contradicted")])
def test_a_gain_by_other_cuts_speaks_against_a_loss(one, word):
    drop = bound_accuracy_difference(one, 0.5, 200)
    assert judge_accuracy_drops({"a": drop}).word == word


def test_a_limit_of_a_fact_divides_the_data_sets():
    run, inf, fact = view("lopezcruz2013"), np.inf, "angular_share"
    datasets = run.select_scores("paper").datasets
    for x in run.facts.datasets.loc[datasets, fact]:
        low, high = (run.select_scores("paper", where=(fact, *limits)) for limits in ((-inf, x), (x, inf)))
        assert sorted([*low.datasets, *high.datasets]) == sorted(datasets)


def test_share_of_angles_counts_chosen_attributes():
    kinds = {"a": "angular", "b": "linear", "c": "angular"}
    share = lopezcruz2013.compute_angle_share
    assert share(kinds, 2.0, None, [["a"], ["a", "b"], []]) == pytest.approx(0.75)
    assert share(kinds, 2.0, 1.0, None) == share(kinds, 2.0, 1.0, [[]]) == 0.5
    assert share({}, 0.0, None, None) is share(kinds, None, 1.0, None) is None
    assert share(kinds, 3.0, None, None) == pytest.approx(2 / 3)
    assert share(kinds, 2.0, None, None) is None


def test_textbook_prints_what_relative_frequencies_give():
    printed = {m: n.value for (_, _, m), n in read_paper("textbook18").numbers.items()}
    ours = {quantity: value for quantity, _, value in textbook18.derive_text_posteriors(0)}
    assert printed
    assert {m: ours[m] for m in printed} == pytest.approx(printed)
    rows = textbook18.derive_text_posteriors(1)
    posteriors = [working for quantity, working, _ in rows if quantity.endswith(" | words)")]
    assert [text.rpartition(" = ")[2] for text in posteriors] == ["9/13", "4/13"]


def test_textbook_network_agrees_with_the_sum_over_all_configurations():
    network = textbook18.make_wet_grass_network()
    every = textbook18.list_joint_terms({"Anisa": 1, "Malala": 1})
    rain = textbook18.list_joint_terms({"Anisa": 1, "Malala": 1, "Rain": 1})
    p = sum(v for _, v in rain) / sum(v for _, v in every)
    found = textbook18.infer_probability(network, "Rain", {"Anisa": "yes", "Malala": "yes"})
    assert found == pytest.approx(p)
    assert textbook18.format_posterior_sum("Rain", ["Anisa"]).endswith("/ 0.272 = 0.7353")
    values = textbook18.list_worked_values().set_index(["example", "quantity"])["worked_value"]
    assert values["Wet grass: the posterior", "P(Rain | Anisa)"] == pytest.approx(0.2 / 0.272)
    passes = values["Wet grass: all variables in one pass"]
    assert passes["P(Rain | Anisa), junction tree"] == pytest.approx(0.2 / 0.272)
    joint = [q for q in passes.index if q.startswith("P(Rain ") and "Sprinkler" in q and "Malala" not in q]
    assert len(joint) == 4
    assert passes[joint].sum() == pytest.approx(1.0)
    steps, quantity = values["Wet grass: elimination step by step"], "P(Sprinkler | Anisa, Malala)"
    assert steps[quantity] == values["Wet grass: explaining away", quantity]


def test_growth_is_an_exponent_or_a_factor():
    points = pd.DataFrame({"x": [10, 20, 40, 80], "fit_seconds": [3.0 * x**1.5 for x in (10, 20, 40, 80)]})
    assert jambeiro2007.fit_slope(points)[:3] == pytest.approx((1.5, 1.5, 1.5))
    doubling = pd.DataFrame({"x": [1, 2, 3, 4], "fit_seconds": [2.0, 4.1, 7.9, 16.2]})
    slope = jambeiro2007.fit_slope(doubling, exponential=True)
    line = stats.linregress([1, 2, 3, 4], np.log(doubling["fit_seconds"]))
    half = stats.t.ppf(0.975, 2) * line.stderr
    assert slope[:3] == pytest.approx([math.exp(line.slope + gap) for gap in (0, -half, half)])
    assert jambeiro2007.fit_slope(doubling[:2]).low == -math.inf


def test_selection_rates_are_joined_to_ranges():
    assert jambeiro2007.format_rates([0.01, 0.02, 0.03, 0.07]) == "1–3, 7"
    assert jambeiro2007.format_rates([]) == "–"
    assert jambeiro2007.format_value_counts([1, 2, 2, None]) == "2 (2×), 1 (1×), – (1×)"
    assert jambeiro2007.format_value_counts(["a"]) == "a"
    assert jambeiro2007.format_value_counts([2.0, 2.0]) == "2 (2×)"


def test_share_of_planted_patterns_weighs_cases():
    stored = {
        "planted": [{"cases": 10, "order": 4}, {"cases": 30, "order": 4}, {"cases": 50, "order": 2}],
        "methods": {"m": {"first": [1.0, 0.5, 0.0]}, "n": {"first": [None, None, 1.0]}},
    }
    assert jambeiro2007.compute_pattern_share(stored, "m", 4) == pytest.approx((10 + 15) / 40)
    assert jambeiro2007.compute_pattern_share(stored, "n", 4) is None
    assert jambeiro2007.compute_pattern_share(stored, "other", 4) is None


def test_averages_of_weka_divide_by_declared_or_occurring_classes():
    averages = mande2023.list_class_averages(view("mande2023")).query("seed == 1").set_index("measure")
    recall = (60 / 74 + 54 / 74) / 2  # classes of 74 cases each, of which two are declared
    assert averages.loc["recall", "occurring"] == pytest.approx(recall)
    assert averages.loc["precision", "declared"] == pytest.approx((60 / 80 + 54 / 68) / 2)


def test_scores_without_information_are_those_of_a_constant():
    cell = (view("kang2006"), "paper", "reuters-earn")
    ours, constant = (average_score(*cell, m, "f1").value for m in ("NB-MN", "majority"))
    gap = subtract_chance_score(cell[0], "reuters-earn", "NB-MN", "f1", "paper")
    assert gap == pytest.approx(ours - constant)


@pytest.mark.parametrize(("error", "verdict"), [(0.0, "reproduced"), (1e-6, "contradicted")])
def test_a_printed_average_is_reproduced_only_if_it_is_the_same(error, verdict):
    run = view("mande2023")
    name = next(name for name, stanza in run.paper.methods.items() if "weka_nb" in stanza["ids"])
    row = mande2023.list_class_averages(run).query("seed == 1 and measure == 'recall'").iloc[0]
    key = (row["printed_name"], name, "macro_recall_seed_1")
    numbers = run.paper.numbers | {key: Printed(row["declared"] + error, None, "")}
    changed = mande2023.list_class_averages(run._replace(paper=run.paper._replace(numbers=numbers), cache={}))
    assert changed.query("seed == 1 and measure == 'recall'")["verdict"].item() == verdict


def test_repeats_are_compared_with_a_tolerance():
    run, copy = view("lopezcruz2013"), pd.Series({"printed": "MAGIC", "dataset": "magic", "kind": "exact"})
    kind = Kind("accuracy", tolerance=0.005, repeats=10)
    number = run.paper.numbers["MAGIC", "GNB", "accuracy_pct"]

    def judge(*shares, value=80.0):
        ours = Score(np.mean(shares), shares)
        return lopezcruz2013.judge_number(run, kind, copy, "GNB", number._replace(value=value), ours)

    assert judge(0.799, 0.800, 0.801) == "reproduced"
    assert judge(0.819, 0.820, 0.821) == "contradicted"
    assert [judge(0.8), judge(0.8, value=None)] == ["undecided", "not tested"]

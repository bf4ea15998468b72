"""Statistics of a whole benchmark: which cells a comparison includes."""

import numpy as np
import pandas as pd
import pytest
from support.compared import compare

from naivebench.benchmark import benchmark, benchmark_effects
from naivebench.benchmark.configuration.shapes import Part, Primary

LARGE = Part("All", "honest", ["a", "b", "c", "d"], ["nb", "tan"])
SMALL = Part("Dear ones", "honest", ["a", "b"], ["nb", "eda", "tan"])
PRIMARY = Primary("honest", "accuracy", "nb")


@pytest.fixture
def scores():
    rng = np.random.default_rng(3)
    cells = [(d, m) for d in LARGE.datasets for m in LARGE.methods] + [(d, "eda") for d in SMALL.datasets]
    rows = [("honest", d, m, 0, f, 10, 20, "accuracy", rng.random()) for d, m in cells for f in range(3)]
    return pd.DataFrame(
        rows,
        columns=["protocol", "dataset", "method", "repeat", "fold", "n_test", "n_train", "metric", "value"],
    )


def test_a_comparison_is_over_the_cells_of_one_experiment(scores):
    found = benchmark.ranks(scores, {"small": SMALL, "large": LARGE}, ["accuracy"], PRIMARY, 0.05)[
        "comparisons"
    ]
    by_name = {c["experiment"]: c for c in found}
    assert (set(by_name["large"]["average_ranks"]), by_name["large"]["datasets"]) == (
        {"nb", "tan"},
        ["a", "b", "c", "d"],
    )
    assert (set(by_name["small"]["average_ranks"]), by_name["small"]["datasets"]) == (
        {"nb", "eda", "tan"},
        ["a", "b"],
    )
    assert [by_name[e]["left_out"] for e in ("large", "small")] == [[], []]
    means = scores.groupby(["dataset", "method"])["value"].mean().unstack().loc[LARGE.datasets, LARGE.methods]
    alone = compare(means.to_numpy(), LARGE.methods, LARGE.datasets, lower_is_better=False, alpha=0.05)
    assert by_name["large"]["average_ranks"] == alone["average_ranks"]


def test_the_largest_experiment_of_a_protocol_is_its_main_one_and_the_primary(scores):
    found = benchmark.ranks(scores, {"small": SMALL, "large": LARGE}, ["accuracy"], PRIMARY, 0.05)[
        "comparisons"
    ]
    assert {c["experiment"]: (c["main"], c["primary"]) for c in found} == {
        "small": (False, False),
        "large": (True, True),
    }
    assert benchmark.main_experiments({"first": LARGE, "second": LARGE}) == {"honest": "first"}


def test_a_method_without_scores_on_most_data_sets_is_left_out_with_its_reason(scores):
    everything = LARGE._replace(methods=["nb", "tan", "eda"])
    (found,) = benchmark.ranks(scores, {"all": everything}, ["accuracy"], PRIMARY, 0.05)["comparisons"]
    assert set(found["average_ranks"]) == {"nb", "tan"}
    assert found["left_out"] == [{"method": "eda", "reason": "has a score on only 2 of 4 data sets"}]


def test_the_ratio_is_that_of_test_cases_to_training_cases():
    """Folds in order of time use a part of the 110 cases: 20 are test cases and 50, 70 or 90
    training cases.
    """
    rows = [
        ("time", "a", m, 0, f, 20, 50 + 20 * f, "accuracy", 0.5 + 0.1 * f * (m == "tan"))
        for m in ("nb", "tan")
        for f in range(3)
    ]
    scores = pd.DataFrame(
        rows,
        columns=["protocol", "dataset", "method", "repeat", "fold", "n_test", "n_train", "metric", "value"],
    )
    (found,) = benchmark.corrected_tests(scores, ["time"], ["accuracy"], ["nb", "tan"], "nb")["comparisons"]
    assert found["test_train_ratio"] == pytest.approx(20 / 70)
    assert found["statistic"] == pytest.approx(0.1 / np.sqrt((1 / 3 + 20 / 70) * 0.01))


def test_without_training_cases_there_is_no_test():
    rows = [("p", "a", m, 0, f, 20, 0, "accuracy", 0.1 * f) for m in ("nb", "tan") for f in range(3)]
    scores = pd.DataFrame(
        rows,
        columns=["protocol", "dataset", "method", "repeat", "fold", "n_test", "n_train", "metric", "value"],
    )
    assert benchmark.corrected_tests(scores, ["p"], ["accuracy"], ["nb", "tan"], "nb")["comparisons"] == []


RUNS = ["protocol", "dataset", "method", "repeat", "fold", "n_test", "n_train", "metric", "value"]


def runs_of(method, dataset, values):
    """Rows of one score in every repeat, as leave-one-out has them."""
    return [("loo", dataset, method, r, 0, 10, 9, "accuracy", v) for r, v in enumerate(values)]


def test_a_method_with_one_repeat_is_compared_with_methods_with_many():
    """nb does not draw random numbers, so one repeat is complete.

    eda lacks a repeat on b, and on c it has only the last one.
    """
    rows = [row for d in "abcde" for row in runs_of("nb", d, [0.5]) + runs_of("tan", d, [0.4, 0.6, 0.8])]
    rows += [row for d in "ade" for row in runs_of("eda", d, [0.1, 0.2, 0.6])]
    rows += runs_of("eda", "b", [0.1, 0.2]) + runs_of("eda", "c", [0.1, 0.2, 0.3])[2:]
    found = benchmark.matrix(pd.DataFrame(rows, columns=RUNS), "loo", "accuracy", ["nb", "tan", "eda"])
    assert (found.methods, found.datasets) == (["nb", "tan", "eda"], ["a", "d", "e"])
    assert found.values == pytest.approx(np.tile([0.5, 0.6, 0.3], (3, 1)))
    assert found.left_out == [{"dataset": d, "reason": "lacks a complete score of eda"} for d in "bc"]


def test_a_repeat_without_one_of_its_folds_has_no_score(scores):
    lost = (scores["dataset"] == "a") & (scores["method"] == "tan") & (scores["fold"] == 1)
    found = benchmark.matrix(scores[~lost], "honest", "accuracy", ["nb", "tan"])
    assert (found.datasets, found.left_out) == (
        ["b", "c", "d"],
        [{"dataset": "a", "reason": "lacks a complete score of tan"}],
    )


FAMILIES = LARGE._replace(families={"d": "a"})


def test_a_family_votes_once_by_its_first_member_in_the_catalogue(scores):
    found = benchmark.ranks(scores, {"large": FAMILIES}, ["accuracy"], PRIMARY, 0.05)["comparisons"][0]
    assert (found["datasets"], found["within"]) == (["a", "b", "c"], [])
    assert found["left_out"] == [{"dataset": "d", "reason": "a has the only vote of the family a"}]
    without = benchmark.ranks(scores[scores["dataset"] != "d"], {"large": LARGE}, ["accuracy"], PRIMARY, 0.05)
    assert found["average_ranks"] == without["comparisons"][0]["average_ranks"]
    turned = FAMILIES._replace(datasets=["d", "c", "b", "a"])
    found = benchmark.ranks(scores, {"large": turned}, ["accuracy"], PRIMARY, 0.05)["comparisons"][0]
    assert found["datasets"] == ["b", "c", "d"]


def test_the_first_complete_member_votes(scores):
    gone = scores[(scores["dataset"] != "a") | (scores["method"] != "tan")]
    found = benchmark.ranks(gone, {"large": FAMILIES}, ["accuracy"], PRIMARY, 0.05)["comparisons"][0]
    assert found["datasets"] == ["b", "c", "d"]


def test_with_fewer_than_three_families_all_members_vote_with_a_note(scores):
    few = LARGE._replace(families={"a": "x", "b": "x", "c": "x"})
    found = benchmark.ranks(scores, {"large": few}, ["accuracy"], PRIMARY, 0.05)["comparisons"][0]
    assert (found["datasets"], found["within"], found["left_out"]) == (list("abcd"), ["x"], [])


def test_bayesian_tests_and_effects_use_the_votes(scores):
    alone = scores[scores["dataset"] != "d"]
    over = [
        benchmark_effects.bayes(s, {"large": e}, ["accuracy"], ["nb", "tan"], PRIMARY)["over_datasets"][0]
        for s, e in ((scores, FAMILIES), (alone, LARGE))
    ]
    assert over[0]["methods"] == over[1]["methods"]
    assert over[0]["methods"][0]["n"] == 3
    sizes = [
        benchmark_effects.effects(s, {"large": e}, ["accuracy"], PRIMARY)["comparisons"][0]["win_tie_loss"]
        for s, e in ((scores, FAMILIES), (alone, LARGE))
    ]
    assert sizes[0] == sizes[1]

"""Which methods are as good as the best one: the list, the reason for each method, and where tests
disagree.
"""

import itertools

import pytest

from naivebench.evaluation.statistics.best import AgainstBest, Best
from naivebench.report import as_good


def against_best(rows, rope=0.01):
    keys = ("method", "wilcoxon_holm", "ranks_holm", "worse", "verdict")
    nothing = dict.fromkeys(AgainstBest._fields)
    found = tuple(AgainstBest(**nothing | dict(zip(keys, row, strict=True))) for row in rows)
    return Best("best", 0.05, rope, found)


def test_every_method_as_good_as_the_best_and_every_disagreement_is_listed():
    """The list follows the verdicts, not average ranks alone, and names every method on which tests
    disagree.
    """
    found = against_best(
        [
            ("a", 0.4, 0.8, 0.01, "practically equivalent"),
            ("b", 0.2, 0.03, 0.3, "cannot be told apart"),
            ("c", 0.3, 0.4, 0.7, "probably behind"),
            ("d", 0.02, 0.3, 0.92, "behind"),
            ("e", 0.001, 0.001, 0.99, "behind"),
        ]
    )
    listed, rule, split = as_good.sentences(found, "accuracy")
    assert listed == (
        "As good as best: a (practically equivalent); b (cannot be told apart). "
        "Of the others, 2 are behind and 1 is probably behind."
    )
    assert "Holm's correction over the 5 comparisons with best; α = 0.05" in rule
    assert "worse by more than 1 point is above 0.5 (" in rule
    assert [c.method for c in as_good.disagreements(found)] == ["b", "c", "d"]
    assert "d (Wilcoxon p = 0.0200, average ranks p = 0.3000, P(worse) = 0.920)" in split
    assert "all 6 methods" in split
    assert as_good.listed(found) == ["best", "a", "b"]


def test_a_best_method_without_equals_and_metrics_other_than_the_primary_one():
    listed, rule, split = as_good.sentences(
        against_best([("a", 0.01, 0.01, None, "behind"), ("b", 0.01, 0.02, None, "behind")], None), "log_loss"
    )
    assert listed == "No other method is as good as best: 2 are behind."
    assert rule.endswith("Practical equivalence is judged by the primary metric only.")
    assert split == "The test of average ranks, with the same correction, agrees on every method."
    assert as_good.sentences(against_best([("a", 0.3, 0.3, 0.1, "cannot be told apart")]), "accuracy")[0] == (
        "As good as best: a (cannot be told apart). None is behind."
    )


def test_every_verdict_of_the_others_is_counted_and_named():
    found = against_best(
        [
            ("a", 0.01, 0.01, 0.0, "ahead"),
            ("b", 0.5, 0.5, 0.0, "practically equivalent"),
            ("c", 0.5, 0.5, 0.0, "practically equivalent"),
            ("d", 0.5, 0.5, 0.4, "cannot be told apart"),
            ("e", 0.01, 0.01, 0.9, "behind"),
            ("f", 0.5, 0.5, 0.9, "probably behind"),
            ("g", 0.5, 0.5, 0.9, "probably behind"),
        ]
    )
    assert as_good.sentences(found, "accuracy")[0] == (
        "As good as best: a (ahead); b and c (practically equivalent); d (cannot be told apart). "
        "Of the others, 1 is behind and 2 are probably behind."
    )
    assert as_good.listed(found) == ["best", *"abcd"]
    one = against_best([("e", 0.01, 0.01, 0.9, "behind"), ("f", 0.5, 0.5, 0.9, "probably behind")])
    assert as_good.sentences(one, "accuracy")[0] == (
        "No other method is as good as best: 1 is behind and 1 is probably behind."
    )


def test_tests_disagree_if_their_results_differ_exactly_at_the_limit():
    """A p of exactly alpha is significant; a P(worse) of exactly one half does not count."""
    said = itertools.product((0.05, 0.0501), (0.05, 0.0501), (None, 0.5, 0.5001))
    for wilcoxon, ranks, worse in said:
        found = against_best([("a", wilcoxon, ranks, worse, "behind")])
        answers = {wilcoxon == 0.05, ranks == 0.05} | (set() if worse is None else {worse == 0.5001})
        assert as_good.disagreements(found) == (list(found.comparisons) if len(answers) == 2 else [])
    assert "P(worse)" not in as_good.sentences(against_best([("a", 0.01, 0.3, None, "behind")]), "f1")[2]


@pytest.mark.parametrize(
    ("rope", "metric", "size"),
    [(0.01, "accuracy", "1 point"), (0.02, "accuracy", "2 points"), (0.01, "log_loss", "0.01")],
)
def test_the_region_of_practical_equivalence_has_the_unit_of_the_metric(rope, metric, size):
    rule = as_good.sentences(against_best([("a", 0.5, 0.5, 0.1, "cannot be told apart")], rope), metric)[1]
    assert "(with Holm's correction over the 1 comparison with best; α = 0.05), and probably behind" in rule
    assert rule.endswith(f"worse by more than {size} is above 0.5 (Bayesian signed-rank test).")


def test_cells_have_the_numbers_of_their_columns():
    numbers = {"wilcoxon_holm": 0.1, "ranks_holm": 0.2, "better": 0.3, "rope": 0.3, "worse": 0.4}
    found = against_best([])._replace(
        comparisons=(AgainstBest(method="a", verdict="behind", wilcoxon=0.9, **numbers),)
    )
    assert as_good.cells(found) == {
        "best": {"verdict": "best"},
        "a": {"verdict": "behind", "p_best": 0.1, "p_best_ranks": 0.2, "rope_best": 0.3, "worse_best": 0.4},
    }
    assert [c.key for c in as_good.COLUMNS] == [*as_good.cells(found)["a"]]
    assert [c.kind for c in as_good.COLUMNS] == ["text", "p", "p", "score", "score"]


def test_a_significant_but_practically_equivalent_difference_is_reported():
    """A method that is behind although its difference is practically equivalent is named in a sentence."""
    found = against_best(
        [
            ("a", 0.04, 0.3, 0.35, "behind"),
            ("b", 0.04, 0.3, 0.45, "behind"),
            ("c", 0.2, 0.3, 0.2, "cannot be told apart"),
            ("d", 0.01, 0.01, None, "behind"),
        ]
    )
    ropes = zip(found.comparisons, (0.645, 0.5, 0.8, None), strict=True)
    found = found._replace(comparisons=tuple(c._replace(rope=rope) for c, rope in ropes))
    assert as_good.sentences(found, "accuracy")[3:] == [
        "Wilcoxon's test finds a difference from best, but practical equivalence is more probable than not, "
        "for a (P(rope) = 0.645)."
    ]

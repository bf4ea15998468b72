"""Labels by threshold and by costs, and ranked cases, compared with counting by hand."""

from __future__ import annotations

from argparse import Namespace

import numpy as np
import pytest
from support.sentences import refusal

from naivebench.cli import decisions
from naivebench.core.decide import decide

RNG = np.random.default_rng(0)
COUNTS = np.array([50, 30, 20])
PROBA = RNG.dirichlet([1, 1, 1], 200)
LOG_PROBA = np.log(PROBA)
CLASSES = ("no", "yes", "a:b=c")


def options(**given) -> Namespace:
    return Namespace(**{"top": None, "threshold": None, "costs": None, "positive": None} | given)


def test_without_options_the_largest_posterior_decides():
    asked = decisions.parse(options(), CLASSES, COUNTS)
    assert asked == decisions.Asked()
    found = decisions.decided(LOG_PROBA, CLASSES, COUNTS, asked)
    assert (found.labels == PROBA.argmax(axis=1)).all()
    assert (found.rows.tolist(), found.ranked, found.cost, found.how) == ([*range(200)], False, None, ())


@pytest.mark.parametrize("threshold", [0, 0.2, 0.5, 1])
def test_by_threshold(threshold):
    found = decisions.by_threshold(LOG_PROBA, COUNTS, 1, threshold)
    expected = [1 if p[1] >= threshold else (0 if p[0] > p[2] else 2) for p in PROBA]
    assert found.tolist() == expected


def test_a_threshold_is_reached_by_equality():
    log_proba = np.log([[0.75, 0.25], [0.5, 0.5]])
    assert decisions.by_threshold(log_proba, np.array([9, 1]), 1, 0.25).tolist() == [1, 1]
    certain = np.array([[0, -np.inf], [-np.inf, 0]])
    assert decisions.by_threshold(certain, np.array([9, 1]), 1, 1).tolist() == [0, 1]


def test_by_cost_the_cheapest_prediction_wins():
    costs = RNG.uniform(-1, 5, (3, 3))
    labels, cost = decisions.by_cost(LOG_PROBA, COUNTS, costs)
    for p, label, price in zip(PROBA, labels, cost, strict=True):
        prices = [sum(p[c] * costs[c, answer] for c in range(3)) for answer in range(3)]
        assert label == min(range(3), key=prices.__getitem__)
        np.testing.assert_allclose(price, min(prices), rtol=1e-12, atol=1e-12)


def test_equal_costs_of_errors_give_the_largest_posterior_and_the_same_ties():
    labels, cost = decisions.by_cost(LOG_PROBA, COUNTS, 7 * (1 - np.eye(3)))
    assert (labels == decide(LOG_PROBA, COUNTS)).all()
    np.testing.assert_allclose(cost, 7 * (1 - PROBA.max(axis=1)), rtol=1e-12)
    even = np.log(np.full((1, 3), 1 / 3))
    for counts in np.eye(3):
        assert decisions.by_cost(even, counts, 1e-6 * (1 - np.eye(3)))[0] == counts.argmax()


def test_ties_are_ties_at_any_size_of_the_costs():
    rng = np.random.default_rng(0)
    # the same costs in another order for every decision, so that sums differ by rounding
    same = rng.uniform(0, 1, 5)
    costs = np.array([rng.permutation(same) for _ in same]).T
    even = np.log(np.full((1, 5), 1 / 5))
    assert np.ptp(np.exp(even) @ (costs * 1e15)) > 1e-3
    for scale in (1e-12, 1.0, 1e15):
        for counts in np.eye(5):
            assert decisions.by_cost(even, counts, costs * scale)[0] == counts.argmax()


def test_costs_of_two_classes_are_a_threshold():
    """See docs/deploying.md#ranks-thresholds-and-costs."""
    log_proba = np.log(RNG.dirichlet([1, 1], 300))
    costs = np.array([[-0.5, 4], [9, 1]])  # rows are actual classes, columns predicted ones
    threshold = (costs[0, 1] - costs[0, 0]) / (costs[0, 1] - costs[0, 0] + costs[1, 0] - costs[1, 1])
    labels, _ = decisions.by_cost(log_proba, np.array([1, 1]), costs)
    assert (labels == decisions.by_threshold(log_proba, np.array([1, 1]), 1, threshold)).all()


def test_ranks_follow_probability_even_if_it_rounds_to_one():
    assert decisions.ranked(LOG_PROBA, 2).tolist() == sorted(range(200), key=lambda i: -PROBA[i, 2])
    rest = np.array([-50.0, -60.0, -40.0, -60.0])
    log_proba = np.column_stack([rest, np.log1p(-np.exp(rest))])
    assert np.exp(log_proba[:, 1]).tolist() == [1] * 4
    assert decisions.ranked(log_proba, 1).tolist() == [1, 3, 0, 2]


def test_top_limits_the_list_with_a_message():
    asked = decisions.parse(options(top=5, positive="yes", threshold=0.3), CLASSES, COUNTS)
    found = decisions.decided(LOG_PROBA, CLASSES, COUNTS, asked)
    assert found.rows.tolist() == np.argsort(-PROBA[:, 1])[:5].tolist()
    assert found.ranked
    many = int((PROBA[:, 1] >= 0.3).sum())
    assert found.how == (
        f"the prediction is 'yes' if P(yes) is at least 0.3: {many} of 200 cases",
        "the output lists the 5 of 200 cases with the largest P(yes); ties are in the order of the file",
    )
    everything = decisions.decided(LOG_PROBA, CLASSES, COUNTS, asked._replace(top=1000))
    assert len(everything.rows) == 200


def test_the_positive_class_of_two_is_the_rarer():
    for counts, expected in (([5, 3], 1), ([3, 5], 0), ([4, 4], 1)):
        assert decisions.parse(options(top=1), ("no", "yes"), np.array(counts)).positive == expected
    assert decisions.parse(options(top=1, positive="no"), ("no", "yes"), np.array([9, 1])).positive == 0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"top": 0}, "--top is 0, expected a number of cases of at least 1"),
        ({"threshold": 1.5}, "--threshold is 1.5, expected a probability from 0 to 1"),
        ({"threshold": float("nan")}, "--threshold is nan"),
        ({"threshold": 0.5, "costs": "yes:no=1"}, "leave one of them out"),
        ({"top": 3}, "--top needs --positive LABEL, because there are 3 classes"),
        ({"top": 1, "positive": "yess"}, "--positive 'yess' is not a class; did you mean 'yes'?"),
        ({"costs": "yes=1"}, "neither a file nor in the expected form: actual:predicted=cost"),
        ({"costs": "yes:no"}, "neither a file nor in the expected form"),
        ({"costs": "no:yess=1"}, "'yess' is not a class; did you mean 'yes'?"),
        ({"costs": "yes:no=x"}, "the cost 'x' of predicting 'no' for 'yes' is not a finite number"),
        ({"costs": "yes:no=inf"}, "the cost 'inf' of predicting 'no' for 'yes' is not a finite number"),
        ({"costs": "yes:no=0,no:yes=0,no:a:b=c=0,a:b=c:no=0,yes:a:b=c=0,a:b=c:yes=0"}, "every cost is 0"),
    ],
)
def test_wrong_options(given, expected):
    assert expected in refusal(decisions.parse, options(**given), CLASSES, COUNTS)


def test_costs_as_words_and_as_a_file_agree(tmp_path):
    expected = [[0, 1.5, 1], [5, 0, 2], [3, 1, 0]]
    words = "no:yes=1.5, yes:no=5,yes:a:b=c=2,a:b=c:no=3"
    assert decisions.parse_costs(words, CLASSES).tolist() == expected
    path = tmp_path / "costs.csv"
    path.write_text("actual,yes,a:b=c,no\nyes,0,2,5\n\nno,1.5,1,0\n a:b=c ,1,0,3\n", encoding="utf-8-sig")
    assert decisions.parse_costs(str(path), CLASSES).tolist() == expected
    for text in (
        "",
        "actual,yes,no\nyes,0,1\nno,1,0\n",
        "actual,yes,a:b=c,no\nyes,0,2,5\nyes,0,2,5\nno,1,0,0\n",
    ):
        path.write_text(text)
        assert "are not for the classes no, yes, a:b=c" in refusal(decisions.parse_costs, str(path), CLASSES)
    path.write_text("actual,yes,a:b=c,no\nyes,0,2\nno,1,0,0\na:b=c,0,0,3\n")
    assert "rows whose length differs" in refusal(decisions.parse_costs, str(path), CLASSES)
    path.write_bytes(b"\xff\xfe\x00")
    assert "cannot read the costs" in refusal(decisions.parse_costs, str(path), CLASSES)

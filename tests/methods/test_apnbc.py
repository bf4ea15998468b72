import numpy as np
import pytest
from support.answers import predict
from support.real_data import with_cuts
from support.tables import made

from naivebench.core.decisions import decide_classes
from naivebench.core.table import class_counts
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import apnbc, apnbc_eda
from naivebench.methods.semi_naive.apnbc import Scored, choose_weight, count_correct_cases
from naivebench.papers.paper import read_paper

pytestmark = pytest.mark.data

SMALL = {"population": 50, "max_generations": 5}
# robles2003, Table 4: case counts behind the printed percentages k/N of data sets with two classes (vote: 394
# are printed)
PRINTED = {
    "breast": 682,
    "chess": 2817,
    "cleve": 255,
    "crx": 600,
    "german": 759,
    "glass2": 144,
    "hepatitis": 137,
    "pima": 610,
    "vote": 396,
}


def rng(seed=0):
    return np.random.default_rng(seed)


def random_scores(seed, n=40, k=2, rounded=True):
    r = rng(seed)
    scores = r.normal(size=(n, k)) * 2
    scores = np.round(scores) if rounded else scores
    y = r.integers(0, k, n)
    return Scored(scores, y, np.broadcast_to(np.bincount(y, minlength=k), (n, k)))


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("k", "rounded", "upper"),
    [(2, True, np.inf), (2, False, np.inf), (2, False, 5.0), (4, True, np.inf), (4, False, 5.0)],
)
def test_best_weight_equals_brute_force_over_all_midpoints(seed, k, rounded, upper):
    scored = random_scores(seed, k=k, rounded=rounded)
    start = rng(seed).normal(size=k) if k > 2 else np.zeros(k)
    c = seed % k
    others = (scored.scores + start)[:, np.arange(k) != c].max(axis=1) - scored.scores[:, c]
    edges = np.unique(np.round(np.minimum(others, np.log(upper)), 9))
    points = np.concatenate(
        [[edges[0] - 1], (edges[1:] + edges[:-1]) / 2, [] if np.isfinite(upper) else [edges[-1] + 1]]
    )

    def correct(log_weight):
        log_weights = start.copy()
        log_weights[c] = log_weight
        return count_correct_cases(scored, log_weights)

    found = choose_weight(scored, start, c, upper)
    assert found.correct == correct(found.log_weight) == max(map(correct, points))
    assert found.log_weight <= np.log(upper)


def test_among_equal_intervals_the_one_nearest_to_weight_one_wins_with_its_geometric_midpoint():
    log_odds = np.log([1 / 8, 1 / 4, 2, 16, 64])  # s_1 / s_0: class 0 wins if its weight is larger
    scores = np.stack([np.zeros(5), log_odds], axis=1)
    y = np.array([0, 1, 0, 1, 0])
    scored = Scored(scores, y, np.ones((5, 2)))
    low, _, correct = apnbc.count_correct_cases_by_interval(scored, np.zeros(2), 0)
    np.testing.assert_array_equal(correct, [2, 3, 2, 3, 2, 3])
    np.testing.assert_allclose(np.exp(low[1:]), [1 / 8, 1 / 4, 2, 16, 64])
    assert np.exp(choose_weight(scored, np.zeros(2), 0).log_weight) == pytest.approx(np.sqrt(2 * 16))
    assert np.exp(
        choose_weight(scored._replace(y=np.array([0, 1, 1, 1, 1])), np.zeros(2), 0).log_weight
    ) == pytest.approx(np.sqrt(1 / 32))


def test_infinite_scores():
    scores = np.array([[0.0, -np.inf], [-np.inf, 0.0], [0.0, 0.3], [0.0, -0.2]])
    scored = Scored(scores, np.array([0, 1, 0, 1]), np.ones((4, 2)))
    assert choose_weight(scored, np.zeros(2), 0).correct == 3
    scored = Scored(scores, np.array([1, 0, 0, 1]), np.ones((4, 2)))
    assert np.isfinite(choose_weight(scored, np.zeros(2), 0).log_weight)


@pytest.mark.parametrize("k", [2, 3])
@pytest.mark.parametrize("seed", range(4))
def test_training_accuracy_is_that_of_the_weights_and_at_least_that_of_naive_bayes(k, seed):
    table = made(seed, 60, (3, 2, 4), k, 0.1)
    model = apnbc.fit(table)
    scored = apnbc.score_cases(table, model.nb)
    reached = model.nb.facts["training_fitness"] * 60
    assert reached >= count_correct_cases(scored, np.zeros(k))
    assert reached == pytest.approx(count_correct_cases(scored, np.log(model.weights)))
    found = apnbc_eda.fit(table, rng=rng(), **SMALL)
    log_proba = apnbc_eda.leave_one_out(found, table)
    left_out = class_counts(table) - np.eye(k, dtype=int)[table.y]
    assert found.nb.facts["training_fitness"] * 60 == pytest.approx(
        (decide_classes(log_proba, left_out) == table.y).sum()
    )


def test_weights_of_one_are_naive_bayes_and_their_scale_does_not_matter():
    table = made(3, 60, missing=0.2)
    model = apnbc.fit(table)
    expected = predict(nb, table)
    np.testing.assert_allclose(
        apnbc.predict_log_proba(model._replace(weights=np.ones(3)), table), expected, atol=1e-12
    )
    weights = np.array([0.2, 3.0, 1.0])
    found = [apnbc.predict_log_proba(model._replace(weights=f * weights), table) for f in (1, 7)]
    np.testing.assert_allclose(*found, atol=1e-12)
    by_hand = np.exp(expected) * weights
    np.testing.assert_allclose(np.exp(found[0]), by_hand / by_hand.sum(axis=1, keepdims=True), atol=1e-12)


def test_the_last_class_keeps_weight_one():
    for seed in range(5):
        scored = random_scores(seed, 60, 4, rounded=False)
        log_weights, correct, tried = apnbc.optimise_weights(scored)
        assert log_weights[-1] == 0
        assert correct == count_correct_cases(scored, log_weights)
        others = [choose_weight(scored, log_weights, c).correct for c in range(3)]
        assert max(others) <= correct  # no other single change increases the number
        assert (tried - 1) % (3 * 61) == 0
    # here a change of the last weight increases it, but no change of another weight does
    scored = Scored(np.array([[1.0, 0.9, 0.5]]), np.array([2]), np.ones((1, 3)))
    assert apnbc.optimise_weights(scored)[1] == 0 < choose_weight(scored, np.zeros(3), 2).correct == 1


def test_a_weight_of_zero():
    scores = np.array([[0.0, -np.inf, -np.inf], [-1.0, -1.0, -2.0]])
    found = np.exp(apnbc.weight_classes(scores, np.array([0.0, 2.0, 1.0])))
    np.testing.assert_allclose(found[0], [0, 2 / 3, 1 / 3], atol=1e-12)
    np.testing.assert_allclose(found[1], [0, 2 * np.e / (2 * np.e + 1), 1 / (2 * np.e + 1)])


def test_compiled_fitness_equals_decide():
    scored = random_scores(5, 60, 4)
    counts = np.bincount(scored.y, minlength=4) - np.eye(4, dtype=int)[scored.y]
    scored = scored._replace(counts=counts)
    batch = np.concatenate([np.ones((1, 3)), np.zeros((1, 3)), 5 * rng(1).random((20, 3))])
    expected = [
        (decide_classes(scored.scores + np.log(np.maximum([*w, 1], 1e-300)), counts) == scored.y).mean()
        for w in batch
    ]
    np.testing.assert_array_equal(apnbc_eda.make_fitness_function(scored)(batch, -np.inf), expected)


@pytest.mark.parametrize("dataset", PRINTED)
def test_exact_optimum_and_eda_give_the_printed_case_count(dataset, folder):
    table = with_cuts(dataset, folder)
    scored = apnbc.score_cases(table, nb.fit(table), left_out=True)
    assert choose_weight(scored, np.zeros(2), 0, upper=5.0).correct == PRINTED[dataset]
    assert apnbc.optimise_weights(scored)[1] >= PRINTED[dataset]
    model = apnbc_eda.fit(table, rng=rng())
    log_proba = apnbc_eda.leave_one_out(model, table)
    assert model.nb.facts["training_fitness"] * len(table.y) == pytest.approx(PRINTED[dataset])
    assert (decide_classes(log_proba, scored.counts) == table.y).sum() == PRINTED[dataset]


@pytest.mark.parametrize(("dataset", "first", "last"), [("flare", 886, 893), ("flare-continuous", 890, 894)])
def test_the_printed_count_on_flare_takes_the_other_class_as_reference(folder, dataset, first, last):
    """83.77% of 1,066 cases are 893.

    By brute force over every weight in (0, 5] of one class, where the other class has weight 1: if the first
    class has the weight, as in our method, the optimum is below the printed number.
    """
    table = with_cuts(dataset, folder)
    log_proba = nb.leave_one_out(nb.fit(table), table)
    # cases with a log weight of the first class above their threshold are assigned to class 0
    threshold = log_proba[:, 1] - log_proba[:, 0]
    edges = np.concatenate([threshold - 1e-9, threshold + 1e-9, [-np.log(5), 0, np.log(5)]])
    right = {w: int(np.sum((w > threshold) == (table.y == 0))) for w in edges}
    assert max(k for w, k in right.items() if w <= np.log(5)) == first
    assert max(k for w, k in right.items() if w >= -np.log(5)) == last
    assert round(0.8377 * 1066) == 893


@pytest.mark.slow
def test_a_coordinate_ascent_beats_the_search_on_satimage(folder):
    """Two of the best weights are about 1e-8, which the search with normal distributions on [0, 5] reaches
    too late.

    The printed 85.19% of 6,435 cases are 5,482.
    """
    table = with_cuts("satimage", folder)
    scored = apnbc.score_cases(table, nb.fit(table), left_out=True)
    log_weights, correct, _ = apnbc.optimise_weights(scored, upper=5.0)
    assert (correct, count_correct_cases(scored, log_weights)) == (5488, 5488)
    assert np.sum(np.exp(log_weights) < 1e-7) == 2
    for seed, found in ((0, 5439), (1, 5457)):
        search = apnbc_eda.fit(table, rng=rng(seed)).nb.facts
        assert (round(search["training_fitness"] * 6435), search["evaluations"]) == (found, 105_500)
    assert round(0.8519 * 6435) == 5482
    paper = read_paper("robles2003")
    assert "5,488" in paper.notes["satimage"]["apnbc_eda"]
    assert "5,482" in next(text for text in paper.general if text.startswith("On satimage"))

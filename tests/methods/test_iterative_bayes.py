import numpy as np
import pytest
from support.tables import discrete, made

from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import iterative_bayes

OPTIONS = [{}, {"table": "counts"}, {"increment": "printed"}]


def rng(seed=0):
    return np.random.default_rng(seed)


def by_hand(table, alpha=1.0, max_iterations=10, by_counts=False, printed=False):
    """The algorithm of docs/methods/semi-naive.md#iterative-bayes with one table per attribute."""
    n, d = table.codes.shape
    k = len(table.classes)
    prior = (np.bincount(table.y, minlength=k) + 1) / (n + k)
    r = [len(a.values) for a in table.attributes]
    counts = [
        np.array(
            [[((table.codes[:, j] == v) & (table.y == c)).sum() for c in range(k)] for v in range(r[j])],
            float,
        )
        for j in range(d)
    ]
    tables = counts if by_counts else [(t + alpha) / (t.sum(axis=0) + alpha * len(t)) for t in counts]

    def probability(j):
        return (tables[j] + alpha) / (tables[j].sum(axis=0) + alpha * r[j]) if by_counts else tables[j]

    def posterior(x):
        p = prior.copy()
        for j in range(d):
            if x[j] >= 0:
                p = p * probability(j)[x[j]]
        return p / p.sum()

    evaluations = [np.mean([1 - posterior(x).max() for x in table.codes])]
    for _ in range(max_iterations):
        before = [t.copy() for t in tables]
        for x, y in zip(table.codes, table.y, strict=True):
            p = posterior(x)
            h = int(p.argmax())
            delta = (1 - p[h] / k if printed else (1 - p[h]) / k) * (1 if h == y else -1)
            for j in range(d):
                if x[j] >= 0:
                    tables[j][x[j]] += np.where(np.arange(k) == h, delta, -delta / 2)
                    tables[j][x[j]] = np.maximum(tables[j][x[j]], 0.01)
        evaluation = np.mean([1 - posterior(x).max() for x in table.codes])
        if evaluation >= evaluations[-1]:
            tables[:] = before
            break
        evaluations.append(evaluation)
    return np.log([posterior(x) for x in table.codes]), evaluations


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(3))
def test_equal_to_the_algorithm_by_hand(options, seed):
    table = made(seed, 50, (3, 2, 4), 3, 0.1)
    model = iterative_bayes.fit(table, **options)
    words = {"by_counts": options.get("table") == "counts", "printed": "increment" in options}
    log_proba, evaluations = by_hand(table, **words)
    np.testing.assert_allclose(model.facts["trace"]["doubt"], evaluations, atol=1e-9)
    np.testing.assert_allclose(iterative_bayes.predict_log_proba(model, table), log_proba, atol=1e-7)


@pytest.mark.parametrize("rare", [0, 1])
def test_a_tie_goes_to_the_class_with_more_cases(rare):
    """One attribute x, 5 cases of the common class (2 with x = 0) and 2 of the rare one (both with x = 0).

    With prior_alpha = 2 = alpha r, P(c) P(x | c) = (n_c + 2) / 11 (n_xc + 1) / (n_c + 2) = (n_xc + 1) / 11,
    a tie at x = 0. The first case has the common class and x = 0, so the correct prediction h = common adds
    delta = (1 - 1/2) / 2 = 1/4 to its entry, and takes 1/8 from the other. The entries are 3/7 and 3/4, so
    the second case is predicted by 19/28 and 5/8 times the priors 7/11 and 4/11, and so on.
    """
    common = 1 - rare
    x = np.array([0, 1, 0, 0, 1, 0, 1])
    y = np.array([0, 0, 0, 1, 0, 1, 0])  # 1 is the rare class
    prior = np.array([7 / 11, 4 / 11])
    entries = np.array([[3 / 7, 3 / 4], [4 / 7, 1 / 4]])
    for i, (v, c) in enumerate(zip(x, y, strict=True)):
        p = prior * entries[v]
        h = 0 if i == 0 else int(p.argmax())
        assert (abs(p[0] - p[1]) < 1e-12) == (i == 0)
        delta = (1 - p[h] / p.sum()) / 2 * (1 if h == c else -1)
        entries[v] = np.maximum(entries[v] + np.where(np.arange(2) == h, delta, -delta / 2), 0.01)
    table = discrete(x[:, None], np.where(y == 1, rare, common), [2], 2)
    model = iterative_bayes.fit(table, prior_alpha=2.0, max_iterations=1)
    assert model.facts["iterations"] == 1  # the pass is accepted
    np.testing.assert_allclose(np.exp(model.log_table[1:, [common, rare]]), entries, atol=1e-12)


def test_confident_correct_predictions_change_nothing():
    """60 attributes repeat the class, so P(h | x) rounds to 1, delta is 0 and no entry is raised to the
    floor.
    """
    y = np.repeat([0, 1], 200)
    table = discrete(np.repeat(y[:, None], 60, axis=1), y, [2] * 60, 2)
    model = iterative_bayes.fit(table)
    assert model.log_table.min() < np.log(0.01)
    np.testing.assert_array_equal(model.log_table, nb.fit(table).log_table)


def test_many_attributes_do_not_underflow():
    y = np.arange(40) % 2
    codes = np.where(rng().random((40, 3000)) < 0.45, 1 - y[:, None], y[:, None])
    model = iterative_bayes.fit(discrete(codes, y, [9] * 3000, 2), max_iterations=2)
    doubt = model.facts["trace"]["doubt"]
    assert np.isfinite(doubt).all()
    assert 0 <= doubt[0] < 0.5

import itertools

import numpy as np
import pytest
from support.made_tables import made

from naivebench.core import graphs
from naivebench.core.information import conditional_mutual_information
from naivebench.methods.bn_classifiers import families, tan
from naivebench.methods.naive_bayes import nb


def one_by_one(train, test, parents, smoothing="friedman", n0=5.0, alpha=1.0, prior_alpha=1.0):
    """log P(c | x) case by case from the formulas, for at most one parent per attribute."""
    k, n = len(train.classes), len(train.y)
    r = [len(a.values) for a in train.attributes]
    scores = np.zeros((len(test.y), k))
    for i, c in itertools.product(range(len(test.y)), range(k)):
        x = test.codes[i]
        scores[i, c] = np.log(((train.y == c).sum() + prior_alpha) / (n + k * prior_alpha))
        for j in range(len(r)):
            if x[j] < 0:
                continue
            column = train.codes[:, j]
            base = (train.y == c) & (column >= 0)
            if parents[j] and x[parents[j][0]] >= 0:
                base &= train.codes[:, parents[j][0]] == x[parents[j][0]]
            phat = (column == x[j]).sum() / (column >= 0).sum()
            pseudo, total = (n0 * phat, n0) if smoothing == "friedman" else (alpha, alpha * r[j])
            if phat > 0 or pseudo > 0:
                scores[i, c] += np.log(((base & (column == x[j])).sum() + pseudo) / (base.sum() + total))
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


@pytest.mark.parametrize("missing", [0.0, 0.25])
@pytest.mark.parametrize(
    "params",
    [{}, {"n0": 1.5}, {"smoothing": "laplace"}, {"smoothing": "laplace", "alpha": 0.2, "prior_alpha": 0}],
)
def test_equal_to_the_formula(missing, params):
    train, test = made(0, 80, (3, 2, 4, 2), 3, missing), made(1, 25, (3, 2, 4, 2), 3, missing)
    model = tan.fit(train, **params)
    assert sum(map(len, model.parents)) == 3
    np.testing.assert_allclose(
        tan.predict_log_proba(model, test), one_by_one(train, test, model.parents, **params), atol=1e-11
    )


@pytest.mark.parametrize("seed", [0, 1])
def test_tree_score_equals_brute_force_over_all_trees(seed):
    table = made(seed, 60, (3, 2, 4, 2, 3), 3, 0.1)
    weights = conditional_mutual_information(table)
    pairs = list(itertools.combinations(range(5), 2))

    def spans(edges):
        return (graphs.rooted_parents(list(edges), 5) == -1).sum() == 1

    best = max(sum(weights[e] for e in edges) for edges in itertools.combinations(pairs, 4) if spans(edges))
    found = sum(weights[j, parent[0]] for j, parent in enumerate(tan.fit(table).parents) if parent)
    assert found == pytest.approx(best, abs=1e-14)


def test_root_does_not_matter_without_smoothing():
    table = made(0, 300, (3, 2, 4, 2), 2)
    used = np.arange(4)
    edges = graphs.maximum_spanning_tree(conditional_mutual_information(table))
    results = []
    for root in used:
        parents = tuple((int(p),) if p >= 0 else () for p in graphs.rooted_parents(edges, 4, root))
        model = families.fit_tables(table, parents, families.Smoothing("friedman", 0.0, 0.0, 0.0))
        results.append(np.exp(tan.predict_log_proba(model, table)))
    for other in results[1:]:
        np.testing.assert_allclose(other, results[0], atol=1e-11)


def test_without_edges_and_with_laplace_tan_is_naive_bayes():
    table = made(0, 60, (3, 2, 4), 3, 0.2)
    model = families.fit_tables(table, ((), (), ()), families.Smoothing("laplace"))
    np.testing.assert_array_equal(
        tan.predict_log_proba(model, table), nb.predict_log_proba(nb.fit(table), table)
    )


def test_summary_names_the_tree():
    summary = tan.summarize(tan.fit(made(0, 80, (3, 2), 3)))
    assert summary == {
        "n_parameters": 2 + 3 * 2 + 3 * 3 * 1,
        "attributes_used": 2,
        "structure": {"x0": [], "x1": ["x0"]},
    }

import numpy as np
import pytest
from support import tables
from support.answers import predict

from naivebench.core.decide import decide_classes
from naivebench.core.table import Attribute, class_counts, make_table, subset
from naivebench.data.discretization import apply as discretization
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees import nbtree
from naivebench.methods.trees.columns import columns_of


def parity(n=600, seed=0, noise=0.05):
    """A table whose class is x0 xor x1 with noise, and x2 is irrelevant.

    Naive Bayes cannot learn it, but one split is enough.
    """
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 2, (n, 3))
    return tables.discrete(codes, codes[:, 0] ^ codes[:, 1] ^ (rng.random(n) < noise), n_values=2)


def nb_on_own_cuts(train, test):
    cuts = discretization.learn_cuts(train, nbtree.CUTS)
    return predict(nb, discretization.apply_cuts(train, cuts), discretization.apply_cuts(test, cuts))


def errors_by_refitting(part, branch, n_c):
    """Errors of one naive Bayes per branch, fitted again in every fold on cuts of the node's cases outside
    it.
    """
    fold, wrong = nbtree.assign_folds(part, columns_of(part, "nbtree")), 0
    for f in range(nbtree.FOLDS):
        cut = discretization.apply_cuts(
            part, discretization.learn_cuts(subset(part, np.flatnonzero(fold != f)), nbtree.CUTS)
        )
        for b in np.unique(branch):
            inside, outside = (
                np.flatnonzero((branch == b) & (fold == f)),
                np.flatnonzero((branch == b) & (fold != f)),
            )
            log_proba = predict(nb, subset(cut, outside), subset(cut, inside))
            wrong += int((decide_classes(log_proba, n_c) != part.y[inside]).sum())
    return wrong


def test_without_a_split_the_tree_is_nb():
    train, test = tables.mixed(90), tables.mixed(30, seed=1, missing=0)
    model = nbtree.fit(train, min_cases=10_000)
    assert len(model.nodes) == 1
    assert np.array_equal(nbtree.predict_log_proba(model, test), nb_on_own_cuts(train, test))


def test_parity_is_split_once_and_each_leaf_is_nb_of_its_cases():
    train, test = parity(), parity(100, 1)
    model = nbtree.fit(train)
    assert len(model.nodes) == 3
    column = model.nodes[0].column
    found = nbtree.predict_log_proba(model, test)
    for v in (0, 1):
        rows = np.flatnonzero(test.codes[:, column] == v)
        own = subset(train, np.flatnonzero(train.codes[:, column] == v))
        assert np.array_equal(found[rows], nb_on_own_cuts(own, subset(test, rows)))
    assert (found.argmax(axis=1) == test.y).mean() > 0.9


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(5))
def test_the_best_split_by_brute_force(seed, monkeypatch):
    part = tables.mixed(130, seed=seed)
    n_c = class_counts(part)
    splits = nbtree.list_candidates(part, columns_of(part, "nbtree"))
    assert {s.column for s in splits} == set(range(8))
    errors = [errors_by_refitting(part, s.branch, n_c) for s in splits]
    before = errors_by_refitting(part, np.zeros(130, int), n_c)
    for reduction in (0.0, 0.05, 0.3):
        monkeypatch.setattr(nbtree, "REDUCTION", reduction)
        found = nbtree.best_split(part, n_c, 1.0)
        if before - min(errors) > reduction * before:
            assert found.column == splits[int(np.argmin(errors))].column
        else:
            assert found is None


@pytest.mark.parametrize(("seed", "before", "after"), [(4, 57, 54), (7, 80, 76), (8, 67, 64)])
def test_by_default_a_split_must_avoid_more_than_a_twentieth_of_the_errors(seed, before, after):
    """The best split of these nearly random tables avoids 5.3, exactly 5.0 and 4.5 per cent of the errors."""
    part = parity(150, seed, noise=0.46)
    n_c, splits = class_counts(part), nbtree.list_candidates(part, columns_of(part, "nbtree"))
    assert errors_by_refitting(part, np.zeros(150, int), n_c) == before
    assert min(errors_by_refitting(part, s.branch, n_c) for s in splits) == after
    assert (len(nbtree.fit(part).nodes) > 1) == (20 * (before - after) > before)


def test_a_threshold_on_numbers():
    """The value of z determines the class, in the opposite direction above x = 0.3.

    The cut with the largest gain is there because z = 1 is more frequent.
    """
    rng = np.random.default_rng(0)
    x, z = rng.normal(size=400), (rng.random(400) < 0.8).astype(int)
    x[:2] = [0.29, 0.31]
    attributes = [Attribute("x", "linear"), Attribute("z", "nominal", ("no", "yes"))]
    train = make_table(attributes, ("a", "b"), np.where(x > 0.3, z, 1 - z), z[:, None], x[:, None])
    model = nbtree.fit(train)
    assert len(model.nodes) == 3
    assert model.nodes[0].column == 0
    assert 0.29 <= model.nodes[0].threshold < 0.31
    assert (nbtree.predict_log_proba(model, train).argmax(axis=1) == train.y).all()
    assert nbtree.summarize(model)["n_parameters"] == 1 + sum(
        nb.summarize(leaf.model)["n_parameters"] for leaf in model.nodes[1:]
    )


def test_missing_values_go_to_the_largest_branch():
    codes = np.array([[0, 1]] * 20 + [[1, 0]] * 30 + [[-1, 1]] * 10)
    split = nbtree.list_candidates(
        tables.discrete(codes, np.arange(60) % 2),
        columns_of(tables.discrete(codes, np.arange(60) % 2), "nbtree"),
    )[0]
    assert split.largest == 1
    assert np.bincount(split.branch).tolist() == [20, 40]
    train = parity()
    model = nbtree.fit(train)
    test = parity(50, 3)
    test.codes[:, model.nodes[0].column] = -1
    largest = np.bincount(train.codes[:, model.nodes[0].column]).argmax()
    leaf = model.nodes[model.nodes[0].children[largest]]
    assert np.array_equal(nbtree.predict_log_proba(model, test), nb.predict_log_proba(leaf.model, test))

"""The explanation of every method adds up to its own prediction."""

from __future__ import annotations

import importlib
import itertools
from pathlib import Path

import numpy as np
import pytest
from support import tables

from naivebench.core import explanations
from naivebench.core.decide import decide
from naivebench.core.logspace import logsumexp, normalize
from naivebench.core.table import Attribute, Counts, Table, make_table, subset
from naivebench.methods.bn_classifiers import aode, kdb
from naivebench.methods.high_cardinality import hpb
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb
from naivebench.methods.trees import c45, nbtree, rbc
from naivebench.models import catalogue, explain

ROOT = Path(__file__).resolve().parents[2]
LISTED = explain.EXPLAINED.split(", ")
ADDITIVE = {
    "naive_bayes.nb": ({}, {"alpha": 0}),
    "naive_bayes.nb_tuned": ({},),
    "naive_bayes.manb": ({},),
    "naive_bayes.awnb": ({},),
    "naive_bayes.wanbia": ({},),
    "bn_classifiers.skdb": ({"k": 2},),
    "bn_classifiers.kdb_hc": ({"k": 2},),
    "bn_classifiers.tan_hcsp": ({},),
    "bn_classifiers.tan": ({}, {"smoothing": "laplace", "alpha": 0}),
    "bn_classifiers.tan_tuned": ({"n0": 2},),
    "bn_classifiers.kdb": ({"k": 3},),
    "trees.rbc": ({}, {"alpha": 0}),
    "trees.rnbl": ({},),
}


def module(name: str):
    return importlib.import_module(f"naivebench.methods.{name}")


def made(n: int = 150, seed: int = 0, n_classes: int = 3) -> Table:
    """Dependent attributes with missing cells, in which the last value of each attribute is rare."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n)
    base = rng.integers(0, 3, n)
    codes = np.column_stack(
        [
            (y + (rng.random(n) < 0.4)) % 3,
            base,
            (base + y * (rng.random(n) < 0.7)) % 4,
            np.where(rng.random(n) < 0.05, 5, rng.integers(0, 5, n)),
            np.zeros(n, int),
        ]
    )
    codes = np.where(rng.random(codes.shape) < 0.15, -1, codes)
    return tables.discrete(codes, y, n_values=(3, 3, 5, 6, 1), n_classes=n_classes)


def impossible(table: Table) -> Table:
    """Cases that test the limits of explanations.

    They are cases with the value 4 of the third attribute, which does not occur in training, a case without
    any value, and all combinations of the first two attributes.
    """
    codes = table.codes.copy()
    codes[0, 2], codes[1] = 4, -1
    codes[2:14, :2] = list(itertools.product(range(-1, 2), range(-1, 3)))
    return table._replace(codes=codes)


@pytest.mark.parametrize(("name", "params"), [(m, p) for m, each in ADDITIVE.items() for p in each])
def test_terms_add_up_to_the_prediction(name, params):
    method, table = module(name), made()
    model = method.fit(table, rng=np.random.default_rng(0), **params)
    test = impossible(made(40, seed=1))
    explained = method.explain(model, test)
    assert explained.terms.shape == (40, 5, 3)
    joint = explanations.log_joint(explained)
    np.testing.assert_allclose(
        np.exp(normalize(joint, explained.prior)), np.exp(method.predict_log_proba(model, test)), atol=1e-12
    )
    assert not explained.terms[1].any()  # this case has no values


@pytest.mark.parametrize("method", [gnb, mixed_nb, module("directional.vmnb")], ids=lambda m: m.__name__)
def test_terms_of_numbers_and_angles_add_up(method):
    table = tables.mixed(missing=0.2)
    if method is gnb:
        table = table._replace(
            attributes=tuple(a for a in table.attributes if a.kind != "nominal"), codes=table.codes[:, 1::2]
        )
    model = method.fit(table)
    explained = method.explain(model, table)
    log_proba = normalize(explanations.log_joint(explained), explained.prior)
    np.testing.assert_allclose(log_proba, method.predict_log_proba(model, table), rtol=1e-12, atol=1e-12)
    for j, column in enumerate(tables.columns(table)):
        missing = np.isnan(column) if column.dtype.kind == "f" else column < 0
        assert not explained.terms[missing, j].any()
        assert explained.terms[~missing, j].any(axis=1).all()


def test_terms_are_conditional_on_the_stated_parents():
    """Terms are log P(x_j | c, parents) by counting with Laplace's smoothing."""
    table = made()
    model = kdb.fit(table, k=2, smoothing="laplace")
    explained = kdb.explain(model, table)
    for i, j in itertools.product(range(30), range(4)):
        x = table.codes[i, j]
        above = explained.parents[j][: explained.depth[i, j]]
        assert all(table.codes[i, p] >= 0 for p in above)
        if x < 0:
            assert not explained.terms[i, j].any()
            continue
        same = np.all(table.codes[:, above] == table.codes[i, above], axis=1) & (table.codes[:, j] >= 0)
        r = len(table.attributes[j].values)
        for c in range(3):
            of_class = same & (table.y == c)
            p = (np.sum(of_class & (table.codes[:, j] == x)) + 1) / (of_class.sum() + r)
            assert explained.terms[i, j, c] == pytest.approx(np.log(p), abs=1e-12)


def test_shares_of_super_parents_and_their_posteriors_give_the_posterior():
    for alpha, table in itertools.product((1.0, 0.0), (made(), impossible(made()))):
        model = aode.fit(made(), alpha=alpha)
        explained = aode.explain(model, table)
        member = logsumexp(explained.log_joint, axis=2)
        alone = np.isneginf(member).all(axis=1)
        assert alone[1] == (table.codes[1] < 0).all()
        with np.errstate(invalid="ignore"):
            weight = np.exp(member - logsumexp(member, axis=1)[:, None])
            posterior = np.exp(explained.log_joint - member[:, :, None])
        mixture = np.nan_to_num(weight[:, :, None] * posterior).sum(axis=1)
        expected = np.exp(aode.predict_log_proba(model, table))
        np.testing.assert_allclose(mixture[~alone], expected[~alone], atol=1e-12)
        fallback = normalize(explanations.log_joint(explained.fallback), explained.fallback.prior)
        np.testing.assert_allclose(np.exp(fallback[alone]), expected[alone], atol=1e-12)


def test_patterns_are_counted_and_smoothed_as_stated():
    train = made()
    model = hpb.fit(train)
    codes = impossible(made(40, seed=1)).codes.copy()
    codes[5, 3] = -2  # a value that does not occur in the training part
    test = made(40, seed=1)._replace(codes=codes)
    explained = hpb.explain(model, test)
    expected = hpb.predict_log_proba(model, test)
    for i in range(40):
        assert explained.used[i, explained.target[i]]
        np.testing.assert_allclose(explained.log_proba[i, explained.target[i]], expected[i], atol=1e-12)
        for f in np.flatnonzero(explained.used[i])[1:]:
            family = list(explained.families[f])
            assert (codes[i, family] != -1).all()
            same = np.all(train.codes[:, family] == codes[i, family], axis=1)
            n_wc = np.bincount(train.y[same], minlength=3)
            assert explained.counts[i, f].tolist() == n_wc.tolist()
            s = explained.s[f]
            p = (n_wc + s * np.exp(explained.prior[i, f])) / (n_wc.sum() + s) if n_wc.sum() + s else None
            if p is not None:
                np.testing.assert_allclose(np.exp(explained.log_proba[i, f]), p, atol=1e-12)


def test_attributes_that_are_never_observed_together():
    """Their family has no pattern, so a case with both is predicted from the parts."""
    codes, y = np.random.default_rng(0).integers(0, 2, (60, 2)), np.arange(60) % 2
    codes[:30, 0], codes[30:, 1] = -1, -1
    train = tables.discrete(codes, y, n_values=2)
    model = hpb.fit(train, S=1, b=0)
    both = subset(train, [0])._replace(codes=np.array([[0, 1]], np.int8))
    explained = hpb.explain(model, both)
    p = [
        (np.bincount(y[codes[:, j] == v], minlength=2) + 0.5) / ((codes[:, j] == v).sum() + 1)
        for j, v in ((0, 0), (1, 1))
    ]
    product = p[0] * p[1] / 0.5
    np.testing.assert_allclose(np.exp(explained.log_proba[0, -1]), product / product.sum(), atol=1e-12)
    np.testing.assert_array_equal(explained.log_proba[0, -1], hpb.predict_log_proba(model, both)[0])
    assert explained.counts[0, -1].sum() == 0


def fulfilled(table: Table, i: int, step: explanations.Step) -> bool:
    cell = tables.columns(table)[step.attribute][i]
    attribute = table.attributes[step.attribute]
    if attribute.kind in ("nominal", "ordinal") and cell < 0:
        return not step.observed
    if attribute.kind == "ordinal":
        cell = float(attribute.values[cell]) if attribute.values[0].isdigit() else cell
    if np.isnan(cell):
        return not step.observed
    return step.observed and bool(
        {"<=": cell <= step.value, ">": cell > step.value, "=": cell == step.value}[step.relation]
    )


@pytest.mark.parametrize("laplace", [0, 1])
def test_leaves_give_the_prediction_and_their_tests_are_true(laplace):
    train = tables.mixed(300, missing=0.15)
    model = c45.fit(train, laplace=laplace)
    explained = c45.explain(model, train)
    expected = np.exp(c45.predict_log_proba(model, train))
    for i, leaves in enumerate(explained.leaves):
        assert sum(leaf.weight for leaf in leaves) == pytest.approx(1)
        p = sum(leaf.size for leaf in leaves) * sum(leaf.weight * leaf.distribution for leaf in leaves)
        p = p + explained.laplace
        np.testing.assert_allclose(p / p.sum(), expected[i], atol=1e-12)
        assert all(fulfilled(train, i, step) for leaf in leaves for step in leaf.steps)
    assert max(len(leaves) for leaves in explained.leaves) > 1


def test_nbtree_gives_the_terms_of_the_leaf_that_the_tests_reach():
    rng = np.random.default_rng(0)
    n = 400
    switch, a, b, x = rng.integers(0, 2, n), rng.integers(0, 2, n), rng.integers(0, 3, n), rng.normal(size=n)
    y = np.where(switch == 1, a, 1 - a) ^ (rng.random(n) < 0.05)
    codes = np.column_stack([switch, a, b])
    codes[rng.random(codes.shape) < 0.05] = -1
    attributes = [
        *(Attribute(f"x{j}", "nominal", tables.labels(r)) for j, r in enumerate((2, 2, 3))),
        Attribute("x", "linear"),
    ]
    table = make_table(attributes, ("c", "d"), y, codes, x[:, None])
    model = nbtree.fit(table)
    test = table._replace(
        reals=np.where(np.arange(n)[:, None] % 3, table.reals, np.nan), codes=table.codes.copy()
    )
    test.codes[0], test.reals[0] = -1, np.nan
    explained = nbtree.explain(model, test)
    log_proba = normalize(explanations.log_joint(explained), explained.prior)
    np.testing.assert_allclose(log_proba, nbtree.predict_log_proba(model, test), rtol=0, atol=1e-12)
    assert explained.route[0] == ()
    assert all(len(route) for route in explained.route[1:])
    assert all(
        fulfilled(test, i, step) or not step.observed
        for i, route in enumerate(explained.route)
        for step in route
    )


def test_the_path_through_rbc_follows_the_predictions_of_its_nodes():
    table = tables.discrete(*parity())
    model = rbc.fit(table)
    explained = rbc.explain(model, table)
    assert len(model.nodes) > 1
    for i, route in enumerate(explained.route):
        node, one = 0, subset(table, [i])
        for step in route:
            label = decide(nb.predict_log_proba(model.nodes[node], one), model.class_counts)[0]
            assert (step.relation, step.value) == ("=", label)
            node = model.children[node, label]
        np.testing.assert_array_equal(explained.terms[i], nb.explain(model.nodes[node], one).terms[0])


def parity() -> tuple[np.ndarray, np.ndarray]:
    codes = np.array(list(itertools.product(range(2), range(2), range(3))) * 8)
    return codes, (codes[:, 0] | codes[:, 1]) ^ (codes[:, 2] == 2)


def words(n: int = 60, d: int = 12, seed: int = 0) -> Table:
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    full = rng.poisson(0.4 + (np.arange(d) % 3 == y[:, None]), size=(n, d))
    full[0], full[:, -1] = 0, 0  # a case without words, and a word that no case has
    indptr = np.concatenate([[0], np.cumsum((full > 0).sum(axis=1))])
    counts = Counts(indptr, np.nonzero(full)[1].astype(np.int32), full[full > 0].astype(float), d)
    return make_table([Attribute("text", "count", tables.labels(d, "w"))], ("a", "b", "c"), y, counts=counts)


@pytest.mark.parametrize(
    ("name", "params"),
    [
        ("nb_mn", {}),
        ("nb_mn", {"alpha": 0}),
        ("nb_mn", {"composition": "fraction", "n_words": 5}),
        ("cnb", {}),
        ("cnb", {"normalize_weights": True, "tf_idf": True}),
        ("nb_bernoulli", {}),
    ],
)
def test_terms_of_words_add_up_to_the_prediction(name, params):
    method, table = module(f"sequences.{name}"), words()
    model, test = method.fit(table, **params), words(30, seed=1)
    explained = method.explain(model, test)
    log_proba = normalize(explanations.log_joint(explained), explained.prior)
    np.testing.assert_allclose(
        np.exp(log_proba), np.exp(method.predict_log_proba(model, test)), rtol=0, atol=1e-12
    )
    assert len(explained.words) == len(explained.counts.data)
    assert set(explained.words) <= set(test.attributes[0].values)


def test_the_methods_named_are_those_that_explain():
    stanzas = catalogue.methods().values()
    modules = sorted(
        {s["module"] for s in stanzas if "module" in s and not s["module"].startswith("baselines")}
    )
    assert sorted(LISTED) == sorted(m.split(".")[1] for m in modules if hasattr(module(m), "explain"))

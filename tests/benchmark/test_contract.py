"""Every method of the catalogue satisfies docs/methods/conventions.md#guarantees-of-every-method.

These are the contract and the matrix of edge cases.
"""

from __future__ import annotations

import functools
import inspect
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import generated, tables

from naivebench.benchmark import configuration
from naivebench.core.checks import InputError
from naivebench.core.table import (
    KINDS,
    Attribute,
    Table,
    class_counts,
    make_table,
    n_cases,
    n_classes,
    restrict_values,
    subset,
    without_labels,
)
from naivebench.data.discretization import apply as discretization
from naivebench.models import registry

pytestmark = pytest.mark.slow

METHODS = {
    name: stanza
    for name, stanza in configuration.methods_of(Path(__file__).parents[2]).items()
    # tests/benchmark/test_sequence_contract.py tests the others
    if stanza.get("method") != "external"
    and "package" not in stanza
    and set(stanza["kinds"]) - {"count", "sequence"}
}
ALL = sorted(METHODS)
SMALLER = {  # settings that make the test faster
    "random_forest": {"n_trees": 10},
    **{m: {"max_iter": 8} for m in ("hist_gradient_boosting", "native_boosting", "target_encoding_boosting")},
    "hdp": {"sweeps": 12, "burn_in": 4},
    "eskdb": {"members": 2},
    "aibn_tan": {"aibn_smoothing": 1, "mmi": 0.95},
    "ienb_egna": {"population": 60, "max_generations": 8},
    **{m: {"samples": 1000} for m in ("sel_vmnb", "sel_gnb")},
    **{m: {"b": 1} for m, stanza in METHODS.items() if stanza["module"] == "high_cardinality.hpb"},
}
SMALL_SEARCH = {
    "population": 12,
    "max_generations": 2,
    "evaluations": 40,
    "restarts": 2,
}

BASELINES = {"logistic_regression", "linear_svm", "cart", "random_forest", "hist_gradient_boosting", "knn"}
BASELINES |= {"logistic_regression_library", "linear_svm_library"}
BASELINES |= {"hashed_logistic", "target_encoding_boosting", "native_boosting"}
RANDOM = {
    "cart": "equally good splits are drawn at random",
    "random_forest": "bootstrap and columns are drawn by position",
    **dict.fromkeys(
        ("hist_gradient_boosting", "native_boosting"),
        "equally good splits go to the first attribute, categories are sorted by unstable sums",
    ),
    "target_encoding_boosting": "the inner folds are drawn by position",
}
SEARCHES = {
    "fssj": "ties go to the attribute that stands first",
    "bsej": "ties go to the attribute that stands first",
    "weka_tan": "ties go to the attribute that stands first",
    **dict.fromkeys(
        ("selective_nb", "tan_hc", "tan_hcsp", "kdb_hc", "bnc_hc", "bnc_hc_bdeu", "lbr"),
        "ties go to the attribute that stands first",
    ),
    **{
        name: "individuals are drawn gene by gene, in the order of the attributes"
        for name, s in METHODS.items()
        if s.get("stochastic")
    },
}
IN_FILE_ORDER = dict.fromkeys(
    ("iterative_bayes", "iterative_bayes_counts", "iterative_bayes_printed"),
    "corrects its table case by case",
)
# the class weights or the prior itself are tuned
TUNED_PRIOR = {
    name
    for name, s in METHODS.items()
    if s["module"].split(".")[1] in ("alr", "apnbc", "apnbc_eda", "ienb", "pazzani_eda_ienb")
}
IMPUTED = {"weka_tan": "a missing value becomes the most frequent one"}
FEW_GENES = {"ienb_egna": "EGNA holds numbers per pair of genes, and every probability is one"}
INNER_FOLDS = dict.fromkeys(("sel_vmnb", "sel_gnb"), "the inner folds are drawn by position")
DRAWS_CASES = {
    **RANDOM,
    **INNER_FOLDS,
    "linear_svm": "the inner folds of the calibration are drawn by position",
    "linear_svm_library": "the inner folds of the calibration are drawn by position",
}
ROOTED = dict.fromkeys(
    (
        *(m for m, s in METHODS.items() if s["module"] == "bn_classifiers.tan"),
        "tan_tuned",
        "aibn_tan",
        "alr_tan",
    ),
    "the root is the first attribute, and smoothed tables depend on the direction of the edges",
)
COUNTS_ATTRIBUTES = {
    "weka_tan": "gains may be negative, so the tree may lead through a constant attribute",
    **dict.fromkeys(
        (m for m, s in METHODS.items() if s["module"] == "bn_classifiers.aode"),
        "averages over attributes, so a constant one adds a naive Bayes model to the average",
    ),
    **dict.fromkeys(("a2de", "aodesr", "weka_a1de", "weka_a2de"), "as aode, over sets of attributes"),
    "iterative_bayes": "corrects the tables of constant attributes too, unequally for the classes",
    "iterative_bayes_counts": "as iterative_bayes",
    "iterative_bayes_printed": "as iterative_bayes",
    **{
        name: "every attribute is a gene, and each gene changes what is drawn"
        for name, s in METHODS.items()
        if s.get("stochastic")
    },
}
# in nats, because the solvers stop at a tolerance
ITERATIVE = {"logistic_regression": 1e-2, "linear_svm": 1e-2, "hashed_logistic": 1e-2}
ITERATIVE |= {"logistic_regression_library": 1e-2, "linear_svm_library": 1e-2}


FREQUENCIES = {  # these methods predict the class frequencies here
    "majority": "its definition",
    "prior": "its definition",
    "hc_df": "no row of the default table pays off on so few cases",
}


def tolerance(method: str) -> float:
    return ITERATIVE.get(method, 1e-9)


def prepare(method: str, train: Table, test: Table) -> tuple[Table, Table]:
    """Prepare both parts as the benchmark does.

    They have the accepted kinds, and cut points and value lists from the training part.
    """
    stanza = METHODS[method]
    train, test = tables.of_kinds(train, stanza["kinds"]), tables.of_kinds(test, stanza["kinds"])
    if stanza.get("discretize"):
        cuts = discretization.learn(train, stanza["discretize"])
        train, test = discretization.apply(train, cuts), discretization.apply(test, cuts)
    rows = np.arange(n_cases(train))
    both = make_table(
        train.attributes,
        train.classes,
        np.append(train.y, test.y),
        np.vstack([train.codes, test.codes]),
        np.vstack([train.reals, test.reals]),
    )
    both = restrict_values(both, rows, registry.unseen_code(registry.load(stanza["module"])))
    return subset(both, rows), subset(both, np.arange(n_cases(train), n_cases(both)))


def of_each(methods):
    """Parametrize a test with these methods."""
    return pytest.mark.parametrize("method", methods)


def params(method: str) -> dict:
    given = METHODS[method].get("params", {})
    known = inspect.signature(registry.load(METHODS[method]["module"]).fit).parameters
    return {**given, **{k: v for k, v in SMALL_SEARCH.items() if k in known}, **SMALLER.get(method, {})}


def fit(method: str, train: Table):
    """Fit a model on a prepared training part and check its summary."""
    module = registry.load(METHODS[method]["module"])
    model = module.fit(train, rng=np.random.default_rng(0), **params(method))
    check_summary(module.summarize(model), len(train.attributes))
    return model


def ask(method: str, model, test: Table) -> np.ndarray:
    """Predict log probabilities of the cases of a prepared test part and check their form."""
    log_proba = registry.load(METHODS[method]["module"]).predict_log_proba(model, test)
    check_posterior(log_proba, n_cases(test), n_classes(test))
    return log_proba


def predict(method: str, train: Table, test: Table) -> np.ndarray:
    """Log probabilities of the test cases."""
    train, test = prepare(method, train, test)
    before = content(train), content(test)
    log_proba = ask(method, fit(method, train), test)
    assert (content(train), content(test)) == before  # methods share the tables of a job
    return log_proba


def content(table: Table) -> bytes:
    return pickle.dumps(table)


def check_posterior(log_proba: np.ndarray, n: int, k: int) -> None:
    assert log_proba.shape == (n, k)
    assert log_proba.dtype == np.float64
    assert not np.isnan(log_proba).any()
    assert (log_proba <= 1e-12).all()
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1, atol=1e-9)


def check_summary(summary: dict, n_attributes: int) -> None:
    assert isinstance(summary["n_parameters"], int)
    assert summary["n_parameters"] >= 0
    assert 0 <= summary["attributes_used"] <= n_attributes


def assert_same(a: np.ndarray, b: np.ndarray, atol: float) -> None:
    """Assert that log probabilities are equal.

    Where both are below e^-20 they may differ, because there the tolerances of solvers are absolute.
    """
    floor = -700 if atol < 1e-6 else -20
    np.testing.assert_allclose(np.maximum(a, floor), np.maximum(b, floor), atol=atol, rtol=atol)


def parts(seed: int = 0, n: int = 150, **settings) -> tuple[Table, Table]:
    table = tables.mixed(n, seed=seed, **settings)
    return subset(table, np.arange(2 * n // 3)), subset(table, np.arange(2 * n // 3, n))


@functools.cache
def usual_model(method: str):
    """The model of the training part of `parts`, which several tests use."""
    return fit(method, prepare(method, *parts())[0])


def ask_usual(method: str, test: Table) -> np.ndarray:
    """Predictions of the usual model for another test part, which does not affect the fit."""
    return ask(method, usual_model(method), prepare(method, parts()[0], test)[1])


@functools.cache
def usual(method: str, seed: int = 0) -> np.ndarray:
    """Predictions for the test part of `parts`, with which several tests compare."""
    return predict(method, *parts(seed)) if seed else ask_usual(method, parts()[1])


@of_each(ALL)
def test_stanza_names_a_module_that_satisfies_the_contract(method):
    stanza = METHODS[method]
    assert set(stanza["kinds"]) <= set(KINDS)
    assert stanza["cost"] in ("light", "normal", "heavy")
    assert stanza.get("discretize", "fayyad_irani") in discretization.DISCRETIZERS
    assert registry.load(stanza["module"]).__doc__


@of_each(ALL)
def test_posteriors_are_distributions_and_follow_the_data(method):
    train, test = parts()
    log_proba = usual(method)
    baseline = class_counts(train).max() / n_cases(train)
    assert method in FREQUENCIES or (log_proba.argmax(axis=1) == test.y).mean() > baseline


@of_each([m for m in ALL if m not in RANDOM and m not in SEARCHES])
def test_order_of_attributes_does_not_matter(method):
    train, test = parts(seed=1)
    order = [0, 6, 3, 1, 7, 2, 5, 4] if method in ROOTED else [6, 3, 1, 7, 0, 2, 5, 4]
    assert_same(
        usual(method, 1),
        predict(method, tables.select(train, order), tables.select(test, order)),
        tolerance(method),
    )


@of_each([m for m in ALL if m not in DRAWS_CASES and m not in IN_FILE_ORDER])
def test_order_of_cases_does_not_matter(method):
    train, test = parts(seed=1)
    shuffled = subset(train, np.random.default_rng(0).permutation(n_cases(train)))
    assert_same(usual(method, 1), predict(method, shuffled, test), tolerance(method))


LAST_CLASS = {"apnbc": "the last class keeps weight 1, the others are searched for"}


@of_each([m for m in ALL if m not in {**DRAWS_CASES, **LAST_CLASS} and not METHODS[m].get("stochastic")])
def test_order_of_classes_permutes_the_columns(method):
    train, test = parts(seed=1)
    new_code = np.array([2, 0, 1])
    renamed = [
        t._replace(
            y=new_code[t.y].astype(np.int32), classes=tuple(t.classes[i] for i in np.argsort(new_code))
        )
        for t in (train, test)
    ]
    assert_same(usual(method, 1), predict(method, *renamed)[:, new_code], tolerance(method))


@of_each(ALL)
def test_zero_attributes_give_the_prior(method):
    train, test = (tables.select(part, []) for part in parts())
    log_proba = predict(method, train, test)
    assert np.ptp(log_proba, axis=0).max() == 0
    if method in TUNED_PRIOR:  # the search only optimizes the predicted class
        assert log_proba[0].argmax() == class_counts(train).argmax()
        return
    assert np.array_equal(
        np.argsort(log_proba[0], kind="stable"), np.argsort(class_counts(train), kind="stable")
    )
    if method in BASELINES:
        np.testing.assert_allclose(np.exp(log_proba[0]), class_counts(train) / n_cases(train))


@of_each([m for m in ALL if m not in {*BASELINES, *TUNED_PRIOR, *IMPUTED}])
def test_a_case_with_all_attributes_missing_gets_the_prior(method):
    train, test = parts()
    blank = test._replace(codes=np.full_like(test.codes, -1), reals=np.full_like(test.reals, np.nan))
    prior = predict(method, tables.select(train, []), tables.select(test, []))
    assert_same(ask_usual(method, blank), prior, 1e-9)


@of_each(ALL)
def test_empty_test_set(method):
    assert ask_usual(method, subset(parts()[1], [])).shape == (0, 3)


@of_each(ALL)
def test_one_class_in_training(method):
    train, test = parts()
    log_proba = predict(method, subset(train, np.flatnonzero(train.y == 1)), test)
    assert (log_proba.argmax(axis=1) == 1).mean() > 0.9
    assert method not in BASELINES or np.array_equal(
        np.exp(log_proba), np.tile([0.0, 1.0, 0.0], (n_cases(test), 1))
    )


@of_each(ALL)
@pytest.mark.parametrize("cases_of_class", [0, 1, 2])
def test_class_with_few_or_no_cases(method, cases_of_class):
    train, test = parts()
    rows = np.concatenate([np.flatnonzero(train.y != 2), np.flatnonzero(train.y == 2)[:cases_of_class]])
    log_proba = predict(method, subset(train, rows), test)
    if cases_of_class == 0 and method in BASELINES:
        assert np.isneginf(log_proba[:, 2]).all()


@of_each([m for m in ALL if m not in COUNTS_ATTRIBUTES])
@pytest.mark.parametrize("content", ["constant", "missing"])
def test_constant_and_missing_attributes_are_harmless(method, content):
    train, test = parts()
    wider = []
    for part in (train, test):
        n, missing = n_cases(part), content == "missing"
        part = tables.append(
            part, Attribute("same", "nominal", ("a",), declared=True), np.full(n, -1 if missing else 0)
        )
        part = tables.append(
            part, Attribute("level", "ordinal", ("1", "2", "3")), np.full(n, -1 if missing else 1)
        )
        wider.append(tables.append(part, Attribute("size", "linear"), np.full(n, np.nan if missing else 7.5)))
    assert_same(usual(method), predict(method, *wider), tolerance(method))


@of_each(ALL)
@pytest.mark.parametrize("content", [0, -1])
def test_only_constant_or_missing_attributes(method, content):
    train, test = parts()
    blank = [
        make_table(
            METHODS_BLANK, t.classes, t.y, np.full((n_cases(t), 2), content), np.full((n_cases(t), 2), np.nan)
        )
        for t in (train, test)
    ]
    log_proba = predict(method, *blank)
    assert np.ptp(log_proba, axis=0).max() < 1e-12


METHODS_BLANK = (
    Attribute("a", "nominal", ("x", "y")),
    Attribute("b", "linear"),
    Attribute("c", "ordinal", ("1", "2")),
    Attribute("d", "angular"),
)


# modules for which a new value differs from a missing cell, and what the new value means there
TELL = {
    "high_cardinality.de": "no training case has the combination",
    "high_cardinality.ade": "no training case has the combination",
    "high_cardinality.hpb": "no training case has a pattern with it",
    "high_cardinality.decision_graph": "it is another value than that of a binary split",
    "high_cardinality.hc_df": "it is in no explicit row",
    "high_cardinality.bn_dg": "as decision_graph",
    "high_cardinality.bn_hc": "as hc_df",
}


@of_each(ALL)
def test_an_unseen_value_counts_as_missing_unless_the_method_distinguishes_them(method):
    train, test = parts(missing=0)
    train = subset(train, np.flatnonzero((train.codes[:, 2] != 3) & (train.codes[:, 3] != 4)))
    unseen, missing = test.codes.copy(), test.codes.copy()
    unseen[:, 2:], missing[:, 2:] = [3, 4], -1
    model = fit(method, prepare(method, train, test)[0])
    found = [
        ask(method, model, prepare(method, train, test._replace(codes=codes))[1])
        for codes in (unseen, missing)
    ]
    module = METHODS[method]["module"]
    assert getattr(registry.load(module), "TELLS_UNSEEN", False) == (module in TELL)
    assert np.array_equal(*found) or module in TELL


@of_each(ALL)
def test_duplicate_cases(method):
    train, test = parts()
    predict(method, subset(train, np.repeat(np.arange(n_cases(train)), 3)), test)
    predict(method, subset(train, np.repeat(train.y.argsort()[[0, -1]], 8)), test)


@pytest.mark.long
@of_each(ALL)
def test_fewer_cases_than_attributes(method):
    rng, codes, y = (
        np.random.default_rng(0),
        np.random.default_rng(1).integers(0, 3, (10, 15)),
        np.arange(10) % 2,
    )
    attributes = [Attribute(f"x{j}", "ordinal", ("0", "1", "2")) for j in range(15)] + [
        Attribute(f"z{j}", "linear") for j in range(5)
    ]
    table = make_table(attributes, ("a", "b"), y, codes, rng.normal(size=(10, 5)))
    predict(method, subset(table, np.arange(5)), table)
    predict(method, subset(table, [0, 1]), table)


def with_many_values(count=18846):
    """A table whose last attribute has `count` values, of which at most 500 occur."""
    table, rng = tables.mixed(500, 2), np.random.default_rng(0)
    seen = min(400, count // 2)
    values = np.append(rng.permutation(count)[:seen], rng.integers(0, count, 500 - seen))
    return tables.append(table, Attribute("user", "nominal", tables.labels(count), declared=True), values)


@pytest.mark.long
@of_each([m for m in ALL if m not in FEW_GENES])
def test_95_classes(method):
    table = tables.mixed(95 * 2, 95, seed=4)
    predict(method, table, subset(table, np.arange(50)))


@pytest.mark.long
@of_each([m for m in ALL if m not in FEW_GENES])
def test_attribute_with_18846_values(method):
    """Some methods get fewer values, because their cost grows with the square: genes in pairs, or left out in
    turn.
    """
    table = with_many_values({"ienb_mimicc": 2000, "ienb_leave_one_out": 400}.get(method, 18846))
    predict(method, subset(table, np.arange(450)), subset(table, np.arange(400, 500)))


@pytest.mark.parametrize("method", FEW_GENES)
def test_a_search_over_too_many_genes_is_refused_with_the_reason(method):
    for table in (tables.mixed(95 * 4, 95, seed=4), with_many_values()):
        with pytest.raises(InputError, match=r"network over \d+ genes, more than 1000"):
            predict(method, table, table)


@of_each(ALL)
def test_angles_at_the_cut_of_the_circle(method):
    angles = np.where(np.arange(40) % 2, np.pi, -np.pi) + np.where(np.arange(40) < 20, 0, 1.5)
    table = tables.linear(angles[:, None], np.arange(40) // 20, kind="angular")
    predict(method, table, subset(table, [0, 1, 38, 39]))
    ends = tables.linear(
        np.where(np.arange(20) % 2, np.pi, -np.pi)[:, None], np.arange(20) // 10, kind="angular"
    )
    predict(method, ends, ends)


@of_each(ALL)
def test_classes_of_the_test_part_are_not_used(method):
    test = parts()[1]
    assert np.array_equal(usual(method), ask_usual(method, test._replace(y=np.full_like(test.y, -1))))
    assert np.array_equal(usual(method), ask_usual(method, without_labels(test)))  # as the benchmark calls it


@of_each([m for m in ALL if hasattr(registry.load(METHODS[m]["module"]), "leave_one_out")])
def test_leave_one_out_equals_refitting(method):
    module = registry.load(METHODS[method]["module"])
    table = prepare(method, *[tables.mixed(24, seed=5)] * 2)[0]
    before = content(table)
    found = module.leave_one_out(table, rng=np.random.default_rng(0), **params(method))
    assert content(table) == before
    check_posterior(found, 24, 3)
    for i in range(24):
        model = module.fit(
            subset(table, np.delete(np.arange(24), i)), rng=np.random.default_rng(0), **params(method)
        )
        assert_same(found[[i]], module.predict_log_proba(model, subset(table, [i])), 1e-9)


def arrays_of(*parts_of_table: Table) -> list[bytes]:
    return [a.tobytes() for part in parts_of_table for a in (part.codes, part.reals, part.y)]


def renamed(table: Table) -> Table:
    """The table with other labels in the same order."""
    attributes = tuple(a._replace(values=tuple(f"a{v}" for v in a.values)) for a in table.attributes)
    return table._replace(attributes=attributes, classes=tuple(f"a{c}" for c in table.classes))


@pytest.mark.long
@of_each(ALL)
@generated.examples(5)
@given(generated.parts(), st.randoms(use_true_random=False))
def test_generated_tables(method, both, random):
    train, test = prepare(method, *both)
    before = arrays_of(train, test)
    try:
        model = fit(method, train)
    except InputError:
        if method in FEW_GENES:
            return
        raise
    found = ask(method, model, test)
    assert ask(method, fit(method, train), test).tobytes() == found.tobytes()
    assert ask(method, fit(method, renamed(train)), renamed(test)).tobytes() == found.tobytes()
    rows = random.sample(range(len(found)), len(found))
    assert_same(ask(method, model, subset(test, rows)), found[rows], 1e-9)
    assert arrays_of(train, test) == before

"""Every method of the catalogue satisfies docs/methods/conventions.md#guarantees-of-every-method.

These are the contract and the matrix of edge cases. A test has a method and a kind of data: `columns` (two
nominal, ordinal, linear and angular attributes each), `count` (words of documents) or `sequence`.
"""

from __future__ import annotations

import functools
import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies
from support import generated, tables
from support import sequence_tables as st

from naivebench.benchmark import configuration
from naivebench.core.checks import InputError
from naivebench.core.table import (
    Attribute,
    Counts,
    Table,
    class_counts,
    hide_labels,
    make_table,
    n_cases,
    n_classes,
    restrict_to_seen_values,
    subset,
)
from naivebench.data.discretization import cut_points
from naivebench.methods.edas.eda_loop import Search
from naivebench.methods.semi_naive import pazzani_eda
from naivebench.models import method_stanzas, registry

pytestmark = pytest.mark.slow

METHODS = {
    name: stanza
    for name, stanza in configuration.read_configured_methods(Path(__file__).parents[2]).items()
    if "module" in stanza and "package" not in stanza
}
COLUMNS = [(name, "columns") for name, s in METHODS.items() if set(s["kinds"]) - {"count", "sequence"}]
TEXTS = [(name, kind) for name, s in METHODS.items() for kind in ("count", "sequence") if kind in s["kinds"]]
ALL = sorted(COLUMNS + TEXTS)


def of_module(*names: str) -> list[str]:
    """The methods of some modules."""
    return [method for method, stanza in METHODS.items() if stanza["module"] in names]


SMALLER = {  # settings that make the test faster
    "random_forest": {"n_trees": 10},
    **{m: {"max_iter": 8} for m in ("hist_gradient_boosting", "native_boosting", "target_encoding_boosting")},
    "hdp": {"sweeps": 12, "burn_in": 4},
    "eskdb": {"members": 2},
    "aibn_tan": {"aibn_smoothing": 1, "mmi": 0.95},
    "ienb_egna": {"population": 60, "max_generations": 8},
    **{m: {"samples": 1000} for m in ("sel_vmnb", "sel_gnb")},
    **{m: {"b": 1} for m in of_module("high_cardinality.hpb")},
    **{m: {"max_iter": 15} for m in of_module("sequences.class_hmm")},
}
SMALL_SEARCH = {"population": 12, "max_generations": 2}

SVM_COUNTS = [method for method in METHODS if method.startswith("linear_svm_counts")]
LINEAR = ["logistic_regression", "linear_svm", "logistic_regression_library", "linear_svm_library"]
BASELINES = {*LINEAR, "cart", "random_forest", "hist_gradient_boosting", "knn", "hashed_logistic"}
BASELINES |= {"target_encoding_boosting", "native_boosting"}
HMM = of_module("sequences.class_hmm")
TREES_OF_WORDS = ["c45", "weka_j48", "c45_300"]
PROTEIN = of_module("sequences.nb_protein")
ITERATIVE_BAYES = of_module("semi_naive.iterative_bayes")
STOCHASTIC = [name for name, stanza in METHODS.items() if stanza.get("stochastic")]

# methods to which a guarantee does not apply, each with the reason
DRAWN_BY_POSITION = {  # draws cases by their position
    **dict.fromkeys(["cart", "random_forest"], "equally good splits, bootstraps and columns are drawn"),
    **dict.fromkeys(
        ["hist_gradient_boosting", "native_boosting"],
        "equally good splits go to the first attribute, categories are sorted by unstable sums",
    ),
    "target_encoding_boosting": "the inner folds are drawn by position",
}
INNER_FOLDS = dict.fromkeys(
    ["sel_vmnb", "sel_gnb", "linear_svm", "linear_svm_library", *SVM_COUNTS],
    "the inner folds are drawn by position",
)
DRAWS_CASES = {**DRAWN_BY_POSITION, **INNER_FOLDS}
ORDERED_ATTRIBUTES = {
    **DRAWN_BY_POSITION,
    **dict.fromkeys(
        ["fssj", "bsej", "weka_tan", "selective_nb", "tan_hc", "tan_hcsp", "kdb_hc", "bnc_hc", "bnc_hc_bdeu"],
        "ties go to the attribute that stands first",
    ),
    "lbr": "ties go to the attribute that stands first",
    "c45_300": "small counts often split equally well, and the first of equal tests is taken",
    **dict.fromkeys(HMM, "the starts of the search are drawn letter by letter"),
    **dict.fromkeys(STOCHASTIC, "individuals are drawn gene by gene, in the order of the attributes"),
}
IN_FILE_ORDER = dict.fromkeys(ITERATIVE_BAYES, "corrects its table case by case")
ORDERED_CLASSES = {
    **DRAWS_CASES,
    "apnbc": "the last class keeps weight 1, the others are searched for",
    **dict.fromkeys(STOCHASTIC, "individuals are drawn gene by gene"),
}
# the class weights or the prior itself are tuned
TUNED_PRIOR = of_module(
    "bn_classifiers.alr", *(f"semi_naive.{m}" for m in ("apnbc", "apnbc_eda", "ienb", "pazzani_eda_ienb"))
)
NO_PRIOR_FOR_BLANKS = {
    **dict.fromkeys([*BASELINES, *TUNED_PRIOR], "a blank case has evidence: an intercept, or tuned weights"),
    "weka_tan": "a missing value becomes the most frequent one",
    **dict.fromkeys(SVM_COUNTS, "a case of zeros has the score of the intercept"),
    **dict.fromkeys(of_module("trees.rnbl_mn"), "is routed by the priors and gets that of the leaf"),
    **dict.fromkeys(of_module("sequences.nb_bernoulli"), "the absence of a word is evidence"),
    **dict.fromkeys(PROTEIN, "a length of 0 is evidence"),
}
LENGTH_IS_EVIDENCE = {"nb_mn_fraction", *PROTEIN}  # unseen words or letters change it
FEW_GENES = {"ienb_egna": "EGNA holds numbers per pair of genes, and every probability is one"}
ROOTED = {  # the root is the first attribute, and smoothed tables depend on the direction of the edges
    *of_module("bn_classifiers.tan"),
    "tan_tuned",
    "aibn_tan",
    "alr_tan",
}
COUNTS_ATTRIBUTES = {
    "weka_tan": "gains may be negative, so the tree may lead through a constant attribute",
    **dict.fromkeys(
        of_module("bn_classifiers.aode", "bn_classifiers.ande"),
        "averages over attributes, so a constant one adds a naive Bayes model to the average",
    ),
    **dict.fromkeys(ITERATIVE_BAYES, "corrects the tables of constant attributes too, unequally for classes"),
    **dict.fromkeys(STOCHASTIC, "every attribute is a gene, and each gene changes what is drawn"),
}
FREQUENCIES = {  # these methods predict the class frequencies here
    "majority": "its definition",
    "prior": "its definition",
    "hc_df": "no row of the default table pays off on so few cases",
    **dict.fromkeys(["nb_mn_fraction", "nb_protein_fraction"], "fractions leave the decision to the prior"),
}
# modules for which a new value differs from a missing cell, and what the new value means there
TELL = {
    "high_cardinality.de": "no training case has the combination",
    "high_cardinality.ade": "no training case has the combination",
    "high_cardinality.hpb": "no training case has a pattern with it",
    "high_cardinality.bn_dg": "it is another value than that of a binary split",
    "high_cardinality.bn_hc": "it is in no explicit row of a default table",
}


def of_each(cases):
    """Parametrize a test with these methods and kinds of data."""
    return pytest.mark.parametrize(("method", "kind"), cases)


def without(cases, methods):
    return [case for case in cases if case[0] not in methods]


def tolerance(method: str) -> float:
    """Tolerance in nats: solvers stop at a tolerance, and searches at a relative gain."""
    return 1e-2 if method in {*LINEAR, *SVM_COUNTS, "hashed_logistic"} else 1e-3 if method in HMM else 1e-9


def has_frequencies(method: str) -> bool:
    """Whether the prior is the plain class frequencies; other packages and the leaves of trees smooth it."""
    stanza = METHODS[method]
    return method in BASELINES or stanza["module"].startswith("sequences.") or method.startswith("rnbl_mn")


def make(kind: str, n: int, k: int, seed: int, **settings) -> Table:
    makers = {"columns": tables.mixed, "count": st.made_documents, "sequence": st.made_sequences}
    return makers[kind](n, k, seed, **settings)


def parts(kind: str, seed: int = 0, n: int = 150, **settings) -> tuple[Table, Table]:
    table = make(kind, n, 3, seed, **settings)
    return subset(table, np.arange(2 * n // 3)), subset(table, np.arange(2 * n // 3, n))


def prepare(method: str, train: Table, test: Table) -> tuple[Table, Table]:
    """Prepare both parts of a table of columns as the benchmark does.

    They have the accepted kinds, and cut points and value lists from the training part.
    """
    stanza = METHODS[method]
    if {a.kind for a in train.attributes} & {"count", "sequence"}:
        return train, test
    train, test = tables.of_kinds(train, stanza["kinds"]), tables.of_kinds(test, stanza["kinds"])
    if stanza.get("discretize"):
        cuts = cut_points.learn_cuts(train, stanza["discretize"])
        train, test = cut_points.apply_cuts(train, cuts), cut_points.apply_cuts(test, cuts)
    rows = np.arange(n_cases(train))
    both = make_table(
        train.attributes,
        train.classes,
        np.append(train.y, test.y),
        np.vstack([train.codes, test.codes]),
        np.vstack([train.reals, test.reals]),
    )
    both = restrict_to_seen_values(both, rows, registry.find_unseen_code(registry.load(stanza["module"])))
    return subset(both, rows), subset(both, np.arange(n_cases(train), n_cases(both)))


def params(method: str) -> dict:
    known = method_stanzas.read_parameters(METHODS[method]["module"]) or {}
    small = {k: v for k, v in SMALL_SEARCH.items() if k in known}
    return {**METHODS[method].get("params", {}), **small, **SMALLER.get(method, {})}


def fit(method: str, train: Table):
    """Fit a model on a prepared training part and check its summary."""
    module = registry.load(METHODS[method]["module"])
    model = module.fit(train, rng=np.random.default_rng(0), **params(method))
    summary = module.summarize(model)
    assert isinstance(summary["n_parameters"], int)
    assert summary["n_parameters"] >= 0
    assert 0 <= summary["attributes_used"] <= len(train.attributes)
    return model


def ask(method: str, model, test: Table) -> np.ndarray:
    """Predict log probabilities of the cases of a prepared test fold and check their form."""
    log_proba = registry.load(METHODS[method]["module"]).predict_log_proba(model, test)
    tables.assert_log_proba(log_proba, (n_cases(test), n_classes(test)), atol=1e-9)
    return log_proba


def predict(method: str, train: Table, test: Table) -> np.ndarray:
    """Log probabilities of the test cases."""
    train, test = prepare(method, train, test)
    before = pickle.dumps(train), pickle.dumps(test)
    log_proba = ask(method, fit(method, train), test)
    assert (pickle.dumps(train), pickle.dumps(test)) == before  # methods share the tables of a job
    return log_proba


@functools.cache
def usual_model(method: str, kind: str):
    """The model of the training part of `parts`, which several tests use."""
    return fit(method, prepare(method, *parts(kind))[0])


def ask_usual(method: str, kind: str, test: Table) -> np.ndarray:
    """Predictions of the usual model for another test fold, which does not affect the fit."""
    return ask(method, usual_model(method, kind), prepare(method, parts(kind)[0], test)[1])


@functools.cache
def usual(method: str, kind: str, seed: int = 0) -> np.ndarray:
    """Predictions for the test fold of `parts`, with which several tests compare."""
    return predict(method, *parts(kind, seed)) if seed else ask_usual(method, kind, parts(kind)[1])


def assert_same(a: np.ndarray, b: np.ndarray, atol: float) -> None:
    """Assert that log probabilities are equal.

    Where both are below e^-20 they may differ, because there the tolerances of solvers are absolute.
    """
    floor = -700 if atol < 1e-6 else -20
    np.testing.assert_allclose(np.maximum(a, floor), np.maximum(b, floor), atol=atol, rtol=atol)


def drop_attributes(table: Table) -> Table:
    return make_table((), table.classes, table.y)


def blank(table: Table) -> Table:
    """The same cases without values, words or letters."""
    nowhere = np.zeros(n_cases(table) + 1, np.int64)
    if table.counts is not None:
        counts = Counts(nowhere, np.zeros(0, np.int32), np.zeros(0), table.counts.n_columns)
        return table._replace(counts=counts)
    if table.sequences is not None:
        empty = table.sequences._replace(tokens=table.sequences.tokens[:0], offsets=nowhere)
        return table._replace(sequences=empty)
    return table._replace(codes=np.full_like(table.codes, -1), reals=np.full_like(table.reals, np.nan))


def reorder(table: Table, order: np.ndarray) -> Table:
    """The attributes, words or letters in another order."""
    if table.counts is not None:
        values = tuple(np.array(table.attributes[0].values)[order])
        matrix = st.dense(table.counts)[:, order]
        return table._replace(
            attributes=(table.attributes[0]._replace(values=values),), counts=st.to_counts(matrix)
        )
    if table.sequences is not None:
        tokens, alphabet = table.sequences.tokens, np.array(table.sequences.alphabet)
        new = np.argsort(order).astype(np.int32)[tokens]
        return table._replace(sequences=table.sequences._replace(tokens=new, alphabet=tuple(alphabet[order])))
    return tables.select(table, order)


def rename_classes(table: Table, new_code: np.ndarray) -> Table:
    classes = tuple(table.classes[i] for i in np.argsort(new_code))
    return table._replace(y=new_code[table.y].astype(np.int32), classes=classes)


@of_each(ALL)
def test_posteriors_are_distributions_and_follow_the_data(method, kind):
    train, test = parts(kind)
    log_proba = usual(method, kind)
    json.dumps(registry.load(METHODS[method]["module"]).summarize(usual_model(method, kind)), allow_nan=False)
    baseline = class_counts(train).max() / n_cases(train)
    assert method in FREQUENCIES or (log_proba.argmax(axis=1) == test.y).mean() > baseline


@of_each(without(ALL, ORDERED_ATTRIBUTES))
def test_order_of_attributes_does_not_matter(method, kind):
    train, test = parts(kind, seed=1)
    width = {"columns": 8, "count": 60, "sequence": 20}[kind]
    order = np.random.default_rng(0).permutation(width)
    if kind == "columns":
        order = [0, 6, 3, 1, 7, 2, 5, 4] if method in ROOTED else [6, 3, 1, 7, 0, 2, 5, 4]
    found = predict(method, reorder(train, order), reorder(test, order))
    assert_same(usual(method, kind, 1), found, tolerance(method))


@of_each(without(ALL, {**DRAWS_CASES, **IN_FILE_ORDER}))
def test_order_of_cases_does_not_matter(method, kind):
    train, test = parts(kind, seed=1)
    shuffled = subset(train, np.random.default_rng(0).permutation(n_cases(train)))
    assert_same(usual(method, kind, 1), predict(method, shuffled, test), tolerance(method))


@of_each(without(ALL, ORDERED_CLASSES))
def test_order_of_classes_permutes_the_columns(method, kind):
    new_code = np.array([2, 0, 1])
    renamed = [rename_classes(part, new_code) for part in parts(kind, seed=1)]
    assert_same(usual(method, kind, 1), predict(method, *renamed)[:, new_code], tolerance(method))


@of_each(ALL)
def test_zero_attributes_give_the_prior(method, kind):
    train, test = map(drop_attributes, parts(kind))
    log_proba = predict(method, train, test)
    assert np.ptp(log_proba, axis=0).max() == 0
    if method in TUNED_PRIOR:  # the search only optimizes the predicted class
        assert log_proba[0].argmax() == class_counts(train).argmax()
        return
    assert np.array_equal(
        np.argsort(log_proba[0], kind="stable"), np.argsort(class_counts(train), kind="stable")
    )
    if has_frequencies(method):
        np.testing.assert_allclose(np.exp(log_proba[0]), class_counts(train) / n_cases(train))


@of_each([c for c in without(ALL, NO_PRIOR_FOR_BLANKS) if c[0] not in TREES_OF_WORDS or c[1] == "columns"])
def test_a_case_without_any_value_or_word_gets_the_prior(method, kind):
    prior = predict(method, *map(drop_attributes, parts(kind)))
    assert_same(ask_usual(method, kind, blank(parts(kind)[1])), prior, 1e-9)


@of_each(ALL)
def test_only_blank_training_cases(method, kind):
    train, test = parts(kind)
    train, nothing = prepare(method, blank(train), blank(test))
    model = fit(method, train)
    assert np.ptp(ask(method, model, nothing), axis=0).max() < 1e-12
    ask(method, model, prepare(method, blank(parts(kind)[0]), test)[1])


@of_each(ALL)
def test_one_class_in_training(method, kind):
    train, test = parts(kind)
    log_proba = predict(method, subset(train, np.flatnonzero(train.y == 1)), test)
    assert (log_proba.argmax(axis=1) == 1).mean() > 0.9
    assert method not in BASELINES or np.array_equal(
        np.exp(log_proba), np.tile([0.0, 1.0, 0.0], (n_cases(test), 1))
    )


@of_each(ALL)
@pytest.mark.parametrize("cases_of_class", [0, 1])
def test_class_with_few_or_no_cases(method, kind, cases_of_class):
    train, test = parts(kind)
    rows = np.concatenate([np.flatnonzero(train.y != 2), np.flatnonzero(train.y == 2)[:cases_of_class]])
    log_proba = predict(method, subset(train, rows), test)
    if cases_of_class == 0 and has_frequencies(method):
        assert np.isneginf(log_proba[:, 2]).all()


@of_each(TEXTS)
def test_cases_of_unknown_class_are_not_training_cases(method, kind):
    train, test = parts(kind)
    y = np.where(np.arange(n_cases(train)) % 4 == 0, -1, train.y).astype(np.int32)
    known = subset(train, np.flatnonzero(y >= 0))
    assert_same(predict(method, train._replace(y=y), test), predict(method, known, test), 1e-9)


def widen(table: Table) -> Table:
    """The table with six attributes more: a constant and a missing one of each kind."""
    for name, code, number in (("same", 0, 7.5), ("missing", -1, np.nan)):
        nominal = Attribute(f"{name} label", "nominal", ("a",), declared=True)
        ordinal = Attribute(f"{name} level", "ordinal", ("1", "2", "3"))
        table = tables.append(table, nominal, np.full(n_cases(table), code))
        table = tables.append(table, ordinal, np.full(n_cases(table), code))
        table = tables.append(table, Attribute(f"{name} size", "linear"), np.full(n_cases(table), number))
    return table


@of_each(without(COLUMNS, COUNTS_ATTRIBUTES))
def test_constant_and_missing_attributes_are_harmless(method, kind):
    found = predict(method, *map(widen, parts(kind)))
    assert_same(usual(method, kind), found, tolerance(method))


@of_each(COLUMNS)
def test_only_constant_attributes(method, kind):
    attributes = (
        Attribute("a", "nominal", ("x", "y")),
        Attribute("b", "linear"),
        Attribute("c", "ordinal", ("1", "2")),
        Attribute("d", "angular"),
    )
    constant = [
        make_table(attributes, t.classes, t.y, np.zeros((n_cases(t), 2), int), np.ones((n_cases(t), 2)))
        for t in parts(kind)
    ]
    assert np.ptp(predict(method, *constant), axis=0).max() < 1e-12


@of_each(COLUMNS)
def test_an_unseen_value_counts_as_missing_unless_the_method_distinguishes_them(method, kind):
    train, test = parts(kind, missing=0)
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


@of_each(without(TEXTS, LENGTH_IS_EVIDENCE))
def test_an_unseen_word_is_ignored(method, kind):
    if kind == "count":
        train = st.made_documents(100)
        matrix = st.dense(train.counts)
        unseen = matrix.copy()
        unseen[:, -1] = 5  # this word does not occur in training
        one, other = (train._replace(counts=st.to_counts(m)) for m in (matrix, unseen))
    else:
        texts, y = st.made_texts(100, 3)
        train, one, other = (
            st.sequences(x, y, st.AMINO_ACIDS + "X", declared=False)
            for x in (texts, [t + "?" for t in texts], [t + "X" for t in texts])
        )
    assert_same(predict(method, train, one), predict(method, train, other), 1e-12)


@of_each(ALL)
def test_duplicate_cases(method, kind):
    train, test = parts(kind)
    predict(method, subset(train, np.repeat(np.arange(n_cases(train)), 3)), test)
    predict(method, subset(train, np.repeat(train.y.argsort()[[0, -1]], 8)), test)


@pytest.mark.long
@of_each(ALL)
def test_fewer_cases_than_attributes(method, kind):
    table = make(kind, 10, 2, 0)
    if kind == "columns":
        codes = np.random.default_rng(1).integers(0, 3, (10, 15))
        attributes = [Attribute(f"x{j}", "ordinal", ("0", "1", "2")) for j in range(15)]
        attributes += [Attribute(f"z{j}", "linear") for j in range(5)]
        reals = np.random.default_rng(0).normal(size=(10, 5))
        table = make_table(attributes, ("a", "b"), np.arange(10) % 2, codes, reals)
    predict(method, subset(table, np.arange(5)), table)
    predict(method, subset(table, [0, 1]), table)


@pytest.mark.long
@of_each(without(ALL, FEW_GENES))
def test_95_classes(method, kind):
    table = make(kind, 95 * (2 if kind == "columns" else 3), 95, 4)
    predict(method, table, subset(table, np.arange(50)))


def with_many_values(count=18846):
    """A table whose last attribute has `count` values, of which at most 500 occur."""
    table, rng = tables.mixed(500, 2), np.random.default_rng(0)
    seen = min(400, count // 2)
    values = np.append(rng.permutation(count)[:seen], rng.integers(0, count, 500 - seen))
    return tables.append(table, Attribute("user", "nominal", tables.labels(count), declared=True), values)


@pytest.mark.long
@of_each(without(COLUMNS, FEW_GENES))
def test_attribute_with_18846_values(method, kind):
    """Some methods get fewer values, because their cost grows with the square: genes in pairs, or left out in
    turn.
    """
    table = with_many_values({"ienb_mimicc": 2000, "ienb_leave_one_out": 400}.get(method, 18846))
    predict(method, subset(table, np.arange(450)), subset(table, np.arange(400, 500)))


@of_each([case for case in TEXTS if case[1] == "count"])
def test_18846_words_without_names(method, kind):
    rng = np.random.default_rng(0)
    y = np.arange(120) % 2
    indices = np.sort((y[:, None] * 9000 + rng.integers(0, 9846, (120, 40))), axis=1)
    counts = Counts(
        np.arange(121, dtype=np.int64) * 40, indices.ravel().astype(np.int32), np.ones(4800), 18846
    )
    table = make_table([Attribute("text", "count")], "ab", y, counts=counts)
    predict(method, subset(table, np.arange(100)), subset(table, np.arange(100, 120)))


@of_each([case for case in TEXTS if case[1] == "sequence"])
def test_long_and_short_sequences(method, kind):
    rng = np.random.default_rng(0)
    texts = ["".join(rng.choice(list(st.AMINO_ACIDS), size)) for size in (0, 1, 2, 3, 20000, 300, 40, 5)]
    table = st.sequences(texts, np.arange(8) % 2, st.AMINO_ACIDS)
    predict(method, table, table)


@pytest.mark.parametrize("method", FEW_GENES)
def test_a_search_over_too_many_genes_is_refused_with_the_reason(method):
    for table in (tables.mixed(95 * 4, 95, seed=4), with_many_values()):
        with pytest.raises(InputError, match=r"network over \d+ genes, more than 1000"):
            predict(method, table, table)


@of_each(COLUMNS)
def test_angles_at_the_cut_of_the_circle(method, kind):
    angles = np.where(np.arange(40) % 2, np.pi, -np.pi) + np.where(np.arange(40) < 20, 0, 1.5)
    table = tables.linear(angles[:, None], np.arange(40) // 20, kind="angular")
    predict(method, table, subset(table, [0, 1, 38, 39]))
    ends = np.where(np.arange(20) % 2, np.pi, -np.pi)[:, None]
    ends = tables.linear(ends, np.arange(20) // 10, kind="angular")
    predict(method, ends, ends)


@of_each(ALL)
def test_classes_of_the_test_part_are_not_used_and_it_may_be_empty(method, kind):
    test, log_proba = parts(kind)[1], usual(method, kind)
    assert ask_usual(method, kind, subset(test, [])).shape == (0, 3)
    assert np.array_equal(log_proba, ask_usual(method, kind, test._replace(y=np.full_like(test.y, -1))))
    assert np.array_equal(log_proba, ask_usual(method, kind, hide_labels(test)))  # as the benchmark calls it


@pytest.fixture(autouse=True)
def small_budget(monkeypatch):
    """Controls of Pazzani-EDA have the evaluations of a small search."""
    monkeypatch.setattr(pazzani_eda, "UMDA", Search("umda", **SMALL_SEARCH))


@of_each([c for c in COLUMNS if c[0] in of_module("naive_bayes.nb", "baselines.majority")])
def test_leave_one_out_equals_refitting(method, kind):
    module = registry.load(METHODS[method]["module"])
    table = prepare(method, *[tables.mixed(24, seed=5)] * 2)[0]
    before = pickle.dumps(table)
    found = module.leave_one_out(fit(method, table), table)
    assert pickle.dumps(table) == before
    tables.assert_log_proba(found, (24, 3), atol=1e-9)
    for i in range(24):
        model = fit(method, subset(table, np.delete(np.arange(24), i)))
        assert_same(found[[i]], module.predict_log_proba(model, subset(table, [i])), 1e-9)


def rename_values(table: Table) -> Table:
    """The table with other labels in the same order."""
    attributes = tuple(a._replace(values=tuple(f"a{v}" for v in a.values)) for a in table.attributes)
    return table._replace(attributes=attributes, classes=tuple(f"a{c}" for c in table.classes))


@pytest.mark.long
@of_each(ALL)
@generated.examples(5)
@given(strategies.data())
def test_generated_tables(method, kind, data):
    train, test = data.draw(generated.parts() if kind == "columns" else generated.texts(kind))
    train, test = prepare(method, train, test)
    before = pickle.dumps(train), pickle.dumps(test)
    try:
        model = fit(method, train)
    except InputError:
        if method in FEW_GENES:
            return
        raise
    found = ask(method, model, test)
    assert ask(method, fit(method, train), test).tobytes() == found.tobytes()
    if kind == "columns":
        again = ask(method, fit(method, rename_values(train)), rename_values(test))
        assert again.tobytes() == found.tobytes()
    rows = np.array(data.draw(strategies.permutations(range(n_cases(test)))))
    assert_same(ask(method, model, subset(test, rows)), found[rows], 1e-9)
    assert (pickle.dumps(train), pickle.dumps(test)) == before


ZERO = {"n0": 0, "prior_alpha": 0}
BEYOND_CATALOGUE = {  # for each module: parameters of `fit` that no stanza has
    "bn_classifiers.alr": [{"structure": s, "max_iter": 3} for s in ("nb", "tan", "aode")],
    "bn_classifiers.ande": [{"alpha": 0}, {"n": 3}, {"subsumption_resolution": True, "minimum": 1}],
    "bn_classifiers.aode": [{"alpha": 0}, {"smoothing": "laplace"}],
    "bn_classifiers.kdb": [{"k": 3}, {"k": 2, "smoothing": "laplace"}, {"k": 2} | ZERO],
    "bn_classifiers.skdb": [{"alpha": 0}],
    "bn_classifiers.tan": [{"smoothing": "laplace"}, ZERO, {"smoothing": "laplace", "alpha": 0}],
    "naive_bayes.nb": [{"alpha": 0, "prior_alpha": 0}],
    "high_cardinality.eskdb": [{"members": 2}],
}


@pytest.mark.parametrize("name", BEYOND_CATALOGUE)
@generated.examples(15)
@given(generated.parts())
def test_generated_tables_with_other_parameters(name, both):
    module = registry.load(name)
    train, test = (tables.of_kinds(part, ["nominal", "ordinal"]) for part in both)
    for other in BEYOND_CATALOGUE[name]:
        model = module.fit(train, rng=np.random.default_rng(0), **other)
        tables.assert_log_proba(module.predict_log_proba(model, test), (n_cases(test), n_classes(train)))
        assert module.summarize(model)["n_parameters"] >= n_classes(train) - 1, other
        if hasattr(module, "leave_one_out"):
            left_out = module.leave_one_out(model, train)
            tables.assert_log_proba(left_out, (n_cases(train), n_classes(train)))

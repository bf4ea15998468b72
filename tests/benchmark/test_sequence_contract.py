"""Every method for words or sequences satisfies docs/methods/conventions.md#guarantees-of-every-method.

These are the contract and the edge cases.
"""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies
from support import generated
from support import sequence_tables as st

from naivebench.benchmark import configuration
from naivebench.core.table import (
    Attribute,
    Counts,
    Sequences,
    Table,
    class_counts,
    make_table,
    n_cases,
    n_classes,
    subset,
    without_labels,
)
from naivebench.models import registry

pytestmark = pytest.mark.slow

METHODS = {
    name: stanza
    for name, stanza in configuration.methods_of(Path(__file__).parents[2]).items()
    if stanza.get("method") != "external" and set(stanza["kinds"]) & {"count", "sequence"}
}
ALL = [
    (name, kind)
    for name in sorted(METHODS)
    for kind in ("count", "sequence")
    if kind in METHODS[name]["kinds"]
]
SMALLER = {"max_iter": 15, "screening": 3, "n_trees": 10}  # settings that make the test faster
BASELINES = {"linear_svm_counts", "linear_svm_counts_300", "linear_svm_counts_300_tf_idf"}
DRAWS_CASES = {**dict.fromkeys(BASELINES, "the inner folds of the calibration are drawn by position")}
ORDERED_LETTERS = dict.fromkeys(
    ("class_hmm", "class_hmm_per_residue"), "the starts of the search are drawn letter by letter"
)
TREES = [name for name, s in METHODS.items() if s["module"].startswith("trees.") or name == "c45_300"]
TIES_BY_POSITION = {"c45_300": "small counts often split equally well, and the first of equal tests is taken"}
IGNORES = {"majority", "prior"}
EVIDENCE_IN_NOTHING = {
    **dict.fromkeys(BASELINES, "a case of zeros has the score of the intercept"),
    **dict.fromkeys(TREES, "a count of 0 is a number as any other"),
    **dict.fromkeys(
        ("rnbl_mn", "rnbl_mn_node", "rnbl_mn_level", "rnbl_mn_occurrence"),
        "is routed by the priors and gets that of the leaf",
    ),
    **dict.fromkeys(("nb_bernoulli", "nb_bernoulli_300"), "the absence of a word is evidence"),
    **dict.fromkeys(("nb_protein", "nb_protein_fraction"), "a length of 0 is evidence"),
}
LENGTH_IS_EVIDENCE = {
    "nb_mn_fraction": "the evidence is divided by the length, unseen words included",
    **dict.fromkeys(
        ("nb_protein", "nb_protein_fraction"), "the length, unseen letters included, is evidence"
    ),
}


def tolerance(method: str) -> float:
    """Tolerance in nats.

    Searches stop at a relative gain, and sums in another order lead to slightly different optima.
    """
    return 1e-3 if method in ORDERED_LETTERS else 1e-2 if method in BASELINES else 1e-9


def frequencies(method: str) -> bool:
    """Whether the prior is the plain class frequencies; other packages and the leaves of trees smooth it."""
    return METHODS[method]["module"].startswith("sequences.") and method not in TREES


def made(kind: str, n: int = 150, k: int = 3, seed: int = 0, **settings) -> Table:
    return (
        st.made_documents(n, k, seed, **settings)
        if kind == "count"
        else st.made_sequences(n, k, seed, **settings)
    )


def parts(kind: str, seed: int = 0, n: int = 150, k: int = 3) -> tuple[Table, Table]:
    table = made(kind, n, k, seed)
    return subset(table, np.arange(2 * n // 3)), subset(table, np.arange(2 * n // 3, n))


def params(method: str) -> dict:
    given = METHODS[method].get("params", {})
    return {**given, **{name: value for name, value in SMALLER.items() if name in given}}


def predict(method: str, train: Table, test: Table, seed: int = 0) -> np.ndarray:
    """Predict log probabilities of the test cases and check their form."""
    module = registry.load(METHODS[method]["module"])
    before = pickle.dumps(train), pickle.dumps(test)
    model = module.fit(train, rng=np.random.default_rng(seed), **params(method))
    log_proba = module.predict_log_proba(model, test)
    assert (pickle.dumps(train), pickle.dumps(test)) == before  # methods share the tables of a job
    check_posterior(log_proba, n_cases(test), n_classes(train))
    summary = module.summarize(model)
    assert isinstance(summary["n_parameters"], int)
    assert summary["n_parameters"] >= 0
    assert 0 <= summary["attributes_used"] <= len(train.attributes)
    json.dumps(summary, allow_nan=False)
    return log_proba


def check_posterior(log_proba: np.ndarray, n: int, k: int) -> None:
    assert log_proba.shape == (n, k)
    assert log_proba.dtype == np.float64
    assert not np.isnan(log_proba).any()
    assert (log_proba <= 1e-12).all()
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1, atol=1e-9)


def assert_same(a: np.ndarray, b: np.ndarray, atol: float) -> None:
    """Assert that log probabilities are equal.

    Where both are below e^-20 they may differ, because there the tolerances of solvers are absolute.
    """
    floor = -700 if atol < 1e-6 else -20
    np.testing.assert_allclose(np.maximum(a, floor), np.maximum(b, floor), atol=atol, rtol=atol)


def without(table: Table) -> Table:
    """The same cases without attributes."""
    return make_table((), table.classes, table.y)


def blank(table: Table) -> Table:
    """The same cases without words or letters."""
    if table.counts is not None:
        nothing = Counts(
            np.zeros(n_cases(table) + 1, np.int64), np.zeros(0, np.int32), np.zeros(0), table.counts.n_columns
        )
        return table._replace(counts=nothing)
    return table._replace(
        sequences=table.sequences._replace(
            tokens=table.sequences.tokens[:0], offsets=np.zeros(n_cases(table) + 1, np.int64)
        )
    )


def permuted(table: Table, order: np.ndarray) -> Table:
    """The words or letters in another order."""
    new = np.argsort(order).astype(np.int32)
    if table.counts is not None:
        values = tuple(np.array(table.attributes[0].values)[order])
        matrix = st.dense(table.counts)[:, order]
        return table._replace(
            attributes=(table.attributes[0]._replace(values=values),), counts=st.to_counts(matrix)
        )
    sequences = table.sequences
    return table._replace(
        sequences=Sequences(
            new[sequences.tokens], sequences.offsets, tuple(np.array(sequences.alphabet)[order])
        )
    )


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_posteriors_are_distributions_and_follow_the_data(method, kind):
    train, test = parts(kind)
    log_proba = predict(method, train, test)
    # methods that use fractions leave the decision to the prior
    if method not in IGNORES and not method.endswith("fraction"):
        assert (log_proba.argmax(axis=1) == test.y).mean() > class_counts(train).max() / n_cases(train)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_fit_is_a_pure_function_that_leaves_its_input_alone(method, kind):
    train, test = parts(kind)
    arrays = [
        a
        for t in (train, test)
        for part in (t.counts, t.sequences)
        if part is not None
        for a in part
        if isinstance(a, np.ndarray)
    ]
    before = [a.copy() for a in arrays]
    assert np.array_equal(*(predict(method, train, test, seed=3) for _ in range(2)))
    assert all(np.array_equal(a, b) for a, b in zip(before, arrays, strict=True))


@pytest.mark.parametrize(
    ("method", "kind"), [(m, k) for m, k in ALL if m not in {**ORDERED_LETTERS, **TIES_BY_POSITION}]
)
def test_order_of_words_does_not_matter(method, kind):
    train, test = parts(kind, seed=1)
    width = train.counts.n_columns if kind == "count" else len(train.sequences.alphabet)
    order = np.random.default_rng(0).permutation(width)
    assert_same(
        predict(method, train, test),
        predict(method, permuted(train, order), permuted(test, order)),
        tolerance(method),
    )


@pytest.mark.parametrize(("method", "kind"), [(m, k) for m, k in ALL if m not in DRAWS_CASES])
def test_order_of_cases_does_not_matter(method, kind):
    train, test = parts(kind, seed=1)
    shuffled = subset(train, np.random.default_rng(0).permutation(n_cases(train)))
    assert_same(predict(method, train, test), predict(method, shuffled, test), tolerance(method))


@pytest.mark.parametrize(("method", "kind"), [(m, k) for m, k in ALL if m not in DRAWS_CASES])
def test_order_of_classes_permutes_the_columns(method, kind):
    train, test = parts(kind, seed=1)
    new_code = np.array([2, 0, 1])
    renamed = [
        t._replace(
            y=new_code[t.y].astype(np.int32), classes=tuple(t.classes[i] for i in np.argsort(new_code))
        )
        for t in (train, test)
    ]
    assert_same(predict(method, train, test), predict(method, *renamed)[:, new_code], tolerance(method))


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_zero_attributes_give_the_prior(method, kind):
    train, test = parts(kind)
    log_proba = predict(method, without(train), without(test))
    assert np.ptp(log_proba, axis=0).max() == 0
    assert np.array_equal(
        np.argsort(log_proba[0], kind="stable"), np.argsort(class_counts(train), kind="stable")
    )
    if frequencies(method):
        np.testing.assert_allclose(np.exp(log_proba[0]), class_counts(train) / n_cases(train))


@pytest.mark.parametrize(("method", "kind"), [(m, k) for m, k in ALL if m not in EVIDENCE_IN_NOTHING])
def test_a_case_without_words_gets_the_prior(method, kind):
    train, test = parts(kind)
    assert_same(predict(method, train, blank(test)), predict(method, without(train), without(test)), 1e-9)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_only_empty_cases(method, kind):
    train, test = parts(kind)
    log_proba = predict(method, blank(train), blank(test))
    assert np.ptp(log_proba, axis=0).max() < 1e-12
    predict(method, blank(train), test)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_empty_test_set(method, kind):
    train, test = parts(kind)
    assert predict(method, train, subset(test, [])).shape == (0, 3)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_one_class_in_training(method, kind):
    train, test = parts(kind)
    log_proba = predict(method, subset(train, np.flatnonzero(train.y == 1)), test)
    assert (log_proba.argmax(axis=1) == 1).mean() > 0.9


@pytest.mark.parametrize(("method", "kind"), ALL)
@pytest.mark.parametrize("cases_of_class", [0, 1, 2])
def test_class_with_few_or_no_cases(method, kind, cases_of_class):
    train, test = parts(kind)
    rows = np.concatenate([np.flatnonzero(train.y != 2), np.flatnonzero(train.y == 2)[:cases_of_class]])
    log_proba = predict(method, subset(train, rows), test)
    assert cases_of_class or not frequencies(method) or np.isneginf(log_proba[:, 2]).all()


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_cases_of_unknown_class_are_not_training_cases(method, kind):
    train, test = parts(kind)
    y = train.y.copy()
    y[::4] = -1
    known = subset(train, np.flatnonzero(y >= 0))
    assert_same(predict(method, train._replace(y=y), test), predict(method, known, test), 1e-9)


@pytest.mark.parametrize(("method", "kind"), [(m, k) for m, k in ALL if m not in LENGTH_IS_EVIDENCE])
def test_an_unseen_word_is_ignored(method, kind):
    if kind == "count":
        train = st.made_documents(100)
        matrix = st.dense(train.counts)
        unseen = matrix.copy()
        unseen[:, -1] = 5  # this value does not occur in training
        one, other = (train._replace(counts=st.to_counts(m)) for m in (matrix, unseen))
    else:
        texts, y = st.made_texts(100, 3)
        alphabet = st.AMINO_ACIDS + "X"
        train, one, other = (
            st.sequences(x, y, alphabet, declared=False)
            for x in (texts, [t + "?" for t in texts], [t + "X" for t in texts])
        )
    assert_same(predict(method, train, one), predict(method, train, other), 1e-12)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_duplicate_cases(method, kind):
    train, test = parts(kind)
    predict(method, subset(train, np.repeat(np.arange(n_cases(train)), 3)), test)
    predict(method, subset(train, np.repeat(train.y.argsort()[[0, -1]], 8)), test)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_fewer_cases_than_words(method, kind):
    table = made(kind, 10, 2)
    predict(method, subset(table, np.arange(5)), table)
    predict(method, subset(table, [0, 1]), table)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_95_classes(method, kind):
    table = made(kind, 95 * 3, 95, seed=4)
    predict(method, table, subset(table, np.arange(50)))


@pytest.mark.parametrize("method", [m for m, kind in ALL if kind == "count"])
def test_18846_words_without_names(method):
    rng = np.random.default_rng(0)
    y = np.arange(120) % 2
    indices = np.sort((y[:, None] * 9000 + rng.integers(0, 9846, (120, 40))), axis=1)
    counts = Counts(
        np.arange(121, dtype=np.int64) * 40, indices.ravel().astype(np.int32), np.ones(4800), 18846
    )
    table = make_table([Attribute("text", "count")], "ab", y, counts=counts)
    predict(method, subset(table, np.arange(100)), subset(table, np.arange(100, 120)))


@pytest.mark.parametrize("method", [m for m, kind in ALL if kind == "sequence"])
def test_long_and_short_sequences(method):
    rng = np.random.default_rng(0)
    texts = ["".join(rng.choice(list(st.AMINO_ACIDS), size)) for size in (0, 1, 2, 3, 20000, 300, 40, 5)]
    table = st.sequences(texts, np.arange(8) % 2, st.AMINO_ACIDS)
    predict(method, table, table)


@pytest.mark.parametrize(("method", "kind"), ALL)
def test_classes_of_the_test_part_are_not_used(method, kind):
    train, test = parts(kind)
    with_labels = predict(method, train, test)
    assert np.array_equal(with_labels, predict(method, train, test._replace(y=np.full_like(test.y, -1))))
    # as the benchmark calls it
    assert np.array_equal(with_labels, predict(method, train, without_labels(test)))


@pytest.mark.long
@pytest.mark.parametrize(("method", "kind"), ALL)
@generated.examples(5)
@given(strategies.data())
def test_generated_texts(method, kind, data):
    train, test = data.draw(generated.texts(kind))
    found = predict(method, train, test)
    assert predict(method, train, test).tobytes() == found.tobytes()
    rows = data.draw(strategies.permutations(range(n_cases(test))))
    assert_same(predict(method, train, subset(test, np.array(rows))), found[rows], 1e-9)

"""Estimators that learn block by block, compared with one fit on all cases."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import NotFittedError

from naivebench import estimators
from naivebench.core.checks import InputError

CLASSES = [getattr(estimators, name) for name in estimators.__all__]
INCREMENTAL = [c for c in CLASSES if hasattr(c, "partial_fit")]
RNG = np.random.default_rng(0)
N = 240
LABELS = pd.DataFrame(
    {
        "a": RNG.choice(["x", "y", "10", "9"], N),
        "b": RNG.choice([*"uvw", None], N),
        "c": pd.Categorical(RNG.choice(["low", "high"], N), ["low", "mid", "high"], ordered=True),
    }
)
REALS = pd.DataFrame(RNG.normal(1e6, 1e-2, (N, 2)), columns=["m", "n"])
WORDS = pd.DataFrame({"text": [" ".join(RNG.choice([*"abcdefgh"], 6)) for _ in range(N)]})
LETTERS = pd.DataFrame({"text": ["".join(RNG.choice([*"ACDEFG"], 9)) for _ in range(N)]})
Y = np.where(LABELS["a"] == "x", RNG.choice(["p", "q"], N), RNG.choice(["q", "r"], N))


def data_for(name: str) -> tuple[pd.DataFrame, dict]:
    if "Protein" in name:
        return LETTERS, {"text": "sequence"}
    if name.startswith(("Multinomial", "Bernoulli", "Complement")):
        return WORDS, {"text": "count"}
    if name in ("VonMisesNB", "ColumnNB"):
        return LABELS.join(REALS * 100), {"m": {"kind": "angular", "period": 24}}
    return (REALS, {}) if name == "GaussianNB" else (LABELS.join(REALS) if name == "MixedNB" else LABELS, {})


def sorted_blocks(n: int) -> list[np.ndarray]:
    """Blocks sorted by class and value, so that most of them contain new ones."""
    return np.array_split(np.lexsort([LABELS["a"], Y]), n)


@pytest.mark.parametrize("begin", ["fit", "partial_fit"])
@pytest.mark.parametrize("cls", INCREMENTAL, ids=lambda c: c.__name__)
def test_blocks_give_the_same_as_all_cases(cls, begin):
    X, kinds = data_for(cls.__name__)
    model, parts = cls(kinds=kinds).fit(X, Y), cls(kinds=kinds)
    first, *rest = sorted_blocks(7)
    getattr(parts, begin)(X.iloc[first], Y[first])
    for rows in rest:
        parts.partial_fit(X.iloc[rows], Y[rows])
    assert parts.classes_.tolist() == model.classes_.tolist() == ["p", "q", "r"]
    ours, theirs = parts.predict_log_proba(X), model.predict_log_proba(X)
    np.testing.assert_array_equal(ours, theirs)
    assert parts.summary_ == model.summary_


@pytest.mark.parametrize(
    "cls", [estimators.NB, estimators.TAN, estimators.MultinomialNB], ids=lambda c: c.__name__
)
def test_weights_add_up(cls):
    X, kinds = data_for(cls.__name__)
    weights = RNG.integers(0, 3, N)
    twice = np.repeat(np.arange(N), weights)
    parts = cls(kinds=kinds)
    for rows in (np.arange(100), np.arange(100, N)):
        parts.partial_fit(X.iloc[rows], Y[rows], sample_weight=weights[rows])
    model = cls(kinds=kinds).fit(X.iloc[twice], Y[twice])
    np.testing.assert_allclose(parts.predict_log_proba(X), model.predict_log_proba(X), rtol=0, atol=1e-12)


def test_cut_points_are_those_of_the_first_block():
    first, model = slice(0, 150), estimators.NB()
    model.partial_fit(REALS[first] * 1e3, Y[first])
    cuts = model.fitted_.cuts
    model.partial_fit(REALS[150:] * 1e3, Y[150:])
    assert model.fitted_.cuts is cuts


def test_labels_of_blocks_are_of_one_type_and_none_is_cut_short():
    model = estimators.NB().partial_fit(LABELS[:3], np.array(["no", "yes", "maybe"]))
    assert model.classes_.tolist() == ["maybe", "no", "yes"]
    model.partial_fit(LABELS[:2], np.array(["a", "definitely"]))
    assert model.classes_.tolist() == ["a", "definitely", "maybe", "no", "yes"]
    assert model.fitted_.classes == tuple(model.classes_)
    np.testing.assert_allclose(model.predict_proba(LABELS).sum(axis=1), 1)
    for others in (np.array([0, 1]), np.array([True, False])):
        with pytest.raises(InputError, match="give all labels the same type"):
            model.partial_fit(LABELS[:2], others)
    numbers = (
        estimators.NB().partial_fit(LABELS[:2], [1, 300]).partial_fit(LABELS[:2], np.array([1, 2], np.int8))
    )
    assert numbers.classes_.tolist() == [1, 2, 300]


def test_declared_lists_keep_their_order_and_refuse_other_values():
    grades = pd.DataFrame({"g": ["low", "low", "mid", "mid", "high", "high"] * 2})
    y, kinds = np.array([0, 0, 0, 1, 1, 1] * 2), {"g": {"kind": "ordinal", "values": ["low", "mid", "high"]}}
    model, parts = (estimators.GaussianNB(kinds=kinds) for _ in range(2))
    parts.partial_fit(grades[:4], y[:4]).partial_fit(grades[4:], y[4:])
    np.testing.assert_allclose(
        parts.predict_proba(grades), model.fit(grades, y).predict_proba(grades), atol=1e-9
    )
    assert parts.fitted_.attributes == model.fitted_.attributes
    with pytest.raises(InputError, match="'huge' is not in the declared value list"):
        parts.partial_fit(pd.DataFrame({"g": ["huge", "low"]}), [0, 1])


def test_ties_go_to_the_class_with_more_cases_of_all_blocks():
    same = pd.DataFrame({"c": ["a"] * 6})
    model = estimators.NB().partial_fit(same[:4], [1, 1, 1, 0]).partial_fit(same[:2], [0, 0])
    assert model.fitted_.class_counts.tolist() == [3, 3]
    weighted = estimators.NB().fit(same, [1, 1, 1, 1, 0, 0], sample_weight=[1, 1, 1, 1, 2, 2])
    repeated = estimators.NB().fit(same.iloc[[0] * 8], [1] * 4 + [0] * 4)
    assert weighted.predict(same).tolist() == repeated.predict(same)[:6].tolist()


def test_columns_of_the_first_block_that_look_like_labels_are_reported():
    codes = pd.DataFrame({"zip_code": RNG.integers(10000, 10040, N)})
    with pytest.warns(UserWarning, match="looks like labels"):
        estimators.GaussianNB().partial_fit(codes, Y)


def test_fit_starts_again_after_partial_fit():
    model = estimators.NB().partial_fit(LABELS, Y, classes=["p", "q", "r"])
    half = model.fit(LABELS[:99], Y[:99]).predict_log_proba(LABELS)
    np.testing.assert_array_equal(half, estimators.NB().fit(LABELS[:99], Y[:99]).predict_log_proba(LABELS))
    model.partial_fit(LABELS[:1], ["new"])  # the list of classes of the first call is forgotten
    assert "new" in model.classes_


def test_a_fit_without_stored_counts_refuses_further_cases():
    model = estimators.ComplementNB(tf_idf=True).fit(WORDS, Y)
    model.set_params(tf_idf=False)
    with pytest.raises(
        InputError, match="call partial_fit from the first cases on, or fit all cases at once"
    ):
        model.partial_fit(WORDS, Y)


def test_a_list_of_classes_is_final():
    model = estimators.NB().partial_fit(LABELS[:99], Y[:99], classes=["p", "q", "r"])
    model.partial_fit(LABELS, Y, classes=np.array(["r", "q", "p"]))
    with pytest.raises(InputError, match=r"\['s'\] in y do not exist in the initial classes"):
        model.partial_fit(LABELS[:1], ["s"])
    with pytest.raises(InputError, match="is not the same as on last call to partial_fit"):
        model.partial_fit(LABELS, Y, classes=["p", "q", "r", "s"])
    assert model.classes_.tolist() == ["p", "q", "r"]
    with pytest.raises(InputError, match="in y do not exist in the initial classes"):
        estimators.NB().partial_fit(LABELS, Y, classes=["p", "q"])


def test_a_parameter_of_estimation_may_change_between_blocks():
    model = (
        estimators.NB().fit(LABELS[:100], Y[:100]).set_params(alpha=0.1).partial_fit(LABELS[100:], Y[100:])
    )
    expected = estimators.NB(alpha=0.1).fit(LABELS, Y).predict_proba(LABELS)
    np.testing.assert_array_equal(model.predict_proba(LABELS), expected)


@pytest.mark.parametrize(
    ("model", "name", "value"),
    [
        (estimators.NB(), "discretize", None),
        (estimators.ColumnNB(), "distributions", "kernel"),
        (estimators.NB(discretize=None, kinds="nominal"), "discretize", "equal_width"),
    ],
    ids=str,
)
def test_a_parameter_of_counting_that_changed_is_refused(model, name, value):
    model.fit(REALS, Y).set_params(**{name: value})
    before = model.predict_proba(REALS)
    with pytest.raises(InputError, match=f"{name} is {value!r}, but the earlier cases were counted with"):
        model.partial_fit(REALS, Y)
    np.testing.assert_array_equal(model.predict_proba(REALS), before)


def test_a_fit_that_fails_leaves_nothing_fitted():
    model = estimators.NB().fit(LABELS, Y).set_params(alpha=-1)
    with pytest.raises(InputError, match="alpha"):
        model.fit(LABELS, Y)
    with pytest.raises(NotFittedError):
        model.predict(LABELS)

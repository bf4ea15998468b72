"""Class priors and class weights of estimators."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier
from sklearn.utils.class_weight import compute_class_weight, compute_sample_weight
from support.estimator_tools import STANZAS, params

from naivebench import estimators
from naivebench.core.checks import InputError
from naivebench.estimators import AODE, KDB, NB, TAN, ComplementNB, GaussianNB, MultinomialNB
from naivebench.models import fitted

RNG = np.random.default_rng(5)
N = 90
CODES = RNG.choice(3, N, p=[0.6, 0.3, 0.1])
Y = np.array(["often", "seldom", "rare"])[CODES]  # in the order of classes_: often, rare, seldom
LABELS = pd.DataFrame(
    {
        "a": np.array([*"uvwx"])[(CODES + RNG.integers(0, 3, N)) % 4],
        "b": np.where(RNG.random(N) < 0.2, None, np.array([*"pqr"])[(CODES * RNG.integers(0, 2, N)) % 3]),
        "c": RNG.choice([*"kl"], N),
    }
)
REALS = pd.DataFrame({"m": RNG.normal(CODES, 1), "n": RNG.normal(-CODES, 2)})
WORDS = pd.DataFrame({"text": [" ".join(RNG.choice([*"abcdef"[c:]], 6)) for c in CODES]})
LETTERS = pd.DataFrame({"text": ["".join(RNG.choice([*"ACDEFG"[c:]], 9)) for c in CODES]})
PRIOR = {"often": 0.2, "rare": 0.7, "seldom": 0.1}
HAVE_PRIOR = [n for n in STANZAS if "class_prior" in getattr(estimators, n)().get_params()]


def case_for(name: str) -> tuple[pd.DataFrame, dict]:
    """Columns that the estimator accepts, and their kinds."""
    kinds = STANZAS[name]["kinds"]
    if "count" in kinds and "linear" not in kinds:
        return WORDS, {"text": "count"}
    if kinds == ["sequence"]:
        return LETTERS, {"text": "sequence"}
    angle = {"m": {"kind": "angular", "period": 6.0}}
    if "nominal" not in kinds:
        return REALS, {"default": angle["m"]} if "linear" not in kinds else {}
    return LABELS.join(REALS), angle if "Mises" in name else {}


def posteriors(name: str, class_prior: object) -> tuple[np.ndarray, list]:
    X, kinds = case_for(name)
    model = getattr(estimators, name)(**params(name), kinds=kinds, class_prior=class_prior).fit(X, Y)
    return model.predict_log_proba(X), model.classes_.tolist()


def test_generative_methods_and_no_others_have_a_class_prior():
    others = set(STANZAS) - set(HAVE_PRIOR)
    assert {"NB", "GaussianNB", "TAN", "KDB", "AODE", "A2DE", "ComplementNB", "ClassHMM"} <= set(HAVE_PRIOR)
    assert {"WANBIA", "ALR", "LBR", "HPB", "C45", "NBTree", "IENB"} <= others


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", HAVE_PRIOR)
def test_a_prior_changes_the_odds_only_by_its_own_odds(name):
    (uniform, classes), (given, _) = posteriors(name, "uniform"), posteriors(name, PRIOR)
    both = np.isfinite(uniform) & np.isfinite(given)
    difference = np.where(both, given - uniform - np.log([PRIOR[c] for c in classes]), np.nan)
    np.testing.assert_allclose(
        difference,
        np.broadcast_to(np.nanmean(difference, 1)[:, None], given.shape) * np.where(both, 1, np.nan),
        atol=1e-8,
    )
    assert (np.isneginf(uniform) == np.isneginf(given)).all()
    np.testing.assert_allclose(np.exp(given).sum(axis=1), 1)

    # the prior that was learned changes nothing
    X, kinds = case_for(name)
    model = getattr(estimators, name)(**params(name), kinds=kinds).fit(X, Y)
    given, _ = posteriors(name, np.exp(fitted.find_log_prior(model.fitted_.model))[model._order])
    np.testing.assert_allclose(np.exp(given), model.predict_proba(X), rtol=0, atol=1e-9)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["NB", "GaussianNB", "TAN", "KDB", "MultinomialNB", "ComplementNB"])
def test_the_empirical_prior_is_the_one_that_is_learned_without_pseudo_counts(name):
    X, kinds = case_for(name)
    model = getattr(estimators, name)(kinds=kinds)
    if "prior_alpha" in model.get_params():
        model.set_params(prior_alpha=0)
    learned = model.fit(X, Y).predict_log_proba(X)
    given = clone(model).set_params(class_prior="empirical").fit(X, Y).predict_log_proba(X)
    np.testing.assert_allclose(given, learned, rtol=0, atol=1e-12)


def test_priors_can_be_given_in_several_forms():
    uniform = NB(class_prior="uniform").fit(LABELS, Y).predict_proba(LABELS)
    for prior in ([1 / 3] * 3, np.full(3, 1 / 3), dict.fromkeys(PRIOR, 1 / 3)):
        np.testing.assert_allclose(NB(class_prior=prior).fit(LABELS, Y).predict_proba(LABELS), uniform)
    never = NB(class_prior=[0.5, 0.0, 0.5]).fit(LABELS, Y).predict_proba(LABELS)
    assert (never[:, 1] == 0).all()
    nothing = pd.DataFrame({"a": [None], "b": [None], "c": [None]})
    np.testing.assert_allclose(
        NB(class_prior=PRIOR).fit(LABELS, Y).predict_proba(nothing), [[0.2, 0.7, 0.1]], rtol=1e-12
    )
    for cls, X in ((NB, LABELS), (GaussianNB, REALS), (TAN, LABELS), (AODE, LABELS), (ComplementNB, WORDS)):
        model = cls(class_prior=PRIOR).fit(X, Y)
        np.testing.assert_allclose(model.class_prior_, [PRIOR[c] for c in model.classes_])


def test_a_prior_applies_to_partial_fit_and_explanations():
    X = LABELS.astype(object)
    model, parts = NB(class_prior=PRIOR).fit(X, Y), NB(class_prior=PRIOR)
    for rows in (slice(0, 60), slice(60, N)):
        parts.partial_fit(X[rows], Y[rows], classes=np.unique(Y))
    np.testing.assert_array_equal(parts.predict_log_proba(X), model.predict_log_proba(X))
    (row,) = model.explain(X[:1]).query("attribute == '(prior)'").itertuples()
    assert row.log_odds == pytest.approx(np.log(PRIOR[row.predicted] / PRIOR[row.against]))


def test_class_weights_are_weights_of_cases():
    given = {"often": 1.0, "rare": 3.0, "seldom": 2.0}
    sample_weight = np.array([given[label] for label in Y])
    for cls, X in ((NB, LABELS), (TAN, LABELS), (GaussianNB, REALS), (MultinomialNB, WORDS)):
        weighted = cls(class_weight=given).fit(X, Y).predict_log_proba(X)
        theirs = cls().fit(X, Y, sample_weight=sample_weight).predict_log_proba(X)
        np.testing.assert_array_equal(weighted, theirs)
    both = NB(class_weight={"rare": 3.0}).fit(LABELS, Y, sample_weight=np.full(N, 2.0)).fitted_.class_counts
    n_c = dict(zip(*np.unique(Y, return_counts=True), strict=True))
    assert both.tolist() == [2 * n_c["often"], 6 * n_c["rare"], 2 * n_c["seldom"]]


@pytest.mark.parametrize("cls", [NB, GaussianNB, TAN, KDB, AODE])
def test_balanced_weights_are_those_of_scikit_learn(cls):
    X = REALS if cls is GaussianNB else LABELS
    ours = cls(class_weight="balanced").fit(X, Y)
    theirs = cls().fit(X, Y, sample_weight=compute_sample_weight("balanced", Y))
    np.testing.assert_allclose(ours.predict_log_proba(X), theirs.predict_log_proba(X), rtol=1e-12)
    np.testing.assert_allclose(ours.fitted_.class_counts, N / 3)
    some = RNG.integers(1, 4, N)
    of_class = compute_class_weight("balanced", classes=np.unique(Y), y=Y, sample_weight=some)
    ours.fit(X, Y, sample_weight=some)
    theirs.fit(X, Y, sample_weight=some * of_class[np.searchsorted(np.unique(Y), Y)])
    np.testing.assert_allclose(ours.predict_log_proba(X), theirs.predict_log_proba(X), rtol=1e-9)


def test_boosting_can_weight_the_cases():
    X = LABELS.drop(columns="b").to_numpy(object)  # AdaBoost refuses missing cells
    model = AdaBoostClassifier(TAN(n0=5 / N, prior_alpha=1 / N), n_estimators=5).fit(X, Y)
    first = model.estimators_[0]
    # AdaBoost's weights sum to 1; pseudo-counts in the same unit give the model of the unweighted cases
    np.testing.assert_allclose(first.predict_proba(X), TAN().fit(X, Y).predict_proba(X))
    assert len(model.estimators_) == 5
    assert model.score(X, Y) >= first.score(X, Y) - 0.02
    for cls in (KDB, AODE):
        assert AdaBoostClassifier(cls(), n_estimators=2).fit(X, Y).score(X, Y) > 0.5


def test_without_pseudo_counts_a_weight_of_a_class_is_a_prior():
    shares = np.unique(Y, return_counts=True)[1] * [1.0, 4.0, 0.5]
    weighted = NB(alpha=0, prior_alpha=0, class_weight={"rare": 4.0, "seldom": 0.5}).fit(LABELS, Y)
    prior = NB(alpha=0, prior_alpha=0, class_prior=shares / shares.sum()).fit(LABELS, Y)
    np.testing.assert_allclose(
        weighted.predict_proba(LABELS), prior.predict_proba(LABELS), rtol=0, atol=1e-12
    )


def test_a_mapping_of_class_weights_works_for_blocks_without_some_classes():
    weights = {"often": 1.0, "rare": 4.0}
    model = NB(class_weight=weights).fit(LABELS, Y)
    for known in (["often", "rare", "seldom"], None):
        parts = NB(class_weight=weights)
        for label in ("seldom", "often", "rare") if known else ("often", "rare", "seldom"):
            parts.partial_fit(LABELS[label == Y], Y[label == Y], known if label == "seldom" else None)
        np.testing.assert_array_equal(parts.class_count_, model.class_count_)


def test_balanced_weights_leave_out_classes_without_weight():
    cases = np.where(Y == "rare", 0.0, 1.0)
    model = NB(class_weight="balanced").fit(LABELS, Y, cases)
    np.testing.assert_allclose(model.class_count_, cases.sum() / 2)
    assert NB(class_weight={"rare": 0}).fit(LABELS, Y).classes_.tolist() == model.classes_.tolist()


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        ("equal", "class_prior is 'equal', expected one of uniform, empirical"),
        ([0.5, 0.5], "Number of priors must match number of classes"),
        ([0.5, 0.7, 0.2], "The sum of the priors should be 1, but class_prior sums to 1.4"),
        ({"often": 1.0}, "class_prior names 'often', expected one entry for each of 'often', 'rare'"),
    ],
)
def test_other_priors_are_refused(prior, message):
    with pytest.raises(InputError, match=message):
        NB(class_prior=prior).fit(LABELS, Y)


@pytest.mark.parametrize(
    ("class_weight", "message"),
    [
        ("equal", "class_weight is 'equal', expected 'balanced', a mapping"),
        ({"rara": 2}, "a weight for 'rara', which is not a class, and none for 'often'"),
        ({"rare": -1}, "not a finite number of at least 0"),
    ],
)
def test_other_class_weights_are_refused(class_weight, message):
    with pytest.raises(InputError, match=message):
        NB(class_weight=class_weight).fit(LABELS, Y)

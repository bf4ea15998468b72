"""Class priors and class weights of estimators."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_array
from sklearn.base import clone
from sklearn.ensemble import AdaBoostClassifier
from sklearn.metrics import f1_score
from sklearn.utils.class_weight import compute_class_weight, compute_sample_weight
from sklearn.utils.validation import has_fit_parameter
from support.cheap_estimators import STANZAS, params

from naivebench import estimators
from naivebench.core.checks import InputError
from naivebench.estimators import A2DE, AODE, KDB, NB, TAN, ComplementNB, GaussianNB, MultinomialNB, counting
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


@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize("alpha", [0.5, 1.0])
def test_averages_over_parents_by_definition(n, alpha):
    """P'(c) times the sum over sets s of P(x_s | c) and the product over j not in s of P(x_j | c, x_s)."""
    rng = np.random.default_rng(4)
    y = rng.choice(3, 70, p=[0.6, 0.3, 0.1])
    noise = rng.integers(0, 12, (2, 70))
    codes = np.stack([(y + noise[0] % 2) % 3, noise[0] // 6, (y + noise[1] % 3) % 4], axis=1)
    prior, r, n_c = [0.2, 0.5, 0.3], [3, 2, 4], np.bincount(y)
    expected = np.zeros((70, 3))
    for parents in itertools.combinations(range(3), n):
        same = [(codes[:, list(parents)] == row[list(parents)]).all(axis=1) for row in codes]
        cells = np.prod([r[j] for j in parents])
        for i, c in itertools.product(range(70), range(3)):
            n_cs = (same[i] & (c == y)).sum()
            product = (n_cs + alpha / (3 * cells)) / (n_c[c] + alpha / 3)
            for j in set(range(3)) - set(parents):
                with_child = (same[i] & (c == y) & (codes[:, j] == codes[i, j])).sum()
                product *= (with_child + alpha / r[j]) / (n_cs + alpha)
            expected[i, c] += prior[c] * product
    expected /= expected.sum(axis=1, keepdims=True)
    for model in [A2DE(n=n), AODE()][: 3 - n]:
        model.set_params(alpha=alpha, class_prior=prior, kinds="nominal").fit(codes, y)
        np.testing.assert_allclose(model.predict_proba(codes), expected, atol=1e-12)


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


def test_files_keep_priors_and_weights(tmp_path):
    model = NB(class_prior=PRIOR, class_weight={"rare": 2.0}).fit(LABELS, Y)
    model.save(tmp_path / "model")
    loaded = NB.load(tmp_path / "model")
    assert loaded.get_params() == model.get_params()
    np.testing.assert_array_equal(loaded.predict_log_proba(LABELS), model.predict_log_proba(LABELS))


def test_a_prior_applies_to_partial_fit_and_explanations():
    X = LABELS.astype(object)
    whole, parts = NB(class_prior=PRIOR).fit(X, Y), NB(class_prior=PRIOR)
    for rows in (slice(0, 60), slice(60, N)):
        parts.partial_fit(X[rows], Y[rows], classes=np.unique(Y))
    np.testing.assert_array_equal(parts.predict_log_proba(X), whole.predict_log_proba(X))
    (row,) = whole.explain(X[:1]).query("attribute == '(prior)'").itertuples()
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


def test_methods_that_count_cases_accept_weights_and_no_others():
    for name in STANZAS:
        cls = getattr(estimators, name)
        weighs = issubclass(cls, counting.CountingClassifier)
        assert has_fit_parameter(cls(), "sample_weight") == weighs == ("class_weight" in cls().get_params())
    with pytest.raises(TypeError, match="sample_weight"):
        estimators.C45().fit(LABELS, Y, sample_weight=np.ones(N))


def test_a_uniform_prior_helps_complement_naive_bayes_with_rare_classes():
    """Ten topics have from 400 to 4 cases with 40 words each, from a common and an own part of the
    vocabulary.
    """
    rng = np.random.default_rng(1)
    n_c = np.geomspace(400, 4, 10).astype(int)

    def draw(sizes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        y = np.repeat(np.arange(10), sizes)
        p = p_words[y]
        return np.array([rng.multinomial(12, row) for row in p]), y

    p_words = 0.8 * rng.dirichlet(np.ones(200)) + 0.2 * rng.dirichlet(np.full(200, 0.1), 10)
    (X, y), (new, truth) = draw(n_c), draw(np.full(10, 100))
    scores = {}
    for prior in (None, "uniform"):
        model = ComplementNB(class_prior=prior).fit(csr_array(X), y)
        scores[prior] = f1_score(truth, model.predict(csr_array(new)), average="macro")
    assert scores["uniform"] > scores[None] + 0.05, scores


def test_a_mapping_of_class_weights_works_for_blocks_without_some_classes():
    weights = {"often": 1.0, "rare": 4.0}
    whole = NB(class_weight=weights).fit(LABELS, Y)
    for known in (["often", "rare", "seldom"], None):
        parts = NB(class_weight=weights)
        for label in ("seldom", "often", "rare") if known else ("often", "rare", "seldom"):
            parts.partial_fit(LABELS[label == Y], Y[label == Y], known if label == "seldom" else None)
        np.testing.assert_array_equal(parts.class_count_, whole.class_count_)


def test_balanced_weights_leave_out_classes_without_weight():
    cases = np.where(Y == "rare", 0.0, 1.0)
    model = NB(class_weight="balanced").fit(LABELS, Y, cases)
    np.testing.assert_allclose(model.class_count_, cases.sum() / 2)


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        ("equal", "class_prior is 'equal', expected one of uniform, empirical"),
        ([0.5, 0.5], "Number of priors must match number of classes"),
        ([0.5, 0.7, -0.2], "Priors must be non-negative"),
        ([0.5, 0.7, 0.2], "The sum of the priors should be 1, but class_prior sums to 1.4"),
        ({"often": 1.0}, "class_prior has no entry for the class 'rare'"),
        (["a", "b", "c"], "expected numbers, one for each class"),
    ],
)
def test_other_priors_are_refused(prior, message):
    with pytest.raises(InputError, match=message):
        NB(class_prior=prior).fit(LABELS, Y)


@pytest.mark.parametrize(
    ("class_weight", "message"),
    [
        ("equal", "class_weight is 'equal', expected 'balanced', a mapping"),
        ([1, 2, 3], "expected 'balanced', a mapping"),
        ({"rara": 2}, "a weight for 'rara', which is not a class, and none for 'often'"),
        ({"rare": -1}, "not a finite number of at least 0"),
        ({"rare": "x"}, "class_weight has 'x' for the class 'rare', expected a number"),
    ],
)
def test_other_class_weights_are_refused(class_weight, message):
    with pytest.raises(InputError, match=message):
        NB(class_weight=class_weight).fit(LABELS, Y)

"""Importance and informative values, compared with an enumeration of all cases."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support import sequence_tables, tables

from naivebench.core import counts
from naivebench.core.checks import InputError
from naivebench.core.table import DISCRETE, Table, subset
from naivebench.models import catalogue, fitted, importance, likelihood, registry

STANZAS = catalogue.methods()
KINDS = {
    method: STANZAS[method]["kinds"] for method in ("gnb", "mixed_nb", "vmnb", "column_nb")
}  # the other methods take any table
SIZES = (2, 3, 2, 2)
RNG = np.random.default_rng(5)
K = 3
Y = RNG.integers(0, K, 150)
CODES = np.column_stack([(Y + RNG.integers(0, r, 150)) % r for r in SIZES])
TRAIN = tables.discrete(CODES, Y, n_values=SIZES)
EVERY = np.array(list(itertools.product(*map(range, SIZES))))
CASES = tables.discrete(EVERY, np.zeros(len(EVERY), int), n_values=SIZES, n_classes=K)


def fit(method: str, train: Table, **params) -> fitted.Fitted:
    stanza = {**STANZAS[method], "discretize": None}
    return fitted.fit(train, method, stanza, rng=np.random.default_rng(0), params=stanza["params"] | params)


def enumerated(model: fitted.Fitted) -> tuple[np.ndarray, np.ndarray]:
    """Mean absolute and mean evidence (d, K) over all cases, weighted by their probabilities."""
    p_case = np.exp(likelihood.log_joint(model, CASES)).sum(axis=1)
    explained = registry.load(model.module).explain(model.model, CASES)
    p, prior = np.exp(explained.terms), np.exp(explained.prior[0])
    evidence = np.empty_like(p)
    for c in range(K):
        rest = [k for k in range(K) if k != c]
        mixture = sum(prior[k] * p[:, :, k] for k in rest) / sum(prior[k] for k in rest)
        evidence[:, :, c] = np.log(p[:, :, c] / mixture)
    return np.einsum("n,njc->jc", p_case, np.abs(evidence)), np.einsum("n,njc->jc", p_case, evidence)


@pytest.mark.parametrize(("method", "params"), [("nb", {}), ("tan", {}), ("kdb", {"k": 2})])
def test_importance_under_the_model_is_the_expectation_over_all_cases(method, params):
    model = fit(method, TRAIN, **params)
    found, (absolute, signed) = importance.of_model(model), enumerated(model)
    assert found.names == tuple(a.name for a in TRAIN.attributes)
    np.testing.assert_allclose(found.absolute, absolute, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.signed, signed, rtol=0, atol=1e-12)
    np.testing.assert_allclose(importance.overall(found), absolute @ found.prior)


def test_importance_on_cases_drawn_from_the_model_is_that_of_the_model():
    model = fit("nb", TRAIN)
    joint = np.exp(likelihood.log_joint(model, CASES)).sum(axis=1)
    rows = np.repeat(np.arange(len(EVERY)), np.round(joint * 1e5).astype(int))
    sampled, exact = importance.on_cases(model, subset(CASES, rows)), importance.of_model(model)
    np.testing.assert_allclose(sampled.absolute, exact.absolute, atol=1e-3)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (method, {})
        for method in ("nb", "gnb", "mixed_nb", "vmnb", "column_nb", "tan", "nb_mn", "nb_bernoulli")
    ]
    + [("tan", {"missing": "marginalise"})],
)
def test_means_for_two_classes_add_up_to_the_mean_log_odds(method, params):
    train = tables.of_kinds(tables.mixed(90, n_classes=2), KINDS.get(method, DISCRETE))
    if method.startswith("nb_"):
        train = sequence_tables.made_documents(60)
        train = subset(train, np.flatnonzero(train.y < 2))._replace(classes=train.classes[:2])
    model = fit(method, train, **params)
    found, log_proba = importance.on_cases(model, train), fitted.predict_log_proba(model, train)
    odds = np.log(found.prior[1] / found.prior[0]) + found.signed[:, 1].sum()
    assert odds == pytest.approx((log_proba[:, 1] - log_proba[:, 0]).mean(), abs=1e-9)
    np.testing.assert_allclose(found.absolute[:, 0], found.absolute[:, 1])
    np.testing.assert_allclose(found.signed[:, 0], -found.signed[:, 1])
    assert (found.absolute >= np.abs(found.signed) - 1e-12).all()


def test_a_value_that_rules_a_class_out_is_infinitely_important():
    train = tables.discrete([[0], [0], [1], [1]], [0, 0, 1, 1], n_values=(2,))
    found = importance.of_model(fit("nb", train, alpha=0.0))
    assert np.isinf(found.absolute).all()
    assert np.isinf(importance.on_cases(fit("nb", train, alpha=0.0), train).absolute).all()


def test_a_combination_that_the_model_excludes_has_no_weight():
    codes = np.array([[0, 0], [1, 1], [0, 0], [1, 1], [0, 1], [1, 1]])
    train = tables.discrete(codes, [0, 0, 1, 1, 1, 1], n_values=(2, 2))
    model = fit("tan", train, n0=0.0)
    found, cases = importance.of_model(model), importance.on_cases(model, train)
    np.testing.assert_allclose(
        found.signed, cases.signed, atol=1e-12
    )  # the tables are not smoothed, so they equal the frequencies
    np.testing.assert_allclose(found.absolute, cases.absolute, atol=1e-12)


@pytest.mark.parametrize("method", ["nb", "nb_mn"])
def test_blocks_of_cases_change_nothing(method, monkeypatch):
    train = TRAIN if method == "nb" else sequence_tables.made_documents(40)
    model = fit(method, train)
    at_once = importance.on_cases(model, train)
    monkeypatch.setattr(counts, "BLOCK_CELLS", 40)
    in_blocks = importance.on_cases(model, train)
    order = [in_blocks.names.index(name) for name in at_once.names]
    np.testing.assert_allclose(in_blocks.absolute[order], at_once.absolute)
    np.testing.assert_allclose(in_blocks.signed[order], at_once.signed, atol=1e-12)


def test_importance_of_words_is_the_mean_over_documents():
    train = sequence_tables.made_documents(40)
    model = fit("nb_mn", train)
    found = importance.on_cases(model, train)
    p, prior = np.exp(model.model.log_table), np.exp(model.model.log_prior)
    cells = np.zeros((40, train.counts.n_columns))
    row = np.repeat(np.arange(40), np.diff(train.counts.indptr))
    np.add.at(cells, (row, train.counts.indices), train.counts.data)
    words = train.attributes[0].values
    assert set(found.names) == {words[i] for i in train.counts.indices}
    for name, absolute in zip(found.names, found.absolute, strict=True):
        i = train.attributes[0].values.index(name)
        likely = p[i] ** cells[:, i, None]
        for c in range(len(prior)):
            rest = (likely @ prior - likely[:, c] * prior[c]) / (prior.sum() - prior[c])
            assert absolute[c] == pytest.approx(np.abs(np.log(likely[:, c] / rest)).mean(), abs=1e-9)


@pytest.mark.parametrize("method", ["nb", "tan", "kdb"])
def test_informative_values_have_the_probabilities_of_the_whole_network(method):
    model = fit(method, TRAIN)
    joint = np.exp(likelihood.log_joint(model, CASES))
    prior = joint.sum(axis=0)
    found = importance.telling(model, top=100)
    telling = 0
    for j, r in enumerate(SIZES):
        for v in range(r):
            of_class = joint[EVERY[:, j] == v].sum(axis=0) / prior
            # the value is more frequent in the class than overall
            telling += sum(of_class[c] > of_class @ prior for c in range(K))
    assert len(found) == telling
    for item in found:
        j = [a.name for a in TRAIN.attributes].index(item.attribute)
        v = TRAIN.attributes[j].values.index(item.value)
        c = TRAIN.classes.index(item.class_label)
        of_class = joint[EVERY[:, j] == v].sum(axis=0)
        elsewhere = (of_class.sum() - of_class[c]) / (1 - prior[c])
        assert item.probability == pytest.approx(of_class[c] / prior[c], abs=1e-12)
        assert item.elsewhere == pytest.approx(elsewhere, abs=1e-12)
        assert item.log_odds == pytest.approx(np.log(item.probability / item.elsewhere))
        assert item.gain == pytest.approx(item.probability * item.log_odds)
    gains = [item.gain for item in found if item.class_label == TRAIN.classes[0]]
    assert gains == sorted(gains, reverse=True)
    assert min(gains) > 0


def test_informative_words_are_those_of_the_summary():
    model = fit("nb_mn", sequence_tables.made_documents(40))
    said = fitted.summary(model)["telling_words"]
    for label in model.classes:
        words = [item.value for item in importance.telling(model, top=3) if item.class_label == label]
        assert words == [word for word, _ in said[label][:3]]


def test_informative_words_of_bernoulli_are_ranked_by_the_cases_that_have_them():
    train = sequence_tables.made_documents(40)
    found = importance.telling(fit("nb_bernoulli", train, alpha=1.0), 5)
    row = np.repeat(np.arange(40), np.diff(train.counts.indptr))
    assert found
    for item in found:
        c, i = train.classes.index(item.class_label), train.attributes[0].values.index(item.value)
        having = np.unique(row[train.counts.indices == i])
        share = ((train.y[having] == c).sum() + 1) / ((train.y == c).sum() + 2)
        assert item.probability == pytest.approx(share)


def test_with_one_class_no_value_is_informative():
    train = tables.discrete(CODES, np.zeros(150, int), n_values=SIZES)
    for method in ("nb", "tan"):
        model = fit(method, train)
        assert importance.telling(model, 5) == []
        assert not importance.of_model(model).absolute.any()
        assert not importance.on_cases(model, train).absolute.any()


def test_methods_without_sums_or_tables_are_refused():
    with pytest.raises(InputError, match="aode has no importance of attributes"):
        importance.on_cases(fit("aode", TRAIN), TRAIN)
    with pytest.raises(InputError, match="aode has no importance without cases"):
        importance.of_model(fit("aode", TRAIN))
    with pytest.raises(InputError, match="aode has no table of values"):
        importance.telling(fit("aode", TRAIN), 1)
    numbers = tables.linear(CODES, Y)
    with pytest.raises(InputError, match="mixed_nb has no table of values"):
        importance.telling(fit("mixed_nb", numbers), 1)
    one = tables.discrete(CODES[:, :1], Y, n_values=SIZES[:1])
    assert {item.attribute for item in importance.telling(fit("mixed_nb", one), 1)} == {"x0"}
    assert importance.telling(fit("column_nb", one), 1) == importance.telling(fit("mixed_nb", one), 1)
    with pytest.raises(InputError, match="at least one case"):
        importance.on_cases(fit("nb", TRAIN), subset(TRAIN, np.zeros(0, int)))

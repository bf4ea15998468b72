"""Nomograms: points add up to the log-odds, and the total gives the posterior."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest
from support import tables

from naivebench.benchmark import configuration
from naivebench.core.checks import InputError
from naivebench.core.table import Table
from naivebench.methods.naive_bayes import nb
from naivebench.models import fitted, nomogram

STANZAS = configuration.methods_of(Path(__file__).resolve().parents[2])


def fit(method: str, train: Table, **params) -> fitted.Fitted:
    stanza = STANZAS[method]
    return fitted.fit(train, method, stanza, rng=np.random.default_rng(0), params=stanza["params"] | params)


def numbers_only(table: Table) -> Table:
    """The table without nominal attributes, which gnb does not accept."""
    return table._replace(
        attributes=tuple(a for a in table.attributes if a.kind != "nominal"), codes=table.codes[:, 1::2]
    )


@pytest.mark.parametrize("method", ["nb", "gnb", "mixed_nb", "vmnb", "column_nb", "nb_tuned"])
def test_total_points_are_the_posterior_of_two_classes(method):
    train = tables.mixed(150, n_classes=2, missing=0.15)
    train = numbers_only(train) if method == "gnb" else train
    model = fit(method, train)
    log_proba = fitted.predict_log_proba(model, train)
    for c, label in enumerate(train.classes):
        found = nomogram.nomogram_of(model, train, label)
        total = nomogram.points(found, model, train).sum(axis=1)
        odds = found.intercept + found.nats_per_point * total
        np.testing.assert_allclose(odds, log_proba[:, c] - log_proba[:, 1 - c], rtol=0, atol=1e-9)
        np.testing.assert_allclose(nomogram.probability(found, total), np.exp(log_proba[:, c]), atol=1e-12)
        widths = [np.ptp(scale.points) for scale in found.scales]
        assert widths == sorted(widths, reverse=True)
        assert widths[0] == pytest.approx(100)
        assert all(scale.points.min() == 0 for scale in found.scales)


def test_points_of_values_are_those_on_the_scale():
    train = tables.mixed(150, n_classes=2, missing=0.15)
    model = fit("mixed_nb", train)
    found = nomogram.nomogram_of(model, train, train.classes[1])
    points = nomogram.points(found, model, train)
    of = {scale.name: s for s, scale in enumerate(found.scales)}
    shape = found.scales[of["shape"]]
    assert shape.labels == ("v0", "v1", "v2", "v3")
    known = train.codes[:, 2] >= 0
    np.testing.assert_allclose(points[known, of["shape"]], shape.points[train.codes[known, 2]], atol=1e-9)
    np.testing.assert_allclose(points[~known, of["shape"]], -shape.least / found.nats_per_point, atol=1e-9)
    hour = found.scales[of["hour"]]
    assert (hour.values[0], hour.values[-1]) == (pytest.approx(-12), pytest.approx(12))
    weight = found.scales[of["weight"]]
    assert (weight.values[0], weight.values[-1]) == (
        np.nanmin(train.reals[:, 2]),
        np.nanmax(train.reals[:, 2]),
    )
    largest = np.nanargmax(train.reals[:, 2])
    assert points[largest, of["weight"]] == pytest.approx(weight.points[-1], abs=1e-9)


def test_one_against_the_rest_is_naive_bayes_of_the_merged_classes():
    """If relative frequencies are mixed by the priors, the result is the relative frequencies of
    the union.
    """
    codes = np.array([*itertools.product(range(2), range(3), range(2))] * 6)
    y = np.random.default_rng(0).integers(0, 3, len(codes))
    train = tables.discrete(codes, y)
    model = fit("nb", train, alpha=0, prior_alpha=0)
    for c in range(3):
        merged = tables.discrete(codes, (y == c).astype(int))
        expected = np.exp(nb.predict_log_proba(nb.fit(merged, alpha=0, prior_alpha=0), merged))[:, 1]
        found = nomogram.nomogram_of(model, train, f"c{c}")
        total = nomogram.points(found, model, train).sum(axis=1)
        np.testing.assert_allclose(nomogram.probability(found, total), expected, rtol=0, atol=1e-12)
        assert found.against == "the rest"


def test_the_total_for_a_probability_inverts_the_posterior():
    train = tables.mixed(100, n_classes=2)
    found = nomogram.nomogram_of(fit("nb", train), train, train.classes[0])
    for p in (0.01, 0.5, 0.9):
        assert nomogram.probability(found, nomogram.total_of(found, p)) == pytest.approx(p, abs=1e-12)


def test_labels_never_meet():
    points, labels = np.array([0.0, 1, 2, 3, 40, 41, 42]), ["abcdef"] * 7
    found = nomogram.lanes(points, labels)
    assert found[:4] == [-0.3, 0.3, -0.95, 0.95]
    assert 0 not in found
    assert nomogram.lanes(np.zeros(6), labels[:6])[4:] == [0, 0]
    for (x, a), (z, b) in itertools.combinations(zip(points, found, strict=True), 2):
        assert a != b or z - x >= 6 * nomogram.LETTER


def test_the_figure_has_the_names_of_its_content():
    train = tables.mixed(150, n_classes=2)
    figure = nomogram.nomogram(fit("mixed_nb", train), train, train.classes[1], top=4)
    found = nomogram.nomogram_of(fit("mixed_nb", train), train, train.classes[1])
    names = [axes.get_ylabel() for axes in figure.axes]
    assert names == ["points", *(scale.name for scale in found.scales[:4]), "P(class 1)"]
    texts = {text.get_text() for axes in figure.axes for text in axes.texts}
    assert {"0", "100", "0.5"} <= texts
    assert {label for scale in found.scales[:4] for label in scale.labels} <= texts


@pytest.mark.parametrize(
    ("method", "label", "params", "why"),
    [
        ("tan", "c0", {}, "terms do not belong to one attribute"),
        ("rbc", "c0", {}, "terms do not belong to one attribute"),
        ("majority", "c0", {}, "terms do not belong to one attribute"),
        ("nb", "c7", {}, "c7"),
        ("nb", "c0", {"alpha": 0}, "rules class 'c0' or all others out"),
    ],
)
def test_models_without_a_nomogram_are_refused(method, label, params, why):
    train = tables.discrete([[0, 0], [0, 1], [1, 0], [1, 0]] * 5, [0, 0, 1, 1] * 5)
    with pytest.raises(InputError, match=why):
        nomogram.nomogram_of(fit(method, train, **params), train, label)

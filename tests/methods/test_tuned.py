"""Constants that methods choose inside the training part: scores, and the same model if they are set."""

from __future__ import annotations

import numpy as np
import pytest
from support import tables
from support.answers import leave_out, predict

from naivebench.core import tuning
from naivebench.methods.high_cardinality import ade, de, hpb
from naivebench.methods.naive_bayes import nb_tuned
from naivebench.models import registry

CHOSEN = [  # module, constants, other parameters of `fit`
    ("bn_classifiers.tan_tuned", ["n0"], {}),
    ("high_cardinality.ade", ["s"], {}),
    ("high_cardinality.aibn_tan", ["n0", "aibn_smoothing", "mmi"], {}),
    ("high_cardinality.bn_dg", ["smoothing"], {"operators": "CBM", "kappa": 0.5}),
    ("high_cardinality.bn_hc", ["smoothing"], {"local": "tree"}),
    ("high_cardinality.bn_hc", ["smoothing"], {"local": "default_table"}),
    ("high_cardinality.de", ["s"], {}),
    ("high_cardinality.bn_dg", ["smoothing"], {"network": False}),
    ("high_cardinality.bn_hc", ["smoothing"], {"local": "tree", "network": False}),
    ("high_cardinality.bn_hc", ["smoothing"], {"local": "default_table", "network": False}),
    ("high_cardinality.hpb", ["b"], {}),
    ("naive_bayes.nb_tuned", ["s"], {}),
]


def made(n=400, values=20, classes=2):
    """A table with a rare class that follows single values of two attributes."""
    rng = np.random.default_rng(0)
    codes = rng.integers(0, values, (n, 2))
    rates = np.where(codes[:, 0] < values // 6, 0.5, 0.05)
    y = (rng.random(n) < rates).astype(int) + (classes > 2) * (codes[:, 1] < 5)
    return tables.discrete(codes, y, (values, values), classes)


@pytest.mark.parametrize(("name", "constants", "params"), CHOSEN)
def test_chosen_constants_have_the_best_scores_and_give_the_same_model_if_they_are_set(
    name, constants, params
):
    train, module = made(), registry.load(name)
    model = module.fit(train, rng=np.random.default_rng(0), **params)
    summary = module.summarize(model)
    values = {constant: summary[constant] for constant in constants}
    again = module.fit(train, rng=np.random.default_rng(0), **params, **values)
    assert np.array_equal(module.predict_log_proba(model, train), module.predict_log_proba(again, train))
    for constant in constants:
        assert summary[f"{constant}_chosen_by"] in ("cross_validation", "leave_one_out")
        assert module.summarize(again)[f"{constant}_chosen_by"] == "fixed"
        grid, scores = summary[f"{constant}_grid"], summary[f"{constant}_scores"]
        best = [v for v, s in zip(grid, scores, strict=True) if s >= max(scores) - 1e-12]
        assert values[constant] == max(best)


HPB = [{"S": 2.0}, {"S": 0.5, "calibration": "V2"}]
LEFT_OUT = [  # method, constant, other parameters, criterion for two classes and for three
    (ade, "s", {}, ("area_10", "area_10")),
    (de, "s", {}, ("area_10", "area_10")),
    (nb_tuned, "s", {}, ("area_10", "log_loss")),
    *((hpb, "b", {"b_criterion": c, **p}, (c, c)) for c in ("log_loss", "area_10") for p in HPB),
]


@pytest.mark.parametrize(("method", "constant", "params", "criteria"), LEFT_OUT)
@pytest.mark.parametrize("classes", [2, 3])
def test_scores_are_those_of_refitting_without_each_case(method, constant, params, criteria, classes):
    table = tables.made(3, 40, (4, 5), classes, 0.1)
    summary = method.summarize(method.fit(table, **params))
    scores = []
    for value in summary[f"{constant}_grid"]:
        fixed = {**params, constant: value}
        left_out = leave_out(table, lambda rest, one, fixed=fixed: predict(method, rest, one, **fixed))
        tied = left_out.round(9)  # equal fractions tie
        scores.append(tuning.score(table.y, tied, criteria[classes - 2], tuning.choose_criterion(table)[1]))
    assert summary[f"{constant}_scores"] == pytest.approx(scores, abs=1e-8)

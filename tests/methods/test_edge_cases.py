"""Generated tables at the limits of what discrete methods accept, with settings beyond the catalogue."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from hypothesis import given
from support import generated, tables
from support.tables import assert_log_proba

pytestmark = pytest.mark.slow

ZERO = {"n0": 0, "prior_alpha": 0}
SETTINGS: dict[str, list[dict]] = {  # for each module in naivebench.methods: parameters of `fit`
    "bn_classifiers.alr": [{"structure": s, "max_iter": 3} for s in ("nb", "tan", "aode")],
    "bn_classifiers.ande": [{"alpha": 0}, {"n": 3}, {"subsumption_resolution": True, "minimum": 1}],
    "bn_classifiers.aode": [{"alpha": 0}, {"smoothing": "laplace"}],
    "bn_classifiers.kdb": [{"k": 3}, {"k": 2, "smoothing": "laplace"}, {"k": 2} | ZERO],
    "bn_classifiers.skdb": [{"alpha": 0}],
    "bn_classifiers.tan": [{"smoothing": "laplace"}, ZERO, {"smoothing": "laplace", "alpha": 0}],
    "naive_bayes.nb": [{"alpha": 0, "prior_alpha": 0}],
    "high_cardinality.eskdb": [{"members": 2}],
}


@pytest.mark.parametrize("module", SETTINGS)
@generated.examples(15)
@given(generated.parts())
def test_edge_cases(module, both):
    method = importlib.import_module(f"naivebench.methods.{module}")
    train, test = (tables.of_kinds(part, ["nominal", "ordinal"]) for part in both)
    for params in SETTINGS[module]:
        model = method.fit(train, rng=np.random.default_rng(0), **params)
        assert_log_proba(method.predict_log_proba(model, test), (len(test.y), len(train.classes)))
        assert method.summarize(model)["n_parameters"] >= len(train.classes) - 1, params
        if hasattr(method, "leave_one_out"):
            left_out = method.leave_one_out(model, train)
            assert_log_proba(left_out, (len(train.y), len(train.classes)))

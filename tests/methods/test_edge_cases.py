"""Tables at the limits of what discrete methods accept: posteriors are distributions and the summary is
valid.

The contract tests use the settings of the catalogue. This test uses other settings.
"""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from support.made_tables import assert_log_proba, edge_tables

EDGES = edge_tables()
WIDE = "many values and 95 classes"
# these are slow on the wide table
SLOW = ("bn_classifiers.ande", "bn_classifiers.kdb_hc", "bn_classifiers.tan_hcsp")
ZERO = {"n0": 0, "prior_alpha": 0}
SETTINGS: dict[str, list[dict]] = {  # for each module in naivebench.methods: parameters of `fit`
    "bn_classifiers.alr": [{"structure": s, "max_iter": 3} for s in ("nb", "tan", "aode")],
    "bn_classifiers.ande": [{}, {"alpha": 0}, {"n": 3}, {"subsumption_resolution": True, "minimum": 1}],
    "bn_classifiers.aode": [{}, {"alpha": 0}, {"smoothing": "laplace"}],
    "bn_classifiers.bnc_hc": [{"score": "bic"}, {"score": "bdeu"}],
    "bn_classifiers.hnb": [{}],
    "bn_classifiers.kdb": [{}, {"k": 3}, {"k": 2, "smoothing": "laplace"}, {"k": 2} | ZERO],
    "bn_classifiers.kdb_hc": [{}],
    "bn_classifiers.skdb": [{}, {"smoothing": "friedman"} | ZERO],
    "bn_classifiers.tan": [{}, {"smoothing": "laplace"}, ZERO, {"smoothing": "laplace", "alpha": 0}],
    "bn_classifiers.tan_averaged": [{}],
    "bn_classifiers.tan_hcsp": [{}],
    "naive_bayes.awnb": [{}],
    "naive_bayes.manb": [{}],
    "naive_bayes.nb": [*({}, {"alpha": 0, "prior_alpha": 0})],
    "naive_bayes.wanbia": [{}],
    "high_cardinality.eskdb": [{"members": 2}],
    "semi_naive.iterative_bayes": [{}],
    "semi_naive.lbr": [{}],
}


@pytest.mark.parametrize("module", SETTINGS)
def test_edge_cases(module):
    method = importlib.import_module(f"naivebench.methods.{module}")
    for name, (train, test) in EDGES.items():
        for params in SETTINGS[module] if name != WIDE or module not in SLOW else ():
            model = method.fit(train, rng=np.random.default_rng(0), **params)
            assert_log_proba(method.predict_log_proba(model, test), (len(test.y), len(train.classes)))
            assert method.summarize(model)["n_parameters"] >= len(train.classes) - 1, (name, params)
            if name != WIDE and hasattr(method, "leave_one_out"):
                left_out = method.leave_one_out(train, **params)
                assert_log_proba(left_out, (len(train.y), len(train.classes)))

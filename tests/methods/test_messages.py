"""Parameters outside their range are refused with a sentence that names parameter, method and value."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from support import tables

from naivebench.core.checks import InputError

CODES, Y = np.random.default_rng(0).integers(0, 3, (30, 3)), np.arange(30) % 2
TABLES = {"discrete": tables.discrete(CODES, Y), "linear": tables.linear(CODES + 0.5, Y)}
LINEAR = {"baselines.logistic_regression", "naive_bayes.gnb"}  # modules that are tested on numbers
REFUSED: dict[str, list[dict]] = {  # for each module in naivebench.methods: parameters of `fit`
    "bn_classifiers.alr": [{"structure": "tree"}],
    "bn_classifiers.ande": [{"n": 0}, {"n": 1.5}, {"minimum": 0}],
    "bn_classifiers.aode": [{"smoothing": "m"}, {"alpha": -1}, {"weighting": "gain"}],
    "bn_classifiers.bnc_hc": [{"score": "aic"}],
    "bn_classifiers.hnb": [{"alpha": 0}],
    "bn_classifiers.kdb": [{"k": -1}, {"k": 1.5}],
    "bn_classifiers.kdb_hc": [{"k": -1}],
    "bn_classifiers.skdb": [{"k_max": 1.5}, {"alpha": -1}],
    "bn_classifiers.tan": [{"smoothing": "friedmann"}, {"n0": -5}],
    "bn_classifiers.tan_tuned": [{"n0": "some"}],
    "directional.hybrid_nb": [{"covariance": "diagonal"}],
    "directional.vmnb": [{"kappa_cap": 0}],
    "high_cardinality.aibn_tan": [{"mmi": 1.5}, {"n0": "many"}, {"aibn_smoothing": -1}],
    "high_cardinality.bn_hc": [{"local": "table"}],
    "high_cardinality.bn_dg": [
        {"operators": "CX"},
        {"operators": "CC"},
        {"smoothing": -1},
        {"smoothing": "most"},
        {"kappa": 0},
        {"kappa": 2},
        {"kappa": -0.5},
        {"alpha": 0},
    ],
    "high_cardinality.noisy_or": [{"max_iterations": -1}],
    "naive_bayes.awnb": [{"alpha": 0}],
    "naive_bayes.flexible_nb": [{"width": 0}],
    "naive_bayes.gnb": [{"var_floor": -1}, {"gap_floor": -0.1}],
    "naive_bayes.manb": [{"arc_prior": 1.5}],
    "naive_bayes.nb": [{"alpha": -1}],
    "naive_bayes.nb_tuned": [{"s": "automatic"}],
    "naive_bayes.wanbia": [{"objective": "accuracy"}],
    "high_cardinality.hdp": [{"concentration": 0}, {"sweeps": 10, "burn_in": 50}, {"max_depth": 0}],
    "high_cardinality.hpb": [
        {"calibration": "V4"},
        {"loo_depth": "some"},
        {"S": -1},
        {"S": "often"},
        {"b": -0.5},
        {"max_attributes": 0},
        {"criterion": "auc"},
    ],
    "semi_naive.fssj": [{"tie_rule": "joins_first"}],
    "semi_naive.ienb": [{"z": -1}, {"repair": "projekt"}, {"fitness": "loo"}],
    "semi_naive.iterative_bayes": [{"table": "count"}, {"increment": "p"}, {"max_iterations": -1}],
    "semi_naive.lbr": [{"significance": 1}],
    "sequences.class_hmm": [{"states": 0}, {"restarts": 0}, {"pseudo": -1}, {"score": "residue"}],
    "trees.rnbl_mn": [{"cll_scale": "nodes"}, {"growth": "leaves"}, {"max_depth": -1}, {"alpha": -1}],
    "trees.c45": [{"confidence": 0.6}, {"confidence": 0}, {"min_cases": 0}, {"laplace": -1}],
    "trees.nbtree": [{"alpha": 0}],
    "trees.rbc": [{"max_depth": 0.5}],
    "trees.rnbl": [{"cll_scale": "leaf"}, {"max_depth": -1}],
}
OTHERS = [  # module, parameters, and what the message says where it names another place or form
    ("baselines.logistic_regression", {"n_features": 64}, "set `discretize` to a discretizer"),
    ("bn_classifiers.ande", {"alpha": -1}, "alpha in aode is -1"),
    ("bn_classifiers.tan", {"smoothing": "friedmann"}, "did you mean 'friedman'"),
    ("semi_naive.apnbc_eda", {"optimiser": "umda"}, "'umda' searches discrete genes, but this method has"),
    ("semi_naive.ienb", {"optimiser": "mimic"}, "choose one of umdac, mimicc, egna"),
    ("semi_naive.pazzani_eda", {"population": 0}, "population is 0, expected a number of at least 1"),
    ("trees.cascade", {"confidence": 0.6}, "confidence in c45 is 0.6"),
    ("semi_naive.pazzani_eda", {"optimiser": "umdc"}, "optimiser is 'umdc'"),
]


def refuse(module: str, params: dict) -> str:
    """The message about the parameters."""
    method = importlib.import_module(f"naivebench.methods.{module}")
    with pytest.raises(InputError) as error:
        method.fit(
            TABLES["linear" if module in LINEAR else "discrete"], rng=np.random.default_rng(0), **params
        )
    return str(error.value)


@pytest.mark.parametrize("module", REFUSED)
def test_bad_parameters_are_refused(module):
    for params in REFUSED[module]:
        name, value = next(iter(params.items()))
        message = refuse(module, params)
        assert all(word in message for word in (name, repr(value), f"in {module.split('.')[1]}")), message


@pytest.mark.parametrize(("module", "params", "text"), OTHERS)
def test_messages_of_another_form(module, params, text):
    assert text in refuse(module, params)

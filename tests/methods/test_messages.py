"""Parameters outside their range are refused with a sentence that names parameter, method and value."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from support import tables

from naivebench.core.checks import InputError

CODES, Y = np.random.default_rng(0).integers(0, 3, (30, 3)), np.arange(30) % 2
TABLES = {"discrete": tables.discrete(CODES, Y), "linear": tables.linear(CODES + 0.5, Y)}
LINEAR = {"baselines.hashed_logistic", "naive_bayes.gnb"}  # modules that are tested on numbers
REFUSED = {  # for each module in naivebench.methods: parameters of `fit` and the messages about them
    "baselines.hashed_logistic": [
        ({}, "set `discretize` to a discretizer"),
    ],
    "baselines.majority": [
        ({"prior_alpha": -1}, "prior_alpha in majority is -1, expected a number of at least 0"),
    ],
    "bn_classifiers.alr": [
        ({"structure": "tree"}, "structure in alr is 'tree', expected one of nb, tan, aode"),
    ],
    "bn_classifiers.ande": [
        ({"n": -1}, "n in ande is -1"),
        ({"n": 1.5}, "n in ande is 1.5, expected a whole number"),
        ({"alpha": -1}, "alpha in aode is -1"),
        ({"minimum": 0}, "minimum in ande is 0"),
    ],
    "bn_classifiers.aode": [
        ({"smoothing": "m"}, "smoothing in aode is 'm', expected one of m_estimate, laplace"),
        ({"alpha": -1}, "alpha in aode is -1"),
        ({"weighting": "gain"}, "weighting in aode is 'gain'"),
    ],
    "bn_classifiers.bnc_hc": [
        ({"score": "aic"}, "score in bnc_hc is 'aic', expected one of bic, bdeu"),
    ],
    "bn_classifiers.hnb": [
        ({"alpha": 0}, "alpha in hnb is 0"),
    ],
    "bn_classifiers.kdb": [
        ({"k": -1}, "k in kdb is -1, expected a whole number of at least 0"),
        ({"k": 1.5}, "k in kdb is 1.5, expected a whole number"),
    ],
    "bn_classifiers.kdb_hc": [
        ({"k": -1}, "k in kdb_hc is -1"),
    ],
    "bn_classifiers.skdb": [
        ({"k": 1.5}, "k in skdb is 1.5, expected a whole number"),
        ({"attributes": "some"}, "attributes in skdb is 'some', expected one of auto, all"),
    ],
    "bn_classifiers.tan": [
        (
            {"smoothing": "friedmann"},
            "smoothing in tan is 'friedmann', expected one of friedman, laplace, m_estimate; did you mean ",
        ),
        ({"n0": -5}, "n0 in tan is -5, expected a number of at least 0"),
    ],
    "bn_classifiers.tan_hcsp": [
        ({"n0": 0}, "the weight of friedman in tan_hcsp is 0"),
    ],
    "bn_classifiers.tan_tuned": [
        ({"n0": "some"}, "n0 in tan_tuned is 'some', expected a number of at least 0 or auto"),
    ],
    "directional.hybrid_nb": [
        (
            {"covariance": "diagonal"},
            "covariance in hybrid_nb is 'diagonal', expected one of independent, full, pooled",
        ),
        ({"var_floor": -1}, "var_floor in hybrid_nb is -1"),
    ],
    "directional.mixture_vmnb": [
        ({"max_components": 0}, "max_components in mixture_vmnb is 0, expected a whole number of at least 1"),
    ],
    "directional.vmnb": [
        ({"kappa_cap": 0}, "kappa_cap in vmnb is 0, expected a number of at least"),
    ],
    "high_cardinality.aibn_tan": [
        ({"mmi": 1.5}, "mmi in aibn_tan is 1.5, expected a share of the information between 0 and 1"),
        ({"n0": "many"}, "n0 in aibn_tan is 'many', expected a number of at least 0"),
        ({"aibn_smoothing": -1}, "aibn_smoothing in aibn_tan is -1, expected a number of at least 0"),
    ],
    "high_cardinality.bn_dg": [
        ({"operators": "X"}, "operators in decision_graph is 'X'"),
    ],
    "high_cardinality.bn_hc": [
        ({"local": "table"}, "local in bn_hc is 'table', expected one of tree, default_table"),
    ],
    "high_cardinality.decision_graph": [
        ({"operators": "CX"}, "operators in decision_graph is 'CX', expected letters of CBM"),
        ({"operators": "CC"}, "operators in decision_graph is 'CC', expected letters of CBM"),
        ({"smoothing": -1}, "smoothing in decision_graph is -1, expected a number of at least 0"),
        ({"smoothing": "most"}, "smoothing in decision_graph is 'most', expected a number of at least 0"),
        (
            {"kappa": 0},
            "kappa is 0 in decision_graph, expected alpha above 0, and kappa above 0 and at most 1",
        ),
        ({"kappa": 2}, "kappa is 2 in decision_graph"),
        ({"kappa": -0.5}, "kappa in decision_graph is -0.5, expected a number of at least 0"),
        ({"alpha": 0}, "alpha is 0 and kappa"),
    ],
    "high_cardinality.noisy_or": [
        ({"tolerance": -1}, "tolerance in noisy_or is -1, expected a number of at least 0"),
        ({"max_iterations": -1}, "max_iterations in noisy_or is -1, expected a whole number of at least 0"),
    ],
    "naive_bayes.awnb": [
        ({"alpha": 0}, "alpha in awnb is 0"),
    ],
    "naive_bayes.flexible_nb": [
        ({"width": 0}, "width in flexible_nb is 0"),
    ],
    "naive_bayes.gnb": [
        ({"var_floor": -1}, "var_floor in gnb is -1"),
        ({"gap_floor": -0.1}, "gap_floor in gnb is -0.1"),
    ],
    "naive_bayes.manb": [
        ({"arc_prior": 1.5}, "arc_prior in manb is 1.5, expected a number from 0 to 1"),
    ],
    "naive_bayes.nb": [
        ({"alpha": -1}, "alpha in nb is -1, expected a number of at least 0"),
    ],
    "naive_bayes.nb_tuned": [
        ({"s": "automatic"}, "s in nb_tuned is 'automatic'"),
        ({"s_grid": []}, "the grid of s in nb_tuned is []"),
    ],
    "naive_bayes.wanbia": [
        ({"objective": "accuracy"}, "objective in wanbia is 'accuracy', expected one of cll, mse"),
    ],
    "high_cardinality.hdp": [
        ({"concentration": 0}, "concentration in hdp is 0"),
        (
            {"sweeps": 10, "burn_in": 50},
            "sweeps in hdp (at least burn_in + 5) is 10, expected a whole number of at least 55",
        ),
        ({"max_depth": 0}, "max_depth in hdp is 0"),
    ],
    "high_cardinality.noisy_or": [{"tolerance": -1}, {"max_iterations": -1}],
    "naive_bayes.awnb": [{"alpha": 0}],
    "naive_bayes.flexible_nb": [{"width": 0}],
    "naive_bayes.gnb": [{"var_floor": -1}, {"gap_floor": -0.1}],
    "naive_bayes.manb": [{"arc_prior": 1.5}],
    "naive_bayes.nb": [{"alpha": -1}],
    "naive_bayes.nb_tuned": [{"s": "automatic"}, {"criterion": "auc"}],
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
    "semi_naive.random_structure": [{"evaluations": 0}],
    "sequences.class_hmm": [{"states": 0}, {"pseudo": -1}, {"score": "residue"}],
    "sequences.rnbl_mn": [{"cll_scale": "nodes"}, {"growth": "leaves"}, {"max_depth": -1}, {"alpha": -1}],
    "trees.c45": [{"confidence": 0.6}, {"confidence": 0}, {"min_cases": 0}, {"laplace": -1}],
    "trees.cascade": [{"levels": 0}],
    "trees.nbtree": [{"alpha": 0}],
    "trees.rbc": [{"max_depth": 0.5}],
    "trees.rnbl": [{"cll_scale": "leaf"}, {"max_depth": -1}],
}
OTHERS = [  # module, parameters, and what the message says where it names another place or form
    ("baselines.hashed_logistic", {}, "set `discretize` to a discretizer"),
    ("bn_classifiers.ande", {"alpha": -1}, "alpha in aode is -1"),
    ("bn_classifiers.tan_hcsp", {"n0": 0}, "the weight of friedman in tan_hcsp is 0"),
    ("bn_classifiers.tan", {"smoothing": "friedmann"}, "did you mean 'friedman'"),
    ("high_cardinality.bn_dg", {"operators": "X"}, "operators in decision_graph is 'X'"),
    ("high_cardinality.hpb", {"S": []}, "S in hpb is an empty list"),
    ("naive_bayes.nb_tuned", {"s_grid": []}, "the grid of s in nb_tuned is []"),
    ("semi_naive.apnbc_eda", {"optimiser": "umda"}, "'umda' searches discrete genes, but the genes here are"),
    ("semi_naive.ienb", {"optimiser": "mimic"}, "choose one of umdac, mimicc, egna"),
    ("semi_naive.pazzani_eda", {"population": 0}, "population is 0, expected a number of at least 1"),
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

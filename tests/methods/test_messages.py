"""Parameters outside their range are refused with a sentence that names parameter, method, value
and range.
"""

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
        ({"criterion": "auc"}, "criterion"),
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
    "high_cardinality.hpb": [
        ({"calibration": "V4"}, "calibration in hpb is 'V4', expected one of V1, V2, V3"),
        ({"loo_depth": "some"}, "loo_depth in hpb is 'some', expected one of all, family"),
        ({"S": -1}, "S in hpb is -1, expected a number of at least 0"),
        ({"S": "often"}, "S in hpb is 'often', expected a number of at least 0"),
        ({"S": []}, "S in hpb is an empty list, expected one number per level"),
        ({"b": -0.5}, "b in hpb is -0.5, expected a number of at least 0"),
        ({"max_attributes": 0}, "max_attributes in hpb is 0, expected a whole number of at least 1"),
        ({"criterion": "auc"}, "criterion in hpb is 'auc', expected one of auto, area, log_loss"),
    ],
    "semi_naive.apnbc_eda": [
        (
            {"optimiser": "umda"},
            "optimiser 'umda' searches discrete genes, but the genes here are continuous",
        ),
    ],
    "semi_naive.fssj": [
        (
            {"tie_rule": "joins_first"},
            "tie_rule in fssj is 'joins_first', expected one of add_first, join_first, by_attribute; did "
            "you mean 'join_first'",
        ),
    ],
    "semi_naive.ienb": [
        ({"z": -1}, "z in ienb is -1, expected a number of at least 0"),
        (
            {"repair": "projekt"},
            "repair in ienb is 'projekt', expected one of projection, remainder; did you mean 'projection'?",
        ),
        ({"fitness": "loo"}, "fitness in ienb is 'loo', expected one of resubstitution, leave_one_out"),
        (
            {"optimiser": "mimic"},
            "optimiser 'mimic' searches discrete genes, but the genes here are continuous: choose one of "
            "umdac, "
            "mimicc, egna, random",
        ),
    ],
    "semi_naive.iterative_bayes": [
        (
            {"table": "count"},
            "table in iterative_bayes is 'count', expected one of probability, counts; did you mean "
            "'counts'?",
        ),
        ({"increment": "p"}, "increment in iterative_bayes is 'p', expected one of confidence, printed"),
        ({"max_iterations": -1}, "max_iterations in iterative_bayes is -1, expected a number of at least 0"),
    ],
    "semi_naive.lbr": [
        ({"significance": 1}, "significance in lbr is 1, expected a number below 1"),
    ],
    "semi_naive.pazzani_eda": [
        ({"population": 0}, "population is 0, expected a number of at least 1"),
        ({"optimiser": "umdc"}, "optimiser is 'umdc'"),
    ],
    "semi_naive.random_structure": [
        ({"evaluations": 0}, "evaluations in random_structure is 0, expected a number of at least 1"),
    ],
    "sequences.class_hmm": [
        ({"states": 0}, "states in class_hmm is 0, expected a whole number of at least 1"),
        ({"pseudo": -1}, "pseudo in class_hmm is -1, expected a number of at least 0"),
        (
            {"score": "residue"},
            "score in class_hmm is 'residue', expected one of total, per_residue; did you mean "
            "'per_residue'?",
        ),
    ],
    "sequences.rnbl_mn": [
        (
            {"cll_scale": "nodes"},
            "cll_scale in rnbl_mn is 'nodes', expected one of none, node; did you mean 'node'?",
        ),
        (
            {"growth": "leaves"},
            "growth in rnbl_mn is 'leaves', expected one of leaf, level; did you mean 'level'?",
        ),
        ({"max_depth": -1}, "max_depth in rnbl_mn is -1, expected a whole number of at least 0"),
        ({"alpha": -1}, "alpha in rnbl_mn is -1, expected a number of at least 0"),
    ],
    "trees.c45": [
        ({"confidence": 0.6}, "confidence in c45 is 0.6, expected a number above 0 and at most 0.5"),
        ({"confidence": 0}, "confidence in c45 is 0, expected a number of at least 1e-12"),
        ({"min_cases": 0}, "min_cases in c45 is 0, expected a number of at least 1"),
        ({"laplace": -1}, "laplace in c45 is -1, expected a number of at least 0"),
    ],
    "trees.cascade": [
        ({"levels": 0}, "levels in cascade is 0, expected a whole number of at least 1"),
    ],
    "trees.nbtree": [
        ({"alpha": 0}, "alpha in nbtree is 0, expected a number of at least 1e-09"),
    ],
    "trees.rbc": [
        ({"max_depth": 0.5}, "max_depth in rbc is 0.5, expected a whole number of at least 0"),
    ],
    "trees.rnbl": [
        ({"cll_scale": "leaf"}, "cll_scale in rnbl is 'leaf', expected one of none, node"),
        ({"max_depth": -1}, "max_depth in rnbl is -1, expected a whole number of at least 0"),
    ],
}


@pytest.mark.parametrize("module", REFUSED)
def test_bad_parameters_are_refused(module):
    method = importlib.import_module(f"naivebench.methods.{module}")
    table = TABLES["linear" if module in LINEAR else "discrete"]
    for params, message in REFUSED[module]:
        with pytest.raises(InputError) as error:
            method.fit(table, rng=np.random.default_rng(0), **params)
        assert message in str(error.value), params

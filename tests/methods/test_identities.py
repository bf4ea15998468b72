"""Special cases in which a method equals a simpler one, and numbers of parameters counted by hand."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from support import sequence_tables, tables
from support.answers import predict
from support.tables import made

from naivebench.core.table import Attribute
from naivebench.methods.bn_classifiers import alr, ande, aode, kdb, tan
from naivebench.methods.directional import (
    gnb_likeliest_cut,
    gnb_sincos,
    hybrid_nb,
    kernel_vmnb,
    mixture_vmnb,
    vmnb,
)
from naivebench.methods.high_cardinality import ade, hdp, hpb
from naivebench.methods.naive_bayes import flexible_nb, gnb, manb, mixed_nb, nb, wanbia, weka_nb
from naivebench.methods.per_column import column_nb
from naivebench.methods.semi_naive import ienb, iterative_bayes, lbr
from naivebench.methods.sequences import class_hmm, cnb, nb_bernoulli, nb_mn, nb_protein
from naivebench.methods.trees import rbc, rnbl_mn

NO_ANGLES = [0, 1, 2, 4, 5, 6]
DATA = {  # training part and test fold
    "codes": [made(seed, n, (3, 2, 4), 3, 0.2) for seed, n in ((0, 80), (1, 40))],
    "one column": [made(seed, 80, (9,), 2, 0.1) for seed in (0, 1)],
    "one number": [tables.select(tables.mixed(n, seed=n), [1]) for n in (90, 40)],
    "all kinds": [tables.mixed(n, seed=n) for n in (100, 40)],
    "no angles": [tables.select(tables.mixed(n, seed=n), NO_ANGLES) for n in (100, 40)],
    "words": [sequence_tables.made_documents(n, 2, seed=n) for n in (60, 20)],
    "letters": [sequence_tables.made_sequences(n, seed=n) for n in (40, 12)],
}
TEXTS = ("words", "letters")
LAPLACE = {"smoothing": "laplace"}
WIDTHS = [{"repair": r, "fitness": f} for r, f in itertools.product(ienb.REPAIRS, ienb.FITNESS)]
FEW = {"population": 40, "max_generations": 6}
CUT_SHORT = [{}, {"table": "counts"}, {"increment": "printed"}]
IDENTITIES = [  # data, method, its parameters, simpler method, its parameters, tolerance
    *(("codes", kdb, {"k": 0, **p, **LAPLACE}, nb, p, 0) for p in ({}, {"alpha": 0.3})),
    *(("codes", lbr, {"significance": p}, nb, {}, 0) for p in (0, 1e-12)),
    *(("codes", iterative_bayes, {"max_iterations": 0, **p}, nb, {}, 0) for p in CUT_SHORT),
    *(("codes", ienb, {"z": 0, **FEW, **p}, nb, {}, 1e-12) for p in WIDTHS),
    ("codes", flexible_nb, {}, nb, {}, 0),
    ("codes", wanbia, {"max_iter": 0}, nb, {}, 0),
    ("codes", weka_nb, {}, nb, {}, 1e-12),
    ("codes", rbc, {"max_depth": 0}, nb, {"alpha": 1.0, "prior_alpha": 0.0}, 0),
    ("codes", alr, {"structure": "nb", "max_iter": 0}, kdb, {"k": 0, "smoothing": "m_estimate"}, 0),
    ("codes", alr, {"structure": "tan", "max_iter": 0}, tan, {"smoothing": "m_estimate"}, 0),
    *(("codes", ande, {"n": 1, **p}, aode, p, 0) for p in ({}, {"alpha": 0.3})),
    ("codes", manb, {"arc_prior": 1}, nb, {}, 1e-12),
    *(("one column", hdp, {"concentration": c}, ade, {"s": c}, 1e-10) for c in (0.3, 4.0)),
    *(("one column", hpb, {"S": s}, ade, {"s": s}, 1e-12) for s in (0.3, 5.0)),
    ("all kinds", hybrid_nb, {}, vmnb, {}, 1e-12),
    ("all kinds", column_nb, {}, vmnb, {}, 1e-12),
    ("one number", hybrid_nb, {"covariance": "full"}, gnb, {}, 1e-8),
    *(("no angles", m, {}, mixed_nb, {}, 1e-12) for m in (gnb_sincos, gnb_likeliest_cut)),
    *(("no angles", m, {}, mixed_nb, {}, 1e-12) for m in (kernel_vmnb, mixture_vmnb, vmnb)),
    ("words", cnb, {}, nb_mn, {}, 1e-10),  # the complement of one class is the other one
    ("words", column_nb, {"distributions": {"text": "multinomial"}}, nb_mn, {}, 1e-12),
    ("words", column_nb, {"distributions": {"text": "bernoulli"}}, nb_bernoulli, {}, 1e-12),
    *((data, rnbl_mn, {"max_depth": 0, **p}, nb_mn, p, 0) for data in TEXTS for p in ({}, {"n_words": 6})),
    *(("letters", class_hmm, {"states": 1, "pseudo": p}, nb_mn, {"alpha": p}, 1e-9) for p in (0.01, 1.0)),
    ("letters", nb_protein, {"length": False}, nb_mn, {}, 0),
]


def name_of(value) -> str:
    return getattr(value, "__name__", str(value)).rpartition(".")[2]


@pytest.mark.parametrize(
    ("data", "method", "params", "simpler", "its_params", "atol"), IDENTITIES, ids=name_of
)
def test_a_special_case_is_a_simpler_method(data, method, params, simpler, its_params, atol):
    found = predict(method, *DATA[data], rng=np.random.default_rng(0), **params)
    expected = predict(simpler, *DATA[data], **its_params)
    np.testing.assert_allclose(found, expected, rtol=0, atol=atol)


# two classes; x0, x1 and x2 have 3, 2 and 4 values, and an attribute with one value has no parameter
SIZED = tables.append(made(0, 40, (3, 2, 4), 2), Attribute("same", "nominal", ("v0",)), np.zeros(40))
WITH_NUMBER = tables.append(SIZED, Attribute("number", "linear"), np.arange(40.0))
WITH_ANGLE = tables.append(WITH_NUMBER, Attribute("angle", "angular"), np.arange(40.0) / 20)
SIZES = [  # method, parameters, table, number of parameters, of attributes
    (nb, {}, SIZED, 1 + 2 * (2 + 1 + 3), 3),
    (mixed_nb, {}, WITH_NUMBER, 1 + 2 * (2 + 1 + 3) + 2 * 2, 4),
    (column_nb, {}, WITH_ANGLE, 1 + 2 * (2 + 1 + 3) + 2 * (2 + 2), 5),
    (weka_nb, {}, WITH_NUMBER, 1 + 2 * (2 + 1 + 3) + 2 * 2, 4),
    # super-parents x0, x1 and x2: their cells with the class, and the others given each cell
    (aode, {}, tables.select(SIZED, [0, 1, 2]), 5 + 6 * (1 + 3) + 3 + 4 * (2 + 3) + 7 + 8 * (2 + 1), 3),
    # pairs x0 x1, x0 x2 and x1 x2: 12 - 1 + 12 (4 - 1), 24 - 1 + 24 (2 - 1), 16 - 1 + 16 (3 - 1)
    (ande, {"n": 2}, tables.select(SIZED, [0, 1, 2]), 47 + 47 + 47, 3),
    (tan, {}, tables.select(SIZED, [0, 1]), 1 + 2 * 2 + 2 * 3 * 1, 2),
    # a complete network in any order: all cells of each class but one
    (kdb, {"k": 2}, tables.select(SIZED, [0, 1, 2]), 1 + 2 * (3 * 2 * 4 - 1), 3),
]


@pytest.mark.parametrize(("method", "params", "table", "parameters", "attributes"), SIZES, ids=name_of)
def test_parameters_are_counted(method, params, table, parameters, attributes):
    summary = method.summarize(method.fit(table, **params))
    assert (summary["n_parameters"], summary["attributes_used"]) == (parameters, attributes)


def test_the_joint_of_mixed_nb_is_the_prior_and_the_densities_of_both_parts():
    table = tables.mixed(60, missing=0.3)
    discrete, real = mixed_nb.split_by_kind(table)
    a, b = nb.fit(discrete, prior_alpha=0), gnb.fit(real)
    both = nb.log_joint(a, discrete) + gnb.log_joint(b, real) - b.log_prior
    np.testing.assert_allclose(mixed_nb.log_joint(mixed_nb.fit(table), table), both, rtol=0, atol=1e-12)

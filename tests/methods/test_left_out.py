"""Leave-one-out terms of families, compared with refits without each case."""

import numpy as np
import pytest
from support.tables import made

from naivebench.core.decide import TIE, decide, find_precedence
from naivebench.core.table import class_counts, subset
from naivebench.methods.bn_classifiers import families, kdb_hc, skdb
from naivebench.methods.bn_classifiers.families import Smoothing

PARENTS = ((), (0,), (3, 0), (0, 1))
SETTINGS = [
    Smoothing("friedman", 5.0, 1.0),
    Smoothing("friedman", 0.3, 1.0),
    Smoothing("m_estimate", 5.0, 2.0),
]


def without_each(table, smoothing, prior_alpha):
    """log P(c, x_i) of the network fitted on all cases except i."""
    rows = []
    for i in range(len(table.y)):
        rest = subset(table, np.delete(np.arange(len(table.y)), i))
        model = families.fit_tables(rest, PARENTS, smoothing._replace(prior_alpha=prior_alpha))
        rows.append(families.log_joint(model, subset(table, [i]))[0])
    return np.array(rows)


@pytest.mark.parametrize("smoothing", SETTINGS)
@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_sums_of_terms_are_refits_without_each_case(smoothing, missing):
    table = made(3, 40, (3, 2, 4, 9), 3, missing)
    codes = table.codes.copy()
    codes[:, 3] %= 8
    codes[table.codes < 0] = -1
    codes[7] = [1, 1, 1, 8]  # without this case the value does not occur
    table = table._replace(codes=codes)
    scores = skdb.leave_out_prior(table, 1.0)
    for j, parents in enumerate(PARENTS):
        *_, terms = skdb.leave_out_prefixes(table, j, parents, smoothing)
        scores = skdb.add_terms(scores, terms, table.y)
    np.testing.assert_allclose(scores, without_each(table, smoothing, 1.0), atol=1e-10)


def test_correct_cases_are_those_predicted_correctly_with_the_remaining_counts():
    table = made(5, 60, (3, 2), 3, 0.2)
    y, (*_, terms) = table.y, skdb.leave_out_prefixes(table, 0, (1,), Smoothing())
    start = np.round(skdb.leave_out_prior(table, 1.0), 1)  # rounded to create ties
    for scores in (start, np.zeros_like(start)):
        n_c = class_counts(table)
        remaining = n_c - np.eye(3, dtype=int)[y]
        for added in (terms, skdb.Terms(np.zeros(60, int), np.zeros((1, 3)), np.zeros((1, 3)))):
            expected = (decide(skdb.add_terms(scores, added, y), remaining) == y).sum()
            assert kdb_hc.count_correct(scores, *added, y, find_precedence(n_c), TIE) == expected

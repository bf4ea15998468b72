import itertools
import math

import numpy as np
import pytest
from support.answers import predict
from support.tables import made

from naivebench.core.logspace import normalize_rows
from naivebench.methods.naive_bayes import manb


def evidence(cells, alpha):
    """Probability of the sequence of values, one case after the other."""
    seen, log_p = np.zeros(len(cells)), 0.0
    for v, times in enumerate(cells):
        for _ in range(int(times)):
            log_p += math.log((seen[v] + alpha) / (seen.sum() + alpha * len(cells)))
            seen[v] += 1
    return log_p


def by_enumeration(train, test, q, alpha):
    """The sum of P(c, x) over all subsets of the attributes, weighted by their posteriors."""
    d, k = train.codes.shape[1], len(train.classes)
    r = [len(a.values) for a in train.attributes]
    total = np.zeros((len(test.y), k))
    for used in itertools.product((False, True), repeat=d):
        log_weight, joint = 0.0, np.ones((len(test.y), k))
        for j in range(d):
            x, seen = train.codes[:, j], train.codes[:, j] >= 0
            groups = [train.y == c for c in range(k)] if used[j] else [np.ones(len(x), bool)] * k
            for members in groups if used[j] else groups[:1]:
                log_weight += evidence(np.bincount(x[members & seen], minlength=r[j]), alpha)
            log_weight += math.log(q if used[j] else 1 - q)
            for c, (i, v) in itertools.product(range(k), enumerate(test.codes[:, j])):
                if v >= 0:
                    n = np.bincount(x[groups[c] & seen], minlength=r[j])
                    joint[i, c] *= (n[v] + alpha) / (n.sum() + alpha * r[j])
        prior = (np.bincount(train.y, minlength=k) + 1) / (len(train.y) + k)
        total += math.exp(log_weight) * prior * joint
    return normalize_rows(np.log(total), np.zeros(k))


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize(("q", "alpha"), [(0.5, 1.0), (0.1, 0.5)])
def test_equal_to_the_sum_over_all_subsets(missing, q, alpha):
    train, test = made(0, 40, (3, 2, 4), 3, missing), made(1, 15, (3, 2, 4), 3, missing)
    found = predict(manb, train, test, arc_prior=q, alpha=alpha)
    np.testing.assert_allclose(found, by_enumeration(train, test, q, alpha), atol=1e-10)

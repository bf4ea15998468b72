import numpy as np
import pytest
from support.answers import predict
from support.tables import made

from naivebench.core.information import conditional_mutual_information
from naivebench.core.logspace import normalize_rows
from naivebench.methods.bn_classifiers import hnb

R = (3, 2, 4, 2)


def by_formula(train, test, alpha, prior_alpha):
    """P(c) prod_j sum_i W_ij P(x_j | x_i, c), case by case; the factor is P(x_j | c) if there is no x_i."""
    information, k = conditional_mutual_information(train), len(train.classes)
    scores = np.zeros((len(test.y), k))
    for i, x in enumerate(test.codes):
        for c in range(k):
            own = train.y == c
            scores[i, c] = np.log((own.sum() + prior_alpha) / (len(train.y) + k * prior_alpha))
            for j in np.flatnonzero(x >= 0):
                column, total = train.codes[:, j], 0.0
                for p in range(len(R)):
                    if p == j:
                        continue
                    base = own & (column >= 0)
                    if x[p] >= 0:
                        base = base & (train.codes[:, p] == x[p])
                    share = ((base & (column == x[j])).sum() + alpha / R[j]) / (base.sum() + alpha)
                    total += information[p, j] / information[:, j].sum() * share
                scores[i, c] += np.log(total)
    return normalize_rows(scores, np.zeros(k))


@pytest.mark.parametrize("missing", [0.0, 0.2])
@pytest.mark.parametrize(("alpha", "prior_alpha"), [(1.0, 1.0), (0.3, 1 / 3)])  # the paper has 1 / K
def test_equal_to_the_formula(missing, alpha, prior_alpha):
    train, test = made(0, 70, R, 3, missing), made(1, 25, R, 3, missing)
    found = predict(hnb, train, test, alpha=alpha, prior_alpha=prior_alpha)
    np.testing.assert_allclose(found, by_formula(train, test, alpha, prior_alpha), atol=1e-11)

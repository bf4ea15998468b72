import math

import numpy as np
import pytest
from support.answers import is_correct, predict
from support.tables import discrete

from naivebench.core.table import select_attributes, subset
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import lbr


def wrong(table, attributes):
    """Cases that naive Bayes on these attributes gets wrong if they are left out."""
    part = select_attributes(table, attributes)
    return ~is_correct(nb.leave_one_out(nb.fit(part), part), table)


def rule_by_hand(train, case, significance):
    """The rule of one case, with tables that are reduced step by step."""
    attributes = list(range(len(case)))
    while True:
        errors, best = wrong(train, attributes), (0, None)
        for j in [a for a in attributes if case[a] >= 0]:
            has = train.codes[:, j] == case[j]
            if not has.any():
                continue
            part, rest = subset(train, np.flatnonzero(has)), [a for a in attributes if a != j]
            after, before = wrong(part, rest), errors[has]
            wins, losses = (before & ~after).sum(), (~before & after).sum()
            tail = sum(math.comb(wins + losses, i) for i in range(wins, wins + losses + 1))
            if wins > losses and tail / 2 ** (wins + losses) <= significance and wins - losses > best[0]:
                best = (wins - losses, j)
        if best[1] is None:
            return attributes, train
        train = subset(train, np.flatnonzero(train.codes[:, best[1]] == case[best[1]]))
        attributes = [a for a in attributes if a != best[1]]


def interacting(seed, n):
    """A table in which a third attribute reverses the meaning of two attributes."""
    rng = np.random.default_rng(seed)
    y, switch = rng.integers(0, 2, n), rng.integers(0, 3, n)
    effects = [(y ^ (switch == 1) ^ (rng.random(n) < 0.15)).astype(int) for _ in range(2)]
    codes = np.column_stack([*effects, switch, rng.integers(0, 2, n)])
    codes = np.where(rng.random(codes.shape) < 0.05, -1, codes)
    return discrete(codes, y, (2, 2, 3, 2), 2)


# in the last table, values save equally many errors, or win more and save fewer
@pytest.mark.parametrize(("seed", "significance"), [(0, 0.05), (0, 0.4), (1, 0.4)])
def test_equal_to_rules_grown_by_hand(seed, significance):
    train, test = interacting(seed, 90), interacting(seed + 1, 25)
    found = predict(lbr, train, test, significance=significance)
    lengths = set()
    for i, case in enumerate(test.codes):
        attributes, part = rule_by_hand(train, case, significance)
        lengths.add(4 - len(attributes))
        one = select_attributes(subset(test, [i]), attributes)
        expected = predict(nb, select_attributes(part, attributes), one)
        np.testing.assert_allclose(found[i], expected[0], atol=1e-10)
    assert max(lengths) >= 1

import numpy as np
import pytest
from support import tables
from support.answers import predict
from support.tables import append, made

from naivebench.core.decide import decide_classes
from naivebench.core.table import Attribute, subset
from naivebench.methods.naive_bayes import nb
from naivebench.methods.trees import rnbl

pytestmark = pytest.mark.slow

NB = {"alpha": 1.0, "prior_alpha": 0.0}


def test_the_score_by_hand():
    """One attribute has two values, and classes are equally frequent: P(c|x) is (3+1)/(4+2) and (1+1)/(4+2),
    in one node.
    """
    train = tables.discrete([[0], [0], [0], [1], [1], [1], [1], [0]], [0, 0, 0, 0, 1, 1, 1, 1])
    model = rnbl.fit(train, max_depth=0)
    price = np.log(8) / 2 * 2 * (1 + 2)
    assert model.facts["price_of_a_node"] == pytest.approx(price)
    assert model.facts["cmdl"] == pytest.approx(6 * np.log(2 / 3) + 2 * np.log(1 / 3) - price)
    assert rnbl.fit(train, max_depth=0, cll_scale="node").facts["cmdl"] == pytest.approx(
        8 * (6 * np.log(2 / 3) + 2 * np.log(1 / 3)) - price
    )


def unequal(seed):
    """A table with two or three classes of unequal size, on which a split gains about its price.

    The classes are unions of some of up to nine rows of two to four bits, which few bits contradict. In every
    second table some values are missing.
    """
    rng = np.random.default_rng(seed)
    k, d, n = int(rng.integers(2, 4)), int(rng.integers(2, 5)), int(np.exp(rng.uniform(4.6, 8.3)))
    m = int(rng.integers(4, 10))
    sources = rng.integers(0, 2, (m, d))
    of_class = np.append(np.arange(k), rng.integers(0, k, m - k))
    source = rng.choice(m, n, p=rng.dirichlet(np.full(m, 10)))
    codes = sources[source] ^ (rng.random((n, d)) < 0.02)
    codes = np.where(rng.random((n, d)) < rng.choice([0, 0.15]), -1, codes)
    return tables.discrete(codes, of_class[source], n_values=2, n_classes=k)


def by_definition(train, rows, scale, depth_left, price, gains, depth=0):
    """Predictions (rows, log-probabilities) of the leaves below a node by the docstring of the module.

    The (depth, gain) of every possible split is recorded.
    """
    n_c = np.bincount(train.y, minlength=len(train.classes))

    def answer(part):
        return predict(nb, subset(train, part), **NB)

    def likelihood(part, log_proba):
        factor = len(part) if scale == "node" else 1
        return factor * log_proba[np.arange(len(part)), train.y[part]].sum()

    own = answer(rows)
    blank = (train.codes[rows] < 0).all(axis=1)
    route = np.where(blank, -1, decide_classes(own, n_c))
    used = [c for c in range(len(n_c)) if (route == c).any()]
    if depth_left == 0 or len(used) < 2 or len(set(train.y[rows].tolist())) < 2:
        return [(rows, own)]
    gain = likelihood(rows[blank], own[blank]) - likelihood(rows, own)
    gain += sum(likelihood(rows[route == c], answer(rows[route == c])) - price for c in used)
    gains.append((depth, gain))
    if gain <= 0:
        return [(rows, own)]
    below = [
        leaf
        for c in used
        for leaf in by_definition(train, rows[route == c], scale, depth_left - 1, price, gains, depth + 1)
    ]
    return [(rows[blank], own[blank]), *below]


# tables with gains near 0 at the root and below, and trees of depth 3
NEAR = (82, 1129, 1187, 1202, 1241, 1269, 1499, 1523, 1610, 1754, 1797, 2614, 2910)
DEEP = (375, 512, 1927, 2776)


@pytest.mark.parametrize(("scale", "max_depth"), [("none", None), ("node", None), ("none", 1), ("node", 2)])
def test_every_split_is_decided_by_its_gain(scale, max_depth):
    """Trees by the definition on unequal tables.

    Without a factor, gains are within one nat of 0 on both sides, so that no other threshold and no other
    price gives the same trees.
    """
    at_root, deeper, depths = [], [], set()
    for seed in (*NEAR, *DEEP, *range(20)):
        train = unequal(seed)
        price = np.log(len(train.y)) / 2 * len(train.classes) * (1 + 2 * len(train.attributes))
        gains, expected = [], np.empty((len(train.y), len(train.classes)))
        everything = np.arange(len(train.y))
        left = -1 if max_depth is None else max_depth
        for rows, log_proba in by_definition(train, everything, scale, left, price, gains):
            expected[rows] = log_proba
        model = rnbl.fit(train, cll_scale=scale, max_depth=max_depth)
        np.testing.assert_allclose(rnbl.predict_log_proba(model, train), expected, atol=1e-10)
        root = rnbl.fit(train, cll_scale=scale, max_depth=0)
        assert model.facts["price_of_a_node"] == pytest.approx(price)
        assert model.facts["cmdl"] == pytest.approx(
            root.facts["cmdl"] + sum(gain for _, gain in gains if gain > 0)
        )
        depths.add(rnbl.summarize(model)["depth"])
        at_root += [gain for depth, gain in gains if depth == 0]
        deeper += [gain for depth, gain in gains if depth > 0]
    assert max(depths) == (max_depth or max(3, *depths))
    if scale == "none":
        assert min(g for g in at_root if g > 0) < 1
        assert max(g for g in at_root if g < 0) > -1
    if (scale, max_depth) == ("none", None):
        assert min(g for g in deeper if g > 0) < 1
        assert max(g for g in deeper if g < 0) > -6


def test_constant_attributes_have_no_price():
    train = made()
    wider = append(
        append(train, Attribute("same", "nominal", ("v0",)), np.zeros(60, int)),
        Attribute("gone", "nominal"),
        np.full(60, -1),
    )
    one, other = (rnbl.fit(table).facts["price_of_a_node"] for table in (wider, train))
    assert one == other == pytest.approx(np.log(60) / 2 * 3 * (1 + 3 + 2 + 4))

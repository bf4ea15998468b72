"""Trees of multinomial naive Bayes nodes: identities with nb_mn, the CMDL score, and mixtures.

One multinomial per class cannot separate these mixtures.
"""

import itertools
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from support import sequence_tables as st

from naivebench.core.decide import decide
from naivebench.core.table import subset
from naivebench.methods.sequences import nb_mn, rnbl_mn

SETTINGS = list(itertools.product(rnbl_mn.SCALES, rnbl_mn.GROWTH))


def mixture(n=400, seed=0, length=40):
    """Documents of class + are rich in A or in B, and those of class - in C and in A or B.

    No single multinomial per class separates them.
    """
    rng = np.random.default_rng(seed)
    p = np.array([[0.8, 0.1, 0.1, 0.0], [0.1, 0.8, 0.0, 0.1], [0.45, 0.45, 0.1, 0.0], [0.45, 0.45, 0.0, 0.1]])
    source = rng.integers(0, 4, n)
    matrix = np.array([rng.multinomial(length, p[s]) for s in source])
    return st.documents(matrix, source // 2, ["+", "-"], ["A", "B", "C", "D"])


def union(n=400, seed=0, length=60):
    """Documents of class + are rich in A or B, and those of class - in C or D.

    The mean of + explains its B-rich cases worse than the mean of - does.
    """
    rng = np.random.default_rng(seed)
    p = np.array(
        [
            [0.97, 0.01, 0.01, 0.01],
            [0.05, 0.35, 0.30, 0.30],
            [0.10, 0.10, 0.70, 0.10],
            [0.10, 0.10, 0.10, 0.70],
        ]
    )
    source = rng.integers(0, 4, n)
    return st.documents(
        np.array([rng.multinomial(length, p[s]) for s in source]),
        source // 2,
        ["+", "-"],
        ["A", "B", "C", "D"],
    )


def noisy(n=200, k=3, seed=0):
    """Documents with few words, so that nodes make errors."""
    return st.made_documents(n, k, seed, n_columns=20, mean=3)


def whole_score(model, table, scale):
    """The CMDL score by its definition, where every case is at its leaf."""
    where, log_proba = rnbl_mn.routed(model, table)
    leaves = [i for i, node in enumerate(model.nodes) if not node.children]
    of_true = log_proba[np.arange(len(table.y)), table.y]
    factor = {i: (where == i).sum() if scale == "node" else 1 for i in leaves}
    total = sum(factor[i] * of_true[where == i].sum() for i in leaves)
    k, d = len(model.classes), int(model.vocabulary.inside.sum())
    return total - np.log(len(table.y)) / 2 * (k + k * d) * len(model.nodes)


def test_depth_0_is_nb_mn():
    train, test = noisy(), noisy(seed=3)
    for table in (train, st.made_sequences(80)):
        model = rnbl_mn.fit(table, max_depth=0)
        log_proba = nb_mn.predict_log_proba(nb_mn.fit(table), table)
        np.testing.assert_array_equal(rnbl_mn.predict_log_proba(model, table), log_proba)
        assert rnbl_mn.score(model) == pytest.approx(whole_score(model, table, "none"))
        assert rnbl_mn.summarize(model)["n_parameters"] == nb_mn.summarize(nb_mn.fit(table))["n_parameters"]
    ours = rnbl_mn.predict_log_proba(rnbl_mn.fit(train, max_depth=0, n_words=6), test)
    np.testing.assert_array_equal(ours, nb_mn.predict_log_proba(nb_mn.fit(train, n_words=6), test))


@pytest.mark.parametrize(("scale", "growth"), SETTINGS)
@pytest.mark.parametrize("seed", range(3))
def test_kept_score_is_the_score_of_the_whole_tree(scale, growth, seed):
    table = noisy(seed=seed) if seed else mixture()
    model = rnbl_mn.fit(table, cll_scale=scale, growth=growth)
    assert rnbl_mn.score(model) == pytest.approx(whole_score(model, table, scale), rel=1e-9)


@pytest.mark.parametrize(("scale", "growth"), SETTINGS)
def test_the_gain_of_a_split_is_the_difference_of_two_whole_scores(scale, growth):
    table = union(600)
    previous, gains = None, 0.0
    for depth in range(4):
        model = rnbl_mn.fit(table, cll_scale=scale, growth=growth, max_depth=depth)
        score = whole_score(model, table, scale)
        if previous is not None:
            assert score - previous == pytest.approx(gains, rel=1e-9, abs=1e-6)
            assert score >= previous
        deeper = rnbl_mn.fit(table, cll_scale=scale, growth=growth, max_depth=depth + 1)
        gains = sum(node.gain for node in deeper.nodes if node.children and node.depth == depth)
        previous = score
    assert len(model.nodes) > 1


@pytest.mark.parametrize("growth", rnbl_mn.GROWTH)
@pytest.mark.parametrize("seed", range(3))
def test_a_tree_scores_at_least_as_much_as_its_root(growth, seed):
    for table in (noisy(seed=seed), mixture(seed=seed), union(seed=seed)):
        tree, root = (rnbl_mn.fit(table, growth=growth, max_depth=depth) for depth in (None, 0))
        assert rnbl_mn.score(tree) >= rnbl_mn.score(root)


def paths(model, i=0, path=()):
    """The path of every inner node."""
    node = model.nodes[i]
    if not node.children:
        return set()
    return {path}.union(
        *(paths(model, child, (*path, c)) for c, child in enumerate(node.children) if child >= 0)
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_tree_with_scale_none_is_part_of_that_with_scale_node(seed):
    for table in (noisy(seed=seed), mixture(seed=seed), union(seed=seed)):
        small, large = (paths(rnbl_mn.fit(table, cll_scale=scale)) for scale in rnbl_mn.SCALES)
        assert small <= large


def test_scale_node_splits_where_scale_none_does_not():
    table = noisy()
    assert [len(rnbl_mn.fit(table, cll_scale=scale).nodes) > 1 for scale in rnbl_mn.SCALES] == [False, True]


def root_cll(matrix, y):
    """Routes and log P(true class | case) of naive Bayes on all words with Laplace's correction, from dense
    counts.
    """
    n_c = np.bincount(y, minlength=2)
    totals = np.array([matrix[y == c].sum(axis=0) for c in (0, 1)])
    p = (totals + 1) / (totals.sum(axis=1, keepdims=True) + matrix.shape[1])
    with np.errstate(divide="ignore"):
        joint = np.log(n_c / len(y)) + matrix @ np.log(p).T
    log_proba = joint - np.logaddexp.reduce(joint, axis=1)[:, None]
    return log_proba.argmax(axis=1), log_proba[np.arange(len(y)), y].sum()


@pytest.mark.parametrize(
    ("seed", "length", "splits"),
    [(7, 20, False), (2, 20, False), (6, 12, False), (5, 12, True), (8, 20, True), (11, 15, True)],
)
def test_a_node_is_split_as_soon_as_the_score_rises(seed, length, splits):
    """Gains are at most 3 nats on either side of 0, computed without the method, so no other threshold gives
    the same trees.
    """
    table = union(60, seed, length)
    matrix = st.dense(table.counts)
    routes, root = root_cll(matrix, table.y)
    parts = [(matrix[routes == c], table.y[routes == c]) for c in (0, 1)]
    price = 2 * np.log(60) / 2 * (2 + 2 * 4)  # two children with |C| (1 + d) numbers
    gain = sum(root_cll(*part)[1] for part in parts) - root - price
    assert 0 < (gain if splits else -gain) < 3
    model = rnbl_mn.fit(table, max_depth=1)
    assert model.nodes[0].gain == pytest.approx(gain, abs=1e-9)
    assert (len(model.nodes) > 1) == splits


@pytest.mark.parametrize(
    ("matrix", "y", "tied", "larger"),
    [
        ([[3, 0], [0, 0], [0, 1], [1, 2], [1, 3]], [1, 1, 0, 0, 1], 2, 1),
        ([[0, 2], [1, 3], [2, 0], [0, 1], [0, 2]], [1, 0, 0, 0, 1], 3, 0),
    ],
)
def test_a_case_with_a_tie_follows_the_larger_class(matrix, y, tied, larger):
    """Posteriors are exactly equal as fractions, but with rounding the smaller class would be predicted."""
    matrix, y = np.array(matrix), np.array(y)
    posterior = []
    for c in (0, 1):
        total = [int(n) for n in matrix[y == c].sum(axis=0)]
        value = Fraction(int((y == c).sum()), len(y))
        for n, f in zip(total, matrix[tied].tolist(), strict=True):
            value *= Fraction(n + 1, sum(total) + 2) ** f
        posterior.append(value)
    assert posterior[0] == posterior[1]
    assert np.bincount(y)[larger] == 3
    table = st.documents(matrix, y)
    model = rnbl_mn.fit(table, cll_scale="node")
    where, _ = rnbl_mn.routed(model, table)
    child = model.nodes[0].children[larger]
    assert where[tied] == child
    assert model.nodes[child].n_c.sum() == (where == child).sum()


def exact_posteriors(docs, y, k):
    """Function from a document to P(c) P(document | c) of every class as fractions with Laplace's correction.

    The node is trained on these documents.
    """
    n_c = np.bincount(y, minlength=k)
    totals = [[int(n) for n in docs[y == c].sum(axis=0)] for c in range(k)]

    def of(doc):
        return [
            Fraction(int(n_c[c]), len(y))
            * math.prod(
                Fraction(n + 1, sum(totals[c]) + len(doc)) ** int(f)
                for n, f in zip(totals[c], doc, strict=True)
            )
            for c in range(k)
        ]

    return of


class Exact:
    """A node by its definition: posteriors as fractions, routes, and log-likelihood in nats, multiplied by
    the factor.
    """

    def __init__(self, docs, y, k, scale):
        self.docs, self.y, self.k, self.scale = docs, y, k, scale
        self.n_c = np.bincount(y, minlength=k).tolist()
        self.of, self.children = exact_posteriors(docs, y, k), {}
        self.cll = (len(y) if scale == "node" else 1) * sum(
            math.log(p[c] / sum(p)) for c, p in zip(y.tolist(), map(self.of, docs), strict=True)
        )

    def route(self, doc):
        p = self.of(doc)
        return max(range(self.k), key=lambda c: (p[c], self.n_c[c], -c))

    def offered(self):
        """The children by predicted class; none if the node is pure or sends all documents to one child."""
        routes = np.array([self.route(doc) for doc in self.docs])
        if len(set(routes.tolist())) < 2 or len(set(self.y.tolist())) < 2:
            return {}
        return {
            c: Exact(self.docs[routes == c], self.y[routes == c], self.k, self.scale)
            for c in sorted(set(routes.tolist()))
        }

    def answer(self, doc):
        """The posterior, and (depth, node) of every node on the way."""
        path = [(0, self)]
        while (c := path[-1][1].route(doc)) in path[-1][1].children:
            path.append((len(path), path[-1][1].children[c]))
        p = path[-1][1].of(doc)
        return [x / sum(p) for x in p], path


def exact_tree(docs, y, k, scale, growth, max_depth):
    """The tree by its definition, and (depth, gain) of all decisions."""
    price = math.log(len(y)) / 2 * (k + k * docs.shape[1])
    root = Exact(docs, y, k, scale)
    level, depth, decisions, nodes = [root], 0, [], [root]
    while level and depth != max_depth:
        offers = [(node, children) for node in level if (children := node.offered())]
        gains = [sum(c.cll - price for c in children.values()) - node.cll for node, children in offers]
        if growth == "level":
            gains = [sum(gains)] * len(gains)
        decisions += [(depth, gain) for gain in gains]
        level, depth = [], depth + 1
        for (node, children), gain in zip(offers, gains, strict=True):
            if gain > 0:
                node.children = children
                level += children.values()
        nodes += level
    leaves = sum(node.cll for node in nodes if not node.children)
    return root, leaves - price * len(nodes), decisions


# documents with ties at deeper nodes (in 815 and 2385 rounding would decide otherwise), and gains near 0
TIED = (19, 110, 173, 230, 273, 426, 657, 707, 795, 815, 971, 995, 1043, 1045, 2093, 2385, 2590, 2719)


@pytest.mark.parametrize(
    ("scale", "growth", "max_depth"), [*((*s, None) for s in SETTINGS), ("node", "leaf", 1)]
)
def test_trees_of_a_few_documents_are_those_of_exact_arithmetic(scale, growth, max_depth):
    """The whole method is computed in fractions, on classes of unequal size.

    Documents with few words often have ties. At deeper nodes the larger class may be another one than at the
    root.
    """
    every = np.array(list(itertools.product((0, 1, 2, 3, 9), repeat=2)))
    depths, decisions, ties, turned, inner = set(), [], 0, 0, 0
    for seed in TIED if scale == "node" else range(40):
        rng = np.random.default_rng(seed)
        k, n = 2 + seed % 2, int(rng.integers(9, 30)) if scale == "node" else int(rng.integers(40, 90))
        y = rng.choice(k, n, p=rng.dirichlet(np.full(k, 8)))
        y[:k] = range(k)
        if scale == "node":
            docs = rng.integers(0, 4, (n, 2))
        else:  # both classes are unions, so a split is worth its price
            docs = np.where(
                (y == 0)[:, None],
                np.array([[12, 0], [0, 9]])[rng.choice(2, n, p=[0.7, 0.3])],
                np.array([[5, 5], [1, 6], [5, 0]])[rng.choice(3, n, p=[0.5, 0.3, 0.2])],
            )
        table = st.documents(docs, y, [f"c{c}" for c in range(k)], ["A", "B"])
        root, score, made = exact_tree(docs, y, k, scale, growth, max_depth)
        model = rnbl_mn.fit(table, cll_scale=scale, growth=growth, max_depth=max_depth)
        assert rnbl_mn.score(model) == pytest.approx(score)
        decisions += made
        depths.add(max(node.depth for node in model.nodes))
        asked = st.documents(every, np.zeros(len(every), int), table.classes, ["A", "B"])
        where, found = rnbl_mn.routed(model, asked)
        for doc, number, log_proba in zip(every, where, found, strict=True):
            expected, path = root.answer(doc)
            np.testing.assert_allclose(np.exp(log_proba), [float(x) for x in expected], rtol=1e-9)
            node = model.nodes[number]
            assert (node.depth, node.n_c.tolist()) == (path[-1][0], path[-1][1].n_c)
            inner += len(path) > 1 and bool(path[-1][1].children)  # no training document took that way
            for depth, node in path[1:]:
                posterior = node.of(doc)
                best = [c for c in range(k) if posterior[c] == max(posterior)]
                if depth and node.children and len(best) > 1:
                    ties += 1
                    turned += max(best, key=lambda c: (root.n_c[c], -c)) != node.route(doc)
    near = [gain for depth, gain in decisions if abs(gain) < 1 and growth == "leaf"]
    assert max(depths) == (max_depth or (3 if scale == "node" else 1))
    if (scale, growth, max_depth) == ("node", "leaf", None):
        assert ties > 10
        assert inner > 0
        assert turned > 5
        assert min(near) < -0.1
        assert min(gain for gain in near if gain > 0) < 0.1


def test_pure_nodes_cost_nothing():
    table = union(600)
    model = rnbl_mn.fit(table, cll_scale="node")
    pure = [node for node in model.nodes if (node.n_c > 0).sum() == 1]
    assert pure
    assert all(node.cll == 0 and not node.children for node in pure)


def test_mixtures_that_one_multinomial_per_class_cannot_separate_are_solved_at_depth_1_or_2():
    train, test = union(), union(seed=1)
    models = [rnbl_mn.fit(train, max_depth=depth) for depth in (0, None)]
    alone, tree = (
        (rnbl_mn.predict_log_proba(model, test).argmax(axis=1) == test.y).mean() for model in models
    )
    assert 0.65 < alone < 0.85  # the quarter of the documents that is rich in B is misclassified
    assert tree > 0.97
    assert 1 <= max(node.depth for node in models[1].nodes) <= 2


def test_cases_are_routed_by_the_predictions_of_the_nodes():
    train, test = mixture(), mixture(seed=2)
    model = rnbl_mn.fit(train, cll_scale="node")
    where, log_proba = rnbl_mn.routed(model, test)
    for i in range(len(test.y)):
        one, number = subset(test, [i]), 0
        matrix = st.dense(one.counts)[0]
        while True:
            node = model.nodes[number]
            scores = node.log_prior + matrix @ node.log_table
            scores = (scores - np.logaddexp.reduce(scores))[None, :]
            child = node.children[decide(scores, node.n_c)[0]] if node.children else -1
            if child < 0:
                break
            number = child
        assert where[i] == number
        np.testing.assert_allclose(np.maximum(log_proba[i], -700), np.maximum(scores[0], -700), atol=1e-9)


def test_children_are_trained_on_the_cases_that_they_receive():
    train = mixture()
    model = rnbl_mn.fit(train, cll_scale="node")
    where, _ = rnbl_mn.routed(model, train)
    for i, node in enumerate(model.nodes):
        if not node.children:
            part = subset(train, np.flatnonzero(where == i))
            np.testing.assert_array_equal(np.bincount(part.y, minlength=2), node.n_c)


def test_level_wise_growth_may_split_a_leaf_that_is_not_worthwhile_by_itself():
    table = union(600)
    by_leaf, by_level = (rnbl_mn.fit(table, cll_scale="none", growth=growth) for growth in rnbl_mn.GROWTH)
    for model, level in ((by_leaf, False), (by_level, True)):
        for depth in range(max(node.depth for node in model.nodes) + 1):
            tried = [node for node in model.nodes if node.depth == depth and not np.isnan(node.gain)]
            if level and tried:
                assert len({bool(node.children) for node in tried}) == 1
                assert bool(tried[0].children) == (sum(node.gain for node in tried) > 0)
            else:
                assert all(bool(node.children) == (node.gain > 0) for node in tried)


@pytest.mark.parametrize(("scale", "growth"), SETTINGS)
def test_every_leaf_that_can_be_split_was_tried_and_no_other(scale, growth):
    """A pure node and one whose cases all go to one child have no gain, whatever the other nodes have."""
    kinds = set()
    for table in (noisy(), noisy(seed=1), union(600), union(60, 3, 12)):
        model = rnbl_mn.fit(table, cll_scale=scale, growth=growth)
        reached = np.zeros(len(table.y), int)
        for number, node in enumerate(model.nodes):  # parents come first
            rows = np.flatnonzero(reached == number)
            scores = node.log_prior + st.dense(table.counts)[rows] @ node.log_table
            route = decide(scores - np.logaddexp.reduce(scores, axis=1)[:, None], node.n_c)
            can = len(set(route.tolist())) > 1 and len(set(table.y[rows].tolist())) > 1
            assert np.isnan(node.gain) != can
            kinds.add((can, bool(node.children), (node.n_c == 1).any()))
            if node.children:
                reached[rows] = np.array(node.children)[route]
                assert len(set(node.children) - {-1}) > 1
    assert {can for can, _, _ in kinds} == {True, False}


def test_penalties_of_the_paper():
    """Nats per split for two children of two classes, and for 3 and 4 classes with that many children.

    See docs/methods/sequences.md#recursive-naive-bayes-on-words.
    """
    assert 2 * rnbl_mn.penalty(7775, 2, 300) == pytest.approx(5393.1, abs=0.1)
    assert 3 * rnbl_mn.penalty(997, 3, 20) == pytest.approx(652.5, abs=0.1)
    assert 4 * rnbl_mn.penalty(2427, 4, 20) == pytest.approx(1309.5, abs=0.1)


def test_empty_documents_follow_the_priors():
    train = mixture()
    model = rnbl_mn.fit(train, cll_scale="node")
    empty = st.documents(np.zeros((1, 4)), [0], ["+", "-"], ["A", "B", "C", "D"])
    number, node = 0, model.nodes[0]
    while node.children and node.children[int(node.n_c.argmax())] >= 0:
        number = node.children[int(node.n_c.argmax())]
        node = model.nodes[number]
    where, log_proba = rnbl_mn.routed(model, empty)
    assert where[0] == number
    np.testing.assert_allclose(log_proba[0], node.log_prior)


def test_parameters_of_three_classes_are_counted_by_node():
    for table in (noisy(), st.made_sequences(150, 3)):
        model = rnbl_mn.fit(table, cll_scale="node")
        summary, k = rnbl_mn.summarize(model), len(model.classes)
        of_a_node = (k - 1) + k * (summary["words"] - 1)
        assert (summary["n_parameters"], summary["attributes_used"]) == (summary["nodes"] * of_a_node, 1)


def test_parameters_add_up_whatever_their_bits():
    """With 3 classes and 3 words there are 2 + 6 parameters; a bitwise or, `2 | 6`, would give 6."""
    table = st.documents(
        np.array([[5, 1, 1], [1, 5, 1], [1, 1, 5]] * 4), np.arange(12) % 3, ["a", "b", "c"], ["A", "B", "C"]
    )
    summary = rnbl_mn.summarize(rnbl_mn.fit(table))
    assert (summary["words"], summary["n_parameters"]) == (3, 8 * summary["nodes"])


def test_documents_without_a_word_use_no_attribute():
    table = st.documents(np.zeros((6, 3), int), np.array([0, 1] * 3), ["+", "-"], ["A", "B", "C"])
    summary = rnbl_mn.summarize(rnbl_mn.fit(table))
    assert (summary["words"], summary["attributes_used"], summary["n_parameters"]) == (0, 0, 1)


def test_maximum_likelihood_does_not_break_the_score():
    for scale, growth in SETTINGS:
        model = rnbl_mn.fit(noisy(), alpha=0, cll_scale=scale, growth=growth)
        assert not np.isnan(rnbl_mn.predict_log_proba(model, noisy(seed=5))).any()
        json.dumps(rnbl_mn.summarize(model), allow_nan=False)

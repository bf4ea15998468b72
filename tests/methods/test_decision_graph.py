from typing import NamedTuple

import numpy as np
import pytest
from scipy.special import gammaln
from support import tables
from support.description_lengths import unequal

from naivebench.core.table import MISSING, UNSEEN, class_counts, subset
from naivebench.methods.high_cardinality import bn_dg, decision_graph, structured_tables
from naivebench.methods.high_cardinality.structured_tables import BINARY, COMPLETE, LEAF

VARIANTS = ["C", "CB", "CM", "CBM", "B", "BM"]


def made(n=250, sizes=(5, 4, 6), k=2, seed=0, missing=0.0):
    """Cases whose class depends on a pair of values, on single values, and on chance."""
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, r, n) for r in sizes])
    y = np.where((codes[:, 0] == 1) & (codes[:, 1] < 2), 1, np.where(codes[:, 2] == 3, k - 1, 0))
    y = np.where(rng.random(n) < 0.25, rng.integers(0, k, n), y)
    return tables.discrete(np.where(rng.random(codes.shape) < missing, -1, codes), y, sizes, k)


class Found(NamedTuple):
    """A graph and the search that found it."""

    columns: structured_tables.Columns
    graph: structured_tables.Graph
    search: decision_graph.GraphSearch


def search(train, operators, kappa=0.1, alpha=1.0):
    columns, k = structured_tables.find_columns(train), len(train.classes)
    codes = structured_tables.encode_values(train, columns)
    done = decision_graph.search_graph(codes, train.y, columns.sizes, k, operators, kappa, alpha)
    return Found(columns, structured_tables.assemble_graph(done.nodes, done.merged_into), done)


def fit(train, operators, smoothing=1.0):
    return bn_dg.fit(train, operators=operators, network=False, smoothing=smoothing)


def leaf_score(counts, alpha=1.0):
    counts, k = np.asarray(counts), len(counts)
    return (
        gammaln(k * alpha)
        - gammaln(k * alpha + counts.sum())
        + (gammaln(alpha + counts) - gammaln(alpha)).sum()
    )


def path(graph, case):
    """Nodes that a case with the codes (d,) of Columns passes, in order."""
    nodes = [0]
    while graph.kind[nodes[-1]] != LEAF and case[graph.attribute[nodes[-1]]] >= 0:
        at = nodes[-1]
        x = case[graph.attribute[at]]
        children = slice(graph.first[at], graph.first[at + 1])
        among = dict(zip(graph.values[children], graph.children[children], strict=True))
        nodes.append(among.get(x, graph.other[at]))
    return nodes


def count_leaves(graph, sizes):
    """Leaves of the graph.

    Leaves without cases are counted one by one: one for each value that is possible on some path.
    """
    possible = {}

    def walk(node, allowed):
        possible.setdefault(node, [set() for _ in sizes])
        for own, more in zip(possible[node], allowed, strict=True):
            own |= more
        j = graph.attribute[node]
        if graph.kind[node] != LEAF:
            children = slice(graph.first[node], graph.first[node + 1])
            values = graph.values[children].tolist()
            for v, child in zip(values, graph.children[children], strict=True):
                walk(child, [a & {v} if i == j else a for i, a in enumerate(allowed)])
            if graph.other[node] >= 0:
                walk(graph.other[node], [a - set(values) if i == j else a for i, a in enumerate(allowed)])

    walk(0, [set(range(r)) for r in sizes])
    total = sum(
        1 for node in possible if graph.kind[node] == LEAF and (graph.counts[node].any() or node == 0)
    )
    for node in possible:
        if (
            graph.kind[node] == COMPLETE
            and graph.other[node] >= 0
            and not graph.counts[graph.other[node]].any()
        ):
            total += len(possible[node][graph.attribute[node]]) - (graph.first[node + 1] - graph.first[node])
    return total


def full_score(model, train, kappa, alpha=1.0):
    """The score of the whole graph from the cases, and the counts of every node that was visited."""
    graph, k = model.graph, len(train.classes)
    codes = structured_tables.encode_values(train, model.columns)
    reached, observed = np.zeros((len(graph.kind), k), int), np.zeros((len(graph.kind), k), int)
    for i in range(len(train.y)):
        nodes = path(graph, codes[:, i])
        for at in nodes:
            reached[at, train.y[i]] += 1
            observed[at, train.y[i]] += graph.kind[at] != LEAF and codes[graph.attribute[at], i] >= 0
    assert np.array_equal(reached, graph.counts)
    leaves = count_leaves(graph, model.columns.sizes)
    assert leaves == model.search.count_leaves()
    inner = graph.kind != LEAF
    data = sum(leaf_score(c, alpha) for c in reached) - sum(leaf_score(c, alpha) for c in observed[inner])
    return data + np.log(kappa) * (k - 1) * leaves


@pytest.mark.parametrize("operators", VARIANTS)
@pytest.mark.parametrize(
    ("k", "missing", "kappa", "alpha"), [(2, 0.0, 0.1, 1.0), (3, 0.15, 0.3, 1.0), (2, 0.15, 0.6, 0.5)]
)
def test_every_change_of_the_score_equals_the_difference_of_full_scores(
    operators, k, missing, kappa, alpha, monkeypatch
):
    train = made(k=k, missing=missing)
    applied = 0
    apply_best = decision_graph.GraphSearch.apply_best

    def stop_after(running):
        """Apply no more operators than `limit`, as if none raised the score any more."""
        if len(running.gains) == limit - 1:
            running.find_gain = lambda: 0
        return apply_best(running)

    monkeypatch.setattr(decision_graph.GraphSearch, "apply_best", stop_after)
    last = None
    for limit in range(1, 1000):
        model = search(train, operators, kappa, alpha)
        if len(model.search.gains) < limit:
            break
        score = full_score(model, train, kappa, alpha)
        assert model.search.compute_log_score() == pytest.approx(score, abs=1e-7)
        assert last is None or score - last == pytest.approx(model.search.gains[-1], abs=1e-7)
        assert last is None or score > last
        last, applied = score, applied + 1
    assert applied >= (1 if "B" in operators else 0)


def test_first_operator_is_the_best_of_all():
    train = made(k=3)
    n_c, gains = class_counts(train), {}
    for j, column in enumerate(train.codes.T):
        parts = [
            np.bincount(train.y[column == v], minlength=3) for v in range(len(train.attributes[j].values))
        ]
        gains[j, -1] = sum(map(leaf_score, parts)) - leaf_score(n_c) + 2 * np.log(0.1) * (len(parts) - 1)
        for v, part in enumerate(parts):
            gains[j, v] = leaf_score(part) + leaf_score(n_c - part) - leaf_score(n_c) + 2 * np.log(0.1)
    done = search(train, "CB").search
    root = done.nodes[0]
    assert (root.attribute, -1 if root.kind == COMPLETE else root.values[0]) == max(gains, key=gains.get)
    assert done.gains[0] == pytest.approx(max(gains.values()), abs=1e-9)


def test_a_graph_has_as_many_nodes_as_it_needs():
    """The graph has more nodes than are allocated at first: a leaf for each of 70 values, with its own class
    counts.
    """
    x = np.repeat(np.arange(70), 20)
    train = tables.discrete(x[:, None], x % 2)
    model = search(train, "C")
    assert model.search.count_leaves() == 70
    expected = np.where((np.arange(70) % 2)[:, None] == [0, 1], 20, 0)
    np.testing.assert_array_equal(model.graph.counts[1:], expected)


@pytest.mark.parametrize("operators", ["C", "CM"])
def test_leaves_without_cases_cost_as_much_as_others(operators):
    """Most values of these tables are absent below some split; the score counts such leaves one by one."""
    empty = 0
    for seed in range(12):
        train = unequal(seed, n=800)
        model = search(train, operators, 0.6)
        assert model.search.compute_log_score() == pytest.approx(full_score(model, train, 0.6), abs=1e-7)
        empty += model.search.count_leaves() - int(
            (model.graph.counts[model.graph.kind == LEAF] > 0).any(axis=1).sum()
        )
    assert empty > 5 or operators == "CM"  # merges remove them


@pytest.mark.parametrize("operators", VARIANTS)
@pytest.mark.parametrize("missing", [0.0, 0.2])
def test_prediction_follows_the_graph(operators, missing):
    train, test = made(missing=missing, k=3), made(seed=5, missing=0.2, k=3)
    model = search(train, operators)
    codes = structured_tables.encode_values(test, model.columns)
    counts = np.array(
        [model.graph.counts[path(model.graph, codes[:, i])[-1]] for i in range(250)], dtype=float
    )
    at_top = np.array([len(path(model.graph, codes[:, i])) == 1 for i in range(250)])
    s = np.where(at_top, 0, 0.3)[:, None]
    np.testing.assert_allclose(
        np.exp(bn_dg.predict_log_proba(fit(train, operators, 0.3), test)),
        (counts + s) / (counts + s).sum(axis=1, keepdims=True),
    )


def test_an_unseen_value_follows_the_other_values_of_a_binary_split():
    rng = np.random.default_rng(3)
    codes = np.column_stack([rng.integers(0, r, 6000) for r in (400, 300)])
    y = np.where(codes[:, 0] < 4, rng.random(6000) < 0.8, rng.random(6000) < 0.01).astype(int)
    train = tables.discrete(codes, y, (401, 301))
    model = fit(train, "B")
    assert model.families[0].leaves > 1
    for unseen in (400, UNSEEN):  # the first is declared, the second is not
        cases = subset(train, [0, 1])._replace(codes=np.array([[unseen, 9], [399, 9]], np.int16))
        new, known = bn_dg.predict_log_proba(model, cases)
        np.testing.assert_array_equal(new, known)
    absent = subset(train, [0])._replace(codes=np.array([[MISSING, 9]], np.int16))
    assert bn_dg.predict_log_proba(model, absent)[0, 1] > known[1] + 0.5


def test_an_attribute_that_is_split_once_is_used():
    train = tables.discrete([[0, 0], [0, 1]] * 30 + [[1, 0], [1, 1]] * 30, [0] * 60 + [1] * 60)
    for operators, kind in (("C", COMPLETE), ("B", BINARY)):
        model = fit(train, operators)
        summary = bn_dg.summarize(model)
        assert summary["splits"] == {"x0": 1, "x1": 0}
        assert summary["attributes_used"] == 1
        assert model.families[0].table.kind.tolist() == [kind, LEAF, LEAF]

import itertools
import math

import numpy as np
import pytest
from scipy.special import gammaln
from support import tables

from naivebench.core.checks import InputError
from naivebench.core.table import UNSEEN, class_counts, subset
from naivebench.datasets import customs_generator
from naivebench.local_structure import hc_df, hc_dt
from naivebench.local_structure.helpers import class_cpt
from naivebench.local_structure.helpers.class_cpt import LEAF


def made(n=400, sizes=(4, 3, 5), k=2, seed=0, missing=0.0):
    rng = np.random.default_rng(seed)
    codes = np.column_stack([rng.integers(0, r, n) for r in sizes])
    y = np.where(codes[:, 0] == 1, np.where(codes[:, 1] == 2, k - 1, 0), np.where(codes[:, 2] == 3, k - 1, 0))
    y = np.where(rng.random(n) < 0.1, rng.integers(0, k, n), y)
    return tables.discrete(np.where(rng.random(codes.shape) < missing, -1, codes), y, sizes, k)


def parity(n=600, values=2):
    """The class is the parity of two attributes: no single split says anything."""
    codes = np.random.default_rng(0).integers(0, values, (n, 2))
    codes[: values**2 * 50] = np.array(list(itertools.product(range(values), repeat=2)) * 50)
    return tables.discrete(codes, codes.sum(axis=1) % 2, values, 2)


def data_bits(counts):
    counts = np.asarray(counts, dtype=float)
    seen = counts[counts > 0]
    return -(seen * np.log2(seen / counts.sum())).sum() if len(seen) else 0.0


def tree_bits(model, train):
    """The description length of the whole tree from the cases."""
    graph, codes, k = model.graph, class_cpt.recoded(train, model.columns), len(train.classes)
    per_leaf = (k - 1) / 2 * np.log2(len(train.y))

    def walk(node, cases, available):
        counts = np.bincount(train.y[cases], minlength=k)
        assert np.array_equal(counts, graph.counts[node])
        if graph.kind[node] == LEAF:
            return 1 + per_leaf + data_bits(counts)
        j = graph.attribute[node]
        x = codes[j, cases]
        bits = (
            1
            + np.log2(available)
            + data_bits(counts)
            - data_bits(np.bincount(train.y[cases[x >= 0]], minlength=k))
        )
        children = dict(
            zip(
                graph.child_values[graph.first[node] :],
                graph.child_nodes[graph.first[node] : graph.first[node + 1]],
                strict=False,
            )
        )
        return bits + sum(
            walk(children.get(v, graph.no[node]), cases[x == v], available - 1)
            for v in range(model.columns.sizes[j])
        )

    return walk(0, np.arange(len(train.y)), len(model.columns.sizes))


@pytest.mark.parametrize("grow", hc_dt.GROW)
@pytest.mark.parametrize(("k", "missing"), [(2, 0.0), (3, 0.0), (2, 0.2)])
def test_bits_of_the_tree_equal_those_counted_from_the_cases(grow, k, missing):
    train = made(k=k, missing=missing)
    model = hc_dt.fit(train, smoothing=1.0, grow=grow)
    assert len(model.graph.kind) > 5
    assert model.bits == pytest.approx(tree_bits(model, train), abs=1e-6)


@pytest.mark.parametrize("method", [hc_dt, hc_df])
def test_random_labels_give_the_empty_model_which_costs_the_entropy_code(method):
    rng = np.random.default_rng(0)
    train = tables.discrete(rng.integers(0, 30, (500, 3)), rng.integers(0, 3, 500))
    model = method.fit(train)
    n_c = class_counts(train)
    summary = method.summarize(model)
    assert summary["n_parameters"] == 2
    assert summary["attributes_used"] == 0
    fixed = 1 if method is hc_dt else 0
    assert model.bits == pytest.approx(fixed + np.log2(500) + data_bits(n_c), abs=1e-6)
    np.testing.assert_allclose(np.exp(method.predict_log_proba(model, train)), np.tile(n_c / 500, (500, 1)))


def test_first_split_saves_most_bits_of_all():
    train = made()
    root = 1 + np.log2(400) / 2 + data_bits(class_counts(train))
    lengths = []
    for j in range(3):
        parts = [
            np.bincount(train.y[train.codes[:, j] == v], minlength=2)
            for v in range(len(train.attributes[j].values))
        ]
        lengths.append(1 + np.log2(3) + sum(1 + np.log2(400) / 2 + data_bits(p) for p in parts))
    model = hc_dt.fit(train, smoothing=1.0)
    assert min(lengths) < root
    assert model.graph.attribute[0] == np.argmin(lengths)
    assert (np.diff(model.graph.first)[0], model.graph.kind[0]) == (
        train.codes[:, np.argmin(lengths)].max() + 1,
        class_cpt.COMPLETE,
    )


def test_growing_in_full_and_trimming_finds_what_no_single_split_shows():
    train = parity()
    assert hc_dt.summarize(hc_dt.fit(train, smoothing=1.0))["leaves"] == 1
    full = hc_dt.fit(train, smoothing=1.0, grow="full")
    assert hc_dt.summarize(full)["leaves"] == 4
    assert (np.exp(hc_dt.predict_log_proba(full, train)).argmax(axis=1) == train.y).all()
    assert full.bits < hc_dt.fit(train, smoothing=1.0).bits


def test_growing_in_full_is_trimmed_back_where_nothing_is_saved():
    train = made(200, (6, 7, 8), seed=3)
    shuffled = train._replace(y=np.random.default_rng(0).permutation(train.y))
    assert hc_dt.summarize(hc_dt.fit(shuffled, smoothing=1.0, grow="full"))["leaves"] == 1
    both = [hc_dt.fit(train, smoothing=1.0, grow=grow).bits for grow in hc_dt.GROW]
    assert both[1] <= both[0] + 1e-9


def test_leaves_of_a_tree_predict_by_direct_estimation():
    train = tables.discrete([[0]] * 40 + [[1]] * 40 + [[2]] * 20, [0] * 38 + [1] * 42 + [0] * 20)
    model = hc_dt.fit(train, smoothing=0.25)
    test = tables.discrete([[0], [1], [2], [-1]], [0] * 4, 3, 2)
    expected = [(38.25, 2.25), (0.25, 40.25), (20.25, 0.25), (58, 42)]
    np.testing.assert_allclose(
        np.exp(hc_dt.predict_log_proba(model, test)), [np.array(e) / sum(e) for e in expected]
    )


def planted(seed=0, n=3000, missing=0.0):
    """Two combinations of three attributes with a class of their own, and chance."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, (12, 10, 9), (n, 3))
    codes[:150], codes[150:260] = (3, 4, 5), (1, 1, 1)
    y = np.where(
        (codes == (3, 4, 5)).all(axis=1) | (codes == (1, 1, 1)).all(axis=1),
        rng.random(n) < 0.9,
        rng.random(n) < 0.04,
    ).astype(int)
    return tables.discrete(np.where(rng.random(codes.shape) < missing, -1, codes), y, (12, 10, 9))


def table_bits(train, rows):
    """The description length of a default table with the given explicit rows, from the cases."""
    complete = (train.codes >= 0).all(axis=1)
    keys = [tuple(c) for c in train.codes]
    m, k = len(rows), len(train.classes)
    sizes = [len(set(c[c >= 0])) for c in train.codes.T]
    combinations = np.prod(sizes, dtype=object)
    binomial = 1
    for i in range(m):
        binomial = binomial * (combinations - i) // (i + 1)
    bits = np.log2(max(m, 1)) + np.log2(float(binomial)) + (m + 1) * (k - 1) / 2 * np.log2(len(train.y))
    own = [np.array([key == tuple(row) for key in keys]) for row in rows]
    default = complete & ~np.any([*own, np.zeros(len(keys), bool)], axis=0)
    parts = [np.bincount(train.y[rows_of], minlength=k) for rows_of in (*own, default)]
    missing = data_bits(class_counts(train)) - data_bits(np.bincount(train.y[complete], minlength=k))
    return bits + sum(map(data_bits, parts)) + missing


@pytest.mark.parametrize("missing", [0.0, 0.05])
def test_default_table_finds_the_planted_rows_and_its_bits_equal_those_counted_from_the_cases(missing):
    train = planted(missing=missing)
    model = hc_df.fit(train, smoothing=1.0)
    assert {tuple(row) for row in model.rows} == {(1, 1, 1), (3, 4, 5)}
    assert model.bits == pytest.approx(table_bits(train, model.rows), abs=1e-5)
    assert model.bits < table_bits(train, model.rows[:1])
    assert hc_df.summarize(model)["structure"] == ["x0 = v3, x1 = v4, x2 = v5", "x0 = v1, x1 = v1, x2 = v1"]


def test_default_table_adds_the_best_row_of_all_while_bits_fall():
    rng = np.random.default_rng(1)
    codes = rng.integers(0, 3, (900, 2))
    rates = rng.random((3, 3))
    train = tables.discrete(codes, (rng.random(900) < rates[codes[:, 0], codes[:, 1]]).astype(int), 3)
    rows, every = [], list(itertools.product(range(3), repeat=2))
    while len(rows) < 9:
        bits, row = min((table_bits(train, [*rows, row]), row) for row in every if row not in rows)
        if bits >= table_bits(train, rows):
            break
        rows.append(row)
    while rows:
        bits, row = min((table_bits(train, [r for r in rows if r != row]), row) for row in rows)
        if bits > table_bits(train, rows):
            break
        rows.remove(row)
    model = hc_df.fit(train, smoothing=1.0)
    assert len(rows) > 2
    assert sorted(tuple(row) for row in model.rows.tolist()) == sorted(rows)


def test_rows_predict_by_direct_estimation_and_cases_that_lack_a_value_by_the_prior():
    train = planted()
    model = hc_df.fit(train, smoothing=2.0)
    test = tables.discrete([[3, 4, 5], [1, 1, 1], [0, 0, 0], [3, 4, -1]], [0] * 4, (12, 10, 9), 2)
    own = [
        np.bincount(train.y[(train.codes == row).all(axis=1)], minlength=2) for row in ((3, 4, 5), (1, 1, 1))
    ]
    smoothed = [c + 2.0 for c in (*own, class_counts(train) - sum(own))]
    expected = [c / c.sum() for c in (*smoothed, class_counts(train))]
    np.testing.assert_allclose(np.exp(hc_df.predict_log_proba(model, test)), expected)


def unequal(seed, attributes=3, n=None):
    """Two or three classes of unequal size; values of unequal frequency: many are absent below a split."""
    rng = np.random.default_rng(seed)
    k, n = 2 + seed % 2, n or int(rng.integers(30, 300))
    sizes = rng.integers(2, 6, attributes)
    codes = np.column_stack([rng.choice(r, n, p=rng.dirichlet(np.full(r, 0.7))) for r in sizes])
    codes[:, 1] = np.where(rng.random(n) < 0.7, codes[:, 0] % sizes[1], codes[:, 1])
    rates = rng.dirichlet(np.full(k, 0.4), sizes)
    y = (rates[tuple(codes.T)].cumsum(axis=1) < rng.random(n)[:, None] * (1 - 1e-9)).sum(axis=1)
    codes[rng.random(codes.shape) < rng.choice([0, 0.1])] = -1
    return tables.discrete(codes, y, 6, k)


def tree_by_definition(train, full, s):
    """(bits, leaves, function from a case to its posterior, children without cases) of the tree that is grown
    and trimmed by the words of `hc_dt`; a node is (counts, attribute, children by value, bits saved).
    """
    k, n = len(train.classes), len(train.y)
    occurring = [sorted(set(c[c >= 0].tolist())) for c in train.codes.T]
    used = [j for j, values in enumerate(occurring) if len(values) > 1]
    per_leaf = (k - 1) / 2 * np.log2(n)
    empties = []

    def count(rows):
        return np.bincount(train.y[rows], minlength=k)

    def grown(rows, left):
        leaf, offers = (count(rows), None, {}, 0.0), []
        for j in left if (count(rows) > 0).sum() > 1 else ():
            x = train.codes[rows, j]
            parts = {v: rows[x == v] for v in occurring[j]}
            if sum(len(part) > 0 for part in parts.values()) > 1:
                saved = data_bits(count(rows[x >= 0])) - sum(
                    data_bits(count(part)) for part in parts.values()
                )
                price = np.log2(len(left)) + len(parts) + (len(parts) - 1) * per_leaf
                offers.append((round(saved - price, 6), -j, parts))
        if not offers:
            return leaf
        saving, j, parts = max(offers, key=lambda offer: offer[:2])
        if saving <= 0 and not full:
            return leaf
        children = {v: grown(part, [i for i in left if i != -j]) for v, part in parts.items()}
        total = saving + sum(child[3] for child in children.values())
        if total <= 0:
            return leaf
        empties.extend(len(part) == 0 for part in parts.values())
        return (count(rows), -j, children, total)

    def leaves(node):
        return sum(map(leaves, node[2].values())) or 1

    root = grown(np.arange(n), used)

    def posterior(case):
        node = root
        while node[2] and case[node[1]] in node[2]:
            node = node[2][case[node[1]]]
        p = node[0] + (0 if node is root else s)
        return p / p.sum()

    return 1 + per_leaf + data_bits(count(np.arange(n))) - root[3], leaves(root), posterior, sum(empties)


@pytest.mark.parametrize("grow", hc_dt.GROW)
def test_trees_are_those_of_the_definition_with_children_without_cases(grow):
    """Every case of all values, absent ones and missing ones too. Children without cases cost their bits,
    count as leaves and predict evenly.
    """
    every = np.array(list(itertools.product((-1, 0, 1, 3, 5), repeat=3)))
    empty, sizes = 0, []
    for seed in range(30):
        train = unequal(seed, n=None if seed % 2 else 1500)
        bits, leaves, posterior, n_empty = tree_by_definition(train, grow == "full", 0.5)
        model = hc_dt.fit(train, smoothing=0.5, grow=grow)
        assert model.bits == pytest.approx(bits, abs=1e-4)
        assert hc_dt.summarize(model)["leaves"] == leaves
        asked = tables.discrete(every, np.zeros(len(every), int), 6, len(train.classes))
        found = np.exp(hc_dt.predict_log_proba(model, asked))
        np.testing.assert_allclose(found, [posterior(case) for case in every.tolist()], atol=1e-9)
        empty += n_empty
        sizes.append(leaves)
    assert empty > 10
    assert len(set(sizes)) > 5


def rows_by_definition(train):
    """(bits, explicit rows before and after trimming) from the bits of whole tables. A row is given by the
    codes of the attributes with two values that occur.
    """
    k, n = len(train.classes), len(train.y)
    codes = train.codes[:, [len({v for v in column.tolist() if v >= 0}) > 1 for column in train.codes.T]]
    complete = (codes >= 0).all(axis=1)
    patterns = sorted({tuple(case) for case in codes[complete].tolist()})
    own = [np.bincount(train.y[complete & (codes == p).all(axis=1)], minlength=k) for p in patterns]
    sizes = [len({v for v in column.tolist() if v >= 0}) for column in codes.T]
    everything = class_counts(train)
    lacking = data_bits(everything) - data_bits(everything[:0] if not own else np.sum(own, axis=0))

    def bits(rows):
        m = len(rows)
        default = np.sum([own[i] for i in range(len(own)) if i not in rows] or [np.zeros(k)], axis=0)
        names = np.log2(max(m, 1)) + np.log2(float(math.comb(math.prod(sizes), m)))
        return (
            names
            + (k - 1) / 2 * np.log2(n) * (m + 1)
            + sum(data_bits(own[i]) for i in rows)
            + data_bits(default)
            + lacking
        )

    def best(options):
        return min(((round(bits(rows), 6), i, rows) for i, rows in options), default=None)

    rows = []
    while option := best((i, [*rows, i]) for i in range(len(patterns)) if i not in rows):
        if option[0] >= round(bits(rows), 6):
            break
        rows = option[2]
    grown, rows = list(rows), sorted(rows)
    while option := best((i, [r for r in rows if r != i]) for i in rows):
        if option[0] >= round(bits(rows), 6):
            break
        rows = option[2]
    return bits(rows), [patterns[i] for i in grown], [patterns[i] for i in rows]


# tables of which a row is taken back
TAKEN_BACK = (13, 149, 243, 265, 338, 388, 395)


def test_default_tables_are_those_of_the_definition_with_rows_that_are_taken_back():
    taken_back, numbers = 0, set()
    for seed in (*TAKEN_BACK, 30, 112, *range(20)):
        train = unequal(seed, 2)
        bits, grown, rows = rows_by_definition(train)
        model = hc_df.fit(train, smoothing=1.0)
        values = model.columns.values
        found = [tuple(int(values[j][v]) for j, v in enumerate(row)) for row in model.rows]
        assert found == rows
        assert model.bits == pytest.approx(bits, abs=1e-4)
        taken_back += len(grown) > len(rows)
        numbers.add(len(rows))
    assert taken_back >= len(TAKEN_BACK)
    assert numbers >= {0, 1, 2, 3}


def test_one_case_of_another_class_may_be_worth_a_split():
    """1 of 1000: log2(1000) + 1.44 = 11.4 bits; two nodes and a leaf of 1/2 log2(1000) cost 7.0."""
    codes = np.arange(1000)[:, None] == 0
    model = hc_dt.fit(tables.discrete(codes.astype(int), codes[:, 0].astype(int)), smoothing=1.0)
    assert hc_dt.summarize(model)["leaves"] == 2
    saved = 999 * np.log2(1000 / 999) + np.log2(1000) - 2 - np.log2(1000) / 2
    assert model.bits == pytest.approx(1 + np.log2(1000) / 2 + data_bits([999, 1]) - saved, abs=1e-6)


@pytest.mark.parametrize("flip", [0, 1])
def test_of_equally_good_rows_the_first_in_the_order_of_the_values_is_explicit(flip):
    """Either value alone tells the classes apart, whichever class the first one has."""
    codes = np.repeat([0, 1], 40)[:, None]
    model = hc_df.fit(tables.discrete(codes, codes[:, 0] ^ flip), smoothing=1.0)
    assert model.rows.tolist() == [[0]]


@pytest.mark.parametrize("method", [hc_dt, hc_df])
def test_order_of_cases_and_classes_does_not_matter(method):
    train, test = planted(missing=0.05), planted(1, 200)
    model = method.fit(train)
    shuffled = method.fit(subset(train, np.random.default_rng(0).permutation(3000)))
    turned = method.fit(train._replace(y=1 - train.y), smoothing=model.smoothing.value)
    expected = method.predict_log_proba(model, test)
    assert np.array_equal(expected, method.predict_log_proba(shuffled, test))
    np.testing.assert_allclose(method.predict_log_proba(turned, test)[:, ::-1], expected, atol=1e-12)


@pytest.mark.parametrize("method", [hc_dt, hc_df])
def test_smoothing_is_chosen_inside_the_training_part(method):
    train = planted()
    model = method.fit(train, smoothing_grid=[0.5, 5.0])
    assert model.smoothing.value in (0.5, 5.0)
    assert len(method.summarize(model)["smoothing_scores"]) == 2
    fixed = method.fit(train, smoothing=model.smoothing.value)
    assert np.array_equal(method.predict_log_proba(model, train), method.predict_log_proba(fixed, train))


@pytest.mark.parametrize("method", [hc_dt, hc_df])
def test_values_and_attributes_that_do_not_occur_change_nothing(method):
    train, test = planted(), planted(1, 100)
    wider = [
        tables.discrete(
            np.column_stack([t.codes, np.zeros(len(t.y), int), np.full(len(t.y), -1)]),
            t.y,
            (40, 30, 20, 2, 3),
            2,
        )
        for t in (train, test)
    ]
    narrow, wide = method.fit(train, smoothing=1.0), method.fit(wider[0], smoothing=1.0)
    assert narrow.bits == wide.bits
    assert np.array_equal(method.predict_log_proba(narrow, test), method.predict_log_proba(wide, wider[1]))


@pytest.mark.parametrize("unseen", [39, UNSEEN])
def test_a_value_that_never_occurred_is_in_no_explicit_row_and_stops_at_a_complete_split(unseen):
    train = tables.discrete(planted().codes, planted().y, (40, 30, 20))
    cases = [
        subset(train, [0, 0])._replace(codes=np.array([[v, 4, 5], [v, 0, 1]], np.int8)) for v in (unseen, -1)
    ]
    tree = hc_dt.fit(train, smoothing=1.0)
    np.testing.assert_array_equal(*(hc_dt.predict_log_proba(tree, c) for c in cases))
    table = hc_df.fit(train, smoothing=1.0)
    assert len(table.rows)
    n = table.default_counts + 1
    np.testing.assert_allclose(np.exp(hc_df.predict_log_proba(table, cases[0])), np.tile(n / n.sum(), (2, 1)))


@pytest.mark.parametrize("method", [hc_dt, hc_df])
def test_no_cases_and_no_attributes(method):
    empty = subset(planted(), [])
    np.testing.assert_allclose(np.exp(method.predict_log_proba(method.fit(empty), planted(1, 5))), 0.5)
    bare = tables.select(planted(), [])
    model = method.fit(bare)
    np.testing.assert_allclose(np.exp(method.predict_log_proba(model, bare)[0]), class_counts(bare) / 3000)
    assert method.predict_log_proba(model, subset(bare, [])).shape == (0, 2)


@pytest.mark.parametrize(
    ("method", "params", "message"),
    [
        (hc_dt, {"grow": "fully"}, "grow in hc_dt is 'fully', expected one of while_cost_falls, full"),
        (hc_dt, {"smoothing": -0.1}, "smoothing in hc_dt is -0.1, expected a number of at least 0"),
        (
            hc_df,
            {"smoothing": "lots"},
            "smoothing in hc_df is 'lots', expected a number of at least 0 or auto",
        ),
        (
            hc_df,
            {"smoothing_grid": []},
            r"the grid of smoothing in hc_df is \[\], expected a list of numbers",
        ),
    ],
)
def test_bad_parameters_are_named(method, params, message):
    with pytest.raises(InputError, match=message):
        method.fit(planted(0, 100), **params)


def only(train, columns):
    columns = sorted(columns)
    return train._replace(
        codes=train.codes[:, columns], attributes=tuple(train.attributes[j] for j in columns)
    )


def greedy_parents(train):
    """The search by its definition, every table learned from a training part with the parents alone."""
    d, chosen, visited = len(train.attributes), frozenset(), []

    def bits(parents):
        rows = hc_df.fit(only(train, parents), smoothing=1.0).rows
        return table_bits(only(train, parents), rows) + math.log2(math.comb(d, len(parents)))

    while True:
        visited.append(bits(chosen))
        found = [(bits(chosen ^ {j}), j) for j in range(d)]
        best = min(found)
        if best[0] >= visited[-1] - 1e-9:
            return chosen, visited
        chosen = chosen ^ {best[1]}


@pytest.mark.parametrize("seed", range(4))
def test_parents_are_those_of_the_greedy_search_by_its_definition(seed):
    """The class depends on a value of x1 and on a pair of x0 and x2: all parents together are too many."""
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, (6, 8, 5, 7), (1500, 4))
    pair = (codes[:, 0] == 2) & (codes[:, 2] == 3)
    y = (rng.random(1500) < np.where((codes[:, 1] == 1) | (pair & (seed % 2 == 0)), 0.7, 0.05)).astype(int)
    train = tables.discrete(codes, y, (6, 8, 5, 7))
    chosen, visited = greedy_parents(train)
    model = hc_df.fit(train, smoothing=1.0, parents="search")
    assert chosen
    assert list(model.columns.used) == sorted(chosen)
    assert model.bits + hc_df.parents_bits(4, len(chosen)) == pytest.approx(visited[-1], abs=1e-5)
    assert all(b < a for a, b in itertools.pairwise(visited))
    alone = hc_df.fit(only(train, chosen), smoothing=1.0)
    np.testing.assert_array_equal(
        hc_df.predict_log_proba(model, train), hc_df.predict_log_proba(alone, only(train, chosen))
    )


def test_chosen_parents_learn_rows_where_all_attributes_learn_none():
    train = customs_generator.table(rows=20000, seed=1, importers=2000, codes=1000)
    assert hc_df.summarize(hc_df.fit(train, smoothing=1.0))["rows"] < 2
    found = hc_df.summarize(hc_df.fit(train, smoothing=1.0, parents="search"))
    assert found["rows"] >= 2
    assert 0 < found["attributes_used"] < 4


@pytest.mark.parametrize("seed", range(1, 11))
def test_an_arc_from_the_rare_class_to_an_attribute_costs_more_than_it_saves(seed):
    """Bits of Friedman and Goldszmidt's table with a row for the positive cases, and the Bayesian score of
    Chickering et al. with kappa 0.1, of the class as first parent.
    """
    train = customs_generator.table(rows=20000, seed=seed, importers=2000, codes=1000)
    rows = np.random.default_rng(seed).permutation(len(train.y))[:13333]
    y = train.y[rows]
    for x in train.codes[rows].T:
        x = np.unique(x, return_inverse=True)[1]
        r = x.max() + 1
        parts = [np.bincount(x[y == c], minlength=r) for c in (0, 1)]
        whole = parts[0] + parts[1]
        saved = data_bits(whole) - sum(map(data_bits, parts))
        assert saved < (r - 1) / 2 * np.log2(len(y))
        assert saved <= data_bits(np.bincount(y)) + 1e-6  # the class saves no more than its own entropy

        def score(n):
            return gammaln(len(n)) - gammaln(len(n) + n.sum()) + gammaln(1 + n).sum()

        assert sum(map(score, parts)) - score(whole) < (r - 1) * np.log(10)


@pytest.mark.parametrize("seed", range(6))
def test_growing_in_full_never_splits_on_an_attribute_that_is_constant_at_the_node(seed):
    """Where x0 is 0 the class is a parity of x1 and x2, and x3 is constant: a split on x3 would be the
    cheapest there, and would tell nothing.
    """
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, (2, 6, 6, 2), (1200, 4))
    codes[codes[:, 0] == 0, 3] = 1
    y = np.where(codes[:, 0] == 0, (codes[:, 1] + codes[:, 2]) % 2, rng.random(1200) < 0.9)
    train = tables.discrete(codes, y.astype(int), (2, 6, 6, 2), 2)
    model = hc_dt.fit(train, smoothing=1.0, grow="full")
    graph = model.graph
    splits = np.flatnonzero(graph.kind != LEAF)
    assert len(splits) > 5
    assert (np.diff(graph.first)[splits] >= 2).all()
    assert (np.exp(hc_dt.predict_log_proba(model, train)).argmax(axis=1) == y)[codes[:, 0] == 0].all()
    assert model.bits == pytest.approx(tree_bits(model, train), abs=1e-6)

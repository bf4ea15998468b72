"""Additive statistics: the model does not depend on how cases are divided into blocks."""

import functools
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import generated, tables
from support.made_tables import edge_tables, made
from support.sequence_tables import documents, sequences

from naivebench.core import additive, counts, exact, margins
from naivebench.core.checks import InputError
from naivebench.core.table import (
    Attribute,
    make_table,
    n_cases,
    subset,
)
from naivebench.methods.bn_classifiers import aode, kdb, tan
from naivebench.methods.directional import vmnb
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb
from naivebench.methods.sequences import cnb, nb_bernoulli, nb_mn, nb_protein

DISCRETE = ("nominal", "ordinal")
COUNTED = [
    (nb, {}),
    (nb, {"smoothing": "laplace_m"}),
    (nb, {"alpha": 0.0, "smoothing": "mlc_nomatch"}),
    (tan, {}),
    (tan, {"smoothing": "laplace"}),
    (kdb, {"k": 0}),
    (kdb, {"k": 1}),
    (kdb, {"k": 2}),
    (kdb, {"k": 3, "smoothing": "laplace"}),
    (aode, {}),
    (aode, {"frequency_limit": 5}),
]
SUMMED = [
    (gnb, {}, ("ordinal", "linear", "angular")),
    (gnb, {"variance_divisor": "n-1"}, ("linear",)),
    (gnb, {"gap_floor": 0.5}, ("ordinal", "linear", "angular")),
    (mixed_nb, {}, tables_kinds := (*DISCRETE, "linear", "angular")),
    (vmnb, {}, tables_kinds),
    (vmnb, {"kappa_cap": 2.0}, tables_kinds),
]


def same(a, b):
    """Assert that two structures have the same types and equal arrays, bit for bit."""
    if isinstance(a, np.ndarray):
        assert a.shape == b.shape
        if a.dtype == object:
            assert a.tolist() == b.tolist()
        else:
            assert (a.dtype, a.tobytes()) == (b.dtype, b.tobytes())
    elif isinstance(a, (tuple, list)):
        assert type(a) is type(b)
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            same(x, y)
    elif isinstance(a, dict):
        same(sorted(a.items()), sorted(b.items()))
    else:
        assert a == b or (a != a and b != b)  # equal, or both NaN


def as_read_alone(table, rng):
    """The table as if it were read first, with shuffled value lists and classes of what occurs in it."""
    codes, attributes, column = table.codes.copy(), list(table.attributes), 0
    for i, attribute in enumerate(attributes):
        if attribute.kind in DISCRETE:
            seen = rng.permutation(np.unique(codes[:, column][codes[:, column] >= 0]))
            place = np.full(len(attribute.values) + 1, -1)
            place[seen] = np.arange(len(seen))
            codes[:, column] = place[table.codes[:, column]]
            attributes[i] = attribute._replace(values=tuple(attribute.values[v] for v in seen))
            column += 1
    classes = rng.permutation(np.unique(table.y[table.y >= 0]))
    label = np.full(len(table.classes) + 1, -1)
    label[classes] = np.arange(len(classes))
    return table._replace(
        attributes=tuple(attributes),
        codes=codes,
        y=label[table.y].astype(np.int32),
        classes=tuple(table.classes[c] for c in classes),
    )


def in_blocks(module, table, seed, n_blocks=4, weights=None, **params):
    """Statistics of shuffled cases, counted block by block and merged in the value lists of the
    whole table.
    """
    rng = np.random.default_rng(seed)
    parts = []
    for rows in np.array_split(rng.permutation(n_cases(table)), n_blocks):
        block = as_read_alone(subset(table, rows), rng)
        given = {} if weights is None else {"weights": weights[rows]}
        parts.append(module.widen(module.count(block, **given, **params), table.attributes, table.classes))
    return functools.reduce(module.merge, parts)


def discrete_table(seed):
    table = made(seed, 150, (3, 2, 4, 2, 5), 3, 0.1)
    return table._replace(y=np.where(np.arange(150) % 11 == 0, -1, table.y).astype(np.int32))


@pytest.mark.parametrize(("module", "params"), COUNTED)
@pytest.mark.parametrize("seed", range(3))
def test_counted_methods_do_not_depend_on_blocks(module, params, seed):
    table = discrete_table(seed)
    model = module.fit(table, **params)
    counted = {"k": params["k"]} if module is kdb else {}
    statistics = module.count(table, **counted)
    same(module.estimate(statistics, **params), model)
    blocks = in_blocks(module, table, seed, n_blocks=2 + 5 * seed, **counted)
    same(blocks, statistics)
    same(module.estimate(blocks, **params), model)


@pytest.mark.slow
@pytest.mark.parametrize(("module", "params"), COUNTED)
@pytest.mark.parametrize("name", edge_tables())
def test_counted_methods_on_edge_tables(module, params, name):
    table, counted = edge_tables()[name][0], {"k": params["k"]} if module is kdb else {}
    same(module.estimate(module.count(table, **counted), **params), module.fit(table, **params))


@pytest.mark.slow
def test_tables_of_many_values_are_sparse_in_all_blocks():
    table = edge_tables()["many values and 95 classes"][0]
    for module in (tan, kdb, aode):
        same(module.estimate(in_blocks(module, table, 0)), module.fit(table))
    same(kdb.estimate(in_blocks(kdb, table, 0, k=2), k=2), kdb.fit(table, k=2))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("cells", [3 * 20 * 10, 0])
def test_pairs_without_a_table_change_nothing(monkeypatch, cells, seed):
    """Pairs are counted in parts, in two passes, and from the combinations that occur.

    With longer value lists, fewer pairs have a table than in a block.
    """
    table = discrete_table(seed)
    models = [module.fit(table) for module in (tan, kdb, aode)]
    monkeypatch.setattr(margins, "TOTAL_CELLS", cells)
    monkeypatch.setattr(margins, "PART_CELLS", 100)
    assert not margins.have_tables(table, margins.all_pairs(5))
    for module, model in zip((tan, kdb, aode), models, strict=True):
        same(module.fit(table), model)
        statistics = module.count(table)
        assert statistics.margins
        assert bool(len(statistics.pairs)) == (cells > 0)
        blocks = in_blocks(module, table, seed, 9)
        same(blocks, statistics)
        same(module.estimate(blocks), model)


def test_lists_that_grow_in_steps(monkeypatch):
    """The number of pairs that are counted with and without a table determines which pairs have one."""
    monkeypatch.setattr(margins, "TOTAL_CELLS", 10 * 60)
    table = discrete_table(0)

    def longer(attributes, j, n):
        values = (*attributes[j].values, *(f"more {i}" for i in range(n)))
        return (*attributes[:j], attributes[j]._replace(values=values), *attributes[j + 1 :])

    some = longer(table.attributes, 4, 4)
    all_of_them = longer(some, 2, 1)
    steps = tan.widen(tan.widen(tan.count(table), some, table.classes), all_of_them, table.classes)
    same(steps, tan.count(table._replace(attributes=all_of_them)))
    assert 0 < len(steps.pairs) < 6


@pytest.mark.parametrize("k", [0, 1, 2, 4])
def test_structure_and_tables_of_kdb_from_counts(k):
    table = discrete_table(7)
    pairs = kdb.count(table, k=1)
    parents = kdb.structure(pairs, k)
    assert parents == kdb.ordered_parents(counts.known_cases(table), k)
    assert kdb.structure(kdb.count(table, k=2), k) == parents
    if k < 2:
        same(kdb.estimate(pairs, k=k), kdb.fit(table, k=k))
    else:
        with pytest.raises(InputError, match=r"the statistics do not count .* together"):
            kdb.estimate(pairs, k=k)


def test_margins_are_those_of_the_cases(monkeypatch):
    table = discrete_table(1)
    found = margins.project(kdb.count(table, k=2), margins.all_pairs(5))
    same(found, tan.count(table))
    monkeypatch.setattr(margins, "TOTAL_CELLS", 0)
    found = margins.project(kdb.count(table, k=2), margins.all_pairs(5))
    same(found, tan.count(table))
    known = counts.known_cases(table)
    assert len(found.margins) == 10
    triple = margins.count(table, [(0, 2, 4)]).margins
    for columns, codes, y, cases in (*found.margins, *triple):
        rows = np.column_stack([known.codes[:, columns], known.y])
        expected, number = np.unique(rows, axis=0, return_counts=True)
        np.testing.assert_array_equal(np.column_stack([codes, y]), expected)
        np.testing.assert_array_equal(cases, number)


@pytest.mark.parametrize(("module", "params", "kinds"), SUMMED)
def test_summed_methods_do_not_depend_on_blocks(module, params, kinds):
    table = tables.of_kinds(tables.mixed(300, seed=3), kinds)
    statistics = module.count(table)
    whole = module.estimate(statistics, **params)
    for seed, n_blocks in enumerate((2, 7, 60)):
        blocks = in_blocks(module, table, seed, n_blocks)
        same(blocks, statistics)
        same(module.estimate(blocks, **params), whole)
    same(whole, module.fit(table, **params))


@pytest.mark.parametrize("far", [0.0, 1e7])
def test_sums_of_circles_and_numbers(far):
    """The result is compared with NumPy, with empty cells; a class without cases has sums of 0."""
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-np.pi, np.pi, (40, 2)) + far, rng.integers(0, 2, 40)
    x[::5, 0] = np.nan
    attributes = [Attribute("a", "angular", period=360.0), Attribute("x", "linear")]
    found = vmnb.count(make_table(attributes, "pqr", y, None, x))
    for j, terms in enumerate([(np.ones_like, np.cos, np.sin), (np.ones_like, np.positive, np.square)]):
        for c in range(3):
            cases = x[(y == c) & ~np.isnan(x[:, j]), j]
            expected = [term(cases).sum() for term in terms]
            np.testing.assert_allclose(exact.floats(found.sums[j, :, c]), expected, rtol=1e-13, atol=1e-8)
    extent = np.stack([np.nanmin(x, axis=0), np.nanmax(x, axis=0)], axis=1)
    np.testing.assert_array_equal(found.extent, extent)


NUMBERS = st.lists(st.integers(-120, 120) | st.just(-0.0) | st.just(math.nan), max_size=300)


@given(NUMBERS, st.integers(1, 5))
@settings(deadline=None)
def test_few_distinct_numbers_are_kept_whatever_the_blocks(numbers, n_blocks):
    x = np.array(numbers, dtype=float)
    known = np.unique(x[~np.isnan(x)] + 0.0)
    expected = np.full(additive.FEW, -np.inf if len(known) > additive.FEW else np.inf)
    if len(known) <= additive.FEW:
        expected[: len(known)] = known
    table = tables.linear(x[:, None], np.zeros(len(x), int), n_classes=1)
    found = gnb.count(table)
    np.testing.assert_array_equal(found.distinct, expected[None])
    assert not np.signbit(found.distinct[found.distinct == 0]).any()
    parts = [gnb.count(subset(table, rows)) for rows in np.array_split(np.arange(len(x)), n_blocks)]
    same(functools.reduce(gnb.merge, parts).distinct, found.distinct)
    steps = len(known) - 1
    gap = (known[-1] - known[0]) / steps if 1 <= steps < additive.FEW else 0.0
    assert additive.mean_gaps(found) == pytest.approx([gap])


@pytest.mark.parametrize(("module", "params", "kinds"), SUMMED)
def test_summed_methods_do_not_depend_on_blocks_with_any_weights(module, params, kinds):
    table = tables.of_kinds(tables.mixed(200, seed=4), set(kinds) - set(DISCRETE))
    weights = np.random.default_rng(0).exponential(size=200)
    # only the weights of the classes are added up as floats
    whole = module.count(table, weights)
    blocks = in_blocks(module, table, 1, 9, weights)
    same(module.estimate(blocks._replace(n_c=whole.n_c), **params), module.estimate(whole, **params))
    np.testing.assert_allclose(blocks.n_c, whole.n_c, rtol=1e-14)


WORDS = [
    (nb_mn, {}, {}),
    (nb_mn, {"composition": "binary"}, {"n_words": 5}),
    (nb_mn, {"composition": "fraction"}, {"n_words": 5, "words_by": "occurrence", "alpha": 0.0}),
    (cnb, {}, {"normalize_weights": True}),
    (cnb, {}, {"n_words": 4, "words_by": "frequency"}),
    (nb_bernoulli, {}, {}),
    (nb_bernoulli, {}, {"n_words": 6}),
]


def words_table(seed, declared=False):
    rng = np.random.default_rng(seed)
    y = np.where(rng.random(80) < 0.1, -1, rng.integers(0, 3, 80))
    return documents(
        rng.poisson(0.4, (80, 12)) * (rng.random(12) < 0.9), y, ["a", "b", "c"], declared=declared
    )


def words_alone(table, rng):
    order = rng.permutation(table.counts.n_columns)
    place = np.argsort(order)
    words = tuple(table.attributes[0].values[j] for j in order)
    return table._replace(
        attributes=(table.attributes[0]._replace(values=words),),
        counts=table.counts._replace(indices=place[table.counts.indices].astype(np.int32)),
    )


@pytest.mark.parametrize(("module", "counted", "estimated"), WORDS)
@pytest.mark.parametrize("declared", [False, True])
def test_words_do_not_depend_on_blocks(module, counted, estimated, declared):
    table, rng = words_table(1, declared), np.random.default_rng(0)
    model = module.fit(table, **counted, **estimated)
    parts = [
        module.widen(
            module.count(words_alone(subset(table, rows), rng), **counted), table.attributes, table.classes
        )
        for rows in np.array_split(rng.permutation(80), 6)
    ]
    same(module.estimate(functools.reduce(module.merge, parts), **estimated), model)


@pytest.mark.parametrize("k", [1, 2, 4, 11])
@pytest.mark.parametrize("module", [nb_mn, cnb, nb_bernoulli, nb_protein])
@pytest.mark.parametrize("chosen", [None, "TGCA"])
def test_letters_do_not_depend_on_blocks(module, k, chosen):
    """With k = 11 there are too many k-grams for a column each, and some blocks do not have the letter X."""
    rng = np.random.default_rng(k)
    y = rng.integers(0, 3, 60)
    texts = ["".join(rng.choice(list("ACGTX"), rng.integers(0, 30), p=[0.249] * 4 + [0.004])) for _ in y]
    letters, lengths = {"letters": chosen}, set()
    table = sequences(texts, y, "ACGTX", declared=False)
    parts = []
    for rows in np.array_split(rng.permutation(60), 5):
        alphabet = "".join(rng.permutation([*"ACGT", *("X" * any("X" in texts[i] for i in rows))]))
        lengths.add(len(alphabet))
        block = sequences([texts[i] for i in rows], y[rows], alphabet, table.classes, declared=False)
        statistics = module.count(block, k=k, **letters)
        parts.append(module.widen(statistics, table.attributes, table.classes, table.sequences.alphabet))
    assert lengths == {4, 5}
    same(module.estimate(functools.reduce(module.merge, parts)), module.fit(table, k=k, **letters))


def test_letters_in_another_order():
    texts, y = ["GATTACAGATTACA", "TTTTGGGGCCCCAA", "CATCATCATCAT"], [0, 1, 1]
    one, other = (sequences(texts, y, alphabet, declared=False) for alphabet in ("ACGT", "TGAC"))
    wide = nb_mn.widen(nb_mn.count(other, k=11), one.attributes, one.classes, "ACGT")
    same(nb_mn.estimate(wide), nb_mn.fit(one, k=11))


ALL = [
    (nb, DISCRETE),
    (gnb, ("ordinal", "linear", "angular")),
    (mixed_nb, tables_kinds),
    (vmnb, tables_kinds),
    *((module, DISCRETE) for module in (tan, kdb, aode)),
    *((module, None) for module in (nb_mn, cnb, nb_bernoulli)),
]


@pytest.mark.parametrize(("module", "kinds"), ALL)
def test_weights_are_repeated_cases(module, kinds):
    table = words_table(2) if kinds is None else tables.of_kinds(tables.mixed(80, seed=2), kinds)
    weights = np.random.default_rng(0).integers(0, 4, 80)
    found = module.estimate(module.count(table, weights))
    repeated = subset(table, np.repeat(np.arange(80), weights))
    same(found, module.estimate(module.count(repeated)))
    halves = module.count(table, weights / 2)
    twice = module.estimate(module.merge(halves, halves))
    same(twice, found)


def test_weights_of_protein_lengths():
    rng = np.random.default_rng(0)
    texts, y = ["A" * m for m in rng.integers(1, 50, 40)], rng.integers(0, 2, 40)
    table, weights = sequences(texts, y, "AC"), rng.integers(0, 3, 40)
    repeated = subset(table, np.repeat(np.arange(40), weights))
    same(
        nb_protein.estimate(nb_protein.count(table, weights)), nb_protein.estimate(nb_protein.count(repeated))
    )


@pytest.mark.parametrize(
    ("offset", "unit"), [(0.0, 1.0), (1e9, 1e-3), (-1e15, 1.0), (0.0, 1e170), (0.0, 1e-170)]
)
def test_moments_are_rounded_once(offset, unit):
    rng = np.random.default_rng(0)
    x, y = offset + unit * rng.normal(size=(50, 1)), rng.integers(0, 2, 50)
    table = tables.linear(x, y)
    model = gnb.estimate(gnb.count(table), var_floor=0)
    for c in range(2):
        numbers = [Fraction(v) for v in x[y == c, 0]]
        mean = sum(numbers) / len(numbers)
        variance = sum((v - mean) ** 2 for v in numbers) / len(numbers) / Fraction(model.scale[0]) ** 2
        assert abs(Fraction(model.mean[0, c]) - mean) <= 2e-16 * abs(mean) + Fraction(2e-16 * model.scale[0])
        assert model.variance[0, c] == pytest.approx(float(variance), rel=1e-15)


def test_ordinal_scores_follow_the_longer_list():
    """If a value is inserted between two others, ranks change, so sums of scores would be wrong."""
    attribute = Attribute("size", "ordinal", ("small", "large"))
    longer = attribute._replace(values=("small", "middle", "large"))
    before = make_table([attribute], ["a", "b"], [0, 0, 1, 1], [[0], [1], [1], [1]])
    after = make_table([longer], ["a", "b"], [0, 1], [[1], [0]])
    whole = make_table([longer], ["a", "b"], [0, 0, 1, 1, 0, 1], [[0], [2], [2], [2], [1], [0]])
    wide = gnb.widen(gnb.count(before), [longer], ["a", "b"])
    same(gnb.estimate(gnb.merge(wide, gnb.count(after))), gnb.estimate(gnb.count(whole)))


def test_messages():
    table, other = made(0, 20, (3, 2), 2), made(0, 20, (4, 2), 2)
    with pytest.raises(
        InputError, match="attribute 'x0' has different value lists in the statistics to merge"
    ):
        nb.merge(nb.count(table), nb.count(other))
    with pytest.raises(InputError, match="different attributes or classes: call widen on both first"):
        nb.merge(nb.count(table), nb.count(table)._replace(classes=("c0", "c1", "c2")))
    with pytest.raises(InputError, match="the new values of attribute 'x0' lack 'v3'"):
        tan.widen(tan.count(other), table.attributes, table.classes)
    with pytest.raises(InputError, match="the new classes lack"):
        nb.widen(nb.count(table), table.attributes, ["c0"])
    with pytest.raises(InputError, match="the statistics belong to other attributes"):
        nb.widen(nb.count(table), table.attributes[:1], table.classes)
    three = made(1, 20, (3, 2, 2), 2)
    with pytest.raises(InputError, match="count different sets of attributes"):
        tan.merge(tan.count(three), kdb.count(three, k=2))
    for weights in (np.ones(3), np.full(20, -1.0), np.full(20, np.nan)):
        with pytest.raises(
            InputError, match="for 20 cases, expected one finite number of at least 0 for each"
        ):
            nb.count(table, weights)
    with pytest.raises(InputError, match="attribute 'x0' has an infinite number: leave the case out"):
        gnb.count(tables.linear([[np.inf], [1.0]], [0, 1]))
    with pytest.raises(InputError, match="different words, letters or classes: call widen on both first"):
        nb_mn.merge(nb_mn.count(words_table(0)), nb_mn.count(words_table(0), composition="binary"))
    with pytest.raises(InputError, match="the new words or letters lack 'w3'"):
        nb_mn.widen(nb_mn.count(words_table(0)), [Attribute("text", "count", ("w0", "w1", "w2"))], "abc")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "params", "kinds"), [*((m, p, DISCRETE) for m, p in COUNTED), *(s for s in SUMMED)]
)
@generated.examples(8)
@given(generated.parts(), st.integers(0, 99), st.integers(1, 30))
def test_generated_tables_in_blocks(module, params, kinds, both, seed, n_blocks):
    table, counted = tables.of_kinds(both[0], kinds), {"k": params["k"]} if module is kdb else {}
    statistics = module.count(table, **counted)
    blocks = in_blocks(module, table, seed, n_blocks, **counted)
    same(blocks, statistics)
    same(module.estimate(blocks, **params), module.fit(table, **params))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "kinds"), [(nb, DISCRETE), (tan, DISCRETE), (aode, DISCRETE), *((m, k) for m, _, k in SUMMED)]
)
@generated.examples(8)
@given(generated.parts(), st.data())
def test_generated_weights_are_repeated_cases(module, kinds, both, data):
    table = tables.of_kinds(both[0], kinds)
    n = n_cases(table)
    weights = np.array(data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)))
    repeated = subset(table, np.repeat(np.arange(n), weights))
    same(module.estimate(module.count(table, weights)), module.estimate(module.count(repeated)))

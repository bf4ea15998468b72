"""Additive statistics: the model does not depend on how cases are divided into blocks, nor on their order."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pytest
from hypothesis import given
from support import generated, tables
from support.sequence_tables import documents, sequences
from support.tables import made

from naivebench.core import counts, table_sums
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, n_cases, natural_order, subset
from naivebench.methods.bn_classifiers import aode, kdb, tan
from naivebench.methods.directional import vmnb
from naivebench.methods.naive_bayes import gnb, mixed_nb, nb
from naivebench.methods.sequences import cnb, nb_bernoulli, nb_mn, nb_protein

DISCRETE = ("nominal", "ordinal")
COUNTED = [
    (nb, {}),
    (nb, {"alpha": 0.0}),
    (tan, {}),
    (tan, {"smoothing": "laplace"}),
    (kdb, {"k": 0}),
    (kdb, {"k": 1}),
    (kdb, {"k": 3, "smoothing": "laplace"}),
    (aode, {}),
    (aode, {"smoothing": "laplace", "weighting": "information"}),
]
SUMMED = [(gnb, {}), (gnb, {"gap_floor": 0.5}), (mixed_nb, {}), (vmnb, {}), (vmnb, {"kappa_cap": 2.0})]
WORDS = [
    (nb_mn, {}, {}),
    (nb_mn, {"composition": "fraction"}, {"n_words": 5, "words_by": "occurrence", "alpha": 0.0}),
    (cnb, {}, {"normalize_weights": True, "n_words": 4, "words_by": "frequency"}),
    (nb_bernoulli, {}, {"n_words": 6}),
]


def same(a, b):
    """Assert that two structures have the same types and equal arrays, bit for bit."""
    if isinstance(a, np.ndarray):
        assert (a.dtype, a.shape, a.tobytes()) == (b.dtype, b.shape, b.tobytes())
    elif isinstance(a, (tuple, list)):
        assert type(a) is type(b)
        assert len(a) == len(b)
        for x, y in zip(a, b, strict=True):
            same(x, y)
    elif isinstance(a, dict):
        same(sorted(a.items()), sorted(b.items()))
    else:
        assert a == b or (a != a and b != b)  # equal, or both NaN


def list_labels(labels, codes):
    """The labels that occur, in the order of a reader, and the new code of every label, -1 for none."""
    listed = natural_order(labels[code] for code in np.unique(codes[codes >= 0]))
    index = {label: i for i, label in enumerate(listed)}
    return tuple(listed), np.array([*(index.get(label, -1) for label in labels), -1])


def as_read_alone(table):
    """The table as if it were read first, with the value lists and classes of what occurs in it."""
    codes, attributes, column = table.codes.copy(), list(table.attributes), 0
    for i, attribute in enumerate(attributes):
        if attribute.kind in DISCRETE:
            if not attribute.declared:
                values, place = list_labels(attribute.values, codes[:, column])
                codes[:, column] = place[table.codes[:, column]]
                attributes[i] = attribute._replace(values=values)
            column += 1
    classes, label = list_labels(table.classes, table.y)
    return table._replace(
        attributes=tuple(attributes), codes=codes, y=label[table.y].astype(np.int32), classes=classes
    )


def in_blocks(module, table, seed, n_blocks=4, weights=None, **params):
    """Statistics of shuffled cases, counted in blocks, each with its own lists, and merged in any order."""
    rng, parts = np.random.default_rng(seed), []
    for rows in np.array_split(rng.permutation(n_cases(table)), n_blocks):
        parts.append(
            module.count(
                as_read_alone(subset(table, rows)), None if weights is None else weights[rows], **params
            )
        )
    return functools.reduce(module.merge, [parts[i] for i in rng.permutation(len(parts))])


def discrete_table(seed):
    table = made(seed, 150, (3, 2, 4, 2, 5), 3, 0.1)
    return table._replace(y=np.where(np.arange(150) % 11 == 0, -1, table.y).astype(np.int32))


def counted_with(module, params):
    return {"k": params["k"]} if module is kdb else {}


@pytest.fixture(params=["table", "cases", "growing"])
def storage(request, monkeypatch):
    """Store pairs in one table, as cases, or in a table that becomes too large when blocks are merged."""
    limit = {"table": counts.DENSE_CELLS, "cases": 0, "growing": 6 * 5 * 3 - 1}[request.param]
    monkeypatch.setattr(counts, "DENSE_CELLS", limit)


@pytest.mark.parametrize(("module", "params"), COUNTED)
@pytest.mark.parametrize("seed", range(3))
def test_counted_methods_do_not_depend_on_blocks(module, params, seed, storage):
    table, how = discrete_table(seed), counted_with(module, params)
    model = module.fit(table, **params)
    blocks = in_blocks(module, table, seed, n_blocks=2 + 9 * seed, **how)
    same(module.estimate(blocks, **params), model)


@pytest.mark.slow
@pytest.mark.parametrize(("module", "params"), COUNTED)
@generated.examples(15)
@given(generated.parts())
def test_counted_methods_on_generated_tables(module, params, both):
    table = as_read_alone(tables.of_kinds(both[0], DISCRETE))
    blocks = in_blocks(module, table, 0, 3, **counted_with(module, params))
    same(module.estimate(blocks, **params), module.fit(table, **params))


@pytest.mark.parametrize(("module", "params"), SUMMED)
@pytest.mark.parametrize("seed", range(3))
def test_summed_methods_do_not_depend_on_blocks(module, params, seed):
    kinds = ("ordinal", "linear", "angular") if module is gnb else (*DISCRETE, "linear", "angular")
    table = as_read_alone(tables.of_kinds(tables.mixed(90, seed=seed), kinds))
    model = module.fit(table, **params)
    blocks = in_blocks(module, table, seed, n_blocks=2 + 5 * seed)
    same(module.estimate(blocks, **params), model)


def test_sums_of_fractional_weights_do_not_depend_on_blocks():
    table = tables.of_kinds(tables.mixed(200, seed=4), ("linear", "angular"))
    weights = np.random.default_rng(0).exponential(size=200)
    sums, blocks = gnb.count(table, weights), in_blocks(gnb, table, 1, 9, weights)
    same(gnb.estimate(blocks._replace(n_c=sums.n_c)), gnb.estimate(sums))  # weights of classes are rounded
    np.testing.assert_allclose(blocks.n_c, sums.n_c, rtol=1e-14)


def words_of(matrix, y):
    """Documents with a column for each of the words a, b, ... that occurs, and the classes that occur."""
    used, labels = np.flatnonzero(matrix.any(axis=0)), np.unique(y[y >= 0])
    names = ["abcdefghijkl"[j] for j in used]
    place = np.append(np.full(labels.max() + 1, -1), -1)
    place[labels] = np.arange(len(labels))
    return documents(matrix[:, used], place[y], ["pqr"[c] for c in labels], names)


@pytest.mark.parametrize(("module", "counted", "estimated"), WORDS)
def test_words_do_not_depend_on_blocks(module, counted, estimated):
    rng = np.random.default_rng(1)
    y = np.where(rng.random(80) < 0.1, -1, rng.integers(0, 3, 80))
    matrix = rng.poisson(0.2, (80, 12))
    parts = [
        module.count(words_of(matrix[rows], y[rows]), **counted)
        for rows in np.array_split(rng.permutation(80), 6)
    ]
    blocks = functools.reduce(module.merge, parts)
    same(module.estimate(blocks, **estimated), module.fit(words_of(matrix, y), **counted, **estimated))


@pytest.mark.parametrize(
    ("module", "k"), [*itertools.product([nb_mn, nb_bernoulli], [1, 2, 11]), (nb_protein, 1)]
)
def test_letters_do_not_depend_on_blocks(module, k):
    """With k = 11 there are too many k-grams for a column each, and some blocks do not have the letter X."""
    rng = np.random.default_rng(k)
    y, words = rng.integers(0, 3, 60), {} if module is nb_protein else {"k": k}
    texts = ["".join(rng.choice(list("ACGTX"), rng.integers(0, 30), p=[0.249] * 4 + [0.004])) for _ in y]
    parts = []
    for rows in np.array_split(rng.permutation(60), 5):
        alphabet = "ACGT" + "X" * any("X" in texts[i] for i in rows)
        block = sequences([texts[i] for i in rows], y[rows], alphabet, ["c0", "c1", "c2"], declared=False)
        parts.append(module.count(block, **words))
    words_of = [part.words if module is nb_protein else part for part in parts]
    assert len({part.vocabulary.labels for part in words_of}) > 1
    model = module.fit(sequences(texts, y, "ACGTX", declared=False), **words)
    same(module.estimate(functools.reduce(module.merge, parts)), model)


@pytest.mark.parametrize(("module", "params"), COUNTED)
def test_whole_weights_are_repeated_cases(module, params):
    table = discrete_table(7)
    weights = np.random.default_rng(0).integers(0, 4, 150)
    twice = subset(table, np.repeat(np.arange(150), weights))
    statistics = module.count(table, weights, **counted_with(module, params))
    same(module.estimate(statistics, **params), module.fit(twice, **params))


@pytest.mark.parametrize(("module", "params"), COUNTED)
def test_weights_in_another_unit_with_pseudo_counts_in_that_unit_change_little(module, params):
    table, weights = discrete_table(8), np.random.default_rng(0).choice([0.3, 0.5, 1.7], 150)
    names = {nb: ("alpha", "prior_alpha"), aode: ("alpha",)}.get(module, ("n0", "alpha", "prior_alpha"))
    pseudo = {"alpha": 1.0, "prior_alpha": 1.0, "n0": 5.0} | params

    def predict(factor):
        scaled = params | {name: factor * pseudo[name] for name in names}
        statistics = module.count(table, factor * weights, **counted_with(module, params))
        return module.predict_log_proba(module.estimate(statistics, **scaled), table)

    np.testing.assert_allclose(predict(0.37), predict(1.0), rtol=0, atol=1e-11)


def test_pairs_are_counted_case_by_case():
    table = discrete_table(0)
    offsets, known = counts.row_offsets(table.attributes), counts.select_labelled_cases(table)
    pairs = tan.count(table).pairs
    expected = np.zeros_like(pairs)
    for row, c in zip(known.codes + offsets[:-1] + 1, known.y, strict=True):
        for a in range(5):
            for b in range(5):
                if a != b:
                    expected[row[a], row[b], c] += 1
    np.testing.assert_array_equal(pairs, expected)
    again = table_sums.count_value_pairs(table_sums.reconstruct_cases(tan.count(table)), offsets, 3)
    observed = np.delete(np.arange(offsets[-1]), offsets[:-1])
    np.testing.assert_array_equal(again[np.ix_(observed, observed)], pairs[np.ix_(observed, observed)])


def test_distinct_numbers():
    rng = np.random.default_rng(0)
    x = (
        np.stack([rng.integers(0, 90, 400), rng.integers(0, 120, 400), np.zeros(400), np.full(400, np.nan)])
        * 0.5
    )
    x[2, ::2] = -0.0
    few, found = table_sums.FEW, table_sums.find_distinct_numbers(x)
    assert found[0][np.isfinite(found[0])].tolist() == np.unique(x[0]).tolist()
    assert np.isneginf(found[1, 0])  # more than FEW
    assert np.isfinite(found[2]).sum() == 1
    assert np.isposinf(found[3]).all()
    border = np.array([np.arange(400) % few, np.arange(400) % (few + 1)], float)
    assert [np.isfinite(row).sum() for row in table_sums.find_distinct_numbers(border)] == [few, 0]


def test_lists_are_united_by_label():
    a = Attribute("x", "nominal", ("10", "9", "b"))
    assert table_sums.unite_values(a, a._replace(values=("a", "9"))).values == ("9", "10", "a", "b")
    assert natural_order(["b", "10", "9", "a", "1e0", "-1", "9"]) == ["-1", "1e0", "9", "10", "a", "b"]
    with pytest.raises(InputError, match="declares different values in two blocks"):
        table_sums.unite_values(a._replace(declared=True), a._replace(values=("c",)))
    table, other = made(0, 20), made(0, 20, r=(3, 2))
    with pytest.raises(InputError, match="differs from the first block"):
        nb.merge(nb.count(table), nb.count(other))


@generated.examples(25)
@given(generated.parts())
def test_any_blocks_give_the_model_of_all_cases(both):
    table = both[0]
    if all(a.kind in (*DISCRETE, "linear", "angular") for a in table.attributes):
        same(vmnb.estimate(in_blocks(vmnb, table, 0, 3)), vmnb.fit(as_read_alone(table)))

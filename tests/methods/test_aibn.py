import itertools

import numpy as np
import pytest
from support import tables

from naivebench.core import compiled, tuning
from naivebench.core.checks import InputError
from naivebench.core.information import mutual_information
from naivebench.core.table import subset
from naivebench.methods.bn_classifiers import tan
from naivebench.methods.local_structure import aibn_tan
from naivebench.methods.local_structure.helpers import aibn, table_loops


def counts_of(seed, r, k):
    rng = np.random.default_rng(seed)
    return rng.poisson(rng.gamma(1, 8, (r, 1)) * rng.dirichlet(np.ones(k), r))


def one_by_one(counts, smoothing):
    """All merges (kept, absorbed, loss) from the formulas, with all pairs compared in every step."""
    n, p_c = counts.sum(), counts.sum(axis=0) / counts.sum()
    p = {v: c.sum() / n for v, c in enumerate(counts) if c.sum()}
    q = {v: (counts[v] + smoothing * p_c) / (counts[v].sum() + smoothing) for v in p}

    def divergence(a, b):
        return sum(x * np.log(x / y) for x, y in zip(a, b, strict=True) if x > 0)

    def loss(i, j):
        mean = (p[i] * q[i] + p[j] * q[j]) / (p[i] + p[j])
        return p[i] * divergence(q[i], mean) + p[j] * divergence(q[j], mean)

    result = []
    while len(p) > 1:
        lost, i, j = min((round(loss(i, j), 11), i, j) for i, j in itertools.combinations(sorted(p), 2))
        result.append((i, j, lost))
        q[i] = (p[i] * q[i] + p[j] * q[j]) / (p[i] + p[j])
        p[i] += p.pop(j)
    return result


@pytest.mark.parametrize("k", [2, 3, 4])
@pytest.mark.parametrize("smoothing", [0, 1, 7.5])
def test_merges_equal_those_found_by_comparing_all_pairs(k, smoothing):
    for seed in range(6):
        counts = counts_of(seed, 13, k)
        found, expected = aibn.merges(counts, smoothing=smoothing), one_by_one(counts, smoothing)
        np.testing.assert_allclose(found.losses, [lost for _, _, lost in expected], atol=1e-10)
        done = next(m for m in range(len(expected) + 1) if m == len(expected) or expected[m][2] > 1e-9)
        assert (
            list(zip(found.kept, found.absorbed, strict=True))[done:]
            == [(i, j) for i, j, _ in expected][done:]
        )


def test_for_two_classes_neighbours_give_the_same_merges_as_all_pairs():
    loops = compiled.loops(table_loops)
    for seed in range(5):
        clusters, _ = aibn._pool(
            counts_of(seed, 300, 2), np.flatnonzero(counts_of(seed, 300, 2).any(axis=1)), 2.0
        )
        pairs, losses = aibn._merge(clusters)
        m = len(losses)
        other_pairs, other_losses, room = np.zeros_like(pairs), np.zeros_like(losses), np.zeros(m, np.int64)
        names, totals = np.append(clusters.names, room), np.append(clusters.totals, room)
        loops.merge_nearest(
            names,
            np.concatenate([clusters.masses, np.zeros((m, 2))]),
            totals,
            clusters.scale,
            other_pairs,
            other_losses,
        )
        assert np.array_equal(pairs, other_pairs)
        np.testing.assert_allclose(losses / clusters.scale, other_losses / clusters.scale, atol=1e-9)


@pytest.mark.parametrize("smoothing", [0, 3])
@pytest.mark.parametrize("k", [2, 5])
def test_losses_add_up_to_the_information_which_never_rises(k, smoothing):
    found = aibn.merges(counts_of(0, 200, k), smoothing=smoothing)
    assert (found.losses >= 0).all()
    assert found.losses.sum() == pytest.approx(found.information, abs=1e-12)
    assert len(found.losses) == found.occurs.sum() - 1


@pytest.mark.parametrize("mmi", [0.2, 0.6, 0.95])
def test_information_of_the_clusters_is_the_rest_after_the_merges(mmi):
    rng = np.random.default_rng(1)
    x = rng.integers(0, 60, 900)
    table = tables.discrete(x[:, None], (rng.random(900) < (x % 7) / 9).astype(int), 60)
    (found,) = aibn.all_merges(table)
    assert found.information == pytest.approx(mutual_information(table)[0], abs=1e-12)
    done = aibn.retained(found, mmi)
    left = mutual_information(aibn.compress(table, (aibn.clusters(found, mmi),)))[0]
    assert left == pytest.approx(found.information - found.losses[:done].sum(), abs=1e-12)
    assert left >= mmi * found.information > left - found.losses[done]
    absolute = mmi * found.information
    assert np.array_equal(aibn.clusters(found, absolute, "absolute"), aibn.clusters(found, mmi))


def test_keeping_all_information_merges_only_equal_conditionals_and_keeping_none_leaves_one_cluster():
    counts = np.array([[1, 3], [2, 2], [2, 6], [0, 0], [5, 5], [0, 9], [0, 1]])
    found = aibn.merges(counts)
    assert aibn.clusters(found, 1.0).tolist() == [0, 1, 0, -1, 1, 2, 2]
    assert aibn.clusters(found, 0.0).tolist() == [0, 0, 0, -1, 0, 0, 0]
    # they differ after shrinkage by their numbers of cases
    assert aibn.clusters(aibn.merges(counts, smoothing=1.0), 1.0).max() > 2


def test_values_without_information_merge_at_once():
    assert aibn.clusters(aibn.merges(np.array([[3, 6], [1, 2], [4, 8]])), 1.0).tolist() == [0, 0, 0]
    assert aibn.clusters(aibn.merges(np.array([[3, 0], [1, 0], [0, 0]])), 1.0).tolist() == [0, 0, -1]
    assert aibn.clusters(aibn.merges(np.zeros((3, 2), int)), 1.0).tolist() == [-1, -1, -1]
    assert aibn.merges(np.zeros((0, 2), int)).information == 0


@pytest.mark.parametrize("k", [2, 3])
def test_order_of_classes_and_of_values_does_not_matter(k):
    counts = counts_of(4, 80, k)
    found = aibn.merges(counts, smoothing=1.0)
    turned = aibn.merges(counts[:, ::-1], smoothing=1.0)
    assert all(np.array_equal(a, b) for a, b in zip(found[:3], turned[:3], strict=True))
    order = np.random.default_rng(0).permutation(80)
    shuffled = aibn.clusters(aibn.merges(counts[order], smoothing=1.0), 0.9)
    straight = aibn.clusters(found, 0.9)[order]
    assert np.array_equal(shuffled < 0, straight < 0)
    assert (
        len(set(zip(shuffled, straight, strict=True)) - {(-1, -1)})
        == shuffled.max() + 1
        == straight.max() + 1
    )


def test_many_values_and_classes():
    counts = np.random.default_rng(0).poisson(0.7, (18846, 95))
    counts[:, 3] = 0
    found = aibn.merges(counts[:400])
    assert found.losses.sum() == pytest.approx(found.information, abs=1e-10)
    binary = aibn.merges(np.random.default_rng(0).poisson([20, 3], (18846, 2)))
    assert binary.losses.sum() == pytest.approx(binary.information, abs=1e-10)
    assert aibn.clusters(binary, 0.9).max() < 30


def test_bad_parameters_are_named():
    found = aibn.merges(np.array([[1, 3], [2, 2]]))
    with pytest.raises(
        InputError, match=r"mmi in aibn is 1.5, expected a share of the information between 0 and 1"
    ):
        aibn.clusters(found, 1.5)
    with pytest.raises(
        InputError,
        match="mmi_form in aibn is 'fractoin', expected one of fraction, absolute; did you mean 'fraction'",
    ):
        aibn.clusters(found, 0.5, "fractoin")
    with pytest.raises(InputError, match="smoothing in aibn is -1, expected a number of at least 0"):
        aibn.merges(np.array([[1, 3]]), smoothing=-1)
    with pytest.raises(ValueError, match="value lists that differ"):
        aibn.compress(tables.discrete([[0], [1]], [0, 1]), (np.zeros(3, int),))


def made(n=400, r=40, seed=0):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, r, (n, 3))
    codes[:, 2] = (codes[:, 1] + rng.integers(0, 3, n)) % r
    return tables.discrete(codes, (rng.random(n) < 0.05 + 0.9 * (codes[:, 0] % 4 == 0)).astype(int), r)


def test_tan_is_fitted_on_the_clusters():
    train, test = made(), made(seed=1)
    model = aibn_tan.fit(train, n0=2.0, aibn_smoothing=1.0, mmi=0.9)
    mapped, mapped_test = aibn.compress(train, model.maps), aibn.compress(test, model.maps)
    expected = tan.predict_log_proba(tan.fit(mapped, n0=2.0), mapped_test)
    assert np.array_equal(aibn_tan.predict_log_proba(model, test), expected)
    summary = aibn_tan.summarize(model)
    assert summary["clusters"] == {a.name: len(a.values) for a in mapped.attributes}
    assert all(0.9 <= kept <= 1 for kept in summary["information_kept"].values())
    assert summary["clusters"]["x0"] < summary["values"]["x0"] == 40


def test_values_are_merged_by_training_cases_only_and_unseen_ones_are_skipped():
    train = made()
    without = subset(train, np.flatnonzero(train.codes[:, 0] != 7))
    model = aibn_tan.fit(without, n0=1.0, aibn_smoothing=1.0, mmi=0.9)
    assert model.maps[0][7] == -1
    seven, missing = (
        subset(train, [0])._replace(codes=np.array([[code, 1, 2]], np.int8)) for code in (7, -1)
    )
    assert np.array_equal(
        aibn_tan.predict_log_proba(model, seven), aibn_tan.predict_log_proba(model, missing)
    )


def test_everything_merged_gives_the_prior():
    model = aibn_tan.fit(made(), n0=1.0, aibn_smoothing=0.0, mmi=0.0)
    n_c = np.bincount(made().y)
    np.testing.assert_allclose(
        np.exp(aibn_tan.predict_log_proba(model, made(seed=2))),
        np.tile((n_c + 1) / (n_c.sum() + 2), (400, 1)),
    )


def test_constants_are_chosen_inside_the_training_part():
    train = made(300)
    model = aibn_tan.fit(train)
    values = {name: choice.value for name, choice in model.choices.items()}
    grids = {name: tuning.grid_of(aibn_tan.fit, {}, name) for name in values}
    assert all(values[name] in grids[name] for name in values)
    assert [len(grid) for grid in grids.values()] == [7, 4, 3]  # the paper lists these grids
    again = aibn_tan.fit(train, **values)
    assert np.array_equal(aibn_tan.predict_log_proba(model, train), aibn_tan.predict_log_proba(again, train))
    assert aibn_tan.summarize(model)["mmi_chosen_by"] == "cross_validation"
    assert aibn_tan.summarize(again)["mmi_chosen_by"] == "fixed"
    only = aibn_tan.fit(train, n0=1.0, aibn_smoothing=1.0).choices["mmi"]
    assert only.value == max(
        v for v, s in zip(only.grid, only.scores, strict=True) if s >= max(only.scores) - 1e-12
    )


def test_bad_constants_are_named():
    with pytest.raises(
        InputError, match="aibn_tan accepts nominal and ordinal attributes, but attribute 'x0' is linear"
    ):
        aibn_tan.fit(tables.linear([[0.0], [1.0]], [0, 1]))

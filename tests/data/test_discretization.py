"""Cut points: golden values, brute force, and identities.

The identities are those of docs/methods/conventions.md#mdl-discretization.
"""

import json
import math
import zipfile
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support import scripts
from support.tables import linear, mixed, uci_iris

from naivebench.core import absence
from naivebench.core import table as tables
from naivebench.core.checks import InputError
from naivebench.data.discretization import apply, better_encoding, equal_frequency, fayyad_irani, mdl
from naivebench.evaluation import folds

CASES = st.lists(st.tuples(st.integers(-6, 6), st.integers(0, 2)), max_size=40)
FORMS = {
    "fayyad_irani": (fayyad_irani.cuts, lambda n, m: n - 1),
    "better_encoding": (better_encoding.cuts, lambda n, m: m),
}


def entropy(y):
    p = np.bincount(y)[np.bincount(y) > 0] / len(y)
    return float(-(p * np.log2(p)).sum())


def brute_force(x, y, choices):
    """The recursion as it is printed, case by case."""
    distinct = np.unique(x)
    if len(distinct) < 2:
        return []
    n, candidates = len(x), [(a + b) / 2 for a, b in pairwise(distinct)]
    weighted = [sum(len(s) / n * entropy(s) for s in (y[x <= t], y[x > t])) for t in candidates]
    tied = [i for i, w in enumerate(weighted) if w <= min(weighted) + 1e-11]
    best = min(tied, key=lambda i: (abs(np.count_nonzero(x <= candidates[i]) - n / 2), i))
    t, k = candidates[best], len(np.unique(y))
    left, right = x <= t, x > t
    parts = sum(len(np.unique(y[s])) * entropy(y[s]) for s in (left, right))
    bound = (math.log2(choices(n, len(candidates))) + math.log2(3**k - 2) - (k * entropy(y) - parts)) / n
    if not entropy(y) - weighted[best] > bound + 1e-11:
        return []
    return [*brute_force(x[left], y[left], choices), t, *brute_force(x[right], y[right], choices)]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=150, deadline=None)
@given(cases=CASES)
def test_cuts_equal_brute_force(form, cases):
    cuts, choices = FORMS[form]
    x, y = np.array([c[0] for c in cases], float), np.array([c[1] for c in cases], int)
    assert cuts(x, y, 3).tolist() == brute_force(x, y, choices)


def test_iris_cuts_of_both_forms():
    """On UCI's iris, the better encoding adds 7.05 and 5.15.

    See docs/methods/worked-values.md#worked-values.
    """
    plain = apply.learn(uci_iris(), "fayyad_irani")
    better = apply.learn(uci_iris(), "better_encoding")
    for found, printed in zip(plain, [[5.55, 6.15], [2.95, 3.35], [2.45, 4.75], [0.8, 1.75]], strict=True):
        assert found == pytest.approx(printed, abs=1e-9)
    for found, printed in zip(
        better, [[5.55, 6.15, 7.05], [2.95, 3.35], [2.45, 4.75, 5.15], [0.8, 1.75]], strict=True
    ):
        assert found == pytest.approx(printed, abs=1e-9)


@pytest.mark.parametrize("form", FORMS)
def test_class_independent_attributes_are_rarely_cut(form):
    rng = np.random.default_rng(1)
    papers = [
        FORMS[form][0](rng.normal(size=200), rng.integers(0, k, 200), k) for k in (2, 3) for _ in range(100)
    ]
    assert sum(len(c) > 0 for c in papers) < 0.05 * len(papers)


@pytest.mark.parametrize("form", FORMS)
def test_two_separated_classes_are_cut_at_the_midpoint(form):
    x = np.concatenate([np.arange(10.0), 20 + np.arange(10.0)])
    assert FORMS[form][0](x, np.repeat([0, 1], 10), 2).tolist() == [14.5]


@pytest.mark.parametrize("form", [*FORMS, "equal_frequency"])
def test_monotone_transforms_give_the_same_partition(form):
    table = mixed(150, seed=3, missing=0)
    x, y = table.reals[:, 0], table.y
    cuts = apply.DISCRETIZERS[form]
    before = apply.intervals(x, cuts(x, y, 3))
    assert before.max() > 0
    for transform in (np.exp, lambda v: 3 * v - 100, np.arctan):
        assert np.array_equal(before, apply.intervals(transform(x), cuts(transform(x), y, 3)))


def test_both_forms_agree_if_all_values_differ():
    rng = np.random.default_rng(5)
    for _ in range(30):
        y = rng.integers(0, 3, 80)
        x = rng.normal(size=80) + y * rng.random()
        assert np.array_equal(fayyad_irani.cuts(x, y, 3), better_encoding.cuts(x, y, 3))


def test_the_split_nearest_to_the_middle_wins_ties():
    # The classes are a b a. By symmetry, cuts after 8 and after 28 cases leave the same entropy if there are
    # 8 and 8 of a. The cut nearer to n/2 wins.
    y = np.repeat([0, 1, 0], [8, 12, 8])
    data = mdl.sort_values(np.arange(28.0), y, 2)
    # both are 6 cases from the middle, so the lower one wins
    assert mdl.best_split(data, 0, 28, fayyad_irani.pays) == 8
    y = np.repeat([0, 1, 2], [5, 10, 10])
    data = mdl.sort_values(np.arange(25.0), y, 3)
    # {5 | 20} leaves 20 bits and {15 | 10} leaves 15 H(1/3) = 13.8 bits. This is not a tie: the smaller
    # entropy wins wherever it is.
    assert mdl.best_split(data, 0, 25, fayyad_irani.pays) == 15


@pytest.mark.parametrize("n_classes", [1, 2, 9])
def test_classes_are_counted_up_to_every_distinct_value(n_classes):
    rng = np.random.default_rng(n_classes)
    y = rng.integers(0, n_classes, 700)
    for x in (
        rng.normal(0.5 * y, 1),
        rng.integers(-4, 5, 700) * 1.0,
        np.where(y > 0, -0.0, 0.0),
        y[:0] * 1.0,
    ):
        found, labels = mdl.sort_values(x, y[: len(x)], n_classes), y[: len(x)]
        np.testing.assert_array_equal(found.values, np.unique(x))
        expected = [np.bincount(labels[x <= v], minlength=n_classes) for v in found.values]
        np.testing.assert_array_equal(found.below[1:], np.array(expected).reshape(-1, n_classes))
        assert not found.below[0].any()


def test_many_classes_do_not_overflow():
    assert mdl.log2_labellings(95) == pytest.approx(95 * math.log2(3))
    assert mdl.log2_labellings(31) == pytest.approx(math.log2(3**31 - 2), abs=1e-12)
    y = np.repeat(np.arange(95), 10)
    assert len(fayyad_irani.cuts(y + 0.0, y, 95)) > 10


def test_a_cut_between_neighbouring_floats_separates_them():
    a = 1.0
    b = np.nextafter(a, 2)
    cut = fayyad_irani.cuts(np.repeat([a, b], 20), np.repeat([0, 1], 20), 2)
    assert apply.intervals(np.array([a, b]), cut).tolist() == [0, 1]


@given(st.lists(st.integers(0, 8), max_size=60), st.integers(1, 12))
@settings(max_examples=100, deadline=None)
def test_equal_frequency_never_splits_equal_values(values, bins):
    x = np.array(values, float)
    cuts = equal_frequency.cuts(x, np.zeros(len(x), int), 1, bins=bins)
    assert len(cuts) <= bins - 1
    assert (np.diff(cuts) > 0).all()
    assert not np.isin(cuts, x).any()
    assert (
        all(
            ((x > low) & (x <= high)).any()
            for low, high in zip([-np.inf, *cuts], [*cuts, np.inf], strict=True)
        )
        or len(x) == 0
    )


def test_equal_frequency_bins_are_equal_if_values_differ():
    cuts = equal_frequency.cuts(
        np.random.default_rng(0).permutation(40.0 + np.arange(40)), np.zeros(40, int), 1, bins=4
    )
    assert cuts.tolist() == [49.5, 59.5, 69.5]


def test_bad_settings_are_reported():
    with pytest.raises(
        InputError, match="bins in equal_frequency is 0, expected a whole number of at least 1"
    ):
        equal_frequency.cuts(np.ones(2), np.zeros(2, int), 1, bins=0)
    with pytest.raises(InputError, match="did you mean 'fayyad_irani'"):
        apply.learn(mixed(), "fayad_irani")


@pytest.mark.parametrize("discretizer", apply.DISCRETIZERS)
@pytest.mark.parametrize("reals", [np.zeros((0, 1)), np.ones((6, 1)), np.full((6, 1), np.nan)])
def test_empty_constant_and_missing_columns_become_one_interval(discretizer, reals):
    table = linear(reals, np.arange(len(reals)) % 2, n_classes=2)
    cuts = apply.learn(table, discretizer)
    assert [c.tolist() for c in cuts] == [[]]
    coded = apply.apply(table, cuts)
    assert coded.attributes[0].values == ("all",)
    assert np.array_equal(coded.codes[:, 0], np.where(np.isnan(reals[:, 0]), -1, 0))


def test_cases_without_class_or_value_are_left_out():
    table = mixed(200, seed=2)
    known = tables.subset(table, np.flatnonzero(table.y > 0))
    hidden = table._replace(y=np.where(table.y > 0, table.y, -1))
    assert all(
        np.array_equal(a, b)
        for a, b in zip(apply.learn(known, "fayyad_irani"), apply.learn(hidden, "fayyad_irani"), strict=True)
    )


def test_apply_keeps_the_order_of_the_attributes_and_every_other_column():
    table = mixed(60)
    coded = apply.apply(table, [[0.5, 1.25], [], [0.0], [-1.0, 1.0]])
    assert [a.name for a in coded.attributes] == [a.name for a in table.attributes]
    assert {a.kind for a in coded.attributes} == {"nominal", "ordinal"}
    assert coded.attributes[1] == tables.Attribute(
        "length", "ordinal", ("<= 0.5", "(0.5, 1.25]", "> 1.25"), declared=True
    )
    assert np.array_equal(coded.codes[:, [0, 2, 4, 6]], table.codes)
    assert coded.reals.shape == (60, 0)
    expected = [-1 if math.isnan(x) else 0 if x <= 0.5 else 1 if x <= 1.25 else 2 for x in table.reals[:, 0]]
    assert coded.codes[:, 1].tolist() == expected
    assert apply.intervals(np.array([0.5, 1.25]), np.array([0.5, 1.25])).tolist() == [0, 1]


def test_a_direction_stays_as_it_is():
    attributes = [tables.Attribute("axis", "direction", ("x", "y")), tables.Attribute("a", "linear")]
    table = tables.make_table(attributes, ("c",), [0, 0], reals=[[0.6, 0.8, 5.0], [1.0, 0.0, 7.0]])
    coded = apply.apply(table, [[6.0]])
    assert [a.kind for a in coded.attributes] == ["direction", "ordinal"]
    assert np.array_equal(coded.reals, table.reals[:, :2])
    assert coded.codes[:, 0].tolist() == [0, 1]


def test_interval_labels_stay_distinct():
    assert len(set(apply.interval_labels(np.array([1.0, 1.0 + 1e-12, 2.0])))) == 4


def run_script(tmp_path, table, split, discretizer="fayyad_irani", **changes):
    """The cut points that the script writes; `split`: arguments of `evaluation.folds.make`."""
    if table is not None:
        tables.save(table, tmp_path / "t.npz")
    (tmp_path / "t.json").write_text("{}")
    settings = {"folds": {"split": split, "own_holdout": False, "seed": [0]}, "permute": None}
    settings |= {"permute_cuts": None, "discretizers": [discretizer], "cuts": "training"}
    settings |= {"limits": {"seconds": 60.0, "memory_mb": 4096.0}, "on_error": "report"}
    out = [str(tmp_path / name) for name in ("t.npz", "t.json", "out.npz")]
    scripts.load("discretize").main(*out, **settings | changes)
    if absence.read(out[-1]):
        return {"absent": absence.read(out[-1])._asdict()}
    with zipfile.ZipFile(out[-1]) as archive:
        return json.loads(archive.read(f"cuts/{discretizer}.json"))


def test_script_learns_on_the_training_part_of_every_fold(tmp_path):
    table = mixed(90)
    split = folds.make(table, folds=3, repeats=2)
    found = run_script(tmp_path, table, {"folds": 3, "repeats": 2})
    assert (found["attributes"], found["per"], len(found["cuts"])) == (
        ["length", "aspect", "weight", "hour"],
        "fold",
        6,
    )
    for f, cuts in enumerate(found["cuts"]):
        part = tables.subset(table, folds.train_rows(split, f, 90))
        assert cuts == [c.tolist() for c in apply.learn(part, "fayyad_irani")]


def test_script_learns_once_on_all_cases_or_case_by_case(tmp_path):
    table = mixed(30)
    split = {"scheme": "leave_one_out"}
    found = run_script(tmp_path, table, split, cuts="all", discretizer="equal_frequency")
    assert (found["per"], found["discretizer"], len(found["cuts"])) == ("data set", "equal_frequency", 1)
    found = run_script(tmp_path, table, split)
    assert (found["per"], len(found["cuts"])) == ("case", 30)
    assert found["cuts"][7] == [
        c.tolist() for c in apply.learn(tables.subset(table, np.delete(np.arange(30), 7)), "fayyad_irani")
    ]


def test_script_passes_an_absence_on(tmp_path):
    absence.write(tmp_path / "t.npz", absence.Absence("unavailable", "fetch", "no network", "plug it in"))
    found = run_script(tmp_path, None, {"folds": 2})
    assert found == {
        "absent": {"status": "unavailable", "stage": "fetch", "reason": "no network", "remedy": "plug it in"}
    }


@pytest.mark.parametrize("seed", range(5))
def test_classes_without_cases_do_not_change_mdl_cuts(seed):
    rng = np.random.default_rng(seed)  # below eight classes, sums are computed class by class
    y = rng.integers(0, 3, 400)
    x = rng.normal(y, 1).round(1)
    expected = fayyad_irani.cuts(x, y, 3)
    assert len(expected)
    np.testing.assert_array_equal(fayyad_irani.cuts(x, y, 12), expected)

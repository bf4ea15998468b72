"""Folds of learning curves: fixed test folds, nested and stratified training parts, and messages
about sizes.
"""

from __future__ import annotations

import csv
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.configured import CONFIG, message
from support.tables import discrete

from naivebench.benchmark import method_runs, predictions
from naivebench.core.table import Attribute, make_table, n_cases
from naivebench.data.discretization import cut_points
from naivebench.evaluation import folds
from naivebench.models.isolate import Limits


def of_classes(y):
    return discrete(np.zeros((len(y), 1), int), np.asarray(y))


def training(drawn, n):
    """Training rows by size and fold."""
    return {
        (int(r), int(f)): folds.train_rows(drawn, i, n)
        for i, (r, f) in enumerate(zip(drawn.repeat, drawn.fold, strict=True))
    }


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=20, max_size=120), st.integers(2, 6), st.integers(0, 9))
def test_parts_are_those_without_sizes_and_training_parts_are_nested_in_the_rest(y, k, seed):
    table = of_classes(y)
    plain = folds.make_folds(table, folds=k, seed=[seed])
    drawn = folds.make_folds(table, folds=k, seed=[seed], train_cases=[2, 5, 9])
    sizes = len(drawn.fold) // k
    assert np.array_equal(drawn.test, np.tile(plain.test, sizes))
    assert drawn.repeat.tolist() == np.repeat(np.arange(sizes), k).tolist()
    found = training(drawn, len(y))
    for f in range(k):
        rest = folds.train_rows(plain, f, len(y))
        assert [len(found[r, f]) for r in range(sizes)] == [2, 5, 9][:sizes]
        for r in range(sizes):
            assert (np.diff(found[r, f]) > 0).all()
            assert set(found[r, f]) <= set(found[r + 1, f] if r + 1 < sizes else rest)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=150), st.integers(0, 9))
def test_every_beginning_of_the_order_is_stratified(y, seed):
    y = np.array(y)
    order = folds.draw_stratified_order(y, np.random.default_rng(seed))
    assert np.array_equal(np.sort(order), np.arange(len(y)))
    shares, present = np.bincount(y) / len(y), np.unique(y)
    for size in range(1, len(y) + 1):
        counts = np.bincount(y[order[:size]], minlength=len(shares))
        assert np.count_nonzero(counts) == min(size, len(present))
        # classes large enough to give up cases, so that every class has its first case
        common = shares * size >= len(present)
        assert (counts[common] >= np.floor(shares[common] * size) - len(present)).all()
        assert (counts <= np.ceil(shares * size) + 1).all()


def test_the_smallest_part_has_a_large_class_and_a_rare_one():
    drawn = folds.make_folds(of_classes([0] * 97 + [1] * 3), folds=3, train_cases=[2, 20], seed=[5])
    for (r, _), rows in training(drawn, 100).items():
        assert (np.count_nonzero(rows < 97), np.count_nonzero(rows >= 97)) == ((1, 1), (19, 1))[r]


def test_groups_stay_on_one_side():
    groups = np.repeat(np.arange(30), 4).astype(np.int32)
    table = of_classes(np.arange(120) % 2)._replace(groups=groups)
    drawn = folds.make_folds(table, scheme="grouped", folds=3, train_cases=[10, 40], seed=[1])
    for f in range(len(drawn.fold)):
        assert not set(groups[folds.test_rows(drawn, f)]) & set(groups[folds.train_rows(drawn, f, 120)])


TOO_LARGE = "The training sizes {} are left out: the smallest training part has 40 cases."


@pytest.mark.parametrize(
    ("sizes", "kept", "notes"),
    [
        ([10, 20, 40, 50], [10, 20, 40], (TOO_LARGE.format("50"),)),
        ([10, 50, 60], [10], (TOO_LARGE.format("50, 60"),)),
        ([50], [40], (TOO_LARGE.format("50"),)),
    ],
)
def test_sizes_are_limited_by_the_data(sizes, kept, notes):
    drawn = folds.make_folds(of_classes(np.arange(60) % 3), folds=3, train_cases=sizes)
    assert [len(training(drawn, 60)[r, 0]) for r in range(len(kept))] == kept
    assert (len(drawn.fold), drawn.notes) == (3 * len(kept), notes)


def test_file_keeps_the_training_parts_and_has_none_of_others(tmp_path):
    table = of_classes([0, 1] * 20)
    drawn = folds.make_folds(table, folds=4, train_cases=[5, 10])
    folds.save(drawn, tmp_path / "curve.npz")
    assert all(np.array_equal(a, b) for a, b in zip(drawn, folds.load(tmp_path / "curve.npz"), strict=True))
    folds.save(folds.make_folds(table, folds=4), tmp_path / "plain.npz")
    with np.load(tmp_path / "plain.npz") as file:
        assert set(file.files) == {"repeat", "fold", "test", "offsets", "scheme", "notes"}
    assert len(folds.load(tmp_path / "plain.npz").train_offsets) == 0


def test_csv_distinguishes_test_rows_from_training_rows(tmp_path):
    drawn = folds.make_folds(of_classes([0, 1] * 6), folds=3, train_cases=[2, 4])
    folds.list_rows(drawn).to_csv(tmp_path / "f.csv", index=False)
    rows = list(csv.DictReader((tmp_path / "f.csv").open()))
    for i, (r, f) in enumerate(zip(drawn.repeat, drawn.fold, strict=True)):
        own = [row for row in rows if (int(row["repeat"]), int(row["fold"])) == (r, f)]
        for part, expected in (
            ("test", folds.test_rows(drawn, i)),
            ("train", folds.train_rows(drawn, i, 12)),
        ):
            assert [int(row["row"]) for row in own if row["part"] == part] == expected.tolist()


def test_the_first_folds():
    drawn = folds.make_folds(of_classes([0, 1] * 20), folds=4, train_cases=[5, 10])
    for one in (drawn, folds.make_folds(of_classes([0, 1] * 20), folds=4, repeats=2)):
        some = folds.select_first_folds(one, 5)
        assert (some.repeat.tolist(), some.fold.tolist()) == ([0, 0, 0, 0, 1], [0, 1, 2, 3, 0])
        assert len(some.test) == some.offsets[-1]
        for i in range(5):
            assert np.array_equal(folds.test_rows(some, i), folds.test_rows(one, i))
            assert np.array_equal(folds.train_rows(some, i, 40), folds.train_rows(one, i, 40))
    assert np.array_equal(folds.select_first_folds(drawn, 99).train, drawn.train)


def test_number_of_training_cases():
    table = of_classes([0, 1] * 10)
    assert [
        folds.train_size(folds.make_folds(table, folds=4, train_cases=[5, 15]), f, 20) for f in (0, 3, 4)
    ] == [5, 5, 15]
    assert folds.train_size(folds.make_folds(table, scheme="leave_one_out"), 0, 20) == 19
    assert folds.train_size(folds.make_folds(table, scheme="leave_one_out", skip=3), 0, 20) == 16
    assert folds.train_size(folds.make_folds(table, scheme="holdout", holdout=12), 0, 20) == 12
    ordered = folds.make_folds(table, scheme="time", folds=2)
    assert [folds.train_size(ordered, f, 20) for f in range(2)] == [10, 15]


def test_methods_only_see_the_training_part_with_its_cuts_and_values(monkeypatch):
    """They get the number of cases, the value lists and the cut points of the training part of this size."""
    real = np.arange(60, dtype=float)
    y = (np.arange(60) >= 30).astype(np.int32)
    names = tuple(f"v{i}" for i in range(60))
    attributes = [Attribute("word", "nominal", names), Attribute("x", "linear")]
    table = make_table(attributes, ("a", "b"), y, codes=np.arange(60)[:, None], reals=real[:, None])
    drawn = folds.make_folds(table, folds=3, train_cases=[8, 30], seed=[2])
    cuts = [[np.array([np.median(real[folds.train_rows(drawn, f, 60)])])] for f in range(6)]

    def fit(train, *, rng):
        words, cuts = (attribute.values for attribute in train.attributes)
        return {"cases": n_cases(train), "words": len(words), "cut": cuts[0]}

    spy = SimpleNamespace(
        fit=fit,
        predict_log_proba=lambda model, test: np.full((n_cases(test), 2), -np.log(2)),
        summarize=lambda model: model,
    )
    monkeypatch.setattr(method_runs.registry, "load", lambda name: spy)
    stanza = {"module": "made", "kinds": ["nominal", "linear"], "discretize": "made"}
    found = method_runs.evaluate_method(
        method_runs.Setting("made", stanza, table, drawn, cuts, "training", (1,), Limits(20))
    )
    for f, fold in enumerate(found.folds):
        size = (8, 30)[f // 3]
        label = cut_points.apply_cuts(table, cuts[f]).attributes[1].values[0]
        assert fold.summary == {"cases": size, "words": size, "cut": label}


def test_ties_of_another_tool_are_broken_by_the_training_part(tmp_path):
    table = make_table(
        [Attribute("a", "nominal", ("x",))],
        ("no", "yes"),
        np.repeat([0, 1], [10, 20]),
        codes=np.zeros((30, 1), int),
    )
    drawn = folds.make_folds(table, folds=2, train_cases=[3])
    # fold 0 has only class no in its training part
    drawn = drawn._replace(train=np.array([0, 1, 2, 0, 10, 11], np.int32))
    lines = [f"0,{f},{row},0.5,0.5" for f in range(2) for row in folds.test_rows(drawn, f)]
    (tmp_path / "p.csv").write_text("\n".join(["repeat,fold,row,P(no),P(yes)", *lines]) + "\n")
    found = predictions.read_external_predictions(tmp_path / "p.csv", table, drawn, "mark")
    assert [
        np.unique(found.predicted[drawn.offsets[f] : drawn.offsets[f + 1]]).tolist() for f in range(2)
    ] == [[0], [1]]
    single = folds.make_folds(table, scheme="leave_one_out")
    (tmp_path / "q.csv").write_text(
        "\n".join(["repeat,fold,row,P(no),P(yes)", *(f"0,0,{row},0.5,0.5" for row in range(30))]) + "\n"
    )
    found = predictions.read_external_predictions(tmp_path / "q.csv", table, single, "mark")
    assert found.predicted.tolist() == [1] * 30


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ("{train_cases: [50, 25]}", "train_cases in folds is [50, 25], expected increasing numbers"),
        ("{scheme: holdout, train_cases: [50]}", "needs scheme stratified or grouped, got 'holdout'"),
        ("{repeats: 3, train_cases: [50]}", "cannot be combined with 3 repeats"),
        ("{train_cases: [1]}", "train_cases.0: 1 is less than the minimum of 2"),
        ("{train_cases: [most]}", "train_cases.0: 'most' is not of type 'integer'"),
        ("{train_cases: [50]}\n    hit_curves: nb", "'curves' has train_cases: set own_holdout to"),
    ],
)
def test_wrong_settings_are_reported(tmp_path, keys, expected):
    keys = f"protocols:\n  curves:\n    folds: {keys}\n    own_holdout: false\n"
    assert expected in message(tmp_path, config=CONFIG.replace("protocols:\n", keys, 1))


def test_an_own_holdout_does_not_fit_training_parts_that_are_drawn(tmp_path):
    keys = "protocols:\n  curves:\n    folds: {train_cases: [50]}\n"
    found = message(tmp_path, config=CONFIG.replace("protocols:\n", keys, 1))
    assert "'curves' has train_cases: set own_holdout to false" in found

"""The passes over a streamed data set on a small table: the rows that they see, and the order of
their tables.
"""

from __future__ import annotations

import itertools
import os
from types import SimpleNamespace

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from naivebench.benchmark import shards
from naivebench.benchmark.streaming import (
    counting,
    evaluating,
    modelling,
    rates,
    scan,
    scoring,
    settle,
    shard_rows,
    text_loops,
)
from naivebench.core import compiled
from naivebench.core.checks import InputError
from naivebench.core.table import Attribute, make_table
from naivebench.evaluation import sums

STANZA = {"target": "y"}
SPLIT = shard_rows.Split(12, 1, 12, [7])
METHODS = {"nb": {"module": "naive_bayes.nb", "kinds": ["nominal"]}}
ROWS, UNKNOWN = 240, 24


def last(states):
    *_, state = states
    return state


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    """A shard of several blocks in which some rows have no class, its counts and its models."""
    folder = tmp_path_factory.mktemp("passed")
    y = [None if i % 10 == 0 else "ab"[i % 2] for i in range(ROWS)]
    table = pa.table({"x": ["uvw"[i * 7 % 3] for i in range(ROWS)], "y": y})
    pq.write_table(table, folder / "0.parquet", row_group_size=50)
    (pieces,) = shards.cut(shards.files_of(folder), 1)
    found = last(scan.scan(folder, pieces, STANZA, "d"))
    settled, warnings = settle.settle(found, STANZA, "d")
    assert warnings == [f"{UNKNOWN} of {ROWS} rows have no class and are left out"]
    shard = shard_rows.Shard(folder, pieces, settled, SPLIT)
    counted = last(counting.count(shard, shard_rows.divided(shard), METHODS, settle.sampled(found, settled)))
    return shard, counted, modelling.estimate(counted, METHODS, SPLIT)


# a block has 45 rows (the last one 36) of one byte; rows are returned when there are more than `held` bytes
@pytest.mark.parametrize(("held", "times"), [(0, 5), (80, 3), (100, 2), (shard_rows.HELD, 1)])
def test_every_row_of_known_class_is_in_one_part(passed, monkeypatch, held, times):
    monkeypatch.setattr(shard_rows, "HELD", held)
    read = list(shard_rows.held_parts(shard_rows.divided(passed[0]), SPLIT.tested + 1))
    tables = [table for one in read for blocks in one.parts.values() for table in blocks]
    assert sum(one.rows for one in read) == ROWS
    assert sum(len(table.y) for table in tables) == ROWS - UNKNOWN
    assert all((table.y >= 0).all() for table in tables)
    assert sum(bool(one.parts) for one in read) == times


def test_a_number_counts_as_eight_bytes_of_held_rows(monkeypatch):
    monkeypatch.setattr(shard_rows, "HELD", 79)
    table = make_table([Attribute("x", "linear")], "ab", [0] * 10, reals=np.zeros((10, 1)))
    read = [shard_rows.Divided(10, table, np.zeros((1, 10), int))] * 3
    assert [bool(one.parts) for one in shard_rows.held_parts(read, 1)] == [True, True, True, False]


@pytest.mark.parametrize("damage", [lambda b: b"", lambda b: b[:700], lambda b: b[:300] + bytes(9) + b[309:]])
def test_damaged_rows_are_refused(passed, tmp_path, damage):
    for _ in shard_rows.keep(shard_rows.divided(passed[0]), passed[0], tmp_path / "0.npz"):
        pass
    (tmp_path / "0.npz").write_bytes(damage((tmp_path / "0.npz").read_bytes()))
    with pytest.raises(InputError, match=r"0\.npz is damaged .*: run `make rerun-failed`"):
        list(shard_rows.kept(passed[0], tmp_path / "0.npz"))


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device")
def test_rows_that_find_no_room_end_in_one_sentence(passed):
    with pytest.raises(InputError, match=r"^the encoded rows .* \(No space left on device\): make room"):
        list(shard_rows.keep(shard_rows.divided(passed[0]), passed[0], "/dev/full"))


def test_more_folds_than_a_byte_can_tell(passed, tmp_path):
    shard = passed[0]._replace(split=shard_rows.Split(300, 1, 300, [7]))
    read = list(shard_rows.keep(shard_rows.divided(shard), shard, tmp_path / "rows"))
    assert max(block.part.max() for block in read) > 127
    for block, other in zip(shard_rows.kept(shard, tmp_path / "rows"), read, strict=True):
        assert np.array_equal(block.part[0], other.part[0][other.part[0] >= 0])


@pytest.mark.parametrize("tested", [12, 2])
@pytest.mark.parametrize("repeats", [1, 2])
def test_kept_rows_are_those_of_test_parts(passed, tmp_path, tested, repeats):
    shard = passed[0]._replace(split=shard_rows.Split(12, repeats, tested, [7]))
    read = list(shard_rows.keep(shard_rows.divided(shard), shard, tmp_path / "rows"))
    kept = list(shard_rows.kept(shard, tmp_path / "rows"))
    assert [block.rows for block in kept] == [block.rows for block in read] == [50] * 4 + [40]
    for block, other in zip(kept, read, strict=True):
        among = [i for i in range(len(other.table.y)) if any(0 <= p < tested for p in other.part[:, i])]
        assert len(among) == other.rows - other.rows // 10 if tested == 12 else 0 < len(among) < 45
        assert np.array_equal(block.part, other.part[:, among])
        assert np.array_equal(block.table.y, other.table.y[among])
        assert np.array_equal(block.table.codes, other.table.codes[among])
        assert block.table.codes.dtype == other.table.codes.dtype


def test_kept_rows_give_the_same_sums(passed, tmp_path):
    shard, _, models = passed
    read = shard_rows.keep(shard_rows.divided(shard), shard, tmp_path / "rows")
    whole = last(evaluating.evaluate(shard, read, models))
    found = last(evaluating.evaluate(shard, shard_rows.kept(shard, tmp_path / "rows"), models))
    assert found.told == whole.told == {"rows": ROWS}
    for key, value in whole.values.items():
        assert all(map(np.array_equal, value, found.values[key]))


def test_log_losses_are_clipped_by_the_size_of_the_whole_test_part(passed, monkeypatch):
    shard, _, models = passed
    clips = []
    monkeypatch.setattr(
        sums, "of", lambda *args, real=sums.of, **rest: clips.append(args[3]) or real(*args, **rest)
    )
    evaluated = last(evaluating.evaluate(shard, shard_rows.divided(shard), models))
    assert not evaluated.failures
    assert set(clips) - {0.5} == {1 / (told["n_test"] + 2) for told in models.told.values()}


def test_tables_are_in_the_order_of_the_folds(passed):
    shard, _, models = passed
    rows = scoring.tables(
        models, last(evaluating.evaluate(shard, shard_rows.divided(shard), models)), ["accuracy"], ["nb"], "f"
    )
    assert [row[2] for row in rows["timings"]] == list(range(12))
    correct, cases = (sum(row[i] for row in rows["calibration"]) for i in (3, 4))
    accuracy = sum(row[-1] * row[3] for row in rows["scores"] if row[-2] == "accuracy")
    assert (correct, cases) == (round(accuracy), ROWS - UNKNOWN)


def test_times_are_summed_over_blocks_and_parts(passed, monkeypatch):
    shard, counted, models = passed
    for fold in range(SPLIT.tested):
        others = [counted.times[f"nb/0/{part}"] for part in range(SPLIT.tested + 1) if part != fold]
        assert models.times[f"nb/0/{fold}"] >= sum(others)
    monkeypatch.setattr(shard_rows, "HELD", 0)
    clock = SimpleNamespace(process_time=itertools.count().__next__)
    monkeypatch.setattr(evaluating, "time", clock)
    times = last(evaluating.evaluate(shard, shard_rows.divided(shard), models)).times
    assert sum(times.values()) > len(times)  # one second for each fold and block with rows


def test_progress_of_a_pass_is_printed_every_ten_seconds(monkeypatch, capsys):
    monkeypatch.setattr(rates, "time", SimpleNamespace(monotonic=itertools.count(0, 4).__next__))
    assert rates.followed(iter(range(8)), lambda rows: rows)[0] == 7
    assert capsys.readouterr().err.count("rows in") == 2 + 1  # after 12 and 24 seconds, and at the end


def test_missing_cells_get_the_last_code():
    codes = np.empty(4, np.int8)
    compiled.loops(text_loops).recode(np.array([2, -1, 0, 2]), np.array([5, 6, 7, -1], np.int8), codes)
    assert codes.tolist() == [7, -1, 5, 7]

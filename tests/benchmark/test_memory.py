"""Jobs of shards request at least the memory that their statistics take."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import yaml
from support.scripts import ROOT

from naivebench.benchmark import shards
from naivebench.benchmark.streaming import counting, layout, memory, scan, settle, shard_rows
from naivebench.core import absence
from naivebench.core.absence import Absence

STANZA = {"target": "y"}
SPLIT = {"folds": 4, "repeats": 2, "tested": 3, "seed": [7]}
METHODS = {
    name: {"module": module, "kinds": ["nominal"], "params": {"k": 2} if name == "kdb" else {}}
    for name, module in {
        "nb": "naive_bayes.nb",
        "tan": "bn_classifiers.tan",
        "kdb": "bn_classifiers.kdb",
    }.items()
}


def last(states):
    *_, state = states
    return state


def size(value):
    """Bytes of all arrays in a value."""
    if isinstance(value, np.ndarray):
        return value.nbytes if value.dtype != object else 0
    return sum(map(size, value)) if isinstance(value, tuple) else 0


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """6,000 rows in two shards with columns of 900 and of 700 values, as scan and settle return them."""
    folder, rng = tmp_path_factory.mktemp("made"), np.random.default_rng(0)
    columns = {"big": rng.integers(0, 900, 6000), "other": rng.integers(0, 700, 6000)}
    columns |= {f"a{j}": rng.integers(0, 2 + j, 6000) for j in range(5)}
    columns["y"] = rng.integers(0, 2, 6000)
    table = pa.table({name: np.char.add("v", cells.astype(str)) for name, cells in columns.items()})
    pq.write_table(table, folder / "0.parquet", row_group_size=1000)
    (found := folder / "found").mkdir()
    pieces = shards.cut(shards.files_of(folder), 2)
    for i, part in enumerate(pieces):
        scan.save(last(scan.scan(folder, part, STANZA, "made")), found / f"{i}.npz")
    total = scan.merge(*(scan.load(found / f"{i}.npz") for i in range(2)), STANZA, "made")
    settled, _ = settle.settle(total, STANZA, "made")
    layout.save(settled, found / "layout.npz")
    return folder, found, pieces, settled, settle.sampled(total, settled)


@pytest.mark.parametrize("method", METHODS)
def test_the_bound_holds_and_is_tight(made, method):
    folder, _, pieces, settled, sample = made
    shard = shard_rows.Shard(folder, pieces[0], settled, shard_rows.Split(**SPLIT))
    counted = last(counting.count(shard, shard_rows.divided(shard), {method: METHODS[method]}, sample))
    assert not counted.failures
    taken = sum(size(value.statistics) for value in counted.values.values())
    # upper bound of the other counts of every method
    singly = len(counted.values) * 8 * 2 * (900 + 700 + 50) * 2
    bound = memory.statistics(settled, [METHODS[method]], counted.told["rows"], 2, 4)
    assert taken - singly <= bound
    # the bound of kdb is the larger of those for pairs and for cases
    assert method == "kdb" or bound <= 3 * taken


def test_requested_memory_grows_with_rows_values_and_methods(made, monkeypatch):
    found = made[1]
    monkeypatch.setattr(memory, "LEAST", 0)
    monkeypatch.setattr(memory, "ROOM", 1000)  # so that a few rows are visible
    asked = {
        (n, names): memory.megabytes(found, range(n), {m: METHODS[m] for m in names}, SPLIT)
        for n in (1, 2)
        for names in (("nb",), ("kdb",), ("nb", "tan"), ("tan", "kdb"))
    }
    assert asked[1, ("nb",)] == asked[2, ("nb",)] == memory.BASE
    assert asked[1, ("nb",)] < asked[1, ("kdb",)] < asked[2, ("kdb",)]
    assert asked[1, ("nb",)] < asked[1, ("nb", "tan")] < asked[1, ("tan", "kdb")]
    own = {"mine": {"module": "my/method.py"}}
    assert memory.megabytes(found, [0], own, SPLIT) == asked[1, ("kdb",)]


def test_many_rows_need_memory_for_cases_and_every_part_for_pairs(made, monkeypatch):
    settled = made[3]
    own, kdb, tan = (
        memory.statistics(settled, [stanza], 10**9, 2, 4)
        for stanza in ({"module": "my/method.py"}, METHODS["kdb"], METHODS["tan"])
    )
    assert own == kdb > tan
    parts = []
    monkeypatch.setattr(memory, "statistics", lambda *given: parts.append(given[-1]) or 0)
    memory.megabytes(made[1], [0], METHODS, SPLIT)
    assert parts == [SPLIT["tested"] + 1]


def test_without_a_layout_the_smallest_memory_is_requested(made, tmp_path):
    assert memory.megabytes(tmp_path, [0], METHODS, SPLIT) == memory.LEAST
    absence.write(tmp_path / "layout.npz", Absence("failed", "prepare", "no"))
    assert memory.megabytes(tmp_path, [0], METHODS, SPLIT) == memory.LEAST
    (tmp_path / "layout.npz").write_bytes(b"PK")
    assert memory.megabytes(tmp_path, [0], METHODS, SPLIT) == memory.LEAST


def test_the_profile_leaves_the_memory_of_these_rules_to_them():
    profile = yaml.safe_load((ROOT / "profiles" / "slurm" / "config.yaml").read_text())
    rules = (ROOT / "workflow" / "rules" / "shards.smk").read_text().split("\nrule ")
    asking = {text.partition(":")[0] for text in rules if "mem_mb=counting_memory" in text}
    assert asking == {"count", "merge_counts", "estimate", "evaluate_shard"}
    assert not [rule for rule in asking if "mem_mb" in profile["set-resources"].get(rule, {})]

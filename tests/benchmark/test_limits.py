"""Methods in shards: a method that damages its process loses only its own results, and changes no byte of
others.
"""

from __future__ import annotations

import re
import textwrap
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from naivebench.benchmark import shards
from naivebench.benchmark.streaming import (
    counting,
    evaluating,
    limits,
    modelling,
    scan,
    settle,
    shard_rows,
    stored,
)
from naivebench.core.checks import InputError
from naivebench.models.isolate import Limits

pytestmark = pytest.mark.slow

STANZA = {"target": "y"}
SPLIT = shard_rows.Split(3, 1, 3, [7])
LIMITS = Limits(2.0, 300)
TOO_LONG = "took longer than timeout_seconds = 2 on the rows of a shard"
FAULTS = {
    "raises": ("raise ValueError('singular\\nmatrix')", "failed", "ValueError: singular matrix"),
    "leaves": ("raise SystemExit('enough')", "failed", "SystemExit: enough"),
    "allocates": ("np.ones(1 << 27)", "failed", "(memory_mb = 300)"),
    "hangs": ("time.sleep(60)", "timeout", TOO_LONG),
    "is slow": ("time.sleep(0.3)", "timeout", TOO_LONG),
    "ends": ("os._exit(7)", "failed", "the process exited by itself with status 7"),
    "is killed": ("os.kill(os.getpid(), 10)", "failed", "the process was ended by SIGUSR1"),
}
NB = {"module": "naive_bayes.nb", "kinds": ["nominal"]}


def last(states):
    *_, state = states
    return state


def faulty(folder, place):
    """Methods, each with a fault in one of its functions, and a sound one at either end."""
    stanzas = {"first": NB}
    for name, (fault, *_) in FAULTS.items():
        file = folder / f"{name.replace(' ', '_')}.py"
        file.write_text(
            textwrap.dedent(f"""
            import os, time
            import numpy as np
            from naivebench.methods.naive_bayes import nb
            from naivebench.methods.naive_bayes.nb import *
            from naivebench.methods.naive_bayes.nb import Model, count, estimate, merge, widen

            def {place}(*args, **kwargs):
                if len(getattr(args[-1], "y", [1])):
                    {fault}
                return nb.{place}(*args, **kwargs)
            """)
        )
        stanzas[name] = NB | {"module": str(file)}
    return stanzas | {"last": NB}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder of 400 cases in four row groups, with its layout and sample."""
    folder, rng = tmp_path_factory.mktemp("made"), np.random.default_rng(0)
    columns = {name: rng.choice(["a", "b"], 400) for name in ("x", "z", "y")}
    pq.write_table(pa.table(columns), folder / "0.parquet", row_group_size=100)
    (pieces,) = shards.cut(shards.files_of(folder), 1)
    found = last(scan.scan(folder, pieces, STANZA, "made"))
    settled, _ = settle.settle(found, STANZA, "made")
    return shard_rows.Shard(folder, pieces, settled, SPLIT), settle.sampled(found, settled)


def steps(made, stanzas, folder, monkeypatch, *, stop=False):
    """Results of count, estimate and evaluate, each within the limits, counted block by block."""
    shard, sample = made
    monkeypatch.setattr(shard_rows, "HELD", 0)

    def step(name, make):
        def work(within):
            stored.save(make(within), stanzas, folder / f"{name}.npz")

        limits.run(work, list(stanzas), LIMITS, stop=stop)
        return stored.load(folder / f"{name}.npz", stanzas)

    rows = folder / "0.rows"

    def count(within):
        read = shard_rows.keep(shard_rows.divided(shard), shard, rows)
        return last(counting.count(shard, read, stanzas, sample, within))

    def evaluate(within):
        return last(evaluating.evaluate(shard, shard_rows.kept(shard, rows), models, within))

    counted = step("counts", count)
    models = step("models", lambda within: modelling.estimate(counted, stanzas, SPLIT, within))
    return step("sums", evaluate)


@pytest.mark.long
@pytest.mark.parametrize("place", ["count", "estimate", "predict_log_proba"])
def test_a_fault_only_affects_its_method(place, made, tmp_path, monkeypatch):
    stanzas = faulty(tmp_path, place)
    if place == "estimate":  # estimate is called three times, which takes less than two seconds
        del stanzas["is slow"]
    found = steps(made, stanzas, tmp_path, monkeypatch)
    assert found.failures.keys() == stanzas.keys() - {"first", "last"}
    for method, (status, reason) in found.failures.items():
        assert status == FAULTS[method][1]
        assert reason.endswith(FAULTS[method][2])
    sound = {"first": NB, "last": NB}
    alone = steps(made, sound, tmp_path, monkeypatch)
    assert not alone.failures
    for values in (found.values, alone.values):
        assert values.keys() == {f"{m}/0/{fold}" for m in sound for fold in range(3)}
    for key, value in alone.values.items():
        assert all(map(np.array_equal, value, found.values[key]))


@pytest.mark.parametrize(("place", "steps_before"), [("count", 0), ("estimate", 1), ("predict_log_proba", 2)])
@pytest.mark.parametrize("fault", ["raises", "ends"])
def test_the_first_fault_ends_a_pass_if_errors_stop_the_run(
    place, steps_before, fault, made, tmp_path, monkeypatch
):
    unfit = NB | {"module": "baselines.knn"}  # it is not applicable, which is not a failure
    stanzas = {"knn": unfit, "first": NB, fault: faulty(tmp_path, place)[fault]}
    said = rf"^{fault}: .*{re.escape(FAULTS[fault][2])} \(on_error: stop\)$"
    with pytest.raises(InputError, match=said):
        steps(made, stanzas, tmp_path, monkeypatch, stop=True)
    assert len(list(tmp_path.glob("*.npz"))) == steps_before


def test_an_error_between_methods_ends_the_pass():
    def unreadable(_):
        raise InputError("row 3 of the file: no number")

    with pytest.raises(InputError, match=r"^row 3 of the file: no number$"):
        limits.run(unreadable, ["nb"], LIMITS)

    def broken(within):
        limits.attempt({}, "nb", within, lambda: None)
        raise ValueError("not a method's")

    with pytest.raises(RuntimeError, match=r"^ValueError: not a method's$"):
        limits.run(broken, ["nb"], LIMITS)


def test_time_between_methods_has_no_limit():
    def reads_slowly(within):
        limits.attempt({}, "nb", within, lambda: None)
        time.sleep(0.6)
        return "read"

    assert limits.run(reads_slowly, ["nb"], Limits(0.3, 300)) == "read"


def test_methods_that_failed_are_not_called_again():
    calls: list[int] = []
    failures = {"nb": ["failed", "no room"]}
    limits.attempt(failures, "nb", None, lambda: calls.append(1))
    assert (calls, failures) == ([], {"nb": ["failed", "no room"]})
    limits.attempt(failures, "tan", None, lambda: calls.append(1))
    assert (calls, failures) == ([1], {"nb": ["failed", "no room"]})


@pytest.mark.long
def test_a_fault_while_shards_are_merged_only_affects_its_method(made, tmp_path):
    shard, sample = made
    stanzas = faulty(tmp_path, "merge")
    counted = last(counting.count(shard, shard_rows.divided(shard), {"first": NB}, sample))
    values = {f"{m}/{k.partition('/')[2]}": v for m in stanzas for k, v in counted.values.items()}
    every = counted._replace(values=values, times={})
    paths = [tmp_path / "0.npz", tmp_path / "1.npz"]
    for path in paths:
        stored.save(every, stanzas, path)

    def work(within):
        stored.save(stored.merged(paths, stanzas, within), stanzas, tmp_path / "merged.npz")

    limits.run(work, list(stanzas), LIMITS)
    found = stored.load(tmp_path / "merged.npz", stanzas)
    slow = {"is slow"}  # merging four parts takes less than two seconds
    assert found.failures.keys() == stanzas.keys() - {"first", "last"} - slow
    assert {key.partition("/")[0] for key in found.values} == {"first", "last"} | slow
    for key, value in found.values.items():
        assert value.class_counts.tolist() == (2 * values[key].class_counts).tolist()


def test_entries_are_written_one_by_one_as_numpy_writes_all_of_them(made, tmp_path):
    shard, sample = made
    counted = last(counting.count(shard, shard_rows.divided(shard), {"nb": NB}, sample))._replace(times={})
    stored.save(counted, {"nb": NB}, tmp_path / "ours.npz")
    with np.load(tmp_path / "ours.npz") as file:
        np.savez(tmp_path / "numpy.npz", **{name: file[name] for name in file.files})
    assert (tmp_path / "ours.npz").read_bytes() == (tmp_path / "numpy.npz").read_bytes()


def test_values_that_a_file_cannot_store_only_affect_their_method(made, tmp_path, capfd):
    shard, sample = made
    stanzas = {"nb": NB, "odd": NB}
    counted = last(counting.count(shard, shard_rows.divided(shard), {"nb": NB}, sample))._replace(times={})
    odd = counted.values | {"odd/0/0": next(iter(counted.values.values())), "odd/0/1": object()}
    stored.save(counted._replace(values=odd), stanzas, tmp_path / "mixed.npz")
    found = stored.load(tmp_path / "mixed.npz", stanzas)
    assert found.values.keys() == counted.values.keys()
    assert found.failures["odd"][0] == "failed"

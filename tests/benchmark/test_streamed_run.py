"""Streamed data sets step by step: any sharding gives the same bytes, and the scores equal those of a table
in memory.
"""

from __future__ import annotations

from functools import reduce
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from support import made_clicks

from naivebench.benchmark import shards
from naivebench.benchmark.streaming import (
    blocks,
    counting,
    evaluating,
    layout,
    modelling,
    scan,
    scoring,
    settle,
    shard_rows,
    stored,
)
from naivebench.benchmark.streaming.blocks import Block
from naivebench.core.table import subset
from naivebench.data import prepare
from naivebench.evaluation import row_hash
from naivebench.evaluation.metrics import METRICS
from naivebench.methods.naive_bayes import gnb
from naivebench.models import fitted

pytestmark = [pytest.mark.slow, pytest.mark.long]

STANZA = {"target": "clicked", "kinds": {"hour": {"kind": "angular", "period": 24}}}
DISCRETE = {"module": "bn_classifiers.tan", "kinds": ["nominal", "ordinal", "linear", "angular"]}
METHODS = {
    "tan": DISCRETE | {"discretize": "fayyad_irani"},
    "mixed_nb": {"module": "naive_bayes.mixed_nb", "kinds": ["nominal", "ordinal", "linear", "angular"]},
    "knn": {"module": "baselines.knn", "kinds": ["nominal", "linear", "angular"]},
    "gnb": {"module": "naive_bayes.gnb", "kinds": ["linear"]},
}
SPLIT = shard_rows.Split(5, 2, 3, [7])
MEASURED = ["accuracy", "mcc", "log_loss", "brier", "auc", "ece", "hit_area"]


@pytest.fixture(scope="module", autouse=True)
def loops_for_large_parts():
    """For the parts of one shard, Gaussian densities would use other loops than for those of 16, with other
    bits.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gnb, "LARGE_WORK", 1000)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return made_clicks.write(tmp_path_factory.mktemp("clicks"), made_clicks.table(3000), row_group=200)


def last(states):
    *_, state = states
    return state


def run(folder: Path, n_shards: int, out: Path):
    """Layout, files of every step and rows of scores; half of the steps write files, as the jobs do."""
    pieces = shards.cut(shards.files_of(folder), n_shards)
    found = []
    for i, part in enumerate(pieces):
        state = last(scan.scan(folder, part, STANZA, "clicks"))
        scan.save(state, out / f"found{i}.npz")
        found.append(scan.load(out / f"found{i}.npz"))
    total = reduce(lambda a, b: scan.merge(a, b, STANZA, "clicks"), found)
    settled, _ = settle.settle(total, STANZA, "clicks")
    sample = settle.sampled(total, settled)

    def merged(step: str, make) -> stored.Stored:
        for i, part in enumerate(pieces):
            state = last(make(shard_rows.Shard(folder, part, settled, SPLIT), out / f"{i}.rows"))
            stored.save(state, METHODS, out / f"{step}{i}.npz")
        whole = stored.merged([out / f"{step}{i}.npz" for i in range(n_shards)], METHODS)
        stored.save(whole, METHODS, out / f"{step}.npz")
        return whole

    def count(shard, rows):
        return counting.count(shard, shard_rows.keep(shard_rows.divided(shard), shard, rows), METHODS, sample)

    counted = merged("counts", count)
    stored.save(modelling.estimate(counted, METHODS, SPLIT), METHODS, out / "models.npz")
    models = stored.load(out / "models.npz", METHODS)
    evaluated = merged(
        "sums", lambda shard, rows: evaluating.evaluate(shard, shard_rows.kept(shard, rows), models)
    )
    rows = scoring.tables(models, evaluated, MEASURED, list(METHODS), "models.npz")
    files = {name: (out / f"{name}.npz").read_bytes() for name in ("counts", "models", "sums")}
    return settled, sample, models, rows, files


@pytest.fixture(scope="module")
def one_shard(folder, tmp_path_factory):
    return run(folder, 1, tmp_path_factory.mktemp("one"))


@pytest.mark.parametrize("n_shards", [3, 16])
def test_shards_change_no_byte(folder, one_shard, tmp_path, n_shards):
    settled, sample, _, rows, files = run(folder, n_shards, tmp_path)
    assert (settled, files) == (one_shard[0], one_shard[4])
    assert np.array_equal(sample.reals, one_shard[1].reals, equal_nan=True)
    for kind in ("scores", "failures", "calibration", "structures"):
        assert rows[kind] == one_shard[3][kind]
    assert len(rows["scores"]) == 2 * 2 * 3 * (len(MEASURED) - 1 + 1 + 2)


def in_memory(folder: Path, settled: layout.Layout):
    """The whole table, and the test part of every row in every repeat, without blocks."""
    import pyarrow.parquet as pq

    tables, parts = [], [[], []]
    for file in shards.files_of(folder):
        cells = pq.read_table(folder / file)
        columns = {name: cells.column(name).combine_chunks() for name in cells.column_names}
        tables.append(layout.encoded(Block(file, 0, columns, cells.num_rows), settled))
        reserved = row_hash.hashes(layout.RESERVED, file, 0, cells.num_rows) < np.uint64(settled.reserved)
        for repeat in range(2):
            fold = row_hash.folds_of(row_hash.hashes([7, repeat], file, 0, cells.num_rows), 5)
            parts[repeat].append(np.where(reserved, 3, np.minimum(fold, 3)))
    return counting._stacked(tables), [np.concatenate(p) for p in parts]


def test_models_and_scores_are_those_of_a_table_in_memory(folder, one_shard):
    settled, sample, models, rows, _ = one_shard
    table, parts = in_memory(folder, settled)
    scores = {(*row[:3], row[5]): row[6] for row in rows["scores"]}
    for method in ("tan", "mixed_nb"):
        cuts = layout.cuts(sample, settled, METHODS[method].get("discretize"))
        for repeat in range(2):
            for fold in range(3):
                train = subset(table, np.flatnonzero(parts[repeat] != fold))
                test = subset(table, np.flatnonzero(parts[repeat] == fold))
                model = models.values[f"{method}/{repeat}/{fold}"]
                assert model.class_counts.tolist() == np.bincount(train.y).tolist()
                if cuts:
                    assert all(map(np.array_equal, model.cuts, cuts))
                log_proba = direct(method, train, test, model)
                for metric in set(MEASURED) - {"auc", "hit_area"}:
                    predicted = fitted.predict(model, log_proba)
                    value = METRICS[metric].function(test.y, log_proba, predicted=predicted)
                    assert scores[method, repeat, fold, metric] == pytest.approx(value, rel=1e-12)
                auc, error = (scores[method, repeat, fold, name] for name in ("auc", scoring.BOUND))
                # one pair apart, the bound is reached up to the rounding of the two areas
                assert abs(auc - METRICS["auc"].function(test.y, log_proba)) <= error + 1e-15
                assert error < 0.01


def direct(method: str, train, test, model):
    """Posteriors of a single `fit` on all training cases."""
    from naivebench.models import registry

    module = registry.load(METHODS[method]["module"])
    seen = [fitted.seen_by_method(model, table) for table in (train, test)]
    return module.predict_log_proba(module.fit(seen[0], rng=np.random.default_rng(0)), seen[1])


def test_methods_that_cannot_be_counted_are_rows(one_shard):
    reasons = {row[0]: row[4:6] for row in one_shard[3]["failures"]}
    assert reasons["knn"] == ("not applicable", "needs all cases at once, but the data set is streamed")
    assert reasons["gnb"][1].startswith("method gnb accepts only linear columns")
    assert set(reasons) == {"knn", "gnb"}


def test_reserved_rows_are_a_small_share_and_never_tested(folder, one_shard):
    settled = one_shard[0]
    shard = shard_rows.Shard(folder, shards.cut(shards.files_of(folder), 1)[0], settled, SPLIT)
    reserved = tested = 0
    for block, _ in shard_rows.shard_blocks(shard):
        rows = layout.reserved(block, settled.reserved)
        part = shard_rows.parts(block, shard, 0)
        assert (part[rows] == SPLIT.tested).all()
        reserved, tested = reserved + rows.sum(), tested + (part < SPLIT.tested).sum()
    assert 3000 / 10 < reserved < 3000 / 7
    assert len(one_shard[1].y) == reserved
    assert tested == pytest.approx(0.6 * (3000 - reserved), rel=0.1)


def test_csv_files_give_the_same_data(folder, one_shard, tmp_path):
    """Text files give the same layout, and therefore the same counts, as typed ones; only names of files
    differ.
    """
    import pyarrow.parquet as pq
    from pyarrow import csv

    (tmp_path / "text").mkdir()
    for i in range(4):
        csv.write_csv(pq.read_table(folder / f"part-{i}.parquet"), tmp_path / "text" / f"part-{i}.csv")
    found = last(
        scan.scan(tmp_path / "text", shards.cut(shards.files_of(tmp_path / "text"), 1)[0], STANZA, "c")
    )
    settled, _ = settle.settle(found, STANZA, "clicks")
    truth = {"True": "true", "False": "false"}  # as the two formats write them
    for mine, other in zip(settled.attributes, one_shard[0].attributes, strict=True):
        assert mine == other._replace(values=tuple(truth.get(v, v) for v in other.values))
    assert settled.classes == one_shard[0].classes


def test_a_divided_csv_file_gives_the_same_bytes(tmp_path):
    from pyarrow import csv

    (tmp_path / "text").mkdir()
    clicks = made_clicks.table(400)
    csv.write_csv(clicks, tmp_path / "text/a.csv", csv.WriteOptions(quoting_style="none"))
    found = []
    for n_shards in (1, 4):
        (out := tmp_path / str(n_shards)).mkdir()
        found.append(run(tmp_path / "text", n_shards, out))
    (one, _, _, rows, files), (four, _, _, others, files_of_four) = found
    assert one == four._replace(ranges={})
    assert [r is not None for r in four.ranges.values()] == [True] * 4
    assert (files, rows["scores"]) == (files_of_four, others["scores"])


def test_blocks_do_not_cross_row_groups(folder):
    piece = shards.Piece("part-0.parquet", 0, 1)
    seen = [(b.first, b.n) for b in blocks.blocks(folder, piece, ["hour"])]
    assert seen == [(0, 200), (200, 200), (400, 200), (600, 150)]
    halves = [list(blocks.blocks(folder, shards.Piece("part-0.parquet", i, 2), ["hour"])) for i in range(2)]
    assert [(b.first, b.n) for half in halves for b in half] == seen
    joined = pa.concat_arrays([b.columns["hour"] for half in halves for b in half])
    assert len(joined) == 750


def test_blocks_are_encoded_like_a_table_in_memory(tmp_path):
    """One text file is read in blocks here and by the preparation of data sets in memory."""
    from pyarrow import csv

    path = tmp_path / "clicks.csv"
    csv.write_csv(made_clicks.table(1000), path)
    stanza = STANZA | {"source": {"file": str(path)}}
    whole, _ = prepare.prepare("clicks", stanza, prepare.Inputs(file=path), stop=True)
    (pieces,) = shards.cut(shards.files_of(path), 1)
    settled, _ = settle.settle(last(scan.scan(path, pieces, STANZA, "clicks")), STANZA, "clicks")
    shard = shard_rows.Shard(path, pieces, settled, SPLIT)
    table = counting._stacked([table for _, table in shard_rows.shard_blocks(shard)])
    assert [a._replace(declared=False) for a in table.attributes] == list(whole.attributes)
    assert table.classes == whole.classes
    assert np.array_equal(table.codes, whole.codes)
    assert np.array_equal(table.reals, whole.reals, equal_nan=True)
    assert np.array_equal(table.y, whole.y)
    assert (table.codes == -1).any()
    assert np.isnan(table.reals).any()

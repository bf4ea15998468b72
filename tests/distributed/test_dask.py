"""Fitting on data frames of Dask, in threads and on a cluster that loses a worker."""

from __future__ import annotations

import os
import signal
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from support.estimator_tools import content_of

from naivebench import distributed, estimators
from naivebench.core.checks import InputError

dd = pytest.importorskip("dask.dataframe", reason="dask is not installed (extra dask)")

N = 600
RNG = np.random.default_rng(1)
DATA = pd.DataFrame(
    {
        "a": RNG.choice([*"xyz", None], N),
        "code": RNG.integers(0, 200, N).astype(str),
        "m": np.where(RNG.random(N) < 0.1, np.nan, RNG.normal(size=N)),
    }
)
DATA["y"] = np.where(DATA["m"] > 0, "p", RNG.choice(["q", "r"], N))
X, Y = DATA.drop(columns="y"), DATA["y"]


def test_files_of_parquet_give_the_bytes_of_all_rows(tmp_path):
    for i, part in enumerate([DATA[:0], *np.array_split(np.argsort(Y.to_numpy(), kind="stable"), 18)]):
        rows = part if isinstance(part, pd.DataFrame) else DATA.iloc[part]
        rows.to_parquet(tmp_path / f"{i:02}.parquet")
    ddf = dd.read_parquet(tmp_path / "*.parquet")
    assert ddf.npartitions > 8  # the tree has more than one level
    ours = distributed.fit(estimators.TAN(), ddf, "y")
    assert content_of(ours) == content_of(estimators.TAN().fit(X, Y))


@pytest.mark.parametrize("y", [Y, Y == "p", np.unique(Y, return_inverse=True)[1]], ids=["str", "bool", "int"])
def test_dask_predicts_partition_by_partition(y):
    """As in docs/distributed.md; a partition without rows has labels of the same type."""
    model = estimators.NB().fit(X, y)

    def add_labels(part):
        return part.assign(predicted=model.predict(part))

    ddf = dd.from_pandas(DATA, npartitions=5)
    ddf = dd.concat([ddf[ddf["m"] > 99], ddf])  # begins with partitions without rows
    with warnings.catch_warnings(action="error", category=UserWarning):  # of values that no row has
        labels = ddf.map_partitions(add_labels, meta=add_labels(ddf.head(0))).compute()["predicted"]
    assert labels.dtype == pd.Series(y).dtype
    np.testing.assert_array_equal(labels, model.predict(DATA))


def test_categories_that_dask_does_not_know_are_refused():
    parts = [DATA[["a", "y"]][i::2].astype({"a": "category"}) for i in range(2)]
    parts[1] = parts[1].assign(a=parts[1]["a"].cat.rename_categories(["u", "v", "w"]))
    ddf = dd.from_map(lambda part: part, parts, meta=parts[0][:0])
    with pytest.raises(InputError, match="'a' declares different values in two blocks"):
        distributed.fit(estimators.NB(), ddf, "y")


def read(i: int, folder: str) -> pd.DataFrame:
    """Read partition i of 12.

    The process that reads the sixth one for the second time, to count it, is killed.
    """
    if i == 6:
        reads = len(list(Path(folder).iterdir()))
        (Path(folder) / str(reads)).touch()
        if reads == 1:
            os.kill(os.getpid(), signal.SIGKILL)
    return DATA.iloc[i::12].drop(columns="code")


@pytest.mark.long
def test_a_killed_worker_changes_no_byte(tmp_path):
    cluster = pytest.importorskip("distributed.deploy.local", reason="distributed is not installed")
    from distributed import Client

    reads = tmp_path / "reads"
    reads.mkdir()
    settings = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with cluster.LocalCluster(**settings) as workers, Client(workers):
        ddf = dd.from_map(read, range(12), folder=str(reads), meta=read(0, ""))
        ours = distributed.fit(estimators.TAN(), ddf, "y")
    assert len(list(reads.iterdir())) >= 3  # one read for each pass, and another one after the kill
    model = estimators.TAN().fit(X.drop(columns="code"), Y)
    assert content_of(ours) == content_of(model)

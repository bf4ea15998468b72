"""Gains of a search for settings: means, data sets won and lost, cost, and configurations tried."""

from types import SimpleNamespace

import pandas as pd
import pytest

from naivebench.benchmark.results.context import Metric
from naivebench.report import tuning_gains

STANZAS = {
    "nb": {"module": "naive_bayes.nb"},
    "nb_searched": {"module": "tuned.random_search", "params": {"method": "nb"}},
    "tan": {"module": "bn_classifiers.tan"},
}
ACCURACY = {"a": (0.8, 0.9), "b": (0.7, 0.6), "c": (0.5, 0.7), "d": (0.4, 0.4), "only one": (None, 0.9)}
LOSS = {"a": (0.5, 0.4), "b": (0.5, 0.3), "c": (0.5, 0.6), "d": (0.1, 0.1), "only one": (None, 0.1)}


@pytest.fixture
def run():
    pair, means = ("nb", "nb_searched"), {}
    for dataset in ACCURACY:
        for method, accuracy, loss in zip(pair, ACCURACY[dataset], LOSS[dataset], strict=True):
            if accuracy is not None:
                means["p", dataset, method] = {"accuracy": accuracy, "log_loss_clipped": loss}
    times = [("p", d, m, s) for d in ACCURACY for m, s in zip(pair, (0.5, 3.0), strict=True)]
    times += [("other", "a", "nb_searched", 100.0)]
    tried = [("p", "a", "nb_searched")] * 6 + [("p", "b", "nb_searched")] * 4 + [("p", "only one", pair[1])]
    results = SimpleNamespace(
        config={"methods": STANZAS},
        methods=tuple(STANZAS),
        datasets=tuple(ACCURACY),
        protocols=("p", "other"),
        primary=("p", "accuracy"),
        metrics={
            "accuracy": Metric("accuracy", "Accuracy", "higher"),
            "log_loss_clipped": Metric("log_loss_clipped", "Log loss", "lower"),
        },
        timings=pd.DataFrame(times, columns=["protocol", "dataset", "method", "fit_seconds"]),
        traces=pd.DataFrame(tried, columns=["protocol", "dataset", "method"]),
    )
    return results, SimpleNamespace(means=means)


def test_the_table_has_means_wins_and_cost(run):
    (row,) = tuning_gains.table(*run).rows
    assert row["datasets"] == 4
    assert row["accuracy_default"] == pytest.approx(0.6)
    assert row["accuracy_searched"] == pytest.approx(0.65)
    assert (row["accuracy_better"], row["accuracy_worse"]) == (2, 1)
    assert row["log_loss_clipped_default"] == pytest.approx(0.4)
    assert row["log_loss_clipped_searched"] == pytest.approx(0.35)
    assert (row["log_loss_clipped_better"], row["log_loss_clipped_worse"]) == (2, 1)
    assert (row["seconds_default"], row["seconds_searched"]) == (0.5, 3.0)
    assert row["configurations"] == 10 / 4


def test_every_column_has_a_value_and_every_value_a_column(run):
    table = tuning_gains.table(*run)
    assert {c.key for c in table.columns} == table.rows[0].keys()


def test_without_searches_there_are_no_rows(run):
    results, summary = run
    alone = {key: value for key, value in summary.means.items() if key[2] == "nb"}
    assert tuning_gains.table(results, SimpleNamespace(means=alone)).rows == ()

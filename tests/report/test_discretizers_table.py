"""Comparison of discretizers: means and ranks over the data sets that all methods share."""

from types import SimpleNamespace

import pytest

from naivebench.benchmark.results.context import Metric
from naivebench.report import discretizers

STANZAS = {
    "nb": {"module": "m.nb", "params": {"alpha": 1}, "discretize": "mdl"},
    "nb_wide": {"module": "m.nb", "params": {"alpha": 1}, "discretize": "wide"},
    "nb_other": {"module": "m.nb", "params": {"alpha": 2}, "discretize": "wide"},
    "tan": {"module": "m.tan", "params": {}, "discretize": "mdl"},
    "tan_wide": {"module": "m.tan", "params": {}, "discretize": "wide"},
    "gnb": {"module": "m.gnb", "params": {}},
}
SCORES = {
    "a": {"nb": 0.8, "nb_wide": 0.6, "tan": 0.9, "tan_wide": 0.9},
    "b": {"nb": 0.7, "nb_wide": 0.5, "tan": 0.6, "tan_wide": 0.8},
    "lacks one": {"nb": 0.1, "nb_wide": 0.9, "tan": 0.6},
}


@pytest.fixture
def run():
    means = {("p", d, m): {"accuracy": s} for d, of_set in SCORES.items() for m, s in of_set.items()}
    means |= {("p", "a", m): {"accuracy": 0.5} for m in ("nb_other", "gnb")}
    metric = Metric(*(["accuracy", "Accuracy", "higher"] + [None] * (len(Metric._fields) - 3)))
    results = SimpleNamespace(
        config={"methods": STANZAS},
        methods=tuple(STANZAS),
        datasets=tuple(SCORES),
        protocols=("p",),
        primary=("honest", "accuracy"),
        metrics={"accuracy": metric._replace(better="higher")},
    )
    return results, SimpleNamespace(means=means)


def test_means_and_ranks(run):
    table = discretizers.table(*run)
    assert [c.key for c in table.columns] == ["discretizer", "score_nb", "rank_nb", "score_tan", "rank_tan"]
    mdl, wide = table.rows
    assert (mdl["discretizer"], wide["discretizer"]) == ("mdl", "wide")
    assert mdl["score_nb"] == pytest.approx(0.75)
    assert (mdl["rank_nb"], wide["rank_nb"]) == (1, 2)
    assert (mdl["rank_tan"], wide["rank_tan"]) == (1.75, 1.25)
    assert "2 data sets" in table.caption


def test_nothing_to_compare_gives_no_table(run):
    results, summary = run
    alone = {key: value for key, value in summary.means.items() if key[2] == "nb"}
    assert discretizers.table(results, SimpleNamespace(means=alone)).rows == ()

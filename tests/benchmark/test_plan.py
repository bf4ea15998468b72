import numpy as np
from support.configured import protocol as made

from naivebench.benchmark import plan
from naivebench.benchmark.configuration.shapes import Grain
from naivebench.core.table import make_table
from naivebench.evaluation import folds as splits

GRAIN = Grain(False, 1000, 1, 2)
PROTOCOLS = {
    "honest": made(folds={"scheme": "stratified", "folds": 5, "repeats": 1}, own_holdout=True),
    "loo": made(folds={"scheme": "leave_one_out"}, own_holdout=False),
}
DATASETS = {
    "small": {"expect": {"rows": 150}},
    "big": {"expect": {"rows": 20000}},
    "mine": {},
    "split": {"holdout": {"train": 300}},
}
METHODS = {
    "nb": {"module": "a", "cost": "light"},
    "tan": {"module": "b", "cost": "light"},
    "forest": {"module": "c", "cost": "normal"},
    "knn": {"module": "c", "cost": "normal"},
    "search": {"module": "d", "cost": "heavy"},
    "other": {"predictions": "x.csv"},
}


def jobs(cells, **grain):
    return [
        (u.dataset, u.unit, u.part, u.methods, u.folds)
        for u in plan.units(cells, PROTOCOLS, DATASETS, METHODS, GRAIN._replace(**grain))
    ]


def cells(protocol, dataset, *methods):
    return [(protocol, dataset, m) for m in methods]


def test_methods_that_are_cheap_on_data_of_this_size_share_a_job():
    every = cells("honest", "small", "nb", "forest", "search")
    assert jobs(every, bundle_rows=0) == [
        ("small", "_bundle", "all", ("nb",), None),
        ("small", "forest", "all", ("forest",), None),
        *[("small", "search", str(i), ("search",), f) for i, f in enumerate([(0, 2), (2, 4), (4, 5)])],
    ]
    assert [j[1] for j in jobs(every, bundle_rows=150)] == ["_bundle", "search", "search", "search"]
    assert [j[1] for j in jobs(every, bundle_rows=60 * 150)] == ["_bundle"]


def test_effort_distinguishes_expensive_jobs_from_cheap_ones():
    def effort(**grain):
        every = cells("honest", "small", "nb", "search")
        return [u.effort for u in plan.units(every, PROTOCOLS, DATASETS, METHODS, GRAIN._replace(**grain))]

    assert effort()[:2] == [150 * 5, 150 * 2 * 301]
    assert effort(bundle_rows=10_000) == [150 * 5 * 302]


def test_normal_methods_get_a_job_each_on_large_sets_and_on_sets_of_unknown_size():
    for dataset in ("big", "mine"):
        assert [j[1] for j in jobs(cells("honest", dataset, "forest", "knn"))] == ["forest", "knn"]


def test_heavy_methods_are_cut_into_blocks_of_folds():
    assert [j[2:] for j in jobs(cells("honest", "small", "search"))] == [
        ("0", ("search",), (0, 2)),
        ("1", ("search",), (2, 4)),
        ("2", ("search",), (4, 5)),
    ]


def test_a_protocol_may_draw_the_folds_of_one_data_set_more_often(monkeypatch):
    folds = {"scheme": "stratified", "folds": 5, "repeats": 2, "repeats_of": {"small": 7}}
    protocol = made(folds=folds, own_holdout=False)
    assert [plan.repeats(protocol, d) for d in ("small", "big")] == [7, 2]
    assert [plan.n_folds(protocol, d, DATASETS[d]) for d in ("small", "big")] == [35, 10]
    monkeypatch.setitem(PROTOCOLS, "often", protocol)
    assert [j[2:] for j in jobs(cells("often", "small", "search"), heavy_folds_per_job=20)] == [
        ("0", ("search",), (0, 20)),
        ("1", ("search",), (20, 35)),
    ]


def test_a_protocol_with_seeds_has_a_repeat_for_each():
    folds = {"scheme": "weka", "folds": 3, "seeds": [2, 5], "repeats": 1, "repeats_of": {}}
    protocol = made(folds=folds, own_holdout=False)
    assert plan.n_folds(protocol, "small", DATASETS["small"]) == 6
    y = np.arange(12) % 2
    table = make_table([], ["a", "b"], y)
    assert len(splits.make(table, **plan.split(protocol, "small")).fold) == 6


def test_one_fold_per_job():
    assert [j[1:3] for j in jobs(cells("honest", "small", "nb", "tan"), one_fold_per_job=True)] == [
        (m, str(f)) for m in ("nb", "tan") for f in range(5)
    ]


def test_leave_one_out_and_own_holdout_are_one_fold():
    assert plan.n_folds(PROTOCOLS["loo"], "small", DATASETS["small"]) == 1
    assert plan.n_folds(PROTOCOLS["honest"], "split", DATASETS["split"]) == 1
    assert plan.n_folds(PROTOCOLS["honest"], "small", DATASETS["small"]) == 5


def test_external_predictions_are_a_separate_unit():
    assert jobs(cells("honest", "small", "other")) == [("small", "other", "all", ("other",), None)]


def test_a_method_with_its_own_limit_has_its_own_job_if_it_can_run():
    """A job has one limit.

    A method that is not installed does not get its own job, because starting one takes time.
    """
    slow = {"module": "e", "cost": "normal", "timeout_seconds": 3600}
    for package, units in (
        (None, ["_bundle", "slow"]),
        ("numpy", ["_bundle", "slow"]),
        ("absent_", ["_bundle"]),
    ):
        methods = METHODS | {"slow": slow | ({"package": package} if package else {})}
        made = plan.units(cells("honest", "small", "nb", "slow"), PROTOCOLS, DATASETS, methods, GRAIN)
        assert [u.unit for u in made] == units
    assert [plan.timeout(stanza, 600) for stanza in ({}, slow, {"timeout_seconds": 5})] == [600, 3600, 600]


def test_a_protocol_may_respect_the_holdout_of_some_sets_only():
    protocol = PROTOCOLS["loo"]._replace(own_holdout=["split"])
    assert plan.keeps_holdout(protocol, "split")
    assert not plan.keeps_holdout(protocol, "small")
    assert not plan.keeps_holdout(PROTOCOLS["loo"], "split")


def test_a_protocol_may_set_parameters_of_methods():
    stanza = {"module": "a.b", "params": {"alpha": 1, "z": 0}}
    protocol = made(params={"m": {"alpha": 2}})
    assert plan.stanza_under(protocol, "m", stanza) == {"module": "a.b", "params": {"alpha": 2, "z": 0}}
    assert plan.stanza_under(protocol, "other", stanza) == stanza
    assert stanza["params"] == {"alpha": 1, "z": 0}


def test_every_seed_protocol_and_data_set_has_its_own_seed_words():
    """They also differ if a protocol and a data set exchange their names."""
    names = ("honest", "iris", "zoo")
    cells = [(seed, p, d) for seed in (1, 2) for p in names for d in names]
    assert len({plan.entropy(*cell) for cell in cells}) == len(cells) == 18

import numpy as np
from support.configured import protocol as made

from naivebench.benchmark import settings
from naivebench.core.table import make_table
from naivebench.evaluation import folds as splits

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


def test_a_protocol_may_draw_the_folds_of_one_data_set_more_often():
    folds = {"scheme": "stratified", "folds": 5, "repeats": 2, "repeats_of": {"small": 7}}
    protocol = made(folds=folds, own_holdout=False)
    assert [settings.repeats(protocol, d) for d in ("small", "big")] == [7, 2]
    assert [settings.n_folds(protocol, d, DATASETS[d]) for d in ("small", "big")] == [35, 10]


def test_a_protocol_with_seeds_has_a_repeat_for_each():
    folds = {"scheme": "weka", "folds": 3, "seeds": [2, 5], "repeats": 1, "repeats_of": {}}
    protocol = made(folds=folds, own_holdout=False)
    assert settings.n_folds(protocol, "small", DATASETS["small"]) == 6
    y = np.arange(12) % 2
    table = make_table([], ["a", "b"], y)
    assert len(splits.make(table, **settings.split(protocol, "small")).fold) == 6


def test_leave_one_out_and_own_holdout_are_one_fold():
    assert settings.n_folds(PROTOCOLS["loo"], "small", DATASETS["small"]) == 1
    assert settings.n_folds(PROTOCOLS["honest"], "split", DATASETS["split"]) == 1
    assert settings.n_folds(PROTOCOLS["honest"], "small", DATASETS["small"]) == 5


def test_a_protocol_may_respect_the_holdout_of_some_sets_only():
    protocol = PROTOCOLS["loo"]._replace(own_holdout=["split"])
    assert settings.keeps_holdout(protocol, "split")
    assert not settings.keeps_holdout(protocol, "small")
    assert not settings.keeps_holdout(PROTOCOLS["loo"], "split")


def test_a_protocol_may_set_parameters_of_methods():
    stanza = {"module": "a.b", "params": {"alpha": 1, "z": 0}}
    protocol = made(params={"m": {"alpha": 2}})
    assert settings.stanza_under(protocol, "m", stanza) == {"module": "a.b", "params": {"alpha": 2, "z": 0}}
    assert settings.stanza_under(protocol, "other", stanza) == stanza
    assert stanza["params"] == {"alpha": 1, "z": 0}


def test_every_seed_protocol_and_data_set_has_its_own_seed_words():
    """They also differ if a protocol and a data set exchange their names."""
    names = ("honest", "iris", "zoo")
    cells = [(seed, p, d) for seed in (1, 2) for p in names for d in names]
    assert len({tuple(settings.seed_words(*cell)) for cell in cells}) == len(cells) == 18

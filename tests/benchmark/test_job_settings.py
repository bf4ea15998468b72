"""What the rules pass to their scripts: exactly what changes a result."""

import os
from pathlib import Path

import numpy as np
import pytest
from support.configured import project
from support.configured import protocol as made

from naivebench.benchmark import configuration, discretize, job_settings
from naivebench.core.absence import Absence
from naivebench.core.table import Attribute, make_table
from naivebench.data import sources
from naivebench.evaluation import folds as splits

BOTH = ("honest", "shuffled")
CONFIG = """\
metrics: [accuracy]
seed: 7
protocols:
  honest:
    folds: &often {folds: 5, repeats_of: {sky: 3}}
    params: {nb: {alpha: 2}}
    metrics: [brier, accuracy]
  shuffled:
    folds: *often
    folds_as: honest
    permute_labels: true
    cuts: all
    hit_curves: nb
    metrics: [break_even]
experiments:
  main: {protocol: honest}
  control: {protocol: shuffled, datasets: [sky], methods: [majority, nb]}
"""


@pytest.fixture
def read(tmp_path):
    return configuration.read_configuration(project(tmp_path, CONFIG))


def every(read):
    """The settings of all jobs, by rule and wildcards."""
    pairs = job_settings.group_methods_by_pair(read)
    jobs = {f"prepare/{d}": job_settings.select_stanza_keys(read, d) for d in read.datasets}
    for (protocol, dataset), methods in pairs.items():
        pair = protocol, dataset
        jobs[f"discretize/{protocol}/{dataset}"] = job_settings.make_discretize_settings(read, *pair, methods)
        jobs[f"fit/{protocol}/{dataset}"] = job_settings.make_fit_settings(read, *pair, methods)
        jobs[f"score/{protocol}"] = job_settings.make_score_settings(read, protocol, pairs)
    return jobs


def test_methods_are_in_the_order_of_the_catalogue(read):
    pairs = job_settings.group_methods_by_pair(read)
    assert list(pairs) == [("honest", "zoo"), ("honest", "sky"), ("shuffled", "sky")]
    assert pairs["honest", "sky"] == ["majority", "nb", "other"]
    assert pairs["shuffled", "sky"] == ["majority", "nb"]


def test_settings_of_a_job_contain_only_what_changes_its_results(read):
    assert job_settings.select_stanza_keys(read, "sky") == {
        "source": {"file": "sky.csv"},
        "kinds": {"wind": {"kind": "angular", "period": 360}},
        "expect": {},
    }
    methods = job_settings.make_fit_settings(read, "honest", "sky", ["nb", "other"])["methods"]
    assert methods["nb"]["stanza"] == {
        "module": "naive_bayes.nb",
        "kinds": ["nominal", "linear"],
        "discretize": "fayyad_irani",
        "params": {"alpha": 2, "prior_alpha": 1.0},
    }
    assert (methods["nb"]["n_folds"], methods["nb"]["seconds"]) == (None, 600)
    several = [methods["nb"]["stanza"] | more for more in ({}, {"chosen_on_test": {}})]
    assert len({*map(job_settings.hash_fitting_code, several)}) == 2  # only the second needs choices
    assert methods["other"]["stanza"]["predictions"] == "external/honest/sky.csv"
    of_cuts = job_settings.make_discretize_settings(read, "honest", "sky", ["majority", "nb", "other"])
    assert of_cuts["discretizers"] == ["fayyad_irani"]


def test_a_method_that_draws_nothing_runs_once_where_all_repeats_have_the_same_parts(tmp_path):
    once = CONFIG.replace("{folds: 5, repeats_of: {sky: 3}}", "{scheme: leave_one_out, repeats: 4}")
    read = configuration.read_configuration(project(tmp_path, once))
    drawing = read._replace(methods={**read.methods, "nb": {**read.methods["nb"], "stochastic": True}})
    methods = job_settings.make_fit_settings(drawing, "honest", "sky", ["majority", "nb"])["methods"]
    assert {m: entry["n_folds"] for m, entry in methods.items()} == {"majority": 1, "nb": None}


def test_a_method_may_have_a_longer_limit_than_the_configuration(read):
    """One fit of CatBoost takes longer than the general limit."""
    slow = read._replace(methods=read.methods | {"nb": read.methods["nb"] | {"timeout_seconds": 3600}})
    methods = job_settings.make_fit_settings(slow, "honest", "sky", ["majority", "nb"])["methods"]
    assert {m: entry["seconds"] for m, entry in methods.items()} == {"majority": 600, "nb": 3600}
    assert "timeout_seconds" not in methods["nb"]["stanza"]
    catalogue = configuration.read_configured_methods(Path(__file__).parents[2])
    assert catalogue["catboost"]["timeout_seconds"] >= 3 * 1044  # CPU seconds of its longest fit


def test_a_control_shares_folds_and_shuffles_labels(read, tmp_path):
    honest, shuffled = (job_settings.make_discretize_settings(read, p, "sky", []) for p in BOTH)
    seed = list(job_settings.make_seed_words(7, "honest", "sky"))
    assert honest["folds"]["seed"] == shuffled["folds"]["seed"] == seed
    assert honest["permute"] is honest["permute_cuts"] is None
    assert shuffled["permute"] == shuffled["permute_cuts"] == seed
    text = CONFIG.replace("permute_labels: true", "permute_labels: after_cuts")
    (tmp_path / "after").mkdir()
    after = configuration.read_configuration(project(tmp_path / "after", text))
    shuffled = job_settings.make_discretize_settings(after, "shuffled", "sky", [])
    assert (shuffled["permute"], shuffled["permute_cuts"]) == (seed, None)


def test_settings_of_folds_state_the_number_of_repeats(read):
    split = {"scheme": "stratified", "folds": 5, "skip": 0}
    for dataset, repeats in (("zoo", 1), ("sky", 3)):
        found = job_settings.make_discretize_settings(read, "honest", dataset, [])
        assert found["folds"]["split"] == split | {"repeats": repeats}


def test_a_protocol_is_scored_by_its_metrics_and_asks_for_its_facts(read):
    pairs = job_settings.group_methods_by_pair(read)
    honest, shuffled = (job_settings.make_score_settings(read, p, pairs) for p in BOTH)
    assert honest["metrics"] == ["accuracy", "brier"]
    assert (honest["hit_curves"], honest["break_even"], honest["sources"]) == ("", False, {})
    assert shuffled["methods"] == ["majority", "nb"]
    assert (shuffled["hit_curves"], shuffled["break_even"]) == ("nb", True)
    assert shuffled["sources"] == {"sky": {"file": "sky.csv"}}


def test_a_mirror_concerns_archives_that_it_may_hold(read):
    entry = {"mirror": "a/b.csv", "sha256": "0" * 64}
    archives = sources.list_archives(read.datasets, {**read.archives, "mirrored": entry})
    urls = {name: job_settings.locate_archive(a, "/mirror")["mirror"] for name, a in archives.items()}
    assert urls == {"pack-1.0": "", "mirrored": "/mirror"}


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("{alpha: 2}", "{alpha: 3}", {"fit/honest/zoo", "fit/honest/sky"}),
        ("metrics: [brier, accuracy]", "metrics: [mcc]", {"score/honest"}),
        ("seed: 7", "seed: 7\nstatistics: {alpha: 0.01}", set()),
        ("seed: 7", "seed: 7\nreport: {title: Another}", set()),
        ("seed: 7", "seed: 7\nrepeat_failed: true", set()),
    ],
)
def test_an_edit_only_changes_settings_that_depend_on_it(tmp_path, read, old, new, changed):
    jobs = every(read)
    again = every(configuration.read_configuration(project(tmp_path, CONFIG.replace(old, new))))
    assert {name for name in jobs.keys() | again.keys() if jobs.get(name) != again.get(name)} == changed


def test_repeating_failures_is_no_property_of_a_run(tmp_path, read):
    text = CONFIG.replace("seed: 7", "seed: 7\nrepeat_failed: true")
    again = configuration.read_configuration(project(tmp_path, text))
    assert again.config["repeat_failed"]
    content = configuration.export_configuration(read)
    assert configuration.export_configuration(again) == content
    restored = configuration.Configuration(**content, root=Path())
    assert configuration.export_configuration(restored) == content


def test_the_content_of_files_and_folders_decides_not_their_times(tmp_path):
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    file, inside = tmp_path / "a.csv", tmp_path / "folder" / "inner" / "b.csv"
    file.write_text("1")
    inside.write_text("2")
    paths = [file, tmp_path / "folder", tmp_path / "gone"]
    first = job_settings.hash_files(paths)
    assert len(set(first)) == 3
    assert first[-1] is None
    os.utime(file, (1, 1))
    assert job_settings.hash_files(paths) == first
    inside.write_text("3")
    os.utime(inside, (1, 1))
    assert job_settings.hash_files(paths)[:2] == [first[0], job_settings.hash_files([inside])[0]] != first[:2]


def test_an_own_holdout_takes_the_place_of_the_scheme():
    table = make_table([Attribute("a", "linear")], ("no", "yes"), [0, 1] * 6, reals=[[0.0]] * 12)

    def draw(holdout, own_holdout, scheme="stratified"):
        split = {"scheme": scheme, "folds": 3}
        return discretize.draw_folds(table, holdout, split=split, own_holdout=own_holdout, seed=[1])

    assert len(draw(None, True).fold) == len(draw(8, False).fold) == 3
    own = draw(8, True)
    assert isinstance(own, splits.Folds)
    assert own.test.tolist() == [8, 9, 10, 11]
    refused = draw(None, False, "grouped")
    assert isinstance(refused, Absence)
    assert refused.status == "failed"


def test_a_source_family_only_matters_to_comparisons():
    """A new family changes the statistics of the experiments, but does not make a data set again."""
    root = Path(__file__).parents[2]
    found = configuration.read_configuration(root)
    assert found.datasets["glass2"]["family"] == "glass"
    assert "family" not in job_settings.select_stanza_keys(found, "glass2")


# What a protocol asks of a data set and a method

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


def test_a_protocol_with_seeds_has_a_repeat_for_each():
    folds = {"scheme": "weka", "folds": 3, "seeds": [2, 5], "repeats": 1, "repeats_of": {}}
    protocol = made(folds=folds, own_holdout=False)
    assert job_settings.count_folds(protocol, "small", DATASETS["small"]) == 6
    y = np.arange(12) % 2
    table = make_table([], ["a", "b"], y)
    assert len(splits.make_folds(table, **job_settings.make_fold_arguments(protocol, "small")).fold) == 6


def test_leave_one_out_and_own_holdout_are_one_fold():
    assert job_settings.count_folds(PROTOCOLS["loo"], "small", DATASETS["small"]) == 1
    assert job_settings.count_folds(PROTOCOLS["honest"], "split", DATASETS["split"]) == 1
    assert job_settings.count_folds(PROTOCOLS["honest"], "small", DATASETS["small"]) == 5


def test_a_protocol_may_respect_the_holdout_of_some_sets_only():
    protocol = PROTOCOLS["loo"] | {"own_holdout": ["split"]}
    assert job_settings.keeps_holdout(protocol, "split")
    assert not job_settings.keeps_holdout(protocol, "small")
    assert not job_settings.keeps_holdout(PROTOCOLS["loo"], "split")


def test_every_seed_protocol_and_data_set_has_its_own_seed_words():
    """They also differ if a protocol and a data set exchange their names."""
    names = ("honest", "iris", "zoo")
    cells = [(seed, p, d) for seed in (1, 2) for p in names for d in names]
    assert len({tuple(job_settings.make_seed_words(*cell)) for cell in cells}) == len(cells) == 18

"""Settings of jobs, and the files that contain them."""

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from support.configured import project

from naivebench.benchmark import configuration, plan
from naivebench.benchmark.jobs import arguments, failed, files, folds, settings
from naivebench.core.absence import Absence
from naivebench.core.table import Attribute, make_table
from naivebench.evaluation import folds as splits

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
# settings of all jobs that run methods in children
COMMON = {"on_error": "report", "timeout_seconds": 600, "memory_mb": 8192}


@pytest.fixture
def configured(tmp_path):
    return configuration.read(project(tmp_path, CONFIG))


def units_of(configured):
    config = configured.config
    cells = configuration.cells(configured)
    return plan.units(cells, config.protocols, configured.datasets, configured.methods, config.grain)


@pytest.fixture
def jobs(configured):
    return settings.every(configured, units_of(configured), "/mirror")


def test_every_job_of_the_plan_has_settings(jobs):
    assert {name.split("/")[0] for name in jobs} == {
        *("fetch", "prepare", "folds", "discretize", "evaluate", "score", "collect", "compare"),
        *("hit_curves", "break_even", "angles", "dependence"),
    }
    assert {n for n in jobs if n.startswith(("hit", "break"))} == {
        "hit_curves/shuffled/sky",
        "break_even/shuffled/sky",
    }
    assert {n for n in jobs if n.startswith("angles")} == {"angles/sky"}
    assert jobs["collect"]["datasets"] == {"honest": ["zoo", "sky"], "shuffled": ["sky"]}


def test_settings_of_a_job_contain_only_what_changes_its_results(jobs, configured):
    assert jobs["prepare/sky"] == {
        "stanza": {
            "source": {"file": "sky.csv"},
            "kinds": {"wind": {"kind": "angular", "period": 360}},
            "expect": {},
        },
        "file": os.path.relpath(configured.root / "sky.csv"),
        **COMMON,
    }
    told = jobs["evaluate/honest/sky/_bundle/all"]
    assert told["methods"]["nb"] == {
        "module": "naive_bayes.nb",
        "kinds": ["nominal", "linear"],
        "discretize": "fayyad_irani",
        "params": {"alpha": 2, "prior_alpha": 1.0, "smoothing": "laplace"},
    }
    assert told["cuts"] == {"fayyad_irani": "data/discretized/honest/sky/fayyad_irani.json"}
    assert (told["part"], told["permute"], told["seed"]) == (None, None, 7)
    other = jobs["evaluate/honest/sky/other/all"]["methods"]["other"]
    assert other["predictions"] == "external/honest/sky.csv"


def test_a_method_may_have_a_longer_limit_than_the_configuration(configured):
    """One fit of CatBoost takes longer than the general limit; without its own, its data set is lost for all
    methods.
    """
    stanza = configured.methods["nb"] | {"timeout_seconds": 3600}
    slow = configured._replace(methods=configured.methods | {"nb": stanza})
    jobs = settings.every(slow, units_of(slow), "/mirror")
    limits = {
        n.split("/")[3]: s["timeout_seconds"] for n, s in jobs.items() if n.startswith("evaluate/honest/sky")
    }
    assert limits["nb"] == 3600
    assert {limit for unit, limit in limits.items() if unit != "nb"} == {600}
    assert len(limits) > 1
    assert "timeout_seconds" not in jobs["evaluate/honest/sky/nb/all"]["methods"]["nb"]
    catalogue = configuration.methods_of(Path(__file__).parents[2])
    assert catalogue["catboost"]["timeout_seconds"] >= 3 * 1044  # CPU seconds of its longest fit


def test_a_control_shares_folds_and_shuffles_labels(jobs):
    honest, shuffled = jobs["folds/honest/sky"], jobs["folds/shuffled/sky"]
    assert honest["seed"] == shuffled["seed"] == list(plan.entropy(7, "honest", "sky"))
    assert (honest["permute"], shuffled["permute"]) == (None, honest["seed"])
    assert jobs["discretize/shuffled/sky/fayyad_irani"] == {
        "cuts": "all",
        "permute": honest["seed"],
        **COMMON,
    }


def test_cut_points_of_the_true_labels_are_learned_before_labels_are_shuffled(tmp_path):
    """Cut points are learned from the true labels; everything else uses the labels of the other control."""
    text = CONFIG.replace("permute_labels: true", "permute_labels: after_cuts")
    configured = configuration.read(project(tmp_path, text))
    jobs = settings.every(configured, units_of(configured), "/mirror")
    seed = list(plan.entropy(7, "honest", "sky"))
    assert jobs["discretize/shuffled/sky/fayyad_irani"] == {"cuts": "all", "permute": None, **COMMON}
    told = [settings for name, settings in jobs.items() if "/shuffled/sky" in name and "permute" in settings]
    assert [s["permute"] for s in told].count(None) == 1
    assert [s["permute"] for s in told].count(seed) == len(told) - 1 >= 3


def test_settings_of_folds_state_the_number_of_repeats(jobs):
    split = {"scheme": "stratified", "folds": 5, "skip": 0, "first": 0.5}
    assert jobs["folds/honest/zoo"]["split"] == split | {"repeats": 1}
    assert jobs["folds/honest/sky"]["split"] == split | {"repeats": 3}


def test_metrics_and_methods_keep_their_order(jobs):
    assert jobs["score/honest/sky"]["metrics"] == ["accuracy", "brier"]
    assert jobs["score/shuffled/sky"]["methods"] == ["majority", "nb", "other"]
    assert jobs["break_even/shuffled/sky"]["methods"] == ["majority", "nb"]
    assert jobs["score/shuffled/sky"]["files"] == ["results/predictions/shuffled/sky/_bundle/all"]


def test_a_mirror_concerns_archives_that_it_may_hold(configured):
    entry = {"mirror": "a/b.csv", "sha256": "0" * 64}
    changed = configured._replace(archives={**configured.archives, "mirrored": entry})
    told = settings.fetch(changed, "/mirror")
    assert {name: s["mirror"] for name, s in told.items()} == {"pack-1.0": "", "mirrored": "/mirror"}


@pytest.mark.parametrize(
    ("old", "new", "changed"),
    [
        ("{alpha: 2}", "{alpha: 3}", {"evaluate/honest/zoo/_bundle/all", "evaluate/honest/sky/_bundle/all"}),
        (
            "metrics: [brier, accuracy]",
            "metrics: [mcc]",
            {"score/honest/zoo", "score/honest/sky"},
        ),
        ("seed: 7", "seed: 7\nstatistics: {alpha: 0.01}", {"compare"}),
        ("seed: 7", "seed: 7\nreport: {title: Another}", set()),
        ("seed: 7", "seed: 7\ngrain: {heavy_threads: 2}", set()),
    ],
)
def test_an_edit_only_changes_settings_that_depend_on_it(tmp_path, jobs, old, new, changed):
    edited = configuration.read(project(tmp_path, CONFIG.replace(old, new)))
    again = settings.every(edited, units_of(edited), "/mirror")
    assert {name for name in jobs.keys() | again.keys() if jobs.get(name) != again.get(name)} == changed


def test_files_are_written_once_and_never_changed(tmp_path):
    first = files.write(tmp_path, {"a/b": {"x": [1, "é"]}, "c": {}})
    assert json.loads((tmp_path / first["a/b"]).read_text(encoding="utf-8")) == {"x": [1, "é"]}
    before = {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in tmp_path.rglob("*.json")}
    second = files.write(tmp_path, {"a/b": {"x": 2}, "c": {}})
    assert second["c"] == first["c"]
    assert second["a/b"] != first["a/b"]
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in before} == before
    # two files of a/b, one of c, one folder, and no temporary file
    assert len(list(tmp_path.rglob("*"))) == 4


def test_a_script_takes_its_job_file_and_its_arguments(tmp_path, monkeypatch):
    (tmp_path / "j.json").write_text('{"seed": [1, 2], "title": "é"}', encoding="utf-8")
    line = ["s.py", f"job={tmp_path}/j.json", "out=a=b c", f"usage={tmp_path}/u.json"]
    monkeypatch.setattr("sys.argv", line)
    # do not limit the output of the test process
    monkeypatch.setattr(arguments, "limit_output", lambda: None)
    taken = {}
    arguments.call(lambda **given: taken.update(given) or {"more": 3})
    assert taken == {"seed": [1, 2], "title": "é", "out": "a=b c"}
    assert json.loads((tmp_path / "u.json").read_text())["more"] == 3


def test_an_own_holdout_takes_the_place_of_the_scheme():
    table = make_table([Attribute("a", "linear")], ("no", "yes"), [0, 1] * 6, reals=[[0.0]] * 12)
    split = {"scheme": "stratified", "folds": 3}
    assert len(folds.draw(table, split, None, True, [1]).fold) == 3
    assert len(folds.draw(table, split, 8, False, [1]).fold) == 3
    own = folds.draw(table, split, 8, True, [1])
    assert isinstance(own, splits.Folds)
    assert own.test.tolist() == [8, 9, 10, 11]
    refused = folds.draw(table, {"scheme": "grouped"}, None, False, [1])
    assert isinstance(refused, Absence)
    assert refused.status == "failed"


def test_failed_results_that_are_still_planned(tmp_path, configured):
    for folder, name, status in (
        ("data/prepared", "sky", "failed"),
        ("data/prepared", "gone", "failed"),
        ("data/prepared", "zoo", "unavailable"),
        ("data/raw", "pack-1.0", "unavailable"),
    ):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / f"{name}.json").write_text(json.dumps({"status": status}))
    (tmp_path / "results").mkdir()
    file = "results/predictions/honest/sky/_bundle/all.npz"
    rows = [f"timeout,evaluate,{file}", "not applicable,evaluate,x.npz", f"failed,evaluate,{file} old.npz"]
    (tmp_path / "results" / "failures.csv").write_text("\n".join(["status,stage,file", *rows]) + "\n")
    files_there = failed.failed(tmp_path)
    assert files_there == [
        *("data/prepared/gone.json", "data/prepared/sky.json", file, "old.npz", "data/raw/pack-1.0.json")
    ]
    assert [f for f in files_there if f in failed.planned(configured)] == [
        *("data/prepared/sky.json", file, "data/raw/pack-1.0.json")
    ]


def test_a_source_family_only_matters_to_comparisons():
    """A new family changes the statistics of the experiments, but does not make a data set again."""
    root = Path(__file__).parents[2]
    content = yaml.safe_load((root / "config/config.yaml").read_text(encoding="utf-8"))
    found = configuration.load(content, root)
    assert found.datasets["glass2"]["family"] == "glass"
    assert "family" not in settings.prepare(found, "glass2")["stanza"]
    experiments = settings.compare(found, [])["experiments"]
    assert experiments["benchmark"]["families"]["glass2"] == "glass"
    assert "iris" not in experiments["benchmark"]["families"]
    assert experiments["jambeiro2007-made"]["families"] == {}


def test_the_worker_imports_modules_and_packages_but_no_files_of_the_user():
    methods = {
        "nb": {"module": "naive_bayes.nb"},
        "lightgbm": {"module": "baselines.lightgbm", "package": "lightgbm"},
        "mine": {"module": "my/mine.py"},
        "other_tool": {"predictions": "predictions.csv"},
    }
    unit = plan.Unit("honest", "sky", "_bundle", "all", tuple(methods), "cheap", None, 1)
    found = settings.modules(SimpleNamespace(methods=methods), [unit])
    assert found == ["lightgbm", "naivebench.methods.baselines.lightgbm", "naivebench.methods.naive_bayes.nb"]

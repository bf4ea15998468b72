"""The evaluate job: what an earlier one left is taken over, unless code, data or settings are others."""

import json
import os

import numpy as np
import pytest
from support import scripts

from naivebench.core import hit_curves
from naivebench.core.table import Attribute, make_table, save
from naivebench.evaluation import folds
from naivebench.evaluation.metrics import METRICS
from naivebench.pipeline import provenance
from naivebench.pipeline.jobs import evaluate
from naivebench.pipeline.jobs.evaluate import Job

pytestmark = pytest.mark.workflow

STANZAS = {
    m: {"module": module, "kinds": ["nominal"]}
    for m, module in (("majority", "baselines.majority"), ("nb", "naive_bayes.nb"))
}
CHOSEN = {"module": "naive_bayes.nb_tuned", "kinds": ["nominal"], "chosen_on_test": ["s"]}
# makes no prediction itself: reads and writes around the fits, and says what they depend on
AROUND = {"absence", "arguments", "evaluate", "files", "plan", "provenance"}


@pytest.fixture
def folder(tmp_path):
    rng = np.random.default_rng(1)
    table = make_table(
        [Attribute("a", "nominal", ("x", "y"))],
        ("no", "yes"),
        np.arange(30) % 2,
        codes=rng.integers(0, 2, (30, 1)),
    )
    save(table, tmp_path / "table.npz")
    folds.save(folds.make(table, folds=3), tmp_path / "folds.npz")
    return tmp_path


def job_of(folder, methods, **changes):
    job = Job(
        table=str(folder / "table.npz"),
        folds=str(folder / "folds.npz"),
        protocol="honest",
        dataset="made",
        methods=methods,
        part=None,
        cuts={},
        cuts_see="training",
        permute=None,
        seed=1,
        timeout_seconds=60.0,
        code={},
    )._replace(**changes)
    evaluate._hash.cache_clear()  # tests change the code
    return job._replace(code={m: evaluate.code_of(stanza) for m, stanza in job.methods.items()})


def run(folder, methods, **changes):
    """The times that the job leaves: CPU seconds, which differ from run to run."""
    evaluate.evaluate(job_of(folder, methods, **changes), f"{folder}/out.npz", f"{folder}/times.json")
    return json.loads((folder / "times.json").read_text())


def mark_times(folder, times):
    """Times that no run takes, put in the place of those of a run."""
    marked = {m: [[1234.5, *row[1:]] for row in rows] for m, rows in times.items()}
    (folder / "times.json").write_text(json.dumps(marked))
    return marked


def test_methods_that_a_killed_job_had_finished_are_taken_over(folder):
    told = {"methods": {"majority": STANZAS["majority"]}, "part": None, "cuts": {}, "cuts_see": "training"}
    told |= {"permute": None, "seed": 1, "timeout_seconds": 60, "on_error": "report"}
    told["code"] = {m: evaluate.code_of(stanza) for m, stanza in STANZAS.items()}
    paths = {"table": "table.npz", "folds": "folds.npz", "out": "out.npz", "times": "times.json"}
    names = {"protocol": "honest", "dataset": "made"}
    assert scripts.run("evaluate", folder, told, **paths, **names).returncode == 0
    marked = mark_times(folder, json.loads((folder / "times.json").read_text()))
    # as the job leaves them when it is killed: Snakemake deletes the others
    for name in ("out.npz", "times.json"):
        os.rename(folder / name, folder / f"{name}.partial")
    done = scripts.run("evaluate", folder, told | {"methods": STANZAS}, usage="usage.json", **paths, **names)
    assert done.returncode == 0, done.stderr
    both = json.loads((folder / "times.json").read_text())
    assert both["majority"] == marked["majority"]
    assert set(both) == {"majority", "nb"}
    assert not list(folder.glob("*.partial"))
    assert json.loads((folder / "usage.json").read_text())["fit_predict_seconds"] >= 0


@pytest.mark.parametrize(
    ("module", "refitted"),
    [
        ("pipeline.chosen_on_test", {"chosen"}),
        ("pipeline.permuted", {"chosen", "nb"}),
        ("pipeline.jobs.inputs", {"chosen", "nb"}),
        ("pipeline.jobs.fits", {"chosen", "nb"}),
        ("discretization.apply", {"chosen", "nb"}),
        ("pipeline.external", set()),
        ("evaluation.metrics", set()),
        ("naive_bayes.gnb", set()),
    ],
)
def test_changed_code_refits_what_it_makes_and_nothing_else(folder, monkeypatch, module, refitted):
    methods = {"chosen": CHOSEN, "nb": STANZAS["nb"]}
    marked = mark_times(folder, run(folder, methods))
    assert run(folder, methods) == marked
    path, code_text = provenance.module_path(f"naivebench.{module}"), provenance._code_text
    assert path
    monkeypatch.setattr(provenance, "_code_text", lambda p: code_text(p) + ("pass" if p == path else ""))
    again = run(folder, methods)
    assert {m for m in methods if again[m] != marked[m]} == refitted


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": 2},
        {"protocol": "other"},
        {"permute": [1, 2]},
        {"part": [0, 2]},
        {"methods": {"nb": STANZAS["nb"] | {"params": {"alpha": 2}}}},
        {"methods": {"nb": CHOSEN}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_other_settings_refit(folder, changes):
    first = mark_times(folder, run(folder, {"nb": STANZAS["nb"]}))
    again = run(folder, **({"methods": {"nb": STANZAS["nb"]}} | changes))
    assert all(row[0] != 1234.5 for row in again["nb"])
    assert first["nb"][0][0] == 1234.5


def test_files_libraries_and_settings_are_in_the_fingerprint(folder, monkeypatch):
    """Each of them changed by itself, and back."""
    for name in ("cuts.json", "own.csv"):
        (folder / name).write_text("{}")
    stanza = STANZAS["nb"] | {"discretize": "equal_frequency", "predictions": str(folder / "own.csv")}
    job = job_of(folder, {"nb": stanza}, cuts={"equal_frequency": str(folder / "cuts.json")})
    first = evaluate.fingerprint(job, "nb")
    for name in ("table.npz", "folds.npz", "cuts.json", "own.csv"):
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content + b" ")
        assert evaluate.fingerprint(job, "nb") != first, name
        (folder / name).write_bytes(content)
        assert evaluate.fingerprint(job, "nb") == first
    assert evaluate.fingerprint(job._replace(cuts_see="all"), "nb") != first
    installed = provenance.package_versions(["numpy", "scipy", "scikit-learn", "numba"])
    for name in installed:
        others = installed | {name: "0"}
        monkeypatch.setattr(provenance, "package_versions", lambda names, v=others: {n: v[n] for n in names})
        assert evaluate.fingerprint(job, "nb") != first, name


def test_a_choice_on_other_folds_refits(folder):
    mark_times(folder, run(folder, {"nb": CHOSEN}))
    again = run(folder, {"nb": CHOSEN | {"reshuffled": {"scheme": "stratified", "folds": 3}}})
    assert all(row[0] != 1234.5 for row in again["nb"])


def test_a_longer_list_of_methods_refits_nothing(folder):
    marked = mark_times(folder, run(folder, {"nb": STANZAS["nb"]}))
    assert run(folder, STANZAS)["nb"] == marked["nb"]


def test_the_fingerprint_covers_all_code_of_the_job_but_what_stands_around_the_fits():
    script = provenance.sources(scripts.ROOT / "workflow" / "scripts" / "evaluate.py")
    covered = provenance.sources(evaluate.FITS)
    assert {p.stem for p in script} - {p.stem for p in covered} == AROUND


def test_choice_on_test_parts_is_by_the_metric_of_that_name():
    rng = np.random.default_rng(3)
    for classes in (2, 3):
        y = rng.integers(0, classes, 200)
        log_proba = np.log(rng.dirichlet(np.ones(classes), 200))
        chosen_by = hit_curves.averaged(y, log_proba, hit_curves.area_up_to)
        assert chosen_by == METRICS["hit_area_10"].function(y, log_proba)

"""The evaluate job keeps predictions of an earlier job unless code, data or settings have changed."""

import json
import os
import subprocess
import sys
import time
import types

import numpy as np
import pytest
from support import scripts

from naivebench.benchmark import predictions, provenance
from naivebench.benchmark.jobs import evaluate
from naivebench.benchmark.jobs.evaluate import Job
from naivebench.core import hit_curves
from naivebench.core.table import Attribute, make_table, save
from naivebench.evaluation import folds
from naivebench.evaluation.metrics import METRICS
from naivebench.models import registry

pytestmark = pytest.mark.workflow

STANZAS = {
    m: {"module": module, "kinds": ["nominal"]}
    for m, module in (("majority", "baselines.majority"), ("nb", "naive_bayes.nb"))
}
CHOSEN = {"module": "naive_bayes.nb_tuned", "kinds": ["nominal"], "chosen_on_test": ["s"]}
# these files make no prediction: they read and write around the fits, and list what the fits depend on
AROUND = {
    "absence",
    "arguments",
    "evaluate",
    "files",
    "limited_log",
    "plain",
    "plan",
    "provenance",
    "read_predictions",
    "stanzas",
}


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
        memory_mb=4096,
        code={},
    )._replace(**changes)
    evaluate._hash.cache_clear()  # because tests change the code
    return job._replace(code={m: evaluate.code_of(stanza) for m, stanza in job.methods.items()})


def run(folder, methods, **changes):
    """Run the job and return the CPU times that it writes, which differ from run to run."""
    evaluate.evaluate(job_of(folder, methods, **changes), f"{folder}/out.npz", f"{folder}/times.json")
    return json.loads((folder / "times.json").read_text())


def mark_times(folder, times):
    """Replace the times of a run by times that no run takes."""
    marked = {m: [[1234.5, *row[1:]] for row in rows] for m, rows in times.items()}
    (folder / "times.json").write_text(json.dumps(marked))
    return marked


def test_methods_that_a_killed_job_had_finished_are_kept(folder):
    told = {"methods": {"majority": STANZAS["majority"]}, "part": None, "cuts": {}, "cuts_see": "training"}
    told |= {"permute": None, "seed": 1, "timeout_seconds": 60, "memory_mb": 4096, "on_error": "report"}
    told["code"] = {m: evaluate.code_of(stanza) for m, stanza in STANZAS.items()}
    paths = {"table": "table.npz", "folds": "folds.npz", "out": "out.npz", "times": "times.json"}
    names = {"protocol": "honest", "dataset": "made"}
    assert scripts.run("evaluate", folder, told, **paths, **names).returncode == 0
    marked = mark_times(folder, json.loads((folder / "times.json").read_text()))
    # as the job leaves them when it is killed, because Snakemake deletes the others
    for name in ("out.npz", "times.json"):
        os.rename(folder / name, folder / f"{name}.partial")
    done = scripts.run("evaluate", folder, told | {"methods": STANZAS}, usage="usage.json", **paths, **names)
    assert done.returncode == 0, done.stderr
    both = json.loads((folder / "times.json").read_text())
    assert both["majority"] == marked["majority"]
    assert set(both) == {"majority", "nb"}
    assert not list(folder.glob("*.partial"))
    usage = json.loads((folder / "usage.json").read_text())
    assert 0 < usage["fit_predict_seconds"] < 100
    assert usage["kept_seconds"] == pytest.approx(
        sum(row[0] + row[1] for row in marked["majority"]), abs=0.001
    )


@pytest.mark.parametrize(
    ("module", "refitted"),
    [
        ("benchmark.chosen_on_test", {"chosen"}),
        ("benchmark.permuted", {"chosen", "nb"}),
        ("benchmark.jobs.inputs", {"chosen", "nb"}),
        ("benchmark.jobs.fits", {"chosen", "nb"}),
        ("data.discretization.apply", {"chosen", "nb"}),
        ("benchmark.external", set()),
        ("evaluation.metrics", set()),
        ("methods.naive_bayes.gnb", set()),
    ],
)
def test_changed_code_refits_only_what_depends_on_it(folder, monkeypatch, module, refitted):
    methods = {"chosen": CHOSEN, "nb": STANZAS["nb"]}
    marked = mark_times(folder, run(folder, methods))
    assert run(folder, methods) == marked
    path, code_text = provenance.module_path(f"naivebench.{module}"), provenance._code
    assert path
    monkeypatch.setattr(provenance, "_code", lambda p: code_text(p) + ("pass" if p == path else ""))
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
    """Each of them is changed alone and restored."""
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


def test_seconds_of_folds_of_an_earlier_run_are_counted_as_kept(folder):
    """Also those of a choice on test parts, which a child reads and returns."""
    job, out = (
        job_of(folder, {"chosen": CHOSEN, "nb": STANZAS["nb"]}),
        (f"{folder}/out.npz", f"{folder}/t.json"),
    )
    _, first = evaluate.evaluate(job, *out)
    _, again = evaluate.evaluate(job, *out)
    assert (first.kept, again.now) == (0, 0)
    assert again.kept == pytest.approx(first.now)


def test_a_longer_list_of_methods_refits_nothing(folder):
    marked = mark_times(folder, run(folder, {"nb": STANZAS["nb"]}))
    assert run(folder, STANZAS)["nb"] == marked["nb"]


def test_the_fingerprint_covers_all_code_of_the_job_that_affects_fits():
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


def warm(train, n_folds):
    """A function that has nothing to warm up."""


def _forever(train, n_folds):
    time.sleep(60)


def _endless_memory(train, n_folds):
    held = []
    while True:
        held.append(bytearray(1 << 24))


def _die(train, n_folds):
    os._exit(9)


MISBEHAVING = {
    "leaves": (None, "SystemExit: no licence"),
    "sleeps": (_forever, "took longer than timeout_seconds = 2"),
    "allocates": (_endless_memory, "MemoryError: no room (memory_mb = 400)"),
    "dies": (_die, "the process exited by itself with status 9"),
}


@pytest.fixture
def misbehaving(monkeypatch):
    """Methods that end their process during their import or before any fit."""
    plain = registry.load

    def load(module):
        if module == "made.leaves":
            sys.exit("no licence")
        if module.startswith("made."):
            nb = plain("naive_bayes.nb")
            return types.SimpleNamespace(**vars(nb) | {"warm_up": MISBEHAVING[module[5:]][0]})
        return plain(module)

    monkeypatch.setattr(registry, "load", load)
    made = {name: {"module": f"made.{name}", "kinds": ["nominal"]} for name in MISBEHAVING}
    return {"majority": STANZAS["majority"]} | made | {"nb": STANZAS["nb"]}


def test_a_method_that_ends_its_process_loses_only_its_own_rows(folder, misbehaving, capfd):
    run(folder, misbehaving, timeout_seconds=2.0, memory_mb=400)
    found = predictions.load(folder / "out.npz", folder / "times.json").methods
    for name, (_, reason) in MISBEHAVING.items():
        assert [fold.reason for fold in found[name].folds] == [reason] * 3
    run(folder, STANZAS)
    alone = predictions.load(folder / "out.npz", folder / "times.json").methods
    for name in STANZAS:
        np.testing.assert_array_equal(found[name].log_proba, alone[name].log_proba)


def test_folds_of_an_earlier_run_are_kept_if_the_method_is_lost_now(folder, misbehaving, monkeypatch, capfd):
    made = {"dies": misbehaving["dies"]}
    with monkeypatch.context() as patch:
        patch.setitem(MISBEHAVING, "dies", (warm, ""))
        run(folder, made)
    before = predictions.load(folder / "out.npz", folder / "times.json")
    first = before.methods["dies"]
    again = first._replace(folds=(first.folds[0], *(f._replace(status="failed") for f in first.folds[1:])))
    predictions.save(before._replace(methods={"dies": again}), folder / "out.npz", folder / "times.json")
    job = job_of(folder, made)
    evaluate.evaluate(job, f"{folder}/out.npz", f"{folder}/times.json", rerun_failed=True)
    found = predictions.load(folder / "out.npz", folder / "times.json").methods["dies"]
    assert [fold.status for fold in found.folds] == ["ok", "failed", "failed"]


HELD = []


def _with_fits(monkeypatch, **fits):
    """Stanzas of naive Bayes with other functions `fit`, in modules that share their child."""
    plain = registry.load

    def load(module):
        if not module.startswith("made."):
            return plain(module)
        return types.SimpleNamespace(**vars(plain("naive_bayes.nb")) | fits[module[5:]])

    monkeypatch.setattr(registry, "load", load)
    return {name: {"module": f"made.{name}", "kinds": ["nominal"]} for name in fits}


def test_memory_of_a_method_is_counted_from_its_first_fold(folder, monkeypatch):
    fit, megabyte = registry.load("naive_bayes.nb").fit, b"x" * 2**20

    def hold(train, *, rng):
        HELD.append(megabyte * 80)
        return fit(train, rng=rng)

    def allocate(train, *, rng):
        return fit(train, rng=rng) if megabyte * 250 else None

    made = _with_fits(monkeypatch, holds={"fit": hold}, allocates={"fit": allocate}, plain={})
    run(folder, made, memory_mb=400)
    found = predictions.load(folder / "out.npz", folder / "times.json").methods
    assert [fold.status for p in found.values() for fold in p.folds] == ["ok"] * 9
    peaks = {name: max(fold.peak_memory_mb for fold in p.folds) for name, p in found.items()}
    # some pages of what the process held before may be free again
    assert 239 <= peaks["holds"] < 300
    assert 249 <= peaks["allocates"] < 300
    assert peaks["plain"] < 20


def test_a_file_of_the_user_changes_nothing_for_other_methods(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (folder / "mine.py").write_text(
        "import numpy\n"
        "from naivebench.methods.naive_bayes.nb import predict_log_proba, summarize\n"
        "numpy.log = lambda *_, **__: 1 / 0\n"
        "def fit(train, *, rng):\n"
        "    return numpy.log(2.0)\n"
    )
    run(folder, STANZAS)
    alone = predictions.load(folder / "out.npz", folder / "times.json").methods
    os.remove(folder / "out.npz")
    mine = {"module": "mine.py", "kinds": ["nominal"]}
    run(folder, {"majority": STANZAS["majority"], "mine": mine, "nb": STANZAS["nb"]})
    found = predictions.load(folder / "out.npz", folder / "times.json").methods
    assert "ZeroDivisionError" in found["mine"].folds[0].reason
    for name in STANZAS:
        np.testing.assert_array_equal(found[name].log_proba, alone[name].log_proba)


def test_time_to_prepare_again_after_a_lost_fold_does_not_count(folder, monkeypatch):
    fit, times = registry.load("naive_bayes.nb").fit, folder / "fits"

    def first_exits(train, *, rng):
        with open(times, "a", encoding="utf-8") as file:
            file.write(".")
        if times.read_text() == ".":
            os._exit(3)
        time.sleep(0.7)
        return fit(train, rng=rng)

    slow = {"fit": first_exits, "warm_up": lambda train, n_folds: time.sleep(0.7)}
    run(folder, _with_fits(monkeypatch, slow=slow), timeout_seconds=1.2)
    (found,) = predictions.load(folder / "out.npz", folder / "times.json").methods.values()
    assert [fold.status for fold in found.folds] == ["failed", "ok", "ok"]


def test_the_process_of_the_job_never_imports_a_method(folder):
    """The process of the job does not import methods, so it cannot call them; they are loaded in children
    only.
    """
    told = {"methods": STANZAS | {"nb": CHOSEN}, "part": None, "cuts": {}, "cuts_see": "training"}
    told |= {"permute": None, "seed": 1, "timeout_seconds": 60, "memory_mb": 4096}
    told |= {"code": dict.fromkeys(told["methods"], "")}
    code = (
        "import json, sys\n"
        "from naivebench.benchmark.jobs import evaluate\n"
        f"told = json.loads({json.dumps(told)!r})\n"
        "job = evaluate.Job('table.npz', 'folds.npz', 'honest', 'made', **told)\n"
        "evaluate.evaluate(job, 'out.npz', 'times.json')\n"
        "print(*(m for m in sys.modules if m.startswith('naivebench.')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(provenance.SOURCE.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert "naivebench.benchmark.run" in loaded
    assert not loaded & {
        "naivebench.methods.baselines.majority",
        "naivebench.methods.naive_bayes.nb_tuned",
        "numba",
    }
    assert predictions.load(folder / "out.npz", folder / "times.json").methods["nb"].folds[0].status == "ok"


def test_methods_are_imported_by_name_in_children_only():
    """Every call of `registry.load` is in a function that `isolate` runs, or in the CLI or the library, where
    only the user's own process is at risk.
    """
    source = provenance.SOURCE
    callers = {
        p.relative_to(source).as_posix()
        for p in source.rglob("*.py")
        if "registry.load(" in p.read_text() or "from naivebench.models.registry import" in p.read_text()
    }
    isolated = {"benchmark/run.py", "benchmark/chosen_on_test.py"}
    own = {p for p in callers if p.startswith(("cli/", "models/", "estimators/", "distributed/"))}
    assert callers - own == isolated

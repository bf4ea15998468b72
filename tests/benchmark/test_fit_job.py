"""The fit job keeps predictions of an earlier job unless code, data or settings have changed."""

import os
import sys
import time
import types

import numpy as np
import pytest
from support import scripts

from naivebench.benchmark import discretize, fit, job_settings, predictions, provenance
from naivebench.benchmark.fit import Job
from naivebench.core import hit_curves
from naivebench.core.table import Attribute, make_table, save
from naivebench.evaluation import folds
from naivebench.evaluation.classification import make_cases
from naivebench.evaluation.metrics import METRICS
from naivebench.models import registry

pytestmark = pytest.mark.workflow

STANZAS = {
    m: {"module": module, "kinds": ["nominal"]}
    for m, module in (("majority", "baselines.majority"), ("nb", "naive_bayes.nb"))
}
CHOSEN = {"module": "naive_bayes.nb_tuned", "kinds": ["nominal"], "chosen_on_test": ["s"]}
# these files make no prediction: they end the process in time and send its output to the log
AROUND = {"script_logging"}


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
    discretize.save(folds.make_folds(table, folds=3), {"halves": []}, tmp_path / "discretized.npz")
    return tmp_path


def job_of(folder, stanzas, seconds=60.0, n_folds=None, **changes):
    provenance.hash_code.cache_clear()  # because tests change the code
    of_all = {"n_folds": n_folds, "seconds": seconds}
    return Job(
        table=str(folder / "table.npz"),
        discretized=str(folder / "discretized.npz"),
        methods={
            m: {"stanza": s, "code": job_settings.hash_fitting_code(s), **of_all} for m, s in stanzas.items()
        },
        cuts_see="training",
        permute=None,
        entropy=[1, 2, 3],
        memory_mb=4096,
        versions={},
    )._replace(**changes)


def run(folder, stanzas, **changes):
    """Run the job and return the seconds of all fits, which differ from run to run."""
    fit.fit_job(job_of(folder, stanzas, **changes), f"{folder}/out.npz")
    return times(folder)


def methods_of(folder):
    return predictions.load(folder / "out.npz").methods


def times(folder):
    return {m: [f.fit_seconds for f in p.folds] for m, p in methods_of(folder).items()}


def mark_times(folder, *_):
    """Replace the times of a run by times that no run takes."""
    found = predictions.load(folder / "out.npz")
    marked = {
        m: p._replace(folds=tuple(f._replace(fit_seconds=1234.5) for f in p.folds))
        for m, p in found.methods.items()
    }
    predictions.save(found._replace(methods=marked), folder / "out.npz")
    return times(folder)


def test_methods_that_a_killed_job_had_finished_are_kept(folder):
    run(folder, {"majority": STANZAS["majority"]})
    marked = mark_times(folder)
    # as the job leaves it when it is killed
    os.rename(folder / "out.npz", folder / "out.npz.partial")
    both = run(folder, STANZAS)
    assert both["majority"] == marked["majority"]
    assert set(both) == {"majority", "nb"}
    assert not list(folder.glob("*.partial"))


@pytest.mark.parametrize(
    ("module", "refitted"),
    [
        ("benchmark.choice_on_test", {"chosen"}),
        ("benchmark.discretize", {"chosen", "nb"}),
        ("benchmark.fit", {"chosen", "nb"}),
        ("data.discretization.cut_points", {"chosen", "nb"}),
        ("benchmark.provenance", set()),
        ("evaluation.metrics", set()),
        ("methods.naive_bayes.gnb", set()),
    ],
)
def test_changed_code_refits_only_what_depends_on_it(folder, monkeypatch, module, refitted):
    methods = {"chosen": CHOSEN, "nb": STANZAS["nb"]}
    run(folder, methods)
    marked = mark_times(folder)
    assert run(folder, methods) == marked
    path, read = provenance.find_module_file(f"naivebench.{module}"), provenance.parse_source
    assert path
    changed = {path: "pass"}
    monkeypatch.setattr(provenance, "parse_source", lambda p: (read(p)[0], read(p)[1] + changed.get(p, "")))
    again = run(folder, methods)
    assert {m for m in methods if again[m] != marked[m]} == refitted


@pytest.mark.parametrize(
    "changes",
    [
        {"entropy": [2, 2, 3]},
        {"permute": [1, 2]},
        {"n_folds": 2},
        {"stanzas": {"nb": STANZAS["nb"] | {"params": {"alpha": 2}}}},
        {"stanzas": {"nb": CHOSEN}},
        {"stanzas": {"nb": CHOSEN | {"reshuffled": {"scheme": "stratified", "folds": 3}}}},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_other_settings_refit(folder, changes):
    run(folder, {"nb": STANZAS["nb"]})
    assert mark_times(folder)["nb"][0] == 1234.5
    again = run(folder, **({"stanzas": {"nb": STANZAS["nb"]}} | changes))
    assert 1234.5 not in again["nb"]


def test_files_libraries_and_settings_are_in_the_fingerprint(folder):
    """Each of them is changed alone."""
    table, own = (folder / "table.npz").read_bytes(), folder / "own.csv"
    own.write_text("{}")
    stanza = STANZAS["nb"] | {"discretize": "halves", "predictions": str(own)}
    job = job_of(folder, {"nb": stanza}, versions={"numpy": "1"})

    def mark(job=job):
        return fit.hash_methods(job)["nb"]

    first = mark()
    assert mark(job._replace(cuts_see="all")) != first
    assert mark(job._replace(versions={"numpy": "2"})) != first
    own.write_text("{ }")
    assert mark() != first
    own.write_text("{}")
    (folder / "table.npz").write_bytes(table + b" ")
    assert mark() != first
    (folder / "table.npz").write_bytes(table)
    drawn, path = folds.load(folder / "discretized.npz"), folder / "discretized.npz"
    discretize.save(drawn, {"halves": [[]]}, path)
    assert mark() != first
    discretize.save(drawn, {"halves": [], "thirds": []}, path)
    assert mark() == first  # a discretizer that the method does not use
    discretize.save(drawn._replace(test=drawn.test[::-1]), {"halves": []}, path)
    assert mark() != first


def test_a_choice_on_the_test_parts_is_kept(folder):
    run(folder, {"nb": CHOSEN})
    assert mark_times(folder) == run(folder, {"nb": CHOSEN})


def test_methods_may_run_on_the_first_folds_only(folder, capfd):
    job = job_of(folder, STANZAS)
    job.methods["nb"] = job.methods["nb"] | {"n_folds": 1}
    for _ in range(2):
        fit.fit_job(job, f"{folder}/out.npz")
        assert not capfd.readouterr().err
    parts = predictions.gather_folds(predictions.load(folder / "out.npz"))
    assert {m: [(label, len(p.rows)) for label, p in by_fold.items()] for m, by_fold in parts.items()} == {
        "nb": [((0, 0), 10)], "majority": [((0, 0), 10), ((0, 1), 10), ((0, 2), 10)],
    }  # fmt: skip
    found = methods_of(folder)
    run(folder, STANZAS)
    np.testing.assert_array_equal(found["nb"].log_proba, methods_of(folder)["nb"].log_proba[:10])


def test_a_failure_is_kept_until_it_is_to_be_repeated(folder, monkeypatch):
    fits = {"fit": lambda train, *, rng: 1 / 0}
    stanzas = _with_fits(monkeypatch, fails=fits)
    run(folder, stanzas)
    monkeypatch.undo()
    _with_fits(monkeypatch, fails={})
    for repeat, status in ((False, "failed"), (True, "ok")):
        fit.fit_job(job_of(folder, stanzas), f"{folder}/out.npz", repeat)
        assert {fold.status for fold in methods_of(folder)["fails"].folds} == {status}


def test_the_fingerprint_covers_all_code_of_the_job_that_affects_fits():
    script = provenance.find_import_closure(scripts.ROOT / "workflow" / "scripts" / "fit.py")
    covered = provenance.find_import_closure("naivebench.benchmark.fit")
    assert {p.stem for p in script} - {p.stem for p in covered} == AROUND


def test_choice_on_test_parts_is_by_the_metric_of_that_name():
    rng = np.random.default_rng(3)
    for classes in (2, 3):
        y = rng.integers(0, classes, 200)
        log_proba = np.log(rng.dirichlet(np.ones(classes), 200))
        chosen_by = hit_curves.average_curves(y, log_proba, hit_curves.area_up_to)
        assert chosen_by == METRICS["hit_area_10"].compute(make_cases(y, log_proba))


def learn(train, *, rng):
    """Fit naive Bayes, as a method that behaves."""
    return registry.load("naive_bayes.nb").fit(train, rng=rng)


def _forever(train, *, rng):
    time.sleep(60)


def _endless_memory(train, *, rng):
    held = []
    while True:
        held.append(bytearray(1 << 24))


def _die(train, *, rng):
    os._exit(9)


MISBEHAVING = {
    "leaves": (None, "SystemExit: no licence"),
    "sleeps": (_forever, "took longer than timeout_seconds = 2"),
    "allocates": (_endless_memory, "MemoryError: out of memory (memory_mb = 400)"),
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
            return types.SimpleNamespace(**vars(nb) | {"fit": MISBEHAVING[module[5:]][0]})
        return plain(module)

    monkeypatch.setattr(registry, "load", load)
    made = {name: {"module": f"made.{name}", "kinds": ["nominal"]} for name in MISBEHAVING}
    return {"majority": STANZAS["majority"]} | made | {"nb": STANZAS["nb"]}


def test_a_method_that_ends_its_process_loses_only_its_own_rows(folder, misbehaving, capfd):
    run(folder, misbehaving, seconds=2.0, memory_mb=400)
    found = methods_of(folder)
    for name, (_, reason) in MISBEHAVING.items():
        assert [fold.reason for fold in found[name].folds] == [reason] * 3
    run(folder, STANZAS)
    alone = methods_of(folder)
    for name in STANZAS:
        np.testing.assert_array_equal(found[name].log_proba, alone[name].log_proba)


def test_folds_of_an_earlier_run_are_kept_if_the_method_is_lost_now(folder, misbehaving, monkeypatch, capfd):
    made = {"dies": misbehaving["dies"]}
    with monkeypatch.context() as patch:
        patch.setitem(MISBEHAVING, "dies", (learn, ""))
        run(folder, made)
    before = predictions.load(folder / "out.npz")
    first = before.methods["dies"]
    again = first._replace(folds=(first.folds[0], *(f._replace(status="failed") for f in first.folds[1:])))
    predictions.save(before._replace(methods={"dies": again}), folder / "out.npz")
    fit.fit_job(job_of(folder, made), f"{folder}/out.npz", repeat_failed=True)
    found = methods_of(folder)["dies"]
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
    found = methods_of(folder)
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
    alone = methods_of(folder)
    os.remove(folder / "out.npz")
    mine = {"module": "mine.py", "kinds": ["nominal"]}
    run(folder, {"majority": STANZAS["majority"], "mine": mine, "nb": STANZAS["nb"]})
    found = methods_of(folder)
    assert "ZeroDivisionError" in found["mine"].folds[0].reason
    for name in STANZAS:
        np.testing.assert_array_equal(found[name].log_proba, alone[name].log_proba)

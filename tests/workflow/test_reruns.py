"""After a change, exactly the jobs that depend on it run again."""

import contextlib
import os

import pandas as pd
import pytest
from support import workflow_project as project

from naivebench.benchmark import predictions

pytestmark = [pytest.mark.workflow, pytest.mark.long]

DATASETS = """
  people: {source: {file: my/people.csv}, target: likes tea}
  others: {source: {file: my/others.csv}, target: likes tea}
"""
OVERLAY = """
metrics: [accuracy]
select: {experiments: [benchmark], datasets: [people, others]}
experiments: {benchmark: {methods: [majority, nb, bsej, tool], exclude_methods: []}}
protocols: {honest: {folds: {folds: 2}}}
"""
TOOL = """
tool: {title: T, group: baseline, predictions: "external/{protocol}/{dataset}.csv"}
"""
METRIC = """        Metric(
            "error",
            "Error rate",
            lambda of: 1 - classification.accuracy(of),
            "Share of cases classified wrongly.",
            better="lower",
        ),
"""
PAGE = {"figures", "report", "all"}
NUMBERS = {"score", "compare", *PAGE}


def run(folder, *arguments, **options):
    done = project.run(folder, "--configfile", "overlay.yaml", *arguments, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = project.copy(tmp_path_factory.mktemp("reruns"))
    for name, rows in (("people", 60), ("others", 45)):
        project.write_people(folder / "my" / f"{name}.csv", rows=rows)
    project.add(folder, "datasets", DATASETS)
    project.add(folder, "methods", TOOL)
    project.overlay(folder, OVERLAY)
    run(folder)
    return folder


def planned(folder, **options):
    """Rule -> number of jobs that a dry run lists."""
    found = project.counts(run(folder, "-n", **options))
    return {rule: n for rule, n in found.items() if rule != "total"}


@contextlib.contextmanager
def edited(path, change):
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))
    try:
        yield
    finally:
        path.write_text(text)


def replaced(old, new):
    return lambda text: text.replace(old, new)


def with_code(text):
    return text + "\nMARK = 1\n"


SOURCE = "src/naivebench/"
EVERY = {"discretize": 2, "fit": 2, **dict.fromkeys(NUMBERS, 1)}
FITS = {"fit": 2, **dict.fromkeys(NUMBERS, 1)}
CHANGES = {  # change -> file, edit, jobs
    "code of a method": (SOURCE + "methods/semi_naive/bsej.py", with_code, FITS),
    "code that methods share": (SOURCE + "core/table.py", with_code, {"prepare": 2, **EVERY}),
    "parameters of a method": (
        "overlay.yaml",
        replaced("folds: 2}", "folds: 2}, params: {bsej: {alpha: 2}}"),
        FITS,
    ),
    "a new method": ("overlay.yaml", replaced("[majority, nb,", "[majority, cart, nb,"), FITS),
    "a method less": ("overlay.yaml", replaced("[majority, nb,", "[nb,"), FITS),
    "the title of a method": (
        "config/methods.yaml",
        replaced("title: Backward ", "title: Greedy backward "),
        {"compare": 1, **dict.fromkeys(PAGE, 1)},
    ),
    "cut points of all cases": ("overlay.yaml", replaced("folds: 2}", "folds: 2}, cuts: all"), EVERY),
    "a stanza of a data set": (
        "config/datasets/own.yaml",
        replaced("{source: {file: my/others.csv},", "{missing: Oslo, source: {file: my/others.csv},"),
        {"prepare": 1, "discretize": 1, "fit": 1, **dict.fromkeys(NUMBERS, 1)},
    ),
    "a removed data set": (
        "overlay.yaml",
        replaced("[people, others]", "[people]"),
        dict.fromkeys(NUMBERS, 1),
    ),
    "a metric": (SOURCE + "evaluation/classification.py", with_code, dict.fromkeys(NUMBERS, 1)),
    "the level of significance": (
        "overlay.yaml",
        lambda text: text + "statistics: {alpha: 0.01}\n",
        {"compare": 1, **dict.fromkeys(PAGE, 1)},
    ),
    "a figure": (SOURCE + "report/figures/papers.py", with_code, dict.fromkeys(PAGE, 1)),
    "a template": (
        SOURCE + "report/templates/index.html.j2",
        lambda text: text + "\n",
        {"report": 1, "all": 1},
    ),
    "the script of fits": ("workflow/scripts/fit.py", with_code, FITS),
    "the time limit": ("overlay.yaml", lambda text: text + "timeout_seconds: 300\n", {"prepare": 2, **EVERY}),
}


def with_remark(text):
    return text + "\n# a remark\n"


def test_times_comments_other_methods_and_another_mirror_run_nothing(folder):
    for path in folder.glob("src/**/*.py"):
        path.touch()
    with (
        edited(folder / SOURCE / "core/table.py", with_remark),
        edited(folder / "workflow/scripts/fit.py", with_remark),
        edited(folder / SOURCE / "methods/bn_classifiers/tan.py", with_code),  # which is not selected
    ):
        assert planned(folder, NAIVEBENCH_MIRROR="/elsewhere") == {}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_runs_the_jobs_that_depend_on_it(folder, change):
    file, edit, jobs = CHANGES[change]
    with edited(folder / file, edit):
        assert planned(folder) == jobs


@pytest.mark.parametrize("seconds", [-1000, 0, 1000], ids=["older", "equally old", "newer"])
def test_the_content_of_a_file_of_the_user_decides_not_its_time(folder, seconds):
    for file, jobs in {
        "my/people.csv": {"prepare": 1, "discretize": 1, "fit": 1, **dict.fromkeys(NUMBERS, 1)},
        "external/honest/people.csv": {"fit": 1, **dict.fromkeys(NUMBERS, 1)},
    }.items():
        path = folder / file
        is_file = path.exists()
        before = path.read_text() if is_file else ""
        time = path.stat().st_mtime if is_file else (folder / "overlay.yaml").stat().st_mtime
        path.parent.mkdir(parents=True, exist_ok=True)
        if is_file and seconds:
            os.utime(path, (time + seconds, time + seconds))
            assert planned(folder) == {}
        path.write_text(f"{before}\n44,Oslo,1970-01-15,1000,not sure\n")
        os.utime(path, (time + seconds, time + seconds))
        try:
            assert planned(folder) == jobs
        finally:
            path.write_text(before) if is_file else path.unlink()


def test_another_version_of_a_library_runs_what_uses_it(folder, tmp_path):
    """The version is that of the metadata that Python finds first."""
    other = tmp_path / "numba-9.9.dist-info"
    other.mkdir()
    (other / "METADATA").write_text("Metadata-Version: 2.1\nName: numba\nVersion: 9.9\n")
    assert planned(folder, PYTHONPATH=str(tmp_path)) == EVERY


def test_a_new_data_set_is_fetched(folder):
    with edited(folder / "overlay.yaml", replaced("[people, others]", "[people, others, crx]")):
        assert planned(folder)["fetch"] == 1


def test_a_changed_method_refits_nothing_else_and_a_new_metric_nothing(folder):
    def times():
        return {
            (path.stem, m): [f.fit_seconds for f in p.folds]
            for path in folder.glob("results/predictions/honest/*.npz")
            for m, p in predictions.load(path).methods.items()
            if m != "tool"
        }

    first = times()
    with edited(folder / SOURCE / "methods/semi_naive/bsej.py", with_code):
        run(folder, "--", "results/scores.parquet")
        second = times()
        assert {key[1] for key in first if first[key] != second[key]} == {"bsej"}
        with (
            edited(
                folder / SOURCE / "evaluation/metrics.py",
                lambda text: text.replace("    for metric in (\n", "    for metric in (\n" + METRIC),
            ),
            edited(folder / "overlay.yaml", replaced("[accuracy]", "[accuracy, error]")),
        ):
            run(folder, "--", "results/scores.parquet")
    assert times() == second
    scores = pd.read_parquet(folder / "results" / "scores.parquet")
    wide = scores.pivot(index=["dataset", "method", "fold"], columns="metric", values="value")
    assert len(wide) == 12
    assert (wide["error"] - (1 - wide["accuracy"])).abs().max() < 1e-12

"""After an edit, exactly the jobs that use the edited file or setting run again."""

import contextlib
import re

import pandas as pd
import pytest
from support import workflow_project as project

pytestmark = [pytest.mark.workflow, pytest.mark.long]

PEOPLE = "\n  people: {source: {file: my/people.csv}, target: likes tea}\n"
OVERLAY = """
metrics: [accuracy]
select: {experiments: [benchmark], datasets: [people]}
experiments: {benchmark: {methods: [majority, nb, bsej, pazzani_eda, hpb], exclude_methods: []}}
protocols:
  honest:
    folds: {folds: 2}
    params: {pazzani_eda: {population: 6, selected: 6, offspring: 6, max_generations: 2}}
grain: {bundle_rows: 0}
"""
TARGET = "results/scores.parquet"
METRIC = """        Metric(
            "error",
            "Error rate",
            lambda y, log_proba, *, predicted=None, weights=None: 1
            - classification.accuracy(y, log_proba, predicted=predicted, weights=weights),
            "lower",
            UNIT,
            "Share of cases classified wrongly.",
        ),
"""
EVERY = {"_bundle", "bsej", "hpb", "pazzani_eda"}  # units of evaluation: majority and nb share a job
USED_BY = {  # the units that use each file
    "methods/edas/umda.py": {"pazzani_eda"},
    "methods/semi_naive/bsej.py": {"bsej"},
    "core/patterns.py": {"hpb"},
    # only hpb uses its constant; the metrics of all methods are computed again
    "core/hit_curves.py": {"hpb"},
    "methods/naive_bayes/nb.py": {"_bundle"},
}


def run(folder, *arguments, **options):
    # the same loops without compilation, which would take longer than running them here
    options |= {"NUMBA_DISABLE_JIT": "1"}
    return project.run(folder, TARGET, *arguments, "--configfile", "overlay.yaml", **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = project.copy(tmp_path_factory.mktemp("reruns"))
    project.write_people(folder / "my" / "people.csv", rows=60)
    project.add(folder, "datasets", PEOPLE)
    project.overlay(folder, OVERLAY)
    done = run(folder)
    assert done.returncode == 0, done.stdout
    return folder


def reasons(folder, *arguments):
    """The units that a run evaluates with the changed source files that it gives as reasons, and its other
    rules.

    With -n these are the units that a run would evaluate.
    """
    done = run(folder, *arguments)
    assert done.returncode == 0, done.stdout
    blocks = re.findall(r"^(?:local)?rule (\w+):\n((?: .*\n)*)", done.stdout, re.MULTILINE)
    units = {}
    for rule, text in blocks:
        if rule == "evaluate":
            files = re.findall(
                r"\bsrc/naivebench/([^,\s]+)", re.search(r"^ *reason: (.*)", text, re.MULTILINE)[1]
            )
            units[re.search(r"\bunit=([^,\s]+)", text)[1]] = set(files)
    return units, {rule for rule, _ in blocks} - {"evaluate"}


def planned(folder):
    """Units that a dry run would evaluate, and the other rules that it would run."""
    units, rules = reasons(folder, "-n")
    return set(units), rules


@contextlib.contextmanager
def edited(path, change):
    text = path.read_text()
    assert change(text) != text
    path.write_text(change(text))
    try:
        yield
    finally:
        path.write_text(text)


def with_code(text):
    return text + "\nMARK = 1\n"


def test_an_edited_file_only_runs_what_uses_it(folder):
    """All files are edited together, because a job names the changed files for which it runs."""
    with contextlib.ExitStack() as edits:
        for file in USED_BY:
            edits.enter_context(edited(folder / "src" / "naivebench" / file, with_code))
        units, rules = reasons(folder, "-n")
    assert {file: {u for u, files in units.items() if file in files} for file in USED_BY} == USED_BY
    assert set().union(*units.values()) == set(USED_BY)
    assert rules == {"score", "collect"}


def test_a_file_that_every_method_uses_runs_every_method(folder):
    with edited(folder / "src" / "naivebench" / "core" / "table.py", with_code):
        assert planned(folder)[0] == EVERY


def test_an_unchanged_file_and_text_about_a_method_run_nothing(folder):
    for file in (*USED_BY, "core/table.py"):
        (folder / "src" / "naivebench" / file).touch()
    methods = folder / "config" / "methods.yaml"
    with edited(methods, lambda text: text.replace("title: Backward ", "title: Greedy backward ")):
        assert planned(folder) == (set(), set())


def test_parameters_of_a_method_run_that_method(folder):
    old, new = "params: {pazzani_eda:", "params: {bsej: {alpha: 2}, pazzani_eda:"
    with edited(folder / "overlay.yaml", lambda text: text.replace(old, new)):
        assert planned(folder) == ({"bsej"}, {"score", "collect"})


def test_other_cut_points_run_the_methods_that_use_them(folder):
    with edited(folder / "overlay.yaml", lambda text: text.replace("folds: 2}", "folds: 2}\n    cuts: all")):
        assert planned(folder) == (EVERY, {"discretize", "score", "collect"})


def test_text_about_a_metric_runs_no_method(folder):
    table = folder / "src" / "naivebench" / "evaluation" / "metrics.py"
    with edited(table, lambda text: text.replace("Share of cases classified correctly.", "Hit rate.")):
        assert planned(folder) == (set(), {"score", "collect"})


def test_a_new_metric_is_scored_without_refitting(folder):
    times = {p: p.read_text() for p in folder.glob("results/predictions/**/*.times.json")}
    assert len(times) == len(EVERY)
    with (
        edited(
            folder / "src" / "naivebench" / "evaluation" / "metrics.py",
            lambda text: text.replace("    for metric in (\n", "    for metric in (\n" + METRIC),
        ),
        edited(folder / "overlay.yaml", lambda text: text.replace("[accuracy]", "[accuracy, error]")),
    ):
        assert reasons(folder) == ({}, {"score", "collect"})
    scores = pd.read_parquet(folder / TARGET).pivot(
        index=["method", "fold"], columns="metric", values="value"
    )
    assert len(scores) == 10
    assert (scores["error"] - (1 - scores["accuracy"])).abs().max() < 1e-12
    assert {p: p.read_text() for p in times} == times

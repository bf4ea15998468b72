"""Steps of the methods of a fit job, and the cut tables that the methods share; everything runs in this
process.
"""

import types
from itertools import groupby

import numpy as np
import pytest

from naivebench.benchmark import choice_on_test, discretize, fit, method_runs
from naivebench.core.table import Attribute, make_table, n_cases, subset
from naivebench.data.discretization import cut_points
from naivebench.evaluation import folds as folding
from naivebench.models import isolate, registry

CUTS = {"low": 4.0, "high": 6.0}  # discretizer -> about where it cuts


@pytest.fixture
def table():
    reals = np.arange(12.0)[:, None]
    made = make_table([Attribute("x", "linear")], ("a", "b"), np.arange(12) % 2, reals=reals)
    return made._replace(groups=np.arange(12))  # so that a method sees which rows it gets


@pytest.fixture
def children(monkeypatch):
    """The items of every call of `isolate.run_isolated`, which runs them in this process."""
    made = []

    def in_process(function, items, limits):
        made.append(batch := [])
        for item in items:
            batch.append(item)
            try:
                yield item, isolate.Outcome("ok", "", function(item))
            except ImportError as error:
                yield item, isolate.Outcome("failed", str(error), None)

    monkeypatch.setattr(isolate, "run_isolated", in_process)
    monkeypatch.setattr(isolate, "limit_memory", lambda megabytes: None)
    return made


@pytest.fixture
def seen(monkeypatch):
    """The first interval and the rows of every training part, which replaced methods have seen."""
    fitted = []

    def fit(train, *, rng, s=1.0):
        fitted.append((next(iter(train.attributes[0].values), ""), tuple(train.groups)))
        return s

    def load(module):
        if module == "made.lacking":
            raise ImportError("no such module")
        return types.SimpleNamespace(
            fit=fit,
            GRIDS={"s": (1.0, 2.0)},
            predict_log_proba=lambda model, test: np.full((n_cases(test), 2), np.log(0.5)),
            summarize=lambda model: {},
        )

    monkeypatch.setattr(registry, "load", load)
    return fitted


def stanza(name="plain", **more):
    return {"module": f"made.{name}", "kinds": ["linear", "ordinal"], **more}


def every(table, folds, methods, path="", cuts_see="training", earlier=None, keep_failed=True, n=None):
    settings = {m: {"stanza": s, "code": "", "n_folds": n, "seconds": 60.0} for m, s in methods.items()}
    job = fit.Job("", str(path), settings, cuts_see, None, [1], 1000.0, {})
    marks = dict.fromkeys(methods, "mark")
    tasks = fit.list_tasks(job, table, folds, marks, earlier or {}, keep_failed)
    return dict(fit.fit_methods(job, tasks))


@pytest.mark.parametrize("cuts_see", ["training", "all"])
@pytest.mark.parametrize("skip", [None, 0, 4])
def test_every_fit_sees_the_cut_points_of_its_discretizer_and_fold(
    table, children, seen, tmp_path, skip, cuts_see
):
    """`skip`: number of skipped cases of leave-one-out; None: three folds."""
    scheme = {"folds": 3} if skip is None else {"scheme": "leave_one_out", "skip": skip}
    folds = folding.make_folds(table, **scheme)
    n = 3 if skip is None else len(folds.test)
    points = {
        name: [[np.array([first + f / 100])] for f in range(1 if cuts_see == "all" else n)]
        for name, first in CUTS.items()
    }
    discretize.save(folds, points, tmp_path / "discretized.npz")
    methods = {m: stanza(discretize=m) for m in CUTS}
    result = every(table, folds, methods, tmp_path / "discretized.npz", cuts_see)
    assert {fold.reason for p in result.values() for fold in p.folds} == {""}
    tested = [part.tolist() for part in np.split(folds.test, folds.offsets[1:-1])]
    rows = range(12)
    if skip is not None:
        tested, rows = [[row] for row in folds.test], folds.test
    if cuts_see == "all" and skip is not None:
        tested.append([])  # the model of the summary
    expected = [
        (
            cut_points.apply_cuts(table, points[m][0 if cuts_see == "all" else f]).attributes[0].values[0],
            tuple(row for row in rows if row not in without),
        )
        for m in CUTS
        for f, without in enumerate(tested)
    ]
    assert seen == expected


def test_a_choice_on_other_folds_learns_their_cut_points(table, children, seen):
    folds = folding.make_folds(table, folds=3)
    cuts = [[np.array([float(f)])] for f in (3, 4, 5)]
    limits = isolate.Limits(60.0, 1000.0)
    setting = method_runs.Setting(
        "m", stanza(discretize="equal_width"), table, folds, cuts, "training", (1,), limits
    )
    choice_on_test.evaluate_best_values(setting, ["s"], reshuffled={"folds": 2})
    intervals = [interval for interval, _ in seen]
    assert intervals[-3:] == ["<= 3", "<= 4", "<= 5"]
    for interval, rows in seen[:-3]:
        learned = cut_points.learn_cuts(subset(table, np.array(rows)), "equal_width")
        assert interval == cut_points.apply_cuts(table, learned).attributes[0].values[0]


def test_methods_share_a_child_unless_they_need_their_own(table, children, seen):
    methods = {"a": stanza(), "b": stanza(), "own": {"module": "own.py", "kinds": ["linear"]}}
    methods |= {"c": stanza(), "chosen": stanza(chosen_on_test=["s"]), "d": stanza()}
    result = every(table, folding.make_folds(table, folds=3), methods)
    assert list(result) == list(methods)
    steps = [child for child in children if isinstance(child[0], fit.Step)]
    assert [[m for m, _ in groupby(s.method for s in child)] for child in steps] == [
        ["a", "b"], ["own"], ["c"], ["chosen"], ["d"],
    ]  # fmt: skip
    assert [step.fold for step in steps[0]] == [None, 0, 1, 2] * 2
    folds = folding.make_folds(table, folds=3)
    first = every(table, folds, {"a": stanza()}, n=2)["a"]
    assert [len(first.folds), len(first.log_proba)] == [2, folds.offsets[2]]


def test_a_method_that_cannot_be_imported_or_used_runs_no_fold(table, children, seen):
    methods = {"lacking": stanza("lacking"), "barred": stanza() | {"kinds": ["angular"]}}
    methods |= {"external": {"predictions": "nowhere.csv"}, "plain": stanza()}
    result = every(table, folding.make_folds(table, folds=3), methods)
    statuses = {method: {fold.status for fold in p.folds} for method, p in result.items()}
    assert statuses == {
        "lacking": {"failed"}, "barred": {"not applicable"}, "external": {"failed"}, "plain": {"ok"},
    }  # fmt: skip
    assert [step.fold for step in children[0]] == [None] * 4 + [0, 1, 2]


def test_a_kept_fold_between_others_stays_in_its_place(table, children, seen):
    folds, methods = folding.make_folds(table, folds=3), {"plain": stanza()}
    first = every(table, folds, methods)["plain"]
    marked = np.log(np.arange(24).reshape(12, 2) + 1.0)
    results = tuple(
        f._replace(status=s, fit_seconds=7.0)
        for f, s in zip(first.folds, ("failed", "ok", "failed"), strict=True)
    )
    earlier = {"plain": first._replace(log_proba=marked, folds=results)}
    found = every(table, folds, methods, earlier=earlier, keep_failed=False)["plain"]
    assert [fold.fit_seconds == 7.0 for fold in found.folds] == [False, True, False]
    part = slice(folds.offsets[1], folds.offsets[2])
    expected = first.log_proba.copy()
    expected[part] = marked[part]
    np.testing.assert_allclose(found.log_proba, expected, rtol=1e-6)
    assert [step.fold for step in children[-1]] == [None, 0, 2]


def test_complete_predictions_of_a_method_that_chooses_on_test_parts_are_kept(table, children, seen):
    folds, methods = folding.make_folds(table, folds=3), {"chosen": stanza(chosen_on_test=["s"])}
    first = every(table, folds, methods)["chosen"]
    seen.clear()
    again = every(table, folds, methods, earlier={"chosen": first})["chosen"]
    assert seen == []
    assert again.folds == first.folds

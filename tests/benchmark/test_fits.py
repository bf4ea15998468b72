"""Steps of the methods of an evaluate job, and the cut tables that the methods share; everything runs in this
process.
"""

import json
import types
from itertools import groupby

import numpy as np
import pytest

from naivebench.benchmark import chosen_on_test, run
from naivebench.benchmark.jobs import fits
from naivebench.core.table import Attribute, make_table, n_cases
from naivebench.data.discretization import apply
from naivebench.evaluation import folds as folding
from naivebench.models import isolate, registry

CUTS = {"low": 4.0, "high": 6.0}  # discretizer -> about where it cuts


@pytest.fixture
def table():
    reals = np.arange(12.0)[:, None]
    return make_table([Attribute("x", "linear")], ("a", "b"), np.arange(12) % 2, reals=reals)


@pytest.fixture
def children(monkeypatch):
    """The items of every call of `isolate.run`, which runs them in this process."""
    made = []

    def in_process(function, items, limits):
        made.append(asked := [])
        for item in items:
            asked.append(item)
            try:
                yield item, isolate.Outcome("ok", "", function(item))
            except ImportError as error:
                yield item, isolate.Outcome("failed", str(error), None)

    monkeypatch.setattr(isolate, "run", in_process)
    monkeypatch.setattr(isolate, "limit_memory", lambda megabytes: None)
    return made


@pytest.fixture
def seen(monkeypatch):
    """The first interval of every training part, which replaced methods have seen."""
    fitted = []

    def fit(train, *, rng, s=1.0, s_grid=(1.0, 2.0)):
        fitted.append(next(iter(train.attributes[0].values), ""))
        return s

    def load(module):
        if module == "made.lacking":
            raise ImportError("no such module")
        return types.SimpleNamespace(
            fit=fit,
            predict_log_proba=lambda model, test: np.full((n_cases(test), 2), np.log(0.5)),
            summarize=lambda model: {},
        )

    monkeypatch.setattr(registry, "load", load)
    return fitted


def stanza(name="plain", **more):
    return {"module": f"made.{name}", "kinds": ["linear", "ordinal"], **more}


def every(table, folds, methods, cuts=None, cuts_see="training"):
    job = fits.Job("", "", "", "", methods, None, cuts or {}, cuts_see, None, 1, 60.0, 1000.0, {})
    found = fits.every(job, table, folds, (1,), dict.fromkeys(methods, "mark"), {}, True)
    return {method: predictions for method, predictions, _ in found}


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize("cuts_see", ["training", "all"])
@pytest.mark.parametrize("skip", [None, 0, 4])
def test_every_fit_sees_the_cut_points_of_its_discretizer_and_fold(
    table, children, seen, tmp_path, monkeypatch, skip, cuts_see, shared
):
    """`skip`: number of skipped cases of leave-one-out; None: three folds."""
    if not shared:
        monkeypatch.setattr(run, "SHARED_CELLS", 0)
    scheme = {"folds": 3} if skip is None else {"scheme": "leave_one_out", "skip": skip}
    folds = folding.make(table, **scheme)
    n = 3 if skip is None else len(folds.test)
    points = {
        name: [[np.array([first + f / 100])] for f in range(1 if cuts_see == "all" else n)]
        for name, first in CUTS.items()
    }
    for name, of_folds in points.items():
        written = {"cuts": [[p.tolist() for p in fold] for fold in of_folds], "per": "fold"}
        (tmp_path / name).write_text(json.dumps(written))
    methods = {m: stanza(discretize=m) for m in CUTS}
    result = every(table, folds, methods, {m: str(tmp_path / m) for m in CUTS}, cuts_see)
    assert {fold.reason for p in result.values() for fold in p.folds} == {""}
    expected = [
        apply.apply(table, points[m][0 if cuts_see == "all" else f]).attributes[0].values[0]
        for m in CUTS
        for f in (*range(n), *([0] if cuts_see == "all" and skip is not None else []))  # and the summary
    ]
    assert seen == expected


def test_a_choice_on_other_folds_learns_their_cut_points(table, children, seen):
    folds = folding.make(table, folds=3)
    cuts = [[np.array([float(f)])] for f in (3, 4, 5)]
    limits = isolate.Limits(60.0, 1000.0)
    setting = run.Setting(
        "m", stanza(discretize="equal_width"), table, folds, cuts, "training", (1,), limits
    )._replace(cut_tables=run.cut_tables(table, cuts))
    chosen_on_test.evaluate(setting, ["s"], "mark", reshuffled={"folds": 2})
    assert seen[-3:] == ["<= 3", "<= 4", "<= 5"]
    assert not set(seen[:-3]) & set(seen[-3:])


def test_methods_share_a_child_unless_they_need_their_own(table, children, seen):
    methods = {"a": stanza(), "b": stanza(), "own": {"module": "own.py", "kinds": ["linear"]}}
    methods |= {"c": stanza(), "chosen": stanza(chosen_on_test=["s"]), "d": stanza()}
    result = every(table, folding.make(table, folds=3), methods)
    assert list(result) == list(methods)
    steps = [child for child in children if isinstance(child[0], fits.Step)]
    assert [[m for m, _ in groupby(s.method for s in child)] for child in steps] == [
        ["a", "b"], ["own"], ["c"], ["chosen"], ["d"],
    ]  # fmt: skip
    assert [step.fold for step in steps[0]] == [None, 0, 1, 2] * 2


def test_a_method_that_cannot_be_imported_or_used_runs_no_fold(table, children, seen):
    methods = {"lacking": stanza("lacking"), "barred": stanza() | {"kinds": ["angular"]}}
    methods |= {"external": {"predictions": "nowhere.csv"}, "plain": stanza()}
    result = every(table, folding.make(table, folds=3), methods)
    statuses = {method: {fold.status for fold in p.folds} for method, p in result.items()}
    assert statuses == {
        "lacking": {"failed"}, "barred": {"not applicable"}, "external": {"failed"}, "plain": {"ok"},
    }  # fmt: skip
    assert [step.fold for step in children[0]] == [None] * 4 + [0, 1, 2]

"""The code contains no call into a method's module outside a child process."""

import ast

import pytest

from naivebench.benchmark import provenance

pytestmark = pytest.mark.slow

# a user's program runs the modules that it imports, so a crash affects only its own process
LIBRARY = ("models", "estimators", "distributed")
FILES = sorted([*provenance.SOURCE.rglob("*.py"), *(provenance.SOURCE.parents[1] / "workflow").rglob("*.py")])


def uses(*names):
    """The (file, function) of every place that uses one of the names, except its own definition."""
    found = set()
    for path in FILES:
        if path.parent.name in LIBRARY:
            continue
        text = path.read_text(encoding="utf-8")
        if not any(name.rpartition(".")[2] in text for name in names):
            continue
        outer = {}
        for node in ast.walk(ast.parse(text)):
            for child in ast.iter_child_nodes(node):
                outer[child] = node
            if not isinstance(node, (ast.Name, ast.Attribute)) or ast.unparse(node) not in names:
                continue
            place = node
            while not isinstance(place, (ast.FunctionDef, ast.Module)):
                place = outer[place]
            found.add((path.name, getattr(place, "name", "")))
    return found


@pytest.mark.parametrize(
    ("names", "places"),
    [
        # a module is loaded where fits run, where a choice reads the signature of `fit`, and in the two
        # commands
        (
            ("registry.load",),
            {
                ("run.py", "prepared"),
                ("chosen_on_test.py", "evaluate"),
                ("predict.py", "run"),
                ("predict.py", "imported"),
            },
        ),
        (
            ("fitted.fit", "fitted.predict_log_proba", "explanations.written"),
            {
                *(
                    ("predict.py", "fit"),
                    ("fit.py", "attempt"),
                    ("predict.py", "attempt"),
                    ("predict.py", "why"),
                ),
                *(("details.py", "final"), ("details.py", "_explained"), ("explain.py", "explain")),
            },
        ),
        (
            ("run.evaluate",),
            {("chosen_on_test.py", "evaluate"), ("chosen_on_test.py", "choose")},
        ),
        (("chosen_on_test.evaluate",), {("fit.py", "step")}),
        (("run.prepared",), {("fit.py", "prepared")}),
    ],
)
def test_functions_that_call_a_method_run_in_a_child(names, places):
    assert uses(*names) == places


@pytest.mark.parametrize(
    ("file", "function", "taker"),
    [
        ("benchmark/fit.py", "step", "isolate.run"),
        ("cli/predict.py", "told", "isolate.call"),
        ("cli/predict.py", "attempt", "guarded"),
        ("cli/fit.py", "attempt", "predict.guarded"),
    ],
)
def test_such_functions_are_passed_only_to_isolate(file, function, taker):
    (path,) = [p for p in FILES if p.as_posix().endswith(f"/{file}")]
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
    assert not [c for c in calls if ast.unparse(c.func) == function]
    takers = [ast.unparse(c.func) for c in calls if function in map(ast.unparse, c.args)]
    assert takers == [taker]


def test_only_that_function_makes_fits():
    assert {place for place in uses("prepared") if place[0] == "fit.py"} == {("fit.py", "step")}


def test_fits_of_a_trial_run_in_isolate():
    (path,) = [p for p in FILES if p.as_posix().endswith("trial/trial.py")]
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Call)]
    handed = "".join(ast.unparse(c) for c in calls if ast.unparse(c.func) in ("isolate.call", "_in_time"))
    for function in ("details.final(", "details.weights(", "surprises(True)"):
        assert function in handed

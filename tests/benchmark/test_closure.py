"""Every file that a method or script loads is in its declared import closure, on which its jobs depend."""

from __future__ import annotations

import ast
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support import scripts, sequence_tables, tables

from naivebench.benchmark import configuration, provenance, score
from naivebench.core.table import restrict_to_seen_values, subset
from naivebench.data.discretization import cut_points
from naivebench.models import method_stanzas, own_methods

pytestmark = pytest.mark.workflow

ROOT = Path(__file__).parents[2]
CATALOGUE = configuration.read_configured_methods(ROOT)
METHODS = {
    name: stanza for name, stanza in CATALOGUE.items() if "module" in stanza and "package" not in stanza
}
SCRIPTS = sorted(p.stem for p in (ROOT / "workflow" / "scripts").glob("*.py"))
SMALL = {  # settings that make the test faster
    **{"population": 6, "max_generations": 2, "evaluations": 12, "restarts": 1},
    **{"n_trees": 3, "max_iter": 3, "sweeps": 8, "burn_in": 1, "screening": 2},
}
SMALL_OF = {"random_forest": {"n_trees": 3}, "hdp": {"sweeps": 8, "burn_in": 1}}
METRICS_ONLY = ("evaluation/metrics.py", "evaluation/classification.py", "evaluation/break_even.py")


def loaded(work, folder):
    """The {module: file} loaded by every piece of work, by name, and the errors."""
    (folder / "work").write_bytes(pickle.dumps([(n, f, pickle.dumps(a)) for n, f, a in work]))
    (folder / "loaded").mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "support.loaded_modules", folder / "work", folder / "loaded"],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}"},
        capture_output=True,
        text=True,
        check=False,
    )
    files = {p.stem: p for p in (folder / "loaded").glob("*.json")}
    assert set(files) == {name for name, _, _ in work}, done.stderr
    return {name: json.loads(path.read_text()) for name, path in files.items()}


def undeclared(modules, *starts):
    """Loaded modules that are not in the closure; core.table is loaded by the test's own table."""
    closure = {str(p) for p in provenance.find_import_closure("naivebench.core.table", *starts)}
    return sorted(module for module, file in modules.items() if file not in closure)


def small_table(stanza):
    """Training part and test fold of a kind that the method accepts."""
    kinds = stanza["kinds"]
    if "sequence" in kinds and "nominal" not in kinds:
        table = sequence_tables.made_sequences(45)
    elif "count" in kinds and "nominal" not in kinds:
        table = sequence_tables.made_documents(45)
    else:
        table = tables.of_kinds(tables.mixed(60), kinds)
    train, test = np.arange(40), np.arange(40, len(table.y))
    if stanza.get("discretize"):
        cuts = cut_points.learn_cuts(subset(table, train), stanza["discretize"])
        table = cut_points.apply_cuts(table, cuts)
    table = restrict_to_seen_values(table, train)
    return subset(table, train), subset(table, test)


@pytest.fixture(scope="module")
def of_methods(tmp_path_factory):
    work = []
    for name, stanza in METHODS.items():
        params = stanza.get("params", {})
        known = method_stanzas.read_parameters(stanza["module"]) or {}
        params = params | {k: v for k, v in SMALL.items() if k in known} | SMALL_OF.get(name, {})
        work.append((name, "method", (stanza["module"], params, *small_table(stanza))))
    return loaded(work, tmp_path_factory.mktemp("methods"))


@pytest.mark.long
@pytest.mark.parametrize("method", METHODS)
def test_modules_that_a_method_loads_are_declared(of_methods, method):
    module = own_methods.full_module_name(METHODS[method]["module"])
    assert module in of_methods[method]
    assert undeclared(of_methods[method], module, "naivebench.models.registry") == []


@pytest.mark.parametrize("method", METHODS)
def test_a_method_depends_on_no_metric(method):
    names = {
        p.relative_to(provenance.SOURCE).as_posix()
        for p in provenance.find_import_closure(own_methods.full_module_name(METHODS[method]["module"]))
    }
    assert not names & set(METRICS_ONLY)


def test_the_fit_job_depends_on_no_metric():
    names = {p.as_posix() for p in provenance.find_import_closure(ROOT / "workflow" / "scripts" / "fit.py")}
    assert not [name for name in names if name.endswith(METRICS_ONLY)]


def chain(folder):
    """Every script that runs on files of one small data set, in the order of the workflow, with its job."""
    rows = [f"{i % 7 / 2},{i * 37 % 360},{['no', 'yes'][i * i % 5 % 2]}" for i in range(40)]
    (folder / "made.csv").write_text("x,phi,y\n" + "\n".join(rows) + "\n")
    method = {"module": "directional.vmnb", "kinds": ["linear", "angular", "nominal"]}
    stanza = {"source": {"mirror": "made.csv"}, "target": "y"}
    stanza["kinds"] = {"phi": {"kind": "angular", "period": 360}}
    files = {"table": "t.npz", "discretized": "d.npz"}
    stop = {"on_error": "stop"}
    limits = {"limits": {"seconds": 60, "memory_mb": 4096}, **stop}
    kinds = list(score.COLUMNS)
    scored = {
        **{"metrics": ["accuracy"], "methods": ["vmnb"], "permute": {"made": None}},
        **{"hit_curves": "vmnb", "sources": {"made": None}, "break_even": True, "bias_variance": True},
    }
    return {
        "fetch": scripts.job(
            {},
            {"archive": "a", "status": "a.json"},
            {"of": {"archive": {"mirror": "made.csv"}, "mirror": str(folder)}},
        ),
        "prepare": scripts.job(
            {"archive": ["a"], "status": ["a.json"], "parent": []},
            {"table": "t.npz", "record": "t.json"},
            {"stanza": stanza, "file": [], **limits},
            dataset="made",
        ),
        "discretize": scripts.job(
            {"table": "t.npz", "record": "t.json"},
            {"out": "d.npz"},
            {
                "settings": {
                    **{"folds": {"split": {"folds": 2}, "own_holdout": False, "seed": [1]}, "permute": None},
                    **{"permute_cuts": [1], "discretizers": ["equal_frequency"], "cuts": "training"},
                },
                **limits,
            },
        ),
        "fit": scripts.job(
            files,
            {"out": "p.npz"},
            {
                "settings": {
                    "methods": {"vmnb": {"stanza": method, "code": "", "n_folds": None, "seconds": 60}},
                    **{"cuts_see": "training", "permute": None, "entropy": [1], "memory_mb": 4096},
                    "versions": {},
                },
                **stop,
            },
        ),
        "score": scripts.job(
            {"tables": ["t.npz"], "discretized": ["d.npz"], "predictions": ["p.npz"]},
            {"tables": [f"{kind}.parquet" for kind in kinds], "facts": "facts.json"},
            {"datasets": ["made"], "tables": kinds, "settings": scored | stop},
            protocol="p",
        ),
    }


FITTING = {"fit"}  # the jobs of this script declare the methods too


@pytest.fixture(scope="module")
def of_scripts(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scripts")
    work = [(f"import {name}", "imported", (str(script(name)),)) for name in SCRIPTS]
    for name, job in chain(folder).items():
        work.append((name, "script", (str(script(name)), str(folder), job)))
    return loaded(work, folder)


def script(name):
    return scripts.ROOT / "workflow" / "scripts" / f"{name}.py"


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_that_a_script_imports_are_declared(of_scripts, name):
    assert undeclared(of_scripts[f"import {name}"], script(name)) == []


@pytest.mark.parametrize("name", ["fetch", "prepare", "discretize", "fit", "score"])
def test_modules_that_a_running_script_loads_are_declared(of_scripts, name):
    methods = ["naivebench.methods.directional.vmnb"] if name in FITTING else []
    assert undeclared(of_scripts[name], script(name), *methods) == []


def test_modules_are_imported_by_name_in_declared_places_only():
    """No closure contains these imports, which are allowed for a reason in each place.

    The rules declare the modules of the registry. No job uses those of the command line, and a
    rival imports its library, which may be missing.
    """
    by_name = {
        path.relative_to(provenance.SOURCE).as_posix()
        for path in provenance.SOURCE.rglob("*.py")
        if b"import_" in path.read_bytes()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).split(".")[-1] in ("import_module", "__import__")
    }
    assert by_name == {"methods/baselines/estimator.py", "models/registry.py", "cli/main.py", "__init__.py"}

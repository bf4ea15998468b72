"""The estimators and the commands on your own files load neither the benchmark nor the report."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from core.test_imports import FILES, imports

SOURCE = Path(__file__).resolve().parents[2] / "src"
APART = ("naivebench.benchmark", "naivebench.report", "snakemake", "jsonschema")
COMMANDS = ("predict", "fit", "methods", "discretize")


def closure(*modules):
    """All modules that these modules load, also by imports inside functions; the benchmark is not
    followed.
    """
    found, ahead = set(), list(modules)
    while ahead:
        module = ahead.pop()
        if module in found or module not in FILES:
            continue
        found.add(module)
        if not module.startswith(APART):
            pairs = imports(FILES[module])
            ahead += [name for m, n in pairs for name in (m, f"{m}.{n}")]
    return found


def test_the_closure_of_the_estimators_has_neither_benchmark_nor_report():
    found = closure("naivebench.estimators")
    assert "naivebench.models.registry" in found
    assert [module for module in sorted(found) if module.startswith((*APART, "naivebench.cli"))] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_import_only_the_configuration_and_only_for_a_project(command):
    found = closure(f"naivebench.cli.{command}")
    arrows = {
        (module, name)
        for module in found
        if not module.startswith(APART)
        for m, n in imports(FILES[module])
        if (name := f"{m}.{n}").startswith(APART)
    }
    assert arrows == {("naivebench.cli.terminal", "naivebench.benchmark.configuration")}


RUN = """
import sys
from naivebench.cli.main import main
import numpy as np
from naivebench import estimators
X, y = np.arange(40.0).reshape(20, 2), np.repeat(["a", "b"], 10)
estimators.TAN().fit(X, y).predict(X)
open("a.csv", "w").write("x,z,c\\n" + "".join(f"{a},{b},{c}\\n" for (a, b), c in zip(X, y)))
given = ["--train", "a.csv", "--target", "c"]
assert main(["fit", "--method", "tan", *given, "--out", "m.nb"]) == 0
assert main(["predict", "--method", "tan", *given, "--test", "a.csv", "--out", "p.csv"]) == 0
assert main(["predict", "--model", "m.nb", "--test", "a.csv", "--out", "q.csv", "--explain", "e.csv"]) == 0
assert main(["discretize", "--method", "fayyad_irani", *given, "--out", "cuts.json"]) == 0
assert main(["methods"]) == 0
print(*sorted(sys.modules), sep="\\n")
"""


@pytest.mark.slow
def test_in_a_project_they_load_only_the_configuration():
    code = (
        "import sys; from naivebench.cli.main import main; main(['methods']); print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=SOURCE.parent,
        env={**os.environ, "PYTHONPATH": str(SOURCE)},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = [
        name for name in done.stdout.splitlines() if name.startswith(("naivebench.benchmark.", APART[1]))
    ]
    assert loaded
    assert [name for name in loaded if not name.startswith("naivebench.benchmark.configuration")] == []


@pytest.mark.slow
def test_modules_loaded_in_a_folder_without_a_project(tmp_path):
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=tmp_path, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    loaded = done.stdout.splitlines()
    assert "naivebench.models.isolate" in loaded
    assert [module for module in loaded if module.startswith(APART)] == []
    assert (tmp_path / "p.csv").read_bytes() == (tmp_path / "q.csv").read_bytes()

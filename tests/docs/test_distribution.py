"""The content of a wheel and a source distribution; the library does not need the workflow."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
from flit_core import buildapi

from naivebench.cli import main

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "naivebench"
WORKFLOW = {"snakemake", "jsonschema", "gemmi", "statsmodels", "seaborn", "matplotlib"}


@pytest.fixture(scope="module")
def dist(tmp_path_factory):
    """The folder with the wheel and the source distribution."""
    folder, here = tmp_path_factory.mktemp("dist"), Path.cwd()
    os.chdir(ROOT)
    try:
        return folder / buildapi.build_wheel(str(folder)), folder / buildapi.build_sdist(str(folder))
    finally:
        os.chdir(here)


def test_wheel_holds_the_package_and_the_catalogue(dist):
    with zipfile.ZipFile(dist[0]) as wheel:
        names = set(wheel.namelist())
        catalogue = wheel.read("naivebench/methods.yaml")
        (about,) = [name for name in names if name.endswith("/METADATA")]
        metadata = Parser().parsestr(wheel.read(about).decode())
    assert catalogue == (ROOT / "config" / "methods.yaml").read_bytes()
    modules = {f"naivebench/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")}
    assert {name for name in names if name.endswith(".py")} == modules
    extras = {
        "files",
        "benchmark",
        "workflow",
        "cluster",
        "rivals",
        "report",
        "rdata",
        "excel",
        "dask",
    }
    assert set(metadata.get_all("Provides-Extra")) == extras
    plain = [r for r in metadata.get_all("Requires-Dist") if "extra" not in r]
    needed = {re.match(r"[\w-]+", r)[0] for r in plain}
    assert needed == {"numpy", "scipy", "scikit-learn", "pandas", "numba", "pyyaml", "jinja2", "skops"}


def test_wheel_from_the_source_distribution_is_the_same(dist, tmp_path):
    with tarfile.open(dist[1]) as archive:
        archive.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    program = "import sys; from flit_core import buildapi; print(buildapi.build_wheel(sys.argv[1]))"
    done = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], cwd=folder, capture_output=True, text=True, check=True
    )
    with zipfile.ZipFile(tmp_path / done.stdout.strip()) as again, zipfile.ZipFile(dist[0]) as wheel:
        files = [name for name in wheel.namelist() if not name.endswith("RECORD")]
        assert sorted(files) == sorted(name for name in again.namelist() if not name.endswith("RECORD"))
        assert all(again.read(name) == wheel.read(name) for name in files)


BARE = """
import importlib.abc, sys

class Refuse(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in REFUSED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refuse())
import naivebench
assert "numpy" not in sys.modules
import numpy as np
import naivebench.estimators as all_of_them
X, y = np.arange(40.0).reshape(20, 2), np.repeat(["a", "b"], 10)
made = [getattr(all_of_them, name) for name in all_of_them.__all__]
for estimator in ("NB", "TAN", "HPB", "VonMisesNB", "C45", "BSEJ"):
    angular = {"default": {"kind": "angular", "period": 50}} if estimator == "VonMisesNB" else None
    getattr(all_of_them, estimator)(kinds=angular).fit(X, y).predict(X)
print(len(made))
"""


@pytest.mark.slow
def test_estimators_need_neither_workflow_nor_report():
    program = f"REFUSED = {WORKFLOW!r}\n{BARE}"
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40


# every command as it is called in an empty folder, and its message if it cannot work there
COMMANDS = {
    "methods": "",
    "fit --method tan --train a.csv --target species --out m.nb": "",
    "predict --model m.nb --test a.csv --out p.csv": "",
    "explain --model m.nb --test a.csv --out e.html": "",
    "predict --method nb --train a.csv --test a.csv --target species --out p.csv": "",
    "discretize --method fayyad_irani --train a.csv --target species --out cuts.json": "",
    "compare scores.csv --out t.json": "needs the package statsmodels",
    "try a.csv --target species --methods nb --folds 2 --repeats 1 --out trial": "",
    "diff a b": "a contains no scores",
    "datasets": "no config/methods.yaml in the current folder",
    "check": "no config/methods.yaml in the current folder",
    "lock zoo": "no config/methods.yaml in the current folder",
    "status": "there is no run in",
}
CALLED = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in REFUSED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refuse())
from naivebench.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.slow
def test_every_command_of_the_wheel_works_alone_or_names_what_it_needs(dist, tmp_path):
    installed, empty = tmp_path / "installed", tmp_path / "empty"
    with zipfile.ZipFile(dist[0]) as wheel:
        wheel.extractall(installed)
    empty.mkdir()
    (empty / "a.csv").write_bytes(gzip.decompress((PACKAGE / "cli" / "penguins.csv.gz").read_bytes()))
    (empty / "scores.csv").write_text("dataset,nb,tan\na,.8,.82\nb,.7,.74\nc,.6,.65\nd,.9,.91\n")
    for folder in ("a", "b"):
        (empty / folder).mkdir()
    program = f"REFUSED = {WORKFLOW | {'pyarrow'}!r}\n{CALLED}"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    for command, sentence in COMMANDS.items():
        done = subprocess.run(
            [sys.executable, "-c", program, *command.split()],
            cwd=empty,
            env=environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == (2 if sentence else 0), f"{command}: {done.stderr}"
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr
        assert not sentence or done.stderr.count("\n") == 1
    assert {command.split()[0] for command in COMMANDS} == set(main.COMMANDS)

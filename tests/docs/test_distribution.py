"""The wheel holds the package and the catalogue, and works without the packages of the workflow."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from flit_core import buildapi

pytestmark = pytest.mark.long

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "naivebench"
WORKFLOW = {"snakemake", "jsonschema", "gemmi", "seaborn", "matplotlib"}  # packages of extras


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The folder with the unpacked wheel."""
    folder, here = tmp_path_factory.mktemp("dist"), Path.cwd()
    os.chdir(ROOT)
    try:
        name = buildapi.build_wheel(str(folder))
    finally:
        os.chdir(here)
    with zipfile.ZipFile(folder / name) as archive:
        archive.extractall(folder / "installed")
    return folder / "installed"


def test_the_wheel_holds_the_package_and_the_catalogue(wheel):
    inside = {path.relative_to(wheel).as_posix() for path in wheel.rglob("*.py")}
    assert inside == {f"naivebench/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*.py")}
    catalogue = (wheel / "naivebench" / "methods.yaml").read_bytes()
    assert catalogue == (ROOT / "config" / "methods.yaml").read_bytes()
    inside = wheel / "naivebench" / "benchmark" / "schemas"
    for schema in (ROOT / "workflow" / "schemas").glob("*.yaml"):
        assert (inside / schema.name).read_bytes() == schema.read_bytes()


# every command as it is called in an empty folder, and a part of its message if it cannot work there
COMMANDS = {
    "try --example --methods nb,gnb --folds 2 --repeats 1 --out trial": "",
    "methods": "",
    "fit --method tan --train penguins.csv --target species --out m.nb": "",
    "predict --model m.nb --test penguins.csv --out p.csv": "",
    "discretize --method fayyad_irani --train penguins.csv --target species --out cuts.json": "",
    "datasets": "no config/methods.yaml here or in a folder above",
    "status": "there is no run in",
}
REFUSE = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in REFUSED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Refuse())
"""


def call(wheel: Path, code: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code with the package of the wheel, in a process that lacks the packages of the workflow."""
    program = f"REFUSED = {WORKFLOW!r}\n{REFUSE}\n{code}"
    environment = {**os.environ, "PYTHONPATH": str(wheel)}
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment)


@pytest.mark.slow
def test_every_class_can_be_imported_without_the_workflow(wheel, tmp_path):
    code = "import naivebench.estimators as e; [getattr(e, n) for n in e.__all__]; print(len(e.__all__))"
    done = call(wheel, code, tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 40


@pytest.mark.slow
def test_the_commands_work_alone_or_say_what_they_need(wheel, tmp_path):
    code = "from naivebench.cli.main import main; sys.exit(main(sys.argv[1:]))"
    for command, sentence in COMMANDS.items():
        done = call(wheel, code, tmp_path, *command.split())
        assert done.returncode == (2 if sentence else 0), f"{command}: {done.stderr}"
        assert sentence in done.stderr
        assert "Traceback" not in done.stderr

"""Follow "A method" of CONTRIBUTING.md to the letter in a copy of the project."""

from __future__ import annotations

import csv
import shlex
import shutil

import pytest
from support import workflow_project
from support.recipes import blocks, python

pytestmark = pytest.mark.workflow


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project with the recipe's file, stanza and test, and two CSV files of the user."""
    folder = workflow_project.copy(tmp_path_factory.mktemp("recipe") / "project")
    shutil.copytree(
        workflow_project.ROOT / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__")
    )
    module, test = blocks("A method", "python")
    (folder / "src/naivebench/methods/naive_bayes/my_nb.py").write_text(module)
    (folder / "tests/methods/test_my_nb.py").write_text(test)
    workflow_project.add(folder, "methods", "\n" + blocks("A method", "yaml")[0])
    rows = [f"{'red' if i % 3 else 'blue'},{i % 7},{'yes' if i % 3 else 'no'}" for i in range(42)]
    (folder / "a.csv").write_text("\n".join(["colour,size,class", *rows]) + "\n")
    (folder / "b.csv").write_text("colour,size\nred,3\nblue,3\n")
    return folder


def commands() -> list[list[str]]:
    """Run `python` with these arguments."""
    return [shlex.split(line)[1:] for line in blocks("A method", "sh")[0].splitlines()]


def run(command: list[str], folder) -> str:
    done = python(folder, *command)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_test_of_the_recipe_and_the_contract_pass(project):
    said = run([*commands()[0], "-q", "-p", "no:cacheprovider"], project)
    passed = int(said.split(" passed")[0].split()[-1])
    assert passed > 10  # its own test, and one for each clause of the contract


def test_the_method_works_outside_the_package_too(project):
    """The same file and stanza are used in a folder of the user, with `check`, the contract and `predict`."""
    (project / "my").mkdir(exist_ok=True)
    (project / "my" / "my_nb.py").write_text(blocks("A method", "python")[0])
    stanza = blocks("A method", "yaml")[0].replace("naive_bayes.my_nb", "my/my_nb.py")
    (project / "my" / "methods.yaml").write_text(stanza.replace("my_nb:", "own_nb:", 1))
    config = project / "config" / "config.yaml"
    before = config.read_text()
    config.write_text(f"{before}\n{blocks('Optional parts of a method', 'yaml')[0]}")
    run(["-m", "naivebench", "check"], project)
    contract = [*commands()[0], "-q", "-p", "no:cacheprovider"]
    contract.remove("tests/methods/test_my_nb.py")
    said = run(["own_nb" if part == "my_nb" else part for part in contract], project)
    assert int(said.split(" passed")[0].split()[-1]) > 10
    run(["own_nb" if part == "my_nb" else part for part in commands()[1]], project)
    config.write_text(before)
    assert len(list(csv.DictReader((project / "p.csv").open()))) == 2


def test_the_method_of_the_recipe_predicts(project):
    run(commands()[1], project)
    rows = list(csv.DictReader((project / "p.csv").open()))
    assert [row["predicted"] for row in rows] == ["yes", "no"]
    assert all(abs(float(row["P(yes)"]) + float(row["P(no)"]) - 1) < 1e-12 for row in rows)
    # at temperature 1 the posteriors are more extreme
    run([*commands()[1][:-1], "q.csv", "--param", "temperature=1"], project)
    surer = list(csv.DictReader((project / "q.csv").open()))
    assert all(
        float(tempered[f"P({tempered['predicted']})"]) < float(plain[f"P({plain['predicted']})"])
        for tempered, plain in zip(rows, surer, strict=True)
    )

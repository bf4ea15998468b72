"""Documentation of every class: sections of numpydoc, examples that run, and types that editors read."""

from __future__ import annotations

import ast
import doctest
import importlib.util
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from naivebench import estimators
from naivebench.estimators.classifier import Classifier

FOLDER = Path(estimators.__file__).parent
CLASSES = {name: getattr(estimators, name) for name in estimators.__all__}
SECTIONS = ("Parameters", "Attributes", "References", "Examples")
FEW = ("NB", "GaussianNB", "VonMisesNB", "MultinomialNB", "ProteinNB", "Discretizer")
CORRECT = """\
from naivebench.estimators import KDB, TAN, MultinomialNB

model = TAN(n0=1, smoothing="laplace", kinds={"code": "nominal"}).fit([[1.0]], ["a"])
reveal_type(model)
reveal_type(model.predict_proba([[1.0]]))
reveal_type(model.partial_fit([[2.0]], ["b"]))
KDB(k=3)
MultinomialNB(n_words=None)
"""
WRONG = {  # wrong lines, and words in the messages of mypy and pyright
    "TAN(nO=1)": "nO",
    "TAN(n0='many')": "n0",
    "KDB(k=None)": "k",
    "from naivebench.estimators import TAM": "TAM",
}


def sections(name: str) -> dict[str, str]:
    """The sections of a class's docstring; the text before the first section has the key ""."""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}\n", inspect.getdoc(CLASSES[name]) or "", flags=re.M)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def entries(section: str) -> dict[str, tuple[str, str]]:
    """Type and text of every entry of a section, by name."""
    parts = re.split(r"^(\w+) : (.+)\n", section, flags=re.M)
    assert parts[0] == ""
    return {n: (t, text.strip()) for n, t, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)}


@pytest.mark.parametrize("name", CLASSES)
def test_every_class_has_the_sections_of_numpydoc(name):
    text = sections(name)
    assert tuple(text) == ("", *SECTIONS)
    first, blank, *_ = text[""].split("\n")
    assert first.endswith(".")
    assert blank == ""
    parameters, signature = entries(text["Parameters"]), inspect.signature(CLASSES[name]).parameters
    assert list(parameters) == list(signature)
    for parameter, (kind, meaning) in parameters.items():
        default = ast.literal_eval(kind.rpartition(", default=")[2])
        assert default == signature[parameter].default, parameter
        assert meaning.endswith("."), parameter
    for attribute, (_, meaning) in entries(text["Attributes"]).items():
        assert attribute.endswith("_"), attribute
        assert meaning.endswith("."), attribute


@pytest.mark.parametrize("name", [n for n, cls in CLASSES.items() if issubclass(cls, Classifier)])
def test_a_class_declares_its_parameters_and_its_method(name):
    """Everything else is inherited, so that a class reads like its documentation."""
    cls = CLASSES[name]
    assert cls._method
    defined = {name for name in vars(cls) if inspect.isfunction(vars(cls)[name])}
    assert defined <= {"__init__", "__replace__"}  # those of a dataclass
    assert re.search(r"^\.\. \[1\] ", sections(name)["References"])
    assert "class_weight" not in inspect.signature(cls).parameters or hasattr(cls, "partial_fit")
    if "n_iter_" in sections(name)["Attributes"]:
        assert hasattr(cls, "n_iter_")


@pytest.mark.parametrize(
    "name",
    [*FEW, *(pytest.param(n, marks=[pytest.mark.slow, pytest.mark.long]) for n in CLASSES if n not in FEW)],
)
def test_the_example_of_the_class_prints_what_it_shows(name):
    text = sections(name)["Examples"]
    assert re.search(rf"import .*\b{name}\b", text)
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert len(test.examples) >= 3
    printed: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=printed.append)
    assert printed == []


def checked(command: list[str], tmp_path: Path, code: str) -> str:
    """The messages of a type checker about the code."""
    (tmp_path / "user.py").write_text(code)
    environment = {**os.environ, "MYPYPATH": str(FOLDER.parents[1]), "PYTHONPATH": str(FOLDER.parents[1])}
    done = subprocess.run(
        [*command, "user.py"], cwd=tmp_path, capture_output=True, text=True, env=environment, check=False
    )
    return done.stdout


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_type_checkers_resolve_the_classes_and_find_a_misspelled_parameter(checker, tmp_path):
    if importlib.util.find_spec(checker) is None:
        pytest.skip(f"{checker} is not installed")
    options = ["--ignore-missing-imports", "--no-error-summary"] if checker == "mypy" else []
    lines = CORRECT.count("\n")
    text = checked([sys.executable, "-m", checker, *options], tmp_path, CORRECT + "\n".join(WRONG) + "\n")
    reports = [line for line in text.split("\n") if "user.py:" in line]
    of_lines = {
        n: " ".join(s for s in reports if f"user.py:{n}:" in s) for n in range(1, lines + len(WRONG) + 1)
    }
    assert "TAN" in of_lines[4]
    assert "ndarray" in of_lines[5].lower()
    assert "TAN" in of_lines[6]
    assert not any("error" in of_lines[n] for n in range(1, lines + 1)), text
    for number, word in enumerate(WRONG.values(), lines + 1):
        assert "error" in of_lines[number], text
        assert word in of_lines[number], text

"""Documentation of every class: sections of numpydoc, examples that run, and a stub for type checkers."""

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
from naivebench.models import catalogue

FOLDER = Path(estimators.__file__).parent
STUB = FOLDER / "__init__.pyi"
NAMES = [name for name in estimators.__all__ if hasattr(getattr(estimators, name), "_method")]
BY_HAND = [
    name
    for name in dir(estimators)
    if name not in NAMES
    and getattr(getattr(estimators, name), "__module__", "").startswith(estimators.__name__)
    if isinstance(getattr(estimators, name), type)
]
SECTIONS = ("Parameters", "Attributes", "Notes", "References", "Examples")
FEW = ("NB", "GaussianNB", "VonMisesNB", "MultinomialNB", "ProteinNB", "Majority")
CORRECT = """\
from naivebench.estimators import KDB, TAN, MultinomialNB, make

model = TAN(n0=1, smoothing="laplace", random_state=None, kinds={"code": "nominal"}).fit([[1.0]], ["a"])
reveal_type(model)
reveal_type(model.predict_proba([[1.0]]))
reveal_type(model.partial_fit([[2.0]], ["b"]))
KDB(k=3)
MultinomialNB(n_words=None)
make("tan", n0=1)
"""
WRONG = {  # wrong lines, and words in the messages of mypy and pyright
    "TAN(nO=1)": ("nO", "nO"),
    "TAN(n0='many')": ("n0", "n0"),
    "KDB(k=None)": ("k", "k"),
    "from naivebench.estimators import TAM": ("TAM", "TAM"),
}


def sections(name: str) -> dict[str, str]:
    """The sections of a class's docstring; the text before the first section has the key ""."""
    text = inspect.getdoc(getattr(estimators, name)) or ""
    parts = re.split(r"^(\w[\w ]*)\n-{3,}\n", text, flags=re.M)
    return {"": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}


def entries(section: str) -> dict[str, tuple[str, str]]:
    """Type and text of every entry of a section, by name."""
    parts = re.split(r"^(\w+) : (.+)\n", section, flags=re.M)
    assert parts[0] == ""
    return {n: (t, text.strip()) for n, t, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True)}


@pytest.mark.parametrize("name", [*NAMES, *BY_HAND])
def test_every_class_has_the_sections_of_numpydoc(name):
    cls, found = getattr(estimators, name), sections(name)
    assert tuple(found) == ("", *(title for title in SECTIONS if title in found))
    assert {"Parameters", "Attributes", "References", "Examples"} <= found.keys()
    first, blank, *_ = found[""].split("\n")
    assert blank == ""
    assert name in BY_HAND or first == f"{catalogue.methods()[cls._method]['title']}."
    signature = inspect.signature(cls).parameters
    assert re.findall(r"^(\w+) : ", found["Parameters"], flags=re.M) == list(signature)
    if name in BY_HAND:
        return
    said = entries(found["Parameters"])
    for parameter, (kind, meaning) in said.items():
        assert kind.endswith(f", default={signature[parameter].default!r}")
        assert meaning.endswith("."), parameter
        assert len(meaning) > 10, parameter
    for attribute, (kind, meaning) in entries(found["Attributes"]).items():
        assert attribute.endswith("_"), attribute
        assert kind, attribute
        assert meaning.endswith("."), attribute
    assert found["References"].startswith(".. [1] ")


@pytest.mark.parametrize(
    "name",
    [
        *FEW,
        *BY_HAND,
        *(pytest.param(n, marks=[pytest.mark.slow, pytest.mark.long]) for n in NAMES if n not in FEW),
    ],
)
def test_the_example_of_the_class_prints_what_it_shows(name):
    text = sections(name)["Examples"]
    assert re.search(rf"import .*\b{name}\b", text)
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert len(test.examples) >= 4
    printed: list[str] = []
    doctest.DocTestRunner().run(test, out=printed.append)
    assert printed == []


def test_settings_that_differ_from_the_name_are_in_the_docstring():
    caveats = {s["estimator"]: s["caveat"] for s in catalogue.methods().values() if "caveat" in s}
    assert caveats.keys() >= {"AODE", "HNB", "WekaTAN"}
    for name in NAMES:
        assert (caveats.get(name, "Differs") in " ".join(sections(name)[""].split())) == (name in caveats)


def test_the_class_of_a_tie_is_the_first_in_the_order_of_the_labels():
    """See docs/methods/bayesian-networks.md#tan-of-weka."""
    for labels in (["b", "a"], ["10", "9"]):
        model = estimators.WekaTAN().fit([["x"], ["x"]], labels)
        assert model.predict([["x"]]).tolist() == [min(labels, key=lambda s: (len(s), s))]


def test_the_classes_written_by_hand_are_in_the_stub_too():
    assert BY_HAND
    for name in BY_HAND:
        module = getattr(estimators, name).__module__
        assert f"from {module} import {name} as {name}\n" in STUB.read_text(encoding="utf-8")


def test_the_stub_declares_the_content_of_the_package():
    body = ast.parse(STUB.read_text(encoding="utf-8")).body
    declared = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    assert list(declared) == NAMES
    (listed,) = [ast.literal_eval(n.value) for n in body if isinstance(n, ast.Assign)]
    assert sorted(listed) == sorted(estimators.__all__)
    for name, node in declared.items():
        cls = getattr(estimators, name)
        (init,) = [n for n in node.body if isinstance(n, ast.FunctionDef)]
        assert [a.arg for a in init.args.kwonlyargs] == list(inspect.signature(cls).parameters)
        assert all(a.annotation for a in init.args.kwonlyargs)
        beginning = inspect.cleandoc(ast.get_docstring(node) or "")
        assert (inspect.getdoc(cls) or "").startswith(f"{beginning}\n\nAttributes\n---")
        assert "Parameters\n---" in beginning
        assert [ast.unparse(base) for base in node.bases] == [b.__name__ for b in cls.__bases__]
    assert (FOLDER.parent / "py.typed").is_file()


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
    said = [line for line in text.split("\n") if "user.py:" in line]
    of_lines = {
        n: " ".join(s for s in said if f"user.py:{n}:" in s) for n in range(1, lines + len(WRONG) + 1)
    }
    assert "TAN" in of_lines[4]
    assert "ndarray" in of_lines[5].lower()
    assert "TAN" in of_lines[6]
    assert not any("error" in of_lines[n] for n in range(1, lines + 1)), text
    for number, word in enumerate(("nO", "n0", "k", "TAM"), lines + 1):
        assert "error" in of_lines[number], text
        assert word in of_lines[number], text


def test_jedi_completes_classes_and_parameters():
    jedi = pytest.importorskip("jedi")
    project = jedi.Project(FOLDER.parents[1])
    classes = jedi.Script("from naivebench.estimators import TA", project=project).complete()
    assert {"TAN", "TANHC"} & {c.name for c in classes} >= {"TAN"}
    code = "from naivebench.estimators import TAN\nTAN(n"
    assert "n0=" in {c.name for c in jedi.Script(code, project=project).complete()}
    (found,) = jedi.Script("from naivebench.estimators import TAN\nTAN", project=project).infer(2, 2)
    assert "Tree-augmented naive Bayes" in found.docstring()

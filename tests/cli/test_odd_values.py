"""The command `predict` with values and parameters that no method expects, and outputs that cannot be
written.
"""

import importlib
import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from support.configured import METHODS, message
from support.loaded_modules import LIBRARIES, start_compiler
from support.sentences import refusal

from naivebench.benchmark import configuration
from naivebench.cli import own_csv, predict
from naivebench.cli.main import main
from naivebench.core.checks import WHOLE_MAX, parameter
from naivebench.models import fitted, isolate, registry
from naivebench.models.stanzas import OF_CASES

pytestmark = [pytest.mark.slow, pytest.mark.long]

ROOT = Path(__file__).resolve().parents[2]
CATALOGUE = configuration.methods_of(ROOT)
MODULES = {s["module"]: m for m, s in CATALOGUE.items() if "module" in s}
ODD = (
    "-1",
    "0",
    "2.5",
    "1e308",
    "1e999",
    "-inf",
    "nan",
    "9" * 20,
    "word",
    "''",
    "true",
    "null",
    "[]",
    "[1]",
    "{}",
)


def written(folder, rows, columns="x,y,z"):
    path = folder / "a.csv"
    path.write_text(f"{columns},class\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    return str(path)


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    for library in LIBRARIES:  # imported once here instead of in thousands of forks
        importlib.import_module(library)
    start_compiler()
    rng = np.random.default_rng(0)
    rows = [[*rng.integers(0, 3, 3), f"c{i % 2}"] for i in range(16)]
    folder = tmp_path_factory.mktemp("odd")
    text = [["".join(rng.choice(list("acgt"), 12)), f"c{i % 2}"] for i in range(16)]
    (folder / "text").mkdir()
    return written(folder, rows), written(folder / "text", text, "x")


def fit(module, stanza, paths, given):
    """The work of `predict` between its arguments and its output."""
    kind = next(k for k in ("nominal", "linear", "angular", "count", "sequence") if k in stanza["kinds"])
    path = paths[kind in ("count", "sequence")]
    params = stanza["params"] | own_csv.parse_params(given, module.fit, "m")
    train = own_csv.read_train(path, "class", [f"*={kind}{':360' * (kind == 'angular')}"])

    def trained():
        return fitted.fit(train, "m", stanza, rng=np.random.default_rng(0), params=params)

    log_proba, *_ = predict.answers(trained, train, f"method m on {path}")
    np.testing.assert_allclose(np.exp(log_proba).sum(axis=1), 1, rtol=0, atol=1e-6)


def here(work, limits):
    """The same as `isolate.call` in a child that has these limits already."""
    return isolate.Outcome("ok", "", work())


@pytest.mark.parametrize("name", MODULES)
def test_every_parameter_with_odd_values(name, case, monkeypatch):
    """Every parameter of every method gets each odd value: posteriors sum to one, or there is a sentence, in
    600 s.

    `predict.answers` is the only way from a method to an output. It turns everything else that happens into a
    sentence, even the end of its process; `checks.parameter` refuses wrong types before. The values of all
    parameters share a process, which is started again if a value ends it.
    """
    # the limit of `predict.guarded`
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**2
    monkeypatch.setattr(isolate, "call", here)
    module, stanza = registry.load(name), CATALOGUE[MODULES[name]]
    cheap = {"population": 20, "max_generations": 3, "restarts": 2}
    cheap |= {"samples": 50, "sweeps": 5, "burn_in": 1, "n_trees": 3, "max_iter": 5, "evaluations": 50}
    named = inspect.signature(module.fit).parameters.values()
    known = [p.name for p in named if p.kind is p.KEYWORD_ONLY and p.name not in OF_CASES]
    stanza = stanza | {"params": stanza["params"] | {k: v for k, v in cheap.items() if k in known}}
    given = [f"{key}={value}" for key in known for value in ODD]
    found = isolate.run(
        lambda text: refusal(fit, module, stanza, case, [text]), given, isolate.Limits(600, memory)
    )
    for text, outcome in found:
        assert outcome.status == "ok" or outcome.reason.startswith("the process "), (text, outcome.reason)


@pytest.mark.parametrize(
    ("annotation", "good", "bad"),
    [
        ("int", [0, -3, 2.0, WHOLE_MAX], [2.5, WHOLE_MAX + 1, 1e308, np.inf, True, None, "3", [1]]),
        ("float", [0, -1.5, 1e308, 10**20], [np.inf, -np.inf, np.nan, 10**400, False, None, "x", [1.0]]),
        ("int | None", [None, 3], [2.5, "x"]),
        ("float | str", [0.5, "auto"], [None, True, np.nan]),
        ("Sequence[float]", [[1, 2.5], []], [1.0, "1", ["a"], [None], [np.nan]]),
        ("bool", [True, False], [1, 0, "yes", None]),
        ("list[int] | None", ["anything"], []),
    ],
)
def test_types_of_parameters(annotation, good, bad):
    for value in good:
        assert parameter(value, annotation, "p", "m") == value
    for value in bad:
        assert refusal(parameter, value, annotation, "p", "m").startswith("p in m is") or isinstance(
            value, list
        )
        assert refusal(parameter, value, annotation, "p", "m")
    assert isinstance(parameter(2.0, "int", "p"), int)


def test_the_configuration_refuses_the_same_types(tmp_path):
    said = message(tmp_path, methods=METHODS.replace("params: {alpha: 1}", "params: {prior_alpha: [1]}"))
    expected = "config/methods.yaml, line 10: prior_alpha in method 'nb' is [1], expected a finite number"
    assert said == expected


def called(folder, *arguments, **options):
    command = [sys.executable, "-m", "naivebench", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(command, cwd=folder, env=environment, text=True, check=False, **options)


@pytest.mark.parametrize(
    "method", ["mixed_nb", "gnb", "nb", "logistic_regression", "knn", "random_forest", "c45"]
)
def test_values_at_the_end_of_the_range(tmp_path, method, capsys):
    rows = [
        [v, 1 + i % 5, -(10 ** (300 + i % 8)), f"c{i % 2}"]
        for i, v in enumerate(["1e308", "-1e308", "3"] * 8)
    ]
    path, out = written(tmp_path, rows), tmp_path / "out.csv"
    status = main(
        [
            *("predict", "--project", str(ROOT), "--method", method, "--train", path, "--test", path),
            *("--target", "class", "--out", str(out)),
        ]
    )
    said = [line for line in capsys.readouterr().err.splitlines() if not line.startswith("note: ")]
    assert (status, len(said), out.exists()) in ((0, 0, True), (2, 1, False))
    if out.exists():
        assert "nan" not in out.read_text()


def test_output_that_cannot_be_written(tmp_path):
    path = written(tmp_path, [[i % 3, 1, 2, f"c{i % 2}"] for i in range(9)])
    options = ["--project", str(ROOT), "--method", "nb", "--train", path, "--test", path, "--target", "class"]
    for command in (["predict", *options, "--out", "-"], ["methods", "--project", str(ROOT)]):
        with open("/dev/full", "w") as full:
            done = called(tmp_path, *command, stdout=full, stderr=subprocess.PIPE)
        assert done.returncode == 2
        assert done.stderr == "error: cannot write standard output: No space left on device\n"
        closed = called(tmp_path, *command, stderr=subprocess.PIPE, preexec_fn=lambda: os.close(1))
        assert "Traceback" not in closed.stderr
        reading, writing = os.pipe()
        os.close(reading)
        broken = called(tmp_path, *command, stdout=writing, stderr=subprocess.PIPE)
        os.close(writing)
        assert (broken.returncode, broken.stderr) == (0, "")
    done = called(tmp_path, "predict", *options, "--out", "/dev/full", stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (2, "error: cannot write /dev/full: No space left on device\n")


def test_the_summary_is_json(tmp_path):
    path = written(tmp_path, [[i % 3, 1, 2, f"c{i % 2}"] for i in range(9)])
    options = ["--project", str(ROOT), "--method", "nb", "--train", path, "--test", path, "--target", "class"]
    main(["predict", *options, "--out", str(tmp_path / "o"), "--summary", str(tmp_path / "s")])
    assert json.loads((tmp_path / "s").read_text())["method"] == "nb"

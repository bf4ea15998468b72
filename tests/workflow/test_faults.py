"""Faults of data, methods and configuration in a real run: each gives one sentence, and the run continues."""

import hashlib
import json
import zipfile

import numpy as np
import pandas as pd
import pytest
from support import workflow_project as project

from naivebench.benchmark import predictions
from naivebench.evaluation import folds as splits

pytestmark = [pytest.mark.workflow, pytest.mark.long]

DATASETS = """
  people: {title: Likes tea, source: {file: my/people.csv}, target: likes tea}
  ragged: {title: Ragged, source: {file: my/ragged.csv}, target: y}
  empty: {title: Empty, source: {file: my/empty.csv}, target: y}
  header-only: {title: Header, source: {file: my/header.csv}, target: y}
  one-class: {title: One class, source: {file: my/one_class.csv}, target: y}
  latin1: {title: Not UTF-8, source: {file: my/latin1.csv}, target: y}
  no-target: {title: No such target, source: {file: my/odd.csv}, target: z}
  no-file: {title: No file, source: {file: my/nowhere.csv}, target: y}
  "1984": {title: A constant and an empty column and a rare class, source: {file: my/odd.csv}, target: y}
  wrong-hash:
    title: Wrong hash
    source: {mirror: odd.csv, url: "http://127.0.0.1:9/x.csv", sha256: "WRONG"}
    target: y
  unreachable: {title: Unreachable, source: {url: "http://127.0.0.1:9/x.csv", sha256: "WRONG"}, target: y}
  truncated:
    title: Truncated
    source: {mirror: cut.zip, url: "http://127.0.0.1:9/x.zip", sha256: "CUT", member: odd.csv}
    target: y
"""
REASONS = {  # status and text of the reason, by data set
    "ragged": ("failed", "my/ragged.csv, line 3: expected 2 cells"),
    "empty": ("failed", "my/empty.csv is empty"),
    "header-only": ("failed", "my/header.csv has a header but no data rows"),
    "one-class": ("failed", "one"),
    "latin1": ("failed", "line 2): convert it to UTF-8"),
    "no-target": ("failed", "target 'z' is not a column of my/"),
    "no-file": ("failed", "my/nowhere.csv does not exist"),
    "wrong-hash": ("unavailable", "sha256"),
    "unreachable": ("unavailable", "127.0.0.1:9"),
    "truncated": ("failed", "cut.zip"),
}
BROKEN = {
    "raising": "if Path('my/broken').exists() and len(train.y) % 2 == 0:\n"
    "        raise RuntimeError('did not converge')",
    "endless": "while Path('my/broken').exists():\n        time.sleep(0.01)",
    "killed": "if Path('my/broken').exists():\n        os.kill(os.getpid(), 9)",
    "exiting": "",
    "greedy": "if Path('my/broken').exists():\n        bytearray(1 << 31)",
    "nonsense": "",
}
MODULE = '''"""A method that fails."""

import os
import sys
import time
from pathlib import Path

import numpy as np


def fit(train, *, rng):
    {body}
    return len(train.classes)


def predict_log_proba(model, table):
    return np.full((len(table.y), model), {answer})


def summarize(model):
    return {{"n_parameters": 0}}
'''
EXIT = "\n\nif Path('my/broken').exists():\n    sys.exit('no licence')\n"  # at the import
TOOL = """
tool:
  title: Another tool
  predictions: "external/{protocol}/{dataset}.csv"
"""
OVERLAY = """
select:
  datasets: [NAMES]
  methods: [majority, nb, raising, endless, killed, exiting, greedy, nonsense, tool]
  experiments: [benchmark, broken]
timeout_seconds: 8  # loops are compiled anew in a copy of the project
memory_mb: 1500
protocols: {honest: {folds: {folds: 3}}}
experiments:
  benchmark: {methods: [majority, nb]}
  broken:
    protocol: honest
    datasets: [people]
    methods: [raising, endless, killed, exiting, greedy, nonsense, tool]
"""
CLEAN = """
select: {datasets: [people, "1984"], methods: [majority, nb], experiments: [benchmark]}
protocols: {honest: {folds: {folds: 3}}}
experiments: {benchmark: {methods: [majority, nb]}}
"""


PREDICTIONS = "results/predictions/honest/people.npz"


def times(folder):
    """Method -> CPU seconds of the fit of each fold, NaN for a failed one."""
    found = predictions.load(folder / PREDICTIONS).methods
    return {m: [f.fit_seconds for f in p.folds] for m, p in found.items()}


def write_data(folder):
    """Write the files of every fault and return the text of the stanzas."""
    my = folder / "my"
    project.write_people(my / "people.csv", rows=61)
    (my / "broken").touch()
    (my / "ragged.csv").write_text("x,y\n1,a\n2,b,3\n4,a\n")
    (my / "empty.csv").touch()
    (my / "header.csv").write_text("x,y\n")
    (my / "one_class.csv").write_text("x,y\n" + "1,same\n2,same\n" * 5)
    (my / "latin1.csv").write_bytes("x,y\nS\u00e3o,a\nOslo,b\n".encode("latin-1"))
    rows = [f"{i},same,,{'rare' if i == 7 else 'ab'[i % 2]}" for i in range(30)]
    (my / "odd.csv").write_text("x,constant,nothing,y\n" + "\n".join(rows) + "\n")
    with zipfile.ZipFile(my / "whole.zip", "w") as archive:
        archive.write(my / "odd.csv", "odd.csv")
    (my / "cut.zip").write_bytes((my / "whole.zip").read_bytes()[:-40])
    cut = hashlib.sha256((my / "cut.zip").read_bytes()).hexdigest()
    return DATASETS.replace("WRONG", "0" * 64).replace("CUT", cut)


def run(folder, *arguments, **variables):
    mirror = {"NAIVEBENCH_MIRROR": str(folder / "my")}
    return project.run(folder, "--configfile", "overlay.yaml", *arguments, **(mirror | variables))


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    folder = project.copy(tmp_path_factory.mktemp("faulty"))
    project.add(folder, "datasets", write_data(folder))
    for name, body in BROKEN.items():
        answer = "0.0" if name == "nonsense" else "-np.log(model)"
        text = MODULE.format(body=body or "pass", answer=answer) + (EXIT if name == "exiting" else "")
        (folder / f"src/naivebench/methods/naive_bayes/{name}.py").write_text(text)
        project.add(
            folder,
            "methods",
            f"\n{name}:\n  title: {name}\n  module: naive_bayes.{name}\n  kinds: [nominal, linear]\n",
        )
    project.add(folder, "methods", TOOL)
    names = ", ".join(["people", '"1984"', *REASONS])
    project.overlay(folder, OVERLAY.replace("NAMES", names))
    done = run(folder)
    assert done.returncode == 0, done.stdout
    return folder


def failures(folder):
    files = (folder / "results" / "failures").rglob("*.parquet")
    return pd.concat([pd.read_parquet(path) for path in files])


@pytest.mark.parametrize("dataset", REASONS)
def test_bad_data_are_a_row_with_reason_and_remedy(faulty, dataset):
    row = failures(faulty).query("dataset == @dataset").iloc[0]
    status, reason = REASONS[dataset]
    assert row["status"] == status
    assert reason in row["reason"]
    assert row["remedy"]
    listed = pd.read_csv(faulty / "reports/tables/failures.csv").query("dataset == @dataset")
    assert reason in listed["reason"].iloc[0]
    assert json.loads((faulty / f"data/prepared/{dataset}.json").read_text())["status"] == status


def test_scores_next_to_faults_are_those_of_a_run_without_any(faulty, tmp_path):
    (faulty / "clean.yaml").write_text(CLEAN)
    options = ("--directory", str(tmp_path), "--configfile", f"{faulty}/clean.yaml")
    done = project.run(faulty, "results/scores.parquet", "--snakefile", f"{faulty}/Snakefile", *options)
    assert done.returncode == 0, done.stdout
    scores, clean = (pd.read_parquet(where / "results/scores.parquet") for where in (faulty, tmp_path))
    kept = scores[scores.dataset.isin(clean.dataset) & scores.method.isin(clean.method)]
    pd.testing.assert_frame_equal(kept.reset_index(drop=True).astype(clean.dtypes), clean, check_exact=True)


def test_odd_columns_and_rare_classes_are_warned_of(faulty):
    found = json.loads((faulty / "data/prepared/1984.json").read_text())
    warnings = " ".join(found["warnings"])
    assert "constant" in warnings
    assert "nothing" in warnings
    assert "rare" in warnings


@pytest.mark.parametrize(
    ("method", "status", "reason", "folds"),
    [
        ("raising", "failed", "RuntimeError: did not converge", 1),
        ("endless", "timeout", "took longer than timeout_seconds = 8", 3),
        ("killed", "failed", "the process was ended by SIGKILL", 3),
        ("exiting", "failed", "SystemExit: no licence", 3),
        ("greedy", "failed", "memory_mb", 3),
        ("nonsense", "failed", "rows are not distributions; row 0 sums to 3.0", 3),
    ],
)
def test_a_failing_method_is_visible_and_affects_no_other(faulty, method, status, reason, folds):
    rows = failures(faulty).query("method == @method and protocol == 'honest'")
    assert set(rows["status"]) == {status}
    assert all(reason in text for text in rows["reason"])
    scores = pd.read_parquet(faulty / "results/scores.parquet").query(
        "method == @method and metric == 'accuracy'"
    )
    assert len(scores) == 3 - folds
    listed = pd.read_csv(faulty / "reports/tables/failures.csv").query("method == @method")
    assert listed["reason"].str.contains(reason, regex=False).all()


def test_missing_predictions_of_another_tool_are_requested(faulty):
    row = failures(faulty).query("method == 'tool'").iloc[0]
    assert (
        "external/honest/people.csv cannot be read (No such file or directory): write it as "
        "docs/extending.md#predictions-of-another-tool explains" in row["reason"]
    )


@pytest.fixture(scope="module")
def mended(faulty):
    """The folder after a second run, in which the broken file is fixed and another tool has predicted.

    Returns the times from before.
    """
    before = times(faulty)
    (faulty / "my/broken").unlink()
    rows = predict_folds(faulty, list(people(faulty)["classes"]))
    assert sorted(rows["row"]) == list(range(61))
    done = run(faulty, "--config", "repeat_failed=True", "--forcerun", "fit", "--", "all")
    assert done.returncode == 0, done.stdout
    return before


def people(folder):
    return json.loads((folder / "data/prepared/people.json").read_text())


def predict_folds(folder, classes):
    """Predict as another tool would: the same distribution for every test row of the exported folds."""
    out = folder / "external/honest/people.csv"
    out.parent.mkdir(parents=True, exist_ok=True)
    drawn = splits.load(folder / "data/discretized/honest/people.npz")
    labels = np.repeat(np.arange(len(drawn.fold)), np.diff(drawn.offsets))
    rows = pd.DataFrame({"repeat": drawn.repeat[labels], "fold": drawn.fold[labels], "row": drawn.test})
    rows.assign(**{f"P({c})": p for c, p in zip(classes, (0.5, 0.25, 0.25), strict=True)}).to_csv(
        out, index=False
    )
    return rows


def test_repeat_failed_refits_failed_rows_only(faulty, mended):
    before, after = mended, times(faulty)
    assert {m: after[m] for m in ("majority", "nb")} == {m: before[m] for m in ("majority", "nb")}
    kept = [f for f, seconds in enumerate(before["raising"]) if seconds == seconds]
    assert kept == [1, 2]
    assert [after["raising"][f] for f in kept] == [before["raising"][f] for f in kept]
    assert set(failures(faulty).query("stage == 'fit'")["method"]) == {"nonsense"}


def test_predictions_of_another_tool_are_in_the_same_tables(faulty, mended):
    # although its times are unknown
    titles = pd.read_csv(faulty / "reports/tables/methods.csv").set_index("method")["title"]
    assert titles["tool"] == "Another tool"
    scores = pd.read_parquet(faulty / "results/scores.parquet").query(
        "method == 'tool' and metric == 'brier'"
    )
    assert len(scores) == 3
    truth = pd.Series(people(faulty)["classes"]) / 61
    expected = sum(
        p * (sum(q * q for q in (0.5, 0.25, 0.25)) - 2 * q + 1)
        for p, q in zip(truth, (0.5, 0.25, 0.25), strict=True)
    )
    assert (scores["value"] * scores["n_test"]).sum() / 61 == pytest.approx(expected, abs=1e-6)
    assert failures(faulty).query("method == 'tool'").empty


def test_stop_on_error_ends_the_run(faulty):
    (faulty / "stop.yaml").write_text("on_error: stop\n")
    targets = ("data/prepared/ragged.npz", PREDICTIONS)
    done = run(faulty, "stop.yaml", "--keep-going", "--", *targets)
    assert done.returncode != 0
    assert "my/ragged.csv, line 3: expected 2 cells" in done.stdout
    assert "nonsense: ValueError: predict_log_proba" in done.stdout


def test_a_typo_in_the_configuration_ends_the_run_with_a_sentence(tmp_path):
    folder = project.copy(tmp_path)
    path = folder / "config/datasets/9-packages.yaml"
    path.write_text(path.read_text().replace("reader: orange", "raeder: orange", 1))
    done = project.run(folder, "-n")
    assert done.returncode != 0
    assert "config/datasets/9-packages.yaml, line" in done.stdout
    assert "'raeder'" in done.stdout
    assert "did you mean" in done.stdout

"""Faults of every class together, in a folder with an odd name, run from another folder.

Each fault is a row, and the scores of the other methods and data sets are byte for byte those of a run
without faults.
"""

import hashlib
import zipfile

import pandas as pd
import pytest
from support import workflow_project as project

from naivebench.data import archive as packed

pytestmark = [pytest.mark.workflow, pytest.mark.long]

METHODS = {
    "exiting": "import sys\nsys.exit('no licence')",
    "sleeping": "import time\n\ntime.sleep(1000)",
    "greedy": "kept = [0]\nwhile True:\n    kept *= 2",
}
REST = """


def fit(train, *, rng):
    return len(train.classes)


def predict_log_proba(model, table):
    import numpy as np

    return np.full((len(table.y), model), -np.log(model))


def summarize(model):
    return {"n_parameters": 0}
"""
DATASETS = """
  "1984": {title: A year, source: {file: my/small.csv}, target: y}
  "nan": {title: Not a number, source: {file: my/small.csv}, target: y}
  bomb:
    title: Bomb
    source: {mirror: bomb.zip, url: "http://127.0.0.1:9/bomb.zip", sha256: HASH, member: bomb.csv}
    target: y
  wide: {title: Many classes, source: {file: my/wide.csv}, target: y}
"""
OVERLAY = """
select:
  datasets: [SETS]
  methods: [METHODS]
  experiments: [benchmark, slow]
timeout_seconds: 40
memory_mb: 1500
protocols: {honest: {folds: {folds: 3}}}
experiments:
  benchmark: {methods: [all but sleeping]}
  slow: {protocol: honest, datasets: [corral], methods: [majority, sleeping]}
"""
SANE = (["corral", "1984", "nan"], ["majority", "nb", "tan", "aode"])
EVIL = (["bomb", "wide"], ["exiting", "greedy", "sleeping"])


def write_files(folder):
    """Write the files of data sets and methods and return the stanzas of the data sets."""
    my = folder / "my"
    my.mkdir()
    (my / "small.csv").write_text("x,z,y\n" + "1,u,a\n2,v,b\n3,u,a\n" * 10)
    (my / "wide.csv").write_text("x,y\n" + "".join(f"{i % 97},class {i // 2}\n" for i in range(40_000)))
    with (
        zipfile.ZipFile(my / "bomb.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("bomb.csv", "w", force_zip64=True) as member,
    ):
        for _ in range(packed.UNPACKED_MAX // (1 << 24) + 1):
            member.write(bytes(1 << 24))
    for name, body in METHODS.items():
        (my / f"{name}.py").write_text(f'"""A method that fails."""\n\n{body}{REST}')
        project.add(
            folder, "methods", f"\n{name}: {{title: Fails, kinds: [nominal, linear], module: my/{name}.py}}\n"
        )
    return DATASETS.replace("HASH", hashlib.sha256((my / "bomb.zip").read_bytes()).hexdigest())


def run(folder, elsewhere, where, sets, methods, *targets):
    quoted = ", ".join(f'"{name}"' for name in sets)
    others = ", ".join(m for m in methods if m != "sleeping")
    text = OVERLAY.replace("SETS", quoted).replace("all but sleeping", others)
    project.overlay(folder, text.replace("METHODS", ", ".join(methods)))
    options = ("--directory", str(where), "--configfile", f"{folder}/overlay.yaml")
    mirror = {"NAIVEBENCH_MIRROR": str(folder / "my")}
    return project.run(elsewhere, *targets, "--snakefile", f"{folder}/Snakefile", *options, **mirror)


def test_every_fault_is_a_row_and_does_not_affect_the_others(tmp_path):
    folder, elsewhere = project.copy(tmp_path / "a b {c} ä"), tmp_path / "elsewhere"
    elsewhere.mkdir()
    project.add(folder, "datasets", write_files(folder))
    clean, faulty = tmp_path / "clean {d}", tmp_path / "faulty {e} ö"
    everything = [a + b for a, b in zip(SANE, EVIL, strict=True)]
    for where, parts in ((clean, [*SANE, "results/scores.parquet"]), (faulty, everything)):
        done = run(folder, elsewhere, where, *parts)
        assert done.returncode == 0, done.stdout
    assert (faulty / "reports" / "index.html").stat().st_size > 10_000

    rows = pd.read_csv(faulty / "results" / "failures.csv", dtype=str, keep_default_na=False)
    found = {(row.dataset, row.method): (row.status, row.reason) for row in rows.itertuples()}
    expected = {("bomb", ""): ("failed", "unpacks to")}
    expected |= {(d, "exiting"): ("failed", "SystemExit: no licence") for d in SANE[0]}
    expected |= {(d, "greedy"): ("failed", "memory_mb") for d in SANE[0]}
    expected |= {("corral", "sleeping"): ("timeout", "timeout_seconds = 40")}
    for key, (status, words) in expected.items():
        assert found[key][0] == status
        assert words in found[key][1]
    assert {dataset for dataset, _ in found.keys() - expected.keys()} == {"wide"}

    scores, without = (pd.read_parquet(where / "results" / "scores.parquet") for where in (faulty, clean))
    kept = scores[scores.dataset.isin(SANE[0]) & scores.method.isin(SANE[1])].reset_index(drop=True)
    for column in without.columns:
        assert kept[column].astype(without[column].dtype).equals(without[column]), column

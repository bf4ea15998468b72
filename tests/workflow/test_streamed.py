"""A data set in shards in a real run: shards and cores change no byte, and a fault is a row."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from support import made_clicks, scripts
from support import workflow_project as project

pytestmark = [pytest.mark.workflow, pytest.mark.long]

ROWS = 2400
OVERLAY = """
catalogues: {{datasets: [config/datasets, my/datasets.yaml]}}
protocols: {{streamed: {{folds: {{scheme: row_hash, folds: 3}}}}}}
experiments: {{streamed: {{protocol: streamed, datasets: [clicks], methods: [nb, tan, mixed_nb, knn]}}}}
select: {{experiments: [streamed]}}
primary: {{protocol: streamed}}
"""
STANZA = """
datasets:
  clicks:
    source: {{parquet: my/clicks}}
    stream: true
    shards: {shards}
    target: clicked
    kinds: {{hour: {{kind: angular, period: 24}}}}
"""


def started(folder, shards):
    """A project with the data set, in which nothing has been run."""
    project.copy(folder)
    made_clicks.write(folder / "my" / "clicks", made_clicks.table(ROWS), files=2, row_group=200)
    (folder / "my" / "datasets.yaml").write_text(STANZA.format(shards=shards))
    project.overlay(folder, OVERLAY.format())
    return folder


def run(folder, *targets, cores=2):
    return project.run(folder, *targets, "--configfile", "overlay.yaml", cores=cores)


def outputs(folder):
    """Bytes of the outputs that do not depend on shards, by name."""
    patterns = ("results/[cfs]*/**/*.csv", "results/models/**/*.npz", "data/prepared/*")
    files = [path for pattern in patterns for path in folder.glob(pattern)]
    content = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    failures = content.pop("results/failures/streamed/clicks.csv").decode().splitlines()
    # the last field has the files, one for each shard
    content["failures"] = [line.rpartition(",")[0] for line in failures]
    return content


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    folder = started(tmp_path_factory.mktemp("one"), 1)
    done = run(folder, "results/scores.parquet", cores=1)
    assert done.returncode == 0, done.stdout
    return folder


def test_shards_and_cores_change_no_byte(one, tmp_path):
    many = started(tmp_path / "many", 10)
    done = run(many, "results/scores.parquet", cores=2)
    assert done.returncode == 0, done.stdout
    assert outputs(many) == outputs(one)
    assert len(list((many / "data/counts/streamed/clicks/1").glob("*.npz"))) == 2
    assert len(list((many / "data/counts/streamed/clicks/2").glob("*.npz"))) == 1
    assert not list((many / "data/rows").rglob("*.npz"))  # deleted after the last job that reads them
    usage = json.loads((many / "logs/usage/count/streamed/clicks/0.json").read_text())
    assert usage["rows"] > 0
    assert usage["rows_per_second"] > 0
    assert "rows per second" in (many / "logs/count/streamed/clicks/0.log").read_text()
    again = run(many, "results/scores.parquet", "--dry-run")
    assert "Nothing to be done" in again.stdout


def test_evaluating_reads_no_data_file(one, tmp_path, monkeypatch):
    monkeypatch.chdir(one)
    (file,) = Path("results/jobs/count/streamed/clicks").glob("0-*.json")
    job = json.loads(file.read_text())
    files = {"layout_file": "data/shards/clicks/layout.npz", "rows": str(tmp_path / "rows.npz")}
    counted, sums = str(tmp_path / "counts.npz"), tmp_path / "sums.npz"
    scripts.load("count").main("data/prepared/clicks.npz", out=counted, **files, **job)
    models = "results/models/streamed/clicks.npz"
    scripts.load("evaluate_shard").main(models=models, out=str(sums), **files, **job | {"path": "nowhere"})
    assert sums.read_bytes() == Path("results/sums/streamed/clicks/0/0.npz").read_bytes()


def test_scores_are_of_every_method_and_fold(one):
    with open(one / "results/scores/streamed/clicks.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    accuracy = {(r["method"], r["fold"]): float(r["value"]) for r in rows if r["metric"] == "accuracy"}
    assert set(accuracy) == {(m, str(f)) for m in ("nb", "tan", "mixed_nb") for f in range(3)}
    assert min(accuracy.values()) > 0.8
    failures = (one / "results/failures/streamed/clicks.csv").read_text()
    assert "knn,all,all,evaluate,not applicable" in failures


def test_bad_data_are_a_row_and_fixed_data_run_again(one, tmp_path):
    folder = shutil.copytree(one, tmp_path / "bad")
    part = folder / "my/clicks/part-1.parquet"
    good = part.read_bytes()
    part.write_bytes(good[:1000])
    done = run(folder, "results/scores.parquet")
    assert done.returncode == 0, done.stdout
    record = json.loads((folder / "data/prepared/clicks.json").read_text())
    assert record["status"] == "failed"
    assert "part-1.parquet" in record["reason"]
    failures = (folder / "results/failures/streamed/clicks.csv").read_text()
    assert "part-1.parquet" in failures
    part.write_bytes(good)
    done = run(folder, "results/scores.parquet")
    assert done.returncode == 0, done.stdout
    assert outputs(folder) == outputs(one)


def test_a_method_that_fails_in_a_shard_ends_a_run_that_stops_on_errors(one, tmp_path):
    folder = shutil.copytree(one, tmp_path / "stopped")
    (folder / "my/broken.py").write_text(
        "from naivebench.methods.naive_bayes.nb import *\n"
        "from naivebench.methods.naive_bayes.nb import estimate, merge, widen\n\n"
        "def count(table, weights=None):\n    raise ValueError('no such sum')\n"
    )
    project.add(
        folder,
        "methods",
        "\nbroken: {title: Broken, module: my/broken.py, kinds: [nominal, linear, angular]}\n",
    )
    (folder / "stop.yaml").write_text("{on_error: stop, experiments: {streamed: {methods: [nb, broken]}}}\n")
    counts = "data/counts/streamed/clicks/0/0.npz"
    done = project.run(folder, counts, "--configfile", "overlay.yaml", "stop.yaml")
    assert done.returncode != 0
    assert "broken: ValueError: no such sum (on_error: stop)" in done.stdout
    assert not (folder / counts).exists()

"""A run names damaged results of an earlier run and makes them again."""

import json

import pytest
from support import workflow_project as project

pytestmark = [pytest.mark.workflow, pytest.mark.long]

OVERLAY = """
select: {datasets: [people, others], methods: [majority, nb], experiments: [benchmark]}
protocols: {honest: {folds: {folds: 3}}}
experiments:
  benchmark: {methods: [majority, nb]}
statistics: {ids: [ranks]}
"""
DATASETS = """
  people: {title: Likes tea, source: {file: my/people.csv}, target: likes tea}
  others: {title: Others, source: {file: my/others.csv}, target: likes tea}
"""
PREDICTIONS = "results/predictions/honest/people/_bundle/all.npz"
DAMAGED = {
    PREDICTIONS: lambda content: content[:-40],
    "data/prepared/others.npz": lambda content: b"",
    "data/folds/honest/others.npz": lambda content: b"no folds",
    "results/timings.parquet": lambda content: content[: len(content) // 2],
    "results/statistics/ranks.json": lambda content: content[:20],
    "results/calibration/honest/people.csv": lambda content: content[:9],
    "logs/usage/score/honest/people.json": lambda content: b"{",
}


def test_damaged_results_are_named_and_made_again(tmp_path):
    folder = project.copy(tmp_path)
    project.write_people(folder / "my" / "people.csv", rows=61)
    project.write_people(folder / "my" / "others.csv", rows=45)
    project.add(folder, "datasets", DATASETS)
    project.overlay(folder, OVERLAY)

    def run(*more, **variables):
        done = project.run(folder, "--configfile", "overlay.yaml", *more, **variables)
        assert done.returncode == 0, done.stdout
        return done.stdout

    run()
    scores = (folder / "results" / "scores.parquet").read_bytes()
    before = {file: (folder / file).read_bytes() for file in DAMAGED}
    for file, damage in DAMAGED.items():
        (folder / file).write_bytes(damage(before[file]))
    dry = run("-n")
    assert (folder / PREDICTIONS).read_bytes() == before[PREDICTIONS][:-40]
    said = run()
    for file in DAMAGED:
        assert file.startswith("logs/") or f"{file} is damaged (" in dry
        assert file.startswith("logs/") or f"{file} is damaged (" in said
    assert (folder / "results" / "scores.parquet").read_bytes() == scores
    for file in [PREDICTIONS, "data/prepared/others.npz", "data/folds/honest/others.npz"]:
        assert (folder / file).read_bytes() == before[file]
    assert json.loads((folder / "logs/usage/score/honest/people.json").read_text())["cpu_seconds"] > 0
    assert "is damaged" not in run("-n")

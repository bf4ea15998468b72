"""A job that reads a damaged result names it; after it is deleted, the run ends as before."""

import pytest
from support import workflow_project as project

pytestmark = [pytest.mark.workflow, pytest.mark.long]

OVERLAY = """
select: {datasets: [people, others], methods: [majority, nb], experiments: [benchmark]}
protocols: {honest: {folds: {folds: 3}}}
experiments:
  benchmark: {methods: [majority, nb]}
"""
DATASETS = """
  people: {title: Likes tea, source: {file: my/people.csv}, target: likes tea}
  others: {title: Others, source: {file: my/others.csv}, target: likes tea}
"""
DAMAGED = {
    "data/prepared/others.npz": lambda content: b"",
    "data/discretized/honest/others.npz": lambda content: b"no folds",
    "results/predictions/honest/people.npz": lambda content: content[:-40],
    "results/calibration/honest.parquet": lambda content: content[: len(content) // 2],
}


def test_damaged_results_are_named_and_made_again_when_they_are_deleted(tmp_path):
    folder = project.copy(tmp_path)
    project.write_people(folder / "my" / "people.csv", rows=61)
    project.write_people(folder / "my" / "others.csv", rows=45)
    project.add(folder, "datasets", DATASETS)
    project.overlay(folder, OVERLAY)

    def run():
        # the files are targets, too: a missing one is not remade as long as what is made from it exists
        return project.run(folder, "results/scores.parquet", *DAMAGED, "--configfile", "overlay.yaml")

    assert run().returncode == 0
    scores = (folder / "results" / "scores.parquet").read_bytes()
    for file, damage in DAMAGED.items():
        (folder / file).write_bytes(damage((folder / file).read_bytes()))
        done = run()
        assert done.returncode != 0, file
        assert f"error: {file} is damaged (" in done.stdout
        assert "delete it, and start the run again" in done.stdout
        (folder / file).unlink()
        done = run()
        assert done.returncode == 0, done.stdout
        assert (folder / "results" / "scores.parquet").read_bytes() == scores

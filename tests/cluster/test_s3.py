"""Runs with files in an S3 store have the bytes of a local run, even if the store fails temporarily."""

import pytest
from support import object_store, same_files
from support import workflow_project as project

pytestmark = [pytest.mark.workflow, pytest.mark.nightly, pytest.mark.long]


@pytest.fixture
def store():
    with object_store.running() as running:
        yield running


def run(folder, store, configuration, *arguments):
    prefix = ("--profile", "profiles/s3", "--default-storage-prefix", "s3://bench")
    return project.run(folder, *prefix, "--configfile", configuration, *arguments, **store.variables)


def differing(store, local):
    """Files with other bytes, but for the table of jobs, whose measurements are objects of the store, too."""
    found = same_files.differing(same_files.chosen(store.files("bench")), same_files.files(local))
    return [name for name in found if name != "reports/tables/jobs_by_rule.csv"]


def test_all_files_can_be_in_s3(new_project, local_run, store):
    folder, configuration = new_project(), "config/smoke.yaml"
    first = run(folder, store, configuration)
    assert first.returncode == 0, first.stdout
    assert differing(store, local_run(configuration)) == []
    again = run(folder, store, configuration)
    assert "Nothing to be done" in again.stdout


def test_errors_and_slow_answers_of_the_store(new_project, local_run, store):
    folder = new_project()
    slow = object_store.times(2, 4, "PUT", "/data/prepared/")
    passing = object_store.times(2, 500, "PUT", "/results/scores/")
    lasting = object_store.times(1000, 500, "PUT", "/results/tables/")
    store.faults[:] = [slow, passing, lasting]
    first = run(folder, store, "small.yaml", "--storage-s3-retries", "3")
    assert slow.left == passing.left == [0], first.stdout
    assert lasting.left[0] < 1000
    assert first.returncode != 0
    scored = store.files("bench")
    assert any(name.startswith("results/scores/") for name in scored)
    assert not any(name.startswith("results/tables/ranking") for name in scored)
    store.faults.clear()
    second = run(folder, store, "small.yaml")
    assert second.returncode == 0, second.stdout
    assert "rule fit:" in first.stdout
    assert "rule fit:" not in second.stdout
    assert differing(store, local_run("small.yaml")) == []

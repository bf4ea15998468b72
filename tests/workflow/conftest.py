"""One finished benchmark for all tests that read one."""

import shutil

import pytest
from support import run_folder
from support import workflow_project as project

PEOPLE = """
  people:
    title: Likes tea
    source: {file: my/people.csv}
    target: likes tea
"""
OVERLAY = """
select:
  datasets: [corral, mofn-3-7-10, people]
  methods: [majority, nb, gnb, tan, cart]
  experiments: [benchmark, robles2003, robles2003-permuted]
experiments:
  robles2003: {datasets: [corral], methods: [majority, nb, tan]}
  robles2003-permuted: {datasets: [corral], methods: [majority, nb]}
protocols: {honest: {folds: {folds: 2, repeats: 2}, own_holdout: false}}
"""


@pytest.fixture(scope="session")
def unfinished(tmp_path_factory):
    """A function that makes a project in a new folder, in which nothing has been run."""

    def make(folder=None):
        folder = project.copy(folder or tmp_path_factory.mktemp("project"))
        project.write_people(folder / "my" / "people.csv")
        project.add(folder, "datasets", PEOPLE)
        project.overlay(folder, OVERLAY)
        return folder

    return make


@pytest.fixture(scope="session")
def finished(tmp_path_factory, unfinished):
    """Folder of a finished run of `overlay.yaml`, which test processes share. Do not change it."""
    shared = run_folder.shared(tmp_path_factory, "benchmark")
    folder, done = shared / "finished", shared / "done"
    with run_folder.turn(folder):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            run = project.run(unfinished(folder), "--configfile", "overlay.yaml")
            assert run.returncode == 0, run.stdout
            done.touch()
    return folder


@pytest.fixture
def finished_copy(finished, tmp_path):
    """A copy of `finished` that a test may change; files keep their times, so that nothing is out of date."""
    return shutil.copytree(finished, tmp_path / "copy")

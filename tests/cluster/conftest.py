"""Local runs, with which runs of the same configurations on a cluster are compared."""

import pytest
from support import run_folder
from support import workflow_project as project

SMALL = """
select: {datasets: [corral], methods: [majority, nb, tan], experiments: [benchmark]}
protocols: {honest: {folds: {folds: 2}}}
"""


@pytest.fixture(scope="session")
def new_project(tmp_path_factory):
    """A function that makes a project with `small.yaml`, in which nothing has been run."""

    def make(folder=None):
        folder = project.copy(folder or tmp_path_factory.mktemp("project"))
        (folder / "small.yaml").write_text(SMALL)
        return folder

    return make


@pytest.fixture(scope="session")
def local_run(tmp_path_factory, new_project):
    """A function that returns the folder of a local run of a configuration file; test processes share it."""

    def finished(configuration):
        shared = run_folder.shared(tmp_path_factory, f"local-{configuration.replace('/', '-')}")
        with run_folder.turn(shared / "finished"):
            if not (shared / "done").exists():
                run = project.run(new_project(shared / "finished"), "--configfile", configuration)
                assert run.returncode == 0, run.stdout
                (shared / "done").touch()
        return shared / "finished"

    return finished

"""Runs through Slurm on one node have the bytes of a local run, even if jobs are killed or the node fails."""

import subprocess

import pytest
from support import object_store, same_files, slurm
from support import workflow_project as project

pytestmark = [
    pytest.mark.long,
    pytest.mark.workflow,
    pytest.mark.nightly,
    pytest.mark.skipif(bool(slurm.missing()), reason=f"no Slurm can be started: {slurm.missing()}"),
]
HERE = ("--max-threads", "2", "--slurm-status-command", "squeue", "--quiet", "rules")
TOGETHER = ("--group-components", "data=10", "fits=4")


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with slurm.running(tmp_path_factory.mktemp("slurm")) as name:
        yield name


def arguments(*more):
    return ["--profile", "profiles/slurm", *HERE, "--configfile", *more]


@pytest.fixture
def start(node):
    """Begin a run in the background; it is stopped when the test ends."""
    runs = []

    def begin(folder, *more, **variables):
        with open(folder / "output.txt", "w") as output:
            command = project.command(*arguments(*more))
            environment = project.environment() | variables
            runs.append(
                subprocess.Popen(
                    command, cwd=folder, env=environment, stdout=output, stderr=subprocess.STDOUT
                )
            )
        return runs[-1]

    yield begin
    for run in runs:
        run.kill()


def ended(run, folder):
    """Exit status and output of a run, after waiting for its end."""
    return run.wait(1800), (folder / "output.txt").read_text()


def differing(folder, local):
    return same_files.differing(same_files.files(folder), same_files.files(local))


def test_a_run_through_slurm_gives_all_files(start, new_project, local_run):
    folder, configuration = new_project(), "config/smoke.yaml"
    status, output = ended(start(folder, configuration, *TOGETHER), folder)
    assert status == 0, output
    assert output.count("has been submitted with SLURM jobid") > 5
    assert differing(folder, local_run(configuration)) == []
    assert "Nothing to be done" in ended(start(folder, configuration), folder)[1]


def test_killed_job_is_submitted_again(start, new_project, local_run):
    folder = new_project()
    run = start(folder, "small.yaml")
    first = slurm.wait_for_job()
    subprocess.run(["scancel", "--signal=KILL", "--full", first], check=True)
    status, output = ended(run, folder)
    assert status == 0, output
    assert "Trying to restart job" in output
    assert differing(folder, local_run("small.yaml")) == []


def test_a_drained_node_only_delays_a_run(node, start, new_project, local_run):
    folder = new_project()
    run = start(folder, "small.yaml")
    slurm.wait_for_job()
    slurm.update(node, "drain")
    # the running job ends, and the next one waits
    slurm.wait_for_jobs(0)
    slurm.wait_for_jobs(1, "PENDING")
    assert run.poll() is None
    slurm.update(node, "resume")
    status, output = ended(run, folder)
    assert status == 0, output
    assert differing(folder, local_run("small.yaml")) == []


def test_files_of_slurm_jobs_in_s3(start, new_project, local_run):
    with object_store.running() as store:
        folder = new_project()
        s3 = ("--default-storage-provider", "s3", "--default-storage-prefix", "s3://bench/small")
        status, output = ended(start(folder, "small.yaml", *s3, **store.variables), folder)
        assert status == 0, output
        stored = {name.removeprefix("small/"): data for name, data in store.files("bench").items()}
        local = same_files.files(local_run("small.yaml"))
        # Snakemake keeps the times of jobs on other machines in the store, where no job can ask for them.
        assert same_files.differing(same_files.chosen(stored), local) == ["reports/tables/jobs_by_rule.csv"]

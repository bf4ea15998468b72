"""Runs through a Slurm of one node: the bytes of a local run, also when jobs or the node go."""

import subprocess

import pytest
from support import object_store, same_files, slurm
from support import workflow_project as project

pytestmark = [
    pytest.mark.workflow,
    pytest.mark.cluster,
    pytest.mark.skipif(bool(slurm.missing()), reason=f"no Slurm can be started: {slurm.missing()}"),
]
HERE = ("--max-threads", "2", "--slurm-status-command", "squeue")
# small shards, so all of one step in one job
TOGETHER = ("--group-components", "data=10", "fits=4", "tables=10", "scans=4", "counts=4", "sums=4")


@pytest.fixture(scope="module")
def node(tmp_path_factory):
    with slurm.running(tmp_path_factory.mktemp("slurm")) as name:
        yield name


def arguments(*more):
    return ["--profile", "profiles/slurm", *HERE, "--configfile", *more]


def start(folder, *more, **variables):
    """A run in the background."""
    return subprocess.Popen(
        project.command(*arguments(*more)), cwd=folder, env=project.environment() | variables,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def ended(run):
    output = run.communicate(timeout=1800)[0]
    return run.returncode, output


def differing(folder, local):
    return same_files.differing(same_files.files(folder), same_files.files(local))


@pytest.mark.parametrize("configuration", ["config/smoke.yaml", "config/stream.yaml"])
def test_all_files_through_slurm(configuration, node, new_project, local_run):
    folder = new_project()
    status, output = ended(start(folder, configuration, *TOGETHER))
    assert status == 0, output
    assert output.count("has been submitted with SLURM jobid") > 5
    assert differing(folder, local_run(configuration)) == []
    assert "Nothing to be done" in ended(start(folder, configuration))[1]


def test_killed_job_is_submitted_again(node, new_project, local_run):
    folder = new_project()
    run = start(folder, "small.yaml")
    first = slurm.wait_for_job()
    subprocess.run(["scancel", "--signal=KILL", "--full", first], check=True)
    status, output = ended(run)
    assert status == 0, output
    assert "Trying to restart job" in output
    assert differing(folder, local_run("small.yaml")) == []


def test_drained_node_and_a_run_that_is_ended(node, new_project, local_run):
    folder = new_project()
    run = start(folder, "small.yaml")
    slurm.wait_for_job()
    slurm.update(node, "drain")
    # the job ends, the next ones wait
    slurm.wait_for_jobs(0)
    slurm.wait_for_jobs(1, "PENDING")
    assert run.poll() is None
    run.terminate()
    run.wait(60)
    slurm.update(node, "resume")
    status, output = ended(start(folder, "small.yaml"))
    assert status == 0, output
    assert differing(folder, local_run("small.yaml")) == []


def test_files_of_slurm_jobs_in_s3(node, new_project, local_run):
    with object_store.running() as store:
        folder = new_project()
        s3 = ("--default-storage-provider", "s3", "--default-storage-prefix", "s3://bench/small")
        status, output = ended(start(folder, "small.yaml", *s3, **store.variables))
        assert status == 0, output
        stored = {name.removeprefix("small/"): data for name, data in store.files("bench").items()}
        local = same_files.files(local_run("small.yaml"))
        assert same_files.differing(same_files.chosen(stored), local) == []

"""A job that Slurm starts on a node runs all jobs of its group itself; the test does not need Slurm."""

import shutil

import pytest
from support import same_files
from support import workflow_project as project

pytestmark = [pytest.mark.workflow, pytest.mark.long]
JOBS = (
    "evaluate:protocol=honest,dataset=corral,unit=_bundle,part=all",
    "score:protocol=honest,dataset=corral",
)
AS_SLURM = ("--jobs", "1", "--executor", "slurm-jobstep", "--mode", "remote", "--local-groupid", "g")


def test_group_runs_in_one_snakemake_on_its_cpus(local_run, tmp_path):
    folder = shutil.copytree(local_run("small.yaml"), tmp_path / "copy")
    score = folder / "results/scores/honest/corral.csv"
    score.unlink()
    told = (
        "--target-jobs",
        *JOBS,
        "--allowed-rules",
        "evaluate",
        "score",
        "--force",
        "--nolock",
        "--no-hooks",
    )
    done = project.run(
        folder, *told, *AS_SLURM, "--configfile", "small.yaml", cores=1, SLURM_CPUS_PER_TASK="3"
    )
    assert done.returncode == 0, done.stdout
    assert "Provided cores: 3" in done.stdout
    assert "srun" not in done.stdout
    assert same_files.differing(same_files.files(folder), same_files.files(local_run("small.yaml"))) == []

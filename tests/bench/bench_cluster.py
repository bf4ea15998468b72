"""The smoke run on this machine, through Slurm on one node, and through an S3 store.

Measures wall seconds of each, the time that Slurm adds to a job, and the CPU seconds of a job's own Snakemake
before and after the work. Without Slurm, the output gives the reason and has the other rows.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests"), str(ROOT / "tests/bench")]

import targets  # noqa: E402
from support import object_store, slurm  # noqa: E402
from support import workflow_project as project  # noqa: E402

CONFIGURATION = ("--configfile", "config/smoke.yaml", "--quiet", "rules")
# the first two are multiples of the local run's wall time, the last is in CPU seconds
SLURM_RATIO, S3_RATIO, START = 5.0, 3.0, 4.0
JOB = "score:protocol=honest,dataset=iris"
IN_SLURM = f"""--target-jobs {JOB} --allowed-rules score --force --nolock --no-hooks --cores 2 --jobs 1
--executor slurm-jobstep --mode remote --max-inventory-time 0 --ignore-incomplete""".split()


def run(folder: Path, *more: str, **variables: str) -> tuple[float, str]:
    """Wall seconds and output of a run; raises CalledProcessError if the run fails."""
    started = time.perf_counter()
    done = subprocess.run(
        project.command(*more, *CONFIGURATION), cwd=folder, env=project.environment() | variables,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=True,
    )  # fmt: skip
    return time.perf_counter() - started, done.stdout


def start(folder: Path) -> float:
    """CPU seconds of the Snakemake of a job in Slurm that runs again, without those of the job."""

    def children() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = children()
    run(folder, *IN_SLURM, SLURM_CPUS_PER_TASK="2")
    own = json.loads((folder / "logs/usage/score/honest/iris.json").read_text())["cpu_seconds"]
    return children() - before - own


def row(what: str, measured: float, unit: str, target: dict) -> dict:
    print(
        f"{what}: {measured:.1f} {unit} ({target['target']})" if target else f"{what}: {measured:.1f} {unit}"
    )
    return {"what": what, "measured": round(measured, 2), "unit": unit, **target}


def main(out: str | None = None) -> None:
    with tempfile.TemporaryDirectory() as made:
        folders = {name: project.copy(Path(made) / name) for name in ("local", "slurm", "s3")}
        local = run(folders["local"])[0]
        rows = [row("smoke run, local", local, "s", {})]
        cpu = start(folders["local"])
        rows.append(row("Snakemake of a job", cpu, "CPU s", targets.at_most(cpu, START, " CPU s")))
        with object_store.running() as store:
            options = ("--profile", "profiles/s3", "--default-storage-prefix", "s3://bench")
            wall = run(folders["s3"], *options, **store.variables)[0]
        ratio = wall / local
        rows.append(row("smoke run, S3", wall, "s", {}))
        rows.append(row("S3 : local", ratio, "times", targets.at_most(ratio, S3_RATIO, " times")))
        if lacking := slurm.missing():
            print(f"through Slurm: not measured, {lacking}")
        else:
            with slurm.running(Path(made) / "node"):
                options = ("--profile", "profiles/slurm", "--max-threads", "2")
                wall, output = run(folders["slurm"], *options, "--slurm-status-command", "squeue")
            jobs, ratio = output.count("has been submitted with SLURM jobid"), wall / local
            rows.append(row(f"smoke run, {jobs} jobs of Slurm", wall, "s", {}))
            rows.append(row("more per job of Slurm", (wall - local) / jobs, "s", {}))
            rows.append(row("Slurm : local", ratio, "times", targets.at_most(ratio, SLURM_RATIO, " times")))
    targets.finish(rows, out)


if __name__ == "__main__":
    main(*sys.argv[1:])

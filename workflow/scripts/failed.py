"""List the files of a run that failed or could not be fetched, or make them again (make rerun-failed)."""

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from naivebench.core.checks import InputError
from naivebench.pipeline import configuration
from naivebench.pipeline.jobs import arguments
from naivebench.pipeline.jobs.failed import failed, planned

ROOT = Path(__file__).resolve().parents[2]


def main(directory: str = ".", cores: str = "") -> None:
    """`directory`: where the run was made; with `cores` they are made again, with the configuration files and
    values that the run had, as they are today.

    Raises InputError if there was no run, or one of its configuration files is gone.
    """
    folder = Path(directory)
    if not (folder / "results" / "run.json").is_file():
        raise InputError(
            f"no run was started in {folder.resolve()}: name its folder, make rerun-failed DIRECTORY=..."
        )
    run = json.loads((folder / "results" / "run.json").read_text(encoding="utf-8"))
    files = [folder / path for path in run["configfiles"]]
    today = planned(configuration.read(ROOT, files, run["config"]))
    again = [file for file in failed(folder) if file in today]
    if not cores or not again:
        print(*again or ["nothing failed"], sep="\n")
        return
    command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile", "--directory", folder]
    command += ["--cores", cores, "--logger", "naivebench", "--forcerun", *again]
    command += ["--configfile", *files] if files else []
    command += (
        ["--config", *(f"{k}={json.dumps(v)}" for k, v in run["config"].items())] if run["config"] else []
    )
    done = subprocess.run(
        [*command, "--", "all"], env={**os.environ, "NAIVEBENCH_RERUN_FAILED": "1"}, check=False
    )
    sys.exit(done.returncode)


if __name__ == "__main__":
    arguments.call(main)

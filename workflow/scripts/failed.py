"""List the files of a run that failed or could not be fetched, or make them again (`make rerun-failed`)."""

import json
import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

from naivebench.benchmark import configuration
from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.jobs.damaged import damaged
from naivebench.benchmark.jobs.failed import failed, planned
from naivebench.core.checks import InputError
from naivebench.core.files import UNREADABLE
from naivebench.core.one_line import reason

ROOT = Path(__file__).resolve().parents[2]


def main(directory: str = ".", cores: str = "") -> None:
    """List the failed files, or with `cores` make them again.

    `directory`: the folder of the run. The run is repeated with its configuration files, in their present
    form, and with the values that it was started with. Raises InputError if there was no run, or one of its
    configuration files no longer exists.
    """
    folder = Path(directory)
    if not (folder / "results" / "run.json").is_file():
        raise InputError(
            f"{folder.resolve()} does not contain a run: name its folder with make rerun-failed DIRECTORY=..."
        )
    try:
        run = json.loads((folder / "results" / "run.json").read_text(encoding="utf-8"))
        given = run["configfiles"], run["config"]
    except UNREADABLE as error:
        raise InputError(
            f"{folder / 'results' / 'run.json'} is damaged ({reason(error)}): start the run again with its "
            "own command"
        ) from error
    files, values = [folder / path for path in given[0]], given[1]
    today = planned(configuration.read(ROOT, files, values))
    again = list(dict.fromkeys([*damaged(folder, today), *(f for f in failed(folder) if f in today)]))
    if not cores or not again:
        print(*again or ["nothing failed"], sep="\n")
        return
    command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile", "--directory", folder]
    command += ["--cores", cores, "--logger", "naivebench", "--forcerun", *again]
    command += ["--configfile", *files] if files else []
    command += ["--config", *(f"{k}={json.dumps(v)}" for k, v in values.items())] if values else []
    done = subprocess.run(
        [*command, "--", "all"], env={**os.environ, "NAIVEBENCH_RERUN_FAILED": "1"}, check=False
    )
    sys.exit(done.returncode)


if __name__ == "__main__":
    arguments.call(main)

"""`naivebench report`: a page of what a run has finished so far, made while the run goes on."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from naivebench.core.checks import InputError


def run(arguments: Namespace) -> None:
    """Write it and print where it is. Raises InputError where no run has a score."""
    folder = Path(arguments.directory)
    if not (folder / "results" / "config.json").is_file():
        raise InputError(f"no run was started in {folder.resolve()}: run make, or name the folder of a run")
    from naivebench.report import partial  # needs packages that an installed wheel may lack

    path, progress = partial.write(folder)
    print(
        f"finished: {progress.done:,} of {progress.jobs:,} fitting jobs, {progress.complete} of "
        f"{progress.datasets} data sets\npartial report: {path.resolve()}"
    )

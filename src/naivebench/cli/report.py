"""`naivebench report`: create a page with the results finished so far, while the run continues."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from naivebench.core.checks import InputError


def run(arguments: Namespace) -> None:
    """Write the page and print its path. Raises InputError if no run has scores."""
    folder = Path(arguments.directory)
    if not (folder / "results" / "config.json").is_file():
        raise InputError(f"{folder.resolve()} does not contain a run: run make, or name the folder of a run")
    from naivebench.report import partial  # imports packages that may not be installed with a wheel

    path, progress = partial.write(folder)
    print(
        f"finished: {progress.done:,} of {progress.jobs:,} fitting jobs, {progress.complete} of "
        f"{progress.datasets} data sets\npartial report: {path.resolve()}"
    )

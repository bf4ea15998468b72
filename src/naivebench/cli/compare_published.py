"""`naivebench compare --with-published`: rank and test a new method beside published results."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from naivebench.benchmark.publication import published
from naivebench.cli import terminal
from naivebench.core.checks import InputError


def run(arguments: Namespace) -> None:
    """Write the folds, or compare a new method and write the page."""
    given = arguments.published or None
    folder = Path(given) if given and Path(given).is_dir() else None
    place = published.located(None if folder else given, folder)
    if arguments.folds:
        _write_folds(place, arguments.folds)
    if not arguments.with_published:
        return
    from naivebench.benchmark.publication import newcomer
    from naivebench.report import newcomer as report

    path = Path(arguments.with_published)
    if not path.exists():
        raise InputError(f"{path} does not exist: name a table of scores or predictions of your method")
    field = newcomer.field(place)
    found = newcomer.read(path, field, name=arguments.name, data=Path(arguments.data))
    standing = report.compare(field, found)
    version = json.loads((place / published.VERSION).read_text(encoding="utf-8"))["code"]
    page = arguments.page or f"{'-'.join(found.methods)}.html"
    terminal.write(page, report.html(standing, version))
    if arguments.out:
        terminal.write(arguments.out, json.dumps(standing.statistics, indent=1, allow_nan=False) + "\n")
    if arguments.out != "-":
        print(
            *(s.replace("`", "") for s in report.sentences(standing)),
            f"page: {Path(page).resolve()}",
            sep="\n",
        )


def _write_folds(folder: Path, out: str) -> None:
    """Write the test rows of all folds as CSV."""
    import pandas as pd

    table = pd.read_parquet(folder / published.FOLDS)
    terminal.write(out, table.to_csv(index=False, lineterminator="\n"))

"""Validate the configuration; with a data set, also read and describe it.

Run it after you have written a stanza.
"""

from __future__ import annotations

import os
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import pandas as pd

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import Configuration, documents
from naivebench.cli import project, terminal
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.table import Table, save
from naivebench.data import fetch, prepare, sources
from naivebench.data.profile import Record

EXAMPLES = "  naivebench check\n  naivebench check zoo\n  naivebench check --configfile config/smoke.yaml"
STANZA = "in a stanza, `--drop COL` is `drop: [COL]`, and `--kind COL=KIND` is `kinds: {COL: KIND}`"
MANY = 40  # largest number of attributes or classes to list


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("dataset", nargs="?", metavar="DATASET", help="id of a data set in config/datasets/")
    project.add_configuration_option(command)


def run(arguments: Namespace) -> None:
    """Validate the whole configuration; for a data set, also read and describe it."""
    settings, name = project.read_configuration(arguments), arguments.dataset
    cells = configuration.list_method_runs(settings)
    datasets, n_protocols = len({d for _, d, _ in cells}), len({p for p, _, _ in cells})
    print(f"configuration: valid; {len(cells)} results of {datasets} data sets under {n_protocols} protocols")
    if name is None:
        return
    require_dataset(name, settings)
    try:
        table, record = read_dataset(name, settings)
    except InputError as error:
        catalogues, _ = configuration.read_unlocked_catalogues(settings.root, arguments.configfile)
        stanzas = next(c.datasets for c in catalogues if name in c.datasets.data)
        documents.raise_error_at(stanzas, (name,), str(error))
    terminal.print_text(f"\n{name}: {settings.datasets[name]['title']}")
    terminal.print_text("\n".join(describe_dataset(record, table, settings)))


def require_dataset(name: str, settings: Configuration) -> None:
    """Raise InputError for a data set that is not in the catalogue."""
    if name not in settings.datasets:
        near = did_you_mean(name, settings.datasets, "`naivebench datasets` lists all of them.")
        raise InputError(f"data set {name!r} is not in the catalogue of data sets{near}")


def read_dataset(name: str, settings: Configuration) -> tuple[Table, Record]:
    """Fetch missing archives and prepare the data set. Raises InputError if it cannot be obtained."""
    stanza = settings.datasets[name]
    needs = sources.find_inputs(stanza, settings.archives)
    archive, status = obtain_archive(needs.archive, settings) if needs.archive else (None, None)
    file = sources.resolve_own_file(needs.file, settings.root) if needs.file else None
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        parent = None
        if needs.derive:
            parent = Path(folder, f"{needs.derive}.npz")
            save(read_dataset(needs.derive, settings)[0], parent)
        inputs = prepare.Inputs(archive, status, file, parent)
        table, record = prepare.prepare_data_set(name, stanza, inputs, stop=True)
    if isinstance(table, Absence):
        raise InputError(f"{table.reason} ({table.remedy})" if table.remedy else table.reason)
    return table, record


def find_mirror(settings: Configuration) -> str:
    """Return the folder of archives to search first; "" for none."""
    return settings.config["mirror"] or os.environ.get("NAIVEBENCH_MIRROR", "")


def obtain_archive(identifier: str, settings: Configuration) -> tuple[Path, Path]:
    """Return the archive and its status file among the workflow's files; fetch it if it is not there."""
    entry = sources.list_archives(settings.datasets, settings.archives)[identifier]
    raw = settings.root / "data" / "raw"
    archive, status = raw / f"{identifier}.archive", raw / f"{identifier}.json"
    if not (status.is_file() and archive.is_file() and archive.stat().st_size):
        print(f"fetching {identifier} ...", flush=True)
        raw.mkdir(parents=True, exist_ok=True)
        record = fetch.fetch_archive(entry, archive, status, find_mirror(settings))
        if record["status"] != "ok":
            archive.unlink()  # the workflow shall try again
            status.unlink()
            raise InputError(f"{record['reason']} ({record['remedy']})")
    return archive, status


def describe_dataset(record: Record, table: Table, settings: Configuration) -> list[str]:
    """Describe counts, classes, attributes, warnings and methods of a data set in lines of text."""
    classes, attributes = record["classes"], pd.DataFrame(record["attributes"])
    attributes.loc[attributes["kind"] == "angular", ["min", "max"]] = np.nan  # they are radians
    kinds = {a.kind for a in table.attributes}
    accepting = [m for m, stanza in settings.methods.items() if kinds <= set(stanza.get("kinds", kinds))]
    warnings = [f"warning: {warning}" for warning in record["warnings"]]
    return [
        f"source: {record['source']}",
        f"{record['rows']} rows, {len(attributes)} attributes, {record['missing_cells']} missing cells",
        f"{len(classes)} classes, the largest with {record['majority_rate']:.4f} of the rows:",
        *(f"  {label}: {count}" for label, count in list(classes.items())[:MANY]),
        attributes.to_string(index=False, na_rep="", max_rows=MANY, line_width=None),
        *warnings,
        *([STANZA] if any("`--" in warning for warning in warnings) else []),
        "",
        f"methods that accept it: {', '.join(accepting)}",
    ]

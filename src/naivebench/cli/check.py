"""Validate the configuration; with a data set, also read and describe it.

Run it after you have written a stanza.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path

import numpy as np
import pandas as pd

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import Configuration, documents
from naivebench.benchmark.discretize import draw_folds
from naivebench.benchmark.settings import make_fold_settings
from naivebench.cli import project, terminal
from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.files import replace_file
from naivebench.core.table import Table, n_cases, save
from naivebench.data import fetch, prepare, sources
from naivebench.data.profile import Record, list_attribute_columns

EXAMPLES = "  naivebench check\n  naivebench check zoo\n  naivebench check --configfile config/smoke.yaml"
STANZA = "in a stanza, `--drop COL` is `drop: [COL]`, and `--kind COL=KIND` is `kinds: {COL: KIND}`"
MANY = 40  # largest number of attributes or classes to list


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("dataset", nargs="?", metavar="DATASET", help="id of a data set in config/datasets/")
    project.add_project_options(command, mirror=True)


def run(arguments: Namespace) -> None:
    """Validate the whole configuration; for a data set, also read and describe it."""
    root, files = project.require_project(arguments.project), arguments.configfile
    settings = configuration.read_configuration(root, files)
    cells, name = configuration.list_method_runs(settings), arguments.dataset
    datasets, n_protocols = len({d for _, d, _ in cells}), len({p for p, _, _ in cells})
    print(f"configuration: valid; {len(cells)} results of {datasets} data sets under {n_protocols} protocols")
    if name is None:
        return
    require_dataset(name, settings)
    mirror = find_mirror(arguments, settings)
    try:
        with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
            table, record = read_dataset(name, settings, mirror, Path(folder))
    except InputError as error:
        catalogues, _ = configuration.read_unlocked_catalogues(root, files)
        stanzas = next(c.datasets for c in catalogues if name in c.datasets.data)
        documents.raise_error_at(stanzas, (name,), str(error))
    if isinstance(table, Absence):
        raise InputError(f"{table.reason} ({table.remedy})" if table.remedy else table.reason)
    lines = [f"\n{name}: {settings.datasets[name]['title']}", *describe_dataset(record, table, settings), ""]
    for protocol in dict.fromkeys(protocol for protocol, dataset, _ in cells if dataset == name):
        lines += describe_folds(name, table, record, protocol, settings)
    terminal.print_text("\n".join(lines))


def require_dataset(name: str, settings: Configuration) -> None:
    """Raise InputError for a data set that is not in the catalogue."""
    if name not in settings.datasets:
        near = did_you_mean(name, settings.datasets, "`naivebench datasets` lists all of them.")
        raise InputError(f"data set {name!r} is not in the catalogue of data sets{near}")


def find_mirror(arguments: Namespace, settings: Configuration) -> str:
    """Return the folder of archives to search first; "" for none."""
    if arguments.mirror and not os.path.isdir(arguments.mirror):
        raise InputError(f"--mirror {arguments.mirror} is not a folder: name the folder of the archives")
    return arguments.mirror or settings.config["mirror"] or os.environ.get("NAIVEBENCH_MIRROR", "")


def read_dataset(
    name: str, settings: Configuration, mirror: str, folder: Path
) -> tuple[Table | Absence, Record]:
    """Fetch what is missing and prepare the data set; prepared parents are stored in `folder`."""
    stanza = settings.datasets[name]
    needs = sources.find_inputs(stanza, settings.archives)
    archive = status = parent = file = None
    if needs.archive:
        archive, status = obtain_archive(needs.archive, settings, mirror, folder)
    if needs.file:
        file = sources.resolve_own_file(needs.file, settings.root)
    if needs.derive:
        parent = folder / f"{needs.derive}.npz"
        table, _ = read_dataset(needs.derive, settings, mirror, folder)
        if isinstance(table, Absence):
            absence.write_absence(parent, table)
        else:
            save(table, parent)
    return prepare.prepare_data_set(name, stanza, prepare.Inputs(archive, status, file, parent), stop=True)


def obtain_archive(identifier: str, settings: Configuration, mirror: str, folder: Path) -> tuple[Path, Path]:
    """Find the archive and its status file: the workflow's if they are complete, otherwise a new
    archive in `folder`. An archive that could be fetched is also copied to the workflow's files.
    """
    raw = settings.root / "data" / "raw"
    stored = raw / f"{identifier}.archive", raw / f"{identifier}.json"
    if all(path.is_file() and path.stat().st_size for path in stored):
        return stored
    new = folder / stored[0].name, folder / stored[1].name
    entry = sources.list_archives(settings.datasets, settings.archives)[identifier]
    print(f"fetching {identifier} ...", flush=True)
    if fetch.fetch_archive(entry, *new, mirror)["status"] == "ok" and os.access(settings.root, os.W_OK):
        for path, copy in zip(stored, new, strict=True):
            with replace_file(path) as temporary:
                shutil.copyfile(copy, temporary)
    return new


def describe_dataset(record: Record, table: Table, settings: Configuration) -> list[str]:
    """Describe counts, classes, attributes, warnings and methods of a data set in lines of text."""
    classes, attributes = record["classes"], pd.DataFrame(record["attributes"])
    for i, (attribute, angles) in enumerate(list_attribute_columns(table)):
        if attribute.kind == "angular" and not np.isnan(angles).all():
            turned = np.round(angles / (2 * np.pi) % 1 * attribute.period, 6) % attribute.period
            attributes.loc[i, ["min", "max"]] = np.nanmin(turned), np.nanmax(turned)
    kinds = {a.kind for a in table.attributes}
    methods: dict[str, list[str]] = {"": []}  # kinds of columns that they do not accept -> methods
    for method, stanza in settings.methods.items():
        lacking = " and ".join(sorted(kinds - set(stanza.get("kinds", kinds))))
        methods.setdefault(lacking, []).append(method)
    accept = methods.pop("")
    warnings = [f"warning: {warning}" for warning in record["warnings"]]
    if any("`--" in warning for warning in warnings):
        warnings.append(STANZA)
    return [
        f"source: {record['source']}",
        f"{record['rows']} rows, {len(attributes)} attributes, {record['missing_cells']} missing cells",
        f"{len(classes)} classes, the largest with {record['majority_rate']:.4f} of the rows:",
        *(f"  {label}: {count}" for label, count in list(classes.items())[:MANY]),
        attributes.to_string(index=False, na_rep="", max_rows=MANY, line_width=None),
        *warnings,
        "",
        f"methods that accept it: {', '.join(accept)}",
        *(f"methods that do not accept {k} columns: {', '.join(methods[k])}" for k in sorted(methods)),
    ]


def describe_folds(
    name: str, table: Table, record: Record, protocol: str, settings: Configuration
) -> list[str]:
    """Return the sizes of the folds of a data set under a protocol, and notes on them."""
    folds = draw_folds(table, record["holdout"], **make_fold_settings(settings, protocol, name))
    if isinstance(folds, Absence):
        raise InputError(f"data set {name!r} cannot be split under protocol {protocol!r}: {folds.reason}")
    sizes, n = np.diff(folds.offsets), n_cases(table)
    parts = f"{len(sizes)} test folds of {sizes.min()} to {sizes.max()} of {n} cases"
    if folds.scheme == "leave_one_out":
        parts = f"each of {n} cases is predicted by a model of the others"
    return [f"folds, {protocol}: {folds.scheme}, {parts}", *(f"  {note}" for note in folds.notes)]

"""Validate the configuration; with a data set, also read and describe it.

Run it after you have written a stanza.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from naivebench.benchmark import configuration
from naivebench.benchmark.configuration import Configuration, documents
from naivebench.cli import project, terminal
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError, check_known_words
from naivebench.core.table import Table, save
from naivebench.data import fetch, prepare, sources
from naivebench.data.profile import Record

EXAMPLES = "  naivebench check\n  naivebench check zoo\n  naivebench check --configfile config/smoke.yaml"
STANZA = "in a stanza, `--drop COL` is `drop: [COL]`, and `--kind COL=KIND` is `kinds: {COL: KIND}`"
LISTED = "a data set in the catalogue (`naivebench datasets` lists them)"
MANY = 40  # largest number of attributes or classes to list


def add_arguments(command: ArgumentParser) -> None:
    command.add_argument("dataset", nargs="?", metavar="DATASET", help="id of a data set in config/datasets/")
    project.add_configuration_option(command)


def run(arguments: Namespace) -> None:
    settings, name = project.read_configuration(arguments), arguments.dataset
    cells = configuration.list_method_runs(settings)
    datasets, n_protocols = len({d for _, d, _ in cells}), len({p for p, _, _ in cells})
    print(f"configuration: valid; {len(cells)} results of {datasets} data sets under {n_protocols} protocols")
    if name is None:
        return
    check_known_words([name], settings.datasets, LISTED, "naivebench check")
    try:
        table, record = read_dataset(name, settings)
    except InputError as error:
        catalogues, _ = configuration.read_unlocked_catalogues(settings.root, arguments.configfile)
        stanzas = next(c.datasets for c in catalogues if name in c.datasets.data)
        documents.raise_error_at(stanzas, (name,), str(error))

    classes, attributes = record["classes"], pd.DataFrame(record["attributes"])
    attributes.loc[attributes["kind"] == "angular", ["min", "max"]] = np.nan  # they are radians
    kinds = {a.kind for a in table.attributes}
    accepting = [m for m, stanza in settings.methods.items() if kinds <= set(stanza.get("kinds", kinds))]
    warnings = [f"warning: {warning}" for warning in record["warnings"]]
    lines = [
        f"\n{name}: {settings.datasets[name]['title']}",
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
    terminal.print_text("\n".join(lines))


def find_mirror(settings: Configuration) -> str:
    """Return the folder of archives to search first; "" for none."""
    return settings.config["mirror"] or os.environ.get("NAIVEBENCH_MIRROR", "")


def read_dataset(name: str, settings: Configuration) -> tuple[Table, Record]:
    """Fetch missing archives and prepare the data set. Raises InputError if it cannot be obtained."""
    stanza = settings.datasets[name]
    needs = sources.find_inputs(stanza, settings.archives)
    archive = status = file = parent = None
    if needs.archive:
        # among the files of the workflow, which fetches again what is not there or has another hash
        entry = sources.list_archives(settings.datasets, settings.archives)[needs.archive]
        raw = settings.root / "data" / "raw"
        archive, status = raw / f"{needs.archive}.archive", raw / f"{needs.archive}.json"
        fetched: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError):  # there is no archive, or its record is damaged
            fetched = json.loads(status.read_text(encoding="utf-8")) if archive.stat().st_size else {}
        known = (None, fetched.get("pinned"), fetched.get("sha256"))
        wanted = [candidate.get("sha256") for candidate in entry.get("candidates", [entry])]
        if not fetched or not any(h in known for h in wanted):
            print(f"fetching {needs.archive} ...", flush=True)
            raw.mkdir(parents=True, exist_ok=True)
            fetched = fetch.fetch_archive(entry, archive, status, find_mirror(settings))
            if fetched["status"] != "ok":
                archive.unlink()
                status.unlink()
                raise InputError(f"{fetched['reason']} ({fetched['remedy']})")
    if needs.file:
        file = sources.resolve_own_file(needs.file, settings.root)
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        if needs.derive:
            parent = Path(folder, f"{needs.derive}.npz")
            save(read_dataset(needs.derive, settings)[0], parent)
        inputs = prepare.Inputs(archive, status, file, parent)
        table, record = prepare.prepare_data_set(name, stanza, inputs, stop=True)
    if isinstance(table, Absence):
        raise InputError(f"{table.reason} ({table.remedy})" if table.remedy else table.reason)
    return table, record

"""`naivebench check`: validate the configuration, read a data set and describe it."""

from __future__ import annotations

import os
import shutil
import tempfile
from argparse import Namespace
from pathlib import Path

import numpy as np

from naivebench.benchmark import configuration, plan
from naivebench.benchmark.configuration import Configuration
from naivebench.cli import terminal
from naivebench.core import absence
from naivebench.core import table as tables
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError, did_you_mean
from naivebench.core.files import replace
from naivebench.data import fetch, prepare, sources
from naivebench.data.profile import AttributeRecord, Record
from naivebench.data.stanza import DatasetStanza
from naivebench.evaluation import folds as splits

MANY = 40  # largest number of attributes or classes to list individually


def run(arguments: Namespace) -> None:
    """Validate the whole configuration; for a data set, also read and describe it.

    Raises InputError if the configuration or the data set is not usable.
    """
    if arguments.mirror is not None:
        check_mirror(arguments)
    settings = configuration.read(terminal.project(arguments.project), arguments.configfile)
    cells = configuration.cells(settings)
    n_datasets, n_protocols = len({d for _, d, _ in cells}), len({p for p, _, _ in cells})
    print(
        f"configuration: valid; a run computes {len(cells)} results of {n_datasets} data sets under "
        f"{n_protocols} protocols"
    )
    if arguments.dataset is None:
        return
    name = arguments.dataset
    if name not in settings.datasets:
        raise InputError(
            f"data set {name!r} is not in the catalogue of data sets"
            f"{did_you_mean(name, settings.datasets, '`naivebench datasets` lists all of them.')}"
        )
    mirror = arguments.mirror or settings.config.mirror or os.environ.get("NAIVEBENCH_MIRROR", "")
    with tempfile.TemporaryDirectory(prefix="naivebench-") as folder:
        table, record = read(name, settings, mirror, Path(folder))
        if isinstance(table, Absence):
            remedy = f" ({table.remedy})" if table.remedy and table.status == "unavailable" else ""
            raise InputError(f"{table.reason}{remedy}")
    terminal.say("\n".join(["", *describe(name, settings.datasets[name], record)]))
    terminal.say("\n".join(["", *methods_that_fit(table, settings)]))
    terminal.say("\n".join(["", *folds(name, table, record, settings, cells)]))


def check_mirror(arguments: Namespace) -> None:
    """Raise InputError unless --mirror names a folder and a data set is given."""
    if arguments.dataset is None:
        raise InputError("--mirror is used only with DATASET: name a data set, or leave --mirror out")
    if not os.path.isdir(arguments.mirror):
        raise InputError(f"--mirror {arguments.mirror} is not a folder: name the folder of the archives")


def read(
    name: str, settings: Configuration, mirror: str, folder: Path
) -> tuple[tables.Table | Absence, Record]:
    """Fetch what is missing and prepare the data set; prepared parents are stored in `folder`.

    Raises InputError for bad data.
    """
    stanza = settings.datasets[name]
    needs = sources.inputs_of(stanza, settings.archives)
    archive = status = parent = file = None
    if needs.archive:
        archive, status = fetched(needs.archive, settings, mirror, folder)
    if needs.file:
        file = sources.own_file(needs.file, settings.root)
    if needs.derive:
        parent = folder / f"{needs.derive}.npz"
        if not parent.is_file():
            _save(read(needs.derive, settings, mirror, folder)[0], parent)
    return prepare.prepare(name, stanza, prepare.Inputs(archive, status, file, parent), stop=True)


def _save(table: tables.Table | Absence, path: Path) -> None:
    if isinstance(table, Absence):
        absence.write(path, table)
    else:
        tables.save(table, path)


def fetched(identifier: str, settings: Configuration, mirror: str, folder: Path) -> tuple[Path, Path]:
    """Paths of the archive and its status file.

    Uses the files of the workflow if they are complete; otherwise fetches the archive into `folder` and, if
    this succeeds, copies it to the workflow's files.
    """
    raw = settings.root / "data" / "raw"
    kept = raw / f"{identifier}.archive", raw / f"{identifier}.json"
    if kept[0].is_file() and kept[0].stat().st_size and kept[1].is_file():
        return kept
    fetched_now = folder / kept[0].name, folder / kept[1].name
    entry = sources.archives_of(settings.datasets, settings.archives)[identifier]
    print(f"fetching {identifier} ...", flush=True)
    ok = fetch.fetch(entry, *fetched_now, mirror)["status"] == "ok"
    if not ok or not os.access(settings.root, os.W_OK):
        return fetched_now
    for path, new in zip(kept, fetched_now, strict=True):
        with replace(path) as temporary:
            shutil.copyfile(new, temporary)
    return kept


def describe(name: str, stanza: DatasetStanza, record: Record) -> list[str]:
    """Description of a data set, as lines of text."""
    attributes = record["attributes"]
    lines = [
        f"{name}: {stanza['title']}",
        f"source: {record['source']}",
        f"{record['rows']} rows, {len(attributes)} attributes, {record['missing_cells']} missing cells",
        f"{len(record['classes'])} classes, the largest with {record['majority_rate']:.4f} of the rows:",
        *_first([f"  {label}: {count}" for label, count in record["classes"].items()], "classes"),
    ]
    rows = [("attribute", "kind", "values", "missing", "remark"), *map(_attribute, attributes[:MANY])]
    lines += ["", terminal.aligned(rows)] if attributes else []
    lines += [f"... and {len(attributes) - MANY} more"] if len(attributes) > MANY else []
    return [*lines, "", *(f"warning: {w}" for w in record["warnings"])] if record["warnings"] else lines


def _first(lines: list[str], what: str) -> list[str]:
    return lines if len(lines) <= MANY else [*lines[:MANY], f"  ... and {len(lines) - MANY} more {what}"]


def _attribute(a: AttributeRecord) -> tuple[str, ...]:
    remarks = ["constant"] if a["constant"] else []
    if a["min"] is not None:
        remarks.append(f"from {a['min']:g} to {a['max']:g}")
    if a["period"]:
        remarks.append(f"period {a['period']:g}")
    return (
        a["name"],
        a["kind"],
        "" if a["values"] is None else str(a["values"]),
        str(a["missing"]),
        ", ".join(remarks),
    )


def methods_that_fit(table: tables.Table, settings: Configuration) -> list[str]:
    """Lines of text: methods that support the data set's kinds of attributes, and methods that do not."""
    kinds = {a.kind for a in table.attributes}
    others = {m: kinds - set(s.get("kinds", kinds)) for m, s in settings.methods.items()}
    lines = [f"methods that accept it: {', '.join(m for m, lacking in others.items() if not lacking)}"]
    return lines + [
        f"not applicable: {m} (does not accept {', '.join(sorted(lacking))})"
        for m, lacking in others.items()
        if lacking
    ]


def folds(
    name: str,
    table: tables.Table,
    record: Record,
    settings: Configuration,
    cells: list[tuple[str, str, str]],
) -> list[str]:
    """Description of the splits of a data set under every protocol in which it is used.

    Raises InputError if the data set cannot be split.
    """
    protocols = dict.fromkeys(protocol for protocol, dataset, _ in cells if dataset == name)
    if not protocols:
        return ["folds: no selected experiment contains this data set"]
    lines = []
    for protocol in protocols:
        wanted = settings.config.protocols[protocol]
        options = plan.split(wanted, name)
        if plan.keeps_holdout(wanted, name) and record["holdout"]:
            options["scheme"] = "holdout"
        try:
            drawn = splits.make(
                table,
                holdout=record["holdout"],
                seed=(settings.config.seed,),
                **options,
            )
        except InputError as error:
            raise InputError(
                f"data set {name!r} cannot be split under protocol {protocol!r}: {error}"
            ) from error
        lines += [
            f"folds, {protocol}: {_split(drawn, tables.n_cases(table))}",
            *(f"  {sentence}" for sentence in drawn.notes),
        ]
    return lines


def _split(drawn: splits.Folds, n: int) -> str:
    """Description of a split in words."""
    if drawn.scheme == "leave_one_out":
        return f"leave-one-out: {n} cases, each predicted by a model of the other {n - 1}"
    sizes = np.diff(drawn.offsets)
    if drawn.scheme == "holdout":
        return f"the data set's own hold-out, {n - sizes[0]} training and {sizes[0]} test cases"
    repeats, learned = len(np.unique(drawn.repeat)), ""
    if len(drawn.train_offsets):
        trained = np.diff(drawn.train_offsets)
        learned = (
            f", {repeats} training part{'' if repeats == 1 else 's'} of {trained.min()} to {trained.max()} "
            "cases for each"
        )
    tests = f"{sizes.min()}" if sizes.min() == sizes.max() else f"{sizes.min()} to {sizes.max()}"
    repeated = f", {repeats} repeats" if repeats > 1 and not learned else ""
    return f"{drawn.scheme}, {len(sizes) // repeats} folds{repeated}, {tests} test cases each{learned}"

"""Runs in OpenML's format: predictions of a method on a task as ARFF, and a description as XML.

A run may be uploaded to OpenML, which computes its own measures from the predictions. Source: OpenML, the
schema of uploaded runs and the outputs that a classification task asks for.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast
from xml.etree import ElementTree

import numpy as np

from naivebench import __version__
from naivebench.benchmark import read_predictions
from naivebench.benchmark.configuration.shapes import Resolved
from naivebench.benchmark.predictions import Predictions
from naivebench.core import absence
from naivebench.core.checks import InputError
from naivebench.core.files import replace
from naivebench.core.table import Table, load
from naivebench.evaluation import folds as splits
from naivebench.evaluation.folds import Folds

NAMESPACE = "http://openml.org/openml"
PLAIN = re.compile(r"[A-Za-z0-9_.-]+")


class Exported(NamedTuple):
    """Folders that were written, and one sentence for every run that was not."""

    folders: list[Path]
    left_out: list[str]


class _Task(NamedTuple):
    """A task of a run: its table, its folds and the predictions of all methods on it."""

    protocol: str
    dataset: str
    number: int
    table: Table
    folds: Folds
    methods: dict[str, list[Predictions]]  # method -> files that contain it


def export(run: Path, out: Path, flows: Mapping[str, int]) -> Exported:
    """Write `out/PROTOCOL/DATASET/METHOD/predictions.arff` and `description.xml` for every task of a run.

    `run`: the folder of a run; `flows`: method -> number of its flow at OpenML, which an upload needs. Raises
    InputError if the folder has no run with tasks of OpenML.
    """
    path = run / "results" / "config.json"
    if not path.is_file():
        raise InputError(f"{path} does not exist: run make, or name the folder of a finished run")
    resolved: Resolved = json.loads(path.read_text(encoding="utf-8"))
    unknown = next((m for m in flows if m not in resolved["methods"]), None)
    if unknown:
        raise InputError(f"--flow names the method {unknown!r}, which is not in the catalogue of the run")
    exported = Exported([], [])
    for task in _tasks(run, resolved, exported.left_out):
        for method in task.methods:
            reason = _unfinished(task, method)
            if reason:
                exported.left_out.append(f"{method} on {task.dataset} under {task.protocol}: {reason}")
                continue
            folder = out / task.protocol / task.dataset / method
            folder.mkdir(parents=True, exist_ok=True)
            with replace(folder / "predictions.arff") as temporary:
                temporary.write_text(arff(task, method), encoding="utf-8")
            params = parameters(resolved, task.protocol, method)
            with replace(folder / "description.xml") as temporary:
                temporary.write_bytes(description(task.number, method, params, flows.get(method)))
            exported.folders.append(folder)
    return exported


def _tasks(run: Path, resolved: Resolved, left_out: list[str]) -> Iterator[_Task]:
    """The tasks of a run; sentences on those without data or folds are added to `left_out`."""
    found = False
    for protocol, settings in resolved["config"]["protocols"].items():
        if settings["folds"]["scheme"] != "openml":
            continue
        for scores in sorted((run / "results" / "scores" / protocol).glob("*.csv")):
            found, dataset = True, scores.stem
            table = run / "data" / "prepared" / f"{dataset}.npz"
            folds = run / "data" / "folds" / protocol / f"{dataset}.npz"
            gone = absence.read(table) or absence.read(folds)
            if gone:
                left_out.append(f"{dataset} under {protocol}: {gone.reason}")
                continue
            source = cast(dict[str, Any], resolved["datasets"][dataset]["source"])
            yield _Task(
                protocol,
                dataset,
                int(source["openml_task"]),
                load(table),
                splits.load(folds),
                _methods(run, protocol, dataset),
            )
    if not found:
        raise InputError(
            f"{run} has no results under a protocol with folds: {{scheme: openml}}: select an experiment on "
            "tasks of OpenML and run it first"
        )


def _methods(run: Path, protocol: str, dataset: str) -> dict[str, list[Predictions]]:
    """Method -> its predictions, for the methods with scores or failures.

    A file of an earlier division into jobs is left out if a newer one has the same folds of the method.
    """
    listed = [run / "results" / kind / protocol / f"{dataset}.csv" for kind in ("scores", "failures")]
    methods: dict[str, list[Predictions]] = {}
    for path in listed:
        with open(path, newline="", encoding="utf-8") as rows:
            methods |= {row["method"]: [] for row in csv.DictReader(rows) if row["method"]}
    stored = (run / "results" / "predictions" / protocol / dataset).glob("*/*.npz")
    covered: set[tuple[str, int, int]] = set()
    for path in sorted(stored, key=lambda p: p.stat().st_mtime_ns, reverse=True):
        if absence.read(path) is not None:
            continue
        file = read_predictions.load(path, path.with_suffix(".times.json"))
        for method in methods.keys() & file.methods.keys():
            own = {(method, r, f) for r, f in zip(file.repeat.tolist(), file.fold.tolist(), strict=True)}
            if own.isdisjoint(covered):
                methods[method].append(file)
                covered |= own
    return methods


def _unfinished(task: _Task, method: str) -> str:
    """Why the run of a method is not complete; "" if it is."""
    done = set()
    for file in task.methods[method]:
        results = file.methods[method].folds
        for repeat, fold, result in zip(file.repeat.tolist(), file.fold.tolist(), results, strict=True):
            if result.status != "ok":
                return f"repeat {repeat}, fold {fold} is {result.status} ({result.reason})"
            done.add((repeat, fold))
    wanted = set(zip(task.folds.repeat.tolist(), task.folds.fold.tolist(), strict=True))
    return "" if done == wanted else f"{len(wanted - done)} of {len(wanted)} folds have no predictions"


def arff(task: _Task, method: str) -> str:
    """The predictions of a method: repeat, fold, row_id, prediction, correct and confidence.CLASS, by repeat
    and fold.
    """
    classes = [quoted(label) for label in task.table.classes]
    nominal = "{" + ",".join(classes) + "}"
    lines = [
        f"@RELATION openml_task_{task.number}_predictions",
        "",
        *(f"@ATTRIBUTE {name} NUMERIC" for name in ("repeat", "fold", "row_id")),
        *(f"@ATTRIBUTE {name} {nominal}" for name in ("prediction", "correct")),
        *(f"@ATTRIBUTE {quoted(f'confidence.{label}')} NUMERIC" for label in task.table.classes),
        "",
        "@DATA",
    ]
    rows = []
    for file in task.methods[method]:
        sizes = np.diff(file.offsets)
        found = file.methods[method]
        confidences = np.exp(found.log_proba.astype(np.float64)).tolist()
        columns = (np.repeat(file.repeat, sizes), np.repeat(file.fold, sizes), file.row, found.predicted)
        for *place, predicted, confidence in zip(*(c.tolist() for c in columns), confidences, strict=True):
            labels = classes[predicted], classes[task.table.y[place[2]]]
            rows.append((place, ",".join([*map(str, place), *labels, *(f"{c:.9g}" for c in confidence)])))
    return "\n".join([*lines, *(line for _, line in sorted(rows)), ""])


def quoted(text: str) -> str:
    """A name or value as ARFF needs it."""
    if PLAIN.fullmatch(text):
        return text
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def parameters(resolved: Resolved, protocol: str, method: str) -> dict[str, str]:
    """The settings of a method under a protocol, as text: its parameters and its discretizer."""
    stanza = resolved["methods"][method]
    changed = resolved["config"]["protocols"][protocol].get("params", {}).get(method, {})
    settings = {**stanza.get("params", {}), **changed}
    if discretizer := stanza.get("discretize"):
        settings["discretize"] = discretizer
    return {name: v if isinstance(v, str) else json.dumps(v) for name, v in settings.items()}


def description(task: int, method: str, params: Mapping[str, str], flow: int | None) -> bytes:
    """The description of a run; without `flow`, it lacks the number that an upload needs."""
    ElementTree.register_namespace("oml", NAMESPACE)
    root = ElementTree.Element(f"{{{NAMESPACE}}}run")

    def add(parent: ElementTree.Element, name: str, text: object = None) -> ElementTree.Element:
        child = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}")
        child.text = None if text is None else str(text)
        return child

    add(root, "task_id", task)
    if flow is not None:
        add(root, "flow_id", flow)
    add(root, "setup_string", " ".join(["naivebench", method, *(f"{k}={v}" for k, v in params.items())]))
    add(root, "run_details", f"naivebench_{__version__}")
    for name, value in params.items():
        setting = add(root, "parameter_setting")
        add(setting, "name", name)
        add(setting, "value", value)
    add(root, "tag", "naivebench")
    ElementTree.indent(root)
    return cast(bytes, ElementTree.tostring(root, encoding="UTF-8", xml_declaration=True)) + b"\n"

"""Preparation of a data set: its stanza in config/datasets/ becomes a table and a record of its contents."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

import numpy as np

from naivebench.core import absence
from naivebench.core.absence import Absence
from naivebench.core.checks import InputError
from naivebench.core.files import hash_file
from naivebench.core.table import Table, load
from naivebench.data import (
    DatasetStanza,
    Expect,
    Source,
    encode,
    generators,
    openml,
    profile,
    steps,
    text_columns,
)
from naivebench.data.archive import read_members
from naivebench.data.derived_data import derive_table
from naivebench.data.fetch import find_mirror_path, list_member_names
from naivebench.data.profile import Findings, Record
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import RawTable, concatenate_tables, set_missing_marks
from naivebench.data.sources import find_source_form, list_sources, wrap_in_list


class Inputs(NamedTuple):
    """Paths of files written by the rule fetch or the preparation of another data set; None if not needed."""

    archive: str | Path | None = None
    status: str | Path | None = None
    file: str | Path | None = None
    parent: str | Path | None = None


NOTHING = Inputs()
# keys of a stanza that are parameters of `readers.read_table` and of `encode.encode_table`
READING = ("reader", "target", "names", "header", "encoding", "decimal")
ENCODING = ("target", "kinds", "drop", "groups", "classes", "directions")
REMEDY = "correct the file or the stanza of {dataset} in config/datasets/, then start the run again"


def prepare_data_set(
    dataset: str, stanza: DatasetStanza, inputs: Inputs = NOTHING, *, stop: bool = False
) -> tuple[Table | Absence, Record]:
    """Prepare the table of a data set, or the reason why there is none, and its record
    (profile.describe_table).

    If an archive cannot be fetched, the status is unavailable. Bad data give the status failed, or raise
    InputError with `stop`.
    """
    where = f"data set {dataset!r}"
    try:
        status = json.loads(Path(inputs.status).read_text(encoding="utf-8")) if inputs.status else {}
        parent = None if inputs.parent is None else absence.read_absence(inputs.parent)
        if status.get("status", "ok") != "ok":
            missing = Absence("unavailable", "fetch", status["reason"], status["remedy"])
        elif parent is not None:
            missing = parent
        else:
            return _prepare_table(dataset, stanza, inputs, status.get("candidate") or 0, where)
    except InputError as error:
        if stop:
            raise
        message = str(error) if where in str(error) else f"{where}: {error}"
        missing = Absence("failed", "prepare", message, REMEDY.format(dataset=dataset))
    text = describe_source(stanza)
    return missing, profile.describe_absence(dataset, missing.status, missing.reason, missing.remedy, text)


def _prepare_table(
    dataset: str, stanza: DatasetStanza, inputs: Inputs, candidate: int, where: str
) -> tuple[Table, Record]:
    """Return the table and its record; candidate: index of the source that was fetched."""
    source = list_sources(stanza, where)[candidate]
    form, digest = find_source_form(source, where), ""
    useless = next((key for key in ("steps", "directions") if stanza.get(key)), None)
    if useless and form in ("generator", "derive"):
        raise InputError(f"{where} has {useless!r}, which source {form!r} cannot use: delete it")
    if form == "generator":
        table = generators.generate_table(source["generator"], source.get("params"), where)
        warnings = ["the cases are generated, not observed"]
        findings: Findings = {"rows": np.arange(len(table.y)), "warnings": warnings}
    elif form == "derive":
        assert inputs.parent is not None
        table, findings = derive_table(load(inputs.parent), stanza, where)
    else:
        raw, digest = read_raw_table(source, stanza, inputs, where)
        if form == "openml" and inputs.archive is not None:
            stanza = openml.complete_stanza(stanza, inputs.archive)
        marked = set_missing_marks(raw, stanza.get("missing"))
        changed = steps.apply_steps(marked, stanza.get("steps") or [], where)
        table, findings = encode.encode_table(changed, where=where, **_select_keys(stanza, ENCODING))
    text, holdout = describe_source(stanza, candidate), _count_training_cases(stanza, findings["rows"], where)
    record = profile.describe_table(
        table, findings, dataset=dataset, source=text, sha256=digest, holdout=holdout
    )
    check_expected_counts(stanza.get("expect") or {}, record, where)
    return table, record


def describe_source(stanza: DatasetStanza, candidate: int = 0) -> str:
    """Name the origin of the data in one line."""
    source = list_sources(stanza)[candidate]
    form = find_source_form(source)
    if form == "openml":
        return find_mirror_path(source)
    if form == "generator":
        params = ", ".join(f"{key} {value}" for key, value in (source.get("params") or {}).items())
        return f"generated: {source['generator']}{f' ({params})' if params else ''}"
    if form == "derive":
        return f"derived from {source['derive']}"
    members = wrap_in_list(source.get("member", [])) or list_member_names(source)
    inside = f": {members[0]}{f' to {members[-1]}' if len(members) > 1 else ''}" if members else ""
    return f"{find_mirror_path(source) if isinstance(source[form], list) else source[form]}{inside}"


def _select_keys(stanza: DatasetStanza, keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: stanza[key] for key in keys if key in stanza}


def read_raw_table(source: Source, stanza: DatasetStanza, inputs: Inputs, where: str) -> tuple[RawTable, str]:
    """Return the raw cells of the source's file or members, and sha256 of the file or archive."""
    path = Path(inputs.file or inputs.archive or "")
    if not path.exists():
        cure = "check `file` in its source (relative to the project's folder)"
        raise InputError(f"{where}: the file {os.path.abspath(path)} does not exist: {cure}")

    keys = _select_keys(stanza, READING) | ({"reader": "arff"} if "openml" in source else {})
    if inputs.file and "member" not in source:
        return readers.read_table(path, where=str(inputs.file), **keys), hash_file(path)
    place = str(inputs.file or source.get("archive") or PurePosixPath(find_mirror_path(source)).name)
    data = path.read_bytes()
    members = wrap_in_list(source.get("member", [])) or list_member_names(source)
    contents = read_members(data, members, place) if members else [(place, data)]
    parts = [readers.read_table(content, where=name, **keys) for name, content in contents]
    raw = concatenate_tables(parts) if len(parts) > 1 else parts[0]
    return raw, hashlib.sha256(data).hexdigest()


def _count_training_cases(stanza: DatasetStanza, rows: np.ndarray, where: str) -> int | None:
    """Count the cases of the data set's own training part among the kept rows (indices into the file)."""
    if "holdout" not in stanza:
        return None
    train = stanza["holdout"]["train"]
    if not 0 < train < len(rows):
        raise InputError(f"holdout of {where} is {train}, expected a number from 1 to {len(rows) - 1}")
    return int((rows < train).sum())


def list_counts(record: Record) -> Expect:
    """Return the contents of a record that `expect` can state; `words` and `groups` only if there are any."""
    counts: Expect = {
        "rows": record["rows"],
        "attributes": len(record["attributes"]),
        "missing": record["missing_cells"],
        "classes": record["classes"],
    }
    words = sum(a["values"] or 0 for a in record["attributes"] if a["kind"] in text_columns.KINDS)
    if words:
        counts["words"] = words
    if record["groups"] is not None:
        counts["groups"] = record["groups"]
    return counts


def check_expected_counts(expected: Expect, record: Record, where: str) -> None:
    """Raise InputError with all differences unless the record agrees with the stanza's `expect`."""
    got, wanted = dict(list_counts(record)), dict(expected)
    if "classes" in expected:
        wanted["classes"] = {str(label): cases for label, cases in expected["classes"].items()}
    wrong = [f"{k}: expected {v}, found {got.get(k)}" for k, v in wanted.items() if v != got.get(k)]
    if wrong:
        raise InputError(
            f"{where} differs from its `expect` ({'; '.join(wrong)}). Use the expected version of the "
            "file; if this one is correct, run `naivebench lock` or correct `expect` in the stanza"
        )

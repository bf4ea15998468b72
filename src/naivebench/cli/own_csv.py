"""Reading of a user's own files as typed tables, shared by `fit`, `predict` and `discretize`."""

from __future__ import annotations

import csv
import inspect
import re
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

import numpy as np

from naivebench.cli.terminal import note
from naivebench.core import arrow
from naivebench.core.checks import InputError, did_you_mean, one_of, parameter
from naivebench.core.removed import advice
from naivebench.core.table import DISCRETE, MISSING, Attribute, Table
from naivebench.data import class_labels, column_kinds, encode, raw_columns
from naivebench.data.column_notes import missing_option
from naivebench.data.readers import read as readers
from naivebench.data.readers.cells import viewed
from naivebench.data.readers.raw_table import RawTable, column_of, other_columns
from naivebench.data.written_numbers import is_number
from naivebench.models.fitted import Fitted, Form
from naivebench.models.stanzas import OF_CASES

SHOWN = 5  # number of values of a column to list in a message
KINDS = (*column_kinds.FILE_KINDS, "direction")
KIND = re.compile(rf"(.+?)=((?:{'|'.join(KINDS)})(?::.*)?)", re.DOTALL)


PLAIN = Form()


def form_of(arguments: Namespace, default: Form = PLAIN) -> Form:
    """The options --decimal, --encoding and --missing; `default` for those that are not given."""
    return Form(
        arguments.decimal or default.decimal,
        default.encoding if arguments.encoding is None else arguments.encoding,
        tuple(arguments.missing) or default.missing,
    )


def form_with_mark(form: Form, attributes: Sequence[Attribute]) -> Form:
    """The form of a training file, with a decimal comma if no option states the mark and all marks that its
    numbers have are commas.
    """
    marks = {attribute.form[:1] for attribute in attributes} - {"", " "}
    return form._replace(decimal=",") if not form.decimal and marks == {","} else form


def form_like(arguments: Namespace, trained: Form) -> Form:
    """Format of a model's test file: the format of the training file, unless an option or the file type
    determines it.

    Settings taken from the training file are reported on standard error.
    """
    path = arguments.test
    if readers.has_types(path):
        trained = trained._replace(decimal="", encoding="utf-8")
    form = form_of(arguments, trained)
    marks = " ".join(map(missing_option, form.missing or ()))
    options = {
        "decimal": f"--decimal {form.decimal}",
        "encoding": f"--encoding {form.encoding}",
        "missing": marks,
    }
    taken = [
        text
        for name, text in options.items()
        if not getattr(arguments, name) and getattr(form, name) != getattr(PLAIN, name)
    ]
    if taken:
        note(f"{path} is read with {' '.join(taken)}, like the training file of {arguments.model}")
    return form


def read_train(
    path: str, target: str, kinds: Iterable[str], form: Form = PLAIN, drop: Sequence[str] = ()
) -> Table:
    """Read the training file as a table, without the columns `drop`; warnings go to standard error.

    Raises InputError for an unusable file.
    """
    raw = readers.read(path, header=True, target=target, decimal=form.decimal, encoding=form.encoding)
    name = class_labels.find_target(raw, target, path)
    stated = list(kinds)
    kinds, directions = parse_kinds(stated, raw, name)
    for column in drop:
        column_of(raw, column, f"--drop for {path}")
        if column == name:
            raise InputError(f"--drop names {column!r}, which is the class column: leave it out of --drop")
        if any(split_kind(text)[0] == column for text in stated):
            raise InputError(f"--drop and --kind both name {column!r}: leave one of them out")
    table, findings = encode.to_table(
        raw, target=target, kinds=kinds, missing=form.missing, drop=drop, directions=directions, where=path
    )
    del raw
    arrow.release()
    for warning in findings["warnings"]:
        note(f"{path}: {warning}")
    return table


def read_cases(path: str, form: Form = PLAIN) -> RawTable:
    """Cells of a test file, which may have no rows."""
    return readers.read(path, header=True, allow_no_rows=True, decimal=form.decimal, encoding=form.encoding)


def encode_cases(
    raw: RawTable, train: Table | Fitted, unseen: int, path: str, missing: Sequence[str] | None = None
) -> Table:
    """Encode the cases of a test file like the training table.

    Values that did not occur in training get the code `unseen` and are reported on standard error.
    """
    marks = raw_columns.marks_of(missing, raw)
    columns = dict(zip(raw.names, map(viewed, raw.columns), strict=True))
    for attribute in train.attributes:
        if attribute.kind in DISCRETE and attribute.name in columns:
            spelt = columns[attribute.name].relabelled(partial(encode.same_spelling, attribute=attribute))
            columns[attribute.name] = spelt
            nothing = marks | raw_columns.marks_of_values(attribute.values)
            odd = set(spelt.factors.labels) - nothing - set(attribute.values)
            others = spelt.among(odd) if odd else []
            known = [cell for cell in spelt.factors.labels if cell not in odd | nothing]
            if len(others) > 1 and attribute.values and not known:
                listed = ", ".join(map(repr, attribute.values[:SHOWN]))
                more = ", ..." if len(attribute.values) > SHOWN else ""
                note(
                    f"{path}: all values of column {attribute.name!r} are new, such as "
                    f"{spelt[others[0]]!r}, so the column does not affect these predictions; the training "
                    f"data have {listed}{more}. Check their spelling"
                )
            elif others:
                note(
                    f"{path}: {len(others)} cell(s) of column {attribute.name!r} contain a value that "
                    "does not occur in training, such as "
                    f"{spelt[others[0]]!r}{': skipped' if unseen == MISSING else ''}"
                )
    raw = raw._replace(columns=tuple(columns.values()))
    return encode.like(raw, train.attributes, train.classes, missing=missing, unseen=unseen, where=path)


def parse_kinds(
    options: Iterable[str], raw: RawTable, target: str
) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Convert `COL=KIND` and `*=KIND` to the `kinds` and `directions` of a stanza.

    Columns of kind direction are the components of one vector; columns of kind direction:NAME are the
    components of the vector NAME. The class column may be declared nominal or ordinal, so that numbers are
    treated as labels. Raises InputError for unknown columns and kinds.
    """
    columns = dict.fromkeys(name for name in raw.names if name != target)
    kinds: dict[str, Any] = {}
    rest, labels = None, {}
    said: dict[str, str] = {}
    for text in options:
        column, kind = split_kind(text)
        value = read_kind(kind, text)
        if column in said:
            raise InputError(
                f"--kind {text!r}: {column!r} already has a kind from {said[column]!r}: "
                "give one kind per column"
            )
        said[column] = text
        if column == "*":
            rest = value
        elif column == target and value["kind"] in DISCRETE:
            labels = {target: value}
        elif column not in columns:
            why = (
                "is the class column, which is nominal or ordinal"
                if column == target
                else f"names no column of the training file{other_columns(raw, column, columns)}"
            )
            raise InputError(f"--kind {text!r}: {column!r} {why}")
        else:
            kinds[column] = value
    others = [] if rest is None else [column for column in columns if column not in raw.ignored]
    kinds = {**dict.fromkeys(others, rest), **kinds}
    directions: dict[str, list[str]] = {}
    for column in columns:
        if kinds.get(column, {}).get("kind") == "direction":
            directions.setdefault(kinds.pop(column)["vector"], []).append(column)
    for name, components in directions.items():
        if len(components) < 2:
            raise InputError(
                f"--kind {components[0]}=direction: the vector {name!r} has one column, expected one of kind "
                "direction per component"
            )
    return kinds | labels, directions


def split_kind(text: str) -> tuple[str, str]:
    """Column and kind of COL=KIND, in which values may contain `=`."""
    match = KIND.fullmatch(text)
    column, separator, kind = (match[1], "=", match[2]) if match else text.rpartition("=")
    if not separator or not column:
        raise InputError(f"--kind {text!r} is not of the form COL=KIND, such as age=linear or '*=nominal'")
    return column, kind


def read_kind(kind: str, text: str) -> dict[str, Any]:
    """Convert KIND or KIND:DETAIL to an entry of `kinds`; text: the whole option, for messages."""
    name, _, period = kind.partition(":")
    one_of(name, KINDS, "kind", f"--kind {text!r}")
    if name == "direction":
        return {"kind": name, "vector": period or name}
    if name == "sequence" and period:
        return {"kind": name, "alphabet": period}
    if name in DISCRETE and period:
        values = [value.strip() for value in next(csv.reader([period], skipinitialspace=True))]
        if "" in values or len(set(values)) < len(values):
            raise InputError(
                f"--kind {text!r}: expected different values between commas, as in "
                "size=ordinal:low,medium,high"
            )
        return {"kind": name, "values": values}
    if name != "angular":
        if period:
            raise InputError(
                f"--kind {text!r}: only angular has a period, nominal and ordinal have values, and sequence "
                f"has an alphabet: leave {period!r} out"
            )
        return {"kind": name}
    try:
        value = float(period)
    except ValueError:
        value = 0.0
    if not 0 < value < np.inf:
        raise InputError(
            f"--kind {text!r}: an angular column needs a period, such as angular:360 for degrees, "
            "angular:180 for axes or angular:24 for hours"
        )
    return {"kind": name, "period": value}


def parse_params(options: Iterable[str], function: Callable[..., Any], owner: str) -> dict[str, Any]:
    """Convert `K=V` to keyword arguments of `function`, with V read like YAML.

    Raises InputError for unknown names, and for values whose type contradicts the annotation.
    """
    parameters = inspect.signature(function).parameters.values()
    named = [p for p in parameters if p.kind is p.KEYWORD_ONLY and p.name not in OF_CASES]
    known = {p.name: p.annotation for p in named}
    params = {}
    for text in options:
        name, separator, value = text.partition("=")
        if not separator:
            raise InputError(f"--param {text!r} is not of the form K=V, such as alpha=0.5")
        if name not in known:
            near = advice("parameter", name) or did_you_mean(name, known)
            raise InputError(f"--param {text!r}: {owner} has no parameter {name!r}{near}")
        if name in params:
            raise InputError(f"--param {text!r}: {name!r} already has a value: give it once")
        params[name] = parameter(scalar(value, text), known[name], name, owner)
    return params


def scalar(text: str, where: str) -> bool | int | float | str | None:
    """Parse a YAML scalar; unlike in YAML 1.1, 1e-3 is a number."""
    import yaml

    if is_number(text):
        return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)
    try:
        # lists, mappings and aliases stay text
        value = "" if text[:1] in tuple("[{&*!|>") else yaml.safe_load(text)
    except (yaml.YAMLError, ValueError, RecursionError):
        value = ""
    known = isinstance(value, (bool, int, float, str, type(None)))
    if not known or (value == "" and text.strip() not in ("''", '""')):
        raise InputError(f"--param {where!r}: expected a number, true, false or a word")
    return value

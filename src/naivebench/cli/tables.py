"""A user's own files: the arguments that describe them, and reading them as typed tables."""

from __future__ import annotations

import argparse
import csv
import inspect
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import yaml

from naivebench.cli.terminal import note
from naivebench.core.checks import InputError, did_you_mean, one_of, parameter
from naivebench.core.removed import advice
from naivebench.core.table import DISCRETE, MISSING, Attribute, Table
from naivebench.data import column_kinds, encode
from naivebench.data.column_notes import missing_option
from naivebench.data.readers import read as readers
from naivebench.data.readers.cells import Cells, Factors
from naivebench.data.readers.raw_table import marks_of, marks_of_values
from naivebench.data.written_numbers import is_number
from naivebench.models.fitted import Fitted, Form
from naivebench.models.stanzas import OF_CASES

KINDS = (*column_kinds.FILE_KINDS, "direction")
KIND = re.compile(rf"(.+?)=((?:{'|'.join(KINDS)})(?::.*)?)", re.DOTALL)
PLAIN = Form()


class Texts(argparse.Action):
    """List the values of an option that may be repeated."""

    def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
        """Add a value; argparse of older versions of Python takes away the `--` of `--missing=--`."""
        value = values if isinstance(values, str) else "--"
        setattr(namespace, self.dest, [*getattr(namespace, self.dest), value])


def add_form(command: argparse.ArgumentParser, of_test: bool = False) -> None:
    """Add the arguments for the format of a file and, unless a model knows them, the kinds of its columns."""
    add = command.add_argument
    several: dict[str, Any] = {"action": Texts, "default": []}
    add("--decimal", choices=(".", ","), help="the decimal mark (default: the one that fits every cell)")
    add("--encoding", metavar="NAME", help="encoding of text files, such as latin-1 (default: utf-8)")
    add(
        "--missing",
        **several,
        metavar="MARK",
        help="mark of missing cells, instead of ?; empty cells are always missing; may be repeated; "
        "write --missing=MARK if it begins with a dash",
    )
    if of_test:
        return
    add("--drop", **several, metavar="COL", help="a column to leave out; may be repeated")
    add(
        "--kind",
        **several,
        metavar="COL=KIND",
        help="nominal, ordinal, nominal:VALUE,VALUE or ordinal:VALUE,VALUE with all values in order, linear, "
        "angular:PERIOD (360 for degrees), count, sequence or sequence:LETTERS, or direction for the "
        "components of a vector (direction:NAME for several); '*=nominal' for all other columns; may be "
        "repeated",
    )


def add_training(command: argparse.ArgumentParser, method: str, required: bool = True) -> None:
    """Add the arguments for a training table and a method; `method`: help text."""
    add = command.add_argument
    add("--method", required=required, metavar="METHOD", help=method)
    text = "training cases: CSV with a header line, plain or compressed; Parquet, Feather, Excel, ARFF"
    add("--train", required=required, metavar="A.csv", help=text)
    add("--target", required=required, metavar="COL", help="name of the class column")
    add_form(command)
    text = "a parameter of the method; may be repeated"
    add("--param", action="append", default=[], metavar="K=V", help=text)


def form_of(arguments: argparse.Namespace, default: Form = PLAIN) -> Form:
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


def form_like(arguments: argparse.Namespace, trained: Form) -> Form:
    """The form of a test file: that of the model's training file, unless an option or the type of the file
    says otherwise. Settings taken from the training file are reported.
    """
    path = arguments.test
    if readers.has_types(path):  # its numbers have no marks
        trained = trained._replace(decimal="", encoding="utf-8")
    form = form_of(arguments, trained)
    options = {
        "decimal": f"--decimal {form.decimal}",
        "encoding": f"--encoding {form.encoding}",
        "missing": " ".join(map(missing_option, form.missing or ())),
    }
    other = [name for name in options if getattr(form, name) != getattr(PLAIN, name)]
    if taken := [options[name] for name in other if not getattr(arguments, name)]:
        note(f"{path} is read with {' '.join(taken)}, like the training file")
    return form


def read_train(arguments: argparse.Namespace) -> Table:
    """Read the training file as a table, without the columns of --drop; warnings go to standard error."""
    path, form = arguments.train, form_of(arguments)
    raw = readers.read(
        path, header=True, target=arguments.target, decimal=form.decimal, encoding=form.encoding
    )
    kinds, directions = parse_kinds(arguments.kind)
    check_kinds(arguments, kinds, directions)
    table, findings = encode.to_table(
        raw,
        target=arguments.target,
        kinds=kinds,
        missing=form.missing,
        drop=arguments.drop,
        directions=directions,
        where=path,
    )
    for warning in findings["warnings"]:
        note(f"{path}: {warning}")
    return table


def check_kinds(
    arguments: argparse.Namespace, kinds: dict[str, Any], directions: dict[str, list[str]]
) -> None:
    """Raise InputError if --drop names the class column or one with a kind, or if the class is no label."""
    stated = [*kinds, *(column for columns in directions.values() for column in columns)]
    if arguments.target in stated and kinds.get(arguments.target, {}).get("kind") not in DISCRETE:
        raise InputError(f"--kind names {arguments.target!r}, the class column, which is nominal or ordinal")
    for column in arguments.drop:
        if column == arguments.target:
            raise InputError(f"--drop names {column!r}, which is the class column: leave it out of --drop")
        if column in stated:
            raise InputError(f"--drop and --kind both name {column!r}: leave one of them out")


def read_cases(path: str, form: Form, model: Fitted, unseen: int) -> Table:
    """Read a test file, which may have no rows, and encode it like the training table.

    Values that did not occur in training get the code `unseen` and are reported on standard error.
    """
    raw = readers.read(path, header=True, allow_no_rows=True, decimal=form.decimal, encoding=form.encoding)
    marks = marks_of(form.missing, raw)
    columns = dict(raw.columns)
    for attribute in model.attributes:
        if attribute.kind not in DISCRETE or attribute.name not in columns:
            continue
        codes, labels = columns[attribute.name].factors
        cells = columns[attribute.name] = Cells(Factors(codes, encode.same_spelling(labels, attribute)))
        known = marks | marks_of_values(attribute.values) | set(attribute.values)
        if odd := set(cells.factors.labels) - known:
            count, skipped = len(cells.among(odd)), ": skipped" if unseen == MISSING else ""
            note(
                f"{path}: {count} of {len(cells)} cells of column {attribute.name!r} contain a value that "
                f"does not occur in training, such as {min(odd)!r}{skipped}"
            )
    raw = raw._replace(columns=columns)
    return encode.like(raw, model.attributes, model.classes, missing=form.missing, unseen=unseen, where=path)


def parse_kinds(options: Sequence[str]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Convert `COL=KIND` and `*=KIND` to the `kinds` and `directions` of a stanza. Columns of kind
    direction:NAME are the components of the vector NAME.
    """
    kinds: dict[str, Any] = {}
    directions: dict[str, list[str]] = {}
    for text in options:
        column, entry = parse_kind(text)
        if column in kinds or any(column in columns for columns in directions.values()):
            raise InputError(f"--kind {text!r}: {column!r} already has a kind: give one kind per column")
        if entry["kind"] == "direction":
            directions.setdefault(entry["vector"], []).append(column)
        else:
            kinds[column] = entry
    for name, columns in directions.items():
        if len(columns) < 2:
            raise InputError(
                f"--kind {columns[0]}=direction: the vector {name!r} has one column, expected one of kind "
                "direction per component"
            )
    return kinds, directions


def parse_kind(text: str) -> tuple[str, dict[str, Any]]:
    """Column and entry of `kinds` of COL=KIND or COL=KIND:DETAIL, in which values may contain `=`."""
    match = KIND.fullmatch(text)
    column, separator, kind = (match[1], "=", match[2]) if match else text.rpartition("=")
    if not separator or not column:
        raise InputError(f"--kind {text!r} is not of the form COL=KIND, such as age=linear or '*=nominal'")
    name, _, detail = kind.partition(":")
    one_of(name, KINDS, "kind", f"--kind {text!r}")
    if name == "direction":
        return column, {"kind": name, "vector": detail or name}
    if name == "angular":
        if not is_number(detail) or not 0 < float(detail) < np.inf:
            raise InputError(
                f"--kind {text!r}: an angular column needs a period, such as angular:360 for degrees, "
                "angular:180 for axes or angular:24 for hours"
            )
        return column, {"kind": name, "period": float(detail)}
    if not detail:
        return column, {"kind": name}
    if name == "sequence":
        return column, {"kind": name, "alphabet": detail}
    if name in DISCRETE:
        values = [value.strip() for value in next(csv.reader([detail], skipinitialspace=True))]
        if "" in values or len(set(values)) < len(values):
            example = "size=ordinal:low,medium,high"
            raise InputError(f"--kind {text!r}: expected different values between commas, as in {example}")
        return column, {"kind": name, "values": values}
    raise InputError(f"--kind {text!r}: a column of kind {name} has no details: leave {detail!r} out")


def parse_params(options: Sequence[str], function: Callable[..., Any], owner: str) -> dict[str, Any]:
    """Convert `K=V` to keyword arguments of `function`, with V read like YAML.

    Raises InputError for unknown names, and for values whose type contradicts the annotation.
    """
    known = {
        p.name: p.annotation
        for p in inspect.signature(function).parameters.values()
        if p.kind is p.KEYWORD_ONLY and p.name not in OF_CASES
    }
    params: dict[str, Any] = {}
    for text in options:
        name, separator, value = text.partition("=")
        if not separator:
            raise InputError(f"--param {text!r} is not of the form K=V, such as alpha=0.5")
        if name not in known:
            near = advice("parameter", name) or did_you_mean(name, known)
            raise InputError(f"--param {text!r}: {owner} has no parameter {name!r}{near}")
        if name in params:
            raise InputError(f"--param {text!r}: {name!r} already has a value: give it once")
        params[name] = parameter(parse_scalar(value, text), known[name], name, owner)
    return params


def parse_scalar(text: str, where: str) -> bool | int | float | str | None:
    """A YAML scalar; unlike in YAML 1.1, 1e-3 is a number."""
    if is_number(text):
        return int(text) if re.fullmatch(r"[+-]?\d+", text) else float(text)
    try:
        # lists, mappings and aliases are no scalars
        value = yaml.safe_load(text) if text[:1] not in tuple("[{&*!|>") else None
    except (yaml.YAMLError, ValueError, RecursionError):
        value = ""
    if value == "" or (value is None and text not in ("null", "~")):
        raise InputError(f"--param {where!r}: expected a number, true, false or a word")
    return value

"""Options that describe a user's own files, and functions that read these files as typed tables."""

from __future__ import annotations

import csv
import math
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from naivebench.cli.terminal import check_output_path, print_note
from naivebench.core.checks import InputError, check_one_of, check_parameter, did_you_mean
from naivebench.core.table import DISCRETE, MISSING, UNSEEN, Attribute, Table, discrete_attributes
from naivebench.data import class_labels, column_kinds, encode
from naivebench.data.number_formats import is_number
from naivebench.data.profile import Findings
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import RawTable, find_target
from naivebench.models import registry
from naivebench.models.fitted import Fitted, Form

KINDS = (*column_kinds.FILE_KINDS, "direction")
WORDS: dict[str, Any] = {"true": True, "false": False, "null": None}  # values of --param that are not text
PLAIN = Form()
FILES = "CSV with a header line, plain or compressed; Parquet, Feather, Excel, Stata, ARFF"


def add_format_options(command: ArgumentParser) -> None:
    add = command.add_argument
    add("--decimal", choices=(".", ","), help="the decimal mark (default: the one that fits every cell)")
    add("--encoding", metavar="NAME", help="encoding of text files, such as latin-1 (default: utf-8)")
    text = "mark of missing cells beside empty ones, instead of ?; may be repeated; --missing=-9 for -9"
    add("--missing", action="append", default=[], metavar="MARK", help=text)


def add_column_options(command: ArgumentParser, target_required: bool = True) -> None:
    add = command.add_argument
    add("--target", required=target_required, metavar="COL", help="name of the class column")
    add("--drop", action="append", default=[], metavar="COL", help="a column to leave out; may be repeated")
    text = (
        "set the kind of a column: nominal, ordinal, nominal:VALUE,VALUE or ordinal:VALUE,VALUE with all "
        "values in order, linear, angular:PERIOD (360 for degrees), count, sequence or sequence:LETTERS, or "
        "direction for the components of a vector (direction:NAME for several); '*=nominal' sets the kind of "
        "all other columns; may be repeated"
    )
    add("--kind", action="append", default=[], metavar="COL=KIND", help=text)


def add_training_options(command: ArgumentParser, method: str, out: str) -> None:
    """Add the options for a training table, a method and the output; method, out: help texts."""
    add = command.add_argument
    add("--method", required=True, metavar="METHOD", help=method)
    add("--train", required=True, metavar="A.csv", help=f"training cases: {FILES}")
    add_column_options(command)
    add_format_options(command)
    add("--param", action="append", default=[], metavar="K=V", help="a parameter; may be repeated")
    add("--out", required=True, metavar="FILE", help=f"{out}, - for standard output")


def read_format_options(arguments: Namespace, default: Form = PLAIN) -> Form:
    """Return the options --decimal, --encoding and --missing; `default` for those that are not given."""
    encoding = default.encoding if arguments.encoding is None else arguments.encoding
    missing = tuple(list_texts(arguments.missing)) or default.missing
    return Form(arguments.decimal or default.decimal, encoding, missing)


def list_texts(values: Sequence[Any]) -> list[str]:
    """List the values of a repeated option; argparse of Python 3.11 makes an empty list of `--drop=--`."""
    return [value if isinstance(value, str) else "--" for value in values]


def choose_training_format(arguments: Namespace, attributes: Sequence[Attribute]) -> Form:
    """Choose the form of a training file: a decimal comma if its numbers have no other mark than commas."""
    form, marks = read_format_options(arguments), {attribute.form[:1] for attribute in attributes} - {"", " "}
    return form._replace(decimal=",") if not form.decimal and marks == {","} else form


def read_cells(path: str, form: Form, target: str | None = None, allow_no_rows: bool = False) -> RawTable:
    """Return the cells of a file with a header; a typed file has neither a decimal mark nor an encoding."""
    how: dict[str, Any] = {"target": target, "decimal": form.decimal, "encoding": form.encoding}
    return readers.read_table(path, header=True, allow_no_rows=allow_no_rows, **how)


def encode_cells(raw: RawTable, arguments: Namespace, path: str) -> tuple[Table, Findings]:
    """Return the cells of a training file as a table, by the options for columns; only `try` has --group."""
    kinds, directions = parse_kinds(arguments.kind)
    column_kinds.check_columns_exist(raw, kinds, "--kind")
    target = find_target(raw, arguments.target)
    if target in arguments.drop or kinds.get(target, {}).get("kind", "nominal") not in DISCRETE:
        raise InputError(f"--drop or --kind makes the target {target!r} unusable: leave this option out")
    return encode.encode_table(
        raw,
        target=target,
        kinds=kinds,
        missing=read_format_options(arguments).missing,
        drop=list_texts(arguments.drop),
        groups=vars(arguments).get("group"),
        directions=directions,
        where=path,
    )


def read_training_table(arguments: Namespace) -> Table:
    """Read the training file as a table, without the columns of --drop; warnings go to standard error."""
    check_output_path(arguments.out, [arguments.train])
    raw = read_cells(arguments.train, read_format_options(arguments), arguments.target)
    table, findings = encode_cells(raw, arguments, arguments.train)
    for warning in findings["warnings"]:
        print_note(f"{arguments.train}: {warning}")
    return table


def read_test_table(arguments: Namespace, model: Fitted) -> Table:
    """Read the test file, which may have no rows; a note names values that do not occur in training."""
    path, form = arguments.test, read_format_options(arguments, model.form)
    unseen = registry.find_unseen_code(registry.load(model.module))
    raw = read_cells(path, form, allow_no_rows=True)
    class_labels.check_probability_count(len(raw.lines), len(model.classes), path)
    table = encode.encode_new_table(
        raw, model.attributes, model.classes, missing=form.missing, unseen=UNSEEN, where=path
    )
    for attribute, codes in zip(discrete_attributes(table), table.codes.T, strict=True):
        cells, odd = raw.columns[attribute.name], np.flatnonzero(codes == UNSEEN)
        if len(odd):
            example, skipped = min(cells.select_rows(odd).text), ": skipped" if unseen == MISSING else ""
            print_note(
                f"{path}: {len(odd)} of {len(cells)} cells of column {attribute.name!r} contain a value that "
                f"does not occur in training, such as {example!r}{skipped}"
            )
    return table._replace(codes=np.maximum(table.codes, unseen))


# --kind and --param


def parse_kinds(options: Sequence[str]) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Convert COL=KIND or COL=KIND:DETAIL to `kinds` and `directions` (vector: components) of a stanza."""
    kinds: dict[str, Any] = {}
    directions: dict[str, list[str]] = {}
    for text in list_texts(options):
        column, separator, kind = text.partition("=")
        if not separator:
            raise InputError(f"--kind {text!r} is not of the form COL=KIND, such as age=linear")
        name, _, detail = kind.partition(":")
        check_one_of(name, KINDS, "kind", f"--kind {text!r}")
        if name == "direction":
            directions.setdefault(detail or name, []).append(column)
            continue
        if column in kinds:
            raise InputError(f"--kind names {column!r} twice: leave one of them out")
        entry = kinds[column] = {"kind": name}
        if name == "angular":
            if not is_number(detail) or not 0 < float(detail) < math.inf:
                raise InputError(f"--kind {text!r}: expected a period, such as angular:360 for degrees")
            entry["period"] = float(detail)
        elif name == "sequence" and detail:
            entry["alphabet"] = detail
        elif name in DISCRETE and detail:
            entry["values"] = [value.strip() for value in next(csv.reader([detail], skipinitialspace=True))]
        elif detail:
            raise InputError(f"--kind {text!r}: a column of kind {name} has no details: leave {detail!r} out")
    return kinds, directions


def parse_params(options: Sequence[str], known: Mapping[str, Any] | None, owner: str) -> dict[str, Any]:
    """Convert K=V to parameters; known: name -> parameter with its annotation, None to accept all."""
    params: dict[str, Any] = {}
    for text in options:
        name, separator, value = text.partition("=")
        if not separator:
            raise InputError(f"--param {text!r} is not of the form K=V, such as alpha=0.5")
        if known is not None and name not in known:
            near = did_you_mean(name, known)
            raise InputError(f"--param {text!r}: {owner} has no parameter {name!r}{near}")
        if name in params:
            raise InputError(f"--param names {name!r} twice: leave one of them out")
        given = WORDS.get(value, value)
        if is_number(value):
            given = int(value) if re.fullmatch(r"[+-]?\d+", value) else float(value)
        params[name] = check_parameter(given, known[name].annotation if known else "", name, owner)
    return params

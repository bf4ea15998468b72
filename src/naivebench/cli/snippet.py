"""Python code that repeats a trial: it reads the table like the trial, fits the recommended method and
predicts.
"""

from __future__ import annotations

import codecs
import json
from argparse import Namespace
from typing import Any

from naivebench.cli import own_csv
from naivebench.core.table import Table
from naivebench.data.class_labels import label_key
from naivebench.data.profile import attribute_columns
from naivebench.data.readers import delimited
from naivebench.data.readers import read as readers
from naivebench.data.written_numbers import ZEROS
from naivebench.trial.trial import Trial

START = 1 << 20  # number of bytes in which to look for the separator
NUMBERLESS = ["NA", "N/A", "NaN"]  # marks that mean missing in numeric columns


def python(trial: Trial, arguments: Namespace, bounds: tuple[float, ...], words: tuple[str, ...] = ()) -> str:
    """The lines of a script; empty if the method has no estimator or pandas cannot read the file in one
    line. words: cells such as NA in the class column, which are no class.
    """
    from naivebench.estimators import write_call  # imports scikit-learn

    question = trial.question
    stanza = question.methods[trial.answer.recommended]
    name = stanza.get("estimator")
    reading = _reading(arguments, question.table)
    if not name or not reading or any(label_key(c) is None for c in question.table.classes):
        return ""
    of_text = {a.name for a in question.table.attributes if a.kind in ("count", "sequence")}
    columns = [a.name for a in question.table.attributes]
    given = dict(map(_entry, arguments.kind))
    if (of_text and len(columns) > 1) or any("vector" in kind for kind in given.values()):
        return ""
    lines = ["import pandas as pd", f"from naivebench.estimators import {name}", "", reading]
    target = _text(question.target)
    lines.append(f"table = table[table[{target}].notna()]")
    if words:
        lines.append(f"table = table[~table[{target}].isin({list(words)!r})]")
    if bounds:
        cuts = ", ".join(["float('-inf')", *(repr(b) for b in bounds), "float('inf')"])
        labels = json.dumps(list(question.table.classes), ensure_ascii=False)
        lines.append(
            f"table[{target}] = pd.cut(table[{target}], [{cuts}], right=False, labels={labels}).astype(str)"
        )
    if of_text:
        lines += [f"X, y = table[{_text(columns[0])}], table[{target}]"]
    else:
        lines += [f"X, y = table[{json.dumps(columns, ensure_ascii=False)}], table[{target}]"]
    kinds = {
        c: kind for c, kind in given.items() if c in columns and (c not in of_text or "alphabet" in kind)
    }
    if "*" in given:
        kinds = dict.fromkeys(columns, given["*"]) | kinds
    lines += [
        f"model = {write_call(stanza, *([f'kinds={kinds!r}'] if kinds else []))}.fit(X, y)",
        "model.predict_proba(X.head())",
    ]
    return "\n".join(lines) + "\n"


def _entry(text: str) -> tuple[str, str | dict[str, Any]]:
    """Column and entry of `kinds` of an option --kind."""
    column, kind = own_csv.split_kind(text)
    entry = own_csv.read_kind(kind, text)
    return column, entry if len(entry) > 1 else entry["kind"]


def decimal_of(table: Table, stated: str) -> str | None:
    """The decimal mark of all numbers of the table; None if they have units or different marks."""
    columns = [(a, column) for a, column in attribute_columns(table) if a.kind in ("linear", "angular")]
    forms = {a.form for a, _ in columns} - {""}
    if not forms or forms == {stated}:
        return stated or "."
    points = any(not a.form and (column % 1 > 0).any() for a, column in columns)
    return "," if forms == {","} and not points else None


def _text(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _reading(arguments: Namespace, table: Table) -> str:
    """The line that reads the table; empty if pandas cannot read the file in one line."""
    path, form = arguments.table, own_csv.form_of(arguments)
    data, place = readers.read_bytes(path)
    reader = readers.guess(place, data)
    if reader in ("parquet", "feather", "excel", "stata"):
        return f"table = pd.read_{reader}({path!r})"
    if reader != "csv":
        return ""
    is_utf_16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if is_utf_16 else form.encoding
    text = data[:START].decode(encoding, "ignore").removeprefix("\ufeff")
    separator = delimited.find_separator(text, form.decimal)
    marks = ["", *(form.missing or ("?",)), *NUMBERLESS]
    options = [f"sep={separator!r}" if separator else "sep=r'\\s+'"]
    options += ["skiprows=1"] if delimited.DECLARED.match(text) else []
    decimal = decimal_of(table, form.decimal)
    if decimal is None:
        return ""
    options += ["decimal=',', thousands='.'"] if decimal == "," else []
    codes = [a.name for a in table.attributes if a.kind == "nominal" and any(map(ZEROS.fullmatch, a.values))]
    options += [f"dtype={dict.fromkeys(codes, 'str')!r}"] if codes else []
    options += [] if readers.is_utf_8(encoding) else [f"encoding={encoding!r}"]
    options += [f"na_values={marks!r}", "keep_default_na=False"]
    return f"table = pd.read_csv({path!r}, {', '.join(options)})"

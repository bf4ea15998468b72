"""`naivebench try`: find out which naive Bayes classifier is good enough for your table, and how certain that
is.
"""

from __future__ import annotations

import gzip
import os
import re
import shlex
import sys
import webbrowser
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naivebench.cli import tables, terminal
from naivebench.core.checks import InputError, at_least
from naivebench.core.table import Table, n_cases, subset
from naivebench.data import class_labels, column_notes, encode, steps
from naivebench.data.discretization.equal_frequency import possible_parts
from naivebench.data.profile import row_codes
from naivebench.data.readers import read as readers
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.raw_table import (
    NO_NUMBER,
    RawTable,
    concatenate,
    find_target,
    marks_of,
)
from naivebench.trial import columns, page, question
from naivebench.trial import folder as trial_folder
from naivebench.trial.trial import fit_final, list_predictions, run_trial, write_answer

TEXT = """The command compares about ten members of the family that suit the columns, and rivals outside
it, on the same test folds, and prints the answer. The folder --out contains a page with the answer
(report.html), the scores, the out-of-fold predictions, and the recommended model for `naivebench predict`.
If you press Ctrl-C, the page covers the finished methods; run the command again to continue."""
EXAMPLES = """  naivebench try --example
  naivebench try flowers.csv --target species
  naivebench try visits.csv --target outcome --group patient --budget 300"""
EXAMPLE, EXAMPLE_TARGET = "penguins.csv", "species"  # Horst, Hill and Gorman 2020, CC0
SIZES = {2: ("low", "high"), 3: ("low", "middle", "high")}  # class names for --bins


class Read(NamedTuple):
    """A table as requested, and every decision made about it."""

    table: Table
    target: str
    decisions: list[str]
    rows: np.ndarray  # (n,) row number of every case in its file, from 1
    holdout: int | None = None  # number of rows of the training file


def add_arguments(command: ArgumentParser) -> None:
    """Add the arguments of `naivebench try`."""
    add = command.add_argument
    text = "CSV with a header line, plain or compressed; Parquet, Feather, ARFF, .xlsx, or a folder of them"
    add("table", nargs="?", metavar="TABLE", help=text)
    add("--target", metavar="COL", help="name of the class column")
    add("--example", action="store_true", help=f"write {EXAMPLE} into the current folder and try it")
    text = "methods to compare with the most frequent class (default: those that suit the table)"
    add("--methods", action="append", default=[], metavar="METHOD,METHOD", help=text)
    add("--metric", default="accuracy", metavar="METRIC", help="metric that decides (default: accuracy)")
    add("--folds", type=int, metavar="K", help="number of test folds (default: 10)")
    add(
        "--repeats", type=int, metavar="R", help="how often folds are drawn (default: 5, 2 or 1, by the rows)"
    )
    add("--group", metavar="COL", help="rows with the same value stay in the same fold")
    add("--time", metavar="COL", help="predict later rows from earlier ones")
    add("--test", metavar="FILE", help="test on these rows instead of folds")
    add("--bins", type=int, metavar="N", help="turn a numeric target into N classes of equal size")
    tables.add_form(command)
    cores = os.cpu_count() or 1
    add("--cores", type=int, default=cores, metavar="N", help="number of processes")
    add(
        "--budget",
        type=float,
        default=120.0,
        metavar="SECONDS",
        help="time limit for everything (default: 120)",
    )
    add("--seed", type=int, default=0, metavar="N", help="seed of folds and fits (default: 0)")
    text = "folder to write (default: try-TABLE, or try-TABLE-2 and so on if that contains files of yours)"
    add("--out", metavar="FOLDER", help=text)
    add("--open", action="store_true", help="open the page in a browser")


def run(arguments: Namespace) -> int:
    """Read the table, compare the methods, and report the answer; return 130 after Ctrl-C."""
    write_example(arguments)
    check_arguments(arguments)
    name = re.sub(r"[^a-z0-9]+", "-", Path(arguments.table).stem.split(".")[0].lower()).strip("-") or "table"
    inputs = [arguments.table, *filter(None, [arguments.test])]
    folder = Path(arguments.out) if arguments.out else trial_folder.choose_folder(f"try-{name}", inputs)
    trial_folder.check_folder(folder, inputs)
    read = read_table(arguments)
    asked = question.ask(
        f"try-{name}",
        read.table,
        methods=[m for text in arguments.methods for m in text.split(",") if m],
        metric=arguments.metric,
        folds=arguments.folds,
        repeats=arguments.repeats,
        scheme=choose_scheme(arguments),
        holdout=read.holdout,
        seed=arguments.seed,
        target=read.target,
        rows=read.rows,
        where=arguments.table,
    )
    for sentence in read.decisions:
        terminal.note(sentence)
    parts = len(asked.folds.fold)
    terminal.note(f"comparing {len(asked.methods)} methods on {parts} test part{'s' * (parts > 1)}")
    work = trial_folder.make_folder(folder)
    trial = run_trial(asked, work, cores=arguments.cores, budget=arguments.budget, show=show_progress)
    show_progress("")

    form = tables.form_with_mark(tables.form_of(arguments), read.table.attributes)
    model, content, trouble = fit_final(trial, form)
    file = shlex.quote(str(folder / "model.nb"))
    use = f"naivebench predict --model {file} --test new.csv --out new-predictions.csv" if content else ""
    notes = [*read.decisions, *filter(None, [trouble])]
    command = shlex.join(["naivebench", *arguments.argv])
    html = page.write_page(trial, model, notes, name=arguments.table, command=command, use=use)
    results = {
        "scores.csv": trial.answer.scores.to_csv(index=False).encode(),
        "predictions.csv": list_predictions(trial).to_csv(index=False, float_format="%.6g").encode(),
        "model.nb": content,
        "report.html": html.encode(),
    }
    trial_folder.write_results(folder, results, inputs)
    terminal.say("\n".join(write_answer(trial)))
    if use:
        terminal.say(f"To predict new rows with `{trial.answer.recommended}`: {use}")
    report = folder.resolve() / "report.html"
    terminal.say(f"Report: {report}")
    if arguments.open:
        webbrowser.open(report.as_uri())
    return 130 if trial.interrupted else 0


def write_example(arguments: Namespace) -> None:
    """With --example, write the example table to the current folder and use it."""
    if arguments.example:
        if arguments.table or arguments.target:
            raise InputError("--example brings its own table and target: leave TABLE and --target out")
        content = gzip.decompress((Path(__file__).parent / f"{EXAMPLE}.gz").read_bytes())
        if os.path.lexists(EXAMPLE) and (
            not os.path.isfile(EXAMPLE) or Path(EXAMPLE).read_bytes() != content
        ):
            raise InputError(
                f"{EXAMPLE} exists here and is not the example: run the command in another folder"
            )
        Path(EXAMPLE).write_bytes(content)
        arguments.table, arguments.target = EXAMPLE, EXAMPLE_TARGET
    for option, value in (("TABLE", arguments.table), ("--target", arguments.target)):
        if not value:
            raise InputError(f"{option} is missing: name a table and its class column, or use --example")


def check_arguments(arguments: Namespace) -> None:
    """Raise InputError for options that exclude each other, and for numbers out of range."""
    given = [option for option in ("group", "time", "test") if getattr(arguments, option)]
    if len(given) > 1:
        raise InputError(f"--{given[0]} and --{given[1]} both choose the test rows: give only one of them")
    for option, least in (("folds", 2), ("repeats", 1), ("cores", 1), ("bins", 2)):
        value = getattr(arguments, option)
        if value is not None:
            at_least(value, least, f"--{option}", "naivebench try")
    if not arguments.budget > 0:
        raise InputError(f"--budget is {arguments.budget:g}, expected a number of seconds above 0")


def choose_scheme(arguments: Namespace) -> str:
    """How folds are drawn."""
    if arguments.test:
        return "holdout"
    return "grouped" if arguments.group else "time" if arguments.time else "stratified"


def read_table(arguments: Namespace) -> Read:
    """Read the table, leave out columns, and record every decision made about it."""
    path, decisions = arguments.table, []
    raw = read_cells(path, arguments)
    target = find_target(raw, arguments.target, path)
    train, numbers = len(raw.lines), np.arange(1, len(raw.lines) + 1)
    if arguments.test:
        test = arrange_columns(read_cells(arguments.test, arguments), raw, arguments.test)
        raw, numbers = concatenate([raw, test]), np.r_[numbers, 1 : len(test.lines) + 1]
    marks = marks_of(arguments.missing or None, raw)
    if arguments.time:
        times, means = steps.order_of(steps.At(raw, marks, f"--time {arguments.time}"), arguments.time)
        decisions += steps.describe_order(arguments.time, times, means)
        raw, numbers = steps.in_order(raw, [times]), numbers[np.argsort(times, kind="stable")]
    if arguments.bins:
        raw, notes = cut_target(raw, target, arguments.bins, marks)
        decisions += notes
    kinds, directions = tables.parse_kinds(arguments.kind)
    tables.check_kinds(arguments, kinds, directions)
    drop = [*arguments.drop, *filter(None, [arguments.time])]

    def encode_without(left_out: list[str]) -> tuple[Table, Any]:
        return encode.to_table(
            raw,
            target=target,
            kinds=kinds,
            missing=arguments.missing or None,
            drop=left_out,
            groups=arguments.group,
            directions=directions,
            where=path,
        )

    try:
        table, findings = encode_without(drop)
    except InputError as error:
        if "as a target of regression does" not in str(error):
            raise
        raise InputError(
            f"{path}: column {target!r} contains numbers, as in a regression. Pass --bins 3 to predict "
            "whether a number is low, middle or high, or choose another --target."
        ) from error

    # what is decided about columns rests on training rows only
    kept = findings["rows"]
    trained = subset(table, np.flatnonzero(kept < train))
    holdout = n_cases(trained) if arguments.test else None

    def list_cells(name: str) -> set[str]:
        cells = raw.columns[name]
        return {cells[row] for row in kept[kept < train]} - marks - NO_NUMBER

    among = "training rows" if arguments.test else "rows" if len(kept) == train else "rows with a class"
    useless = columns.find_useless_columns(
        trained, findings["looks"], findings["labels"], cells=list_cells, rows=among
    )
    left_out = {column: why for column, why in useless.items() if column not in kinds}
    decisions += [f"Column {column!r} is left out: it {why}." for column, why in left_out.items()]
    if table.attributes and len(left_out) == len(table.attributes):
        reasons = "; ".join(f"column {column!r} {why}" for column, why in left_out.items())
        raise InputError(
            f"{path}: there is no column left to learn from ({reasons}): add columns, or keep one with "
            "--kind COLUMN=nominal"
        )
    if left_out:
        table, findings = encode_without([*drop, *left_out])
    notes = list(findings["warnings"])
    if arguments.test:
        labels = (table.classes, table.y, kept < train)
        notes += class_labels.note_test_labels(*labels, len(raw.lines) - train, arguments.test)
    decisions += columns.make_sentences(notes)
    decisions += columns.note_leaks(trained, useless, "leave it out with --drop {}")
    codes = row_codes(table, [codes[kept] for codes in code_texts(raw, table)])
    decisions += columns.note_rows(table, codes, holdout)
    return Read(table, target, decisions, numbers[kept], holdout)


def code_texts(raw: RawTable, table: Table) -> list[np.ndarray]:
    """Codes of the different texts, in lower case, of each column of kind count."""
    texts = [raw.columns[a.name].factors for a in table.attributes if a.kind == "count"]
    return [np.unique([*map(str.lower, t.labels), ""], return_inverse=True)[1][t.codes] for t in texts]


def cut_target(raw: RawTable, target: str, parts: int, marks: frozenset[str]) -> tuple[RawTable, list[str]]:
    """Cut the target into classes of equal size, or into fewer if too many numbers are equal."""
    at = steps.At(raw, marks, f"--bins {parts}")
    numbers = at.numbers(target)
    possible = max(2, possible_parts(numbers, parts))
    labels = list(SIZES.get(possible, [f"part {i + 1}" for i in range(possible)]))
    raw = steps.cut(at, column=target, parts=possible, labels=labels)
    classes = np.array(raw.columns[target].text)
    among = [numbers[classes == label] + 0.0 for label in labels]  # 0 instead of -0
    ends = ", ".join(f"{label} ({n.min():g} to {n.max():g})" for label, n in zip(labels, among, strict=True))
    fewer = ""
    if possible < parts:
        few = len(np.unique(numbers[~np.isnan(numbers)])) == possible
        why = "it has no more different numbers" if few else "too many numbers are equal"
        fewer = f" There are {possible} instead of {parts}, because {why}."
    notes = column_notes.note_placeholder(target, numbers, np.nanmin(numbers), np.nanmax(numbers))
    odd = [f"Column {target!r} {note.text}." for note in notes]
    return raw, [f"Column {target!r} is cut into classes: {ends}.{fewer}", *odd]


def read_cells(path: str, arguments: Namespace) -> RawTable:
    """The cells of a file."""
    if not os.path.exists(path):
        raise InputError(f"{path} does not exist: check the path")
    form = tables.form_of(arguments)
    return readers.read(
        path, header=True, target=arguments.target, decimal=form.decimal, encoding=form.encoding
    )


def arrange_columns(test: RawTable, train: RawTable, path: str) -> RawTable:
    """The test table with its columns in the order of the training table."""
    lacking = [name for name in train.names if name not in test.columns and name not in train.ignored]
    if lacking:
        raise InputError(f"--test {path} lacks the column {lacking[0]!r} of the table: add it")
    blank = Cells([""] * len(test.lines))
    arranged = {name: test.columns.get(name, blank) for name in train.names}
    return test._replace(columns=arranged, hints=train.hints, ignored=train.ignored)


def show_progress(text: str) -> None:
    """Show a line of progress if standard error is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)

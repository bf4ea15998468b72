"""Find out which naive Bayes is good enough for your table.

The command compares about ten members of the family that suit the columns, and rivals outside
it, on the same test folds, and prints the answer. The folder --out contains a page with the answer
(report.html), the scores, the out-of-fold predictions, and the recommended model for `naivebench predict`.
If you press Ctrl-C, the answer covers the finished methods.
"""

from __future__ import annotations

import gzip
import os
import re
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench.cli import input_tables, terminal
from naivebench.core.checks import InputError, check_at_least, format_count
from naivebench.core.table import Table, n_cases, subset
from naivebench.data import class_labels, steps
from naivebench.data.readers.cells import Cells
from naivebench.data.readers.raw_table import (
    RawTable,
    concatenate_tables,
    find_target,
    select_rows,
    set_missing_marks,
)
from naivebench.trial import page, table_checks
from naivebench.trial.plan import make_plan
from naivebench.trial.trial import METHODS, fit_recommended_method, list_predictions, run_trial

EXAMPLES = """  naivebench try --example
  naivebench try flowers.csv --target species
  naivebench try visits.csv --target outcome --group patient --budget 300"""
EXAMPLE, EXAMPLE_TARGET = "penguins.csv", "species"  # Horst, Hill and Gorman 2020, CC0
MARK = "trial.json"  # marks the folders that trials made
ABOUT = b'{"about": "naivebench try made this folder, and replaces its results"}\n'
SCHEMES = {"group": "grouped", "time": "time", "test": "holdout"}  # option -> how test rows are chosen
SIZES = {2: ("low", "high"), 3: ("low", "middle", "high")}  # class names for --bins


class TrialTable(NamedTuple):
    """A table as requested, and every decision made about it."""

    table: Table
    decisions: list[str]
    rows: np.ndarray  # (n,) row number of every case in its file, from 1
    holdout: int | None = None  # number of rows of the training file


def add_arguments(command: ArgumentParser) -> None:
    add = command.add_argument
    add("table", nargs="?", metavar="TABLE", help=input_tables.FILES)
    add("--example", action="store_true", help=f"write {EXAMPLE} into the current folder and try it")
    text = "methods to compare with the most frequent class (default: those that suit the table)"
    add("--methods", action="append", default=[], metavar="METHOD,METHOD", help=text)
    add("--metric", default="accuracy", metavar="METRIC", help="metric that decides (default: accuracy)")
    add("--folds", type=int, metavar="K", help="number of test folds (default: 10)")
    text = "number of times that folds are drawn (default: 5, 2 or 1, fewer for more rows)"
    add("--repeats", type=int, metavar="R", help=text)
    choose = command.add_mutually_exclusive_group().add_argument
    choose("--group", metavar="COL", help="rows with the same value stay in the same fold")
    choose("--time", metavar="COL", help="predict later rows from earlier ones")
    choose("--test", metavar="FILE", help="test on these rows instead of folds")
    add("--bins", type=int, metavar="N", help="turn a numeric target into N classes of equal size")
    input_tables.add_column_options(command, target_required=False)
    input_tables.add_format_options(command)
    add("--cores", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes")
    text = "time for all fits; the comparison gets 70 %% of it (default: 120)"
    add("--budget", type=float, default=120.0, metavar="SECONDS", help=text)
    add("--seed", type=int, default=0, metavar="N", help="seed of folds and fits (default: 0)")
    add("--out", metavar="FOLDER", help="folder for the results (default: try-TABLE)")


def run(arguments: Namespace) -> None:
    """Read the table, compare the methods, and report the answer."""
    if arguments.example:
        write_example(arguments)
    check_arguments(arguments)
    name = re.sub(r"[^a-z0-9]+", "-", Path(arguments.table).stem.split(".")[0].lower()).strip("-") or "table"
    out = Path(arguments.out or f"try-{name}")
    check_folder(out)
    read = read_table(arguments)
    for sentence in read.decisions:
        terminal.print_note(sentence)
    scheme = next((SCHEMES[option] for option in SCHEMES if getattr(arguments, option)), "stratified")
    plan = make_plan(
        f"try-{name}",
        read.table,
        methods=[method for text in arguments.methods for method in text.split(",") if method],
        metric=arguments.metric,
        folds=arguments.folds,
        repeats=arguments.repeats,
        scheme=scheme,
        holdout=read.holdout,
        seed=arguments.seed,
        target=arguments.target,
        rows=read.rows,
        where=arguments.table,
    )
    for sentence in plan.left_out:
        terminal.print_note(sentence)
    methods, tests = len(plan.methods), format_count(len(plan.folds.fold), "test fold")
    most = METHODS * arguments.budget
    terminal.print_note(f"comparing {methods} methods on {tests}, which takes up to {most:.0f} s")
    trial = run_trial(plan, cores=arguments.cores, budget=arguments.budget)

    # the model, the page and the tables
    form = input_tables.choose_training_format(arguments, read.table.attributes)
    content, trouble = fit_recommended_method(trial, form, (1 - METHODS) * arguments.budget)
    trial = trial._replace(decisions=tuple(filter(None, [*read.decisions, *plan.left_out, trouble])))
    file = shlex.quote(str(out / "model.nb"))
    use = f"naivebench predict --model {file} --test new.csv --out new-predictions.csv" if content else ""
    command = shlex.join(["naivebench", *arguments.argv])
    html = page.render_html(trial, name=arguments.table, command=command, use=use)
    results = {
        MARK: ABOUT,
        "scores.csv": trial.answer.scores.to_csv(index=False).encode(),
        "predictions.csv": list_predictions(trial).to_csv(index=False, float_format="%.6g").encode(),
        "model.nb": content,
        "report.html": html.encode(),
    }
    write_results(out, results)
    terminal.print_text("\n".join(trial.sentences))
    if use:
        terminal.print_text(f"To predict new rows with `{trial.recommend()}`: {use}")
    terminal.print_text(f"Report: {out.resolve() / 'report.html'}")


def write_example(arguments: Namespace) -> None:
    """Write the example table to the current folder and use it."""
    if arguments.table or arguments.target:
        raise InputError("--example brings its own table and target: leave TABLE and --target out")
    content, path = gzip.decompress((Path(__file__).parent / f"{EXAMPLE}.gz").read_bytes()), Path(EXAMPLE)
    if os.path.lexists(path) and not (path.is_file() and path.read_bytes() == content):
        raise InputError(f"{EXAMPLE} exists here and is not the example: run the command in another folder")
    path.write_bytes(content)
    arguments.table, arguments.target = EXAMPLE, EXAMPLE_TARGET


def check_arguments(arguments: Namespace) -> None:
    """Raise InputError for options that are missing or exclude each other, and for numbers out of range."""
    if not arguments.table or not arguments.target:
        raise InputError("TABLE or --target is missing: name a table and its class column, or use --example")
    for option, least in (("folds", 2), ("repeats", 1), ("cores", 1), ("bins", 2)):
        value = getattr(arguments, option)
        if value is not None:
            check_at_least(value, least, f"--{option}", "naivebench try")
    if not arguments.budget > 0:
        raise InputError(f"--budget is {arguments.budget:g}, expected a number of seconds above 0")


def check_folder(folder: Path) -> None:
    """Raise InputError if the folder has files of the user, or its parent does not exist."""
    parent = folder.resolve().parent
    if not parent.is_dir():
        raise InputError(f"cannot write {folder}: {parent} is not a folder, so create it first")
    is_own = folder.is_dir() and ((folder / MARK).is_file() or not any(folder.iterdir()))
    if os.path.lexists(folder) and not is_own:
        raise InputError(
            f"the folder {folder} exists, and naivebench try did not make it: name one that is new or empty "
            "with --out"
        )


def write_results(folder: Path, results: Mapping[str, bytes]) -> None:
    """Write the results of a trial. A result without content, and a link in its place, are removed."""
    folder.mkdir(exist_ok=True)
    for name, data in results.items():
        (folder / name).unlink(missing_ok=True)
        if data:
            (folder / name).write_bytes(data)


def read_table(arguments: Namespace) -> TrialTable:
    """Read the table, leave out columns, and record every decision made about it."""
    path, raw, numbers, train, decisions = arguments.table, *read_rows(arguments)
    options = {"left_out": [arguments.time] if arguments.time else [], "group": arguments.group}
    table, findings = input_tables.encode_cells(raw, arguments, path, **options)

    # decisions about columns use only training rows, which are the first
    n_train = int((findings["rows"] < train).sum())
    useless = table_checks.find_useless_columns(subset(table, np.arange(n_train)), findings)
    kinds, _ = input_tables.parse_kinds(arguments.kind)
    left_out = {column: why for column, why in useless.items() if column not in kinds}
    decisions += [f"Column {column!r} is left out: it {why}." for column, why in left_out.items()]
    if left_out:
        options["left_out"] = [*options["left_out"], *left_out]
        table, findings = input_tables.encode_cells(raw, arguments, path, **options)

    notes, holdout = list(findings["warnings"]), n_train if arguments.test else None
    if arguments.test:
        in_train, n_test = np.arange(n_cases(table)) < n_train, len(raw.lines) - train
        notes += class_labels.check_test_labels(table.classes, table.y, in_train, n_test, arguments.test)
    decisions += table_checks.format_sentences(notes)
    cure = "leave it out with --drop {}"
    decisions += table_checks.describe_suspicions(table, useless, cure, holdout)
    return TrialTable(table, decisions, numbers[findings["rows"]], holdout)


def read_rows(arguments: Namespace) -> tuple[RawTable, np.ndarray, int, list[str]]:
    """Read the table and the test file, put the rows in order of time, and cut a numeric target. Returns the
    rows, their numbers in their files, from 1, how many leading rows are training rows, and the decisions.
    """
    decisions: list[str] = []
    form = input_tables.read_format_options(arguments)
    raw = input_tables.read_cells(arguments.table, form, arguments.target)
    target = arguments.target = find_target(raw, arguments.target)
    for option in ("group", "time"):
        if getattr(arguments, option) == target:
            raise InputError(f"--{option} names the target {target!r}: name another column, or leave it out")
    train, numbers = len(raw.lines), np.arange(1, len(raw.lines) + 1)
    if arguments.test:
        test = input_tables.read_cells(arguments.test, form, arguments.target)
        lacking = [name for name in raw.columns if name not in test.columns and name not in raw.ignored]
        if lacking:
            raise InputError(f"--test {arguments.test} lacks the column {lacking[0]!r} of the table: add it")
        blank = Cells([""] * len(test.lines))
        arranged = {name: test.columns.get(name, blank) for name in raw.columns}
        test = test._replace(columns=arranged, hints=raw.hints, ignored=raw.ignored)
        raw, numbers = concatenate_tables([raw, test]), np.r_[numbers, 1 : len(test.lines) + 1]
    raw = set_missing_marks(raw, arguments.missing or None)
    if arguments.time:
        times, means = steps.read_time_order(steps.StepTable(raw, f"--time {arguments.time}"), arguments.time)
        decisions.append(steps.describe_time_order(arguments.time, times, means))
        order = np.argsort(times, kind="stable")
        raw, numbers = select_rows(raw, order), numbers[order]
    if arguments.bins:
        raw, decision = split_target_into_classes(raw, target, arguments.bins)
        decisions.append(decision)
    return raw, numbers, train, decisions


def split_target_into_classes(raw: RawTable, target: str, parts: int) -> tuple[RawTable, str]:
    """Cut the target into classes of equal size."""
    given = steps.StepTable(raw, f"--bins {parts}")
    numbers = given.read_numbers(target)
    labels = list(SIZES.get(parts, [f"part {i + 1}" for i in range(parts)]))
    raw = steps.cut_into_classes(given, column=target, labels=labels)
    classes = np.array(raw.columns[target].text)
    among = [numbers[classes == label] + 0.0 for label in labels]  # 0 instead of -0
    ends = ", ".join(f"{label} ({n.min():g} to {n.max():g})" for label, n in zip(labels, among, strict=True))
    return raw, f"Column {target!r} is cut into classes: {ends}."

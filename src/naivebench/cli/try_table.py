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

import numpy as np

from naivebench.cli import input_tables, terminal
from naivebench.core.checks import InputError, check_at_least
from naivebench.core.table import n_cases, subset
from naivebench.data import class_labels, steps
from naivebench.data.readers import raw_table
from naivebench.data.readers.cells import Cells
from naivebench.trial import page, table_checks
from naivebench.trial.plan import Plan, make_plan
from naivebench.trial.trial import fit_recommended_method, list_predictions, run_trial

EXAMPLES = """  naivebench try --example
  naivebench try flowers.csv --target species
  naivebench try visits.csv --target outcome --group patient --budget 300"""
EXAMPLE, EXAMPLE_TARGET = "penguins.csv", "species"  # Horst, Hill and Gorman 2020, CC0
MARK = "trial.json"  # marks the folders that trials made
ABOUT = b'{"about": "naivebench try made this folder, and replaces its results"}\n'
SIZES = {2: ["low", "high"], 3: ["low", "middle", "high"]}  # class names for --bins


def add_arguments(command: ArgumentParser) -> None:
    add = command.add_argument
    add("table", nargs="?", metavar="TABLE", help=input_tables.FILES)
    add("--example", action="store_true", help=f"write {EXAMPLE} into the current folder and try it")
    text = "methods to compare with the most frequent class (default: those that suit the table)"
    add("--methods", action="append", default=[], metavar="METHOD,METHOD", help=text)
    add("--metric", default="accuracy", metavar="METRIC", help="metric that decides (default: accuracy)")
    add("--folds", type=int, metavar="K", help="number of test folds (default: 10)")
    add("--repeats", type=int, metavar="R", help="how often folds are drawn (default: by number of rows)")
    choose = command.add_mutually_exclusive_group().add_argument
    choose("--group", metavar="COL", help="rows with the same value stay in the same fold")
    choose("--time", metavar="COL", help="predict later rows from earlier ones")
    choose("--test", metavar="FILE", help="test on these rows instead of folds")
    add("--bins", type=int, metavar="N", help="turn a numeric target into N classes of equal size")
    input_tables.add_column_options(command, target_required=False)
    input_tables.add_format_options(command)
    add("--cores", type=int, default=os.cpu_count() or 1, metavar="N", help="number of processes")
    add("--budget", type=float, default=120.0, metavar="SECONDS", help="time for all fits (default: 120)")
    add("--seed", type=int, default=0, metavar="N", help="seed of folds and fits (default: 0)")
    add("--out", metavar="FOLDER", help="folder for the results (default: try-TABLE)")


def run(arguments: Namespace) -> None:
    if arguments.example:
        write_example(arguments)
    if not arguments.table or not arguments.target:
        raise InputError("TABLE or --target is missing: name a table and its class column, or use --example")
    for option, least in (("folds", 2), ("repeats", 1), ("cores", 1), ("bins", 2), ("budget", 0)):
        value = getattr(arguments, option)
        if value is not None:
            check_at_least(value, least, f"--{option}", "naivebench try")
    name = re.sub(r"[^a-z0-9]+", "-", Path(arguments.table).stem.split(".")[0].lower()).strip("-") or "table"
    out = Path(arguments.out or f"try-{name}")
    check_folder(out)
    plan, rows = plan_trial(arguments, f"try-{name}")
    trial = run_trial(plan, arguments.cores, arguments.budget)

    # the model, the page and the tables
    form = input_tables.choose_training_format(arguments, plan.table.attributes)
    model, content = shlex.quote(str(out / "model.nb")), b""
    try:
        content = fit_recommended_method(trial, form, arguments.budget)
        use = f"naivebench predict --model {model} --test new.csv --out new-predictions.csv"
    except InputError as error:
        use = f"There is no model.nb: {error}."
    command = shlex.join(["naivebench", *arguments.argv])
    html = page.render_html(trial, name=arguments.table, command=command, use=use)
    results = {
        MARK: ABOUT,
        "scores.csv": trial.answer.scores.to_csv(index=False).encode(),
        "predictions.csv": list_predictions(trial, rows).to_csv(index=False, float_format="%.6g").encode(),
        "model.nb": content,
        "report.html": html.encode(),
    }
    write_results(out, results)
    terminal.print_text("\n".join(trial.sentences))
    terminal.print_text(f"To predict new rows with `{trial.recommend()}`: {use}" if content else use)
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


def check_folder(folder: Path) -> None:
    """Raise InputError if the folder has files of the user, or its parent does not exist."""
    if not folder.resolve().parent.is_dir():
        raise InputError(f"cannot write {folder}: create the folder {folder.resolve().parent} first")
    is_own = folder.is_dir() and ((folder / MARK).is_file() or not any(folder.iterdir()))
    if os.path.lexists(folder) and not is_own:
        raise InputError(f"{folder} exists, and naivebench try did not make it: name a new folder with --out")


def write_results(folder: Path, results: Mapping[str, bytes]) -> None:
    """Write the results of a trial. A result without content, and a link in its place, are removed."""
    folder.mkdir(exist_ok=True)
    for name, data in results.items():
        (folder / name).unlink(missing_ok=True)
        if data:
            (folder / name).write_bytes(data)


def plan_trial(arguments: Namespace, name: str) -> tuple[Plan, np.ndarray]:
    """Read the table, leave out useless columns, print every decision made about it, and plan the trial. Also
    return the number of every case in its file, from 1.
    """
    path, raw, numbers, train, decisions = arguments.table, *read_rows(arguments)
    table, findings = input_tables.encode_cells(raw, arguments, path)

    # decisions about columns use only training rows, which are the first
    n_train = int((findings["rows"] < train).sum())
    useless = table_checks.find_useless_columns(subset(table, np.arange(n_train)), findings)
    kinds, _ = input_tables.parse_kinds(arguments.kind)
    left_out = {column: why for column, why in useless.items() if column not in kinds}
    decisions += [f"Column {column!r} is left out: it {why}." for column, why in left_out.items()]
    if left_out:
        arguments.drop += left_out
        table, findings = input_tables.encode_cells(raw, arguments, path)

    notes, holdout = list(findings["warnings"]), n_train if arguments.test else None
    if arguments.test:
        in_train, n_test = np.arange(n_cases(table)) < n_train, len(raw.lines) - train
        notes += class_labels.check_test_labels(table.classes, table.y, in_train, n_test, arguments.test)
    cure = "leave it out with --drop {}"
    decisions += table_checks.describe_decisions(table, notes, useless, cure, holdout)
    for sentence in decisions:
        terminal.print_note(sentence)
    plan = make_plan(
        name,
        table,
        methods=[method for text in arguments.methods for method in text.split(",") if method],
        metric=arguments.metric,
        folds=arguments.folds,
        repeats=arguments.repeats,
        in_time_order=bool(arguments.time),
        holdout=holdout,
        seed=arguments.seed,
        target=arguments.target,
        decisions=decisions,
        where=path,
    )
    return plan, numbers[findings["rows"]]


def read_rows(arguments: Namespace) -> tuple[raw_table.RawTable, np.ndarray, int, list[str]]:
    """Read the table and the test file, put the rows in order of time, and cut a numeric target. Returns the
    rows, their numbers in their files, from 1, how many leading rows are training rows, and the decisions.
    """
    decisions: list[str] = []
    form = input_tables.read_format_options(arguments)
    raw = input_tables.read_cells(arguments.table, form, arguments.target)
    target = arguments.target = raw_table.find_target(raw, arguments.target)
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
        raw, numbers = raw_table.concatenate_tables([raw, test]), np.r_[numbers, 1 : len(test.lines) + 1]
    raw = raw_table.set_missing_marks(raw, form.missing)
    if arguments.time:
        times, means = steps.read_time_order(steps.StepTable(raw, f"--time {arguments.time}"), arguments.time)
        decisions.append(steps.describe_time_order(arguments.time, times, means))
        order = np.argsort(times, kind="stable")
        raw, numbers = raw_table.select_rows(raw, order), numbers[order]
        arguments.drop.append(arguments.time)
    if arguments.bins:
        given = steps.StepTable(raw, f"--bins {arguments.bins}")
        values = given.read_numbers(target) + 0.0  # 0 instead of -0
        labels = SIZES.get(arguments.bins, [f"part {i + 1}" for i in range(arguments.bins)])
        raw = steps.cut_into_classes(given, column=target, labels=labels)
        among = {label: values[np.array(raw.columns[target].text) == label] for label in labels}
        ends = ", ".join(f"{label} ({part.min():g} to {part.max():g})" for label, part in among.items())
        decisions.append(f"Column {target!r} is cut into classes: {ends}.")
    return raw, numbers, train, decisions

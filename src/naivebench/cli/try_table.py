"""`naivebench try`: which naive Bayes is good enough for your table, and how sure that is."""

from __future__ import annotations

import os
import re
import shlex
import sys
import webbrowser
from argparse import Namespace
from pathlib import Path
from typing import Any, NamedTuple

from naivebench.benchmark.trial import check, jobs, question
from naivebench.benchmark.trial.question import PROTOCOL, Question
from naivebench.cli import own_csv, terminal
from naivebench.core.checks import InputError, at_least
from naivebench.core.table import Table
from naivebench.data import class_labels, column_steps, encode, raw_columns, row_steps
from naivebench.data.profile import Findings
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import RawTable, column_of, concatenate
from naivebench.models import catalogue
from naivebench.report.trial import trial as trials


class Read(NamedTuple):
    """A table as it was asked for, and the stanza that reads it in the same way in a workflow."""

    table: Table
    stanza: dict[str, Any]
    decisions: list[str]
    holdout: int | None


def run(arguments: Namespace) -> int:
    """Read, compare, answer; returns 130 after Ctrl-C."""
    check_arguments(arguments)
    name = re.sub(r"[^a-z0-9]+", "-", Path(arguments.table).stem.split(".")[0].lower()).strip("-") or "table"
    folder = Path(arguments.out or f"{name}-trial")
    read = read_table(arguments, name)
    asked = question.ask(
        name,
        read.table,
        catalogue.methods(),
        methods=[m for text in arguments.methods for m in text.split(",") if m],
        metric=arguments.metric,
        folds=arguments.folds,
        repeats=arguments.repeats,
        scheme=_scheme(arguments),
        holdout=read.holdout,
        seed=arguments.seed,
        target=read.stanza["target"],
    )
    for sentence in read.decisions:
        terminal.note(sentence)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"--out {folder}: the folder cannot be made ({error.strerror}): choose another"
        ) from error
    cost = {"cores": arguments.cores, "budget": arguments.budget}
    trial = trials.run(asked, folder / "work", **cost, show=_show)
    _clear()
    model = trials.final(trial, own_csv.form_of(arguments))
    about = trials.About(tuple(read.decisions), _words(arguments), trials.python_of(trial, arguments.table))
    terminal.write(str(folder / "report.html"), trials.html(trial, model, about))
    terminal.write(str(folder / "scores.csv"), trials.scores_csv(trial))
    terminal.write(str(folder / "predictions.csv"), trials.predictions_csv(trial))
    terminal.write(str(folder / "config.yaml"), _configuration(asked, read))
    if model.content:
        terminal.write(str(folder / "model.nb"), model.content)
    terminal.say("\n".join(trials.sentences(trial)))
    terminal.say(f"report: {folder.resolve() / 'report.html'}")
    if arguments.open:
        webbrowser.open((folder.resolve() / "report.html").as_uri())
    return 130 if trial.interrupted else 0


def check_arguments(arguments: Namespace) -> None:
    """Raise InputError for options that exclude each other, and for numbers out of range."""
    given = [option for option in ("group", "time", "test") if getattr(arguments, option)]
    if len(given) > 1:
        raise InputError(f"--{given[0]} and --{given[1]} both say how test rows are chosen: give one of them")
    for option, least in (("folds", 2), ("repeats", 1), ("cores", 1), ("bins", 2)):
        value = getattr(arguments, option)
        if value is not None:
            at_least(value, least, f"--{option}", "naivebench try")
    if not arguments.budget > 0:
        raise InputError(f"--budget is {arguments.budget:g}, expected a number of seconds above 0")


def _scheme(arguments: Namespace) -> str:
    if arguments.test:
        return "holdout"
    return "grouped" if arguments.group else "time" if arguments.time else "stratified"


def read_table(arguments: Namespace, name: str) -> Read:
    """The table, with the columns that are left out, and everything that was decided about it."""
    raw = _cells(arguments.table, arguments)
    target = class_labels.find_target(raw, arguments.target, arguments.table)
    train = None
    if arguments.test:
        train = len(raw.lines)
        raw = concatenate([raw, _same_columns(_cells(arguments.test, arguments), raw, arguments.test)])
    stanza: dict[str, Any] = {"title": name, "source": {"file": os.path.abspath(arguments.table)}}
    stanza |= {"target": target}
    marks = raw_columns.marks_of(arguments.missing or None)
    steps: list[dict[str, Any]] = []
    for option in ("group", "time"):
        if column := getattr(arguments, option):
            column_of(raw, column, f"--{option} for {arguments.table}")
    if arguments.time:
        raw = row_steps.sort(raw, [arguments.time], marks, f"--time {arguments.time}")
        steps.append({"sort": [arguments.time]})
    if arguments.bins:
        where = f"--bins {arguments.bins}"
        raw = column_steps.cut(raw, column=target, parts=arguments.bins, where=where, missing=marks)
        steps.append({"cut": {"column": target, "parts": arguments.bins}})
    kinds, directions = own_csv.parse_kinds(arguments.kind, raw, target)
    drop = [*arguments.drop, *filter(None, [arguments.time])]
    for column in arguments.drop:
        column_of(raw, column, f"--drop for {arguments.table}")

    def encoded(left_out: list[str]) -> tuple[Table, Findings]:
        return encode.to_table(
            raw,
            target=target,
            kinds=kinds,
            missing=arguments.missing or None,
            drop=left_out,
            groups=arguments.group,
            directions=directions,
            where=arguments.table,
        )

    try:
        table, findings = encoded(drop)
    except InputError as error:
        if "as a target of regression does" not in str(error):
            raise
        raise InputError(
            f"{arguments.table}: column {target!r} holds numbers, which is regression. Give --bins 3 to "
            "predict whether a number is low, middle or high, or choose another --target."
        ) from error
    seen = check.columns(table, findings["looks"], findings["labels"])
    left_out = {c: why for c, why in seen.left_out.items() if c not in kinds}
    decisions = [f"Column {c!r} is left out: it {why}." for c, why in left_out.items()]
    if left_out and len(left_out) < len(table.attributes):
        table, findings = encoded([*drop, *left_out])
    decisions += [f"{sentence[0].upper()}{sentence[1:]}." for sentence in findings["warnings"]]
    decisions += [*seen.warnings, *check.rows(table)]
    stanza |= {"steps": steps} if steps else {}
    stanza |= {"drop": [*drop, *left_out]} if drop or left_out else {}
    stanza |= {key: value for key, value in (("kinds", kinds), ("directions", directions)) if value}
    stanza |= {"groups": arguments.group} if arguments.group else {}
    stanza |= {"missing": list(arguments.missing)} if arguments.missing else {}
    stanza |= {k: v for k in ("decimal", "encoding") if (v := getattr(arguments, k))}
    holdout = None if train is None else int((findings["rows"] < train).sum())
    return Read(table, stanza, decisions, holdout)


def _cells(path: str, arguments: Namespace) -> RawTable:
    if not os.path.exists(path):
        raise InputError(f"{path} does not exist: check the path")
    form = own_csv.form_of(arguments)
    return readers.read(path, target=arguments.target, decimal=form.decimal, encoding=form.encoding)


def _same_columns(test: RawTable, train: RawTable, path: str) -> RawTable:
    """The test table with its columns in the order of the training table."""
    lacking = [name for name in train.names if name not in test.names]
    if lacking:
        raise InputError(f"--test {path} lacks the column {lacking[0]!r} of the table: add it")
    places = [test.names.index(name) for name in train.names]
    return test._replace(names=train.names, columns=tuple(test.columns[i] for i in places), hints=train.hints)


def _configuration(asked: Question, read: Read) -> str:
    """A configuration that runs the same comparison in a workflow."""
    import yaml

    split = asked.split._asdict()
    protocol = {"title": f"Trial of {asked.name}", "folds": split, "own_holdout": False, "cuts": "training"}
    experiment = {"protocol": PROTOCOL, "datasets": [asked.name], "methods": list(asked.methods)}
    content = {
        "seed": asked.seed,
        "protocols": {PROTOCOL: protocol},
        "experiments": {PROTOCOL: {"title": f"Trial of {asked.name}"} | experiment},
        "primary": {"protocol": PROTOCOL, "metric": asked.metric.id, "reference": question.NAIVE_BAYES},
    }
    head = (
        "# The same comparison in a workflow. Put the part `datasets` into a file of config/datasets/ and\n"
        "# give the rest to `snakemake --configfile`.\n"
    )
    data = yaml.safe_dump({"datasets": {asked.name: read.stanza}}, sort_keys=False, allow_unicode=True)
    commented = "".join(f"# {line}\n" for line in data.splitlines())
    return head + commented + yaml.safe_dump(content, sort_keys=False, allow_unicode=True)


def _words(arguments: Namespace) -> str:
    """The command, as it was typed."""
    plain = ["try", arguments.table, "--target", arguments.target]
    return shlex.join(["naivebench", *(sys.argv[1:] if sys.argv[1:2] == ["try"] else plain)])


def _show(progress: jobs.Progress) -> None:
    """The line of progress, on a terminal."""
    if sys.stderr.isatty():
        left = max(0.0, progress.budget - progress.seconds)
        now = ", ".join(progress.running)
        text = f"{progress.done} of {progress.methods} methods, at most {left:.0f} s left: {now}"
        print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)

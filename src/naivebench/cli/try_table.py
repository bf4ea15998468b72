"""`naivebench try`: find out which naive Bayes classifier is good enough for your table, and how certain that
is.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shlex
import shutil
import sys
import time
import webbrowser
from argparse import Namespace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from naivebench.cli import own_csv, snippet, terminal
from naivebench.core.checks import InputError, at_least
from naivebench.core.table import DISCRETE, Table, n_cases, subset
from naivebench.data import class_labels, column_notes, column_steps, encode, raw_columns, row_steps
from naivebench.data.profile import Findings
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import RawTable, column_of, concatenate
from naivebench.evaluation.metrics import STANDARD
from naivebench.models import catalogue
from naivebench.trial import check, jobs, question
from naivebench.trial import folder as trial_folder
from naivebench.trial import trial as trials
from naivebench.trial.question import PROTOCOL, Question

EXAMPLE, EXAMPLE_TARGET = "penguins.csv", "species"
SIZES = {2: ("low", "high"), 3: ("low", "middle", "high")}  # class names for --bins


class Read(NamedTuple):
    """A table as requested, and the stanza that reads it in the same way in a workflow."""

    table: Table
    stanza: dict[str, Any]
    decisions: list[str]
    holdout: int | None
    rows: np.ndarray  # (n,) row number of every case in its file, from 1
    bounds: tuple[float, ...]  # boundaries between the classes of --bins; none without --bins
    words: tuple[str, ...]  # cells such as NA in the class column, which are no class
    together: str = ""  # all rows as CSV if they come from two files


def run(arguments: Namespace) -> int:
    """Read the table, compare the methods, and report the answer; return 130 after Ctrl-C."""
    began = time.monotonic()
    _example(arguments)
    check_arguments(arguments)
    name = re.sub(r"[^a-z0-9]+", "-", Path(arguments.table).stem.split(".")[0].lower()).strip("-") or "table"
    inputs = [arguments.table, *filter(None, [arguments.test])]
    folder = Path(arguments.out) if arguments.out else trial_folder.choose_folder(f"try-{name}", inputs)
    trial_folder.check_folder(folder, inputs)
    read = read_table(arguments, name)
    named = [m for text in arguments.methods for m in text.split(",") if m]
    asked = question.ask(
        f"try-{name}",
        read.table,
        catalogue.methods(),
        methods=named,
        metric=arguments.metric,
        folds=arguments.folds,
        repeats=arguments.repeats,
        scheme=_scheme(arguments),
        holdout=read.holdout,
        seed=arguments.seed,
        target=read.stanza["target"],
        rows=read.rows,
        where=arguments.table,
    )
    read = read._replace(
        decisions=[*read.decisions, *check.as_sentences(question.note_angles(read.table, named))]
    )
    for sentence in read.decisions:
        terminal.note(sentence)
    count = len(asked.folds.fold)
    terminal.note(
        f"comparing {len(asked.methods)} methods on {count} test part{'s' * (count > 1)}, for at most "
        f"{arguments.budget:g} s"
    )
    cost = {"cores": arguments.cores, "budget": arguments.budget, "began": began}
    with trial_folder.hold_folder(folder, inputs) as work:
        trial = trials.run(asked, work, **cost, show=_show)
        _clear()
        _write(trial, arguments, read, folder)
    if arguments.open:
        webbrowser.open((folder.resolve() / "report.html").as_uri())
    return 130 if trial.interrupted else 0


def _example(arguments: Namespace) -> None:
    """With --example, write the example table of the package to the current folder and use it."""
    if arguments.example:
        if arguments.table or arguments.target:
            raise InputError("--example brings its own table and target: leave TABLE and --target out")
        source = Path(__file__).parent / "example" / EXAMPLE
        if not os.path.lexists(EXAMPLE):
            shutil.copyfile(source, EXAMPLE)
        elif not os.path.isfile(EXAMPLE) or Path(EXAMPLE).read_bytes() != source.read_bytes():
            raise InputError(
                f"{EXAMPLE} exists here and is not the example: run the command in another folder"
            )
        arguments.table, arguments.target = EXAMPLE, EXAMPLE_TARGET
    for option, value in (("TABLE", arguments.table), ("--target", arguments.target)):
        if not value:
            raise InputError(f"{option} is missing: name a table and its class column, or use --example")


def _write(trial: trials.Trial, arguments: Namespace, read: Read, folder: Path) -> None:
    """Write the page and the accompanying files, and print the answer."""
    form = own_csv.form_with_mark(own_csv.form_of(arguments), trial.question.table.attributes)
    model = trials.final(trial, form)
    predicted = trials.predictions_csv(trial)
    file = shlex.quote(str(folder / "model.nb"))
    use = f"naivebench predict --model {file} --test new.csv --out new-predictions.csv"
    about = trials.About(
        os.path.basename(os.path.abspath(arguments.table)),
        tuple(read.decisions),
        _words(arguments),
        use,
        snippet.python(trial, arguments, read.bounds, read.words),
        predicted.notes,
    )
    page = trials.html(trial, model, about)
    contents: dict[str, str | bytes] = {
        "scores.csv": trials.scores_csv(trial),
        "predictions.csv": predicted.text,
        "config.yaml": _configuration(trial.question, folder),
        "datasets.yaml": _catalogue(trial.question, read, folder),
        "rows.csv": read.together,
        "model.nb": model.content,
        "report.html": page,
    }
    trial_folder.write_results(folder, contents)
    terminal.say("\n".join(trials.sentences(trial)))
    if model.content:
        terminal.say(f"To predict new rows with `{trial.answer.recommended}`: {use}")
    terminal.say(f"Report: {folder.resolve() / 'report.html'}")


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


def _scheme(arguments: Namespace) -> str:
    if arguments.test:
        return "holdout"
    return "grouped" if arguments.group else "time" if arguments.time else "stratified"


def read_table(arguments: Namespace, name: str) -> Read:
    """Read the table, leave out columns, and record every decision made about it."""
    raw = _cells(arguments.table, arguments)
    target = class_labels.find_target(raw, arguments.target, arguments.table)
    train, together, numbers = None, "", np.arange(1, len(raw.lines) + 1)
    if arguments.test:
        train = len(raw.lines)
        raw = concatenate([raw, _same_columns(_cells(arguments.test, arguments), raw, arguments.test)])
        together, numbers = _as_csv(raw), np.r_[numbers, 1 : len(raw.lines) - train + 1]
    stanza: dict[str, Any] = {"title": name, "source": {"file": os.path.abspath(arguments.table)}}
    stanza |= {"target": target}
    marks = raw_columns.marks_of(arguments.missing or None, raw)
    bounds: tuple[float, ...] = ()
    decisions: list[str] = []
    tested: list[str] = []
    steps: list[dict[str, Any]] = []
    for option in ("group", "time"):
        if column := getattr(arguments, option):
            column_of(raw, column, f"--{option} for {arguments.table}")
    if arguments.time:
        times, means = row_steps.order_of(raw, arguments.time, marks, f"--time {arguments.time}")
        decisions += row_steps.describe_order(arguments.time, times, means)
        raw, numbers = row_steps.in_order(raw, [times]), numbers[np.argsort(times, kind="stable")]
        steps.append({"sort": [arguments.time]})
    if arguments.bins:
        raw, step, bounds, sentences = _cut(raw, target, arguments.bins, marks)
        steps.append(step)
        decisions += sentences
    kinds, directions = own_csv.parse_kinds(arguments.kind, raw, target)
    drop = [*arguments.drop, *filter(None, [arguments.time])]
    for column in arguments.drop:
        column_of(raw, column, f"--drop for {arguments.table}")
        if column == target:
            raise InputError(f"--drop names {column!r}, which is the class column: leave it out of --drop")

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
            f"{arguments.table}: column {target!r} contains numbers, as in a regression. Pass --bins 3 to "
            "predict whether a number is low, middle or high, or choose another --target."
        ) from error
    # what is decided about columns rests on training rows only
    holdout = None if train is None else int((findings["rows"] < train).sum())
    trained = table if holdout is None else subset(table, np.arange(holdout))
    if train is not None:
        labels = (table.classes, table.y, findings["rows"] < train)
        tested = class_labels.note_test_labels(*labels, len(raw.lines) - train, arguments.test)
    kept = findings["rows"][: n_cases(trained)]

    def different(name: str) -> set[str]:
        return {raw.columns[raw.names.index(name)][row] for row in kept} - marks - raw_columns.NO_NUMBER

    among = "training rows" if train else "rows" if len(kept) == len(raw.lines) else "rows with a class"
    seen = check.columns(trained, findings["looks"], findings["labels"], cells=different, rows=among)
    left_out = {c: why for c, why in seen.left_out.items() if c not in kinds}
    decisions += [f"Column {c!r} is left out: it {why}." for c, why in left_out.items()]
    if table.attributes and len(left_out) == len(table.attributes):
        reasons = "; ".join(f"column {c!r} {why}" for c, why in left_out.items())
        raise InputError(
            f"{arguments.table}: there is no column left to learn from ({reasons}): add columns, or keep "
            "one with "
            "--kind COLUMN=nominal"
        )
    if left_out:
        table, findings = encoded([*drop, *left_out])
    decisions += check.as_sentences([*findings["warnings"], *tested])
    texts = [column_of(raw, a.name, "").factors for a in table.attributes if a.kind == "count"]
    of_text = [np.unique([*map(str.lower, t.labels), ""], return_inverse=True)[1][t.codes] for t in texts]
    decisions += seen.warnings
    decisions += check.rows(table, [codes[findings["rows"]] for codes in of_text], holdout)
    numbers = numbers[findings["rows"]]
    words = tuple(class_labels.words_for_none(column_of(raw, target, "").times.keys() - marks, table.classes))
    stanza |= {"steps": steps} if steps else {}
    stanza |= {"drop": [*drop, *left_out]} if drop or left_out else {}
    stanza |= {key: value for key, value in (("kinds", kinds), ("directions", directions)) if value}
    stanza |= {"groups": arguments.group} if arguments.group else {}
    stanza |= {"missing": list(arguments.missing)} if arguments.missing else {}
    if train is None:
        stanza |= {k: v for k in ("decimal", "encoding") if (v := getattr(arguments, k))}
        return Read(table, stanza, decisions, None, numbers, bounds, words)
    ignored = [name for name in raw.ignored if name not in kinds]  # the file of both tables does not say so
    stanza |= {"drop": list(dict.fromkeys([*stanza.get("drop", []), *ignored]))}
    stanza |= {"holdout": {"train": train}, "kinds": _kinds_of(table, raw) | kinds}
    stanza = {key: value for key, value in stanza.items() if value}
    stanza |= {} if arguments.missing or raw.missing else {"missing": []}
    return Read(table, stanza, decisions, holdout, numbers, bounds, words, together)


def _cut(
    raw: RawTable, target: str, parts: int, marks: frozenset[str]
) -> tuple[RawTable, dict[str, Any], tuple[float, ...], list[str]]:
    """Cut the target into classes of equal size; return the table, the step that does this in a stanza, the
    class boundaries, and sentences.
    """
    where, asked = f"--bins {parts}", parts
    numbers = column_steps.numbers_of(raw, target, marks, where)
    parts = max(2, column_steps.possible_parts(numbers, asked))
    labels = list(SIZES.get(parts, [f"part {i + 1}" for i in range(parts)]))
    raw = column_steps.cut(raw, column=target, parts=parts, labels=labels, where=where, missing=marks)
    classes = np.array(raw.columns[raw.names.index(target)])
    among = [numbers[classes == label] + 0.0 for label in labels]  # 0 instead of -0
    ends = [(float(n.min()), float(n.max())) for n in among]
    said = ", ".join(f"{label} ({a:g} to {b:g})" for label, (a, b) in zip(labels, ends, strict=True))
    few = len(np.unique(numbers[~np.isnan(numbers)])) == parts
    why = "it has no more different numbers" if few else "too many numbers are equal"
    fewer = f" There are {parts} instead of {asked}, because {why}." * (parts < asked)
    notes = column_notes.note_placeholder(target, numbers, np.nanmin(numbers), np.nanmax(numbers))
    odd = [f"Column {target!r} {note.text}." for note in notes]
    cutting = f"Column {target!r} is cut into classes: {said}.{fewer}"
    step = {"cut": {"column": target, "parts": parts, "labels": labels}}
    return raw, step, tuple(a for a, _ in ends[1:]), [cutting, *odd]


def _as_csv(raw: RawTable) -> str:
    """All cells as CSV text."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(raw.names)
    writer.writerows(zip(*raw.columns, strict=True))
    return text.getvalue()


def _kinds_of(table: Table, raw: RawTable) -> dict[str, dict[str, Any]]:
    """Kinds and value lists that the input files declare for columns and that CSV cannot express."""
    return {
        a.name: {"kind": a.kind} | ({"values": list(a.values)} if a.declared and a.kind in DISCRETE else {})
        for a in table.attributes
        if a.name in raw.hints
    }


def _cells(path: str, arguments: Namespace) -> RawTable:
    if not os.path.exists(path):
        raise InputError(f"{path} does not exist: check the path")
    form = own_csv.form_of(arguments)
    return readers.read(
        path, header=True, target=arguments.target, decimal=form.decimal, encoding=form.encoding
    )


def _same_columns(test: RawTable, train: RawTable, path: str) -> RawTable:
    """The test table with its columns in the order of the training table."""
    lacking = [name for name in train.names if name not in (*test.names, *train.ignored)]
    if lacking:
        raise InputError(f"--test {path} lacks the column {lacking[0]!r} of the table: add it")
    cells = dict(zip(test.names, test.columns, strict=True))
    columns = tuple(cells.get(name, [""] * len(test.lines)) for name in train.names)
    return test._replace(names=train.names, columns=columns, hints=train.hints, ignored=train.ignored)


def _configuration(asked: Question, folder: Path) -> str:
    """Text of a configuration that runs the same comparison in a workflow."""
    split = asked.split._asdict()
    if asked.split.scheme == "holdout":
        split = {"scheme": "holdout"}
    protocol = {"title": f"Trial of {asked.name}", "folds": split, "own_holdout": False, "cuts": "training"}
    experiment = {"protocol": PROTOCOL, "datasets": [asked.name], "methods": list(asked.methods)}
    reference = next((m for m in question.PLAIN if m in asked.methods), next(iter(asked.methods)))
    content: dict[str, Any] = {
        "seed": asked.seed,
        "protocols": {PROTOCOL: protocol},
        "experiments": {PROTOCOL: {"title": f"Trial of {asked.name}"} | experiment},
        "select": {"experiments": [PROTOCOL], "datasets": [asked.name], "methods": list(asked.methods)},
        "primary": {"protocol": PROTOCOL, "metric": asked.metric.id, "reference": reference},
        "report": {"title": f"Trial of {asked.name}"},
        "catalogues": {"datasets": ["config/datasets", str(folder.resolve() / "datasets.yaml")]},
    }
    if asked.metric.id not in STANDARD:
        content["metrics"] = [*STANDARD, asked.metric.id]
    head = (
        "# The same comparison in a workflow. In a clone of naivebench, run:\n"
        f"# snakemake --cores 2 --configfile {shlex.quote(str(folder.resolve() / 'config.yaml'))}\n"
    )
    return head + _yaml(content)


def _catalogue(asked: Question, read: Read, folder: Path) -> str:
    """Text of the catalogue with the data set of config.yaml."""
    stanza = read.stanza
    if read.together:
        stanza = stanza | {"source": {"file": str(folder.resolve() / "rows.csv")}}
    return "# The data set that config.yaml uses.\n" + _yaml({"datasets": {asked.name: stanza}})


def _yaml(content: dict[str, Any]) -> str:
    import yaml

    return yaml.safe_dump(content, sort_keys=False, allow_unicode=True)


def _words(arguments: Namespace) -> str:
    """The command that repeats the trial, with the options that differ from their defaults."""
    said = ["naivebench", "try", arguments.table, "--target", arguments.target]
    for option in ("methods", "missing", "drop", "kind"):
        for value in getattr(arguments, option):
            said += [f"--{option}", value]
    for option, default in (("metric", "accuracy"), ("budget", 120.0), ("seed", 0)):
        if (value := getattr(arguments, option)) != default:
            said += [f"--{option}", f"{value:g}" if isinstance(value, float) else str(value)]
    for option in ("folds", "repeats", "group", "time", "test", "bins", "decimal", "encoding", "out"):
        if (value := getattr(arguments, option)) is not None:
            said += [f"--{option}", str(value)]
    return shlex.join(said)


def _show(progress: jobs.Progress) -> None:
    """Show a line of progress if standard error is a terminal."""
    if sys.stderr.isatty():
        now = ", ".join(progress.running)
        text = f"{progress.done} of {progress.methods} methods, at most {progress.left:.0f} s left: {now}"
        print(f"\r\x1b[K{text[:100]}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)

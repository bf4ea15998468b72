"""`naivebench predict`: one method on one's own CSV files."""

from __future__ import annotations

import csv
import io
import json
import os
import warnings
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from naivebench.cli import explanations, own_csv, terminal
from naivebench.core.checks import InputError
from naivebench.core.table import Table, class_counts, n_cases
from naivebench.datasets import encode
from naivebench.datasets.readers.raw_table import is_number
from naivebench.models import explain, fitted
from naivebench.pipeline import configuration, isolate, registry
from naivebench.pipeline.configuration.schemas import suggestion

FOREVER = 1e8  # seconds
CURE = "give other parameters, or scale or drop columns of very large numbers"
T = TypeVar("T")


def run(arguments: Namespace) -> None:
    """Train, predict, write the predictions and, if asked, the summary."""
    stanza = method(terminal.project(arguments.project), arguments.method)
    module = registry.load(stanza["module"])
    params = stanza["params"] | own_csv.parse_params(
        arguments.param, module.fit, f"method {arguments.method}"
    )
    if arguments.seed < 0:
        raise InputError(f"--seed is {arguments.seed}, expected a whole number of at least 0")
    if arguments.explain:
        explain.check(arguments.method, module)
    for path in (arguments.out, arguments.summary, arguments.explain):
        terminal.check_output(path)
    decimal = arguments.decimal
    train = own_csv.read_train(arguments.train, arguments.target, arguments.kind, decimal)
    test = own_csv.read_test(arguments.test, train, registry.unseen_code(module), decimal)
    encode.check_size(n_cases(test), len(train.classes), arguments.test)
    log_proba, learned, explained = predicted(stanza, train, test, arguments, params)
    text = predictions(log_proba, train)
    for warning in learned.get("warnings", ()):
        terminal.note(f"{arguments.method}: {warning}")
    if arguments.summary:
        facts = {
            "method": arguments.method,
            "params": params,
            "seed": arguments.seed,
            "rows": n_cases(train),
            "classes": list(train.classes),
        }
        terminal.write(arguments.summary, json.dumps(facts | learned, indent=1) + "\n")
    if arguments.explain:
        terminal.write(arguments.explain, explained)
    terminal.write(arguments.out, text)


def predicted(
    stanza: dict, train: Table, test: Table, arguments: Namespace, params: dict
) -> tuple[np.ndarray, dict, str]:
    """log P(c | x) of the test cases, shape (n, K), the summary of the model with its cut points, and the
    explanations if they are asked for.

    Raises InputError where the method gives no probabilities.
    """

    def attempt() -> tuple[np.ndarray, dict, str]:
        rng = np.random.default_rng(arguments.seed)
        found = fitted.fit(train, arguments.method, stanza, rng=rng, params=params)
        cuts = {"discretize": found.discretizer, "cuts": fitted.cuts_by_name(found)}
        learned = (cuts if found.discretizer else {}) | fitted.summary(found)
        explained = explanations.written(found, test, arguments.explain) if arguments.explain else ""
        return fitted.predict_log_proba(found, test), learned, explained

    given = " ".join(["", *(f"--param {text}" for text in arguments.param)])
    about = f"method {arguments.method}{given} on {arguments.train} and {arguments.test}"
    log_proba, learned, explained = guarded(attempt, about)
    wrong = np.flatnonzero(~(np.abs(np.exp(log_proba).sum(axis=1) - 1) < 1e-6))
    if len(wrong):
        raise InputError(f"{about} gives no probabilities for case {wrong[0] + 1} of {len(test.y)}: {CURE}")
    return log_proba, learned, explained


def guarded(work: Callable[[], T], about: str) -> T:
    """work() in a child process that may use the memory of this machine.

    Whatever it raises, and a crash, become an InputError: nothing else of a method reaches the user.
    """

    def attempt() -> T | InputError:
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
                return work()
        except InputError as error:
            return error
        except (Exception, SystemExit) as error:
            why = f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
            return InputError(f"{about} stopped with {why}: {CURE}")

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**2
    outcome = isolate.call(attempt, isolate.Limits(FOREVER, memory))
    if outcome.status != "ok":
        raise InputError(f"{about}: {outcome.reason}: {CURE}")
    if isinstance(outcome.value, InputError):
        raise outcome.value
    return outcome.value


def method(root: Path, name: str) -> dict:
    """The stanza of a method of ours. Raises InputError for an unknown or external one."""
    methods = configuration.methods_of(root)
    if name not in methods:
        raise InputError(f"method {name!r} is not in config/methods.yaml{suggestion(name, methods)}")
    if "module" not in methods[name]:
        raise InputError(f"method {name!r} is external: its predictions are made by another tool")
    return methods[name]


def class_order(classes: tuple[str, ...]) -> list[int]:
    """Indices of the classes in the order of the output: by size if all labels are numbers, else in plain
    text order.
    """
    if all(map(is_number, classes)):
        return sorted(range(len(classes)), key=lambda i: (float(classes[i]), classes[i]))
    return sorted(range(len(classes)), key=lambda i: classes[i])


def predictions(log_proba: np.ndarray, train: Table) -> str:
    """CSV text: the label, and the posterior of every class with all its digits."""
    from naivebench.core.decide import decide

    labels = decide(log_proba, class_counts(train))
    order = class_order(train.classes)
    proba = np.exp(log_proba[:, order]).tolist()
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["predicted", *(f"P({train.classes[c]})" for c in order)])
    writer.writerows(
        [train.classes[label], *map(repr, row)] for label, row in zip(labels.tolist(), proba, strict=True)
    )
    return out.getvalue()

"""`naivebench predict`: apply a method or a fitted model to your own CSV files."""

from __future__ import annotations

import json
import os
import warnings
from argparse import Namespace
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from naivebench.cli import decisions, own_csv, prediction_text, terminal
from naivebench.core import one_line
from naivebench.core.checks import InputError
from naivebench.core.table import Table, class_counts, n_cases
from naivebench.data import class_labels
from naivebench.data.readers import read as readers
from naivebench.data.readers.raw_table import column_of
from naivebench.models import fitted, isolate, own, registry, saved
from naivebench.models.fitted import Fitted
from naivebench.models.stanzas import MethodStanza, with_defaults

FOREVER = 1e8  # seconds
CURE = "give other parameters, or scale or drop columns of very large numbers"
NEEDED = ("method", "train", "target")
TRAINING = (*NEEDED, "kind", "drop", "param", "seed")  # options that do not apply to a fitted model
T = TypeVar("T")


def run(arguments: Namespace) -> None:
    """Train or load a model, predict, and write the predictions and, if requested, the summary."""
    check_options(arguments)
    terminal.check_outputs(arguments, ("out", "summary", "explain"), ("train", "test", "model"))
    stanzas = terminal.methods(arguments.project, used=[arguments.method])
    like: Table | Fitted
    if arguments.model:
        like = given = loaded(stanzas, arguments.model)
        name, module, counts = given.method, given.module, given.class_counts
        facts: dict[str, Any] = {"method": name, "params": given.params}
        about = f"method {name} of {arguments.model} on {arguments.test}"
        form = own_csv.form_like(arguments, given.form)

        def fit() -> Fitted:
            return given
    else:
        stanza, params, train = training(stanzas, arguments)
        like = train
        name, module, counts = arguments.method, stanza["module"], class_counts(train)
        facts = {"method": name, "params": params, "seed": arguments.seed or 0}
        about = f"{on_training(arguments)} and {arguments.test}"
        form = own_csv.form_of(arguments)
        if not readers.has_types(arguments.test):
            form = own_csv.form_with_mark(form, train.attributes)

        def fit() -> Fitted:
            rng = np.random.default_rng(arguments.seed or 0)
            return fitted.fit(train, name, stanza, rng=rng, params=params)

    asked = decisions.parse(arguments, like.classes, counts)
    raw = own_csv.read_cases(arguments.test, form)
    ids = None if arguments.id is None else column_of(raw, arguments.id, f"--id for {arguments.test}")
    code = registry.unseen_code(registry.load(module))
    test = own_csv.encode_cases(raw, like, code, arguments.test, form.missing)
    class_labels.check_size(n_cases(test), len(like.classes), arguments.test)

    def why(found: Fitted, log_proba: np.ndarray) -> str:
        from naivebench.cli import explanations

        labels = decisions.decided(log_proba, like.classes, counts, asked).labels
        return explanations.written(found, test, arguments.explain, labels)

    log_proba, learned, explained = answers(fit, test, about, why if arguments.explain else None, module)
    decision = decisions.decided(log_proba, like.classes, counts, asked)
    text = prediction_text.predictions(
        log_proba, like.classes, decision, None if ids is None else (arguments.id, ids)
    )
    for sentence in (*(f"{name}: {warning}" for warning in learned.get("warnings", ())), *decision.how):
        terminal.note(sentence)
    if arguments.summary:
        facts |= {"rows": int(counts.sum()), "classes": list(like.classes)}
        facts |= {"decision": list(decision.how)} if decision.how else {}
        terminal.write(arguments.summary, json.dumps(facts | learned, indent=1) + "\n")
    if arguments.explain:
        terminal.write(arguments.explain, explained)
    terminal.write(arguments.out, text)


def check_options(arguments: Namespace) -> None:
    """Raise InputError unless the options name either a model or everything needed to train one."""
    given = {name for name in TRAINING if getattr(arguments, name) not in (None, [])}
    if arguments.model and given:
        raise InputError(
            f"--{min(given)} is used only for training, but --model names a fitted model: leave one of "
            "them out"
        )
    lacking = [f"--{name}" for name in NEEDED if name not in given]
    if not arguments.model and lacking:
        are = "is" if len(lacking) == 1 else "are"
        raise InputError(
            f"{' and '.join(lacking)} {are} missing: name a training file, its class and a method, "
            "or a --model"
        )


def loaded(stanzas: dict[str, MethodStanza], path: str) -> Fitted:
    """Load the method from a model file; one of the stanzas must name its module."""
    return saved.load(path, modules(stanzas)).fitted


def modules(stanzas: dict[str, MethodStanza]) -> set[str]:
    """The method modules that a model file may use."""
    return {stanza["module"] for stanza in stanzas.values() if "module" in stanza}


def training(
    stanzas: dict[str, MethodStanza], arguments: Namespace
) -> tuple[MethodStanza, dict[str, Any], Table]:
    """Stanza and parameters of the method, and the training table."""
    stanza = method(stanzas, arguments.method)
    module = imported(stanza["module"])
    given = own_csv.parse_params(arguments.param, module.fit, f"method {arguments.method}")
    if arguments.seed is not None and arguments.seed < 0:
        raise InputError(f"--seed is {arguments.seed}, expected a whole number of at least 0")
    form = own_csv.form_of(arguments)
    train = own_csv.read_train(arguments.train, arguments.target, arguments.kind, form, arguments.drop)
    return stanza, stanza["params"] | given, train


def imported(module: str) -> ModuleType:
    """Import the module of a method. Any error raised by a user's own file becomes an InputError of one
    sentence.
    """
    try:
        return registry.load(module)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        if not own.is_own(module):
            raise
        why = f"{one_line.reason(error)}{own.place_of(error)}"
        raise InputError(f"{module} cannot be imported: {why}. Correct the file.") from error


def on_training(arguments: Namespace) -> str:
    """Description of the method, its parameters and the training file, for messages."""
    given = " ".join(["", *(f"--param {text}" for text in arguments.param)])
    return f"method {arguments.method}{given} on {arguments.train}"


def answers(
    fit: Callable[[], Fitted],
    test: Table,
    about: str,
    why: Callable[[Fitted, np.ndarray], str] | None = None,
    module: str = "",
) -> tuple[np.ndarray, dict[str, Any], str]:
    """log P(c | x) of the test cases, shape (n, K), the summary of the model with its cut points, and the
    text that `why` returns for it.

    Raises InputError if the method does not return probabilities.
    """

    def attempt() -> tuple[np.ndarray, dict[str, Any], str]:
        found = fit()
        log_proba = fitted.predict_log_proba(found, test)
        return log_proba, learned_by(found), why(found, log_proba) if why else ""

    log_proba, learned, explained = guarded(attempt, about, module)
    wrong = np.flatnonzero(~(np.abs(np.exp(log_proba).sum(axis=1) - 1) < 1e-6))
    if len(wrong):
        raise InputError(
            f"{about} gives no probabilities for case {wrong[0] + 1} of {len(test.y)}: {cure(module)}"
        )
    return log_proba, learned, explained


def learned_by(found: Fitted) -> dict[str, Any]:
    """Content of --summary: the model's cut points, if any, and the summary of the method."""
    cuts = {"discretize": found.discretizer, "cuts": fitted.cuts_by_name(found)}
    return (cuts if found.discretizer else {}) | fitted.summary(found)


def cure(module: str) -> str:
    """Advice on a failure of a method whose location is unknown."""
    return f"correct {module}" if own.is_own(module) else CURE


def guarded(work: Callable[[], T], about: str, module: str = "") -> T:
    """Run work(), which uses a method's module, in a child process that may use all memory of this machine.

    Exceptions and crashes become an InputError, so that the user sees no other errors of a method.
    """

    def told() -> T | InputError:
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
                return work()
        except InputError as error:
            return error
        except (Exception, SystemExit) as error:
            place = own.place_of(error)
            return InputError(f"{about} stopped with {one_line.reason(error)}{place or f': {cure(module)}'}")

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**2
    outcome = isolate.call(told, isolate.Limits(FOREVER, memory))
    if outcome.status != "ok":
        raise InputError(f"{about}: {outcome.reason}: {cure(module)}")
    if isinstance(outcome.value, InputError):
        raise outcome.value
    return outcome.value


def method(methods: dict[str, MethodStanza], name: str) -> MethodStanza:
    """The stanza of a built-in method. Raises InputError for an unknown or external method."""
    stanza = terminal.stanza_of(methods, name)
    if "module" not in stanza:
        raise InputError(
            f"method {name!r} is external, so another tool makes its predictions: choose another method"
        )
    return with_defaults(stanza)

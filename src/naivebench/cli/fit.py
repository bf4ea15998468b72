"""`naivebench fit`: fit a method to your own file, and write a model file for `predict`."""

from __future__ import annotations

import json
import os
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeVar

import numpy as np

from naivebench.cli import tables, terminal
from naivebench.core.checks import InputError, at_least, reason
from naivebench.models import fitted, isolate, own, registry, saved
from naivebench.models.fitted import Fitted
from naivebench.models.stanzas import with_defaults

TEXT = """`naivebench predict --model` reads the model file. It contains only plain arrays and their
description, so reading it never runs code, and it remembers how the training file was written."""
EXAMPLES = "  naivebench fit --method nb --train a.csv --target class --out model.nb"
METHOD = "id of a method; `naivebench methods` lists them"
FOREVER = 1e8  # seconds
CURE = "give other parameters, or scale or drop columns of very large numbers"
T = TypeVar("T")


def add_arguments(command: ArgumentParser) -> None:
    """Add the arguments of `naivebench fit`."""
    terminal.add_project(command)
    tables.add_training(command, METHOD)
    command.add_argument("--seed", type=int, default=0, metavar="N", help="seed of methods that draw numbers")
    text = "file for a description of the model (number of parameters, structure, cut points)"
    command.add_argument("--summary", metavar="S.json", help=text)
    command.add_argument("--out", required=True, metavar="M.nb", help="model file, - for standard output")


def run(arguments: Namespace) -> None:
    """Train, and write the model and its summary."""
    terminal.check_outputs(arguments, "out summary", "train")
    model, facts = train(arguments)
    if arguments.summary:
        terminal.write(arguments.summary, json.dumps(facts, indent=1) + "\n")
    terminal.write(arguments.out, saved.to_bytes(saved.Content(model, "", {})))


def train(arguments: Namespace) -> tuple[Fitted, dict[str, Any]]:
    """The fitted method, and what `--summary` says about it; warnings of the method go to standard error."""
    name, seed = arguments.method, arguments.seed
    stanzas = terminal.read_methods(arguments.project, used=[name])
    stanza = terminal.find_method(stanzas, name)
    if "module" not in stanza:
        raise InputError(
            f"method {name!r} is external, so another tool makes its predictions: choose another method"
        )
    at_least(seed, 0, "--seed")
    stanza = with_defaults(stanza)
    function = import_method(stanza["module"]).fit
    params = stanza["params"] | tables.parse_params(arguments.param, function, f"method {name}")
    table = tables.read_train(arguments)
    form = tables.form_with_mark(tables.form_of(arguments), table.attributes)

    def fit() -> tuple[Fitted, dict[str, Any]]:
        model = fitted.fit(table, name, stanza, rng=np.random.default_rng(seed), params=params)
        cuts = {"discretize": model.discretizer, "cuts": fitted.cuts_by_name(model)}
        return model._replace(form=form), (cuts if model.discretizer else {}) | fitted.summary(model)

    given = " ".join(["", *(f"--param {text}" for text in arguments.param)])
    model, learned = run_guarded(fit, f"method {name}{given} on {arguments.train}", stanza["module"])
    for sentence in learned.get("warnings", ()):
        terminal.note(f"{name}: {sentence}")
    facts = {"method": name, "params": params, "seed": seed, "rows": int(model.class_counts.sum())}
    return model, facts | {"classes": list(model.classes)} | learned


def import_method(module: str) -> ModuleType:
    """Import the module of a method; any error of a user's own file is reported in one sentence."""
    try:
        return registry.load(module)
    except InputError:
        raise
    except (Exception, SystemExit) as error:
        if not own.is_own(module):
            raise
        why = f"{reason(error)}{own.place_of(error)}"
        raise InputError(f"{module} cannot be imported: {why}. Correct the file.") from error


def run_guarded(work: Callable[[], T], about: str, module: str) -> T:
    """Run work(), which uses a method's module, in a child process that may use all memory of this machine.

    Exceptions and crashes become an InputError, so that the user sees no other errors of a method.
    """
    cure = f"correct {module}" if own.is_own(module) else CURE

    def attempt() -> T | InputError:
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
                return work()
        except InputError as error:
            return error
        except (Exception, SystemExit) as error:
            place = own.place_of(error) or f": {cure}"
            return InputError(f"{about} stopped with {reason(error)}{place}")

    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1024**2
    outcome = isolate.call(attempt, isolate.Limits(FOREVER, memory))
    if outcome.status != "ok":
        raise InputError(f"{about}: {outcome.reason}: {cure}")
    if isinstance(outcome.value, InputError):
        raise outcome.value
    return outcome.value

"""Train a method on a table and save the model.

`naivebench predict --model` reads the model file. The file contains only plain arrays and their description,
so reading it never runs code. It also records the format of the training file.
"""

from __future__ import annotations

import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from naivebench.cli import input_tables, project, terminal
from naivebench.core.checks import InputError, check_at_least, describe_error
from naivebench.models import fitted, isolate, method_stanzas, own_methods, saved
from naivebench.models.fitted import Fitted
from naivebench.models.method_stanzas import MethodStanza

EXAMPLES = "  naivebench fit --method nb --train a.csv --target class --out model.nb"
CURE = "give other parameters, or scale or drop columns of very large numbers"
T = TypeVar("T")


def add_arguments(command: ArgumentParser) -> None:
    project.add_configuration_option(command)
    input_tables.add_training_options(command, "id of a method; `naivebench methods` lists them")
    text = "seed of methods that draw random numbers (default: 0)"
    command.add_argument("--seed", type=int, default=0, metavar="N", help=text)
    command.add_argument("--out", required=True, metavar="M.nb", help="model file, - for standard output")


def run(arguments: Namespace) -> None:
    """Train, and write the model; warnings of the method go to standard error."""
    terminal.check_output_path(arguments.out, [arguments.train])
    name = arguments.method
    stanza = method_stanzas.find_method(project.read_methods(arguments), name)
    if "module" not in stanza:
        raise InputError(
            f"method {name!r} is external, so another tool makes its predictions: choose another method"
        )
    check_at_least(arguments.seed, 0, "--seed")
    params = choose_params(arguments, stanza)
    about = f"method {name}{''.join(f' --param {text}' for text in arguments.param)}"
    table = input_tables.read_training_table(arguments)

    def fit() -> tuple[Fitted, list[str]]:
        rng = np.random.default_rng(arguments.seed)
        model = fitted.fit(table, name, stanza, rng=rng, params=params)
        return model, fitted.summarize_model(model).get("warnings", [])

    model, warned = run_in_child(fit, f"{about} on {arguments.train}", stanza["module"])
    for sentence in warned:
        terminal.print_note(f"{name}: {sentence}")
    model = model._replace(form=input_tables.choose_training_format(arguments, table.attributes))
    terminal.write_output(arguments.out, saved.to_bytes(saved.Content(model, "", {})))


def choose_params(arguments: Namespace, stanza: MethodStanza) -> dict[str, Any]:
    """Return the parameters of the stanza, updated by --param; a note names one that has no effect."""
    name, known = arguments.method, method_stanzas.read_parameters(stanza["module"])
    annotations = None if known is None else {p: about.annotation for p, about in known.items()}
    given = input_tables.parse_params(arguments.param, annotations, f"method {name}")
    params = method_stanzas.add_defaults(stanza)["params"] | given
    if note := fitted.describe_idle_setting(params, method_stanzas.list_defaults(stanza["module"])):
        terminal.print_note(f"{name}: {note}")
    return params


def run_in_child(work: Callable[[], T], about: str, module: str) -> T:
    """Run work(), which uses the module of a method, in a child process; raises InputError for whatever goes
    wrong there. The traceback of a user's own file goes to standard error.
    """

    def call_and_catch() -> T | InputError:
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
                return work()
        except InputError as error:
            return error
        except Exception as error:
            if own_methods.is_own_file(module):
                raise
            return InputError(f"{about}: {describe_error(error).rstrip('.')}: {CURE}")

    outcome = isolate.call_in_child(call_and_catch, isolate.Limits(isolate.FOREVER))
    if outcome.status != "ok":
        cure = f"correct {module}" if own_methods.is_own_file(module) else CURE
        raise InputError(f"{about}: {outcome.reason.rstrip('.')}: {cure}")
    if isinstance(outcome.value, InputError):
        raise outcome.value
    return outcome.value

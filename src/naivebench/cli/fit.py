"""Train a method on a table and save the model.

`naivebench predict --model` reads the model file. The file contains only plain arrays and their description,
so reading it never runs code. It also records the format of the training file.
"""

from __future__ import annotations

import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import Any

import numpy as np

from naivebench.cli import input_tables, project, terminal
from naivebench.core.checks import InputError, check_at_least, describe_error
from naivebench.models import fitted, isolate, method_stanzas, own_methods, saved
from naivebench.models.fitted import Fitted

EXAMPLES = "  naivebench fit --method nb --train a.csv --target class --out model.nb"
CURE = "give other parameters, or scale or drop columns of very large numbers"


def add_arguments(command: ArgumentParser) -> None:
    project.add_configuration_option(command)
    input_tables.add_training_options(command, "id, as listed by `naivebench methods`", "model file")
    command.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the fit (default: 0)")


def run(arguments: Namespace) -> None:
    name = arguments.method
    stanza = method_stanzas.find_method(project.read_methods(arguments), name)
    if "module" not in stanza:
        raise InputError(f"method {name!r} is external (another tool predicts): choose another method")
    check_at_least(arguments.seed, 0, "--seed")
    known = method_stanzas.read_parameters(stanza["module"])
    given = input_tables.parse_params(arguments.param, known, f"method {name}")
    params = method_stanzas.add_defaults(stanza)["params"] | given
    if note := fitted.describe_idle_setting(params, method_stanzas.list_defaults(stanza["module"])):
        terminal.print_note(f"{name}: {note}")
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


def run_in_child(work: Callable[[], Any], about: str, module: str) -> Any:
    """Run work(), which uses the module of a method, in a child process; raises InputError for whatever goes
    wrong there. The traceback of a user's own file goes to standard error.
    """
    is_own = own_methods.is_own_file(module)

    def call_and_catch() -> tuple[Any, str]:
        try:
            with np.errstate(all="ignore"), warnings.catch_warnings(action="ignore", category=RuntimeWarning):
                return work(), ""
        except InputError as error:
            return None, str(error)
        except Exception as error:
            if is_own:
                raise
            return None, f"{about}: {describe_error(error).rstrip('.')}: {CURE}"

    outcome = isolate.call_in_child(call_and_catch, isolate.Limits(isolate.FOREVER))
    lost = f"{about}: {outcome.reason.rstrip('.')}: {f'correct {module}' if is_own else CURE}"
    value, problem = outcome.value if outcome.status == "ok" else (None, lost)
    if problem:
        raise InputError(problem)
    return value

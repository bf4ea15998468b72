"""Predict a table with a saved model, or with a method trained on another table.

The output has one row per test row, with the columns `predicted` and P(<class>) for every class.
Classes are sorted by size if all labels are numbers, and otherwise as text. Columns of the test file are
found by name; the class column may be missing. A value that does not occur in training is skipped like a
missing cell, except by these methods, which distinguish it from a missing cell: hpb*, de, ade, dg_*, hc_df,
bn_*.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import numpy as np
import pandas as pd

from naivebench.cli import fit, input_tables, project, terminal
from naivebench.core.checks import InputError
from naivebench.data.number_formats import is_number
from naivebench.models import fitted, output_checks, saved
from naivebench.models.fitted import Fitted

EXAMPLES = """  naivebench predict --method nb --train a.csv --test b.csv --target class --out p.csv
  naivebench predict --model model.nb --test b.csv --out p.csv"""
TRAINING = ("method", "train", "target", "kind", "drop", "param", "seed")  # unused with a fitted model


def add_arguments(command: ArgumentParser) -> None:
    add = command.add_argument
    add("--model", metavar="M.nb", help="a model file of `fit`, instead of --method, --train, --target")
    project.add_project_options(command)
    input_tables.add_training_options(command, fit.METHOD)
    add("--seed", type=int, metavar="N", help="seed of methods that draw random numbers (default: 0)")
    add("--test", required=True, metavar="B.csv", help="cases to predict, in any form that --train accepts")
    add("--out", required=True, metavar="P.csv", help="file to write, - for standard output")


def run(arguments: Namespace) -> None:
    """Train or load a model, predict, and write the predictions."""
    terminal.check_output_path(arguments.out, [arguments.train, arguments.test, arguments.model])
    if arguments.model:
        if given := [name for name in TRAINING if getattr(arguments, name) not in (None, [])]:
            raise InputError(
                f"--{given[0]} is used only for training, but --model names a fitted model: leave one of "
                "them out"
            )
        model = load_model(arguments)
    else:
        input_tables.require_options(arguments, "method", "train", "target")
        arguments.seed = arguments.seed or 0
        model = fit.fit_method(arguments)
    test = input_tables.read_test_table(arguments, model)

    def predict() -> np.ndarray:
        returned = fitted.predict_log_proba(model, test)
        return output_checks.check_posterior(returned, len(test.y), len(model.classes))

    log_proba = fit.run_in_child(predict, f"method {model.method} on {arguments.test}", model.module)
    labels = np.array(model.classes)
    size = float if all(map(is_number, model.classes)) else str
    order = sorted(range(len(labels)), key=lambda c: (size(labels[c]), labels[c]))
    posterior = {f"P({labels[c]})": np.exp(log_proba[:, c]) for c in order}
    frame = pd.DataFrame({"predicted": labels[fitted.predict(model, log_proba)], **posterior})
    terminal.write_output(arguments.out, frame.to_csv(index=False, lineterminator="\n"))


def load_model(arguments: Namespace) -> Fitted:
    """Load a model file; a stanza must name its module."""
    stanzas = project.read_methods(arguments)
    return saved.load(arguments.model, {s["module"] for s in stanzas.values() if "module" in s}).fitted

"""Predict a table with a saved model.

The output has one row per test row, with the columns `predicted` and P(<class>) for every class.
Columns of the test file are found by name; the class column may be missing. A value that does not occur in
training is skipped like a missing cell, except by these methods, which distinguish it from a missing cell:
hpb*, de, ade, dg_*, hc_df, bn_*.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import numpy as np
import pandas as pd

from naivebench.cli import fit, input_tables, project, terminal
from naivebench.core.table import Table
from naivebench.models import fitted, output_checks, saved
from naivebench.models.fitted import Fitted

EXAMPLES = "  naivebench predict --model model.nb --test b.csv --out p.csv"


def add_arguments(command: ArgumentParser) -> None:
    project.add_configuration_option(command)
    command.add_argument("--model", required=True, metavar="M.nb", help="model file of `naivebench fit`")
    command.add_argument("--test", required=True, metavar="B.csv", help="cases, as for `naivebench fit`")
    input_tables.add_format_options(command)
    command.add_argument("--out", required=True, metavar="FILE", help="file to write, - for standard output")


def run(arguments: Namespace) -> None:
    model, test = read_model_and_cases(arguments)

    def predict() -> np.ndarray:
        returned = fitted.predict_log_proba(model, test)
        return output_checks.check_posterior(returned, len(test.y), len(model.classes))

    log_proba = fit.run_in_child(predict, f"method {model.method} on {arguments.test}", model.module)
    labels = np.array(model.classes)
    posterior = {f"P({label})": np.exp(log_proba[:, c]) for c, label in enumerate(labels)}
    frame = pd.DataFrame({"predicted": labels[fitted.predict(model, log_proba)], **posterior})
    terminal.write_output(arguments.out, frame.to_csv(index=False, lineterminator="\n"))


def read_model_and_cases(arguments: Namespace) -> tuple[Fitted, Table]:
    """Read the model file, whose module a stanza must name, and the test file."""
    terminal.check_output_path(arguments.out, [arguments.test, arguments.model])
    stanzas = project.read_methods(arguments)
    model = saved.load(arguments.model, {s["module"] for s in stanzas.values() if "module" in s}).fitted
    return model, input_tables.read_test_table(arguments, model)

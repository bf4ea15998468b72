"""Explain the predictions of a saved model.

A file E.csv gets a row for each value of each test row; a file E.txt gets a text for each test row. The
log-odds of a test row add up to the log-odds of its prediction.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from naivebench.cli import fit, input_tables, predict, terminal
from naivebench.models import explain

EXAMPLES = "  naivebench explain --model model.nb --test b.csv --out why.txt"


def add_arguments(command: ArgumentParser) -> None:
    predict.add_model_options(command)
    command.add_argument("--out", required=True, metavar="E.csv", help="file to write, - for standard output")


def run(arguments: Namespace) -> None:
    """Explain the predictions of all cases."""
    terminal.check_output_path(arguments.out, [arguments.model, arguments.test])
    model = predict.load_model(arguments)
    test = input_tables.read_test_table(arguments, model)
    about = f"method {model.method} of {arguments.model} on {arguments.test}"
    frame = fit.run_in_child(lambda: explain.explain(model, test), about, model.module)
    text = explain.format_explanations(frame) if arguments.out.endswith(".txt") else frame.to_csv(index=False)
    terminal.write_output(arguments.out, text)

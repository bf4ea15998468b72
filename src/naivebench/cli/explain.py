"""Explain the predictions of a saved model.

There is a row for each value of each test row or, in a file that ends with .txt, a text for each test row.
The log-odds of a test row add up to the log-odds of its prediction.
"""

from __future__ import annotations

from argparse import Namespace

from naivebench.cli import fit, predict, terminal
from naivebench.models import explain

EXAMPLES = "  naivebench explain --model model.nb --test b.csv --out why.txt"
add_arguments = predict.add_arguments


def run(arguments: Namespace) -> None:
    model, test = predict.read_model_and_cases(arguments)
    about = f"method {model.method} of {arguments.model} on {arguments.test}"
    frame = fit.run_in_child(lambda: explain.explain(model, test), about, model.module)
    text = explain.format_explanations(frame) if arguments.out.endswith(".txt") else frame.to_csv(index=False)
    terminal.write_output(arguments.out, text)

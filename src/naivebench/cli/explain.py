"""`naivebench explain`: explain every prediction, as JSON lines, text or an HTML page."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from naivebench.cli import fit, predict, tables, terminal
from naivebench.models import explain, explanation_text, registry

TEXT = """There is one explanation per row of the test file: a JSON record per line (E.jsonl), text (E.txt)
or a page (E.html), with up to 100 contributions, patterns or leaves."""
EXAMPLES = "  naivebench explain --model model.nb --test b.csv --out why.txt"
TOP = 100  # limit for hpb, which has 2^d patterns per case


def add_arguments(command: ArgumentParser) -> None:
    """Add the arguments of `naivebench explain`."""
    terminal.add_project(command)
    command.add_argument("--model", required=True, metavar="M.nb", help="a file of `naivebench fit`")
    command.add_argument("--test", required=True, metavar="B.csv", help="cases to explain")
    tables.add_form(command, of_test=True)
    command.add_argument("--out", required=True, metavar="E.jsonl", help="file to write, - for JSON lines")


def run(arguments: Namespace) -> None:
    """Explain the predictions of all cases."""
    terminal.check_outputs(arguments, "out", "model test")
    model, path = predict.load_model(arguments), arguments.out
    explain.check(model.method, registry.load(model.module))
    test = predict.read_test(arguments, model)

    def write() -> str:
        records = explain.records(model, test, top=TOP)
        if path.endswith(".txt"):
            return explanation_text.as_text(records)
        if path.endswith(".html"):
            head = "<!doctype html><meta charset=utf-8><title>Explanations</title>"
            return f"{head}{explanation_text.as_html(records)}\n"
        return "".join(json.dumps(record, allow_nan=False) + "\n" for record in records)

    about = f"method {model.method} of {arguments.model} on {arguments.test}"
    terminal.write(path, fit.run_guarded(write, about, model.module))

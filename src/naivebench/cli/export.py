"""`naivebench export`: convert a model file to formats of other programs."""

from __future__ import annotations

from argparse import Namespace

from naivebench.cli import predict, terminal
from naivebench.core.checks import InputError
from naivebench.models import networks, saved


def run(arguments: Namespace) -> None:
    """Read the model and write the network."""
    if not arguments.bif:
        raise InputError("nothing to write: give --bif for a network")
    if not arguments.model:
        raise InputError("--bif converts a model: name its file with --model")
    terminal.check_outputs(arguments, ("bif",), ("model",))
    modules = predict.modules(terminal.methods(arguments.project, used=()))
    fitted, _, _ = saved.load_content(arguments.model, modules)
    network, notes = networks.text(fitted, arguments.target)
    for sentence in notes:
        terminal.note(f"{fitted.method}: {sentence}")
    terminal.write(arguments.bif, network)

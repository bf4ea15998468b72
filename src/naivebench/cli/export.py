"""`naivebench export`: convert a model file to formats of other programs."""

from __future__ import annotations

from argparse import Namespace

from naivebench.cli import predict, terminal
from naivebench.core.checks import InputError
from naivebench.models import networks, onnx_graph, saved


def run(arguments: Namespace) -> None:
    """Read the model and write the requested formats."""
    if not (arguments.onnx or arguments.bif):
        raise InputError("nothing to write: give --onnx for an ONNX model, or --bif for a network")
    if not arguments.model:
        raise InputError("--onnx and --bif convert a model: name its file with --model")
    terminal.check_outputs(arguments, ("onnx", "bif"), ("model",))
    modules = predict.modules(terminal.methods(arguments.project, used=()))
    fitted, state, _ = saved.load_content(arguments.model, modules)
    labels = None
    if state is not None:
        labels = onnx_graph.Labels(state.attributes["classes_"], state.attributes["_order"])
    graph = onnx_graph.to_bytes(fitted, labels) if arguments.onnx else b""
    network, notes = networks.text(fitted, arguments.target) if arguments.bif else ("", ())
    for sentence in notes:
        terminal.note(f"{fitted.method}: {sentence}")
    if arguments.onnx:
        terminal.write(arguments.onnx, graph)
    if arguments.bif:
        terminal.write(arguments.bif, network)

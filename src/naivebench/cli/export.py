"""`naivebench export`: convert a model file, or the predictions of a run, to formats of other programs."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from naivebench.cli import predict, terminal
from naivebench.core.checks import InputError
from naivebench.models import networks, onnx_graph, saved


def run(arguments: Namespace) -> None:
    """Read the model or the run and write the requested formats."""
    if arguments.openml:
        _openml(arguments)
        return
    if not (arguments.onnx or arguments.bif):
        raise InputError(
            "nothing to write: give --onnx for an ONNX model, --bif for a network, or --openml for the "
            "predictions of a run"
        )
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


def _openml(arguments: Namespace) -> None:
    """Write the runs on tasks of OpenML, and print where they are."""
    if arguments.model or arguments.onnx or arguments.bif:
        raise InputError("--openml writes the predictions of a run: leave out --model, --onnx and --bif")
    from naivebench.benchmark.publication import openml_runs

    flows = dict(_flow(given) for given in arguments.flow)
    out = Path(arguments.openml)
    exported = openml_runs.export(Path(arguments.run), out, flows)
    for sentence in exported.left_out:
        terminal.note(f"not written: {sentence}")
    lacking = sorted({folder.name for folder in exported.folders} - set(flows))
    if lacking:
        terminal.note(
            f"without --flow METHOD=ID, a description has no flow_id, which an upload to OpenML needs: "
            f"{', '.join(lacking)}"
        )
    print(f"{len(exported.folders)} runs in {out}")


def _flow(given: str) -> tuple[str, int]:
    method, _, number = given.rpartition("=")
    if not method or not number.isdecimal():
        raise InputError(f"--flow {given!r} is not of the form METHOD=ID, such as nb=123")
    return method, int(number)

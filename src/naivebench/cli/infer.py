"""`naivebench infer`: exact posteriors of single or several variables in a Bayesian network from a BIF file,
and the most probable explanation.
"""

from __future__ import annotations

import itertools
import json
import math
from argparse import Namespace
from typing import Any, NamedTuple

import numpy as np

from naivebench.cli import terminal
from naivebench.core.checks import InputError
from naivebench.models.inferred import Answer, Scope, Steps, infer

BAR = 30  # length of the bar for probability 1, in characters


def run(arguments: Namespace) -> None:
    """Read the network, infer and print the result.

    Raises InputError for a wrong file, name or value, for options that exclude each other, and for impossible
    evidence.
    """
    queries = list(dict.fromkeys(arguments.query))
    _check(arguments, queries)
    found = infer(
        arguments.network,
        queries,
        arguments.evidence,
        steps=arguments.steps,
        joint=arguments.joint,
        mpe=arguments.mpe,
    )
    for sentence in found.notes:
        terminal.note(sentence)
    if arguments.json:
        print(json.dumps(as_json(found), indent=1, ensure_ascii=False))
    else:
        terminal.say(as_text(arguments.network, found))


def _check(arguments: Namespace, queries: list[str]) -> None:
    asked = [name for name in ("steps", "joint", "mpe") if getattr(arguments, name)]
    if len(asked) > 1:
        raise InputError(f"--{asked[0]} and --{asked[1]} cannot be combined: give only one of them")
    if arguments.joint and not queries:
        raise InputError(
            "--joint needs the variables whose joint distribution you want: name them with --query"
        )
    if arguments.mpe and queries:
        raise InputError("--mpe explains all variables that are not observed: leave --query out")


def as_json(found: Answer) -> dict[str, Any]:
    """The result with all digits; steps are listed without the numbers of their factors."""
    result: dict[str, Any] = {
        "evidence": found.evidence,
        "log_evidence": found.log_evidence,
        "evidence_probability": math.exp(found.log_evidence),
    }
    if found.explanation:
        values, log_joint, log_posterior = found.explanation
        result["explanation"] = {
            "values": values,
            "log_joint": log_joint,
            "probability": math.exp(log_posterior),
        }
    elif found.joint:
        result["joint"] = [{"values": values, "probability": p} for values, p in _cells(found, *found.joint)]
    else:
        result["posteriors"] = {
            name: dict(zip(found.states[name], table.tolist(), strict=True))
            for name, table in found.posteriors.items()
        }
    if found.steps:
        result["steps"] = {
            name: [_step_json(step) for step in its.steps] for name, its in found.steps.items()
        }
    return result


def _cells(found: Answer, names: list[str], table: np.ndarray) -> list[tuple[dict[str, str], float]]:
    """Yield (values, probability) of every combination; the last variable varies fastest."""
    labels = itertools.product(*(found.states[name] for name in names))
    return [
        (dict(zip(names, values, strict=True)), p)
        for values, p in zip(labels, table.ravel().tolist(), strict=True)
    ]


def _step_json(step: NamedTuple) -> dict[str, Any]:
    return {key: value for key, value in step._asdict().items() if key != "table"}


def as_text(path: str, found: Answer) -> str:
    """Format the result as text."""
    lines = [f"{path}: {len(found.states)} variables"]
    if found.evidence:
        lines.append(
            f"given {found.given} (probability {_number(math.exp(found.log_evidence))}, log "
            f"{found.log_evidence:.6f} nats)"
        )
    if found.explanation:
        best = found.explanation
        lines += [
            "",
            f"most probable explanation (probability {_number(math.exp(best.log_posterior))}; with the "
            f"evidence, the log probability is {best.log_joint:.6f} nats)",
            terminal.aligned([(f"  {name}", label) for name, label in best.values.items()])
            if best.values
            else "  all variables are observed, so there is nothing to explain",
        ]
    if found.joint:
        names, table = found.joint
        rows = [(*values.values(), *_bar(p)) for values, p in _cells(found, names, table)]
        lines += ["", terminal.aligned([(f"  {first}", *rest) for first, *rest in [(*names, "", ""), *rows]])]
    for name, table in found.posteriors.items():
        if name in found.steps:
            lines += ["", *_steps_text(name, found.steps[name])]
        cells = zip(found.states[name], table.tolist(), strict=True)
        lines += ["", name, terminal.aligned([(f"  {label}", *_bar(p)) for label, p in cells])]
    return "\n".join(lines)


def _bar(p: float) -> tuple[str, str]:
    return _number(p), "#" * round(p * BAR)


def _number(p: float) -> str:
    return f"{p:.6f}" if p == 0 or p >= 1e-4 else f"{p:.6g}"


def _steps_text(name: str, taken: Steps) -> list[str]:
    """Text of the elimination for one query: the initial factors, then a line per step."""
    if not taken.steps:
        return [f"{name} is observed, so there is nothing to eliminate"]
    start = ", ".join(f"{child}: {_factor(scope)}" for child, scope in taken.start)
    rows = [
        (
            f"  {k}",
            f"sum out {step.variable}" if step.variable else "multiply",
            f"{step.cells} cells",
            " x ".join(map(_factor, step.factors)),
            "->",
            _factor(step.result),
        )
        for k, step in enumerate(taken.steps, start=1)
    ]
    return [
        f"elimination for {name}",
        f"  tables after entering the evidence: {start}",
        terminal.aligned(rows),
    ]


def _factor(scope: Scope) -> str:
    return f"f({', '.join(scope)})"

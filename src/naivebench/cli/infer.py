"""`naivebench infer`: exact posteriors in a Bayesian network of a BIF file."""

from __future__ import annotations

import json
import math
from argparse import Namespace
from collections.abc import Mapping, Sequence

import numpy as np

from naivebench.cli import terminal
from naivebench.core.checks import InputError, did_you_mean
from naivebench.inference import bif, elimination
from naivebench.inference.elimination import Elimination, Engine
from naivebench.inference.network import evidence_codes, index_of

BAR = 30  # characters of probability 1


def run(arguments: Namespace) -> None:
    """Read the network, infer, print.

    Raises InputError for a wrong file, name or value, and for impossible evidence.
    """
    engine = elimination.prepare(bif.read(arguments.network))
    for sentence in engine.network.notes:
        terminal.note(sentence)
    evidence = parse_evidence(engine, arguments.evidence)
    queries = list(dict.fromkeys(arguments.query)) or [
        name for name in engine.network.names if name not in evidence
    ]
    for name in queries:
        index_of(engine.network, name)
    log_evidence = elimination.log_evidence(engine, evidence)
    if log_evidence == -math.inf:
        raise InputError(f"the evidence {in_words(evidence)} has probability 0: no posterior exists")
    posteriors = elimination.posteriors(engine, queries, evidence)
    steps = (
        {name: elimination.elimination_steps(engine, name, evidence) for name in queries}
        if arguments.steps
        else {}
    )
    if arguments.json:
        print(
            json.dumps(
                as_json(engine, evidence, log_evidence, posteriors, steps), indent=1, ensure_ascii=False
            )
        )
    else:
        print(as_text(arguments.network, engine, evidence, log_evidence, posteriors, steps))


def parse_evidence(engine: Engine, options: Sequence[str]) -> dict[str, str]:
    """Evidence of `NAME=VALUE` words.

    Raises InputError for a word without =, an unknown name or value, and a name given twice.
    """
    evidence: dict[str, str] = {}
    for word in options:
        cuts = [i for i, character in enumerate(word) if character == "="]
        if not cuts:
            raise InputError(
                f"--evidence {word} has no value: write it as "
                f"NAME=VALUE{did_you_mean(word, engine.network.names)}"
            )
        cut = next((i for i in cuts if word[:i] in engine.network.names), cuts[0])
        name, label = word[:cut], word[cut + 1 :]
        evidence_codes(engine.network, {name: label})
        if name in evidence:
            raise InputError(f"--evidence gives variable {name!r} twice: give it once")
        evidence[name] = label
    return evidence


def in_words(evidence: Mapping[str, str]) -> str:
    """`A = a, B = b`."""
    return ", ".join(f"{name} = {label}" for name, label in evidence.items())


def as_json(
    engine: Engine,
    evidence: dict[str, str],
    log_evidence: float,
    posteriors: dict[str, np.ndarray],
    steps: dict,
) -> dict:
    """The result with all digits; steps without the numbers of their factors."""
    labelled = {
        name: dict(zip(_labels(engine, name), table.tolist(), strict=True))
        for name, table in posteriors.items()
    }
    result = {
        "evidence": evidence,
        "log_evidence": log_evidence,
        "evidence_probability": math.exp(log_evidence),
        "posteriors": labelled,
    }
    if steps:
        result["steps"] = {name: [_step_json(step) for step in its] for name, its in steps.items()}
    return result


def _step_json(step: Elimination) -> dict:
    return {key: value for key, value in step._asdict().items() if key != "table"}


def _labels(engine: Engine, name: str) -> tuple[str, ...]:
    return engine.network.states[index_of(engine.network, name)]


def as_text(
    path: str,
    engine: Engine,
    evidence: dict[str, str],
    log_evidence: float,
    posteriors: dict[str, np.ndarray],
    steps: dict,
) -> str:
    """The result for readers."""
    lines = [f"{path}: {len(engine.network.names)} variables"]
    if evidence:
        lines.append(
            f"given {in_words(evidence)} (probability {_number(math.exp(log_evidence))}, log "
            f"{log_evidence:.6f} nats)"
        )
    for name, table in posteriors.items():
        if name in steps:
            lines += ["", *_steps_text(engine, name, evidence, steps[name])]
        rows = [
            (f"  {label}", _number(p), "#" * round(p * BAR))
            for label, p in zip(_labels(engine, name), table.tolist(), strict=True)
        ]
        lines += ["", name, terminal.aligned(rows)]
    return "\n".join(lines)


def _number(p: float) -> str:
    return f"{p:.6f}" if p == 0 or p >= 1e-4 else f"{p:.6g}"


def _steps_text(engine: Engine, name: str, evidence: dict[str, str], steps: list[Elimination]) -> list[str]:
    """The elimination for one query: factors at the start, then a line per step."""
    if not steps:
        return [f"{name} is observed: nothing to eliminate"]
    start = ", ".join(
        f"{child}: {_factor(scope)}" for child, scope in elimination.initial_factors(engine, name, evidence)
    )
    rows = [
        (
            f"  {k}",
            f"sum out {step.variable}" if step.variable else "multiply",
            f"{step.cells} cells",
            " x ".join(map(_factor, step.factors)),
            "->",
            _factor(step.result),
        )
        for k, step in enumerate(steps, start=1)
    ]
    return [f"elimination for {name}", f"  tables with the evidence put in: {start}", terminal.aligned(rows)]


def _factor(scope: Sequence[str]) -> str:
    return f"f({', '.join(scope)})"

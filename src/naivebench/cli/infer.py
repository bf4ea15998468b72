"""`naivebench infer`: exact posteriors in a Bayesian network of a BIF file, of single variables or of several
together, and the most probable explanation.
"""

from __future__ import annotations

import itertools
import json
import math
from argparse import Namespace
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from naivebench.cli import terminal
from naivebench.core.checks import InputError, closest
from naivebench.methods.inference import bif, elimination, junction_tree
from naivebench.methods.inference.elimination import Elimination, Engine
from naivebench.methods.inference.junction_tree import Explanation
from naivebench.methods.inference.network import evidence_codes, in_words, index_of

BAR = 30  # characters of probability 1


class Answer(NamedTuple):
    """What was asked for; the rest is empty or None."""

    posteriors: dict[str, np.ndarray]  # by variable
    joint: tuple[list[str], np.ndarray] | None  # variables, table with an axis each
    explanation: Explanation | None
    steps: dict[str, list[Elimination]]  # by variable


def run(arguments: Namespace) -> None:
    """Read the network, infer, print.

    Raises InputError for a wrong file, name or value, for options that exclude each other, and for impossible
    evidence.
    """
    queries = list(dict.fromkeys(arguments.query))
    _check(arguments, queries)
    engine = elimination.prepare(bif.read(arguments.network))
    for sentence in engine.network.notes:
        terminal.note(sentence)
    evidence = parse_evidence(engine, arguments.evidence)
    for name in queries:
        index_of(engine.network, name)
    log_evidence = elimination.log_evidence(engine, evidence)
    if log_evidence == -math.inf:
        raise InputError(f"the evidence {in_words(evidence)} has probability 0: no posterior exists")
    found = answer(arguments, engine, queries, evidence)
    if arguments.json:
        print(json.dumps(as_json(engine, evidence, log_evidence, found), indent=1, ensure_ascii=False))
    else:
        terminal.say(as_text(arguments.network, engine, evidence, log_evidence, found))


def _check(arguments: Namespace, queries: list[str]) -> None:
    asked = [name for name in ("steps", "joint", "mpe") if getattr(arguments, name)]
    if len(asked) > 1:
        raise InputError(f"--{asked[0]} and --{asked[1]} exclude each other: give one of them")
    if arguments.joint and not queries:
        raise InputError("--joint needs the variables that are wanted together: name them by --query")
    if arguments.mpe and queries:
        raise InputError("--mpe explains all variables that are not observed: leave --query out")


def answer(arguments: Namespace, engine: Engine, queries: list[str], evidence: dict[str, str]) -> Answer:
    """Posteriors of all variables in one pass over the junction tree; by elimination where its steps are
    asked for, or several variables together.
    """
    if arguments.mpe:
        return Answer({}, None, junction_tree.explanation(engine, evidence), {})
    if arguments.joint:
        return Answer({}, (queries, elimination.posterior(engine, queries, evidence)), None, {})
    names = queries or [name for name in engine.network.names if name not in evidence]
    if arguments.steps:
        steps = {name: elimination.elimination_steps(engine, name, evidence) for name in names}
        return Answer(elimination.posteriors(engine, names, evidence), None, None, steps)
    return Answer(junction_tree.posteriors(engine, names, evidence), None, None, {})


def parse_evidence(engine: Engine, options: Sequence[str]) -> dict[str, str]:
    """Evidence of `NAME=VALUE` words.

    Raises InputError for a word without =, an unknown name or value, and a name given twice.
    """
    evidence: dict[str, str] = {}
    for word in options:
        cuts = [i for i, character in enumerate(word) if character == "="]
        if not cuts:
            raise InputError(
                f"--evidence {word} has no value: write it as NAME=VALUE{closest(word, engine.network.names)}"
            )
        cut = next((i for i in cuts if word[:i] in engine.network.names), cuts[0])
        name, label = word[:cut], word[cut + 1 :]
        evidence_codes(engine.network, {name: label})
        if name in evidence:
            raise InputError(f"--evidence gives variable {name!r} twice: give it once")
        evidence[name] = label
    return evidence


def as_json(engine: Engine, evidence: dict[str, str], log_evidence: float, found: Answer) -> dict[str, Any]:
    """The result with all digits; steps without the numbers of their factors."""
    result: dict[str, Any] = {
        "evidence": evidence,
        "log_evidence": log_evidence,
        "evidence_probability": math.exp(log_evidence),
    }
    if found.explanation:
        values, log_joint, log_posterior = found.explanation
        result["explanation"] = {
            "values": values,
            "log_joint": log_joint,
            "probability": math.exp(log_posterior),
        }
    elif found.joint:
        result["joint"] = [{"values": values, "probability": p} for values, p in _cells(engine, *found.joint)]
    else:
        result["posteriors"] = {
            name: dict(zip(_labels(engine, name), table.tolist(), strict=True))
            for name, table in found.posteriors.items()
        }
    if found.steps:
        result["steps"] = {name: [_step_json(step) for step in its] for name, its in found.steps.items()}
    return result


def _cells(engine: Engine, names: list[str], table: np.ndarray) -> list[tuple[dict[str, str], float]]:
    """(values, probability) of every combination, the last variable running fastest."""
    labels = itertools.product(*(_labels(engine, name) for name in names))
    return [
        (dict(zip(names, values, strict=True)), p)
        for values, p in zip(labels, table.ravel().tolist(), strict=True)
    ]


def _step_json(step: Elimination) -> dict[str, Any]:
    return {key: value for key, value in step._asdict().items() if key != "table"}


def _labels(engine: Engine, name: str) -> tuple[str, ...]:
    return engine.network.states[index_of(engine.network, name)]


def as_text(path: str, engine: Engine, evidence: dict[str, str], log_evidence: float, found: Answer) -> str:
    """The result for readers."""
    lines = [f"{path}: {len(engine.network.names)} variables"]
    if evidence:
        lines.append(
            f"given {in_words(evidence)} (probability {_number(math.exp(log_evidence))}, log "
            f"{log_evidence:.6f} nats)"
        )
    if found.explanation:
        best = found.explanation
        lines += [
            "",
            f"most probable explanation (probability {_number(math.exp(best.log_posterior))}, with the "
            f"evidence log {best.log_joint:.6f} nats)",
            terminal.aligned([(f"  {name}", label) for name, label in best.values.items()])
            if best.values
            else "  all variables are observed, so there is nothing to explain",
        ]
    if found.joint:
        names, table = found.joint
        rows = [(*values.values(), *_bar(p)) for values, p in _cells(engine, names, table)]
        lines += ["", terminal.aligned([(f"  {first}", *rest) for first, *rest in [(*names, "", ""), *rows]])]
    for name, table in found.posteriors.items():
        if name in found.steps:
            lines += ["", *_steps_text(engine, name, evidence, found.steps[name])]
        cells = zip(_labels(engine, name), table.tolist(), strict=True)
        lines += ["", name, terminal.aligned([(f"  {label}", *_bar(p)) for label, p in cells])]
    return "\n".join(lines)


def _bar(p: float) -> tuple[str, str]:
    return _number(p), "#" * round(p * BAR)


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

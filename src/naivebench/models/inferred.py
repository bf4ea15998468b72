"""Inference in a Bayesian network from a BIF file: posteriors, and the most probable explanation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naivebench.core.checks import InputError, closest
from naivebench.methods.inference import bif, elimination, junction_tree
from naivebench.methods.inference.elimination import Elimination, Engine
from naivebench.methods.inference.junction_tree import Explanation
from naivebench.methods.inference.network import evidence_codes, in_words, index_of

Scope = tuple[str, ...]  # names of the variables of a factor


class Steps(NamedTuple):
    """Steps of a variable elimination: the variable and scope of every table after the evidence is entered,
    and the eliminations.
    """

    start: list[tuple[str, Scope]]
    steps: list[Elimination]


class Answer(NamedTuple):
    """Result of an inference; parts that were not requested are empty or None."""

    notes: tuple[str, ...]  # notes on the file
    states: dict[str, tuple[str, ...]]  # of every variable
    given: str  # the evidence as text
    evidence: dict[str, str]
    log_evidence: float  # log P(evidence), nats
    posteriors: dict[str, np.ndarray]  # by variable
    joint: tuple[list[str], np.ndarray] | None  # variables, and a table with one axis per variable
    explanation: Explanation | None
    steps: dict[str, Steps]  # by variable


def infer(
    path: str | Path,
    queries: Sequence[str],
    observed: Sequence[str],
    *,
    steps: bool = False,
    joint: bool = False,
    mpe: bool = False,
) -> Answer:
    """Compute posteriors given evidence as `NAME=VALUE` words.

    Without further options, posteriors of the queries, or of all variables without evidence, are computed in
    one pass over the junction tree. `steps`: by elimination, with the steps. `joint`: the joint posterior of
    the queries, by elimination. `mpe`: the most probable explanation instead. Raises InputError for a wrong
    file, name or value, and for impossible evidence.
    """
    engine = elimination.prepare(bif.read(path))
    network = engine.network
    evidence = parse_evidence(engine, observed)
    for name in queries:
        index_of(network, name)
    log_evidence = elimination.log_evidence(engine, evidence)
    if log_evidence == -math.inf:
        raise InputError(
            f"the evidence {in_words(evidence)} has probability 0, so there is no posterior: change the "
            "evidence"
        )
    states = dict(zip(network.names, network.states, strict=True))
    found = Answer(network.notes, states, in_words(evidence), evidence, log_evidence, {}, None, None, {})
    if mpe:
        return found._replace(explanation=junction_tree.explanation(engine, evidence))
    if joint:
        return found._replace(joint=(list(queries), elimination.posterior(engine, queries, evidence)))
    names = list(queries) or [name for name in network.names if name not in evidence]
    if not steps:
        return found._replace(posteriors=junction_tree.posteriors(engine, names, evidence))
    taken = {
        name: Steps(
            elimination.initial_factors(engine, name, evidence),
            elimination.elimination_steps(engine, name, evidence),
        )
        for name in names
    }
    return found._replace(posteriors=elimination.posteriors(engine, names, evidence), steps=taken)


def parse_evidence(engine: Engine, options: Sequence[str]) -> dict[str, str]:
    """Parse evidence given as `NAME=VALUE` words.

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

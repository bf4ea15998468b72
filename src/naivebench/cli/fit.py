"""`naivebench fit`: fit a method to your own file, and write a model file for `predict` or a network."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

import numpy as np

from naivebench.cli import own_csv, predict, terminal
from naivebench.core.checks import InputError
from naivebench.models import fitted, networks, saved
from naivebench.models.fitted import Fitted


def run(arguments: Namespace) -> None:
    """Train and write the requested files."""
    if not (arguments.out or arguments.bif):
        raise InputError(
            "nothing to write: give --out for a model file, --bif for a Bayesian network, or both"
        )
    if arguments.plain_words and not arguments.bif:
        raise InputError("--plain-words is used only with --bif: add --bif, or leave --plain-words out")
    terminal.check_outputs(arguments, ("out", "bif", "summary"), ("train",))
    stanzas = terminal.methods(arguments.project, used=[arguments.method])

    def written(found: Fitted) -> tuple[bytes, str, tuple[str, ...], dict[str, Any], dict[str, Any]]:
        found = found._replace(form=own_csv.form_of(arguments))
        model = saved.to_bytes(found) if arguments.out else b""
        facts: dict[str, Any] = {"method": found.method, "params": found.params, "seed": arguments.seed or 0}
        facts |= {"rows": int(found.class_counts.sum()), "classes": list(found.classes)}
        learned = predict.learned_by(found)
        if not arguments.bif:
            return model, "", (), learned, facts
        text, notes = networks.text(found, arguments.target, plain_words=arguments.plain_words)
        return model, text, notes, learned, facts

    stanza, params, train = predict.training(stanzas, arguments)

    def attempt() -> tuple[bytes, str, tuple[str, ...], dict[str, Any], dict[str, Any]]:
        rng = np.random.default_rng(arguments.seed or 0)
        return written(fitted.fit(train, arguments.method, stanza, rng=rng, params=params))

    about = predict.on_training(arguments)
    model, text, notes, learned, facts = predict.guarded(attempt, about, stanza["module"])
    for sentence in (*notes, *learned.get("warnings", ())):
        terminal.note(f"{arguments.method}: {sentence}")
    if arguments.summary:
        terminal.write(arguments.summary, json.dumps(facts | learned, indent=1) + "\n")
    if arguments.out:
        terminal.write(arguments.out, model)
    if arguments.bif:
        terminal.write(arguments.bif, text)

"""`naivebench fit`: a method fitted to one's own CSV file, as a model file for `predict` or as a network."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

import numpy as np

from naivebench.cli import own_csv, predict, terminal
from naivebench.core.checks import InputError
from naivebench.core.table import n_cases
from naivebench.models import fitted, networks, saved


def run(arguments: Namespace) -> None:
    """Train, and write what is asked for."""
    if not (arguments.out or arguments.bif):
        raise InputError(
            "nothing to write: give --out for a model file, --bif for a Bayesian network, or both"
        )
    if arguments.plain_words and not arguments.bif:
        raise InputError("--plain-words is for the network that --bif writes: give --bif, or leave it out")
    terminal.check_outputs(arguments, ("out", "bif", "summary"), ("train",))
    stanza, params, train = predict.training(terminal.methods(arguments.project), arguments)

    def attempt() -> tuple[bytes, str, tuple[str, ...], dict[str, Any]]:
        rng = np.random.default_rng(arguments.seed or 0)
        found = fitted.fit(train, arguments.method, stanza, rng=rng, params=params)
        found = found._replace(form=own_csv.form_of(arguments))
        model = saved.to_bytes(found) if arguments.out else b""
        learned = predict.learned_by(found)
        if not arguments.bif:
            return model, "", (), learned
        text, notes = networks.text(found, arguments.target, plain_words=arguments.plain_words)
        return model, text, notes, learned

    model, text, notes, learned = predict.guarded(attempt, predict.on_training(arguments), stanza["module"])
    for sentence in (*notes, *learned.get("warnings", ())):
        terminal.note(f"{arguments.method}: {sentence}")
    if arguments.summary:
        facts = {"method": arguments.method, "params": params, "seed": arguments.seed or 0}
        facts |= {"rows": n_cases(train), "classes": list(train.classes)}
        terminal.write(arguments.summary, json.dumps(facts | learned, indent=1) + "\n")
    if arguments.out:
        terminal.write(arguments.out, model)
    if arguments.bif:
        terminal.write(arguments.bif, text)

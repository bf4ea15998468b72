"""`naivebench fit`: fit a method to your own file, and write a model file for `predict`."""

from __future__ import annotations

import json
from argparse import Namespace
from typing import Any

import numpy as np

from naivebench.cli import own_csv, predict, terminal
from naivebench.models import fitted, saved


def run(arguments: Namespace) -> None:
    """Train and write the model and its summary."""
    terminal.check_outputs(arguments, ("out", "summary"), ("train",))
    stanzas = terminal.methods(arguments.project, used=[arguments.method])
    stanza, params, train = predict.training(stanzas, arguments)

    def attempt() -> tuple[bytes, dict[str, Any], dict[str, Any]]:
        rng = np.random.default_rng(arguments.seed or 0)
        found = fitted.fit(train, arguments.method, stanza, rng=rng, params=params)
        found = found._replace(form=own_csv.form_with_mark(own_csv.form_of(arguments), train.attributes))
        facts: dict[str, Any] = {"method": found.method, "params": found.params, "seed": arguments.seed or 0}
        facts |= {"rows": int(found.class_counts.sum()), "classes": list(found.classes)}
        return saved.to_bytes(saved.Content(found, "", {})), predict.learned_by(found), facts

    about = predict.on_training(arguments)
    model, learned, facts = predict.guarded(attempt, about, stanza["module"])
    for sentence in learned.get("warnings", ()):
        terminal.note(f"{arguments.method}: {sentence}")
    if arguments.summary:
        terminal.write(arguments.summary, json.dumps(facts | learned, indent=1) + "\n")
    terminal.write(arguments.out, model)

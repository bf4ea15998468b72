"""Draw a picture of every method on a data set, fitted on all cases; the drawing functions are passed as
arguments.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from naivebench.core.table import Table, n_cases, n_classes, without_labels
from naivebench.data.discretization import apply as discretization
from naivebench.models import answers, isolate, registry

if TYPE_CHECKING:
    from naivebench.models.stanzas import MethodStanza

Predict = Callable[[Any, Table], np.ndarray]


def fitted(table: Table, method: str, stanza: MethodStanza, seed: Sequence[int]) -> tuple[Any, Predict]:
    """The model fitted on the whole table, and a function of model and table that predicts.

    If the stanza has a discretizer, numbers become intervals by cut points learned on all cases.
    """
    module, discretizer = registry.load(stanza["module"]), stanza.get("discretize")
    cuts = discretization.learn(table, discretizer) if discretizer else None

    def cut(cases: Table) -> Table:
        return cases if cuts is None else discretization.apply(cases, cuts)

    rng = np.random.default_rng(np.random.SeedSequence([*seed, zlib.crc32(method.encode())]))
    model = module.fit(cut(table), rng=rng, **stanza.get("params", {}))

    def predict(model: Any, cases: Table) -> np.ndarray:
        found = module.predict_log_proba(model, cut(without_labels(cases)))
        return answers.posterior(found, n_cases(cases), n_classes(cases))

    return model, predict


def drawn(
    table: Table,
    methods: dict[str, MethodStanza],
    seed: Sequence[int],
    limits: isolate.Limits,
    draw: Callable[[str, Any, Predict, int], str],
    explain: Callable[[str, str], str],
) -> dict[str, str]:
    """Method -> picture, for the methods that accept the table's kinds of attributes.

    `draw(method, model, predict, n_pictures)` returns a picture, and `explain(method, reason)` the text that
    replaces it if the fit or the drawing failed.
    """
    kinds = {a.kind for a in table.attributes}
    taken = {m: s for m, s in methods.items() if kinds <= set(s["kinds"])}

    def picture(method: str) -> str:
        model, predict = fitted(table, method, taken[method], seed)
        return draw(method, model, predict, len(taken))

    outcomes = isolate.run(picture, list(taken), limits)
    return {m: o.value if o.status == "ok" else explain(m, o.reason) for m, o in outcomes}

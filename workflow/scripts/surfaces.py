"""Decision surfaces of the methods on a data set that one shows whole (one or two angles, or an angle and a
number), fitted on all cases.
"""

import json
import zlib

import numpy as np

from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.core.table import load
from naivebench.directional.analysis.surfaces import axes_of
from naivebench.discretization import apply as discretization
from naivebench.pipeline import arguments, isolate, registry
from naivebench.reporting.figures.decision_surface import LARGEST, surface_of
from naivebench.reporting.figures.style import sentence

TOGETHER = 450_000  # bytes of all drawings of one data set


def shows_all(table) -> bool:
    """Whether a surface shows all attributes: one angle, two angles, or an angle and a linear attribute."""
    return 0 < len(axes_of(table)) == len(table.attributes)


def title(method, dataset) -> str:
    return f"Decision surface of {method} on {dataset}"


def surface(table, dataset, method, stanza, seed, largest) -> str:
    """SVG of the method fitted on the whole table; numbers become intervals by cut points of all cases where
    its stanza has a discretizer.
    """
    module, discretizer = registry.load(stanza["module"]), stanza.get("discretize")
    cuts = discretization.learn(table, discretizer) if discretizer else None

    def seen(cases):
        return discretization.apply(cases, cuts) if discretizer else cases

    rng = np.random.default_rng(np.random.SeedSequence([*seed, zlib.crc32(method.encode())]))
    model = module.fit(seen(table), rng=rng, **stanza.get("params", {}))

    def predict_log_proba(model, cases):
        return module.predict_log_proba(model, seen(cases))

    return surface_of(
        model,
        predict_log_proba,
        table,
        name=f"surface-{dataset}-{method}",
        title=title(method, dataset),
        largest=largest,
    )


def drawn(table, dataset, methods, seed, timeout_seconds) -> dict[str, str]:
    """Method -> SVG, of the methods that take the table's kinds of attributes; of a failed one a sentence."""
    kinds = {a.kind for a in table.attributes}
    taken = (
        {m: stanza for m, stanza in methods.items() if kinds <= set(stanza["kinds"])}
        if shows_all(table)
        else {}
    )
    largest, found = min(LARGEST, TOGETHER // max(len(taken), 1)), {}
    for method, outcome in isolate.run(
        lambda m: surface(table, dataset, m, taken[m], seed, largest), list(taken), timeout_seconds
    ):
        failed = f"No decision surface of {method} on {dataset}: {outcome.reason}."
        found[method] = (
            outcome.value
            if outcome.status == "ok"
            else sentence(f"surface-{dataset}-{method}", title(method, dataset), failed)
        )
    return found


def main(
    table: str, dataset: str, out: str, methods: str, seed: str = "[0]", timeout_seconds: str = "600"
) -> None:
    """`methods`: JSON {id: stanza}; `seed`: seed words as JSON; `out`: JSON {method: SVG}, empty where a
    surface would not show all attributes.
    """
    found = (
        {}
        if absence.read(table)
        else drawn(load(table), dataset, json.loads(methods), json.loads(seed), float(timeout_seconds))
    )
    with replace(out) as temporary:
        temporary.write_text(json.dumps(found, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main)

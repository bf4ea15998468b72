"""Rule surfaces: decision surfaces of the methods, as SVG, on a data set that one surface shows completely
(one or two angles, or an angle and a number).
"""

import json

from naivebench.benchmark.jobs import arguments
from naivebench.benchmark.jobs.surfaces import drawn
from naivebench.core import absence
from naivebench.core.files import replace
from naivebench.core.table import load
from naivebench.models.isolate import Limits
from naivebench.report.figures.decision_grid import axes_of
from naivebench.report.figures.decision_surface import LARGEST, surface_of
from naivebench.report.figures.style import sentence

TOGETHER = 450_000  # largest size of all drawings of one data set, in bytes


def main(
    table: str,
    dataset: str,
    out: str,
    *,
    methods: dict[str, dict],
    seed: list[int],
    timeout_seconds: float,
    memory_mb: float,
) -> None:
    """Draw the decision surfaces of a data set.

    `methods`: stanzas by id; `seed`: seed words; `out`: JSON {method: SVG}, with a sentence for a failed
    method; empty if a surface would not show all attributes.
    """

    def labels(method):
        return f"surface-{dataset}-{method}", f"Decision surface of {method} on {dataset}"

    def draw(method, model, predict, n_surfaces):
        name, title = labels(method)
        largest = min(LARGEST, TOGETHER // n_surfaces)
        return surface_of(model, predict, prepared, name=name, title=title, largest=largest)

    def explain(method, reason):
        return sentence(*labels(method), f"No decision surface of {method} on {dataset}: {reason}.")

    surfaces = {}
    if not absence.read(table):
        prepared = load(table)
        if 0 < len(axes_of(prepared)) == len(prepared.attributes):
            surfaces = drawn(prepared, methods, seed, Limits(timeout_seconds, memory_mb), draw, explain)
    with replace(out) as temporary:
        temporary.write_text(json.dumps(surfaces, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    arguments.call(main, absence.write_json)

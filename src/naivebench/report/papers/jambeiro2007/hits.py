"""Jambeiro and Wainer 2007: hit curves of a run by role of the protocol, and texts for methods and
constants.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from naivebench.benchmark.results import formats
from naivebench.report.papers import run as runs
from naivebench.report.papers.jambeiro2007.stored import facts
from naivebench.report.papers.run import Run

REFERENCE = "hpb"
AREA = "hit_area_10"
RATES = ("recall_1", "recall_2", "recall_5", "recall_10", "recall_20")
AREAS = ("hit_area", AREA, "rmse", "log_loss", "log_loss_clipped")


def datasets(run: Run, role: str = "honest") -> list[str]:
    """Data sets with hit curves under a role: those of the paper.yaml in its order, then the others."""
    name = run.paper.protocols.get(role)
    stored = {d for p, d in run.results.hit_curves if p == name}
    known = [d.id for sets in run.paper.data_sets.values() for d in sets]
    return [*(d for d in known if d in stored), *sorted(stored - set(known))]


def printed(run: Run, role: str, dataset: str, metric: str = AREA) -> dict[str, str]:
    """Printed name -> method of this project, for methods that were run, in the paper's order."""
    found = {name: runs.method_of(run, role, dataset, name, metric) for name in run.paper.methods}
    return {name: m for name, m in found.items() if m}


def methods(run: Run, role: str, dataset: str, metric: str = AREA) -> list[str]:
    """The paper's methods that were run on a data set, followed by the others."""
    own = list(printed(run, role, dataset, metric).values())
    scored = {m for d, m in runs.scores(run, role, metric) if d == dataset}
    return [*own, *(m for m in run.results.methods if m in scored and m not in own)]


def share(value: float) -> str:
    """Format a share in percent with one decimal."""
    return f"{100 * value:.1f}"


def signed(value: float) -> str:
    """Format a difference with its sign and four decimals."""
    return f"{value:+.4f}".replace("-", formats.MINUS)


def counted(choices: list[Any]) -> str:
    """Format values with the number of times each occurs, most frequent first: `1 (4×), 2 (1×)`."""
    counts = Counter(
        formats.DASH if v is None else f"{v:g}" if isinstance(v, (int, float)) else str(v) for v in choices
    )
    return ", ".join(
        v if n == 1 and len(counts) == 1 else f"{v} ({n}×)"
        for v, n in sorted(counts.items(), key=lambda c: (-c[1], c[0]))
    )


def constants(run: Run, role: str, dataset: str, method: str) -> str | None:
    """Format the constants of a method over the folds, or None.

    S of the pattern families is left out, because it has its own table.
    """
    stored = facts(run, role, dataset).constants.get(method, {})
    if "chosen_on_test" in stored:
        return ", ".join(f"{k} = {v:g}" for k, v in stored["chosen_on_test"].items())
    return "; ".join(f"{k} = {counted(v)}" for k, v in stored.items() if k != "S") or None

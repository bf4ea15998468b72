"""Hit curves of a data set under one protocol as results/hit_curves has them."""

from __future__ import annotations

from naivebench.benchmark.hit_facts import Facts
from naivebench.core.plain import named
from naivebench.report.papers.run import Run


def facts(run: Run, role: str, dataset: str) -> Facts:
    """Hit curves of a data set under the protocol of a role, empty without any."""
    return named(Facts, run.results.hit_curves.get((run.paper.protocols.get(role, ""), dataset), {}))

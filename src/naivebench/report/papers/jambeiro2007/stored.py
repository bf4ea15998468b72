"""Stored results of the job `hit_curves` for a data set and protocol."""

from __future__ import annotations

from naivebench.benchmark.hit_facts import Facts
from naivebench.core.plain import named
from naivebench.report.papers.run import Run


def facts(run: Run, role: str, dataset: str) -> Facts:
    """Hit curves of a data set under the protocol of a role; empty if there are none."""
    return named(Facts, run.results.hit_curves.get((run.paper.protocols.get(role, ""), dataset), {}))

"""Sentences specific to Lopez-Cruz et al. 2013."""

from __future__ import annotations

from naivebench.benchmark.results.formats import plural
from naivebench.report.papers import rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.run import Run


def against_gaussian(run: Run) -> str:
    """Sentence that says on how many data sets vMNB is significantly better or worse than GNB.

    The tests are corrected for the number of data sets; groups are kept together where there are any.
    """
    args = rules.Arguments(first="vMNB", second="GNB", under=("grouped", "paper"))
    outcome = rules.RULES["better_on_each"].judge(run, args)
    if isinstance(outcome, str):
        return ""
    (statement,) = (s for s in outcome if not isinstance(s, str))
    total = int(statement.quantity.split()[1])
    return (
        f"Of {plural(total, 'data set')}, vMNB is significantly better than GNB on {statement.value:.0f} and"
        f" worse on {total - int(statement.high)} ({statement.more}). The tests are corrected resampled t"
        " tests (McNemar's for a single test fold) with Holm's correction, and related cases stay together."
    )


def examples(run: Run) -> list[str]:
    """Sentences that describe the drawn examples, in runs with the paper's protocol."""
    return run.paper.more["examples"] if runs.stands(run, "paper") else []

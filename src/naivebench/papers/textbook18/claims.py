"""What the textbook chapter claims of naive Bayes, judged by the honest protocol on all data sets."""

from __future__ import annotations

from typing import NamedTuple

from naivebench.papers.claim_rules import (
    BETTER_RULE,
    FAILS,
    FEW,
    HOLDS,
    PARITY_RULE,
    PART,
    UNTESTABLE,
    Claim,
    Compared,
    Statement,
    better,
    compared_text,
    difference,
    graded,
    judged,
    over_sets,
    parity,
)
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import listing, plural
from naivebench.results.summaries import Summary

ID = "textbook18"
HONEST, SUBJECT = "honest", "nb"
RIVALS = ("logistic_regression", "linear_svm", "cart", "knn", "random_forest", "hist_gradient_boosting")
NETWORKS = ("tan", "kdb")


class Run(NamedTuple):
    """The run as the claims take it."""

    summary: Summary
    sets: tuple[str, ...]  # of the honest protocol, with naive Bayes


def gather(_: Results, summary: Summary) -> Run | None:
    """The run; None without naive Bayes beside one of the rivals or networks."""
    sets = sorted({d for p, d, m in summary.pooled if (p, m) == (HONEST, SUBJECT)})
    others = {m for p, d, m in summary.pooled if p == HONEST and d in sets} & {*RIVALS, *NETWORKS}
    return Run(summary, tuple(sets)) if others else None


def versus(run: Run, first: str, second: str) -> Compared | None:
    """The first method against the second over the data sets that both have."""
    differences = (difference(run.summary, HONEST, d, first, second) for d in run.sets)
    return over_sets(v for v in differences if v is not None)


def powerful(run: Run) -> tuple[str, str] | None:
    """Naive Bayes no worse than discriminative methods."""
    tests = {m: c for m in RIVALS if (c := versus(run, SUBJECT, m))}
    if not tests:
        return None
    if any(c.n < FEW for c in tests.values()):
        return (
            UNTESTABLE,
            f"Fewer than {FEW} data sets of the honest protocol have naive Bayes and its rivals.",
        )
    level = [m for m, c in tests.items() if parity(c) == HOLDS]
    differences = listing(
        f"{m} {formats.text(c.mean, 'points')} points (P(worse) {c.worse:.2f})" for m, c in tests.items()
    )
    sets = plural(max(c.n for c in tests.values()), "data set")
    text = (
        f"Naive Bayes is no worse than {len(level)} of {len(tests)} methods, honest protocol, {sets}. Mean "
        f"difference to {differences}."
    )
    return graded(len(level), len(tests)), text


def middle_path(run: Run) -> tuple[str, str] | None:
    """Networks with dependencies above naive Bayes."""
    tests = {m: c for m in NETWORKS if (c := versus(run, m, SUBJECT))}
    if not tests:
        return None
    verdicts = [better(c) for c in tests.values()]
    text = " ".join(f"{m} over naive Bayes, honest protocol: {compared_text(c)}." for m, c in tests.items())
    return min(verdicts, key=(HOLDS, PART, FAILS, UNTESTABLE).index), text


STATEMENTS = (
    Statement(
        "18.1; Robles et al., abstract",
        "Naive Bayes is “very powerful”: competitive with the state of the art.",
        f"Powerful: no worse than {listing(RIVALS)}, all of them; in part: than at least half. Each "
        f"one: {PARITY_RULE}",
        "#method-nb",
        powerful,
    ),
    Statement(
        "18.2",
        "Features often depend on each other; a network with some of the dependencies is a middle path "
        "between naive Bayes and too many parameters.",
        f"The better of {listing(NETWORKS, 'or')} against naive Bayes. {BETTER_RULE}",
        "#method-tan",
        middle_path,
    ),
)


def claims(results: Results, summary: Summary) -> tuple[Claim, ...]:
    """The chapter's claims, judged."""
    return judged(ID, STATEMENTS, gather(results, summary))

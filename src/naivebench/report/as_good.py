"""Sentences and table cells that say which methods are as good as the best one, as decided by
`statistics/best.py`.
"""

from __future__ import annotations

from naivebench.benchmark.results.formats import listing, metric_kind, p_phrase, plural, text
from naivebench.benchmark.results.tables import Column, Row
from naivebench.evaluation.statistics import best as rule
from naivebench.evaluation.statistics.best import AgainstBest, Best

VERDICT = Column(
    "verdict",
    "Against the best",
    "text",
    "Paired tests of the method and the best one alone: ahead, practically equivalent, cannot be told apart, "
    "probably behind, or behind",
)
COLUMNS = (
    VERDICT,
    Column(
        "p_best",
        "p, best",
        "p",
        "Two-sided Wilcoxon test of the method against the best one, with Holm's correction over these "
        "comparisons",
    ),
    Column(
        "p_best_ranks",
        "p, best, ranks",
        "p",
        "Two-sided z test of the average rank against the best method's, with Holm's correction over "
        "these comparisons",
    ),
    Column(
        "rope_best",
        "P(rope), best",
        "score",
        "Bayesian signed-rank test: probability that the method and the best one are practically equivalent",
    ),
    Column(
        "worse_best",
        "P(worse), best",
        "score",
        "Bayesian signed-rank test: probability that the method is worse than the best one by more than the "
        "ROPE",
    ),
)


def cells(found: Best) -> dict[str, Row]:
    """Convert a result of `best.against_best` to a mapping: method -> cells of `COLUMNS`."""
    return {found.method: {"verdict": "best"}} | {
        c.method: {
            "verdict": c.verdict,
            "p_best": c.wilcoxon_holm,
            "p_best_ranks": c.ranks_holm,
            "rope_best": c.rope,
            "worse_best": c.worse,
        }
        for c in found.comparisons
    }


def listed(found: Best) -> list[str]:
    """The best method and the methods that are as good, sorted by average rank."""
    return [found.method, *(c.method for c in found.comparisons if c.verdict in rule.AS_GOOD)]


def disagreements(found: Best) -> list[AgainstBest]:
    """The comparisons in which Wilcoxon's test, the test of average ranks and the Bayesian test disagree on
    whether the method is behind.
    """

    def answers(c: AgainstBest) -> set[bool]:
        said = {c.wilcoxon_holm <= found.alpha, c.ranks_holm <= found.alpha}
        return said if c.worse is None else {*said, c.worse > rule.WORSE}

    return [c for c in found.comparisons if len(answers(c)) > 1]


def sentences(found: Best, metric: str) -> list[str]:
    """Sentences on which methods are as good as the best one, how that was decided, and where the tests
    disagree.
    """
    return [_list(found), _rule(found, metric), _disagreement(found), *_small(found)]


def _list(found: Best) -> str:
    of = {v: [c.method for c in found.comparisons if c.verdict == v] for v in rule.VERDICTS}
    good = "; ".join(f"{listing(of[v])} ({v})" for v in rule.AS_GOOD if of[v])
    rest = listing(
        f"{len(of[v])} {'is' if len(of[v]) == 1 else 'are'} {v}"
        for v in (rule.BEHIND, rule.PROBABLY)
        if of[v]
    )
    if not good:
        return f"No other method is as good as {found.method}: {rest}."
    return f"As good as {found.method}: {good}. {f'Of the others, {rest}' if rest else 'None is behind'}."


def _rule(found: Best, metric: str) -> str:
    test = (
        "A method is behind if Wilcoxon's signed-rank test is significant (with Holm's correction over the "
        f"{plural(len(found.comparisons), 'comparison')} with {found.method}; α = {found.alpha})"
    )
    if found.rope is None:
        return f"{test}. Practical equivalence is judged by the primary metric only."
    percent = metric_kind(metric) == "percent"
    size = f"{100 * found.rope if percent else found.rope:g}"
    unit = "" if not percent else " point" if size == "1" else " points"
    return (
        f"{test}, and probably behind if the probability that it is worse by more than {size}{unit} is "
        f"above 0.5 (Bayesian signed-rank test)."
    )


def _disagreement(found: Best) -> str:
    k, split = len(found.comparisons) + 1, disagreements(found)
    if not split:
        return "The test of average ranks, with the same correction, agrees on every method."
    parts = [
        f"{c.method} (Wilcoxon p {p_phrase(c.wilcoxon_holm)}, average ranks p "
        f"{p_phrase(c.ranks_holm)}"
        + ("" if c.worse is None else f", P(worse) = {text(c.worse, 'score')}")
        + ")"
        for c in split
    ]
    return (
        f"The tests disagree on {listing(parts)}. Both p-values have the same correction. Average ranks "
        f"depend on "
        f"all {k} methods; the other two tests use two methods only."
    )


def _small(found: Best) -> list[str]:
    """Sentence on methods whose difference is significant by Wilcoxon's test but more probably than not
    within the ROPE.
    """
    small = [
        f"{c.method} (P(rope) = {text(c.rope, 'score')})"
        for c in found.comparisons
        if c.wilcoxon_holm <= found.alpha and c.rope is not None and c.rope > rule.WORSE
    ]
    if not small:
        return []
    return [
        f"Wilcoxon's test finds a difference from {found.method}, but practical equivalence is more "
        f"probable than not, for {listing(small)}."
    ]

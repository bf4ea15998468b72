"""How the claims of the papers are judged: one set of rules for all of them, whatever the numbers.

A claim that a method is better in general is judged over data sets, by the Bayesian signed-rank test; one
that it is no worse by the same test; one of significance on each data set by the corrected resampled t test
with Holm's correction; one that counts by the count. The honest protocol decides. What the paper's own
protocol says stands beside it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import plural
from naivebench.results.summaries import Summary, accuracy_interval
from naivebench.statistics.bayes import Probabilities

if TYPE_CHECKING:
    import numpy as np

HOLDS, PART, FAILS, UNTESTABLE, NOT_RUN = (
    "holds",
    "holds in part",
    "contradicted",
    "undecided",
    "not tested",
)
VERDICTS = (HOLDS, PART, FAILS, UNTESTABLE, NOT_RUN)
ALPHA = 0.05
SURE, DOUBT = 0.95, 0.05  # probabilities above which a claim counts as shown, and below which it does not
ROPE = 0.01  # differences of accuracy up to this size are practically none
# data sets below which nothing is said of methods in general: the sign test cannot reach 0.05 with fewer
FEW = 5

BETTER_RULE = (
    f"Over data sets, Bayesian signed-rank test, practically none = within {100 * ROPE:g} point. "
    f"Holds: mean gain above 0 and P(better) > {SURE:g}. "
    f"Does not hold: mean gain not above 0, or P(better) < {DOUBT:g}. In part: between. Cannot be "
    f"tested: fewer than {FEW} data sets."
)
READINGS_RULE = "Both readings of {}; where they differ, in part."
LEVEL_RULE = (
    f"P(worse by more than {100 * ROPE:g} point) < {DOUBT:g}, Bayesian correlated t test over honest folds"
)
PARITY_RULE = (
    f"Over data sets, Bayesian signed-rank test, practically none = within {100 * ROPE:g} point. "
    f"Holds: P(worse) < {DOUBT:g}. "
    f"Does not hold: P(worse) > {SURE:g}. In part: between. Cannot be tested: fewer than {FEW} data sets."
)


class Claim(NamedTuple):
    """What a paper says, and what this run says of it."""

    paper: str  # id of the experiment
    where: str  # sections of the paper, with their tables
    sentence: str
    verdict: str  # one of VERDICTS
    evidence: str  # sentences made from numbers of this run
    href: str  # anchor of the table or section with the numbers, "" where there is none
    rule: str
    timed: bool = False  # rests on CPU times, which differ from run to run


class Statement(NamedTuple):
    """A claim before it is judged.

    `judge`: from what the paper's module gathers to (verdict, evidence), None where it was not run.
    """

    where: str
    sentence: str
    rule: str
    href: str
    judge: Callable
    timed: bool = False


class Compared(NamedTuple):
    """A method against another over data sets; differences are positive where the first one is better."""

    n: int
    mean: float
    above: int  # data sets on which it is better
    below: int
    better: float  # probabilities
    rope: float
    worse: float


class FoldTest(NamedTuple):
    """A method against another on one data set, over its folds."""

    label: str
    difference: float
    p: float  # two-sided, as it is; 1 where it is not defined
    below: float  # P(worse by more than ROPE), Bayesian correlated t test
    adjusted: float = 1.0  # by Holm over the comparisons of the claim

    @property
    def shown(self) -> bool:
        """Significantly better."""
        return self.adjusted <= ALPHA and self.difference > 0

    @property
    def against(self) -> bool:
        """Significantly worse."""
        return self.adjusted <= ALPHA and self.difference < 0

    @property
    def level(self) -> bool:
        """Similar or better: hardly worse by more than ROPE."""
        return self.below < DOUBT


def judged(paper: str, statements: tuple[Statement, ...], gathered: Any) -> tuple[Claim, ...]:
    """The claims of a paper; `gathered`: what its module takes from the results, None if it was not run."""
    claims = []
    for s in statements:
        verdict, evidence = (s.judge(gathered) if gathered is not None else None) or (
            NOT_RUN,
            "This run does not have the methods or data for it.",
        )
        href = s.href if verdict != NOT_RUN else ""
        claims.append(Claim(paper, s.where, s.sentence, verdict, evidence, href, s.rule, s.timed))
    return tuple(claims)


def graded(true: int, total: int, share: float = 1.0) -> str:
    """HOLDS if at least `share` of `total` are true, PART if at least half as many, else FAILS."""
    needed = max(1, math.ceil(share * total - 1e-9))
    return HOLDS if true >= needed else PART if 2 * true >= needed else FAILS


def graded_rule(what: str, wanted: str) -> str:
    """The rule of `graded` in words."""
    return f"{what} Holds: {wanted}. In part: at least half as many. Does not hold: fewer."


@lru_cache(maxsize=2)  # the draws for one number of data sets serve all claims
def _weights(n: int) -> np.ndarray:
    from naivebench.statistics.bayes import dirichlet

    return dirichlet(n)


def over_sets(differences: Iterable[float], rope: float = ROPE) -> Compared | None:
    """The Bayesian signed-rank test of the differences; None without any."""
    import numpy as np

    from naivebench.statistics.bayes import signed_rank

    d = [float(v) for v in differences]
    if not d:
        return None
    p = signed_rank(np.array(d), rope, weights=_weights(len(d)))
    return Compared(len(d), math.fsum(d) / len(d), sum(v > 0 for v in d), sum(v < 0 for v in d), *p)


def better(test: Compared) -> str:
    """The verdict of BETTER_RULE."""
    if test.n < FEW:
        return UNTESTABLE
    if test.mean > 0 and test.better > SURE:
        return HOLDS
    return FAILS if test.mean <= 0 or test.better < DOUBT else PART


def agreed(verdicts: list[str]) -> str:
    """The verdict of all readings, PART where they differ."""
    return verdicts[0] if len(set(verdicts)) == 1 else PART


def parity(test: Compared) -> str:
    """The verdict of PARITY_RULE."""
    if test.n < FEW:
        return UNTESTABLE
    return HOLDS if test.worse < DOUBT else FAILS if test.worse > SURE else PART


def compared_text(test: Compared, things: str = "data set") -> str:
    """`mean gain +1.20 points, better on 3 and worse on 1 of 5 data sets, P(better) 0.91, P(rope) 0.05,
    P(worse) 0.04`.
    """
    where = f"better on {test.above} and worse on {test.below} of {plural(test.n, things)}"
    return f"mean gain {formats.text(test.mean, 'points')} points, {where}, {chances(test)}"


def chances(test: Compared | Probabilities) -> str:
    """The three probabilities."""
    return f"P(better) {test.better:.2f}, P(rope) {test.rope:.2f}, P(worse) {test.worse:.2f}"


def protocols_apart(paper: str, honest: str) -> str:
    """A sentence where the paper's protocol speaks more for the claim than the honest one; else ''."""
    order = (FAILS, PART, HOLDS)
    if paper not in order or honest not in order or order.index(paper) <= order.index(honest):
        return ""
    agrees = "agrees with the claim" if paper == HOLDS else "agrees with the claim in part"
    return (
        f" The paper's own protocol {agrees}, the honest one "
        f"{'does so in part only' if honest == PART else 'does not'}."
    )


def difference(summary: Summary, protocol: str, dataset: str, first: str, second: str) -> float | None:
    """Accuracy over all cases of the first method minus that of the second; None where one is missing."""
    one, other = (accuracy_interval(summary, (protocol, dataset, m)) for m in (first, second))
    return one["accuracy"] - other["accuracy"] if one and other else None


def fold_scores(
    results: Results, protocol: str, metric: str = "accuracy"
) -> dict[tuple[str, str], dict[tuple[int, int], tuple[float, int]]]:
    """(data set, method) -> (repeat, fold) -> (score, cases tested) under a protocol."""
    frame = results.scores
    frame = frame[(frame["protocol"] == protocol) & (frame["metric"] == metric)]
    by_fold: dict = {}
    for row in frame.sort_values(["repeat", "fold"]).itertuples():
        by_fold.setdefault((str(row.dataset), str(row.method)), {})[int(row.repeat), int(row.fold)] = (
            float(row.value),
            int(row.n_test),
        )
    return by_fold


def on_folds(
    folds: dict, rows: int, dataset: str, first: str, second: str, label: str = ""
) -> FoldTest | None:
    """The corrected resampled t test and the Bayesian one on the folds that both methods have; None with
    fewer than two.

    `rows`: cases of the data set, which are tested or trained on in every fold.
    """
    import numpy as np

    from naivebench.statistics.bayes import correlated_t
    from naivebench.statistics.corrected_t import corrected_t

    one, other = (folds.get((dataset, m), {}) for m in (first, second))
    common = [k for k in one if k in other]
    if len(common) < 2:
        return None
    tested = math.fsum(one[k][1] for k in common) / len(common)
    d, ratio = np.array([one[k][0] - other[k][0] for k in common]), tested / (rows - tested)
    result = corrected_t(d, ratio)
    return FoldTest(
        label or dataset,
        result.mean,
        1.0 if result.p is None else result.p,
        correlated_t(d, ratio, ROPE).worse,
    )


def adjusted(tests: Iterable[FoldTest | None]) -> list[FoldTest]:
    """The tests with Holm's adjusted p-values."""
    import numpy as np

    from naivebench.statistics import posthoc

    run = [t for t in tests if t is not None]
    p = posthoc.holm(np.array([t.p for t in run])) if run else ()
    return [t._replace(adjusted=float(q)) for t, q in zip(run, p, strict=True)]


def significance_text(tests: list[FoldTest], things: str = "comparison") -> str:
    """How many are significantly better and worse after correction, with the smallest adjusted p."""
    least = min(t.adjusted for t in tests)
    return (
        f"significantly better in {sum(t.shown for t in tests)} and worse in "
        f"{sum(t.against for t in tests)} of {plural(len(tests), things)} "
        f"(corrected t, Holm; smallest p {formats.p_phrase(least)})"
    )

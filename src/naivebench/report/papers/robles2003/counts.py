"""Robles et al. 2003: numbers of correct cases implied by the printed percentages, compared with this run.

In the columns of NB and APNBC-EDA the percentages are k/N; in the others the paper omitted a case, so they
are (k-1)/(N-1).
"""

from __future__ import annotations

import math

from naivebench.benchmark.results.summaries import mean_std
from naivebench.evaluation.statistics.intervals import two_means
from naivebench.report.papers.paper import DataSet, Figure, Paper, value
from naivebench.report.papers.rows import Agreement, Measured, within
from naivebench.report.papers.rules import ALPHA
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import CONTRADICTED, REPRODUCED, UNDECIDED, UNTESTED


def paper_cases(paper: Paper, printed: str) -> int:
    """Number of cases of which the printed percentages are shares.

    It is the number that the NB column implies, otherwise the size of the test part or all cases of Table 2.
    """
    choices = (("NB", "denominator_implied_by_printed_pct"), ("-", "n_validation"), ("-", "n_learning"))
    return int(next((v for c in choices if (v := value(paper, printed, *c)) is not None), 0))


def implied_count(percent: float, cases: int, lost: bool) -> float:
    """Number of correct cases, of `cases`, that a printed percentage implies; with `lost` it is (k-1)/(N-1).

    The result is whole if a whole number gives the percentage.
    """
    k = percent / 100 * (cases - lost) + lost
    return float(round(k)) if gives(round(k), percent, cases, lost) else k


def gives(k: int, percent: float, cases: int, lost: bool) -> bool:
    """Whether k correct cases give the percentage, which the paper sometimes rounds and sometimes
    truncates.
    """
    excess = 100 * (k - lost) / (cases - lost) - percent if cases > 1 else math.inf
    return -0.005 - 1e-9 <= excess < 0.01 - 1e-9


def agree(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """Compare the counts of this run with the printed accuracy.

    Reproduced: the count is the same in every run. For a search with several runs, the 95 % interval of the
    difference of the means must be within the printed standard deviation.

    Contradicted: that interval is outside this range. If the printed deviation is 0.00 and only some runs
    give the count, Fisher's exact test of the shares of runs that give it, here and in the paper, decides. A
    single run of a search is one draw, which can contradict but not reproduce.
    """
    if figure is None or figure.value is None or not ours.tested:
        return Agreement(UNTESTED, "no accuracy is printed")
    cases, lost = paper_cases(run.paper, stand.printed), bool(run.paper.methods[name].more.get("lost"))
    if ours.tested not in {cases, cases - lost}:
        return Agreement(UNTESTED, f"{ours.tested} cases tested; the paper has {cases}")
    dropped = int(lost and ours.tested == cases - 1)  # the omitted case is not among those tested
    implied = implied_count(figure.value, cases, lost)
    counts = [round(share * ours.tested) for share in ours.by_run]
    search = bool(run.paper.methods[name].more.get("mean"))
    several, target = len(counts) > 1, implied - dropped
    giving = sum(gives(k + dropped, figure.value, cases, lost) for k in counts)
    same = giving == len(counts)
    if not figure.std:
        if same and (several or not search):
            return Agreement(REPRODUCED, "the same count" + (" in every run" if several else ""), target)
        if same:
            return Agreement(
                UNDECIDED, "the same count in one run, while the printed value is a mean over runs", target
            )
        gap = math.fsum(counts) / len(counts) - target
        why = f"{gap:+g} cases, {'printed standard deviation 0.00' if search else 'without any randomness'}"
        if giving:
            why += f"; {giving} of {len(counts)} runs give the printed count"
        verdict = UNDECIDED if giving and _may_agree(giving, len(counts), run) else CONTRADICTED
        return Agreement(verdict, why.replace("-", "−"), target)
    mean, spread = mean_std(counts)
    deviation, repeats = figure.std / 100 * cases, run.paper.rows[0].repeats
    ours_mean = (mean, spread if several else 0.0, len(counts))
    printed = (target, deviation * (1 if several else math.sqrt(repeats + 1)), repeats)
    difference = two_means(ours_mean, printed)
    share = difference._replace(**{k: getattr(difference, k) / cases for k in ("value", "low", "high")})
    found = within(share, figure.std / 100, len(counts), "run")
    verdict = found.verdict if several or found.verdict == CONTRADICTED else UNDECIDED
    why = found.why if several else f"one run cannot tell: {found.why}"
    return Agreement(verdict, why.replace("tolerance", "printed standard deviation"), target)


def _may_agree(giving: int, runs: int, run: Run) -> bool:
    """Whether the share of runs that give the printed count may be that of the paper, where all runs do."""
    from scipy.stats import fisher_exact

    table = [[giving, runs - giving], [run.paper.rows[0].repeats, 0]]
    return float(fisher_exact(table).pvalue) > ALPHA

"""Robles et al. 2003: which counts of correct cases stand behind the printed percentages, and whether this
run has them.

The columns of NB and APNBC-EDA are k/N; the paper lost a case in the others, which are (k-1)/(N-1).
"""

from __future__ import annotations

import math

from naivebench.benchmark.results.summaries import mean_std
from naivebench.evaluation.statistics.intervals import two_means
from naivebench.report.papers.paper import DataSet, Figure, Paper, value
from naivebench.report.papers.rows import Agreement, Measured, within
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import CONTRADICTED, REPRODUCED, UNDECIDED, UNTESTED


def paper_cases(paper: Paper, printed: str) -> int:
    """Number of cases that the printed percentages are shares of: as the NB column implies, else the test
    part, else all cases of Table 2.
    """
    choices = (("NB", "denominator_implied_by_printed_pct"), ("-", "n_validation"), ("-", "n_learning"))
    return int(next((v for c in choices if (v := value(paper, printed, *c)) is not None), 0))


def implied_count(percent: float, cases: int, lost: bool) -> float:
    """Correct cases of `cases` behind a printed percentage; with `lost` it is (k-1)/(N-1).

    Whole where a whole number gives the percentage.
    """
    k = percent / 100 * (cases - lost) + lost
    return float(round(k)) if gives(round(k), percent, cases, lost) else k


def gives(k: int, percent: float, cases: int, lost: bool) -> bool:
    """Whether k correct cases give the percentage: the paper rounds some and cuts others."""
    excess = 100 * (k - lost) / (cases - lost) - percent if cases > 1 else math.inf
    return -0.005 - 1e-9 <= excess < 0.01 - 1e-9


def agree(run: Run, stand: DataSet, name: str, figure: Figure | None, ours: Measured) -> Agreement:
    """Reproduced: the same count in every run; of a search, a mean over several runs that lies within the
    printed standard deviation of the printed mean. A printed deviation of 0.00 is exact: every run has the
    count.

    Contradicted: the 95 % interval of the difference of the means lies outside. One run of a search is a
    draw: it can contradict, and cannot tell otherwise.
    """
    if figure is None or figure.value is None or not ours.tested:
        return Agreement(UNTESTED, "no accuracy is printed")
    cases, lost = paper_cases(run.paper, stand.printed), bool(run.paper.methods[name].more.get("lost"))
    if ours.tested not in {cases, cases - lost}:
        return Agreement(UNTESTED, f"{ours.tested} cases tested, the paper has {cases}")
    dropped = int(lost and ours.tested == cases - 1)  # the lost case is not among those tested
    implied = implied_count(figure.value, cases, lost)
    counts = [round(share * ours.tested) for share in ours.by_run]
    search = bool(run.paper.methods[name].more.get("mean"))
    several, target = len(counts) > 1, implied - dropped
    same = all(gives(k + dropped, figure.value, cases, lost) for k in counts)
    if not figure.std:
        if same and (several or not search):
            return Agreement(REPRODUCED, "the same count" + (" in every run" if several else ""), target)
        if same:
            return Agreement(UNDECIDED, "the same count in one run; the print is a mean over runs", target)
        gap = math.fsum(counts) / len(counts) - target
        why = f"{gap:+g} cases" + (
            ", printed standard deviation 0.00" if search else ", without any randomness"
        )
        return Agreement(CONTRADICTED, why.replace("-", "−"), target)
    mean, spread = mean_std(counts)
    deviation, repeats = figure.std / 100 * cases, run.paper.rows[0].repeats
    ours_mean = (mean, spread if several else 0.0, len(counts))
    printed = (target, deviation * (1 if several else math.sqrt(repeats + 1)), repeats)
    difference = two_means(ours_mean, printed)
    share = difference._replace(**{k: getattr(difference, k) / cases for k in ("value", "low", "high")})
    found = within(share, figure.std / 100, len(counts), "run")
    verdict = CONTRADICTED if found.verdict == CONTRADICTED else UNDECIDED
    if several and abs(share.value) <= (figure.std + 0.005) / 100:  # printed to two decimals
        verdict = REPRODUCED
    why = found.why if several else f"one run cannot tell: {found.why}"
    return Agreement(verdict, why.replace("tolerance", "printed standard deviation"), target)

"""Robles et al. 2003: which counts of correct cases stand behind the printed percentages, and whether this
run has them.

The columns of NB and APNBC-EDA are k/N; the paper lost a case in the others, which are (k-1)/(N-1).
"""

from __future__ import annotations

import math

from naivebench.papers.paper import DataSet, Figure, Paper, value
from naivebench.papers.rows import Agreement, Measured, within
from naivebench.papers.run import Run
from naivebench.papers.verdicts import CONTRADICTED, REPRODUCED, UNTESTED
from naivebench.results.summaries import mean_std
from naivebench.statistics import intervals
from naivebench.statistics.intervals import two_means


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
    """Reproduced: the same count in every run, or a mean over runs that is within the tolerance of the
    printed mean for sure.

    One run against a printed mean with a deviation is a draw of that distribution: its variance counts twice.
    """
    if figure is None or figure.value is None or not ours.tested:
        return Agreement(UNTESTED, "no accuracy is printed")
    cases, lost = paper_cases(run.paper, stand.printed), bool(run.paper.methods[name].more.get("lost"))
    if ours.tested not in {cases, cases - lost}:
        return Agreement(UNTESTED, f"{ours.tested} cases tested, the paper has {cases}")
    dropped = int(lost and ours.tested == cases - 1)  # the lost case is not among those tested
    implied = implied_count(figure.value, cases, lost)
    counts = [round(share * ours.tested) for share in ours.by_run]
    if not figure.std and all(gives(k + dropped, figure.value, cases, lost) for k in counts):
        return Agreement(REPRODUCED, "the same count", implied - dropped)
    mean, spread = mean_std(counts)
    gap = mean + dropped - implied
    if not figure.std and not spread > 0:
        if run.paper.methods[name].more.get("mean"):
            point = intervals.Interval(gap / cases, gap / cases, gap / cases, 1)
            alike = within(point, run.paper.rows["tolerance"], 1, "run")
            return alike._replace(why=f"{alike.why}; all runs alike", implied=implied - dropped)
        return Agreement(
            CONTRADICTED, f"{gap:+g} cases, without any randomness".replace("-", "−"), implied - dropped
        )
    deviation, repeats = (figure.std or 0.0) / 100 * cases, run.paper.rows["repeats"]
    if len(counts) > 1:
        difference = two_means((mean, spread, len(counts)), (implied - dropped, deviation, repeats))
    else:
        difference = two_means(
            (mean, 0.0, 1), (implied - dropped, deviation * math.sqrt(repeats + 1), repeats)
        )
    share = difference._replace(**{k: getattr(difference, k) / cases for k in ("value", "low", "high")})
    return within(share, run.paper.rows["tolerance"], len(counts), "run")._replace(implied=implied - dropped)

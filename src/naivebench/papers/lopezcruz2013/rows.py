"""Lopez-Cruz et al. 2013 in the layout of all papers: a row per accuracy of its Table 1 and data set."""

from __future__ import annotations

from naivebench.papers.before.rows import PaperRow, Place, measured
from naivebench.papers.lopezcruz2013.run import (
    GROUPED,
    METHODS,
    PAPER,
    VERDICTS,
    Run,
    Stand,
    gather,
    method_of,
    over_folds,
    printed_cell,
    value,
    verdict,
)
from naivebench.results.context import Results
from naivebench.results.summaries import Summary

PERMUTED = "permuted/lopezcruz2013"
ABOUT = (
    "Accuracy. Honest: cases that belong together (protein, week, person) in one fold; where no groups "
    "are known the paper's own folds, in which "
    "everything is learned in the training part. Shuffled labels: over the rate of the largest class."
)
# of lopezcruz2013.VERDICTS, in the words of all papers
NAMES = ("within interval", "not reproduced", "within interval", "not reproduced")


def rows(results: Results, summary: Summary) -> tuple[PaperRow, ...]:
    """One per printed method and data set with scores under the paper's protocol, () without any."""
    run = gather(results, summary)
    return tuple(r for s in run.stands for m in METHODS if (r := _row(run, s, m))) if run else ()


def _row(run: Run, stand: Stand, printed: str) -> PaperRow | None:
    method = method_of(run, stand.dataset, printed)
    accuracy = over_folds(run, stand.dataset, method)
    if method is None or accuracy is None:
        return None
    exact, place = stand.kind == "exact", Place(PAPER, "accuracy")
    judged, why = _verdict(run, stand, printed, accuracy[0])
    grouped = (GROUPED, stand.dataset, method) in run.summary.pooled
    figure = printed_cell(run.published, stand.printed, printed) if exact else None
    theirs = value(run.published, stand.printed, "-", "n_instances") if exact else None
    return PaperRow(
        paper="lopezcruz2013",
        printed_name=stand.printed,
        dataset=stand.dataset,
        method=method,
        cases=int(theirs) if theirs else run.results.prepared.get(stand.dataset, {}).get("rows"),
        printed=figure._replace(css="") if figure else None,
        printed_count=None,
        place=place,
        ours=measured(run.results, run.summary, place, stand.dataset, method),
        verdict=judged,
        why=why,
        honest=Place(GROUPED, "accuracy") if grouped else place,
        permuted=Place(PERMUTED, "accuracy"),
        reference=method_of(run, stand.dataset, "GNB") or "",
        stands=stand.kind,
    )


def _verdict(run: Run, stand: Stand, printed: str, mean: float) -> tuple[str, str]:
    """The verdict in the words of all papers, and as this paper's rule has it."""
    plain = verdict(run.published, stand, printed, mean)
    return dict(zip(VERDICTS, NAMES, strict=False)).get(plain, plain), plain if plain != "no target" else ""

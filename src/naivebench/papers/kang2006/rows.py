"""Kang et al. 2006 in the layout of all papers: break-even points of the topics, held against what others
published, and accuracy on proteins.
"""

from __future__ import annotations

from naivebench.papers.before.rows import PaperRow, Place, measured
from naivebench.papers.kang2006.run import (
    GROUPED,
    PAPER,
    PAPER_ID,
    Run,
    Topic,
    columns_of,
    gather,
    method_of,
    methods_of,
    of_class,
    proteins,
    topics,
)
from naivebench.papers.kang2006.texts import verdict
from naivebench.results.context import Results
from naivebench.results.formats import text
from naivebench.results.summaries import Summary
from naivebench.results.tables import Cell, raw

PERMUTED = "permuted/kang2006"
NAIVE = "NB-MN"
ABOUT = (
    "Printed digits: lost; printed here is what others published on the same documents, near by the "
    "tolerance of the section on the paper. "
    "Break-even points: threshold moved over the test documents, honest at that of held-out training "
    "documents. Proteins: accuracy of all sites "
    "in random folds, honest with similar proteins in one fold. F1 needs no threshold: both are the "
    "same. Shuffled labels: over the share of the "
    "class or of the largest site; where a method gives all cases one score the paper's rule, nearest "
    "threshold, promises half of the rest too."
)


def rows(results: Results, summary: Summary) -> tuple[PaperRow, ...]:
    """Topics first, then proteins; () without figures per class under the paper's protocol."""
    run = gather(results, summary)
    if run is None:
        return ()
    shown = [r for t in topics(run) for m in columns_of(run) for r in _of_topic(run, t, m)]
    shown += [r for task, d in proteins(run) for m in columns_of(run) if (r := _of_proteins(run, task, d, m))]
    return tuple(shown)


def anchors(run: Run, topic: str, printed: str) -> dict[str, tuple[float, dict]]:
    """Metric -> figure that others published for a printed method on a topic, as a share, and its source."""
    published = {}
    for (paper, dataset, method, metric), value in run.published.figures.items():
        source = run.published.sources.get(paper, {})
        if (
            paper != PAPER_ID
            and value is not None
            and dataset.endswith(f" {topic}")
            and printed in source.get("methods", {}).get(method, ())
        ):
            published[source["metric"]] = value / 100 if metric.endswith("_pct") else value, source
    return published


def _of_topic(run: Run, topic: Topic, printed: str) -> list[PaperRow]:
    """The break-even point, and F1 where that is what others published."""
    method, known = method_of(run, topic.dataset, printed), anchors(run, topic.name, printed)
    figures = of_class(run, topic.dataset, topic.label, method)
    if method is None or figures.get("break_even") is None:
        return []
    metrics = ["break_even", *(m for m in known if m == "f1" and figures.get(m) is not None)]
    return [_topic_row(run, topic, method, metric, known.get(metric)) for metric in metrics]


def _topic_row(
    run: Run, topic: Topic, method: str, metric: str, known: tuple[float, dict] | None
) -> PaperRow:
    place, tested = (
        Place(PAPER, metric, topic.label),
        methods_of(run, PAPER, topic.dataset)[method]["classes"],
    )
    ours = measured(run.results, run.summary, place, topic.dataset, method)
    known = known if topic.kind == "exact" else None
    return PaperRow(
        paper="kang2006",
        printed_name=f"Reuters {topic.name}",
        dataset=topic.dataset,
        method=method,
        cases=round(sum(c["n"] for c in tested.values())),
        printed=Cell(known[0], text(known[0], "percent"), title=f"as in {known[1]['cited']}")
        if known
        else None,
        printed_count=None,
        place=place,
        ours=ours,
        verdict=raw(verdict(topic.kind, ours.value, known[0], known[1]["tolerance"]))
        if known and ours
        else "no target",
        why=f"within {100 * known[1]['tolerance']:g} points or not" if known else "",
        honest=place if metric == "f1" else Place(PAPER, "break_even_fixed", topic.label),
        permuted=None if metric == "f1" else Place(PERMUTED, metric, topic.label),
        reference=method_of(run, topic.dataset, NAIVE) or "",
        stands=topic.kind,
    )


def _of_proteins(run: Run, task: str, dataset: str, printed: str) -> PaperRow | None:
    method, place = method_of(run, dataset, printed), Place(PAPER, "accuracy")
    ours = measured(run.results, run.summary, place, dataset, method) if method else None
    if method is None or ours is None:
        return None
    return PaperRow(
        paper="kang2006",
        printed_name=f"{task} proteins",
        dataset=dataset,
        method=method,
        cases=run.results.prepared.get(dataset, {}).get("rows"),
        printed=None,
        printed_count=None,
        place=place,
        ours=ours,
        verdict="no target",
        why="the proteins are substitutes",
        honest=Place(GROUPED, "accuracy"),
        permuted=Place(PERMUTED, "accuracy"),
        reference=method_of(run, dataset, NAIVE) or "",
        stands="substitute",
    )

"""One class against the rest, for any paper, from the job `break_even`.

Shows break-even points of topics, how much is gained by choosing the threshold on the test documents, and
scores that others published on the same documents.

`more.topics`, `more.sites` and `more.all_classes` of a paper.yaml name its data sets, `more.others` the
publications of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from naivebench.benchmark.results.formats import listing
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.summaries import wilson
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.benchmark.retrieval import ClassScores, Facts, MethodScores
from naivebench.core.plain import named
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import DataSet, value
from naivebench.report.papers.rows import within
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import UNTESTED


class Source(NamedTuple):
    """A publication on the same documents: an entry of `more.others` in the paper.yaml."""

    cited: str  # where its scores were read
    about: str  # how it differs
    metric: str  # metric of this run
    figure: str  # metric of the printed numbers
    methods: Mapping[str, Sequence[str]]  # printed name -> methods of this paper or run
    by: Mapping[str, str] = {}  # printed name -> who published its scores, if not the cited source
    tolerance: float = 0.0  # as a share


NOTHING = Facts("", 0, 0, {}, None, {})
SWEPT = ("f1_swept", "f1", "precision", "sensitivity", "average_precision")


def told(run: Run, role: str, dataset: str) -> Facts:
    """Results for a data set under the protocol of a role; empty if there are none."""
    content = run.results.break_even.get((run.paper.protocols[role], dataset))
    return named(Facts, content) if content else NOTHING


def figures(run: Run, role: str, dataset: str, method: str | None) -> MethodScores | None:
    """Scores of a method for all classes, or None if it has none."""
    return told(run, role, dataset).methods.get(method or "")


def label(stand: DataSet) -> str:
    """Name of the class that is compared with the rest: the last word of the printed name."""
    return stand.printed.split()[-1]


def of_class(run: Run, role: str, stand: DataSet, printed: str) -> ClassScores | None:
    """Scores of that class by the method with this printed name or id, or None."""
    found = figures(run, role, stand.id, runs.method_of(run, role, stand.id, printed))
    return found.classes.get(label(stand)) if found else None


def chosen(run: Run, which: str, role: str = "paper", leading: bool = False) -> list[DataSet]:
    """The data sets with scores that represent the paper's `topics`, `sites` or `all_classes`."""
    wanted = run.paper.more[which]
    return [
        s
        for s in runs.stands(run, role, leading=leading)
        if s.printed in wanted and told(run, role, s.id).methods
    ]


def bold_best(values: dict[str, float | None]) -> dict[str, Cell]:
    """A cell for each value that is not None; the largest is bold."""
    best = max((v for v in values.values() if v is not None), default=None)
    return {k: Cell(v, css="strong" if v == best else "") for k, v in values.items() if v is not None}


def mean(values: Iterable[float | None]) -> float | None:
    """Mean of the numbers that are not None, or None if there are none."""
    numbers = [v for v in values if v is not None]
    return sum(numbers) / len(numbers) if numbers else None


def break_even_points(run: Run, methods: list[str]) -> list[Row]:
    """A row for each topic and data set, with a column for each method."""
    rows = []
    for stand in chosen(run, "topics"):
        about, topic = told(run, "paper", stand.id), label(stand)
        train = (about.train_cases or {}).get(topic)
        row: Row = {"topic": topic, "dataset": dataset_cell(stand.id), "kind": stand.kind, "train": train}
        row["test"] = None if train is None else about.cases[topic] - train
        found = {m: of_class(run, "paper", stand, m) for m in methods}
        rows.append(row | bold_best({m: f.break_even for m, f in found.items() if f}))
    return rows


def thresholds(run: Run, leading: bool = False) -> list[Row]:
    """A row for each topic, data set and method.

    It has F1 at the break-even point of the test documents, and F1 of the actual decisions.
    """
    rows = []
    for stand in chosen(run, "topics", leading=leading):
        for method, of in told(run, "paper", stand.id).methods.items():
            f = of.classes.get(label(stand))
            if method != "majority" and f and f.f1_swept is not None and f.f1 is not None:
                row: Row = {"topic": label(stand), "dataset": dataset_cell(stand.id)}
                row |= {"method": method_cell(method)} | {key: getattr(f, key) for key in SWEPT}
                rows.append(row | {"optimism": f.f1_swept - f.f1})
    return rows


def mean_thresholds(run: Run) -> list[Row]:
    """A row for each method with means over the topics, each on one data set."""
    rows = thresholds(run, leading=True)
    by_method: dict[str, list[Row]] = {}
    for row in rows:
        by_method.setdefault(row["method"].value, []).append(row)
    return [
        {"method": method_cell(m), "topics": len(of), "largest": max(r["optimism"] for r in of)}
        | {key: mean(r[key] for r in of) for key in ("f1_swept", "f1", "average_precision", "optimism")}
        for m, of in by_method.items()
    ]


def unavailable(run: Run) -> str:
    """Sentences on which of the paper's topics are not available, and which data sets replace them."""
    lost, replaced = [], []
    for printed, sets in run.paper.data_sets.items():
        exact = [d.id for d in sets if d.kind == "exact"]
        if printed not in run.paper.more["topics"] or not exact:
            continue
        if run.results.prepared.get(exact[0], {}).get("status", "ok") != "ok":
            lost.append(exact[0])
            replaced += [d.id for d in sets if told(run, "paper", d.id).methods]
    if not lost:
        return ""
    text = f"This run does not have {listing(lost)}."
    if not replaced:
        return text
    instead = f"In place of {len(replaced)} of them it uses {listing(replaced)}"
    return f"{text} {instead}, which can only suggest whether claims hold."


def by_others(run: Run) -> list[Row]:
    """Rows of scores of other publications next to ours, with a verdict if the documents are the paper's."""
    rows = []
    for source in (Source(**content) for content in run.paper.more["others"]):
        for stand in chosen(run, "topics", leading=True) + chosen(run, "all_classes", leading=True):
            for printed, ours in source.methods.items():
                share = value(run.paper, stand.printed, printed, source.figure)
                if share is not None:
                    share /= 100 if source.figure.endswith("_pct") else 1
                    rows += [r for name in ours for r in _beside(run, source, stand, printed, name, share)]
    return rows


def _beside(run: Run, source: Source, stand: DataSet, printed: str, name: str, share: float) -> list[Row]:
    method = runs.method_of(run, "paper", stand.id, name)
    whole = figures(run, "paper", stand.id, method)
    of_topic = whole.classes.get(label(stand)) if whole else None
    ours = getattr(of_topic or whole, source.metric, None)
    if method is None or ours is None:
        return []
    row: Row = {"dataset": dataset_cell(stand.id), "kind": stand.kind, "row": label(stand)}
    row |= {"source": source.by.get(printed, source.cited), "cited": source.cited}
    row |= {"method_printed": printed, "printed": share, "method": method_cell(method), "ours": ours}
    row |= {"difference": ours - share, "about": source.about}
    if stand.kind != "exact" or not of_topic:
        return [row | {"verdict": Cell(UNTESTED, css="quiet", title=f"{stand.kind}: other data")}]
    low, high = wilson(ours * (cases := effective(of_topic, source.metric)), cases)
    gap = Interval(ours - share, low - share, high - share, 1)
    agreement = within(gap, source.tolerance, 1, "test part")
    return [row | {"verdict": Cell(agreement.verdict, title=agreement.why), "why": agreement.why}]


def effective(of_topic: ClassScores, metric: str) -> float:
    """Number of cases of which a score is a share.

    F1 = TP / (TP + (FP + FN) / 2); a break-even point is a share of the positive cases.
    """
    n, recall, precision = of_topic.n, of_topic.sensitivity, of_topic.precision
    if metric != "f1" or not precision or recall is None:
        return n
    return (n + n * recall / precision) / 2

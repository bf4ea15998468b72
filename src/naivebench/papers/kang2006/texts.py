"""Kang et al. 2006 on texts: Table 1, the figures of others beside ours, and what a threshold costs that
nobody moved on the test set.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from naivebench.papers.kang2006.run import (
    KINDS,
    PAPER,
    PAPER_ID,
    VERDICTS,
    Run,
    Topic,
    columns_of,
    method_of,
    methods_of,
    of_class,
    proteins,
    topics,
)
from naivebench.results import formats
from naivebench.results.parts import Part, dataset_cell, method_cell
from naivebench.results.tables import Cell, Column, Row, Table, raw

LEAD = "RNBL-MN"


def _train(run: Run, topic: Topic) -> int | None:
    return (run.facts[PAPER, topic.dataset].get("train_cases") or {}).get(topic.label)


def _test(run: Run, topic: Topic) -> int | None:
    train = _train(run, topic)
    return None if train is None else run.facts[PAPER, topic.dataset]["cases"][topic.label] - train


def break_even(run: Run, topic: Topic, printed: str) -> float | None:
    """Break-even point of a printed method, the threshold moved over the test documents."""
    return of_class(run, topic.dataset, topic.label, method_of(run, topic.dataset, printed)).get("break_even")


def table1(run: Run, names: dict[str, list[str]], id_: str, caption: str, note: str) -> Table:
    """Break-even points, a row per topic and data set, a column per method."""
    ran_topics = topics(run)
    ran = {m: next((i for t in ran_topics if (i := method_of(run, t.dataset, m))), "") for m in names}
    columns = [
        Column("topic", "Topic", "id"),
        Column("dataset", "Data set", "text"),
        Column("stands_for", "What it is"),
    ]
    columns += [
        Column(k, k.capitalize(), "integer", f"{k.capitalize()} documents of the topic")
        for k in ("train", "test")
    ]
    columns += [Column(m, m, "percent", f"Method {ran[m]}", method=ran[m]) for m in names if ran[m]]
    rows = []
    for topic in ran_topics:
        values = {m: break_even(run, topic, m) for m in names if ran[m]}
        best = max((v for v in values.values() if v is not None), default=None)
        row: Row = {
            "topic": topic.name,
            "dataset": dataset_cell(topic.dataset),
            "stands_for": KINDS[topic.kind],
        }
        row |= {"train": _train(run, topic), "test": _test(run, topic)}
        rows.append(
            row | {m: Cell(v, css="strong" if v is not None and v == best else "") for m, v in values.items()}
        )
    return Table(id_, caption, tuple(columns), tuple(rows), note)


PUBLISHED_COLUMNS = (
    Column("row", "Topic or task", "id"),
    Column("source", "Published by"),
    Column("cited", "Read in", hidden=True),
    Column("method_printed", "Method"),
    Column("metric", "Figure", hidden=True),
    Column("printed", "Published %", "percent"),
    Column("method", "This run", "text"),
    Column("dataset", "Data set", "text"),
    Column("ours", "This run %", "percent"),
    Column("difference", "Difference", "points", "Points: this run minus published"),
    Column(
        "tolerance",
        "Tolerance",
        "percent",
        "Points by which the two may differ to count as near",
        hidden=True,
    ),
    Column("verdict", "Verdict"),
    Column("about", "What differs", "long", hidden=True),
)


def published(run: Run) -> Table:
    """Figures of other publications beside ours, with a verdict."""
    known = {t.name: t for t in leading_topics(run)}
    rows = []
    for (paper, dataset, method, metric), value in run.published.figures.items():
        if paper == PAPER_ID or value is None:
            continue
        source = run.published.sources[paper]
        value = value / 100 if metric.endswith("_pct") else value
        name, _, topic = dataset.partition(" ")
        head: Row = {
            "row": topic if name.startswith("Reuters") else Cell(dataset, name, title=dataset),
            "method_printed": method,
            "printed": value,
        }
        head |= {
            "source": source.get("by", {}).get(method, source["cited"]),
            "cited": source["cited"],
            "about": source["about"],
        }
        head |= {"metric": metric.replace("_pct", "").replace("_", " "), "tolerance": source.get("tolerance")}
        names = source["methods"].get(method, [None])
        ours = [
            _line(run, known.get(topic), source, m, value)
            if name.startswith("Reuters")
            else _protein(run, name, m, value)
            for m in names
        ]
        rows += [head | line for line in ([f for f in ours if "ours" in f] or ours[:1])]
    order = list(run.published.table1)
    rows.sort(key=lambda row: order.index(row["row"]) if row["row"] in order else len(order))
    note = " ".join(f"{_by(s)}: {s['about']}{_allowed(s)}." for s in run.published.sources.values())
    caption = "Figures that others published on the same documents or proteins, beside this run."
    return Table("kang2006_published", caption, PUBLISHED_COLUMNS, tuple(rows), note)


def _allowed(source: dict) -> str:
    return f"; tolerance {100 * source['tolerance']:g} points" if "tolerance" in source else ""


def _by(source: dict) -> str:
    """Who published, and where it was read."""
    names = formats.listing(dict.fromkeys(source.get("by", {}).values()))
    return f"{names} as in {source['cited']}" if names else source["cited"]


def _line(run: Run, topic: Topic | None, source: dict, ours: str | None, printed: float) -> dict:
    """Our side of a topic's row; `ours`: name of our method."""
    if ours is None:
        return {"verdict": VERDICTS[3]}
    id_ = method_of(run, topic.dataset, ours) if topic else None
    value = of_class(run, topic.dataset, topic.label, id_).get(source["metric"]) if topic else None
    if topic is None or id_ is None or value is None:
        return {"verdict": VERDICTS[4]}
    row: Row = {
        "method": method_cell(id_),
        "dataset": dataset_cell(topic.dataset),
        "ours": value,
        "difference": value - printed,
    }
    return row | {"verdict": verdict(topic.kind, value, printed, source["tolerance"])}


def verdict(kind: str, ours: float, printed: float, tolerance: float) -> str | Cell:
    """One of VERDICTS; figures have two digits, so a difference of just the tolerance counts as within it."""
    if kind != "exact":
        return VERDICTS[2]
    near = abs(ours - printed) <= tolerance + 1e-9
    return VERDICTS[0] if near else Cell(VERDICTS[1], css="strong")


def _protein(run: Run, task: str, ours: str | None, printed: float) -> dict:
    """Our side of a figure of all sites together: the first substitute that ran."""
    dataset = next((d for t, d in proteins(run) if t == task), None)
    id_ = method_of(run, dataset, ours) if dataset and ours else None
    value = methods_of(run, PAPER, dataset)[id_]["accuracy"] if dataset and id_ else None
    if dataset is None or id_ is None or value is None:
        return {"verdict": VERDICTS[4] if ours else VERDICTS[3]}
    row: Row = {
        "method": method_cell(id_),
        "dataset": dataset_cell(dataset),
        "ours": value,
        "difference": value - printed,
    }
    return row | {"verdict": VERDICTS[2]}


def part(run: Run) -> Part | None:
    """Table 1 and what others published."""
    if not topics(run):
        return None
    caption = (
        "Table 1: break-even points of precision and recall, %, the threshold moved over the test "
        "documents. The printed digits are lost."
    )
    first = table1(run, columns_of(run), "kang2006_table1", caption, "Bold: best of the line.")
    further = table1(
        run,
        run.published.further,
        "kang2006_table1_further",
        "Break-even points of methods beyond the paper, %.",
        "",
    )
    return Part("Texts: Table 1", (), (first, published(run)), (further,) if len(further.columns) > 5 else ())


THRESHOLD_COLUMNS = (
    Column("topic", "Topic", "id"),
    Column("dataset", "Data set", "text"),
    Column("method", "Method", "text"),
    Column("swept", "Swept %", "percent", "Break-even point, the threshold moved over the test documents"),
    Column(
        "fixed",
        "Fixed %",
        "percent",
        "(precision + recall) / 2 on the test documents at the break-even threshold of held-out "
        "training documents",
    ),
    Column("optimism", "Optimism", "points", "Swept minus fixed"),
    Column("precision", "Precision %", "percent", "At the fixed threshold"),
    Column("recall", "Recall %", "percent", "At the fixed threshold"),
    Column("f1_fixed", "F1, fixed %", "percent", "At the fixed threshold"),
    Column("f1", "F1, decided %", "percent", "As the posterior decides, without any threshold"),
    Column(
        "average_precision",
        "Avg. precision %",
        "percent",
        "Precision averaged over the growth of recall, without any threshold",
    ),
)


def leading_topics(run: Run) -> tuple[Topic, ...]:
    """One data set of each topic: the paper's documents where they are."""
    return tuple({t.name: t for t in topics(run)[::-1]}.values())[::-1]


def threshold_rows(run: Run, chosen: tuple[Topic, ...]) -> list[dict]:
    """A row per topic, data set and method that has break-even points."""
    rows = []
    for topic in chosen:
        for method in methods_of(run, PAPER, topic.dataset):
            figures = of_class(run, topic.dataset, topic.label, method)
            if figures.get("break_even") is None or method == "majority":
                continue
            fixed = figures.get("fixed") or {}
            row: Row = {
                "topic": topic.name,
                "dataset": dataset_cell(topic.dataset),
                "method": method_cell(method),
            }
            row |= {
                "swept": figures["break_even"],
                "fixed": fixed.get("break_even"),
                "f1_fixed": fixed.get("f1"),
            }
            row |= {
                "precision": fixed.get("precision"),
                "recall": fixed.get("recall"),
                "f1": figures.get("f1"),
                "average_precision": figures.get("average_precision"),
            }
            rows.append(row | {"optimism": None if row["fixed"] is None else row["swept"] - row["fixed"]})
    return rows


def thresholds(run: Run) -> Part | None:
    """The threshold moved over the test documents against that of training documents."""
    rows, leading = threshold_rows(run, topics(run)), threshold_rows(run, leading_topics(run))
    if not rows:
        return None
    means = [
        _means(m, [r for r in leading if r["method"].value == m])
        for m in dict.fromkeys(r["method"].value for r in leading)
    ]
    means = [m | {"method": method_cell(m["method"])} for m in means]
    keys = {"method", "swept", "fixed", "optimism", "f1_fixed", "f1", "average_precision"}
    columns = [c for c in THRESHOLD_COLUMNS if c.key in keys]
    columns[0] = Column("method", "Method", "id")
    columns.append(Column("largest", "Largest optimism", "points", "Of all topics"))
    columns.append(Column("topics", "Topics", "integer", "Rows of the mean"))
    caption = (
        "The threshold of the test documents and of training documents, mean over topics, on the paper's "
        "documents where they are."
    )
    brief = Table("kang2006_thresholds_mean", caption, tuple(columns), tuple(means))
    there = ("swept", "fixed", "optimism")  # on the page with all papers
    wide = tuple(c._replace(hidden=c.key in there) for c in THRESHOLD_COLUMNS)
    full = Table(
        "kang2006_thresholds",
        "The threshold of the test documents and of training documents, by topic.",
        wide,
        tuple(rows),
    )
    sentences = (
        "The paper moves the threshold over the test documents until precision equals recall. Here it "
        "is also fixed before: "
        "at the point where they are equal on training documents, each scored by a model that did not "
        "see it.",
    )
    return Part(
        "Threshold moved on the test set, and fixed on training documents", sentences, (brief,), (full,)
    )


def _means(method: str, rows: list[dict]) -> dict:
    keys = ("swept", "fixed", "optimism", "f1_fixed", "f1", "average_precision")
    row = {k: mean([r[k] for r in rows]) for k in keys}
    gaps = [r["optimism"] for r in rows if r["optimism"] is not None]
    return {"method": method, **row, "largest": max(gaps, default=None), "topics": len(rows)}


def mean(values: Iterable[float | None]) -> float | None:
    """Mean of the numbers that are there, None without any."""
    numbers = [v for v in values if v is not None]
    return math.fsum(numbers) / len(numbers) if numbers else None


def _standing(run: Run, leading: Sequence[Topic], lead: str) -> str:
    """On how many topics a method is above each of the paper's, and level with it."""
    standings = []
    for other in run.published.methods:
        both = [(break_even(run, t, lead), break_even(run, t, other)) for t in leading]
        pairs = [(a, b) for a, b in both if other != LEAD and a is not None and b is not None]
        level = sum(a == b for a, b in pairs)
        if pairs:
            standings.append(
                f"{other} on {sum(a > b for a, b in pairs)}" + (f" (level on {level})" if level else "")
            )
    if not standings:
        return ""
    claim = "; the paper says: above all but the SVM" if lead == LEAD else ""
    return (
        f"By break-even points {lead} is above {formats.listing(standings)} of "
        f"{formats.plural(len(leading), 'topic')}{claim}."
    )


def summaries(run: Run) -> tuple[str, ...]:
    """What the section shows of texts, in sentences."""
    ran_topics = topics(run)
    if not ran_topics:
        return ()
    leading = leading_topics(run)
    standings = [_standing(run, leading, lead) for lead in (LEAD, *run.published.scaled)]
    sentences = [s for s in standings if s]
    judged: dict[str, list[str]] = {}
    for row in published(run).rows:
        if (verdict := raw(row["verdict"])) in VERDICTS[:2]:
            judged.setdefault(raw(row["method"]), []).append(verdict)
    if judged:
        near = formats.listing(
            f"{m} on {ran_topics.count(VERDICTS[0])} of {len(ran_topics)}" for m, ran_topics in judged.items()
        )
        sentences.append(f"Near the figures that others published on the same documents: {near}.")
    gap = mean([r["optimism"] for r in threshold_rows(run, leading)])
    if gap is not None:
        sentences.append(
            f"Moving the threshold over the test documents is worth {formats.text(gap, 'points')} "
            "points on average."
        )
    return tuple(sentences)

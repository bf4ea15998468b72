"""Tables of the run's protocols and experiments: purpose, size, and where the page shows their results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from naivebench.benchmark.results.context import Results, protocols_of
from naivebench.benchmark.results.formats import plural
from naivebench.benchmark.results.summaries import Key, Summary
from naivebench.benchmark.results.tables import Cell, Column, Table, View
from naivebench.report.cells import Run
from naivebench.report.columns import PROTOCOL
from naivebench.report.overview import ranking, scheme
from naivebench.report.papers import paper

PROTOCOLS = (
    Column("protocol", "Protocol", "id"),
    Column("title", "Purpose", "long"),
    Column("scheme", "Folds", "long"),
    Column("datasets", "Data sets", "integer", "With a score"),
    Column("methods", "Methods", "integer", "With a score"),
    Column(
        "shown",
        "Shown in",
        "text",
        "Tables and figures other than those of scores and ranks, which have all protocols",
    ),
)
EXPERIMENTS = (
    Column("experiment", "Experiment", "id"),
    Column("title", "Question", "long"),
    PROTOCOL,
    Column("datasets", "Data sets", "integer", "With a score"),
    Column("methods", "Methods", "integer", "With a score"),
    Column("cells", "Cells", "integer", "A method on a data set, with a score"),
    Column("asked", "Asked for", "integer", "Cells that the experiment names"),
    Column("shown", "Shown in", "text"),
)
NO_RANKING = "a ranking needs two methods with scores on the same two data sets"


def homes(protocols: Iterable[str], learning: Iterable[str], sections: Iterable[str]) -> dict[str, str]:
    """Protocol -> id of the section of the page that shows its results.

    This is `learning` for learning curves, `scores` for the honest protocol, and otherwise the section of the
    paper after which the protocol is named or of a paper that uses it. Other protocols are in the section
    `protocols`. `sections`: ids of the papers' sections on this page.
    """
    there = set(sections)
    known = [key for key in paper.keys() if key in there]  # noqa: SIM118 (a function of the module)
    of_paper = {p: key for key in known for p in paper.read(key).protocols.values()}
    of_paper |= {p: p.rpartition("/")[2] for p in of_paper if p.rpartition("/")[2] in there}
    curves = set(learning)
    return {
        p: "learning" if p in curves else "scores" if p == "honest" else of_paper.get(p, "protocols")
        for p in protocols
    }


def protocols(results: Results, home: Mapping[str, str]) -> Table:
    """Table of the protocols under which the run has or expects results, one row each."""
    configured = protocols_of(results)
    rows = []
    for name in home:
        frame = results.learning if name in set(results.learning["protocol"]) else results.scores
        part, protocol = frame[frame["protocol"] == name], configured.get(name)
        sizes = len(protocol.get("folds", {}).get("train_cases", ())) if protocol else 0
        rows.append(
            {
                "protocol": name,
                "title": protocol.get("title", name) if protocol else name,
                "scheme": plural(sizes, "size") + " of the training part" if sizes else scheme(results, name),
                "datasets": part["dataset"].nunique(),
                "methods": part["method"].nunique(),
                "shown": Cell(home[name], href=f"#{home[name]}"),
            }
        )
    return Table("protocol_list", "The protocols of this run.", PROTOCOLS, tuple(rows))


def experiments(results: Results, run: Run, scored: Iterable[Key]) -> Table:
    """Table of the experiments of the configuration, one row each."""
    there, ranked = set(scored), {e.experiment for e in results.by_experiment}
    main, curves = {e.experiment for e in results.comparisons}, set(results.learning["protocol"])
    learned = results.learning[["protocol", "dataset", "method"]].drop_duplicates()
    there |= set(learned.itertuples(index=False, name=None))
    rows = []
    for name, e in run.experiments.items():
        cells = [(e.protocol, d, m) for d in e.datasets for m in e.methods]
        found = [c for c in cells if c in there]
        shown = (
            Cell("main of its protocol", href="#table-ranking")
            if name in main
            else Cell("below", href=f"#experiment-{name}")
            if name in ranked
            else Cell("learning curves", href="#learning")
            if e.protocol in curves
            else Cell("scores alone", href="#scores", title=NO_RANKING)
        )
        rows.append(
            {
                "experiment": name,
                "title": e.title,
                "protocol": e.protocol,
                "datasets": len({d for _, d, _ in found}),
                "methods": len({m for *_, m in found}),
                "cells": len(found),
                "asked": len(cells),
                "shown": shown,
            }
        )
    return Table("experiments", "The experiments of this run.", EXPERIMENTS, tuple(rows))


def others(results: Results, summary: Summary) -> dict[str, Table]:
    """Experiment -> its ranking by the primary metric, for experiments that are not the main one of their
    protocol.

    The overview has the rankings of main experiments.
    """
    found = {}
    for entry in results.by_experiment:
        if not entry.main and entry.metric == results.primary[1]:
            table = ranking(results, summary, entry.protocol, entry.metric, entry)
            title = entry.experiment_title or entry.experiment
            found[entry.experiment or ""] = table._replace(caption=f"{title}. {table.caption}")
    return found


def other_views(results: Results, summary: Summary) -> list[View]:
    """The rankings of `others` for the CSV, with the experiment as first column."""
    under = {e.experiment or "": e.protocol for e in results.by_experiment}
    lead = Column("experiment", "Experiment")
    return [
        View(
            under[name],
            results.primary[1],
            table._replace(
                id="ranking_experiments",
                columns=(lead, *table.columns),
                rows=tuple({"experiment": name, **row} for row in table.rows),
            ),
        )
        for name, table in others(results, summary).items()
    ]

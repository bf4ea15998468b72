"""Status of the cells of the benchmark: whether each has a score, the reason if not, and the files that the
score was computed from.

A cell is a method on a data set under a protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from naivebench.benchmark import configuration
from naivebench.benchmark.results.context import Failure, Results
from naivebench.benchmark.results.summaries import Key, Summary
from naivebench.benchmark.results.tables import Cell, Column, Table
from naivebench.report.problems import folds_text

if TYPE_CHECKING:
    from naivebench.benchmark.configuration.shapes import Part

# protocol -> data set -> files of predictions, blank-separated -> methods in them
Origins = dict[str, dict[str, dict[str, list[str]]]]
Failures = dict[Key, list[Failure]]  # failures by cell


class Mark(NamedTuple):
    """A symbol shown in place of a missing score, and its meaning."""

    symbol: str
    meaning: str


NOT_CONFIGURED = "not configured"
MARKS = {
    "not applicable": Mark("n/a", "the method does not take such attributes"),
    "unavailable": Mark("∅", "the data, or a package that the method needs, could not be obtained here"),
    "failed": Mark("×", "an error, or more time or memory than allowed"),
    NOT_CONFIGURED: Mark("·", "no experiment asks for it"),
}
KIND_OF = {"timeout": "failed"}  # statuses of results/failures.csv whose mark has another name
PARTLY = "†"  # follows a score that lacks folds
SCORES, PREDICTIONS = "results/scores/{}.parquet", "results/predictions/{}/{}.npz"

COLUMNS = (
    *(Column(c, c) for c in ("protocol", "dataset", "method", "status", "folds", "reason", "remedy")),
    *(Column(c, c) for c in ("fold_scores", "predictions")),
)


class Run(NamedTuple):
    """The experiments and cells that a run is configured to compute; empty if the results lack a complete
    configuration.
    """

    experiments: dict[str, Part]
    files: dict[Key, list[str]]  # cell -> its files of predictions


def configured(results: Results) -> Run:
    """The experiments, cells and files of predictions that follow from results/config.json."""
    if "experiments" not in results.config.get("config", {}):
        return Run({}, {})
    whole = configuration.stored(results.config)
    files = {key: [PREDICTIONS.format(*key)] for key in configuration.cells(whole)}
    return Run(configuration.parts(whole), files)


def failures_by_cell(results: Results, run: Run) -> Failures:
    """Cell -> rows of failures.csv. An empty protocol or method in a row matches all of them in the run."""
    # a method without any score is only in the configuration
    protocols, methods = (
        dict.fromkeys([*known, *(key[i] for key in run.files)])
        for i, known in ((0, results.protocols), (2, results.methods))
    )
    by_cell: Failures = {}
    for row in results.failures:
        for protocol in [row.protocol] if row.protocol else protocols:
            for method in [row.method] if row.method else methods:
                key = protocol, row.dataset, method
                if row.method or not run.files or key in run.files:
                    by_cell.setdefault(key, []).append(row)
    return by_cell


def status(failed: Sequence[Failure], asked: bool = False) -> str:
    """The key in `MARKS` for a cell without a score. A configured (`asked`) cell without a recorded failure
    has failed.
    """
    if failed:
        return KIND_OF.get(failed[0].status, failed[0].status)
    return "failed" if asked else NOT_CONFIGURED


def reason(failed: Sequence[Failure], asked: bool = False) -> str:
    """Reason why a cell has no score, as a sentence that is never empty."""
    if failed:
        row = failed[0]
        return f"{row.status}: {row.reason}" + (f" ({row.remedy})" if row.remedy else "")
    return "failed: no record of it" if asked else f"{NOT_CONFIGURED}: {MARKS[NOT_CONFIGURED].meaning}"


def missing_cell(failed: Sequence[Failure], asked: bool = False) -> Cell:
    """The mark of a missing score, with the reason as its tooltip."""
    symbol = MARKS.get(status(failed, asked), MARKS["failed"]).symbol
    return Cell(None, symbol, "miss", reason(failed, asked))


def table(results: Results, summary: Summary, run: Run, failures: Failures) -> Table:
    """Table of all cells that are configured or have a score or a failure: status, reason and files."""
    named = {(p, d, m) for p, d, m in failures if any(r.method for r in failures[p, d, m])}
    learned = results.learning[["protocol", "dataset", "method"]].drop_duplicates()
    with_score = set(summary.means) | set(learned.itertuples(index=False, name=None))
    cells = set(run.files) | with_score | (named if not run.files else set())
    rows = []
    for key in sorted(cells, key=_order(results)):
        failed, scored = failures.get(key, []), key in with_score
        row = dict(zip(("protocol", "dataset", "method"), key, strict=True))
        row["status"] = (
            ("partly scored" if failed else "scored") if scored else status(failed, key in run.files)
        )
        row["folds"] = folds_text(failed)
        row["reason"] = failed[0].reason if failed else "" if scored else reason(failed, key in run.files)
        row["remedy"] = failed[0].remedy if failed else ""
        row["fold_scores"] = SCORES.format(key[0]) if scored else ""
        row["predictions"] = " ".join(run.files.get(key, ())) if scored else ""
        rows.append(row)
    caption = "Every cell with its score or the reason why it has none, and its files."
    return Table("cells", caption, COLUMNS, tuple(rows))


def _order(results: Results) -> Callable[[Key], tuple[int, str, int]]:
    """Make a sort key for cells; protocols and methods are in the order of the results."""
    places = [{name: i for i, name in enumerate(names)} for names in (results.protocols, results.methods)]
    return lambda key: (places[0].get(key[0], len(places[0])), key[1], places[1].get(key[2], len(places[1])))


def origins(run: Run, scored: Iterable[Key]) -> Origins:
    """Nested mapping for the page's script: protocol -> data set -> blank-separated files of predictions ->
    methods in these files.
    """
    nested: Origins = {}
    for protocol, dataset, method in sorted(set(run.files) & set(scored)):
        files = " ".join(run.files[protocol, dataset, method])
        nested.setdefault(protocol, {}).setdefault(dataset, {}).setdefault(files, []).append(method)
    return nested


def how_to_load(dataset: str, protocol: str, method: str, files: list[str]) -> str:
    """Two lines of Python that load the fold scores and log posteriors of a cell; to be run in the folder of
    the run.
    """
    return (
        f'folds = pandas.read_parquet("{SCORES.format(protocol)}")'
        f".query(\"dataset == '{dataset}' and method == '{method}'\")\n"
        f'log_posteriors = numpy.load("{files[0]}")["log_proba/{method}"]'
    )

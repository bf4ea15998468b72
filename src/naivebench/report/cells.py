"""One cell of the benchmark, a method on a data set under a protocol: whether it has a score, why not, and
which files hold what the score was computed from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from naivebench.benchmark import configuration, plan
from naivebench.benchmark.jobs.settings import predictions
from naivebench.benchmark.results.context import Failure, Results
from naivebench.benchmark.results.summaries import Key, Summary
from naivebench.benchmark.results.tables import Cell, Column, Table
from naivebench.report.problems import folds_text

if TYPE_CHECKING:
    from naivebench.benchmark.configuration.shapes import Part

# protocol -> data set -> files of predictions, blank-separated -> methods in them
Origins = dict[str, dict[str, dict[str, list[str]]]]
Failures = dict[Key, list[Failure]]  # of every cell


class Mark(NamedTuple):
    """What stands in place of a score, and what it means."""

    symbol: str
    meaning: str


NOT_CONFIGURED = "not configured"
MARKS = {
    "not applicable": Mark("n/a", "the method does not take such attributes"),
    "unavailable": Mark("∅", "the data, or a package that the method needs, could not be had here"),
    "failed": Mark("×", "an error, or more time or memory than allowed"),
    NOT_CONFIGURED: Mark("·", "no experiment asks for it"),
}
KIND_OF = {"timeout": "failed"}  # a status of results/failures.csv -> its mark, where they differ
PARTLY = "†"  # behind a score that lacks folds
SCORES = "results/scores/{}/{}.csv"

COLUMNS = (
    *(Column(c, c) for c in ("protocol", "dataset", "method", "status", "folds", "reason", "remedy")),
    *(Column(c, c) for c in ("fold_scores", "predictions")),
)


class Run(NamedTuple):
    """What the configuration of a run asks for; empty where the results hold no whole configuration."""

    experiments: dict[str, Part]
    files: dict[Key, list[str]]  # every cell -> its files of predictions


def configured(results: Results) -> Run:
    """The experiments, cells and files of predictions that results/config.json stands for."""
    if "experiments" not in results.config.get("config", {}):
        return Run({}, {})
    whole = configuration.stored(results.config)
    units = plan.units(
        configuration.cells(whole),
        whole.config.protocols,
        whole.datasets,
        whole.methods,
        whole.config.grain,
    )
    files: dict[Key, list[str]] = {}
    for unit in units:
        for method in unit.methods:
            files.setdefault((unit.protocol, unit.dataset, method), []).append(
                f"{predictions([unit])[0]}.npz"
            )
    return Run(configuration.parts(whole), files)


def failures_by_cell(results: Results, run: Run) -> Failures:
    """Cell -> rows of failures.csv; an empty protocol or method stands for all that the run asks for."""
    by_cell: Failures = {}
    for row in results.failures:
        for protocol in [row.protocol] if row.protocol else results.protocols:
            for method in [row.method] if row.method else results.methods:
                key = protocol, row.dataset, method
                if row.method or not run.files or key in run.files:
                    by_cell.setdefault(key, []).append(row)
    return by_cell


def status(failed: Sequence[Failure], asked: bool = False) -> str:
    """The key of `MARKS` of a cell without a score; one that was `asked` for and left no trace has failed."""
    if failed:
        return KIND_OF.get(failed[0].status, failed[0].status)
    return "failed" if asked else NOT_CONFIGURED


def reason(failed: Sequence[Failure], asked: bool = False) -> str:
    """One sentence, never empty."""
    if failed:
        row = failed[0]
        return f"{row.status}: {row.reason}" + (f" ({row.remedy})" if row.remedy else "")
    return "failed: no record of it" if asked else f"{NOT_CONFIGURED}: {MARKS[NOT_CONFIGURED].meaning}"


def missing_cell(failed: Sequence[Failure], asked: bool = False) -> Cell:
    """The mark of a score that is not there, its reason on hover."""
    symbol = MARKS.get(status(failed, asked), MARKS["failed"]).symbol
    return Cell(None, symbol, "miss", reason(failed, asked))


def table(results: Results, summary: Summary, run: Run, failures: Failures) -> Table:
    """Every cell that the run asks for or that has a score or a failure: its status, the reason, its
    files.
    """
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
        row["fold_scores"] = SCORES.format(*key[:2]) if scored else ""
        row["predictions"] = " ".join(run.files.get(key, ())) if scored else ""
        rows.append(row)
    return Table("cells", "Every cell: scored or why not, and its files.", COLUMNS, tuple(rows))


def _order(results: Results) -> Callable[[Key], tuple[int, str, int]]:
    """Sort key of cells: protocols and methods in the order of the results."""
    places = [{name: i for i, name in enumerate(names)} for names in (results.protocols, results.methods)]
    return lambda key: (places[0].get(key[0], len(places[0])), key[1], places[1].get(key[2], len(places[1])))


def origins(run: Run, scored: Iterable[Key]) -> Origins:
    """Protocol -> data set -> files of predictions, blank-separated -> methods in them, for the page's
    script.
    """
    nested: Origins = {}
    for protocol, dataset, method in sorted(set(run.files) & set(scored)):
        files = " ".join(run.files[protocol, dataset, method])
        nested.setdefault(protocol, {}).setdefault(dataset, {}).setdefault(files, []).append(method)
    return nested


def how_to_load(dataset: str, protocol: str, method: str, files: list[str]) -> str:
    """Two lines of Python, in the folder of the run, for the fold scores and the log posteriors of a cell."""
    return (
        f'folds = pandas.read_csv("{SCORES.format(protocol, dataset)}").query("method == \'{method}\'")\n'
        f'log_posteriors = numpy.load("{files[0]}")["log_proba/{method}"]'
    )

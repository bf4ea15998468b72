"""The section that compares all papers with this run: a table and a sentence for each paper, and one CSV
file.
"""

from __future__ import annotations

import statistics
from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import listing, plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Column, Row, Table, raw
from naivebench.report.papers.beside import KIND, count
from naivebench.report.papers.paper import Paper
from naivebench.report.papers.rows import FITTED, LABELS, ORDINARY, Measured, PaperRow, counted, rows
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import DEFINITION

READ = (
    f"{DEFINITION} Scores on generated samples, reduced or altered data and substitutes are marked with "
    f"their kind and do not count as reproductions. Optimism is the score under the paper's protocol "
    f"minus the honest score, with"
    " the same settings. On shuffled labels nothing can be learned, so any gain of a protocol over a "
    "constant prediction there is optimism. Accuracies are k/N over the test cases of all folds "
    "together; the means over the folds are listed under Scores."
)
REMAIN = "Where attributes remain (nominal data sets, and numbers with the cut points of the true labels)"
NO_HONEST = "No row has an honest score under another protocol to compare with."
NO_SHUFFLED = "No data set of these rows was run on shuffled labels."
COLUMNS = (
    Column("paper", "Paper", hidden=True),
    Column("protocol", "Protocol", hidden=True),
    Column(
        "dataset",
        "Data set",
        "id",
        "Hover over a cell to see which data set of the paper it is or represents",
    ),
    Column("printed_name", "As printed", "text", hidden=True),
    KIND,
    Column("method", "Method", "text"),
    Column("settings", "Settings", "text", f"* = {FITTED}"),
    Column("figure", "Figure", hidden=True),
    Column("cases", "N", "integer", "Number of cases behind the score"),
    Column("printed_count", "Printed k", "rank", "Correct cases implied by the printed score"),
    Column("printed", "Printed %", "percent"),
    Column(
        "reproduced",
        "This run",
        "percent",
        "Percentage of correct cases k/N under the paper's protocol, pooled over the cases of a run; mean"
        " over the runs",
    ),
    Column("correct", "k", "rank", hidden=True),
    Column("tested", "Tested", "integer", hidden=True),
    Column("runs", "Runs", "integer", hidden=True),
    Column("verdict", "Verdict"),
    Column("why", "Why", hidden=True),
    Column(
        "honest",
        "Honest % [95%]",
        "percent",
        "Score with everything learned and chosen inside the training part. The interval is Wilson's for"
        " pooled accuracies, and the corrected resampled t interval over the folds for other means",
    ),
    Column("honest_low", "Lower end", "percent", hidden=True),
    Column("honest_high", "Upper end", "percent", hidden=True),
    Column("honest_protocol", "Honest protocol", hidden=True),
    Column("honest_figure", "Honest score", hidden=True),
    Column(
        "optimism",
        "Optimism",
        "points",
        "Score of this run under the paper's protocol minus the honest score, in points, with the same"
        " settings. A score outside the honest interval makes it bold",
    ),
    Column(
        "permuted",
        "Shuffled",
        "points",
        "The paper's protocol on shuffled labels, minus the score of a constant prediction",
    ),
    Column("log_loss", "Log loss", "score", "Honest log loss in nats, over all classes"),
    Column(
        "better",
        "P(better)",
        "rank",
        "Probability of being better than the paper's naive Bayes by more than one point, over honest folds",
    ),
    Column("rope", "P(rope)", "rank", "Probability of being within one point of the paper's naive Bayes"),
    Column(
        "worse",
        "P(worse)",
        "rank",
        "Probability of being worse than the paper's naive Bayes by more than one point",
    ),
    Column("reference", "Against", hidden=True),
)


class Section(NamedTuple):
    """Content of the page about all papers."""

    papers: tuple[tuple[Paper, str, Table], ...]  # with its sentence and table
    table: Table  # all rows, for the CSV file
    rows: tuple[PaperRow, ...]
    read: str = READ

    @property
    def tables(self) -> tuple[Table, ...]:
        """Tables for the CSV files."""
        return (self.table,)


def section(several: tuple[Run, ...]) -> Section | None:
    """The tables of all papers that have rows in this run, or None if no paper has any."""
    shown, together = [], list[PaperRow]()
    for run in several:
        made = rows(run)
        if not made:
            continue
        references = listing(dict.fromkeys(r.reference for r in made if r.reference), "or")
        note = run.paper.rows[0].about + (f" P: against {references}." if references else "")
        title = f"{run.paper.title}."
        shown.append((run.paper, sentence(made), table(f"papers_{run.paper.id}", title, made, note)))
        together += made
    if not shown:
        return None
    whole = table("papers", "The papers against this run.", tuple(together))
    return Section(tuple(shown), whole, tuple(together))


def table(id_: str, caption: str, several: tuple[PaperRow, ...], note: str = "") -> Table:
    """Table of the rows; the tooltip of an empty cell explains why it is empty.

    The column of settings is hidden if all settings are the paper's.
    """
    plain = all(row.settings == ORDINARY for row in several)
    columns = tuple(c._replace(hidden=c.hidden or (plain and c.key == "settings")) for c in COLUMNS)
    metrics = listing(dict.fromkeys(LABELS.get(r.metric, r.metric.replace("_", " ")) for r in several))
    note = f"{formats.capital(metrics)}. {note}".strip()
    return Table(id_, caption, columns, tuple(_line(row) for row in several), note)


def sentence(several: tuple[PaperRow, ...]) -> str:
    """Sentences on how many rows have which verdict, for each kind of settings, and on the median effects.

    The effects are optimism and the excess on shuffled labels. The excess is 0 where numeric attributes have
    no cut points; it is therefore reported again for the data sets on which attributes remain.
    """
    texts = []
    for settings in (ORDINARY, FITTED):
        chosen = [row for row in several if row.settings == settings]
        if chosen:
            verdicts = listing(f"{n} {_are(n)} {v}" for v, n in counted(chosen).items() if n)
            own = "the paper's settings" if settings == ORDINARY else f"settings {settings}"
            texts.append(f"Of {plural(len(chosen), 'row')} with {own}, {verdicts}.")
    fair = sum(row.fair and row.settings == ORDINARY for row in several)
    same = f" In {plural(fair, 'row')}, the paper's protocol is honest already." if fair else ""
    optimism = _medians([(r, r.optimism) for r in several if not r.fair])
    texts.append(f"The median optimism is {optimism}.{same}" if optimism else f"{NO_HONEST}{same}")
    extra = _medians([(r, r.excess) for r in several])
    kept = _medians([(r, r.kept) for r in several])
    texts.append(f"The median excess on shuffled labels is {extra}." if extra else NO_SHUFFLED)
    texts += [f"{REMAIN}, it is {kept}."] if kept else []
    return " ".join(texts)


def _are(n: int) -> str:
    return "is" if n == 1 else "are"


def _medians(values: list[tuple[PaperRow, float | None]]) -> str:
    """For each metric the median of the values over the rows, how many are above 0, and the largest; ""
    without values.
    """
    found: dict[str, list[float]] = {}
    for row, value in values:
        if value is not None:
            found.setdefault(LABELS.get(row.metric, row.metric.replace("_", " ")), []).append(value)
    texts = []
    for figure, several in found.items():
        middle, most = (formats.text(v, "points") for v in (statistics.median(several), max(several)))
        above = sum(v > 1e-12 for v in several)
        rows_ = f"{plural(len(several), 'row')}, {above} above 0, at most {most}"
        texts.append(f"{middle} points{f' of {figure}' if len(found) > 1 else ''} ({rows_})")
    return listing(texts)


def _line(row: PaperRow) -> Row:
    fitted = row.settings == FITTED
    cells: Row = {
        "paper": row.paper,
        "protocol": row.protocol,
        "dataset": dataset_cell(row.stand.id)._replace(title=f"{row.stand.kind}: {row.stand.printed}"),
        "printed_name": row.stand.printed,
        "kind": Cell(row.stand.kind, css="" if row.stand.kind == "exact" else "quiet", title=row.stand.about),
        "method": method_cell(row.method),
        "settings": Cell(row.settings, "*" if fitted else "", title=row.settings),
        "figure": LABELS.get(row.metric, row.metric.replace("_", " ")),
        "cases": row.cases,
        "printed_count": _count_cell(row.agreement.implied),
        "printed": _printed(row),
        "verdict": Cell(
            row.agreement.verdict, row.agreement.verdict + (" *" if fitted else ""), title=row.agreement.why
        ),
        "why": row.agreement.why or None,
        "reference": row.reference or None,
        "honest_protocol": row.honest_protocol,
        "honest_figure": LABELS.get(row.honest_metric, row.honest_metric.replace("_", " ")),
        "permuted": _none("no score on shuffled labels in this run") if row.excess is None else row.excess,
        "log_loss": _none("no log loss in this run") if row.log_loss is None else row.log_loss,
    }
    if row.ours:
        cells["reproduced"] = _reproduced(row.ours)
        cells |= {"correct": row.ours.correct, "tested": row.ours.tested, "runs": row.ours.runs}
    return cells | _honest(row) | _odds(row)


def _none(why: str) -> Cell:
    return Cell(None, css="quiet", title=why)


def _count_cell(number: float | None) -> Cell | None:
    return None if number is None else Cell(number, count(number))


def _printed(row: PaperRow) -> Cell:
    """The printed number, a percentage, with its standard deviation."""
    if row.figure is None or row.figure.value is None:
        return _none("nothing to compare with")
    std = "" if row.figure.std is None else f" ± {row.figure.std:.2f}"
    return Cell(round(row.figure.value / 100, 12), f"{row.figure.value:.2f}{std}")


def _reproduced(ours: Measured) -> Cell:
    percent = formats.text(ours.value, "percent")
    return Cell(
        ours.value, percent if ours.correct is None else f"{count(ours.correct)}/{ours.tested:,}, {percent}"
    )


def _honest(row: PaperRow) -> Row:
    if row.honest is None:
        why = f"no score under {row.honest_protocol or 'an honest protocol'} in this run"
        return {"honest": _none(why), "optimism": _none(why)}
    limits = "" if row.low is None or row.high is None else f" [{100 * row.low:.1f} – {100 * row.high:.1f}]"
    text = formats.text(row.honest.value, "percent") + limits + (", same" if row.fair else "")
    why = "the paper's own folds: everything is learned in the training part" if row.fair else ""
    cells: Row = {
        "honest": Cell(row.honest.value, text, title=why),
        "honest_low": row.low,
        "honest_high": row.high,
    }
    if row.optimism is None:
        return cells | {"optimism": _none("other settings than those of the honest score")}
    outside = (
        row.low is not None
        and row.high is not None
        and row.ours
        and not row.low <= row.ours.value <= row.high
    )
    css = "quiet" if row.fair else "strong" if outside else ""
    return cells | {"optimism": Cell(row.optimism, css=css, title="the same figure" if row.fair else "")}


def _odds(row: PaperRow) -> Row:
    if row.odds:
        return dict(row.odds._asdict())
    if row.method == row.reference:
        return {"better": Cell(None, "reference", "quiet"), "rope": None, "worse": None}
    why = f"{row.method} and {row.reference or 'naive Bayes'} do not share two test parts in this run"
    return dict.fromkeys(("better", "rope", "worse"), _none(why))


def elsewhere(several: tuple[Row, ...], shown: Section | None) -> tuple[Row, ...]:
    """The rows of the table of protocols that have an optimism and are not in the section of the papers."""
    there = set()
    if shown:
        ids = {paper.id: paper.protocols.values() for paper, _, _ in shown.papers}
        there = {(p, row.stand.id, row.method) for row in shown.rows for p in ids[row.paper]}
    return tuple(
        r
        for r in several
        if r["optimism"] is not None and (r["protocol"], raw(r["dataset"]), raw(r["method"])) not in there
    )

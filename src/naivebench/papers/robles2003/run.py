"""Robles et al. 2003: every printed figure beside the case counts of this run, a verdict, and what is left of
it under the honest protocol.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from naivebench.papers.before.rows import Place, excess
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.parts import PUBLISHED, dataset_cell, method_cell
from naivebench.results.summaries import Summary, accuracy_interval, mean_std
from naivebench.results.tables import Cell, Column, Row, Table

PAPER, PERMUTED, HONEST = "paper/robles2003", "permuted/robles2003", "honest"
# with the settings that the printed figures betray: judged before PAPER where a method has both
PRINTED = "paper/robles2003-printed"
PRINTED_RUNS = 10
VERDICTS = ("exact", "within interval", "not reproduced", "no target")
RULE = (
    "Verdict: exact = the number of correct cases of every run gives the printed percentage, rounded "
    "or cut to its two decimals "
    "(printed standard deviation none or 0.00); "
    "within interval = the mean count differs from the count that the print implies by at most two "
    "pooled standard errors "
    "of the two means over runs, or, "
    "where this run has one value only, by at most one printed standard deviation, plus half a unit of "
    "the last printed digit; "
    "no target = no accuracy is printed."
)


class Source(NamedTuple):
    """Where a method stands in the paper.

    `printed` is its name there ('' if none); `lost` tells that its percentages are (k-1)/(N-1).
    """

    printed: str
    table: str
    lost: bool = False


SOURCES = {
    "nb": Source("NB", "3"),
    "ienb": Source("IENB", "3", True),
    "iterative_bayes": Source("IterativeBayes", "3"),
    "apnbc_eda": Source("APNBC-EDA", "4"),
    "apnbc": Source("APNBC", "4"),
    "fssj": Source("FSSJ", "5", True),
    "bsej": Source("BSEJ", "5", True),
    "pazzani_eda": Source("Pazzani-EDA", "6", True),
    "pazzani_eda_ienb": Source("", "6", True),
}
CAPTIONS = {
    "3": "Table 3: naive Bayes, interval estimation naive Bayes, Iterative Bayes.",
    "4": "Table 4: adjusted probability naive Bayes, by a distribution's search and by the greedy one.",
    "5": "Table 5: greedy structures, forward (FSSJ) and backward (BSEJ).",
    "6": "Table 6: structures by a distribution's search (Pazzani-EDA), and with interval estimation on top.",
}
ELSEWHERE = "Printed percentages, honest accuracies, optimism and shuffled labels: Papers against this run."
SIZES = {"evaluations": "evaluations", "attributes_used": "n_attributes_used", "groups": "n_groups"}


class Published(NamedTuple):
    """The printed figures: (data set, method, metric) as the paper names them -> (value, standard deviation
    or None, provenance); and the notes.
    """

    figures: dict[tuple[str, str, str], tuple[float, float | None, str]]
    general: tuple[str, ...]
    notes: dict[str, dict[str, str]]


class Case(NamedTuple):
    """A method on a data set: the print, and the correct cases of every run under the paper's protocol."""

    printed_name: str  # of the data set, as in the paper
    dataset: str
    method: str
    percent: float | None  # printed accuracy
    percent_std: float | None  # printed standard deviation
    cases: int  # N of the paper
    implied: float | None  # correct cases that the print implies
    counts: tuple[int, ...]  # correct cases of every run
    tested: int  # cases tested in a run
    verdict: str
    protocol: str = PAPER  # that the counts come from
    spec: tuple[int, ...] = ()  # correct cases of every run under PAPER, where the counts come from PRINTED


def read(folder: Path = PUBLISHED) -> Published | None:
    """The printed figures and notes in `folder`; None without `robles2003.csv`."""
    import yaml

    path, notes = folder / "robles2003.csv", folder / "robles2003_notes.yaml"
    if not path.is_file():
        return None
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    figures = {}
    for row in rows:
        for method in row["method"].split(", "):
            figures[row["dataset"], method, row["metric"]] = (
                float(row["value"]),
                float(row["std"]) if row["std"] else None,
                row["provenance"],
            )
    about = yaml.safe_load(notes.read_text(encoding="utf-8")) if notes.is_file() else {}
    return Published(figures, tuple(about.get("general", ())), about.get("notes", {}))


def _value(published: Published, dataset: str, method: str, metric: str) -> float | None:
    printed = published.figures.get((dataset, method, metric))
    return printed[0] if printed else None


def data_sets(results: Results, summary: Summary, published: Published) -> dict[str, str]:
    """Printed name -> data set that stands for it: the published sample, else a drawn one."""
    scored = {d for p, d, m in summary.pooled if p in (PAPER, PRINTED) and m in SOURCES}
    names = dict.fromkeys(d for d, _, metric in published.figures if metric == "accuracy_pct")
    sets = {}
    for name in names:
        ours = name.replace("m-of-n", "mofn")
        chosen = next((c for c in (f"{ours}-published", ours) if c in scored), None)
        if chosen:
            sets[name] = chosen
    return sets


def paper_cases(published: Published, name: str) -> int:
    """Number of cases that the printed percentages are shares of: as the NB column implies, else the test
    part, else all cases of Table 2.
    """
    choices = (("NB", "denominator_implied_by_printed_pct"), ("-", "n_validation"), ("-", "n_learning"))
    return int(next((v for c in choices if (v := _value(published, name, *c)) is not None), 0))


def run_counts(results: Results, protocol: str = PAPER) -> dict[tuple[str, str], tuple[tuple[int, ...], int]]:
    """(data set, method) -> correct cases of every run under a protocol of the paper, and the cases tested in
    a run.
    """
    frame = results.scores
    frame = frame[(frame["protocol"] == protocol) & (frame["metric"] == "accuracy")]
    frame = frame.assign(correct=(frame["value"].astype(float) * frame["n_test"].astype(float)).round())
    runs = (
        frame.groupby(["dataset", "method", "repeat"], observed=True)[["correct", "n_test"]]
        .sum()
        .sort_index()
    )
    counts: dict[tuple[str, str], tuple[tuple[int, ...], int]] = {}
    for (dataset, method, _), correct, tested in runs.itertuples():
        counts[dataset, method] = ((*counts.get((dataset, method), ((), 0))[0], int(correct)), int(tested))
    return counts


def implied_count(percent: float, cases: int, lost: bool) -> float:
    """Correct cases of `cases` behind a printed percentage; with `lost` it is (k-1)/(N-1).

    Whole where a whole number gives the percentage.
    """
    k = percent / 100 * (cases - lost) + lost
    return float(round(k)) if _gives(round(k), percent, cases, lost) else k


def _gives(k: int, percent: float, cases: int, lost: bool) -> bool:
    excess = 100 * (k - lost) / (cases - lost) - percent if cases > 1 else math.inf
    return -0.005 - 1e-9 <= excess < 0.01 - 1e-9  # the paper rounds some percentages and cuts others


def tolerance(counts: Sequence[float], percent_std: float | None, cases: int) -> float:
    """How far the mean count may be from the printed one: see RULE.

    In cases; the variance of the runs is pooled as in the two-sample t test.
    """
    deviation = (percent_std or 0.0) / 100 * cases
    half_digit = 0.005 / 100 * cases
    if len(counts) < 2:
        return deviation + half_digit
    freedom = (PRINTED_RUNS - 1, len(counts) - 1)
    variance = (freedom[0] * deviation**2 + freedom[1] * mean_std(counts)[1] ** 2) / sum(freedom)
    return 2 * math.sqrt(variance * (1 / PRINTED_RUNS + 1 / len(counts))) + half_digit


def _dropped(tested: int, cases: int, lost: bool) -> int:
    """1 if the first case, which the paper lost, is not among those tested: k here is k - 1 of N - 1."""
    return int(lost and tested == cases - 1)


def verdict(
    percent: float | None,
    percent_std: float | None,
    cases: int,
    lost: bool,
    counts: Sequence[int],
    tested: int,
) -> str:
    """One of VERDICTS; counts of another number of cases than the paper's reproduce nothing."""
    if percent is None:
        return "no target"
    if tested not in {cases, cases - lost}:
        return "not reproduced"
    dropped = _dropped(tested, cases, lost)
    if not percent_std and all(_gives(k + dropped, percent, cases, lost) for k in counts):
        return "exact"
    gap = abs(mean_std(counts)[0] + dropped - implied_count(percent, cases, lost))
    uncertain = bool(percent_std) or len(set(counts)) > 1
    return (
        "within interval" if uncertain and gap <= tolerance(counts, percent_std, cases) else "not reproduced"
    )


def plain_verdict(case: Case) -> str:
    """The verdict with the method's own defaults, where the settings of the case were found by comparison
    with the print; else its verdict.
    """
    return (
        verdict(case.percent, case.percent_std, case.cases, SOURCES[case.method].lost, case.spec, case.cases)
        if case.spec
        else case.verdict
    )


def gather(results: Results, summary: Summary, published: Published) -> list[Case]:
    """Every method on every data set that has scores under the paper's protocol, with the printed settings
    where they were run.
    """
    plain = run_counts(results)
    counts = {key: (PAPER, *value) for key, value in plain.items()}
    counts |= {key: (PRINTED, *value) for key, value in run_counts(results, PRINTED).items()}
    gathered = []
    for name, dataset in data_sets(results, summary, published).items():
        cases = paper_cases(published, name)
        for method, source in SOURCES.items():
            if (dataset, method) not in counts:
                continue
            percent, std, _ = published.figures.get((name, source.printed, "accuracy_pct"), (None, None, ""))
            protocol, ours, tested = counts[dataset, method]
            implied = None if percent is None else implied_count(percent, cases, source.lost)
            judged = verdict(percent, std, cases, source.lost, ours, tested)
            spec = plain.get((dataset, method), ((), 0))[0] if protocol == PRINTED else ()
            gathered.append(
                Case(
                    name, dataset, method, percent, std, cases, implied, ours, tested, judged, protocol, spec
                )
            )
    return gathered


COLUMNS = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("n_paper", "N", "integer", "Cases that the printed percentages are shares of", hidden=True),
    Column(
        "printed",
        "Printed %",
        "percent",
        "Accuracy as printed, with the standard deviation over 10 runs where there is one",
        hidden=True,
    ),
    Column("printed_std", "Printed SD", "percent", hidden=True),
    Column(
        "k_printed",
        "Printed k",
        "rank",
        "Correct cases k that the print implies: k/N for NB and APNBC-EDA, (k-1)/(N-1) for the others; "
        "settings 'print' test N-1 cases, so k-1 there",
        hidden=True,
    ),
    Column(
        "k_ours",
        "k",
        "rank",
        "Correct cases of this run under the paper's protocol; mean ± standard deviation over the runs",
    ),
    Column("k_ours_std", "SD of k", "rank", hidden=True),
    Column(
        "k_spec",
        "k by the spec",
        "rank",
        "Where the settings are those that the print betrays: k of all N cases with the method's own "
        "defaults",
    ),
    Column("runs", "Runs", "integer"),
    Column("tested", "Tested", "integer", hidden=True),
    Column(
        "settings",
        "Settings",
        "text",
        "spec = the defaults of the method; print = those that the printed figures betray (see the notes)",
    ),
    Column("verdict", "Verdict"),
    Column(
        "paper_accuracy",
        "Paper's protocol %",
        "percent",
        "k/N of this run under the paper's protocol",
        hidden=True,
    ),
    Column(
        "gain_printed",
        "Printed gain",
        "points",
        "Points over naive Bayes as printed; Iterative Bayes and APNBC: quoted from other papers",
    ),
    Column("gain_paper", "Gain", "points", "Points over naive Bayes of this run, paper's protocol"),
    Column("gain_honest", "Honest gain", "points", "Points over naive Bayes of this run, honest protocol"),
    Column(
        "honest",
        "Honest %",
        "percent",
        "Accuracy with cut points and search inside every training part",
        hidden=True,
    ),
    Column(
        "honest_low",
        "95% interval",
        "percent",
        "Wilson's interval of the honest accuracy; sorted by its lower end",
        hidden=True,
    ),
    Column("honest_high", "Upper end", "percent", hidden=True),
    Column(
        "optimism",
        "Optimism",
        "points",
        "Accuracy under the paper's protocol minus honest accuracy; bold: outside the honest interval",
        hidden=True,
    ),
    Column(
        "permuted",
        "On shuffled labels",
        "points",
        "Accuracy on shuffled labels, paper's protocol, minus the rate of the largest class; "
        "below zero where leave-one-out holds the left-out class to be the rarer one",
        hidden=True,
    ),
    Column("honest_log_loss", "Honest log loss", "score", hidden=True),
    Column(
        "evaluations", "Evaluations", "integer", "Printed / this run (mean over runs); sorted by this run"
    ),
    Column("attributes_used", "Attributes", "integer", "Printed / this run (mean over runs)"),
    Column("groups", "Groups", "integer", "Printed / this run (mean over runs)"),
    *(Column(f"{s}_printed", f"Printed {s}", "integer", hidden=True) for s in SIZES),
    Column("structure", "Structure", "long", "First run: attributes in one pair of braces are joined"),
    Column("note", "Note", "long"),
)


def _number(value: float | None) -> str:
    """A count: whole where it is, else with one decimal."""
    if value is None or math.isnan(value):
        return formats.DASH
    return f"{value:,.0f}" if abs(value - round(value)) < 1e-9 else f"{value:,.1f}"


def _share(percent: float | None) -> float | None:
    return None if percent is None else round(percent / 100, 12)


def printed_cell(percent: float | None, std: float | None) -> Cell | None:
    """A printed accuracy in percent with its standard deviation; None without."""
    if percent is None:
        return None
    return Cell(_share(percent), f"{percent:.2f}" + ("" if std is None else f" ± {std:.2f}"))


def _over_runs(mean: float, std: float) -> Cell:
    return Cell(mean, _number(mean) + ("" if math.isnan(std) else f" ± {std:.2f}"))


def shuffled(results: Results, summary: Summary, dataset: str, method: str) -> float | None:
    """Accuracy on shuffled labels minus the rate of the largest class (of the test part where a set has its
    own); None without scores.
    """
    return excess(results, summary, Place(PERMUTED, "accuracy"), dataset, method)


def _size_cells(case: Case, summary: Summary, published: Published) -> dict:
    means = summary.means.get((case.protocol, case.dataset, case.method), {})
    cells: Row = {}
    for key, metric in SIZES.items():
        printed, ours = (
            _value(published, case.printed_name, SOURCES[case.method].printed, metric),
            means.get(key),
        )
        cells[f"{key}_printed"] = printed
        searched = key == "evaluations" and case.method not in ("nb", "iterative_bayes", "apnbc")
        if printed is not None or (ours is not None and (searched or SOURCES[case.method].table == "6")):
            cells[key] = Cell(ours, f"{_number(printed)} / {_number(ours)}")
    return cells


def _honest_cells(case: Case, results: Results, summary: Summary) -> dict:
    fair = accuracy_interval(summary, (HONEST, case.dataset, case.method))
    cells = {"permuted": shuffled(results, summary, case.dataset, case.method)}
    if not fair:
        return cells
    optimism = mean_std(case.counts)[0] / case.tested - fair["accuracy"]
    inside = fair["low"] <= fair["accuracy"] + optimism <= fair["high"]
    return cells | {
        "honest": fair["accuracy"],
        "honest_low": Cell(fair["low"], f"{100 * fair['low']:.1f} – {100 * fair['high']:.1f}"),
        "honest_high": fair["high"],
        "optimism": Cell(optimism, css="" if inside else "strong"),
        "honest_log_loss": summary.means[HONEST, case.dataset, case.method].get("log_loss"),
    }


def printed_gain(published: Published, case: Case) -> float | None:
    """The printed gain over naive Bayes, as a share; None where there is none."""
    return _share(
        _value(published, case.printed_name, SOURCES[case.method].printed, "improvement_over_NB_pct")
    )


def gain(summary: Summary, protocol: str, dataset: str, method: str) -> float | None:
    """Accuracy minus that of naive Bayes under the same protocol; None where one is missing."""
    ours, base = (accuracy_interval(summary, (protocol, dataset, m)) for m in (method, "nb"))
    return ours["accuracy"] - base["accuracy"] if ours and base and method != "nb" else None


def paper_gain(summary: Summary, case: Case) -> float | None:
    """Accuracy of the case minus that of naive Bayes under the paper's protocol."""
    base = accuracy_interval(summary, (PAPER, case.dataset, "nb"))
    return mean_std(case.counts)[0] / case.tested - base["accuracy"] if base and case.method != "nb" else None


def structures(results: Results) -> dict[tuple[str, str, str], str]:
    """(protocol, data set, method) -> structure of the first run under a protocol of the paper."""
    frame = results.structures
    frame = frame[frame["protocol"].isin((PAPER, PRINTED))].sort_values(
        ["protocol", "dataset", "method", "repeat", "fold"]
    )
    return {(r.protocol, r.dataset, r.method): str(r.structure) for r in frame[::-1].itertuples()}


def note(published: Published, case: Case) -> str | None:
    """The note on a row: its own, else that on the whole data set."""
    notes = published.notes.get(case.printed_name, {})
    return notes.get(case.method) or notes.get("*")


def printed_count(case: Case) -> float | None:
    """Correct cases that the print implies, of those that are tested here; None without a print."""
    return (
        None
        if case.implied is None
        else case.implied - _dropped(case.tested, case.cases, SOURCES[case.method].lost)
    )


def mismatch(case: Case) -> str:
    """Why the counts cannot be compared: another number of cases; "" where they can."""
    alike = case.percent is None or case.tested in (case.cases, case.cases - SOURCES[case.method].lost)
    return "" if alike else f"{case.tested} cases tested, the paper has {case.cases}"


def row_of(case: Case, results: Results, summary: Summary, published: Published, shapes: dict) -> dict:
    """A row of Tables 3 to 6."""
    k, std = mean_std(case.counts)
    printed_k = printed_count(case)
    row: Row = {
        "dataset": dataset_cell(case.dataset),
        "method": method_cell(case.method),
        "n_paper": case.cases or None,
        "printed": printed_cell(case.percent, case.percent_std),
        "printed_std": _share(case.percent_std),
        "k_printed": Cell(printed_k, _number(printed_k)) if printed_k is not None else None,
        "k_ours": _over_runs(k, std),
        "k_ours_std": std,
        "k_spec": _over_runs(*mean_std(case.spec)) if case.spec else None,
        "runs": len(case.counts),
        "tested": case.tested,
        "settings": "print" if case.protocol == PRINTED else "spec",
        "verdict": Cell(case.verdict, css="strong" if case.verdict == "exact" else "", title=mismatch(case)),
        "paper_accuracy": k / case.tested,
        "gain_printed": printed_gain(published, case),
        "gain_paper": paper_gain(summary, case),
        "gain_honest": gain(summary, HONEST, case.dataset, case.method),
        "structure": shapes.get((case.protocol, case.dataset, case.method)),
        "note": note(published, case),
    }
    return row | _honest_cells(case, results, summary) | _size_cells(case, summary, published)


def comparison_table(number: str, rows: list[dict]) -> Table:
    """One of the paper's tables; columns without any value are in its CSV only."""
    filled = {
        key
        for row in rows
        for key, cell in row.items()
        if (cell.value if isinstance(cell, Cell) else cell) is not None
    }
    columns = tuple(c if c.key in filled else c._replace(hidden=True) for c in COLUMNS)
    return Table(f"robles2003_table{number}", CAPTIONS[number], columns, tuple(rows), ELSEWHERE)

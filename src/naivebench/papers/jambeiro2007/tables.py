"""Jambeiro and Wainer 2007: Tables 1 and 2, constants chosen on reported folds or nested, other splits."""

from __future__ import annotations

from collections.abc import Iterable

from naivebench.papers.jambeiro2007.run import (
    ALPHA,
    AREAS,
    GROUPED,
    NESTED,
    PAPER,
    RATES,
    REFERENCE,
    TIME,
    Run,
    chosen,
    counted,
    data_table,
    decimals,
    facts,
    mean,
    method_cell,
    name_of,
    share,
    signed,
    spread,
    values,
)
from naivebench.results import formats
from naivebench.results.formats import listing, plural
from naivebench.results.parts import Part, dataset_cell
from naivebench.results.summaries import mean_std
from naivebench.results.tables import Cell, Column, Row, Table

LEAD = (Column("dataset", "Data set", "id"), Column("method", "Method", "text"))
WRITTEN = {
    "hit_area": decimals(3),
    "hit_area_10": decimals(4),
    "rmse": decimals(4),
    "log_loss": decimals(4),
    "log_loss_clipped": decimals(4),
}
OTHERS = ", further data sets"
FIXED = "not chosen: the method's own constants"
FAIR = NESTED  # Tables 1 and 2 are filled from this protocol


def curves(run: Run) -> Part | None:
    """Hit curves with Tables 1 and 2; the leading data set open, the others folded."""
    shown = [d for d in run.datasets if facts(run, FAIR, d)]
    if not shown:
        return None
    parts = [(shown[:1], ""), (shown[1:], "_others")]
    pairs = [
        (table1(run, datasets, suffix), table2(run, datasets, suffix))
        for datasets, suffix in parts
        if datasets
    ]
    folded = tuple(t for pair in pairs[1:] for t in pair)
    text = (
        "Constants are chosen inside each training part; "
        f"{plural(facts(run, FAIR, shown[0])['folds'], 'fold')}, the same for all methods."
    )
    coefficients = coefficient_table(run)
    folded = (*folded, *([coefficients] if coefficients.rows else []))
    return Part(
        "Hit curves",
        (text,),
        (data_table(run), *pairs[0]),
        folded,
        "jambeiro2007/curves",
        files=(curve_table(run, shown),),
    )


def curve_table(run: Run, datasets: list[str]) -> Table:
    """All curves with their bands, for the CSV file."""
    labels = {"rate": "Selection rate", "recall": "Recall", "low": "Lower limit", "high": "Upper limit"}
    columns = (*LEAD, *(Column(key, label, "score") for key, label in labels.items()))
    rows = []
    for dataset in datasets:
        stored = facts(run, FAIR, dataset)
        for method in (m for m in run.methods if m in stored["curves"]):
            curve = stored["curves"][method]
            points = zip(stored["rates"], curve["recall"], curve["low"], curve["high"], strict=True)
            rows += [
                {"dataset": dataset, "method": method} | dict(zip(labels, point, strict=True))
                for point in points
            ]
    return Table("jambeiro2007_curves", "All hit curves with their bands.", columns, tuple(rows))


def mark(run: Run, protocol: str, dataset: str, method: str, metric: str) -> str:
    """` *` where the reference is significantly better than the method, ` °` where it is worse."""
    stored = facts(run, protocol, dataset)
    test = stored.get("tests", {}).get(method)
    if not test:
        return ""
    if metric.startswith("recall_"):
        place = stored["test_rates"].index(int(metric.removeprefix("recall_")) / 100)
        difference, p = test["recall"]["difference"][place], test["recall"]["p"][place]
    else:
        metric = "log_loss_clipped" if metric == "log_loss" else metric
        difference, p = test[metric]["difference"], test[metric]["p"]
    if p is None or p > ALPHA or not difference:
        return ""
    return " *" if (difference > 0) == (metric not in ("rmse", "log_loss_clipped")) else " °"


def table1(run: Run, datasets: list[str], suffix: str) -> Table:
    """Recall at five selection rates."""
    columns = [
        *LEAD,
        *(
            Column(
                m,
                f"{m.removeprefix('recall_')} %",
                "percent",
                f"Recall when {m.removeprefix('recall_')} % are inspected",
            )
            for m in RATES
        ),
    ]
    columns += [Column(f"{m}_sd", f"{m}, SD", "percent", hidden=True) for m in RATES]
    text = (
        f"Table 1{OTHERS if suffix else ''}: recall for different selection rates, %, with standard "
        "deviations."
    )
    rows = [row for d in datasets for row in _rows(run, d, RATES, dict.fromkeys(RATES, share), highest=True)]
    return Table(
        f"jambeiro2007_table1{suffix}",
        text,
        tuple(columns),
        tuple(rows),
        "Printed digits: lost. Bold: best of the data set.",
    )


def table2(run: Run, datasets: list[str], suffix: str) -> Table:
    """Areas, accuracy of the probabilities, constants."""
    columns = [
        *LEAD,
        *(
            Column(m, label, "score", run.results.metrics[m].description)
            for m, label in AREAS.items()
            if m in run.results.metrics
        ),
    ]
    columns += [Column(f"{m}_sd", f"{label}, SD", "score", hidden=True) for m, label in AREAS.items()]
    columns.append(
        Column(
            "constants",
            "Constants",
            "long",
            "Chosen inside the training part; how many folds chose each value",
        )
    )
    rows = [row for d in datasets for row in _rows(run, d, tuple(AREAS), WRITTEN, highest=False)]
    for row in rows:
        row["constants"] = chosen(run, FAIR, row["dataset"].value, row["method"].value)
    text = (
        f"Table 2{OTHERS if suffix else ''}: area under the curve, accuracy of the probability estimates, "
        "and constants."
    )
    infinite = [
        name for (name, metric), v in run.published.figures.items() if metric == "mce" and v == float("inf")
    ]
    note = (
        f"Printed digits: lost, but for the infinite MCE of {listing(infinite)}. MCE: mean cross entropy "
        "in nats; ∞ is not significant by itself, "
    )
    note += "its mark is that of the clipped one. Bold: best of the data set."
    return Table(f"jambeiro2007_table2{suffix}", text, tuple(columns), tuple(rows), note)


def _rows(run: Run, dataset: str, metrics: Iterable[str], written: dict, highest: bool) -> list[dict]:
    measured = {m: {k: values(run, FAIR, dataset, m, k) for k in metrics} for m in run.methods}
    measured = {m: v for m, v in measured.items() if any(v.values())}
    best = {
        k: _best([mean_std(v[k])[0] for v in measured.values() if v[k]], highest or k.startswith("hit_"))
        for k in metrics
    }
    rows = []
    for method, by_metric in measured.items():
        row: Row = {"dataset": dataset_cell(dataset), "method": method_cell(run, method)}
        for k, v in by_metric.items():
            css = "strong" if v and mean_std(v)[0] == best[k] else ""
            row |= {
                k: spread(v, written[k], css, mark(run, FAIR, dataset, method, k)),
                f"{k}_sd": mean_std(v)[1] if v else None,
            }
        rows.append(row)
    return rows


def _best(means: list[float], highest: bool) -> float | None:
    return (max if highest else min)(means, default=None)


def coefficient_table(run: Run) -> Table:
    """HPB's coefficients S per pattern family."""
    columns = (
        *LEAD,
        Column("family", "Pattern family"),
        Column("median", "S", "statistic", "Median over the folds"),
        Column("s", "Over the folds", "long"),
    )
    rows = []
    for dataset in run.datasets:
        constants = facts(run, FAIR, dataset).get("constants", {})
        for method in (m for m in run.methods if m in constants):
            for family, chosen_s in constants[method].get("S", {}).items():
                row: Row = {
                    "dataset": dataset_cell(dataset),
                    "method": method_cell(run, method),
                    "family": family,
                    "s": counted(chosen_s),
                }
                rows.append(row | {"median": sorted(chosen_s)[len(chosen_s) // 2]})
    return Table(
        "jambeiro2007_coefficients",
        "HPB's smoothing coefficients S of every pattern family.",
        columns,
        tuple(rows),
    )


OPTIMISM = (
    *LEAD,
    Column(
        "combinations", "Tried", "integer", "Combinations of constants that were run on the reported folds"
    ),
    Column(
        "on_test",
        "Chosen on the folds",
        "score",
        "Area up to 10 % with the best constants of the reported folds",
    ),
    Column(
        "nested",
        "Nested",
        "score",
        "Area up to 10 % with constants chosen inside each training part, same folds",
        hidden=True,
    ),
    Column("optimism", "Optimism", "signed", "Chosen on the folds minus nested", hidden=True),
    Column(
        "relative",
        "Optimism, %",
        "points",
        "In percent of the figure with constants chosen inside each training part",
    ),
    Column("worst", "Worst constants", "score", "Area up to 10 % with the worst combination"),
    Column("chosen", "Chosen there", "text"),
    Column("inside", "Chosen inside", "long", "With how many folds chose each value"),
)


def optimism(run: Run) -> Part | None:
    """The paper's choice of constants against nested choice; None unless both protocols ran on a data set."""
    rows = []
    for dataset in run.datasets:
        constants = facts(run, PAPER, dataset).get("constants", {})
        for method in (m for m in run.methods if m in constants):
            constant = constants[method]
            on_test, nested = (mean(run, p, dataset, method, "hit_area_10") for p in (PAPER, NESTED))
            if "chosen_on_test" not in constant or on_test is None or nested is None:
                continue
            tried = [s for s in constant["on_test_scores"] if s is not None]
            gap = on_test - nested
            row: Row = {
                "dataset": dataset_cell(dataset),
                "method": method_cell(run, method),
                "combinations": len(constant["on_test_grid"]),
            }
            row |= {
                "on_test": _cell(on_test),
                "nested": _cell(nested),
                "worst": _cell(min(tried)),
                "optimism": Cell(gap, signed(gap)),
            }
            row |= {
                "relative": gap / nested if nested else None,
                "chosen": chosen(run, PAPER, dataset, method),
            }
            rows.append(row | {"inside": chosen(run, NESTED, dataset, method) or FIXED})
    if not rows:
        return None
    caption = (
        "Area up to 10 % with constants chosen on the reported folds, as in the paper, and inside each "
        "training part."
    )
    tables = _leading(Table("jambeiro2007_optimism", caption, OPTIMISM, tuple(rows)))
    return Part(
        "The paper's choice of constants, and an honest one",
        _optimism_sentences(run, rows),
        tables[:1],
        tables[1:],
    )


def _leading(table: Table) -> tuple[Table, ...]:
    """The table of the first data set in it, and one of the others."""
    first = table.rows[0]["dataset"].value
    leading, others = (
        tuple(r for r in table.rows if (r["dataset"].value == first) == wanted) for wanted in (True, False)
    )
    rest = Table(f"{table.id}_others", table.caption.rstrip(".") + OTHERS + ".", table.columns, others)
    return (table._replace(rows=leading), *([rest] if others else []))


def _cell(value: float) -> Cell:
    return Cell(value, f"{value:.4f}")


def _optimism_sentences(run: Run, rows: list[dict]) -> tuple[str, ...]:
    rows = [row for row in rows if row["inside"] != FIXED]
    gaps = [row["relative"] for row in rows if row["relative"] is not None]
    if not gaps:
        return ()
    largest = max(rows, key=lambda row: row["relative"] if row["relative"] is not None else float("-inf"))
    of_reference = [row for row in rows if row["method"].value == REFERENCE and row["relative"] is not None]
    text = (
        "Choosing constants on the folds that are reported promises "
        f"{formats.text(mean_std(gaps)[0], 'points')} % more area up to 10 % "
        f"than nested choice on the same folds, mean of {plural(len(gaps), 'row')}; most for "
        f"{name_of(run, largest['method'].value)} on "
        f"{largest['dataset'].value} ({formats.text(largest['relative'], 'points')} %)."
    )
    hpb = listing(
        f"{formats.text(row['relative'], 'points')} % on {row['dataset'].value}" for row in of_reference
    )
    return (text, f"HPB: {hpb}.") if of_reference else (text,)


def splits(run: Run) -> Part | None:
    """Random folds against folds by group and by time; None without any of these."""
    protocols = [p for p in (GROUPED, TIME) if p in run.results.protocols]
    labels = {NESTED: "Random folds", GROUPED: "Whole groups", TIME: "In order of time"}
    columns = [*LEAD]
    for p in (NESTED, *protocols):
        columns += [
            Column(p, labels[p], "score", "Area up to 10 %, mean ± standard deviation over the folds")
        ]
        columns += [
            Column(f"{p}_recall", f"{labels[p]}, recall at 5 %", "percent"),
            Column(f"{p}_sd", f"{labels[p]}, SD", "score", hidden=True),
        ]
    columns += [
        Column(
            f"{p}_loss",
            f"Loss: {labels[p].lower()}",
            "points",
            "Percent of the area that random folds promise",
        )
        for p in protocols
    ]
    rows = []
    for dataset in run.datasets:
        for method in run.methods:
            by_protocol = {p: values(run, p, dataset, method, "hit_area_10") for p in (NESTED, *protocols)}
            if not any(by_protocol[p] for p in protocols):
                continue
            row: Row = {"dataset": dataset_cell(dataset), "method": method_cell(run, method)}
            for p, v in by_protocol.items():
                row |= {
                    p: spread(v, decimals(4)),
                    f"{p}_sd": mean_std(v)[1] if v else None,
                    f"{p}_recall": mean(run, p, dataset, method, "recall_5"),
                }
            if by_protocol[NESTED]:
                random = mean_std(by_protocol[NESTED])[0]
                row |= {
                    f"{p}_loss": mean_std(by_protocol[p])[0] / random - 1
                    for p in protocols
                    if by_protocol[p] and random
                }
            rows.append(row)
    if not rows:
        return None
    caption = (
        "The same methods when no group (importer, manager, aircraft) is on both sides, and when only the "
        "past is known."
    )
    tables = _leading(Table("jambeiro2007_splits", caption, tuple(columns), tuple(rows)))
    return Part("Other splits", _split_sentences(run, rows, protocols, labels), tables[:1], tables[1:])


def _split_sentences(
    run: Run, rows: list[dict], protocols: list[str], labels: dict[str, str]
) -> tuple[str, ...]:
    sentences = []
    for dataset in dict.fromkeys(row["dataset"].value for row in rows):
        of_dataset = [row for row in rows if row["dataset"].value == dataset]
        best = {
            p: max((row for row in of_dataset if row.get(p)), key=lambda row: row[p].value, default=None)
            for p in (NESTED, *protocols)
        }
        losses = [
            f"{labels[p].lower()}: {name_of(run, row['method'].value)} ({row[p].value:.4f})"
            for p, row in best.items()
            if row
        ]
        sentences.append(f"{dataset}, largest area up to 10 %, {listing(losses)}.")
    return tuple(sentences)

"""Jambeiro and Wainer 2007: calibration, and which planted critical patterns each method recovers."""

from __future__ import annotations

from naivebench.papers.jambeiro2007.run import (
    NESTED,
    REFERENCE,
    Run,
    decimals,
    facts,
    method_cell,
    name_of,
    share,
)
from naivebench.results.formats import plural
from naivebench.results.parts import Part, dataset_cell
from naivebench.results.tables import Cell, Column, Row, Table

CALIBRATION = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column(
        "gap",
        "Calibration error",
        "score",
        "Mean gap between predicted and observed share of positives, over narrow bins",
    ),
    Column(
        "rmse_true",
        "RMSE to the truth",
        "score",
        "Root mean square of predicted minus true probability, where the data are made",
    ),
    Column(
        "divergence",
        "Divergence from the truth",
        "score",
        "Mean Kullback-Leibler divergence, nats; ∞ where a possible class was held impossible",
    ),
    Column(
        "highest",
        "Largest predictions",
        "percent",
        "Mean predicted probability in the highest bin with at least 20 cases",
    ),
    Column("highest_observed", "Observed there", "percent"),
    Column("highest_true", "True there", "percent"),
    Column("cases", "Cases there", "integer"),
)
FEWEST = 20


def calibration_table(run: Run) -> Table:
    """How far predicted probabilities are from observed and from true ones."""
    rows = []
    for dataset in run.datasets:
        by_method = facts(run, NESTED, dataset).get("calibration", {})
        lines = [
            {"dataset": dataset_cell(dataset), "method": method_cell(run, m)} | _calibration_row(by_method[m])
            for m in run.methods
            if m in by_method
        ]
        for key in ("gap", "rmse_true", "divergence"):
            known = [
                row[key].value for row in lines if row[key] is not None and row[key].value != float("inf")
            ]
            for row in lines:
                if known and row[key] is not None and row[key].value == min(known):
                    row[key] = row[key]._replace(css="strong")
        rows += lines
    caption = "Calibration of the probability of the positive class."
    return Table("jambeiro2007_calibration", caption, CALIBRATION, tuple(rows), "Bold: best of the data set.")


def _calibration_row(stored: dict) -> dict:
    top: dict = next((b for b in reversed(stored["bins"]) if b["cases"] >= FEWEST), {})
    divergence = (
        (float("inf") if stored["divergence"] is None else stored["divergence"])
        if "divergence" in stored
        else None
    )
    numbers = {"gap": stored["gap"], "rmse_true": stored.get("rmse_true"), "divergence": divergence}
    row = {key: None if v is None else Cell(v, decimals(5)(v)) for key, v in numbers.items()}
    return row | {
        "highest": top.get("predicted"),
        "highest_observed": top.get("observed"),
        "highest_true": top.get("true"),
        "cases": top.get("cases"),
    }


def calibration(run: Run) -> Part | None:
    """Calibration of all methods; None without hit curves of the nested protocol."""
    table = calibration_table(run)
    if not table.rows:
        return None
    sentences = []
    for dataset in planted(run):
        by_method = facts(run, NESTED, dataset)["calibration"]
        order = sorted(
            (m for m in by_method if by_method[m].get("rmse_true") is not None),
            key=lambda m: by_method[m]["rmse_true"],
        )
        text = f"On {dataset} the true probabilities are known: nearest to them is {name_of(run, order[0])} "
        text += f"(root mean square {by_method[order[0]]['rmse_true']:.4f})"
        if REFERENCE in order[1:]:
            text += (
                f", HPB is number {order.index(REFERENCE) + 1} of {len(order)} "
                f"({by_method[REFERENCE]['rmse_true']:.4f})"
            )
        sentences.append(text + ".")
    return Part("Calibration", tuple(sentences), (), (table,), "jambeiro2007/calibration")


def planted(run: Run) -> list[str]:
    """Data sets whose planted patterns are known."""
    return [d for d in run.datasets if "patterns" in facts(run, NESTED, d)]


def orders(stored: dict) -> list[int]:
    """Orders of the planted patterns."""
    return sorted({p["order"] for p in stored["patterns"]["planted"]})


def _selected(stored: dict, method: str, key: str, order: int | None = None) -> list[tuple[dict, object]]:
    """(pattern, value) of the patterns of an order that have cases."""
    pairs = zip(stored["patterns"]["planted"], stored["patterns"]["methods"][method][key], strict=True)
    return [(p, v) for p, v in pairs if v is not None and order in (None, p["order"])]


def recovery_table(run: Run) -> Table:
    """Per method: planted patterns found, probability believed, how early their cases come."""
    found_orders = sorted({o for d in planted(run) for o in orders(facts(run, NESTED, d))})
    columns = [
        Column("dataset", "Data set", "id"),
        Column("method", "Method", "text"),
        Column("patterns", "Patterns", "integer"),
    ]
    columns += [
        Column(
            "found",
            "Found",
            "percent",
            "Patterns whose cases come, on average, before those that match all of it but one attribute",
        )
    ]
    columns += [
        Column(f"found_{o}", f"of {o}", "percent", f"Found among the patterns of {o} attributes")
        for o in found_orders
    ]
    columns += [
        Column(
            "believed",
            "Predicted / true",
            "score",
            "Mean predicted over mean true probability of the cases of the patterns",
        )
    ]
    columns += [
        Column(
            "first",
            "In the first 1 %",
            "percent",
            "Share of the cases of the patterns among the first 1 % of all cases",
        )
    ]
    rows = []
    for dataset in planted(run):
        stored = facts(run, NESTED, dataset)
        for method in (m for m in run.methods if m in stored["patterns"]["methods"]):
            row = {"dataset": dataset_cell(dataset), "method": method_cell(run, method)} | _recovery(
                stored, method
            )
            rows.append(row | {f"found_{o}": _share_found(stored, method, o) for o in found_orders})
    caption = "Planted critical patterns, and how each method treats the test cases that show them."
    return Table("jambeiro2007_recovery", caption, tuple(columns), tuple(rows))


def _share_found(stored: dict, method: str, order: int | None = None) -> Cell | None:
    values = [bool(v) for _, v in _selected(stored, method, "found", order)]
    return Cell(sum(values) / len(values), f"{sum(values)} of {len(values)}") if values else None


def _recovery(stored: dict, method: str) -> dict:
    """Over all patterns, every case counting the same."""
    predicted, first = (_selected(stored, method, key) for key in ("predicted", "first"))
    cases = sum(p["cases"] for p, _ in predicted)
    true = sum(p["cases"] * p["true"] for p, _ in predicted)
    row = {"patterns": len(predicted), "found": _share_found(stored, method)}
    if cases:
        row |= {
            "believed": sum(p["cases"] * v for p, v in predicted) / true,
            "first": sum(p["cases"] * v for p, v in first) / cases,
        }
    return row


def pattern_table(run: Run) -> Table:
    """Every planted pattern and who found it."""
    methods = [
        m for m in run.methods if any(m in facts(run, NESTED, d)["patterns"]["methods"] for d in planted(run))
    ]
    columns = [
        Column("dataset", "Data set", "id"),
        Column("pattern", "Pattern", "text"),
        Column("order", "Attributes", "integer"),
    ]
    columns += [
        Column("cases", "Cases", "integer"),
        Column("true", "True %", "percent", "Mean true probability of its cases"),
    ]
    columns += [Column(m, name_of(run, m), "text", "✓: found", method=m) for m in methods]
    rows = []
    for dataset in planted(run):
        stored = facts(run, NESTED, dataset)["patterns"]
        for i, p in enumerate(stored["planted"]):
            row: Row = {
                "dataset": dataset_cell(dataset),
                "pattern": ", ".join(f"{k} {v}" for k, v in p["values"].items()),
            }
            row |= {
                "order": p["order"],
                "cases": p["cases"],
                "true": Cell(p["true"], None if p["true"] is None else share(p["true"])),
            }
            marks = {True: "✓", False: "·", None: None}
            rows.append(
                row
                | {
                    m: marks[stored["methods"][m]["found"][i]] if m in stored["methods"] else None
                    for m in methods
                }
            )
    return Table(
        "jambeiro2007_patterns",
        "Every planted pattern and which methods find it.",
        tuple(columns),
        tuple(rows),
    )


def patterns(run: Run) -> Part | None:
    """Recovery of planted patterns; None where none were planted."""
    if not planted(run):
        return None
    sentences = [
        "A pattern is found when its test cases come, on average, before the cases that match all of "
        "it but one attribute. That alone is easy, since "
        "additive methods raise the values of a pattern too; the predicted probability tells whether "
        "the combination was seen."
    ]
    sentences += [_recovery_sentence(run, dataset) for dataset in planted(run)]
    return Part("Critical patterns", tuple(sentences), (recovery_table(run),), (pattern_table(run),))


def _recovery_sentence(run: Run, dataset: str) -> str:
    """HPB's recovery beside the best one."""
    stored = facts(run, NESTED, dataset)
    rows = {m: _recovery(stored, m) for m in run.methods if m in stored["patterns"]["methods"]}
    rows = {m: r for m, r in rows.items() if "first" in r}
    text = f"{plural(len(stored['patterns']['planted']), 'pattern')} are planted in {dataset}. "
    if REFERENCE not in rows:
        return text.strip()
    hpb = rows[REFERENCE]
    most, first = (
        max(rows, key=value) for value in (lambda m: rows[m]["found"].value, lambda m: rows[m]["first"])
    )
    best = [
        f"{name_of(run, most)}, {rows[most]['found'].text}",
        f"{name_of(run, first)}, {share(rows[first]['first'])} %",
    ]
    text += (
        f"HPB finds {hpb['found'].text} (most: {best[0]}); of their cases, {share(hpb['first'])} % are "
        f"among its first 1 % (most: {best[1]}), "
    )
    text += f"and it gives them {hpb['believed']:.2f} of their true probability."
    return text

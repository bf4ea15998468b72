"""Lopez-Cruz et al. 2013, section 4.2 on real data: rotating all angles, and which density fits better."""

from __future__ import annotations

import math

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import capital, listing, plural
from naivebench.benchmark.results.parts import dataset_cell, method_cell
from naivebench.benchmark.results.tables import Cell, Row
from naivebench.report.papers.lopezcruz2013.accuracy import stands
from naivebench.report.papers.run import Run

STANDARD = "Protein10"  # the printed data set of the paper's Fig. 13: its stand-in is drawn if it is there
LIKELIEST = "gnb_likeliest_cut"


def datasets(run: Run) -> list[str]:
    """Data sets whose angles were looked at: those of the paper in its order, then the others."""
    order = [s.id for s in stands(run)]
    others = sorted(run.results.angles.keys() - set(order))
    found = [*(d for d in order if d in run.results.angles), *others]
    return [d for d in found if run.kept is None or d in run.kept]


def rotations(run: Run) -> list[tuple[str, str, list[dict]]]:
    """(data set, method, its rows by offset), those without rotation first."""
    found = []
    for dataset in datasets(run):
        rows = run.results.angles[dataset].get("rotation", [])
        for method in dict.fromkeys(r["method"] for r in rows):
            own = [r for r in rows if r["method"] == method]
            found.append((dataset, method, sorted(own, key=lambda r: r["offset_degrees"])))
    return found


def turned(run: Run) -> list[tuple[str, str, list[dict]]]:
    """The rotations of methods that were turned."""
    return [r for r in rotations(run) if len(r[2]) > 1]


def rotation(run: Run) -> list[Row]:
    """What rotating all angles does to vMNB and GNB, and the accuracy with the likeliest cut."""
    likeliest = {d: rows[0]["accuracy"] for d, m, rows in rotations(run) if m == LIKELIEST}
    return [_turned(run, d, m, rows, likeliest.get(d)) for d, m, rows in turned(run)]


def _turned(run: Run, dataset: str, method: str, rows: list[dict], likeliest: float | None) -> Row:
    kinds = [a["kind"] for a in run.results.prepared.get(dataset, {}).get("attributes", [])]
    accuracies, others = [r["accuracy"] for r in rows], [r["changed"] for r in rows[1:]]
    low, high = min(accuracies), max(accuracies)
    mean = math.fsum(accuracies) / len(accuracies)
    return {
        "dataset": dataset_cell(dataset),
        "method": method_cell(method),
        "angular": Cell(kinds.count("angular"), f"{kinds.count('angular')} of {len(kinds)}"),
        "attributes": len(kinds),
        "unrotated": rows[0]["accuracy"],
        "mean": mean,
        "lowest": low,
        "highest": high,
        "spread": Cell(high - low, css="strong" if high > low else ""),
        "likeliest": None if method == "vmnb" else likeliest,
        "loss": None if method == "vmnb" or likeliest is None else likeliest - mean,
        "changed_mean": math.fsum(others) / len(others),
        "changed_most": max(others),
        "worst": rows[accuracies.index(low)]["offset_degrees"] if high > low else None,
    }


def offsets(run: Run) -> list[Row]:
    """Every offset."""
    keys = ("offset_degrees", "accuracy", "changed")
    return [
        {"dataset": dataset_cell(d), "method": method_cell(m)} | {k: r[k] for k in keys}
        for d, m, rows in turned(run)
        for r in rows
    ]


def rotation_sentence(run: Run) -> str:
    """How many predictions change, per method."""
    found, parts = turned(run), []
    for method in dict.fromkeys(m for _, m, _ in found):
        changed = {d: max(r["changed"] for r in rows) for d, m, rows in found if m == method}
        most = max(changed, key=lambda d: changed[d])
        share = formats.text(changed[most], "percent")
        parts.append(
            f"{method} changes up to {share} % of its predictions ({most})"
            if changed[most]
            else f"no prediction of {method} changes on {plural(len(changed), 'data set')}"
        )
    if not parts:
        return ""
    return (
        f"{capital(listing(parts))}. A direction has no first value: what changes is made by the cut of "
        "the circle "
        "alone. Whether it harms is a matter of accuracy: what GNB has on average over all cuts, against "
        "its accuracy "
        "where each circle is cut at its likeliest place."
    )


def fits(run: Run) -> list[Row]:
    """A row per data set, angular attribute and class with a fit."""
    rows: list[Row] = []
    for dataset in datasets(run):
        facts = run.results.angles[dataset]
        for attribute in facts["attributes"]:
            for label, fit in zip(facts["classes"], attribute["fits"], strict=True):
                if fit:
                    lead: Row = {
                        "dataset": dataset_cell(dataset),
                        "attribute": attribute["name"],
                        "class": label,
                    }
                    rows.append(lead | fit | {"gain": fit["von_mises"] - fit["gaussian"]})
    return rows


def fit(run: Run) -> list[Row]:
    """Log-likelihoods of both densities, per data set."""
    every, overview = fits(run), []
    for dataset in dict.fromkeys(row["dataset"].value for row in every):
        own = [r for r in every if r["dataset"].value == dataset]
        better, values = sum(r["gain"] > 0 for r in own), sum(r["n"] for r in own)
        row: Row = {key: math.fsum(r[key] for r in own) for key in ("von_mises", "gaussian")}
        row |= {
            "dataset": dataset_cell(dataset),
            "angular": len({r["attribute"] for r in own}),
            "values": values,
            "gain": (row["von_mises"] - row["gaussian"]) / values,
            "better": Cell(better, f"{better} of {len(own)}"),
            "fits": len(own),
        }
        overview.append(row)
    return overview


def drawn(run: Run) -> tuple[str, str] | None:
    """The data set of the figure of fits, and why: the paper's stand-in, else that with the largest gain."""
    for stand in stands(run):
        if stand.printed == STANDARD and run.results.angles.get(stand.id, {}).get("attributes"):
            return stand.id, f"The paper draws variable 11 of {STANDARD}, for which {stand.id} stands."
    overview = fit(run)
    if not overview:
        return None
    best = max(overview, key=lambda row: row["gain"])["dataset"].value
    return (
        best,
        f"Nothing stands for the paper's {STANDARD} here: the data set with the largest gain per angle is "
        "drawn.",
    )

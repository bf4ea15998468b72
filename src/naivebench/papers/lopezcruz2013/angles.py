"""Lopez-Cruz et al. 2013, section 4.2 on real data: rotating all angles, and which density fits better."""

from __future__ import annotations

import math

from naivebench.papers.lopezcruz2013.run import Run
from naivebench.results import formats
from naivebench.results.formats import capital, listing, plural
from naivebench.results.parts import Part, dataset_cell, method_cell
from naivebench.results.tables import Cell, Column, Row, Table

STANDARD = ("Protein10",)  # the printed data set of the paper's Fig. 13: its stand-in is drawn if it is there


def datasets(run: Run) -> list[str]:
    """Data sets whose angles were looked at: those of the paper in its order, then the others."""
    order = [s.dataset for s in run.stands]
    return [*(d for d in order if d in run.results.angles), *sorted(run.results.angles.keys() - set(order))]


ROTATION = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("angular", "Angular", "integer", "Angular attributes"),
    Column("attributes", "Attributes", "integer", hidden=True),
    Column("unrotated", "At 0°, %", "percent", "Accuracy without rotation"),
    Column("lowest", "Lowest %", "percent", "Lowest accuracy over the offsets"),
    Column("highest", "Highest %", "percent", "Highest accuracy over the offsets"),
    Column("spread", "Spread", "points", "Highest minus lowest"),
    Column(
        "changed_mean",
        "Changed, mean %",
        "percent",
        "Share of predictions that differ from those without rotation, mean over the other offsets",
    ),
    Column("changed_most", "Changed, most %", "percent", "Largest such share over the offsets"),
    Column("worst", "At", "integer", "Offset with the lowest accuracy, degrees of the circle"),
)
OFFSETS = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column("offset_degrees", "Offset, °", "integer", "Degrees of the circle of every angle"),
    Column("accuracy", "Accuracy %", "percent"),
    Column("changed", "Changed %", "percent", "Share of predictions that differ from those without rotation"),
)


def rotation_rows(run: Run) -> list[tuple[str, str, list[dict]]]:
    """(data set, method, its rows by offset), those without rotation first."""
    rotations = []
    for dataset in datasets(run):
        rows = run.results.angles[dataset].get("rotation", [])
        for method in dict.fromkeys(r["method"] for r in rows):
            rotations.append(
                (
                    dataset,
                    method,
                    sorted((r for r in rows if r["method"] == method), key=lambda r: r["offset_degrees"]),
                )
            )
    return rotations


def rotation(run: Run) -> Part | None:
    """What rotating all angles does to vMNB and GNB; None without rotated data."""
    rotations = rotation_rows(run)
    if not rotations:
        return None
    summary = tuple(_rotation_row(run, *entry) for entry in rotations)
    every = tuple(
        {
            "dataset": dataset_cell(d),
            "method": method_cell(m),
            **{k: r[k] for k in ("offset_degrees", "accuracy", "changed")},
        }
        for d, m, rows in rotations
        for r in rows
    )
    caption = (
        "Rotating all angles of a data set by the same offset: stratified cross-validation with the same "
        "folds at every offset."
    )
    tables = (
        Table("lopezcruz2013_rotation", caption, ROTATION, summary),
        Table("lopezcruz2013_offsets", "Every offset.", OFFSETS, every),
    )
    return Part(
        "Rotating all angles",
        (_rotation_sentence(rotations),),
        tables[:1],
        tables[1:],
        "lopezcruz2013/rotation",
    )


def _rotation_row(run: Run, dataset: str, method: str, rows: list[dict]) -> dict:
    kinds = [a["kind"] for a in run.results.prepared.get(dataset, {}).get("attributes", [])]
    accuracies, others = [r["accuracy"] for r in rows], [r["changed"] for r in rows[1:]]
    low, high = min(accuracies), max(accuracies)
    return {
        "dataset": dataset_cell(dataset),
        "method": method_cell(method),
        "angular": Cell(kinds.count("angular"), f"{kinds.count('angular')} of {len(kinds)}"),
        "attributes": len(kinds),
        "unrotated": rows[0]["accuracy"],
        "lowest": low,
        "highest": high,
        "spread": Cell(high - low, css="strong" if high > low else ""),
        "changed_mean": math.fsum(others) / len(others) if others else None,
        "changed_most": max(others, default=None),
        "worst": rows[accuracies.index(low)]["offset_degrees"] if high > low else None,
    }


def _rotation_sentence(rotations: list[tuple[str, str, list[dict]]]) -> str:
    """How many predictions change, per method."""
    parts = []
    for method in dict.fromkeys(m for _, m, _ in rotations):
        changed = {d: max(r["changed"] for r in rows) for d, m, rows in rotations if m == method}
        most = max(changed, key=lambda d: changed[d])
        if changed[most] == 0:
            parts.append(f"no prediction of {method} changes on {plural(len(changed), 'data set')}")
        else:
            share = formats.text(changed[most], "percent")
            parts.append(f"{method} changes up to {share} % of its predictions ({most})")
    return (
        f"{capital(listing(parts))}. A direction has no first value: what changes is made by the cut of "
        "the circle alone."
    )


FIT = (
    Column("dataset", "Data set", "id"),
    Column("angular", "Angular", "integer", "Angular attributes"),
    Column("values", "Angles", "integer", "Observed angles, over all angular attributes"),
    Column(
        "von_mises", "von Mises", "rank", "Log-likelihood, nats, summed over angular attributes and classes"
    ),
    Column("gaussian", "Gaussian", "rank", "Log-likelihood of the Gaussian on the raw angle, nats"),
    Column("gain", "Gain per angle", "signed", "von Mises minus Gaussian, nats per angle"),
    Column(
        "better",
        "von Mises better",
        "integer",
        "Pairs of attribute and class on which the von Mises density has the higher log-likelihood",
    ),
    Column("fits", "Fits", "integer", hidden=True),
)
FITS = (
    Column("dataset", "Data set", "id"),
    Column("attribute", "Attribute", "text"),
    Column("class", "Class", "text"),
    Column("n", "Angles", "integer"),
    Column("mu", "μ", "score", "Mean direction of the von Mises density, radians"),
    Column("kappa", "κ", "score", "Concentration of the von Mises density"),
    Column("mean", "Mean", "score", "Mean of the Gaussian, radians"),
    Column("sd", "SD", "score", "Standard deviation of the Gaussian, radians"),
    Column("von_mises", "von Mises", "rank", "Log-likelihood, nats"),
    Column("gaussian", "Gaussian", "rank", "Log-likelihood, nats"),
    Column("gain", "Gain", "signed", "von Mises minus Gaussian, nats"),
)


def fit_rows(run: Run) -> list[dict]:
    """A row per data set, angular attribute and class with a fit."""
    rows = []
    for dataset in datasets(run):
        facts = run.results.angles[dataset]
        for attribute in facts["attributes"]:
            for label, fit in zip(facts["classes"], attribute["fits"], strict=True):
                if fit:
                    row = {"dataset": dataset_cell(dataset), "attribute": attribute["name"], "class": label}
                    rows.append(row | fit | {"gain": fit["von_mises"] - fit["gaussian"]})
    return rows


def goodness_of_fit(run: Run) -> Part | None:
    """Which density fits better, per data set, attribute and class; None without angles."""
    rows = fit_rows(run)
    if not rows:
        return None
    overview = []
    for dataset in dict.fromkeys(row["dataset"].value for row in rows):
        of_dataset = [row for row in rows if row["dataset"].value == dataset]
        row: Row = {key: math.fsum(r[key] for r in of_dataset) for key in ("von_mises", "gaussian", "gain")}
        values, better = sum(r["n"] for r in of_dataset), sum(r["gain"] > 0 for r in of_dataset)
        row |= {
            "dataset": dataset_cell(dataset),
            "angular": len({r["attribute"] for r in of_dataset}),
            "values": values,
            "gain": row["gain"] / values,
        }
        overview.append(
            row | {"better": Cell(better, f"{better} of {len(of_dataset)}"), "fits": len(of_dataset)}
        )
    better, total = sum(r["gain"] > 0 for r in rows), len(rows)
    sentence = (
        "The paper says that von Mises densities always have the higher log-likelihood. "
        f"Here they have it in {better:,} of {total:,} fits of one angle in one class."
    )
    summary = Table(
        "lopezcruz2013_fit",
        "Log-likelihood of the angles under both densities, by maximum likelihood.",
        FIT,
        tuple(overview),
    )
    every = Table("lopezcruz2013_fits", "Every angular attribute in every class.", FITS, tuple(rows))
    return Part("Goodness of fit", (sentence,), (summary,), (every,), "lopezcruz2013/fit")


def drawn(run: Run) -> str | None:
    """The data set of the figure of fits: the paper's stand-in, else that with the largest gain per angle."""
    candidates = [
        s.dataset
        for s in run.stands
        if s.printed in STANDARD and run.results.angles.get(s.dataset, {}).get("attributes")
    ]
    if candidates:
        return candidates[0]
    part = goodness_of_fit(run)
    return max(part.tables[0].rows, key=lambda row: row["gain"])["dataset"].value if part else None

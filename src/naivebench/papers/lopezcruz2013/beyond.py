"""Beyond Lopez-Cruz et al. 2013: other ways to treat angles, and folds that keep related cases together."""

from __future__ import annotations

from naivebench.papers.lopezcruz2013.run import (
    GROUPED,
    METHODS,
    PAPER,
    Run,
    fold_accuracies,
    kind_cell,
    mean_sd_cell,
    method_of,
    over_folds,
)
from naivebench.results import formats
from naivebench.results.context import stanza
from naivebench.results.formats import plural
from naivebench.results.parts import Part, dataset_cell, method_cell
from naivebench.results.summaries import accuracy_interval, mean_std
from naivebench.results.tables import Cell, Column, Row, Table

# in this order, then what else has scores
FIRST = ("gnb_sincos", "gnb_best_cut", "kernel_vmnb", "mixture_vmnb")


def methods(run: Run) -> list[str]:
    """Methods with scores under the paper's protocol that are not in the paper."""
    printed = {m for ids in METHODS.values() for m in ids}
    others = [m for m in run.results.methods if m not in printed and any(key[1] == m for key in run.folds)]
    return [*(m for m in FIRST if m in others), *(m for m in others if m not in FIRST)]


def part(run: Run) -> Part | None:
    """Rows beyond the paper; None without any."""
    chosen = methods(run)
    if not chosen:
        return None
    sentences = tuple(
        f"{m}: {stanza(run.results, 'methods', m).get('title', m)}." for m in chosen if m in FIRST
    )
    return Part("Beyond the paper", sentences, (table(run, chosen),))


def table(run: Run, chosen: list[str]) -> Table:
    """Accuracy of vMNB, of the best of the paper's five and of the further methods."""
    lead = [Column("dataset", "Data set", "id"), Column("kind", "Kind", "text", "exact: the paper's data")]
    lead += [Column("best", "Best of the five", "percent"), Column("best_method", "Which", hidden=True)]
    columns = [
        Column("vMNB", "vMNB", "percent", method="vmnb"),
        *(Column(m, m, "percent", method=m) for m in chosen),
    ]
    spread = [Column(f"{c.key}_sd", f"{c.label}, SD", "percent", hidden=True) for c in columns]
    datasets = list(
        dict.fromkeys([*(s.dataset for s in run.stands), *(d for d, m in run.folds if m in chosen)])
    )
    kinds = {s.dataset: kind_cell(s) for s in run.stands}
    rows = []
    for dataset in datasets:
        scored = {m: over_folds(run, dataset, method_of(run, dataset, m)) for m in METHODS}
        five = {m: f for m, f in scored.items() if f}
        best = max(five, key=lambda m: five[m][0], default=None)
        accuracies = {"vMNB": scored["vMNB"], **{m: over_folds(run, dataset, m) for m in chosen}}
        top = max((f[0] for f in (*accuracies.values(), *five.values()) if f), default=None)
        row: Row = {
            "dataset": dataset_cell(dataset),
            "kind": kinds.get(dataset, "further"),
            "best_method": best,
        }
        cell = mean_sd_cell(five[best], "strong" if five[best][0] == top else "") if best else None
        if cell:
            row["best"] = cell._replace(text=f"{best} {cell.text}")
        for key, f in accuracies.items():
            row |= {
                key: mean_sd_cell(f, "strong" if f and f[0] == top else ""),
                f"{key}_sd": f[1] if f else None,
            }
        rows.append(row)
    caption = (
        "Methods that are not in the paper, under its protocol: accuracy, %, mean ± standard deviation "
        "over all folds."
    )
    return Table(
        "lopezcruz2013_beyond",
        caption,
        tuple([*lead, *columns, *spread]),
        tuple(rows),
        "Bold: best of the line.",
    )


GROUPED_COLUMNS = (
    Column("dataset", "Data set", "id"),
    Column("method", "Method", "text"),
    Column(
        "random",
        "Random folds %",
        "percent",
        "Mean accuracy under the paper's protocol: stratified random folds",
    ),
    Column(
        "grouped",
        "Grouped folds %",
        "percent",
        "All cases of a group (protein, week, person) on one side; pooled over the folds",
    ),
    Column(
        "low",
        "95% interval",
        "percent",
        "Wilson's interval of the grouped accuracy, as if the cases were independent; sorted by its "
        "lower end",
    ),
    Column("high", "Upper end", "percent", hidden=True),
    Column("drop", "Drop", "points", "Random minus grouped; bold: outside the interval"),
    Column("majority", "Majority %", "percent", "Share of the largest class"),
    Column(
        "fold_sd", "SD of the folds", "percent", "Standard deviation of the accuracy over the grouped folds"
    ),
    Column("folds", "Folds", "integer"),
)


def grouped(run: Run) -> Part | None:
    """Random against grouped folds; None where no data set of the paper's protocol has grouped folds."""
    frame = fold_accuracies(run.results, GROUPED)
    order = {m: i for i, m in enumerate(run.results.methods)}
    place = {s.dataset: i for i, s in enumerate(run.stands)}
    keys = sorted(
        (k for k in frame if k in run.folds),
        key=lambda k: (place.get(k[0], len(place)), k[0], order.get(k[1], len(order))),
    )
    if not keys:
        return None
    rows = tuple(
        _grouped_row(run, dataset, method, list(frame[dataset, method].values())) for dataset, method in keys
    )
    caption = "Random folds, as in the paper, against folds that keep related cases together."
    by_group = Table("lopezcruz2013_grouped", caption, GROUPED_COLUMNS, rows)
    return Part("Honest folds for related cases", _grouped_sentence(rows), (by_group,))


def _grouped_sentence(rows: tuple[dict, ...]) -> tuple[str, ...]:
    drops = [row["drop"].value for row in rows if row["method"].value != "majority"]
    if not drops:
        return ()
    change, largest = formats.text(-mean_std(drops)[0], "points"), formats.text(-max(drops), "points")
    return (
        f"On {plural(len({row['dataset'].value for row in rows}), 'data set')} with groups, the "
        "accuracy of the methods changes by "
        f"{change} points on average when no group is on both sides, by {largest} at most.",
    )


def _grouped_row(run: Run, dataset: str, method: str, accuracies: list[float]) -> dict:
    fair = accuracy_interval(run.summary, (GROUPED, dataset, method))
    pooled = accuracy_interval(run.summary, (PAPER, dataset, method))
    if fair is None or pooled is None:
        raise ValueError(f"{method} on {dataset} has no accuracy under {PAPER} or {GROUPED}")
    random = pooled["accuracy"]
    return {
        "dataset": dataset_cell(dataset),
        "method": method_cell(method),
        "random": random,
        "grouped": fair["accuracy"],
        "low": Cell(fair["low"], f"{100 * fair['low']:.1f} – {100 * fair['high']:.1f}"),
        "high": fair["high"],
        "drop": Cell(
            random - fair["accuracy"], css="" if fair["low"] <= random <= fair["high"] else "strong"
        ),
        "majority": run.results.prepared.get(dataset, {}).get("majority_rate"),
        "fold_sd": mean_std(accuracies)[1],
        "folds": len(accuracies),
    }

"""Lopez-Cruz, Bielza and Larranaga (2013): accuracies, and sizes of the paper beside ours."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd

from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.papers.lopezcruz2013.angles import make_angle_tables
from naivebench.papers.lopezcruz2013.examples import list_surfaces
from naivebench.papers.lopezcruz2013.ranks import (
    METHODS,
    compare_pairs,
    compare_ranks,
    compare_tests,
)
from naivebench.papers.paper import Paper, Printed
from naivebench.papers.printed import (
    Agreement,
    Kind,
    Score,
    average_score,
    compare_data_sets,
    compare_gains,
    compare_repeats,
    find_gap,
    find_spread,
    list_kinds,
)
from naivebench.papers.run import Run
from naivebench.papers.verdicts import HOLDS, NOT_TESTED, decide
from naivebench.papers.words import format_number, join_names

FACTS = {f"n_{fact}": fact for fact in ("angular", "linear", "discrete", "classes")} | {
    "n_instances": "cases"
}


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables of the paper."""
    sets, has_stands = compare_data_sets(run, FACTS), len(run.list_stands("paper")) > 0
    if len(sets):
        sets.insert(1, "stands_for", list(map(name_stand, sets["copy"], sets["printed_name"])))
    return {
        "table1": compare_accuracies(run),
        "samples": list_draws(run),
        "table2": compare_sizes(run),
        "table6": sets,
        "table3": compare_ranks(run) if has_stands else pd.DataFrame(),
        "table4": compare_pairs(run) if has_stands else pd.DataFrame(),
        "table5": compare_tests(run),
        "grouped": compare_folds(run),
        "gains": compare_gains(run, "vMNB", ["GNB"]),
        "surfaces": list_surfaces(),
        **make_angle_tables(run),
    }


def name_stand(kind: str, printed: str) -> str:
    """How a data set is related to a printed one: `part of Covertype`."""
    words = {"exact": "exact", "part": f"part of {printed}", "substitute": f"substitute for {printed}"}
    return words.get(kind, f"{kind} {printed}")


# --- accuracies, and how many values are drawn to rank attributes


def find_bounds(paper: Paper, printed: str, method: str) -> tuple[float, float] | None:
    """Open bounds, as shares, of an accuracy that is illegible in the paper; None if there are no bounds."""
    low, high = (
        paper.value(printed, method, f"accuracy_pct_{side}_bound_open") for side in ("lower", "upper")
    )
    if low is None and high is None:
        return None
    return (low or 0.0) / 100, (100.0 if high is None else high) / 100


def agree_accuracies(
    run: Run, kind: Kind, stand: Any, name: str, number: Printed | None, ours: Score
) -> Agreement:
    """Compare repeats of cross-validation, with two extensions.

    If the paper does not state how many values it draws, all numbers of draws are judged together. An
    illegible accuracy is compared with the bounds that follow from the other tables.
    """
    readings, bounds = list_readings(run, stand, name), find_bounds(run.paper, stand.printed, name)
    if readings:
        low, high = min(gap.low for *_, gap in readings), max(gap.high for *_, gap in readings)
        word = decide(low, high, (-kind.tolerance, kind.tolerance))
        means = join_names(f"{format_number(s.value, 'percent')} with {n:,}" for n, s, _ in readings)
        gaps = " to ".join(format_number(v, "points") for v in (low, high))
        why = (
            f"the paper does not state how many values it draws to rank attributes: {means}; differences from"
            f" the print from {gaps} points, tolerance {100 * kind.tolerance:g}"
        )
        return Agreement("reproduced" if word == HOLDS else word, why)
    if number or bounds is None:
        return compare_repeats(run, kind, stand, name, number, ours)
    if ours.runs < 2:
        return Agreement(NOT_TESTED, "the printed value is illegible, and one repeat has no interval")

    # an illegible accuracy
    interval = intervals.estimate_mean(ours.by_run)
    low_text, high_text = (format_number(v, "percent") for v in bounds)
    word, one_sided = decide(interval.low, interval.high, bounds), bounds[0] == 0 or bounds[1] == 1
    text = f"{low_text} – {high_text}"
    if one_sided:
        text = f"< {high_text}" if bounds[0] == 0 else f"> {low_text}"
    why = f"the printed value is illegible; the other tables say {text}"
    if word == HOLDS and one_sided:
        return Agreement(NOT_TESTED, f"{why}, which holds, but a bound on one side confirms little")
    return Agreement("reproduced" if word == HOLDS else word, why)


def list_readings(run: Run, stand: Any, name: str) -> list[tuple[int, Score, Interval]]:
    """Number of draws, score and difference from the print, for every number of draws, fewest
    first.

    [] if fewer than two numbers of draws ran on several repeats.
    """
    roles, readings = run.paper.methods[name].get("readings"), []
    printed = run.paper.value(stand.printed, name, "accuracy_pct")
    if not roles or printed is None:
        return []
    protocols = run.frames["protocols"].set_index("protocol")["params"]
    params = run.frames["methods"].set_index("method")["params"]
    for role in ("paper", *roles):
        scores, ours = run.read_scores(role), average_score(run, role, stand.dataset, name)
        if ours and ours.runs > 1:
            method = scores.find_method(stand.dataset, name)
            draws = (params[method] | protocols[scores.protocol].get(method, {}))["samples"]
            readings.append((draws, ours, find_gap(list_kinds(run)[0], printed / 100, ours)))
    return sorted(readings, key=lambda r: r[0]) if len(readings) > 1 else []


def list_draws(run: Run) -> pd.DataFrame:
    """How the selective methods depend on the number of draws."""
    rows = [
        {
            "dataset": stand.dataset, "method": run.read_scores("paper").find_method(stand.dataset, name),
            "draws": draws, "accuracy": ours.value, "printed": ours.value - gap.value,
            "difference": gap.value, "difference_low": gap.low, "difference_high": gap.high,
        }
        for stand in run.list_stands("paper").itertuples()
        for name in METHODS
        for draws, ours, gap in list_readings(run, stand, name)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def average_folds(run: Run, dataset: str, name: str) -> tuple[float, float] | None:
    """Mean and standard deviation of the accuracy over all folds of the paper's protocol, or None."""
    values = run.read_scores("paper").read_folds(dataset, name)["value"].tolist()
    return find_spread(values) if values else None


def compare_accuracies(run: Run) -> pd.DataFrame:
    """Table 1: each printed row, followed by a row for each data set of this run that stands for it."""
    rows, stands = [], run.list_stands("paper")
    for printed in run.paper.data_sets["printed"].unique() if len(stands) else ():
        row: dict[str, Any] = {"dataset": printed, "stands_for": "printed", "numbers_from": "printed"}
        for m in METHODS:
            number = run.paper.numbers.get((printed, m, "accuracy_pct"))
            bounds = find_bounds(run.paper, printed, m)
            if number and number.value is not None:
                row |= {m: round(number.value / 100, 6), f"{m}_sd": (number.std or 0.0) / 100}
            elif bounds:
                row |= {f"{m}_low": bounds[0], f"{m}_high": bounds[1]}
        rows.append(row)
        for stand in stands[stands["printed"] == printed].itertuples():
            row = {"dataset": stand.dataset, "stands_for": name_stand(stand.kind, printed)}
            row["numbers_from"] = "this run"
            for m in METHODS:
                row[m], row[f"{m}_sd"] = average_folds(run, stand.dataset, m) or (None, None)
            rows.append(row)
    return pd.DataFrame(rows)


def compare_folds(run: Run) -> pd.DataFrame:
    """Pooled accuracy in random and in grouped folds, with Wilson's interval."""
    cells, pooled = ["dataset", "method"], run.frames["accuracies"]
    random, grouped = (
        pooled[pooled["protocol"] == run.paper.protocols[role]].set_index(cells)
        for role in ("paper", "grouped")
    )
    table = pd.DataFrame({"random": random["accuracy"], "grouped": grouped["accuracy"]}).dropna()
    table = table.join(grouped[["low", "high"]].add_prefix("grouped_"))
    table["drop"] = table["random"] - table["grouped"]
    table["majority"] = [run.facts.records[d].get("majority_rate") for d, _ in table.index]
    order = [(d, m) for d in run.list_stands("paper")["dataset"] for m in run.frames["methods"]["method"]]
    return table.loc[[cell for cell in order if cell in table.index]].reset_index()


# --- sizes


def compare_sizes(run: Run) -> pd.DataFrame:
    """Table 2: parameters, variables and share of angles, printed and means over the folds.

    The printed block of dNB repeats that of GNB, except on Protein10, and contradicts the text, so it is left
    out.
    """
    scores, chosen, rows = run.read_scores("paper"), list_chosen(run), []
    means = {
        metric: run.means("paper", metric) for metric in ("n_parameters", "attributes_used", "angular_used")
    }
    for stand in run.list_stands("paper").itertuples():
        kinds = {a["name"]: a["kind"] for a in run.facts.records[stand.dataset].get("attributes", [])}
        for m in METHODS:
            key = stand.dataset, scores.find_method(stand.dataset, m)
            if not key[1]:
                continue
            of = {metric: v for metric, by in means.items() if (v := by.get(key)) is not None}
            ours = {"n_parameters": of.get("n_parameters"), "n_variables": of.get("attributes_used")}
            ours["pct_angular"] = share_angles(kinds, of, chosen.get(key))
            row: dict[str, Any] = {"dataset": stand.dataset, "method": key[1], "copy": stand.kind}
            for name, mine in ours.items():
                theirs = None if m == "dNB" else run.paper.value(stand.printed, m, name)
                if name == "pct_angular" and theirs is not None:
                    theirs /= 100
                row |= {f"{name}_printed": theirs, name: mine}
            rows.append(row)
    return pd.DataFrame(rows)


def list_chosen(run: Run) -> dict[tuple[str, str], list[list[str]]]:
    """(data set, method) -> attributes chosen in every fold, for methods that describe their structure as
    `{a} {b}`.
    """
    frame, chosen = run.frames["structures"], dict[tuple[str, str], list[list[str]]]()
    for row in frame[frame["protocol"] == run.protocol("paper")].itertuples():
        names = [name for g in re.findall(r"\{([^{}]*)\}", str(row.structure)) for name in g.split(" x ")]
        chosen.setdefault((str(row.dataset), str(row.method)), []).append(names)
    return chosen


def share_angles(
    kinds: dict[str, str], means: dict[str, float], chosen: list[list[str]] | None
) -> float | None:
    """Share of angular attributes among those used, mean over the folds; None if it is unknown."""
    used = means.get("attributes_used")
    if chosen and any(chosen):
        shares = [sum(kinds.get(n) == "angular" for n in names) / len(names) for names in chosen if names]
        return find_spread(shares)[0]
    if used and "angular_used" in means:
        return means["angular_used"] / used
    if used is None or abs(used - len(kinds)) > 1e-9 or not kinds:
        return None
    return sum(k == "angular" for k in kinds.values()) / len(kinds)

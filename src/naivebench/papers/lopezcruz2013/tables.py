"""Lopez-Cruz, Bielza and Larranaga (2013): accuracies, sizes, ranks and tests of the paper beside ours."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import pandas as pd

from naivebench.evaluation.statistics import intervals, posthoc, ranks
from naivebench.evaluation.statistics.bergmann import bergmann_hommel
from naivebench.evaluation.statistics.compare import Comparison, compare
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.evaluation.statistics.sorted_runs import sorted_runs
from naivebench.papers.lopezcruz2013.angles import make_angle_tables
from naivebench.papers.lopezcruz2013.examples import list_surfaces
from naivebench.papers.pairs import average_methods, find_interval
from naivebench.papers.paper import EXACT, Paper, Printed
from naivebench.papers.printed import (
    Agreement,
    Kind,
    Score,
    average_score,
    compare_data_sets,
    compare_gains,
    compare_repeats,
    describe_printed,
    find_gap,
    find_ratio,
    find_share,
    find_spread,
    list_kinds,
    pair_on,
)  # fmt: skip
from naivebench.papers.run import Run
from naivebench.papers.verdicts import ALPHA, HOLDS, NOT_TESTED, decide
from naivebench.papers.words import format_number, join_names

METHODS = ("vMNB", "SelvMNB", "GNB", "SelGNB", "dNB")
CORRECTIONS = {
    "nemenyi": "Nemenyi", "holm": "Holm", "shaffer": "Shaffer_static", "bergmann_hommel": "Bergmann_Hommel"
}  # fmt: skip
ONE_SIDED = "wilcoxon_sorted_runs_p_one_sided"
FACTS = {f"n_{fact}": fact for fact in ("angular", "linear", "discrete", "classes")} | {
    "n_instances": "cases"
}
DIRECTIONS = ("majority", "gnb_sincos", "vmfnb", "hybrid_nb", "hybrid_nb_full", "hybrid_nb_pooled")
AGAINST = {"hybrid_nb_full": "hybrid_nb", "hybrid_nb_pooled": "hybrid_nb", "hybrid_nb": "gnb_sincos"}


def list_printed_rows(run: Run) -> pd.DataFrame:
    """Printed accuracies beside those of this run."""
    return describe_printed(run, agree_accuracies)


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables of the paper."""
    sets, has_stands = compare_data_sets(run, FACTS), len(run.list_stands("paper")) > 0
    if len(sets):
        sets.insert(1, "stands_for", list(map(name_stand, sets["copy"], sets["printed_name"])))
    tables = {"table3": compare_ranks, "table4": compare_pairs, "friedman": test_ranks}
    return {
        "table1": compare_accuracies(run),
        "samples": list_draws(run),
        "table2": compare_sizes(run),
        "table6": sets,
        **{name: make(run) if has_stands else pd.DataFrame() for name, make in tables.items()},
        "table5": compare_tests(run),
        "beyond": list_beyond(run),
        "grouped": compare_folds(run),
        "directions": list_directions(run),
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
        means = join_names(f"{format_number(s.value, 'percent')} with {n:,}" for _, n, s, _ in readings)
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
    interval, (low_text, high_text) = (
        intervals.mean(ours.by_run),
        (format_number(v, "percent") for v in bounds),
    )
    word, one_sided = decide(interval.low, interval.high, bounds), bounds[0] == 0 or bounds[1] == 1
    text = f"{low_text} – {high_text}"
    if one_sided:
        text = f"< {high_text}" if bounds[0] == 0 else f"> {low_text}"
    why = f"the printed value is illegible; the other tables say {text}"
    if word == HOLDS and one_sided:
        return Agreement(NOT_TESTED, f"{why}, which holds, but a bound on one side confirms little")
    return Agreement("reproduced" if word == HOLDS else word, why)


def list_readings(run: Run, stand: Any, name: str) -> list[tuple[str, int, Score, Interval]]:
    """Protocol, number of draws, score and difference from the print, for every number of draws, fewest
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
            readings.append((scores.protocol, draws, ours, find_gap(list_kinds(run)[0], printed / 100, ours)))
    return sorted(readings, key=lambda r: r[1]) if len(readings) > 1 else []


def list_draws(run: Run) -> pd.DataFrame:
    """How the selective methods depend on the number of draws."""
    rows = [
        {
            "dataset": stand.dataset, "method": run.read_scores("paper").find_method(stand.dataset, name),
            "protocol": protocol, "draws": draws, "accuracy": ours.value,
            "spread": find_spread(ours.by_run)[1], "printed": ours.value - gap.value, "difference": gap.value,
            "difference_low": gap.low, "difference_high": gap.high,
        }
        for stand in run.list_stands("paper").itertuples()
        for name in METHODS
        for protocol, draws, ours, gap in list_readings(run, stand, name)
    ]  # fmt: skip
    return pd.DataFrame(rows)


def average_folds(run: Run, dataset: str, name: str, role: str = "paper") -> tuple[float, float] | None:
    """Mean and standard deviation of the accuracy over all folds, or None."""
    values = run.read_scores(role).read_folds(dataset, name)["value"].tolist()
    return find_spread(values) if values else None


def compare_accuracies(run: Run) -> pd.DataFrame:
    """Table 1: each printed row, followed by a row for each data set of this run that stands for it."""
    rows, stands = [], run.list_stands("paper")
    for printed in run.paper.data_sets["printed"].unique() if len(stands) else ():
        row: dict[str, Any] = {"dataset": printed, "stands_for": "printed", "numbers_from": "printed"}
        for m in METHODS:
            number, bounds = (
                run.paper.numbers.get((printed, m, "accuracy_pct")),
                find_bounds(run.paper, printed, m),
            )
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


def list_beyond(run: Run) -> pd.DataFrame:
    """Accuracies of methods beyond the paper, of vMNB and of the best method of the paper: tidy rows."""
    printed = {m for name in METHODS for m in run.paper.ids(name)}
    cells = list(run.read_scores("paper").rows)
    first, rows = run.paper.more["beyond"], []
    others = [m for m in run.frames["methods"]["method"] if m in {m for _, m in cells} - printed]
    others.sort(key=lambda m: first.index(m) if m in first else len(first))
    kinds = run.list_stands("paper").set_index("dataset")["kind"].to_dict()
    for dataset in dict.fromkeys([*kinds, *(d for d, m in cells if m in others)]):
        own = {m: mean for m in METHODS if (mean := average_folds(run, dataset, m))}
        best = max(own, key=lambda m: own[m][0], default=None)
        row = {"dataset": dataset, "copy": kinds.get(dataset, "further"), "best_method": best}
        row["best"] = own[best][0] if best else None
        shown = {"vMNB": own.get("vMNB"), **{m: average_folds(run, dataset, m) for m in others}}
        means = {m: mean for m, mean in shown.items() if mean}
        rows += [row | {"method": m, "accuracy": mean, "accuracy_sd": sd} for m, (mean, sd) in means.items()]
    return pd.DataFrame(rows)


def compare_folds(run: Run) -> pd.DataFrame:
    """Pooled accuracy in random and in grouped folds, with Wilson's interval."""
    rows = []
    for dataset in run.list_stands("paper")["dataset"]:
        for method in run.frames["methods"]["method"]:
            grouped, random = (find_share(run, role, dataset, method) for role in ("grouped", "paper"))
            if grouped and random:
                rows.append({
                    "dataset": dataset, "method": method, "random": random["accuracy"],
                    "grouped": grouped["accuracy"], "grouped_low": grouped["low"],
                    "grouped_high": grouped["high"], "drop": random["accuracy"] - grouped["accuracy"],
                    "majority": run.facts.records[dataset].get("majority_rate"),
                    "folds": int(grouped["folds"]),
                })  # fmt: skip
    return pd.DataFrame(rows)


def list_directions(run: Run) -> pd.DataFrame:
    """von Mises-Fisher naive Bayes and the hybrids, on directions, angles, numbers and values: a row for each
    method.

    The difference from `against` has the interval of the corrected resampled t test.
    """
    rows: list[dict[str, Any]] = []
    for role in ("grouped", "paper"):
        cells = run.read_scores(role).rows
        for dataset in sorted({d for d, m in cells if m in DIRECTIONS[2:]}):
            kinds = Counter(a["kind"] for a in run.facts.records[dataset].get("attributes", []))
            place = {"dataset": dataset, "protocol": run.paper.protocols[role]}
            place["attributes_named"] = join_names(f"{n} {kind}" for kind, n in kinds.items())
            for method in (m for m in DIRECTIONS if (dataset, m) in cells):
                mean, deviation = average_folds(run, dataset, method, role) or (None, None)
                row = place | {"method": method, "accuracy": mean, "accuracy_sd": deviation}
                pair = pair_on(run, [role], dataset, method, AGAINST.get(method, ""))
                if pair and len(pair.differences) > 1:
                    interval = find_interval(pair, of_parts=True)
                    row |= {"against": AGAINST[method], "difference": interval.value}
                    row |= {"difference_low": interval.low, "difference_high": interval.high}
                rows.append(row)
    return pd.DataFrame(rows)


# --- sizes


def compare_sizes(run: Run) -> pd.DataFrame:
    """Table 2: parameters, variables, share of angles and time to learn, printed and means over the folds.

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
            row["learning_time_printed"] = run.paper.value(stand.printed, m, "learning_time_s")
            seconds = run.facts.seconds.get((scores.protocol, *key))
            row["learning_time"] = None if seconds is None else seconds / len(scores.rows[key])
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


# --- ranks and tests


def compare_methods(run: Run, *roles: str) -> tuple[Comparison | None, pd.DataFrame, list[str]]:
    """Rank statistics of the paper's methods, one data set for each printed one, with the mean scores and the
    protocols; None with fewer than two data sets.
    """
    means, protocols = average_methods(run.select_scores(*roles), METHODS)
    statistics = compare(means.to_numpy(), list(METHODS), list(means.index)) if len(means) > 1 else None
    return statistics, means, protocols


def count_sets(paper: Paper) -> int:
    """Number of data sets of the paper."""
    return int(paper.data_sets["printed"].nunique())


def find_printed_ranks(paper: Paper) -> dict[str, float]:
    """The printed average ranks, best first."""
    known = {m: paper.value(f"{count_sets(paper)} datasets", m, "average_rank") for m in METHODS}
    return dict(sorted(((m, r) for m, r in known.items() if r is not None), key=lambda item: item[1]))


def rank_printed(paper: Paper) -> np.ndarray:
    """Ranks of the methods on the paper's data sets, from the printed accuracies: shape (data sets, methods).

    Ties share their mean rank. The method with illegible accuracies gets its derived rank, `rank_among_<n>`.
    """
    rows = []
    for printed in paper.data_sets["printed"].unique():
        known = pd.Series({m: paper.value(printed, m, "accuracy_pct") for m in METHODS}, dtype=float)
        (lost,) = known.index[known.isna()]
        place = paper.value(printed, lost, f"rank_among_{len(METHODS)}") or 0.0
        of_others = known.rank(ascending=False)
        rows.append((of_others + (of_others >= place)).fillna(place).to_numpy())
    return np.array(rows, dtype=float)


def compare_ranks(run: Run) -> pd.DataFrame:
    """Table 3: average ranks as printed, of this run, and on folds that keep related cases together."""
    paper, honest = (compare_methods(run, *roles)[0] for roles in (["paper"], list_kinds(run)[0].honest))
    rows = [
        (run.paper.methods[m]["ids"][0], r, *(of.average_ranks[m] if of else None for of in (paper, honest)))
        for m, r in find_printed_ranks(run.paper).items()
    ]
    return pd.DataFrame(rows, columns=["method", "rank_printed", "rank_paper", "rank_honest"])


def adjust_printed(paper: Paper) -> dict[frozenset[str], dict[str, float]]:
    """p of all pairs, adjusted by the four corrections, computed from the printed average ranks."""
    printed = find_printed_ranks(paper)
    names, average = list(printed), np.array(list(printed.values()))
    pairwise = posthoc.pairwise(average, count_sets(paper))
    p = pairwise.p
    corrected = (
        posthoc.bonferroni(p),
        posthoc.holm(p),
        posthoc.shaffer(p, len(names)),
        bergmann_hommel(average, p),
    )
    pairs = [frozenset((names[i], names[j])) for i, j in zip(pairwise.first, pairwise.second, strict=True)]
    rows = zip(*(map(float, of) for of in corrected), strict=True)
    return {pair: dict(zip(CORRECTIONS, row, strict=True)) for pair, row in zip(pairs, rows, strict=True)}


def compare_pairs(run: Run) -> pd.DataFrame:
    """Table 4: adjusted p of all pairs: printed, computed again from the printed ranks, and of this run."""
    paper, again, comparison = run.paper, adjust_printed(run.paper), compare_methods(run, "paper")[0]
    ours = {frozenset((p.a, p.b)): p for p in comparison.pairs} if comparison else {}
    rows = []
    for pair in dict.fromkeys(m for _, m, metric in paper.numbers if metric.startswith("p_adjusted_")):
        names = frozenset(pair.split(" vs "))
        row: dict[str, Any] = {"pair": pair.replace(" vs ", " – ")}
        for c, name in CORRECTIONS.items():
            row[f"{c}_printed"] = paper.value(f"{count_sets(paper)} datasets", pair, f"p_adjusted_{name}")
            row |= {f"{c}_again": again[names][c], f"{c}_ours": getattr(ours.get(names), c, None)}
        rows.append(row)
    return pd.DataFrame(rows)


def test_ranks(run: Run) -> pd.DataFrame:
    """Friedman's test of the printed ranks and of this run: with and without correction for ties, and as an F
    test.
    """
    average, n = np.array(list(find_printed_ranks(run.paper).values())), count_sets(run.paper)
    plain, ties = ranks.friedman(average, n), ranks.friedman_of_ties(rank_printed(run.paper))
    f = ranks.iman_davenport(plain.statistic, n, len(average))
    sources: dict[str, tuple[Any, ...]] = {"printed ranks": (n, plain, ties, f)}
    for name, roles in (("this run", ("paper",)), ("this run, honest folds", list_kinds(run)[0].honest)):
        of, means, _ = compare_methods(run, *roles)
        if of:
            sources[name] = (len(means), of.friedman, of.friedman_ties, of.iman_davenport)
    tests = ("Friedman", "Friedman, corrected for ties", "Iman and Davenport")
    rows = [
        (name, n_sets, test, of.statistic, of.p)
        for name, (n_sets, *several) in sources.items()
        for test, of in zip(tests, several, strict=True)
    ]
    return pd.DataFrame(rows, columns=["numbers_from", "datasets", "test", "statistic", "p"])


def compare_tests(run: Run) -> pd.DataFrame:
    """Table 5: Wilcoxon's test on the sorted differences of the folds, averaged over the runs; printed and of
    this run.
    """
    pairs, rows = dict.fromkeys(m for _, m, metric in run.paper.numbers if metric == ONE_SIDED), []
    for stand in run.list_stands("paper").itertuples():
        for pair in pairs:
            folds = [run.read_scores("paper").read_folds(stand.dataset, m) for m in pair.split(" vs ")]
            one, other = (of.pivot(index="repeat", columns="fold", values="value") for of in folds)
            if one.empty or one.shape != other.shape or (one.isna() | other.isna()).any(axis=None):
                continue
            d = (one - other).to_numpy()
            test = sorted_runs(d)
            row = {"dataset": stand.dataset, "copy": stand.kind, "pair": pair.replace(" vs ", " – ")}
            row |= _read_printed_test(run, stand, pair, test.p_one_sided, test.direction)
            row |= {"difference": float(d.mean()), "side": test.direction, "one_sided": test.p_one_sided}
            row |= {"two_sided": test.p, "null": test.method, "runs": d.shape[0], "folds": d.shape[1]}
            row["corrected"] = corrected_t(d.ravel(), find_ratio(folds[0])).p if d.size > 1 else None
            rows.append(row)
    return pd.DataFrame(rows)


def _read_printed_test(run: Run, stand: Any, pair: str, p: float, direction: str) -> dict[str, Any]:
    """The printed test of a pair, and whether ours agrees: same conclusion from p, and same side."""
    number = run.paper.numbers.get((stand.printed, pair, ONE_SIDED))
    if number is None or number.value is None:
        return {}
    side = re.findall(r"alternative ([<>=]\*?)", number.provenance)[0]
    row = {"printed_side": side, "printed_one": number.value, "printed_two": min(1.0, 2 * number.value)}
    row["agrees"] = None  # the data of other pairs are not the paper's own
    if stand.kind == EXACT:
        star, theirs = p <= ALPHA, "*" in side
        same = side[0] == direction or not (star or theirs)
        row["agrees"] = "yes" if same and star == theirs else "no"
    return row

"""Lopez-Cruz, Bielza and Larranaga (2013): accuracies, sizes, ranks and tests beside ours, rotation and fit
of angles.
"""

from __future__ import annotations

import math
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
from naivebench.methods.directional.von_mises import log_density
from naivebench.papers.lopezcruz2013.examples import list_surfaces
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
    find_folds,
    find_gap,
    find_method,
    find_ratio,
    find_share,
    find_spread,
    list_kinds,
    pair_on,
)
from naivebench.papers.run import Run
from naivebench.papers.verdicts import ALPHA, HOLDS, NOT_TESTED, average_methods, decide, find_interval
from naivebench.papers.words import format_number, join_names

METHODS = ("vMNB", "SelvMNB", "GNB", "SelGNB", "dNB")
CORRECTIONS = {
    "nemenyi": "Nemenyi", "holm": "Holm", "shaffer": "Shaffer_static", "bergmann_hommel": "Bergmann_Hommel"
}  # fmt: skip
ONE_SIDED = "wilcoxon_sorted_runs_p_one_sided"
SIZES = {"n_parameters": "n_parameters", "n_variables": "attributes_used"}  # as printed -> ours
FACTS = {
    "n_angular": "angular",
    "n_linear": "linear",
    "n_discrete": "discrete",
    "n_classes": "classes",
    "n_instances": "cases",
}
DIRECTIONS = ("majority", "gnb_sincos", "vmfnb", "hybrid_nb", "hybrid_nb_full", "hybrid_nb_pooled")
AGAINST = {"hybrid_nb_full": "hybrid_nb", "hybrid_nb_pooled": "hybrid_nb", "hybrid_nb": "gnb_sincos"}
LIKELIEST = "gnb_likeliest_cut"
VARIABLE = 11  # of Fig. 13
STANDS_FOR = {
    "exact": "exact", "part": "part of {}", "reduced": "reduced {}", "altered": "altered {}",
    "generated": "generated {}", "substitute": "substitute for {}",
}  # fmt: skip


def make_tables(run: Run, printed: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """All tables of the paper."""
    fits = list_fits(run)
    roses, densities = list_roses(run, fits)
    sets = compare_data_sets(run, FACTS)
    if len(sets):
        sets.insert(
            1,
            "stands_for",
            [STANDS_FOR[k].format(p) for k, p in zip(sets["copy"], sets["printed_name"], strict=True)],
        )
    return {
        "table1": compare_accuracies(run),
        "samples": list_draws(run),
        "table2": compare_sizes(run),
        "table6": sets,
        "table3": compare_ranks(run),
        "table4": compare_pairs(run),
        "table5": compare_tests(run),
        "friedman": test_ranks(run),
        "beyond": list_beyond(run),
        "grouped": compare_folds(run),
        "directions": list_directions(run),
        "rotation": describe_rotation(run),
        "offsets": list_offsets(run),
        "fit": sum_fits(fits),
        "fits": fits,
        "roses": roses,
        "densities": densities,
        "gains": compare_gains(run, "vMNB", ["GNB"]),
        "surfaces": list_surfaces(),
    }


# --- accuracies, and how many values are drawn to rank attributes
# ------------------------------------------------


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
        why = (
            f"the paper does not state how many values it draws to rank attributes: {means}; differences"
            f" from the print"
            f" from {format_number(low, 'points')} to {format_number(high, 'points')} points, tolerance"
            f" {100 * kind.tolerance:g}"
        )
        return Agreement("reproduced" if word == HOLDS else word, why)
    if number or bounds is None:
        return compare_repeats(run, kind, stand, name, number, ours)
    if ours.runs < 2:
        return Agreement(NOT_TESTED, "the printed value is illegible, and one repeat has no interval")
    interval = intervals.mean(ours.by_run)
    word = decide(interval.low, interval.high, bounds)
    low_text, high_text = (format_number(v, "percent") for v in bounds)
    text = (
        f"< {high_text}"
        if bounds[0] == 0
        else f"> {low_text}"
        if bounds[1] == 1
        else f"{low_text} – {high_text}"
    )
    why = f"the printed value is illegible; the other tables say {text}"
    if word == HOLDS and (bounds[0] == 0 or bounds[1] == 1):
        return Agreement(NOT_TESTED, f"{why}, which holds, but a bound on one side confirms little")
    return Agreement("reproduced" if word == HOLDS else word, why)


def list_readings(run: Run, stand: Any, name: str) -> list[tuple[str, int, Score, Interval]]:
    """Protocol, number of draws, score and difference from the print, for every number of draws, fewest
    first.

    [] if fewer than two numbers of draws ran on several repeats.
    """
    roles = run.paper.methods[name].get("readings")
    if not roles:
        return []
    printed, readings = run.paper.value(stand.printed, name, "accuracy_pct"), []
    protocols = run.frames["protocols"].set_index("protocol")["params"]
    params = run.frames["methods"].set_index("method")["params"]
    for role in ("paper", *roles):
        method = find_method(run, role, stand.dataset, name) or ""
        ours, protocol = (
            average_score(run, role, stand.dataset, method, "accuracy"),
            run.paper.protocols[role],
        )
        if ours and ours.runs > 1 and printed is not None:
            draws = (params[method] | protocols[protocol].get(method, {}))["samples"]
            readings.append((protocol, draws, ours, find_gap(list_kinds(run)[0], printed / 100, ours)))
    return sorted(readings, key=lambda r: r[1]) if len(readings) > 1 else []


def list_printed_rows(run: Run) -> pd.DataFrame:
    """Printed accuracies beside those of this run."""
    return describe_printed(run, agree_accuracies)


def list_draws(run: Run) -> pd.DataFrame:
    """How the selective methods depend on the number of draws."""
    rows = []
    for stand in run.list_stands("paper").itertuples():
        for name in METHODS:
            for protocol, draws, ours, gap in list_readings(run, stand, name):
                row = {"dataset": stand.dataset, "method": find_method(run, "paper", stand.dataset, name)}
                row |= {"protocol": protocol, "draws": draws, "accuracy": ours.value}
                row |= {"spread": find_spread(ours.by_run)[1], "printed": ours.value - gap.value}
                rows.append(
                    row | {"difference": gap.value, "difference_low": gap.low, "difference_high": gap.high}
                )
    return pd.DataFrame(rows)


def find_folds_mean(run: Run, dataset: str, name: str, role: str = "paper") -> tuple[float, float] | None:
    """Mean and standard deviation of the accuracy over all folds, or None."""
    values = find_folds(run, role, dataset, name)["value"]
    return find_spread(values.tolist()) if len(values) else None


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
            row = {
                "dataset": stand.dataset,
                "stands_for": STANDS_FOR[stand.kind].format(printed),
                "numbers_from": "this run",
            }
            for m in METHODS:
                row[m], row[f"{m}_sd"] = find_folds_mean(run, stand.dataset, m) or (None, None)
            rows.append(row)
    return pd.DataFrame(rows)


def list_beyond(run: Run) -> pd.DataFrame:
    """Accuracies of methods that are not in the paper, of vMNB and of the best method of the paper: tidy
    rows.
    """
    printed = {m for name in METHODS for m in run.paper.ids(name)}
    scores = run.read_scores(run.protocol("paper"), "accuracy")
    others = [m for m in run.frames["methods"]["method"] if m in set(scores["method"]) - printed]
    first, rows = run.paper.more["beyond"], []
    others = [*(m for m in first if m in others), *(m for m in others if m not in first)]
    kinds = dict(zip(run.list_stands("paper")["dataset"], run.list_stands("paper")["kind"], strict=True))
    for dataset in dict.fromkeys([*kinds, *scores.loc[scores["method"].isin(others), "dataset"]]):
        own = {m: found for m in METHODS if (found := find_folds_mean(run, dataset, m))}
        best = max(own, key=lambda m: own[m][0], default=None)
        shown = {"vMNB": own.get("vMNB"), **{m: find_folds_mean(run, dataset, m) for m in others}}
        row = {"dataset": dataset, "copy": kinds.get(dataset, "further"), "best_method": best}
        row["best"] = own[best][0] if best else None
        rows += [
            row | {"method": m, "accuracy": of[0], "accuracy_sd": of[1]} for m, of in shown.items() if of
        ]
    return pd.DataFrame(rows)


def compare_folds(run: Run) -> pd.DataFrame:
    """Pooled accuracy in random folds and in folds that keep related cases together, with Wilson's
    interval.
    """
    stands, methods = run.list_stands("paper")["dataset"].tolist(), run.frames["methods"]["method"].tolist()
    scores, rows = run.read_scores(run.protocol("grouped"), "accuracy"), []
    cells = set(
        scores.loc[scores["dataset"].isin(stands), ["dataset", "method"]].itertuples(index=False, name=None)
    )
    for dataset, method in sorted(cells, key=lambda c: (stands.index(c[0]), methods.index(c[1]))):
        grouped, random = (find_share(run, role, dataset, method) for role in ("grouped", "paper"))
        if grouped is None or random is None:
            continue
        row = {
            "dataset": dataset,
            "method": method,
            "random": random["accuracy"],
            "grouped": grouped["accuracy"],
        }
        row |= {
            "grouped_low": grouped["low"],
            "grouped_high": grouped["high"],
            "drop": random["accuracy"] - grouped["accuracy"],
        }
        rows.append(
            row | {"majority": run.record(dataset).get("majority_rate"), "folds": int(grouped["folds"])}
        )
    return pd.DataFrame(rows)


def list_directions(run: Run) -> pd.DataFrame:
    """von Mises-Fisher naive Bayes and the hybrids, on directions, angles, numbers and values: a row for each
    method.

    The difference from `against` has the interval of the corrected resampled t test.
    """
    rows: list[dict[str, Any]] = []
    for role in ("grouped", "paper"):
        scores = run.read_scores(run.protocol(role), "accuracy")
        shown = scores.loc[
            scores["method"].str.startswith(("vmfnb", "hybrid")) & scores["method"].isin(DIRECTIONS)
        ]
        for dataset in sorted(shown["dataset"].unique()):
            kinds = Counter(a["kind"] for a in run.record(dataset).get("attributes", []))
            place = {"dataset": dataset, "protocol": run.paper.protocols[role]}
            place["attributes_named"] = join_names(f"{n} {kind}" for kind, n in kinds.items())
            for method in DIRECTIONS:
                if not (mean := find_folds_mean(run, dataset, method, role)):
                    continue
                row = place | {"method": method, "accuracy": mean[0], "accuracy_sd": mean[1]}
                pair = pair_on(run, [role], dataset, method, AGAINST[method]) if method in AGAINST else None
                if pair and len(pair.differences) > 1:
                    interval = find_interval(pair._replace(only=None))
                    row |= {"against": AGAINST[method], "difference": interval.value}
                    row |= {"difference_low": interval.low, "difference_high": interval.high}
                rows.append(row)
    return pd.DataFrame(rows)


# --- sizes
# -------------------------------------------------------------------------------------------------------


def compare_sizes(run: Run) -> pd.DataFrame:
    """Table 2: parameters, variables, share of angles and time to learn, printed and means over the folds.

    The printed block of dNB repeats that of GNB, except on Protein10, and contradicts the text, so it is left
    out.
    """
    chosen, rows = list_chosen(run), []
    means = {metric: run.means("paper", metric) for metric in (*SIZES.values(), "angular_used")}
    costs = run.frames["costs"]
    costs = costs[costs["protocol"] == run.protocol("paper")].set_index(["dataset", "method"])
    for stand in run.list_stands("paper").itertuples():
        kinds = {a["name"]: a["kind"] for a in run.record(stand.dataset).get("attributes", [])}
        for m in METHODS:
            method = find_method(run, "paper", stand.dataset, m)
            if method is None:
                continue
            key = (stand.dataset, method)
            of = {metric: v for metric, by in means.items() if (v := by.get(key)) is not None}
            ours = {name: of.get(metric) for name, metric in SIZES.items()}
            ours["pct_angular"] = share_angles(kinds, of, chosen.get(key))
            row: dict[str, Any] = {"dataset": stand.dataset, "method": method, "copy": stand.kind}
            for name, mine in ours.items():
                theirs = None if m == "dNB" else run.paper.value(stand.printed, m, name)
                if name == "pct_angular" and theirs is not None:
                    theirs /= 100
                row |= {f"{name}_printed": theirs, name: mine}
            row["learning_time_printed"] = run.paper.value(stand.printed, m, "learning_time_s")
            folds = len(find_folds(run, "paper", stand.dataset, method))
            seconds = costs["fit_seconds"].get(key)
            rows.append(row | {"learning_time": seconds / folds if seconds is not None else None})
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
# ---------------------------------------------------------------------------------------------


def compare_methods(run: Run, *roles: str) -> tuple[Comparison | None, pd.DataFrame]:
    """Rank statistics of the paper's methods, one data set for each printed one; None with fewer than two
    data sets.
    """
    means = average_methods(run.under(*roles), METHODS)
    return (compare(means.to_numpy(), list(METHODS), list(means.index)) if len(means) > 1 else None), means


def find_printed_ranks(paper: Paper) -> dict[str, float]:
    """The printed average ranks, best first."""
    every = f"{paper.data_sets['printed'].nunique()} datasets"
    known = {m: paper.value(every, m, "average_rank") for m in METHODS}
    return dict(sorted(((m, r) for m, r in known.items() if r is not None), key=lambda item: item[1]))


def rank_printed(paper: Paper) -> np.ndarray:
    """Ranks of the methods on the paper's data sets, from the printed accuracies: shape (data sets, methods).

    Ties share their mean rank. The method with illegible accuracies gets its derived rank, `rank_among_<n>`.
    """
    from scipy.stats import rankdata

    rows = []
    for printed in paper.data_sets["printed"].unique():
        known = {m: paper.value(printed, m, "accuracy_pct") for m in METHODS}
        others = [m for m, v in known.items() if v is not None]
        of_others = dict(zip(others, rankdata([-(known[m] or 0.0) for m in others]), strict=True))
        (lost,) = (m for m in METHODS if m not in of_others)
        place = paper.value(printed, lost, f"rank_among_{len(METHODS)}") or 0.0
        rows.append([place if m == lost else of_others[m] + (of_others[m] >= place) for m in METHODS])
    return np.array(rows, dtype=float)


def compare_ranks(run: Run) -> pd.DataFrame:
    """Table 3: average ranks as printed, of this run, and on folds that keep related cases together."""
    if run.list_stands("paper").empty:
        return pd.DataFrame()
    comparison, honest = (compare_methods(run, *roles)[0] for roles in (["paper"], list_kinds(run)[0].honest))
    rows = []
    for m, r in find_printed_ranks(run.paper).items():
        row = {"method": run.paper.methods[m]["ids"][0], "rank_printed": r}
        row["rank_paper"] = comparison.average_ranks[m] if comparison else None
        rows.append(row | {"rank_honest": honest.average_ranks[m] if honest else None})
    return pd.DataFrame(rows)


def adjust_printed(paper: Paper) -> dict[frozenset[str], dict[str, float]]:
    """p of all pairs, adjusted by the four corrections, computed from the printed average ranks."""
    names, average = list(find_printed_ranks(paper)), np.array(list(find_printed_ranks(paper).values()))
    pairwise = posthoc.pairwise(average, paper.data_sets["printed"].nunique())
    p = pairwise.p
    computed = {
        "nemenyi": posthoc.bonferroni(p),
        "holm": posthoc.holm(p),
        "shaffer": posthoc.shaffer(p, len(names)),
        "bergmann_hommel": bergmann_hommel(average, p),
    }
    pairs = [frozenset((names[i], names[j])) for i, j in zip(pairwise.first, pairwise.second, strict=True)]
    return {pair: {c: float(computed[c][i]) for c in CORRECTIONS} for i, pair in enumerate(pairs)}


def compare_pairs(run: Run) -> pd.DataFrame:
    """Table 4: adjusted p of all pairs: printed, computed again from the printed ranks, and of this run."""
    if run.list_stands("paper").empty:
        return pd.DataFrame()
    paper, again, comparison = run.paper, adjust_printed(run.paper), compare_methods(run, "paper")[0]
    mine = {frozenset((p.a, p.b)): p for p in comparison.pairs} if comparison else {}
    every, rows = f"{paper.data_sets['printed'].nunique()} datasets", []
    for pair in dict.fromkeys(m for _, m, metric in paper.numbers if metric.startswith("p_adjusted_")):
        names = frozenset(pair.split(" vs "))
        row: dict[str, Any] = {"pair": pair.replace(" vs ", " – ")}
        for c, name in CORRECTIONS.items():
            row |= {
                f"{c}_printed": paper.value(every, pair, f"p_adjusted_{name}"),
                f"{c}_again": again[names][c],
            }
            row[f"{c}_ours"] = getattr(mine.get(names), c, None)
        rows.append(row)
    return pd.DataFrame(rows)


def test_ranks(run: Run) -> pd.DataFrame:
    """Friedman's test of the printed ranks and of this run: with and without correction for ties, and as an F
    test.
    """
    if run.list_stands("paper").empty:
        return pd.DataFrame()
    average, n = find_printed_ranks(run.paper), run.paper.data_sets["printed"].nunique()
    plain = ranks.friedman(np.array(list(average.values())), n)
    ties, f = (
        ranks.friedman_of_ties(rank_printed(run.paper)),
        ranks.iman_davenport(plain.statistic, n, len(average)),
    )
    tests: dict[str, tuple[Any, ...]] = {"printed ranks": (n, plain, ties, f)}
    for name, roles in (("this run", ("paper",)), ("this run, honest folds", list_kinds(run)[0].honest)):
        comparison, means = compare_methods(run, *roles)
        if comparison:
            of = (comparison.friedman, comparison.friedman_ties, comparison.iman_davenport)
            tests[name] = (len(means), *of)
    rows = []
    for name, (n_sets, *several) in tests.items():
        for test, of in zip(
            ("Friedman", "Friedman, corrected for ties", "Iman and Davenport"), several, strict=True
        ):
            rows.append(
                {"numbers_from": name, "datasets": n_sets, "test": test, "statistic": of.statistic, "p": of.p}
            )
    return pd.DataFrame(rows)


def find_run_differences(run: Run, dataset: str, first: str, second: str) -> np.ndarray | None:
    """Accuracy of the first printed method minus the second, shape (runs, folds); None if their folds
    differ.
    """
    one, other = (
        find_folds(run, "paper", dataset, m).pivot(index="repeat", columns="fold", values="value")
        for m in (first, second)
    )
    if one.empty or one.shape != other.shape or one.isna().any(axis=None) or other.isna().any(axis=None):
        return None
    return (one - other).to_numpy()


def compare_tests(run: Run) -> pd.DataFrame:
    """Table 5: Wilcoxon's test on the sorted differences of the folds, averaged over the runs; printed and of
    this run.
    """
    pairs, rows = dict.fromkeys(m for _, m, metric in run.paper.numbers if metric == ONE_SIDED), []
    for stand in run.list_stands("paper").itertuples():
        for pair in pairs:
            a, b = pair.split(" vs ")
            d = find_run_differences(run, stand.dataset, a, b)
            if d is None:
                continue
            row: dict[str, Any] = {"dataset": stand.dataset, "copy": stand.kind, "pair": f"{a} – {b}"}
            test = sorted_runs(d)
            ours = {"difference": float(d.mean()), "side": test.direction, "one_sided": test.p_one_sided}
            ours |= {"two_sided": test.p, "null": test.method, "runs": d.shape[0], "folds": d.shape[1]}
            ratio = find_ratio(find_folds(run, "paper", stand.dataset, a))
            ours["corrected"] = corrected_t(d.ravel(), ratio).p if d.size > 1 else None
            rows.append(row | _read_printed_test(run, stand, pair, ours) | ours)
    return pd.DataFrame(rows)


def _read_printed_test(run: Run, stand: Any, pair: str, ours: dict[str, Any]) -> dict[str, Any]:
    """The printed test of a pair, and whether ours agrees: same conclusion from the one-sided p, and same
    side.
    """
    number = run.paper.numbers.get((stand.printed, pair, ONE_SIDED))
    if number is None or number.value is None:
        return {}
    side = re.findall(r"alternative ([<>=]\*?)", number.provenance)[0]
    row = {"printed_side": side, "printed_one": number.value, "printed_two": min(1.0, 2 * number.value)}
    row["agrees"] = None  # the data of other pairs are not the paper's own
    if stand.kind == EXACT:
        star, theirs = ours["one_sided"] <= ALPHA, "*" in side
        same = side[0] == ours["side"] or not (star or theirs)
        row["agrees"] = "yes" if same and star == theirs else "no"
    return row


# --- rotation and fit of angles
# ----------------------------------------------------------------------------------


def list_angular(run: Run) -> dict[str, dict[str, Any]]:
    """Facts about the angles of data sets: those of the paper in its order, then the others."""
    frame, order = run.frames["angles"], run.list_stands("paper")["dataset"].tolist()
    facts = dict(zip(frame["dataset"], frame["facts"], strict=True))
    own = {d: k for d, k in run.kinds.items() if run.use != "own" or k == EXACT}
    names = [*(d for d in order if d in facts), *sorted(facts.keys() - set(order))]
    return {d: facts[d] for d in names if d in own}


def list_rotations(run: Run) -> pd.DataFrame:
    """Accuracy with all angles turned by offsets, and the share of predictions that change; offset 0 comes
    first.
    """
    columns = ["dataset", "method", "offset_degrees", "accuracy", "changed"]
    frames = [
        pd.DataFrame(of["rotation"]).assign(dataset=d)
        for d, of in list_angular(run).items()
        if of.get("rotation")
    ]
    if not frames:
        return pd.DataFrame(columns=columns)
    turned = []
    for frame in frames:
        order = {m: i for i, m in enumerate(frame["method"].unique())}
        turned.append(frame.iloc[np.lexsort([frame["offset_degrees"], frame["method"].map(order)])])
    return pd.concat(turned, ignore_index=True)[columns]


def list_offsets(run: Run) -> pd.DataFrame:
    """The rotations of methods whose angles were turned by several offsets."""
    rotations = list_rotations(run)
    size = rotations.groupby(["dataset", "method"])["accuracy"].transform("size")
    return rotations[size > 1].reset_index(drop=True)


def describe_rotation(run: Run) -> pd.DataFrame:
    """How rotating all angles affects vMNB and GNB, and the accuracy of GNB with the likeliest cut."""
    rotations, rows = list_rotations(run), []
    first = rotations.drop_duplicates(["dataset", "method"])
    likeliest = first[first["method"] == LIKELIEST].set_index("dataset")["accuracy"]
    for (dataset, method), of in list_offsets(run).groupby(["dataset", "method"], sort=False):
        kinds = [a["kind"] for a in run.record(dataset)["attributes"]]
        accuracy, others = of["accuracy"].to_numpy(), of["changed"].to_numpy()[1:]
        cut = None if method == "vmnb" else likeliest.get(dataset)
        row = {
            "dataset": dataset,
            "method": method,
            "angular": kinds.count("angular"),
            "attributes": len(kinds),
        }
        row |= {"unrotated": accuracy[0], "rotated_mean": accuracy.mean()}
        row |= {"rotated_lowest": accuracy.min(), "rotated_highest": accuracy.max()}
        row |= {
            "spread": np.ptp(accuracy),
            "likeliest": cut,
            "loss": None if cut is None else cut - accuracy.mean(),
        }
        row |= {"changed_mean": others.mean(), "changed_most": others.max()}
        worst = of["offset_degrees"].iloc[int(accuracy.argmin())] if np.ptp(accuracy) > 0 else None
        rows.append(row | {"worst": worst})
    return pd.DataFrame(rows)


def list_fits(run: Run) -> pd.DataFrame:
    """Maximum-likelihood fits of both densities to every angle in every class, with log-likelihoods in
    nats.
    """
    rows = [
        {"dataset": d, "attribute": a["name"], "class": label}
        | fit
        | {"fit_gain": fit["von_mises"] - fit["gaussian"]}
        for d, of in list_angular(run).items()
        for a in of["attributes"]
        for label, fit in zip(of["classes"], a["fits"], strict=True)
        if fit
    ]
    columns = [
        "dataset",
        "attribute",
        "class",
        "n",
        "mu",
        "kappa",
        "mean",
        "sd",
        "von_mises",
        "gaussian",
        "fit_gain",
    ]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.rename(columns={"n": "angles", "mean": "gaussian_mean", "sd": "gaussian_sd"})


def sum_fits(fits: pd.DataFrame) -> pd.DataFrame:
    """Log-likelihoods of both densities for each data set; the gain is per angle."""
    by = fits.groupby("dataset", sort=False)
    sums = by[["von_mises", "gaussian"]].sum()
    frame = pd.DataFrame({"angular": by["attribute"].nunique(), "angles": by["angles"].sum()}).join(sums)
    frame["fit_gain"] = (frame["von_mises"] - frame["gaussian"]) / frame["angles"]
    better = (fits["fit_gain"] > 0).groupby(fits["dataset"], sort=False).sum()
    return frame.assign(better_fits=better, fits=by.size()).reset_index()


def choose_angle(run: Run, fits: pd.DataFrame) -> tuple[str, dict[str, Any]] | None:
    """Data set and facts of the angle that Fig. 13 draws: variable 11 of what replaces Protein10.

    Without it, the angle whose log-likelihoods differ most, on the data set with the largest gain per angle.
    """
    facts, stands = list_angular(run), run.list_stands("paper")
    wanted = [d for d in stands.loc[stands["printed"] == run.paper.more["drawn"], "dataset"] if d in facts]
    if wanted and len(facts[wanted[0]]["attributes"]) >= VARIABLE:
        return wanted[0], facts[wanted[0]]["attributes"][VARIABLE - 1]
    if fits.empty:
        return None
    dataset = wanted[0] if wanted else str(sum_fits(fits).set_index("dataset")["fit_gain"].idxmax())
    gains = fits[fits["dataset"] == dataset].groupby("attribute", sort=False)["fit_gain"].sum()
    return dataset, next(a for a in facts[dataset]["attributes"] if a["name"] == gains.idxmax())


def list_roses(run: Run, fits: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Numbers of cases in sectors of the angle that Fig. 13 draws, and both fitted densities, by class.

    Angles are in radians in (-pi, pi]; a Gaussian density is of the raw angle, whose circle is cut at pi.
    """
    chosen = choose_angle(run, fits)
    if chosen is None:
        return pd.DataFrame(), pd.DataFrame()
    dataset, attribute = chosen
    place = {"dataset": dataset, "attribute": attribute["name"], "period": attribute["period"]}
    sectors, densities, angle = [], [], np.linspace(-np.pi, np.pi, 181)
    for label, counts, fit in zip(
        list_angular(run)[dataset]["classes"], attribute["counts"], attribute["fits"], strict=True
    ):
        sectors += [place | {"class": label, "sector": i, "count": n} for i, n in enumerate(counts)]
        if fit:
            width = 2 * np.pi / len(counts)
            at = np.minimum(((angle + np.pi) / width).astype(int), len(counts) - 1)
            frequency = np.array(counts)[at] / (max(sum(counts), 1) * width)
            von_mises = np.exp(log_density(angle, fit["mu"], fit["kappa"]))
            gaussian = np.exp(-0.5 * ((angle - fit["mean"]) / fit["sd"]) ** 2) / (
                fit["sd"] * math.sqrt(2 * np.pi)
            )
            curves = {
                "class": label,
                "angle": angle,
                "frequency": frequency,
                "von_mises_density": von_mises,
                "gaussian_density": gaussian,
            }
            densities.append(pd.DataFrame(place | curves).round(6))
    return pd.DataFrame(sectors), pd.concat(densities, ignore_index=True) if densities else pd.DataFrame()

"""The ranking with gains and costs, and the numbers of the first sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import pivot_means, subtract_scores
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.benchmark.tables.frames import Frames
from naivebench.benchmark.tables.kinds import find_best_of_family, find_best_rival, shorten_titles
from naivebench.benchmark.tables.rankings import (
    average_with_deviation,
    correct_against,
    describe_gain,
    stand_against_best,
)
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import ranks
from naivebench.evaluation.statistics.families import voters
from naivebench.evaluation.statistics.rounding import without_noise

LEAST = 10  # least number of data sets for a ranking of all methods
ONE_DEPENDENCE = ("bn_classifiers.aode", "bn_classifiers.ande")  # modules: averaged one-dependence estimators


def add_costs(ranking: pd.DataFrame, comparisons: Sequence[Comparison], frames: Frames) -> pd.DataFrame:
    """The ranking with group, log loss, number of parameters and CPU time, over the data sets of each
    comparison.

    `cost_factor` is the CPU time over the reference's; `on_front` marks methods of the primary comparison
    that no other method beats in both mean score and CPU time. A sum or mean is missing where a data set
    lacks a value.
    """
    reference = frames["settings"]["reference"].iloc[0]
    parts, measured = (
        [],
        dict[tuple[str, ...], pd.DataFrame](),
    )  # metrics of an experiment share their data sets
    for comparison in comparisons:
        key = comparison.protocol, *comparison.scores.index
        if key not in measured:
            measured[key] = _measure_costs(comparison.protocol, comparison.scores.index, frames)
        mask = (ranking["experiment"] == comparison.experiment) & (ranking["metric"] == comparison.metric)
        part = ranking[mask].set_index("method")
        part = part.drop(columns=["group", "log_loss_clipped", "n_parameters", "cpu_seconds"])
        part = part.join(measured[key])
        part["cost_factor"] = part["cpu_seconds"] / part["cpu_seconds"].get(reference, np.nan)
        part["on_front"] = find_front(part, comparison.lower) if comparison.primary else False
        parts.append(part.reset_index())
    return pd.concat(parts, ignore_index=True) if parts else ranking


def _measure_costs(protocol: str, datasets: pd.Index, frames: Frames) -> pd.DataFrame:
    """Group, mean log loss, median number of parameters and CPU seconds of every method over the data
    sets.
    """
    costs = frames["costs"]
    costs = costs[(costs["protocol"] == protocol) & costs["dataset"].isin(datasets)].groupby("method")
    seconds = costs["cpu_seconds"].agg(lambda s: math.fsum(s) if s.count() == len(datasets) else np.nan)
    losses = pivot_means(frames["means"], protocol, "log_loss_clipped").reindex(datasets)
    losses = losses.loc[:, losses.notna().all()]
    return pd.DataFrame(
        {
            "group": frames["methods"].set_index("method")["group"],
            "log_loss_clipped": {m: average_with_deviation(losses[m])[0] for m in losses},
            "n_parameters": costs["parameters_median"].median(),
            "cpu_seconds": seconds,
        }
    )


def add_uncompared(ranking: pd.DataFrame, comparisons: Sequence[Comparison], frames: Frames) -> pd.DataFrame:
    """The ranking with mean scores, without ranks, for protocols and metrics that have no comparison: over
    the data sets on which every method of the protocol has a score.
    """
    compared = {(c.protocol, c.metric) for c in comparisons if c.main}
    methods, parts = frames["methods"]["method"], [ranking]
    for protocol in frames["protocols"].query("not learning")["protocol"]:
        for metric in frames["metrics"].query("better == better")["metric"]:
            wide = pivot_means(frames["means"], protocol, metric)
            whole = wide.dropna()
            if (protocol, metric) in compared or whole.empty:
                continue
            rows = []
            for method in (m for m in methods if m in whole):
                score, deviation = average_with_deviation(whole[method])
                row = {
                    "protocol": protocol,
                    "metric": metric,
                    "primary": False,
                    "main": True,
                    "method": method,
                }
                row["on_front"] = False
                rows.append(row | {"score": score, "score_std": deviation, "datasets": len(whole)})
            costs = _measure_costs(protocol, whole.index, frames)
            parts.append(pd.DataFrame(rows).join(costs, on="method"))
    return pd.concat(parts, ignore_index=True)


def find_front(part: pd.DataFrame, lower: bool) -> pd.Series:
    """Whether each method is better than every faster one; equally fast methods are compared by their
    score.
    """
    sign, best = (-1 if lower else 1), -math.inf
    front = pd.Series(False, part.index)
    known = part[part["cpu_seconds"] > 0].assign(gain=sign * part["score"]).reset_index()
    known = known.sort_values(["cpu_seconds", "gain", "method"], ascending=[True, False, True])
    for method, gain in zip(known["method"], known["gain"], strict=True):
        front[method] = gain > best
        best = max(best, gain)
    return front


def compare_headlines(
    primary: Comparison | None, ranking: pd.DataFrame, pairs: pd.DataFrame, frames: Frames
) -> pd.DataFrame:
    """The best member of the family (a) against the best rival and the reference (b), with all tests.

    Holm's corrections are over the comparisons with the best method, or with the reference.
    """
    if primary is None:
        return pd.DataFrame()
    of_primary = ranking[ranking["primary"].eq(True)]
    order, methods = of_primary["method"].tolist(), frames["methods"]
    average = dict(zip(order, of_primary["average_rank"], strict=True))
    reference = frames["settings"]["reference"].iloc[0]
    family, rival = find_best_of_family(order, methods), find_best_rival(order, methods)
    numbers = {(p["a"], p["b"]): p for p in pairs[pairs["primary"].eq(True)].to_dict("records")}
    numbers |= {(b, a): _turn_pair(pair) for (a, b), pair in numbers.items()}
    rows = []
    for role, other, base in (("best rival", rival, order[0]), ("reference", reference, reference)):
        if family is None or other is None or (family, other) not in numbers:
            continue
        pair = numbers[family, other]
        compared = other if base == family else family
        gains = subtract_scores(primary.scores, family, other, METRICS[primary.metric].better)
        row = {"role": role, "a": family, "b": other, "rank_difference": average[family] - average[other]}
        row |= describe_gain(gains) | {"median": median(gains)}
        row |= {key: pair[key] for key in ("wins", "ties", "losses", "rank_biserial", "wilcoxon")}
        row["holm"] = correct_against(numbers, order, base, "p").get(compared)
        row["wilcoxon_holm"] = correct_against(numbers, order, base, "wilcoxon").get(compared)
        row["all_pairs"] = pair["bergmann_hommel"]
        rows.append(row)
    return pd.DataFrame(rows)


def _turn_pair(pair: dict[str, Any]) -> dict[str, Any]:
    turned = {"wins": pair["losses"], "losses": pair["wins"], "rank_biserial": -pair["rank_biserial"]}
    return pair | turned


def answer_question(ranking: pd.DataFrame, frames: Frames) -> pd.DataFrame:
    """The methods of the first sentences, by role, with their gain over the reference and their cost.

    `one-dependence` is the cheapest averaged one-dependence estimator of the comparison.
    `share_of_rival_gain` and `share_of_best_gain` are shares of the gains of the best rival and of the best
    member of the family.
    """
    methods = frames["methods"]
    part = ranking[ranking["primary"].eq(True)].set_index("method", drop=False)
    if part.empty:
        return pd.DataFrame()
    modules = methods.set_index("method")["stanza"].map(lambda stanza: stanza.get("module", ""))
    averaged = part[part["method"].map(modules).isin(ONE_DEPENDENCE)]
    family, rival = (find(part["method"], methods) for find in (find_best_of_family, find_best_rival))
    roles = {
        "best of the family": family,
        "best rival": rival,
        "one-dependence": averaged["cost_factor"].idxmin() if averaged["cost_factor"].notna().any() else None,
        "best one-dependence": averaged.index[0] if len(averaged) else None,
        "reference": frames["settings"]["reference"].iloc[0],
    }
    columns = ["average_rank", "gain", "gain_low", "gain_high", "cost_factor", "datasets"]
    rows = [
        {"role": role, "method": m} | part.loc[m, columns].to_dict()
        for role, m in roles.items()
        if m in part.index
    ]
    gains = part["gain"]
    answer = pd.DataFrame(rows)
    answer.insert(2, "title", answer["method"].map(shorten_titles(methods)))
    answer["share_of_rival_gain"] = answer["gain"] / gains.get(rival, np.nan)
    answer["share_of_best_gain"] = answer["gain"] / gains.get(family, np.nan)
    return answer


class Common(NamedTuple):
    """Methods that share at least `LEAST` data sets, these data sets, and why other methods are left out."""

    methods: list[str]
    datasets: list[str]
    left_out: dict[str, str]


def find_common_sets(having: Mapping[str, set[str]], least: int = LEAST) -> Common:
    """Find the data sets that all methods share, leaving out methods where needed.

    A method is left out while the methods share fewer than `least` data sets, and fewer than the largest
    number of any method. The method whose omission lets the others share most goes first; among equals, the
    one with the fewest data sets, then the last one.

    `having`: method -> its data sets.
    """

    def share(methods: Sequence[str], without: str = "") -> set[str]:
        sets = [having[m] for m in methods if m != without]
        return set.intersection(*sets) if sets else set()

    methods, left = [m for m in having if having[m]], dict[str, str]()
    least = min(least, max((len(having[m]) for m in methods), default=0))
    while len(methods) > 2 and len(share(methods)) < least:
        place = {m: i for i, m in enumerate(methods)}
        out = max(methods, key=lambda m: (len(share(methods, m)), -len(having[m]), place[m]))
        count, rest = len(share(methods)), len(share(methods, out))
        left[out] = (
            f"With this method, {len(methods)} methods share {_count(count)}; without it, the others share "
            f"{rest}. It has {_count(len(having[out]))}."
        )
        methods.remove(out)
    return Common(methods, sorted(share(methods)), left)


def _count(number: int) -> str:
    return f"{number} data set" + ("" if number == 1 else "s")


def rank_together(frames: Frames) -> pd.DataFrame:
    """All methods of the primary protocol, of whatever experiment: ranks on the data sets that they share, or
    why a method has none; gains over the reference on all data sets that both have.
    """
    settings = frames["settings"].iloc[0]
    protocol, metric = settings["protocol"], settings["metric"]
    wide = pivot_means(frames["means"], protocol, metric)
    own = _list_own_sets(wide, frames)
    common = find_common_sets(own)
    datasets = frames["datasets"].sort_values(["place", "dataset"])
    family = dict(zip(datasets["dataset"], datasets["family"], strict=True))
    voter = voters([d for d in datasets["dataset"] if d in common.datasets], family)
    sets, groups = (
        [d for d in common.datasets if voter[d] == d],
        frames["methods"].set_index("method")["group"],
    )
    if len(common.methods) < 2 or not sets:
        return pd.DataFrame()
    values, lower = wide.loc[sets, common.methods].to_numpy(), METRICS[metric].better == "lower"
    average = ranks.average_ranks(without_noise(values), lower_is_better=lower).tolist()
    standings = stand_against_best(values, common.methods, lower, settings["alpha"], settings["rope"])
    placed = dict(zip(common.methods, average, strict=True))
    rows = []
    for method in sorted(own, key=lambda m: (placed.get(m, np.inf), m)):
        row = {"method": method, "group": groups[method], "average_rank": placed.get(method)}
        row |= standings.get(method, {}) | {"datasets": len(own[method])}
        if method in placed:
            row["score"] = average_with_deviation(values[:, common.methods.index(method)])[0]
        if method != settings["reference"] and settings["reference"] in own:
            both = wide.loc[sorted(own[method] & own[settings["reference"]])]
            gains = subtract_scores(both, method, settings["reference"], METRICS[metric].better)
            if len(gains):
                row |= {"wins": (gains > 0).sum(), "ties": (gains == 0).sum(), "losses": (gains < 0).sum()}
                row["median_gain"] = median(gains)
        rows.append(row | {"shared": len(sets), "left_out": common.left_out.get(method)})
    return pd.DataFrame(rows)


def _list_own_sets(wide: pd.DataFrame, frames: Frames) -> dict[str, set[str]]:
    """Method -> data sets on which it has a score without a failed fold under the primary protocol."""
    protocol = frames["settings"]["protocol"].iloc[0]
    failures = frames["failures"]
    failures = failures[failures["protocol"].isin([protocol, ""])]
    failed = set(zip(failures["dataset"], failures["method"], strict=True))
    methods = [m for m in frames["methods"]["method"] if m in wide]
    return {
        m: {d for d in wide.index[wide[m].notna()] if (d, m) not in failed and (d, "") not in failed}
        for m in methods
    }

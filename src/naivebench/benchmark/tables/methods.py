"""Tables about methods: description, parameters, cost, quality of probabilities, and further experiments
(learning curves, bias and variance, discretizers, and rivals with their libraries' settings).
"""

from __future__ import annotations

import json
import re
from typing import Any

import pandas as pd

from naivebench.benchmark.tables.cells import Frames, count_wins, pivot_means, sort_rows
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.benchmark.tables.overview import shorten_titles
from naivebench.evaluation.classification import Parts
from naivebench.evaluation.statistics.ranks import average_ranks
from naivebench.models import parameters, registry
from naivebench.models.method_stanzas import UNREAD

FEWEST = 20  # cases of a bin of a reliability diagram
PROBABILITIES = ["ece", "log_loss_clipped", "log_loss", "brier"]
LIBRARY = "library-defaults"  # tag of methods that run with all settings of their library


def describe_methods(ranking: pd.DataFrame, frames: Frames) -> pd.DataFrame:
    """Describe every method: title, group, idea, source, Python code, and rank in the primary comparison
    `ranking`, whose methods come first, sorted by rank.
    """
    from naivebench.estimators import format_constructor  # imports scikit-learn

    rows = []
    for given in frames["methods"].to_dict("records"):
        stanza, module = given["stanza"], given["stanza"].get("module", "")
        row = {key: given[key] for key in ("method", "title", "group")}
        row |= {key: stanza.get(key) for key in ("caveat", "reference")}
        row |= {"idea": stanza.get("idea") or read_summary(module)}
        if call := format_constructor(stanza):
            row["import_line"] = f"from naivebench.estimators import {stanza['estimator']}"
            row["constructor"] = call
        elif module.startswith("baselines."):
            row["import_line"] = format_import_line(module, stanza.get("params", {})) or None
        rows.append(row)
    if not rows:
        return pd.DataFrame()
    table = pd.DataFrame(rows).merge(ranking[["method", "average_rank"]], how="left")
    table["short_title"] = shorten_titles(table["title"])
    return table.sort_values("average_rank", kind="stable")


def format_import_line(module: str, params: dict[str, Any]) -> str:
    """Write a line that imports the classifiers of a rival's library, or "" if the library is missing."""
    names = vars(registry.load(module)).values()
    several = [name for name in names if isinstance(name, type) and hasattr(name, "predict")]
    if params.get("inner_folds") == 0:  # nothing is calibrated
        several = [name for name in several if name.__name__ != "CalibratedClassifierCV"]
    # a part of a name with an underscore is private: sklearn.svm._classes
    return "; ".join(f"from {c.__module__.partition('._')[0]} import {c.__name__}" for c in several)


def read_summary(module: str) -> str:
    """Read the first paragraph of the docstring of a method's module, without backticks, or ""."""
    paragraph = parameters.read_docstring(module).split("\n\n")[0] if module else ""
    return re.sub(r"\s+", " ", paragraph).replace("`", "")


def list_parameters(frames: Frames) -> pd.DataFrame:
    """List the parameters of every method with their settings in this run and their meaning."""

    def format_setting(value: Any) -> str | None:  # as a stanza has it; None for a constant of the module
        if value is UNREAD:
            return None
        return value if isinstance(value, str) else "none" if value is None else str(value).lower()

    rows = [
        (method, p.name, format_setting(p.value), p.meaning)
        for method, stanza in zip(frames["methods"]["method"], frames["methods"]["stanza"], strict=True)
        if stanza.get("module")
        for p in parameters.describe_parameters(stanza["module"], stanza.get("params", {}))
    ]
    return pd.DataFrame(rows, columns=["method", "parameter", "setting", "meaning"])


def average_calibration_scores(primary: Comparison, frames: Frames) -> pd.DataFrame:
    """Average calibration error, log loss, Brier score and overconfidence of every method over the data sets
    of the primary comparison; missing where a data set lacks a value.

    Overconfidence is the mean confidence, the probability of the predicted class, minus the accuracy.
    """
    sums = frames["calibration"].groupby(["protocol", "dataset", "method"])
    sums = sums[["confidence_sum", "correct", "cases"]].sum()
    gaps = ((sums["confidence_sum"] - sums["correct"]) / sums["cases"]).rename("value").reset_index()
    values = pd.concat([frames["means"], gaps.assign(metric="overconfidence")])
    wide = {
        metric: pivot_means(values, primary.protocol, metric).reindex(primary.scores.index).mean(skipna=False)
        for metric in [*PROBABILITIES, "overconfidence"]
    }
    table = pd.DataFrame(wide).dropna(how="all", subset=PROBABILITIES).rename_axis("method").reset_index()
    table = table.assign(protocol=primary.protocol, datasets=len(primary.scores))
    return sort_rows(table, frames, ["method"])


def pool_reliability(frames: Frames) -> pd.DataFrame:
    """Compare the share of correct predictions with confidence in 15 bins, over the pooled cases of all data
    sets of a method under the primary protocol. Bins with fewer than 20 cases are left out.
    """
    calibration = frames["calibration"]
    part = calibration[calibration["protocol"] == frames["settings"]["protocol"].iloc[0]]
    table = part.groupby(["method", "bin"])[["confidence_sum", "correct", "cases"]].sum().reset_index()
    table = table[table["cases"] >= FEWEST]
    shares = table[["confidence_sum", "correct"]].div(table["cases"], axis=0)
    table = table.assign(confidence=shares["confidence_sum"], accuracy=shares["correct"])
    return sort_rows(table, frames, ["method"]).drop(columns=["confidence_sum", "correct"])


def sum_method_costs(frames: Frames) -> pd.DataFrame:
    """Sum CPU seconds of every method under every protocol over data sets and folds; find its largest memory
    of a fold and the sizes of its models (median over the folds, then over the data sets).
    """
    costs, keys = frames["costs"], ["protocol", "method"]
    scored = frames["means"][["protocol", "dataset", "method"]].drop_duplicates()
    columns = {"datasets": ("dataset", "size"), "peak_memory_mb": ("peak_memory_mb", "max")}
    columns |= {key: (key, "sum") for key in ("fit_seconds", "predict_seconds")}
    table = costs.dropna(subset="cpu_seconds").merge(scored).groupby(keys).agg(**columns)
    sizes = {f"parameters_{summary}": (f"parameters_{summary}", summary) for summary in ("median", "max")}
    table = table.join(costs.groupby(keys).agg(**sizes)).reset_index()
    return sort_rows(table, frames, keys)


def compare_costs(primary: Comparison, frames: Frames) -> pd.DataFrame:
    """Compare the CPU time of each method of the primary comparison with the reference: the median ratio and
    the 10 % and 90 % quantiles over the data sets, from the cheapest method to the dearest.
    """
    costs, methods = frames["costs"], frames["methods"]["method"]
    seconds = costs[(costs["protocol"] == primary.protocol) & costs["dataset"].isin(primary.scores.index)]
    seconds = seconds.pivot(index="dataset", columns="method", values="cpu_seconds")
    seconds = seconds.where(seconds > 0)
    reference = frames["settings"]["reference"].iloc[0]
    if reference not in seconds:
        return pd.DataFrame()
    factors = seconds.div(seconds[reference], axis=0).dropna(subset=reference)
    factors = factors[[m for m in methods if m in primary.scores and m in factors]]
    quantiles = factors.dropna(axis=1).quantile([0.5, 0.1, 0.9]).T
    quantiles.columns = ["cost_factor_median", "cost_factor_low", "cost_factor_high"]
    table = quantiles.assign(datasets=len(factors)).rename_axis("method").reset_index()
    return table.sort_values("cost_factor_median", kind="stable")


def compute_learning_curves(frames: Frames) -> pd.DataFrame:
    """Compute the score of every method at every training size: mean and standard deviation over the folds,
    and gain over the reference at the same size.

    Sizes for which a fold is missing are left out.
    """
    settings, scores = frames["settings"].iloc[0], frames["scores"]
    learning = frames["protocols"].query("learning")["protocol"]
    scores = scores[scores["protocol"].isin(learning) & (scores["metric"] == settings["metric"])]
    if scores.empty:
        return pd.DataFrame()
    keys = ["protocol", "dataset", "method"]
    columns = {"n_train": ("n_train", "mean"), "folds": ("value", "size")}
    columns |= {"score": ("value", "mean"), "score_std": ("value", "std")}
    table = scores.groupby([*keys, "repeat"]).agg(**columns)
    n_folds = scores.groupby(keys[:2])["fold"].nunique().rename("whole")
    table = table.reset_index().join(n_folds, on=keys[:2]).query("folds == whole")
    table = sort_rows(table, frames, [*keys, "n_train"])

    # against the reference at the same size
    base = table[table["method"] == settings["reference"]]
    base = base.set_index(["protocol", "dataset", "n_train"])["score"].rename("base")
    table = table.join(base, on=base.index.names)
    gain = settings["sign"] * (table["score"] - table["base"])
    return table.assign(gain=gain.mask(table["method"] == settings["reference"]))


def average_bias_and_variance(frames: Frames) -> pd.DataFrame:
    """Average bias and variance of methods over the data sets that all share, the smallest bias first."""
    tables = []
    for protocol, part in frames["bias_variance"].groupby("protocol", sort=False):
        counts = part.groupby("dataset")["method"].transform("nunique")
        shared = part[counts == part["method"].nunique()]
        means = shared.groupby("method")[list(Parts._fields)].mean().reset_index()
        table = sort_rows(means, frames, ["method"]).assign(
            protocol=protocol, datasets=shared["dataset"].nunique()
        )
        tables.append(table.sort_values("central_bias", kind="stable"))
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame()


def compare_discretizers(frames: Frames) -> pd.DataFrame:
    """Average score and rank of every discretizer with each method under the protocol `discretizers`, over
    the data sets that all share. Methods that differ only in their discretizer count as one.
    """
    settings, methods = frames["settings"].iloc[0], frames["methods"]
    wide = pivot_means(frames["means"], "discretizers", settings["metric"])
    groups: dict[str, dict[str, str]] = {}  # what they share -> discretizer -> method
    for method, stanza in zip(methods["method"], methods["stanza"], strict=True):
        if method in wide and stanza.get("discretize"):
            key = json.dumps([stanza["module"], stanza["params"]], sort_keys=True)
            groups.setdefault(key, {}).setdefault(stanza["discretize"], method)
    alike = [group for group in groups.values() if len(group) > 1]
    complete = wide[[m for group in alike for m in group.values()]].dropna()
    if complete.empty:
        return pd.DataFrame()
    columns = {}
    for group in alike:
        scores, first = complete[list(group.values())], next(iter(group.values()))
        ranks = average_ranks(scores.round(12).to_numpy(), lower_is_better=settings["sign"] < 0)
        columns[f"score_{first}"] = pd.Series(scores.mean().to_numpy(), list(group))
        columns[f"rank_{first}"] = pd.Series(ranks, list(group))
    names = list(dict.fromkeys(name for group in alike for name in group))
    table = pd.DataFrame(columns).loc[names].rename_axis("discretizer").reset_index()
    return table.assign(datasets=len(complete))


def list_changed_library_settings(frames: Frames) -> pd.DataFrame:
    """List methods with settings other than their library's, the reasons, and their scores with both."""
    settings = frames["settings"].iloc[0]
    wide = pivot_means(frames["means"], settings["protocol"], settings["metric"])
    stanzas = dict(zip(frames["methods"]["method"], frames["methods"]["stanza"], strict=True))
    usual = {s.get("module"): m for m, s in stanzas.items() if LIBRARY in s.get("tags", ())}
    rows = []
    for method in (m for m in stanzas if stanzas[m].get("departs") and m in wide):
        reasons = "; ".join(f"{setting}: {why}" for setting, why in stanzas[method]["departs"].items())
        row: dict[str, Any] = {"method": method, "departs": reasons}
        library = usual.get(stanzas[method].get("module"))
        if library in wide:
            both = wide[[method, library]].dropna()
            wins = count_wins((settings["sign"] * (both[method] - both[library])).round(12))
            row |= {"datasets": len(both), "ours": both[method].mean(), "library": both[library].mean()}
            row |= {"better_on": wins["wins"], "worse_on": wins["losses"]}
        rows.append(row)
    return pd.DataFrame(rows)

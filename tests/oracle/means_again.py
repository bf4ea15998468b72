"""Recompute means over data sets, costs, calibration, and the counts of the report."""

from __future__ import annotations

from pathlib import Path

import comparisons
import numpy as np
import pandas as pd
import run as stored
import tables_again
import tests_again as t
from comparisons import LOWER
from scipy import stats
from tables_again import gaps

CELL = ["protocol", "dataset", "method"]


def compared(
    means: pd.DataFrame, experiments: dict, mains: dict, metric: str, tested: set
) -> dict[str, pd.DataFrame]:
    """The matrix of the main comparison of every protocol.

    If a protocol has no such comparison in this metric (`tested` has the pairs), the matrix has all its
    methods on the data sets that they share.
    """
    found = {}
    for protocol in means.index.get_level_values("protocol").unique():
        if protocol in mains and (protocol, metric) in tested:
            found[protocol] = comparisons.matrix(means, experiments[mains[protocol]], metric)
        else:
            found[protocol] = means.loc[protocol][metric].dropna().unstack("method").dropna()
    return found


def summaries(means, experiments, mains, metrics, tested) -> pd.DataFrame:
    """Mean, standard deviation, average rank and number of data sets of every method, protocol and metric."""
    rows = []
    for metric in metrics:
        for protocol, scores in compared(means, experiments, mains, metric, tested).items():
            ranked = (protocol, metric) in tested and min(scores.shape) > 1
            r = t.ranks(comparisons.signed(scores, metric)).mean(0) if ranked else None
            for i, method in enumerate(scores.columns):
                values = scores[method]
                with np.errstate(invalid="ignore"):
                    std = values.std(ddof=1) if len(values) > 1 and np.isfinite(values).all() else np.nan
                row = {"mean": values.mean(), "std": std, "datasets": len(values)}
                row["average_rank"] = r[i] if r is not None else np.nan
                rows.append({"metric": metric, "protocol": protocol, "method": method, **row})
    return pd.DataFrame(rows)


def clipped(means, experiments, mains, metrics, tested) -> pd.Series:
    """Mean clipped log loss by protocol, metric and method, on the data sets on which the metric compares."""
    found = {}
    for metric in metrics:
        for protocol, scores in compared(means, experiments, mains, metric, tested).items():
            losses = means.loc[protocol]["log_loss_clipped"].unstack("method")
            losses = losses.reindex(index=scores.index, columns=scores.columns)
            found |= {(protocol, metric, m): losses[m].mean(skipna=False) for m in losses}
    return pd.Series(found)


def calibration_of_file(run: Path, entry: tuple) -> list[tuple]:
    rows = []
    for part in stored.parts(run, *entry):
        largest = np.exp(part.log_p).max(1)
        bins = np.minimum((largest * 15).astype(int), 14)
        for b in np.unique(bins):
            inside = bins == b
            hits = int((part.decided == part.y)[inside].sum())
            rows.append((*part[:3], int(b), largest[inside].sum(), hits, int(inside.sum())))
    return rows


def calibration(run: Path, pool, shown: list[str]) -> pd.DataFrame:
    """Cases, correct cases and confidence by bin of the largest posterior."""
    entries = [e for e in stored.files(run) if e[0] in shown and not stored.permuted(run, e[0])]
    rows = [r for found in pool(calibration_of_file, entries) for r in found]
    columns = [*CELL, "bin", "confidence_sum", "correct", "cases"]
    return pd.DataFrame(rows, columns=columns).groupby([*CELL, "bin"]).sum().reset_index()


def overconfidence(bins: pd.DataFrame, means, experiments, mains, metric, tested) -> pd.Series:
    """Mean confidence minus accuracy by protocol and method, over the data sets compared."""
    sums, found = bins.groupby(CELL)[["confidence_sum", "correct", "cases"]].sum(), {}
    gap = (sums.confidence_sum - sums.correct) / sums.cases
    for protocol, scores in compared(means, experiments, mains, metric, tested).items():
        if protocol in gap.index.get_level_values("protocol"):
            by_set = gap.xs(protocol, level="protocol").unstack("method").reindex(scores.index)
            found |= {(protocol, m): by_set[m].mean(skipna=False) for m in by_set}
    return pd.Series(found, dtype=float)


def probabilities(
    matrices: dict[str, pd.DataFrame], metric: str, reference: str, rope: float, draws: int
) -> pd.DataFrame:
    """Bayesian signed-rank test of every method against the reference, with ranges for other random draws."""
    rng, rows = np.random.default_rng(3), []
    for experiment, scores in matrices.items():
        for method in scores.columns.drop(reference):
            d = gaps(scores[method].to_numpy(), scores[reference].to_numpy(), metric)
            share = t.signed_rank(d, rope, draws, rng)
            row = {"n": len(d), "mean_difference": d.mean(), "median": np.median(d)}
            row["inside"] = int((np.abs(d) <= rope + 1e-12).sum())
            for name, p in zip(("better", "rope", "worse"), share, strict=True):
                wide = (
                    tables_again.SURE * np.sqrt((p * (1 - p) + 2 / draws) * (1 / draws + 1 / 50_000))
                    + 1 / draws
                )
                row[f"{name} from"], row[f"{name} to"] = p - wide, p + wide
            rows.append({"experiment": experiment, "method": method, **row})
    return pd.DataFrame(rows)


def discretizers(means: pd.DataFrame, content: dict, metric: str) -> pd.DataFrame:
    """Mean score and average rank of each discretizer, among the variants of the same classifier."""
    under = comparisons.matrix(means, {"protocol": "discretizers", **_ids(means, "discretizers")}, metric)
    kinds: dict[str, dict[str, str]] = {}
    for method in under.columns:
        stanza = content["methods"][method]
        kinds.setdefault(stanza["module"].rpartition(".")[2], {})[stanza["discretize"]] = method
    found: dict[str, dict[str, float]] = {}
    for classifier, variants in kinds.items():
        scores = under[list(variants.values())]
        r = t.ranks(comparisons.signed(scores, metric)).mean(0)
        for i, discretizer in enumerate(variants):
            row = found.setdefault(discretizer, {"discretizer": discretizer})
            row[f"score_{classifier}"], row[f"rank_{classifier}"] = scores.iloc[:, i].mean(), r[i]
    return pd.DataFrame(found.values())


def departures(means: pd.DataFrame, content: dict, primary: str, metric: str) -> pd.DataFrame:
    """Rivals with settings of our own, compared with the same module under the library's settings."""
    stanzas, rows = content["methods"], []
    under = means.loc[primary][metric].unstack("method")
    for method, given in stanzas.items():
        if not given.get("departs") or method not in under:
            continue
        row = {"method": method}
        for other, plain in stanzas.items():
            if (
                plain.get("module") == given["module"]
                and "library-defaults" in plain.get("tags", [])
                and other in under
            ):
                both = under[[method, other]].dropna()
                gain = comparisons.signed(both, metric) @ [1, -1]
                row |= {"datasets": len(both), "ours": both[method].mean(), "library": both[other].mean()}
                row |= {"better": (gain > 1e-12).sum(), "worse": (gain < -1e-12).sum()}
        rows.append(row)
    return pd.DataFrame(rows)


def _ids(means: pd.DataFrame, protocol: str) -> dict[str, list[str]]:
    of = means.loc[protocol]
    datasets = list(of.index.unique("dataset"))
    ids = {"datasets": datasets, "methods": list(of.index.unique("method"))}
    return ids | {"families": {d: d for d in datasets}}  # these need means and ranks but no test


def beside_honest(cells: pd.DataFrame, primary: str, shuffled: list[str]) -> pd.DataFrame:
    """The pooled accuracy under every other protocol next to the honest one, with its interval."""
    honest = cells[cells.protocol == primary].set_index(["dataset", "method"])
    found = cells[cells.protocol != primary][[*CELL, "correct", "tested"]].copy()
    found["accuracy"] = found.correct / found.tested
    at = pd.MultiIndex.from_frame(found[["dataset", "method"]])
    for column in ("correct", "tested", "low", "high"):
        found[f"honest_{column}"] = honest[column].reindex(at).to_numpy()
    found["honest_accuracy"] = found.honest_correct / found.honest_tested
    found["optimism"] = (found.accuracy - found.honest_accuracy).where(~found.protocol.isin(shuffled))
    return found


def costs(run: Path, scores: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Numbers of parameters, and CPU seconds of fitting and predicting, by method and protocol."""
    own = scores[scores.metric == "n_parameters"]
    typical = own.groupby(CELL).value.median().groupby(["protocol", "method"])
    found = own.groupby(["protocol", "method"]).value.agg(parameters_min="min", parameters_max="max")
    found["parameters_median"], found["datasets"] = typical.median(), typical.size()
    times = pd.read_parquet(run / "results/timings.parquet").groupby(["protocol", "method"])
    seconds = times[["fit_seconds", "predict_seconds"]].sum()
    seconds["cpu_seconds"], seconds["peak_memory_mb"] = seconds.sum(axis=1), times.peak_memory_mb.max()
    return found.reset_index(), seconds.reset_index()


def pareto(run: Path, scores: pd.DataFrame, primary: str) -> pd.DataFrame:
    """Methods that no other method beats in both mean score and CPU time on the data sets compared, cheapest
    first.
    """
    times = pd.read_parquet(run / "results/timings.parquet")
    times = times[(times.protocol == primary) & times.dataset.isin(scores.index)].groupby("method")
    found = times[["fit_seconds", "predict_seconds"]].sum().sum(axis=1).to_frame("cpu_seconds")
    found = found.loc[scores.columns]
    found["mean"] = scores.mean()
    found = found.sort_values("cpu_seconds")
    found = found[found["mean"] > found["mean"].cummax().shift(fill_value=-np.inf)]
    found["gain"], found["factor"] = found["mean"].diff(), found.cpu_seconds / found.cpu_seconds.iloc[0]
    return found.reset_index(names="method")


def shared_by_all(
    means: pd.DataFrame,
    primary: str,
    metric: str,
    reference: str,
    order: list[str],
    family: dict[str, str],
    rope: float,
    draws: int,
) -> pd.DataFrame:
    """The ranking of all methods of the protocol on the data sets that they share."""
    under = means.loc[primary][metric].dropna().unstack("method")
    kept, has = [m for m in order if m in under], under.notna().sum()
    least = min(10, has.max())
    while under[kept].notna().all(axis=1).sum() < least and len(kept) > 2:
        shared = {m: under[[x for x in kept if x != m]].notna().all(axis=1).sum() for m in kept}
        kept.remove(max(kept, key=lambda m: (shared[m], -has[m], kept.index(m))))
    scores = under[kept].dropna()
    scores = scores.loc[comparisons.voting(scores.index, family)]
    r = t.ranks(comparisons.signed(scores, metric)).mean(0)
    found = pd.DataFrame({"method": kept, "average_rank": r, "mean": scores.mean().to_numpy()})
    tested = tables_again.against_best(scores, metric, rope, draws, np.random.default_rng(5))
    found = found.merge(tested, on="method")
    return found.merge(against_reference(under, metric, reference), on="method", how="right")


def against_reference(under: pd.DataFrame, metric: str, reference: str) -> pd.DataFrame:
    rows = []
    for method in under.columns.drop(reference):
        both = under[[method, reference]].dropna()
        d = gaps(both[method].to_numpy(), both[reference].to_numpy(), metric)
        row = {"wins": (d > 0).sum(), "ties": (d == 0).sum(), "losses": (d < 0).sum()}
        rows.append(
            {"method": method, "datasets": len(under[method].dropna()), "median": np.median(d), **row}
        )
    return pd.DataFrame([*rows, {"method": reference, "datasets": under[reference].notna().sum()}])


def ranks_on_sets(cells: pd.DataFrame, metric: str, primary: str) -> pd.DataFrame:
    """Rank and score of every method on each data set of the primary protocol."""
    found = (
        cells[cells.protocol == primary][["dataset", "method", metric]]
        .dropna()
        .rename(columns={metric: "score"})
    )
    sign = 1 if metric in LOWER else -1
    values = comparisons.tied(found.score.to_numpy()) * sign
    found["rank"] = pd.Series(values, found.index).groupby(found.dataset).rank()
    return found


def welch(a: np.ndarray, b: np.ndarray) -> tuple[float, float]:
    found = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    return found.low, found.high

"""Tables about single data sets: descriptions, scores of all methods, and tests on the folds of one data
set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pandas as pd

from naivebench.benchmark.tables.cells import pivot_means
from naivebench.benchmark.tables.comparisons import Comparison
from naivebench.benchmark.tables.frames import KEYS, Frames
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics.corrected_t import corrected_t
from naivebench.evaluation.statistics.intervals import mean, paired_shares
from naivebench.evaluation.statistics.posthoc import holm
from naivebench.evaluation.statistics.ranks import rank_rows
from naivebench.evaluation.statistics.rounding import differences, without_noise

MARKS = {  # status of a failure -> mark of a missing score
    "not applicable": "not applicable",
    "unavailable": "unavailable",
    "failed": "failed",
    "timeout": "failed",
}


def describe_datasets(frames: Frames) -> pd.DataFrame:
    """Every data set: size, kind, source, status, and under the primary protocol the scores of the reference
    and of the best method.
    """
    settings, datasets = frames["settings"].iloc[0], frames["datasets"]
    wide = pivot_means(frames["means"], settings["protocol"], settings["metric"])
    lower = METRICS[settings["metric"]].better == "lower"
    rows = []
    for given in datasets.to_dict("records"):
        stanza, record, name = given["stanza"], given["record"], given["dataset"]
        source = stanza.get("source", {})
        row = {"dataset": name, "title": stanza.get("title", name)}
        row |= {
            key: given[key] for key in ("rows", "attributes", "classes", "missing_cells", "majority_rate")
        }
        row |= {key: given[key] for key in ("kind", "family", "artificial", "status", "holdout")}
        listed = ", ".join(f"{k} {v}" for k, v in source.items()) if isinstance(source, dict) else str(source)
        row |= {"source": record.get("source") or listed, "sha256": record.get("sha256")}
        row |= {key: stanza.get(key) for key in ("reference", "licence")}
        row |= {key: record.get(key) for key in ("reason", "remedy")}
        row["warnings"] = len(record.get("warnings", ()))
        scores = wide.loc[name].dropna() if name in wide.index else pd.Series(dtype=float)
        if len(scores):
            ordered = scores.reindex([m for m in frames["methods"]["method"] if m in scores])
            best = ordered.idxmin() if lower else ordered.idxmax()
            base = scores.get(settings["reference"])
            row |= {"nb_accuracy": base, "best_method": best, "best_accuracy": scores[best]}
            row["best_gain"] = (
                None if base is None else (base - scores[best] if lower else scores[best] - base)
            )
        rows.append(row)
    return pd.DataFrame(rows)


def list_warnings(frames: Frames) -> pd.DataFrame:
    """What the preparation of the data sets noticed, one row for each warning."""
    records = zip(frames["datasets"]["dataset"], frames["datasets"]["record"], strict=True)
    rows = [(dataset, warning) for dataset, record in records for warning in record.get("warnings", ())]
    return pd.DataFrame(rows, columns=["dataset", "warning"])


def list_scores(frames: Frames) -> pd.DataFrame:
    """All scores of every data set: a row for each protocol and method, with pooled counts and CPU seconds.

    Under each protocol, the best mean of the primary metric comes first; failed cells are last.
    """
    metric = frames["settings"]["metric"].iloc[0]
    measured = list(dict.fromkeys([*frames["metrics"].query("better == better")["metric"], metric]))
    wide = frames["means"].pivot(index=KEYS, columns="metric", values="value")
    wide = wide.reindex(columns=measured)
    pooled = frames["accuracies"].rename(columns={"low": "accuracy_low", "high": "accuracy_high"})
    counts = pooled.set_index(KEYS)[["correct", "tested", "accuracy_low", "accuracy_high"]]
    scored = wide.join(counts, how="left").join(frames["costs"].set_index(KEYS)["cpu_seconds"], how="left")
    failures = frames["failures"]
    failures = failures[(failures["method"] != "") & (failures["protocol"] != "")]
    failures = failures[failures["protocol"].isin(frames["protocols"].query("not learning")["protocol"])]
    cells = pd.MultiIndex.from_frame(failures[KEYS].drop_duplicates())
    scored = scored.reindex(scored.index.union(cells, sort=False)).astype(
        {"correct": "Int64", "tested": "Int64"}
    )

    places = [
        {name: i for i, name in enumerate(frames[of][key])}
        for of, key in (("datasets", "dataset"), ("protocols", "protocol"), ("methods", "method"))
    ]
    sign = 1 if METRICS[metric].better == "lower" else -1
    table = scored.reset_index()
    order = pd.DataFrame(
        {
            "dataset": table["dataset"].map(places[0]),
            "protocol": table["protocol"].map(places[1]),
            "score": sign * table[metric],
            "method": table["method"].map(places[2]),
        }
    ).sort_values(["dataset", "protocol", "score", "method"])
    first = ["method", "dataset", "protocol", "correct", "tested", "accuracy_low", "accuracy_high"]
    return table.loc[order.index, [*first, *measured, "cpu_seconds"]]


def fill_matrix(primary: Comparison | None, order: list[str], frames: Frames) -> pd.DataFrame:
    """Score of every method of the primary comparison on every data set that its experiment asks for, or why
    there is none; methods by average rank.
    """
    if primary is None:
        return pd.DataFrame()
    experiments = frames["experiments"].set_index("experiment")
    asked = experiments.loc[primary.experiment]
    methods = [*order, *(m for m in asked["methods"] if m not in order)]
    wide = pivot_means(frames["means"], primary.protocol, primary.metric)
    failures = explain_failures(frames, primary.protocol)
    rows = []
    for dataset in sorted(asked["datasets"]):
        for method in methods:
            known = method in wide and dataset in wide.index
            score = wide.at[dataset, method] if known else np.nan
            status, reason = failures.get((dataset, method), ("", ""))
            mark = "partly" if status and score == score else MARKS.get(status, status)
            if not status and score != score:
                mark, reason = "failed", "no record of it"
            rows.append((dataset, method, score, mark, reason))
    return pd.DataFrame(rows, columns=["dataset", "method", "score", "mark", "reason"])


def explain_failures(frames: Frames, protocol: str) -> dict[tuple[str, str], tuple[str, str]]:
    """(data set, method) -> status and reason of its first failure under a protocol."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    failures = frames["failures"]
    for row in failures[failures["protocol"].isin([protocol, ""])].itertuples():
        for method in [row.method] if row.method else frames["methods"]["method"]:
            reason = f"{row.reason} ({row.remedy})" if row.remedy else row.reason
            found.setdefault((row.dataset, method), (row.status, reason))
    return found


def pair_folds(frames: Frames) -> Iterator[tuple[tuple[str, str], pd.DataFrame, float]]:
    """(protocol, data set), the scores of every method (columns) on every fold by the primary metric, and
    test cases per training case. Data sets without training cases are left out.
    """
    learning = set(frames["protocols"].query("learning")["protocol"])
    scores = frames["scores"]
    scores = scores[scores["metric"] == frames["settings"]["metric"].iloc[0]]
    scores = scores[~scores["protocol"].isin(learning)]
    for key, part in scores.groupby(["protocol", "dataset"], sort=False):
        sizes = part.drop_duplicates(["repeat", "fold"])[["n_test", "n_train"]].mean()
        if sizes["n_train"] > 0:
            folds = part.pivot(index=["repeat", "fold"], columns="method", values="value")
            yield key, folds, float(sizes["n_test"] / sizes["n_train"])


def test_folds(frames: Frames) -> pd.DataFrame:
    """Corrected resampled t test of every method against the reference on every data set with at least two
    folds (Nadeau and Bengio 2003). `effect_size` is Cohen's d of the folds.
    """
    settings = frames["settings"].iloc[0]
    compared = set(frames["experiments"].query("compared")["protocol"])
    rows = []
    for (protocol, dataset), folds, ratio in pair_folds(frames):
        if settings["reference"] not in folds or protocol not in compared:
            continue
        folds = folds.where(np.isfinite(folds))
        for method in (m for m in frames["methods"]["method"] if m in folds and m != settings["reference"]):
            gaps = (folds[method] - folds[settings["reference"]]).dropna().to_numpy()
            if len(gaps) < 2:
                continue
            test = corrected_t(gaps, ratio)
            row = {"protocol": protocol, "metric": settings["metric"], "dataset": dataset, "method": method}
            row |= {"mean_difference": float(gaps.mean()), "statistic": test.statistic, "df": test.df}
            usable = test.statistic is not None and np.isfinite(test.statistic)
            effect = test.statistic * np.sqrt(1 / len(gaps) + ratio) if usable else None
            rows.append(
                row | {"p": test.p, "effect_size": effect, "folds": len(gaps), "test_train_ratio": ratio}
            )
    table = pd.DataFrame(rows)
    return sort_by_place(table, frames) if len(table) else table


def sort_by_place(table: pd.DataFrame, frames: Frames) -> pd.DataFrame:
    """Rows by protocol (the primary one first), data set and method, in the order of the frames."""
    places = {name: i for i, name in enumerate(frames["methods"]["method"])}
    first = frames["settings"]["protocol"].iloc[0]
    keys = pd.DataFrame(
        {
            "first": table["protocol"] != first,
            "protocol": table["protocol"],
            "dataset": table["dataset"],
            "method": table["method"].map(places),
        }
    )
    return table.loc[keys.sort_values(list(keys)).index]


def count_discordant(frames: Frames) -> pd.DataFrame:
    """McNemar's exact test of every method against the reference on data sets with a single test part: the
    cases that only one of the two labels correctly.
    """
    reference, rows = frames["settings"]["reference"].iloc[0], []
    answers = frames["answers"].drop_duplicates([*KEYS], keep="first")
    for (protocol, dataset), part in answers.groupby(["protocol", "dataset"], sort=False):
        right = {row.method: unpack_answers(row.right, row.cases) for row in part.itertuples()}
        if reference not in right:
            continue
        for method in (m for m in frames["methods"]["method"] if m in right and m != reference):
            only = (
                int((right[method] & ~right[reference]).sum()),
                int((right[reference] & ~right[method]).sum()),
            )
            cases = len(right[reference])
            test = paired_shares(*only, cases)
            row = {"protocol": protocol, "dataset": dataset, "method": method, "against": reference}
            row |= {"method_only": only[0], "reference_only": only[1], "cases": cases}
            row |= {"difference": test.value, "difference_low": test.low, "difference_high": test.high}
            rows.append(row | {"p": test.p})
    return pd.DataFrame(rows)


def unpack_answers(right: str, cases: int) -> np.ndarray:
    """(cases,) whether each label is right, from the hexadecimal digits of the frame `answers`."""
    return np.unpackbits(np.frombuffer(bytes.fromhex(right), np.uint8), count=int(cases)).astype(bool)


def rank_on_sets(frames: Frames) -> pd.DataFrame:
    """Ranks of all methods on each data set by the primary protocol and metric, each tested against the best
    one by the corrected resampled t test; `holm` is corrected for the comparisons on the data set.
    """
    settings = frames["settings"].iloc[0]
    lower = METRICS[settings["metric"]].better == "lower"
    wide = pivot_means(frames["means"], settings["protocol"], settings["metric"])
    tested = {d: (folds, ratio) for (p, d), folds, ratio in pair_folds(frames) if p == settings["protocol"]}
    methods = [m for m in frames["methods"]["method"] if m in wide]
    rows = []
    for dataset in wide.index:
        scores = wide.loc[dataset, methods].dropna()
        ranks = rank_rows(without_noise(scores.to_numpy())[None, :], lower_is_better=lower)[0]
        order = [scores.index[i] for i in np.argsort(ranks, kind="stable")]
        rank = dict(zip(scores.index, ranks.tolist(), strict=True))
        against = _test_against(order[0], order[1:], *tested[dataset]) if dataset in tested else {}
        rows += [
            {"dataset": dataset, "method": m, "rank": rank[m], "score": scores[m]} | against.get(m, {})
            for m in order
        ]
    return pd.DataFrame(rows)


def _test_against(
    best: str, others: Iterable[str], folds: pd.DataFrame, ratio: float
) -> dict[str, dict[str, float | None]]:
    """Method -> mean difference from the best one over the folds, its interval, p and corrected p."""
    found: dict[str, dict[str, float | None]] = {}
    for method in others:
        both = folds[[method, best]].to_numpy(dtype=float)
        gaps = differences(*both[np.isfinite(both).all(axis=1)].T)
        if len(gaps) > 1:
            interval = mean(gaps.tolist(), ratio)
            row: dict[str, float | None] = {
                "behind": interval.value,
                "behind_low": interval.low,
                "behind_high": interval.high,
            }
            found[method] = row | {"p": corrected_t(gaps, ratio).p}
    known = {m: row["p"] for m, row in found.items() if row["p"] is not None}
    for method, p in zip(known, holm(np.array(list(known.values()))) if known else (), strict=True):
        found[method]["holm"] = float(p)
    return found


def measure_optimism(frames: Frames, honest: str = "honest") -> pd.DataFrame:
    """Pooled accuracy under every other protocol beside the honest one, by data set and method; the
    difference is left out for shuffled labels.
    """
    pooled = frames["accuracies"].drop(columns=["repeats", "folds"])
    base = pooled[pooled["protocol"] == honest].drop(columns="protocol").set_index(["dataset", "method"])
    others = pooled[pooled["protocol"] != honest]
    table = others.drop(columns=["low", "high"]).join(base.add_prefix("honest_"), on=["dataset", "method"])
    shuffled = set(frames["protocols"].query("shuffled")["protocol"])
    optimism = table["accuracy"] - table["honest_accuracy"]
    table["optimism"] = optimism.where(~table["protocol"].isin(shuffled))
    counts = ["honest_correct", "honest_tested"]
    return table.astype(dict.fromkeys(counts, "Int64"))

"""Recompute tables with a row for each data set and method, and means over data sets, from scores of test
parts.
"""

from __future__ import annotations

import json
from pathlib import Path

import comparisons
import numpy as np
import pandas as pd
import run as stored
import tests_again as t
from comparisons import LOWER
from scipy import stats
from tables_again import gaps, versus

CELL = ["protocol", "dataset", "method"]


def sizes(run: Path) -> pd.DataFrame:
    """The sizes n_test and n_train of every test part, from the stored folds."""
    root, rows = run / "data/discretized", []
    for file in sorted(root.rglob("*.npz")):
        protocol, folds = "/".join(file.relative_to(root).parts[:-1]), np.load(file)
        if "repeat" not in folds.files:
            continue
        scheme, at = str(folds["scheme"]), folds["offsets"]
        n = len(stored.labels(run, file.stem))
        for i, (repeat, fold) in enumerate(zip(folds["repeat"], folds["fold"], strict=True)):
            tested = at[i + 1] - at[i]
            trained = n - tested
            if "train" in folds.files:
                trained = np.diff(folds["train_offsets"])[i]
            elif scheme == "leave_one_out":
                trained = tested - 1
            elif scheme == "time":
                trained = folds["test"][at[i] : at[i + 1]].min()
            rows.append((protocol, file.stem, int(repeat), int(fold), int(tested), int(trained)))
    return pd.DataFrame(rows, columns=["protocol", "dataset", "repeat", "fold", "n_test", "n_train"])


def means(scores: pd.DataFrame) -> pd.DataFrame:
    """Means over the test parts.

    A mean is left out if the method has no value on a part on which another method has one.
    """
    part = [scores[c] for c in ("protocol", "dataset", "metric", "repeat", "fold")]
    undefined = scores.value.isna()
    # undefined here, although another method has a value
    partial = undefined & ~undefined.groupby(part).transform("all")
    partial = partial.groupby([scores[c] for c in (*CELL, "metric")]).any().unstack("metric")
    found = scores.groupby([*CELL, "metric"]).value.mean().unstack("metric")
    return found.mask(partial.reindex_like(found).fillna(False).astype(bool))


def dataset_scores(scores: pd.DataFrame) -> pd.DataFrame:
    """Pooled counts with Wilson's interval, and means over the test parts.

    In the interval, a case that is tested in several repeats counts once.
    """
    found = means(scores)
    hits = scores[scores.metric == "accuracy"].copy()
    hits["correct"] = (hits.value * hits.n_test).round()
    pooled = hits.groupby(CELL).agg(
        correct=("correct", "sum"), tested=("n_test", "sum"), runs=("repeat", "nunique")
    )
    ends = [t.wilson(c / r, n / r) for c, n, r in pooled.itertuples(index=False)]
    pooled["low"], pooled["high"] = np.array(ends).T
    return found.join(pooled[["correct", "tested", "low", "high"]]).reset_index()


def differences(folds: pd.DataFrame, first: str, second: str) -> np.ndarray:
    """Differences on one data set in one metric, over the test parts of both methods.

    `folds` has a row for each (repeat, fold) and a column for each method.
    """
    both = folds[[first, second]].dropna() if first in folds and second in folds else folds.iloc[:0, :0]
    if not len(both):
        return np.zeros(0)
    d = both[first] - both[second]
    return d[np.isfinite(d)].to_numpy()


def fold_tests(
    scores: pd.DataFrame,
    parts: pd.DataFrame,
    metric: str,
    reference: str | None,
    order: list[str] | None = None,
) -> pd.DataFrame:
    """Corrected resampled t test of each method against the reference, or against the best method of the data
    set.
    """
    ratio = parts.groupby(["protocol", "dataset"])[["n_test", "n_train"]].mean()
    rows = []
    for (protocol, dataset), under in scores[scores.metric == metric].groupby(["protocol", "dataset"]):
        folds = under.pivot(index=["repeat", "fold"], columns="method", values="value")
        means = folds.mean() * (-1 if metric in LOWER else 1)
        pivot = reference or means.round(12).reindex([m for m in order or () if m in means]).idxmax()
        share = ratio.n_test[protocol, dataset] / ratio.n_train[protocol, dataset]
        for method in folds:
            d = differences(folds, method, pivot) * (-1 if metric in LOWER else 1)
            if method != pivot and len(d) > 1:
                of = t.corrected_t(d, share)
                row = {"mean_difference": of["mean"], "statistic": of["t"], "p": of["p"], "effect": of["d"]}
                row |= {
                    "low": of["mean"] - of["half"],
                    "high": of["mean"] + of["half"],
                    "n": len(d),
                    "df": len(d) - 1,
                }
                rows.append(
                    {
                        "protocol": protocol,
                        "dataset": dataset,
                        "method": method,
                        "test_train_ratio": share,
                        **row,
                    }
                )
    return pd.DataFrame(rows)


def headline(scores: pd.DataFrame, metric: str, rivals: set[str], reference: str) -> pd.DataFrame:
    """The best method of the family, compared with the best rival and with the reference."""
    a, raw = comparisons.signed(scores, metric), scores.to_numpy(float)
    names, (n, k) = list(scores.columns), a.shape
    r = t.ranks(a).mean(0)

    def best(of: list[int]) -> int:
        return min(of, key=lambda i: (round(r[i], 10), names[i]))

    family = best([i for i in range(k) if names[i] not in rivals])
    rows = []
    for role, other in (
        ("best rival", best([i for i in range(k) if names[i] in rivals])),
        ("reference", names.index(reference)),
    ):
        # corrected over the comparisons with the best method or with the reference
        centre = best([family, other]) if role == "best rival" else other
        others = [i for i in range(k) if i != centre]
        d = gaps(raw[:, family], raw[:, other], metric)
        low, high = t.mean_interval(d) if len(d) > 2 else (np.nan, np.nan)
        ranked = t.corrected(
            np.array([float(t.two_sided(t.z_of_pair(r, i, centre, n))) for i in others]), "holm"
        )
        single = np.array([t.wilcoxon(gaps(raw[:, i], raw[:, centre], metric))[1] for i in others])
        at = others.index(other if centre == family else family)
        row = {"a": names[family], "b": names[other], "role": role, "rank_difference": r[family] - r[other]}
        row |= {"mean": d.mean(), "low": low, "high": high, "median": np.median(d)}
        row |= {
            "wins": versus(raw[:, family], raw[:, other], metric)[0],
            "rank_biserial": t.wilcoxon(d)[2],
            "holm": ranked[at],
        }
        rows.append(row | {"wilcoxon": single[at], "wilcoxon_holm": t.corrected(single, "holm")[at]})
    return pd.DataFrame(rows)


def apart(part: pd.DataFrame, first: str, second: str, metric: str, keys: tuple[str, str, str]) -> dict:
    """Mean difference of two methods over data sets with its 95% t interval, which needs three data sets."""
    if first == second:
        return dict.fromkeys(keys, np.nan)
    d = gaps(part[first].to_numpy(), part[second].to_numpy(), metric)
    ends = t.mean_interval(d) if len(d) > 2 else (np.nan, np.nan)
    return dict(zip(keys, (d.mean(), *ends), strict=True))


def gains(scores: pd.DataFrame, metric: str, reference: str) -> pd.DataFrame:
    """Mean difference of every method from the reference in the primary comparison."""
    ranks = pd.Series(t.ranks(comparisons.signed(scores, metric)).mean(0), scores.columns)
    keys = ("gain", "low", "high")
    return pd.DataFrame(
        {"method": m, "average_rank": ranks[m], **apart(scores, m, reference, metric, keys)}
        for m in scores.columns
        if m != reference
    )


def kinds_of_data(about: pd.DataFrame) -> dict[tuple[str, str], pd.Series]:
    """The data sets with each property, by (property, value)."""
    groups = {("Attributes", kind): about.kind == kind for kind in about.kind.unique()}
    return groups | {
        ("Cases", "below 500"): about.rows < 500,
        ("Cases", "500 to 5,000"): about.rows.between(500, 5000),
        ("Cases", "above 5,000"): about.rows > 5000,
        ("Classes", "two"): about.classes == 2,
        ("Classes", "more than two"): about.classes > 2,
        ("Missing values", "none"): about.missing_cells == 0,
        ("Missing values", "some"): about.missing_cells > 0,
        ("Attributes of small sets", "discrete"): (about.kind == "discrete") & (about.rows < 500),
        ("Missing values of small sets", "some"): (about.missing_cells > 0) & (about.rows < 500),
    }


def suits(
    scores: pd.DataFrame, metric: str, rivals: set[str], reference: str, about: pd.DataFrame
) -> pd.DataFrame:
    """The primary ranking, repeated on the data sets with a property."""
    about = about.set_index("dataset").loc[scores.index]
    groups = kinds_of_data(about)
    overall = pd.Series(t.ranks(comparisons.signed(scores, metric)).mean(0), scores.columns).round(10)
    rival = overall[[m for m in sorted(overall.index) if m in rivals]].idxmin()
    rows = []
    for (name, value), inside in groups.items():
        part = scores[inside.to_numpy()]
        if not len(part):
            continue
        r = (
            pd.Series(t.ranks(comparisons.signed(part, metric)).mean(0), scores.columns)
            .round(10)
            .sort_index()
        )
        family = r.drop([m for m in r.index if m in rivals]).idxmin()
        gain = (
            np.nan
            if family == reference
            else np.median(gaps(part[family].to_numpy(), part[reference].to_numpy(), metric))
        )
        row = {
            "n": len(part),
            "best": r.idxmin(),
            "best_rank": r.min(),
            "family": family,
            "family_rank": r[family],
            **apart(part, family, reference, metric, ("mean", "low", "high")),
            **apart(part, family, rival, metric, ("rival_mean", "rival_low", "rival_high")),
        }
        rows.append({"property": name, "value": value, **row, "gain": gain, "reference_rank": r[reference]})
    return pd.DataFrame(rows)


def method_gains(
    told: pd.DataFrame, means, experiments: dict, about: pd.DataFrame, times: pd.DataFrame
) -> pd.DataFrame:
    """Gains of the methods over naive Bayes by kind of data, and the median ratio of CPU times.

    They are computed on the comparisons that the table names.
    """
    rows, about = [], about.set_index("dataset")
    seconds = (
        times.groupby(["protocol", "dataset", "method"])[["fit_seconds", "predict_seconds"]].sum().sum(axis=1)
    )
    named = ["method", "against", "experiment", "protocol", "metric"]
    for key in told[named].drop_duplicates().itertuples(index=False):
        scores = comparisons.matrix(means, experiments[key.experiment], key.metric)
        if key.against not in scores:  # take naive Bayes from another experiment under the same protocol
            under = means[key.metric].xs(key.protocol, level="protocol").unstack("method")
            scores = scores.join(under[key.against])
        pair = scores[[key.method, key.against]].replace([np.inf, -np.inf], np.nan).dropna()
        d = pd.Series(gaps(*(pair[m].to_numpy() for m in pair.columns), key.metric), pair.index)
        errors = means["ece"].xs(key.protocol, level="protocol").unstack("method").reindex(pair.index)
        e = errors.get(key.method, np.nan) - errors.get(key.against, np.nan)
        cost = seconds.xs(key.protocol).unstack("method").reindex(pair.index)
        cost = cost.get(key.method, np.nan) / cost.get(key.against, np.nan)
        cost = pd.Series(cost, pair.index).replace([np.inf, -np.inf], np.nan)
        of = about.loc[pair.index]
        groups = {("All data sets", "all"): pd.Series(True, pair.index)} | kinds_of_data(of)
        for (name, value), inside in groups.items():
            part, error = d[inside], e[inside].dropna()
            if name != "All data sets" and len(part) < 6:
                continue
            row = key._asdict() | {"property": name, "value": value, "n": len(part), "mean": part.mean()}
            row |= dict(zip(("low", "high"), interval(part), strict=True))
            row |= {"wins": (part > 0).sum(), "ties": (part == 0).sum(), "losses": (part < 0).sum()}
            low, high = interval(error)
            row |= {"calibration": error.mean(), "calibration_low": low, "calibration_high": high}
            rows.append(row | {"cpu_ratio": cost[inside].median()})
    return pd.DataFrame(rows)


def interval(values: pd.Series) -> tuple[float, float]:
    """The t interval of a mean over data sets; NaN for fewer than three of them."""
    return t.mean_interval(values.to_numpy()) if len(values) > 2 else (np.nan, np.nan)


def meta(
    scores: pd.DataFrame, metric: str, reference: str, about: pd.DataFrame, dependence: dict
) -> pd.DataFrame:
    """Spearman's correlation of properties of the data with the gain over the reference."""
    about = about.set_index("dataset").loc[scores.index]
    cells = about.rows * about.attributes
    properties = {"cases": about.rows, "attributes": about.attributes, "classes": about.classes}
    properties |= {
        "missing": about.missing_cells / cells,
        "dependence": pd.Series(dependence).reindex(scores.index),
    }
    rows = []
    for method in scores.columns.drop(reference):
        d = gaps(scores[method].to_numpy(), scores[reference].to_numpy(), metric)
        for name, values in properties.items():
            known = values.notna().to_numpy()
            rho, p = stats.spearmanr(d[known], values[known])
            n = int(known.sum())
            half = stats.norm.ppf(0.975) * np.sqrt((1 + rho**2 / 2) / (n - 3))
            row = {
                "rho": rho,
                "p": p,
                "low": np.tanh(np.arctanh(rho) - half),
                "high": np.tanh(np.arctanh(rho) + half),
            }
            rows.append({"method": method, "property": name, "n": n, **row})
    found = pd.DataFrame(rows)
    known = found.p.notna()
    found.loc[known, "holm"] = t.corrected(found.p[known].to_numpy(), "holm")
    return found


def bias_variance(run: Path, protocol: str) -> pd.DataFrame:
    """Bias and variance by Kohavi and Wolpert (1996) and Webb (2000), means over the data sets that all
    methods share.
    """
    predicted: dict[tuple[str, str], dict[int, list[int]]] = {}
    true = {}
    for entry in stored.files(run):
        if entry[0] == protocol:
            for part in stored.parts(run, *entry):
                cases = predicted.setdefault((part.dataset, part.method), {})
                for row, d in zip(part.row, part.decided, strict=True):
                    cases.setdefault(int(row), []).append(int(d))
                true[part.dataset] = stored.labels(run, part.dataset)
    rows = []
    for (dataset, method), cases in predicted.items():
        k, terms = true[dataset].max() + 1, []
        for row, votes in cases.items():
            y, share = true[dataset][row], np.bincount(votes, minlength=k) / len(votes)
            central = y if share[y] == share.max() else share.argmax()
            hit = np.arange(k) == y
            wrong = 1 - share[y]
            bias = ((hit - share) ** 2).sum() / 2
            terms.append((wrong, share[central] if central != y else 0.0, bias, (1 - (share**2).sum()) / 2))
        error, central_bias, bias, variance = np.mean(terms, axis=0)
        row = {"error": error, "central_bias": central_bias, "central_variance": error - central_bias}
        rows.append({"dataset": dataset, "method": method, **row, "bias": bias, "variance": variance})
    found = pd.DataFrame(rows)
    if not len(found):
        return found
    every = found.groupby("dataset").method.nunique()
    found = found[found.dataset.isin(every.index[every == found.method.nunique()])]
    mean = found.groupby("method").mean(numeric_only=True).reset_index()
    return mean.assign(protocol=protocol, datasets=found.dataset.nunique())


def learning_curves(scores: pd.DataFrame, parts: pd.DataFrame, metric: str) -> pd.DataFrame:
    under = scores[scores.metric == metric].merge(
        parts.drop(columns="n_test"), on=["protocol", "dataset", "repeat", "fold"]
    )
    found = under.groupby([*CELL, "repeat"]).agg(
        n_train=("n_train", "mean"), mean=("value", "mean"), std=("value", "std"), folds=("value", "size")
    )
    return found.reset_index().drop(columns="repeat")


KINDS = {"nominal": "discrete", "ordinal": "discrete", "linear": "numeric", "angular": "numeric"}
KINDS["direction"] = "numeric"


def datasets(run: Path) -> pd.DataFrame:
    """Rows, attributes, classes, missing cells and the share of the largest class, from the prepared tables.

    The source family, and whether the cases are artificial, come from the catalogue.
    """
    rows, stanzas = [], json.loads((run / "results/config.json").read_text())["datasets"]
    for file in sorted((run / "data/prepared").glob("*.npz")):
        table = np.load(file)
        if "y" not in table.files:
            continue
        about, counts = json.loads(str(table["meta"])), np.bincount(table["y"])
        kinds = {KINDS.get(a["kind"], "words or letters") for a in about["attributes"]}
        row = {
            "rows": len(table["y"]),
            "attributes": len(about["attributes"]),
            "classes": len(about["classes"]),
        }
        row |= {
            "kind": kinds.pop() if len(kinds) == 1 else "mixed",
            "majority_rate": counts.max() / counts.sum(),
        }
        stanza = stanzas.get(file.stem, {})
        row["family"] = stanza.get("family", file.stem)
        row["artificial"] = "yes" if "artificial" in stanza.get("tags", []) else "no"
        row["missing_cells"] = int((table["codes"] < 0).sum() + np.isnan(table["reals"]).sum())
        rows.append({"dataset": file.stem, **row})
    return pd.DataFrame(rows)

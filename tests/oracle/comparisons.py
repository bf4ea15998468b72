"""The scores that are compared: experiments of the configuration, means over folds, complete matrices.

See docs/protocols/statistics.md#complete-matrix.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

from naivebench.evaluation.metrics import METRICS

LOWER = {metric.id for metric in METRICS.values() if metric.better == "lower"}
CELL = ["protocol", "dataset", "method"]


def chosen(kind: str, stanzas: dict, asked, excluded) -> list[str]:
    """Ids that `all`, a list or tags select, without the excluded ones."""

    def named(what) -> list[str]:
        if what == "all":
            return list(stanzas)
        if isinstance(what, dict):
            return [i for i, s in stanzas.items() if set(what["tags"]) & set(s.get("tags", []))]
        return [i for i in what if i in stanzas]

    return [i for i in named(asked) if i not in named(excluded)]


def experiments(content: dict) -> dict[str, dict]:
    """Protocol, methods and data sets of every experiment, in the order of the configuration."""
    config, found = content["config"], {}
    select, family = config["select"], families(content)
    for name, e in config["experiments"].items():
        if select["experiments"] not in ("all",) and name not in select["experiments"]:
            continue
        ids = {
            kind: [
                i
                for i in chosen(kind, content[kind], e.get(kind, "all"), e.get(f"exclude_{kind}", []))
                if select[kind] == "all" or i in select[kind]
            ]
            for kind in ("methods", "datasets")
        }
        found[name] = {"protocol": e["protocol"], **ids, "families": family}
    return found


def families(content: dict) -> dict[str, str]:
    """The source family of every data set, in the order of the catalogue.

    See docs/protocols/data-sets.md#source-families.
    """
    return {d: s.get("family") or d for d, s in content["datasets"].items()}


def voting(datasets, family: dict[str, str]) -> list[str]:
    """The data sets that vote: the first of each family in the catalogue, or all if there are fewer than
    three families.
    """
    known = pd.DataFrame({"dataset": [d for d in family if d in set(datasets)]})
    known["family"] = known.dataset.map(family)
    if known.family.nunique() < 3:
        return list(datasets)
    first = set(known.drop_duplicates("family").dataset)
    return [d for d in datasets if d in first]


def complete(scores: pd.DataFrame) -> pd.DataFrame:
    """Means over folds, (protocol, dataset, method) x metric, of cells whose folds are complete.

    Folds are complete if each repeat has every fold that this run has for any method, and the repeats are all
    of them or only the first. Undefined scores are left out.
    """
    scores = scores.dropna(subset="value")
    part, cell = ["protocol", "dataset", "metric"], [*CELL, "metric"]
    runs = scores.groupby([*cell, "repeat"]).fold.nunique().rename("had").reset_index()
    runs["asked"] = runs.groupby([*part, "repeat"]).had.transform("max")
    cells = runs.groupby(cell).agg(
        had=("had", "sum"), asked=("asked", "sum"), n=("repeat", "size"), last=("repeat", "max")
    )
    most = cells.groupby(part).n.transform("max")
    whole = (cells.had == cells.asked) & ((cells.n == most) | ((cells.n == 1) & (cells["last"] == 0)))
    return scores.groupby(cell).value.mean()[whole].unstack("metric")


def matrix(means: pd.DataFrame, experiment: dict, metric: str) -> pd.DataFrame:
    """A matrix of data sets x methods without holes.

    Methods with scores on at most half of the data sets are removed first, then data sets, then data sets
    that do not vote.
    """
    under = means[metric].dropna().unstack("method")
    under = under.loc[
        [d for d in under.index if d[0] == experiment["protocol"] and d[1] in experiment["datasets"]]
    ]
    under = under.droplevel("protocol").reindex(
        columns=[m for m in experiment["methods"] if m in under.columns]
    )
    under = under.dropna(axis=1, how="all").dropna(how="all")
    under = under.loc[:, under.notna().sum() * 2 > len(under)]
    under = under.dropna()
    return under.loc[voting(under.index, experiment["families"])]


def tied(values: np.ndarray, sizes: np.ndarray | None = None) -> np.ndarray:
    """Amounts in which near ties are exact ties; signs are kept.

    An amount becomes equal to the next smaller one (or 0) if they differ by less than 1e-12 of their size.
    The size of an amount is its own by default, and at least 1, or the largest size if all are below 1.
    """
    found = pd.DataFrame({"amount": np.abs(values).ravel()})
    sizes = found.amount if sizes is None else pd.Series(np.abs(sizes).ravel())
    found["size"] = sizes.where(np.isfinite(sizes), 0)
    found["size"] = found["size"].clip(lower=min(found["size"].max(), 1))
    found = pd.concat([pd.DataFrame({"amount": [0.0], "size": [0.0]}), found], ignore_index=True)
    found = found.sort_values("amount", kind="stable")
    steps = found.amount.diff() > 1e-12 * found["size"].rolling(2, min_periods=1).max()
    found["tied"] = found.groupby(steps.cumsum()).amount.transform("first")
    return np.copysign(found.tied.sort_index()[1:].to_numpy().reshape(np.shape(values)), values) + 0.0


def signed(scores: pd.DataFrame, metric: str) -> np.ndarray:
    """Scores as a matrix in which larger is better and near ties are exact ties."""
    values = tied(scores.to_numpy(float))
    return -values if metric in LOWER else values

"""Count the numbers of papers.csv and claims_evidence.csv again from scores and paper.yaml.

The module does not use the package, only pandas and plain loops.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from pathlib import Path

import pandas as pd
import yaml

FOLDER = Path(__file__).resolve().parents[2] / "src" / "naivebench" / "report" / "papers"
THINGS = ("data set", "source")
AREA = 10  # the mean recall up to 10% is ten times the area there


def paper(key: str) -> dict:
    return yaml.safe_load((FOLDER / key / "paper.yaml").read_text(encoding="utf-8"))


def _ids(content: list | dict) -> list[str]:
    return content if isinstance(content, list) else [*content.get("discrete", []), *content["ids"]]


def _leading(content: dict, under: pd.DataFrame, in_place: bool = False) -> dict[str, str]:
    """The first data set of each printed name that has a score of one of the paper's methods.

    With `in_place`, the paper's own data come last.
    """
    known = {m for method in content["methods"].values() for m in _ids(method)}
    scored = set(under.loc[under["method"].isin(known), "dataset"])
    return {
        printed: next(d["id"] for d in sets if d["id"] in scored)
        for printed, named in content.get("data_sets", {}).items()
        for sets in [sorted(named, key=lambda d: in_place and d["kind"] == "exact")]
        if any(d["id"] in scored for d in sets)
    }


def _folds(under: pd.DataFrame, dataset: str, method: str) -> dict:
    rows = under[(under["dataset"] == dataset) & (under["method"] == method)]
    return {(r.repeat, r.fold): (r.value, r.n_test) for r in rows.itertuples()}


def mean_difference(under: pd.DataFrame, dataset: str, first: str, second: str) -> float | None:
    """Mean over the test parts of both methods; a method with other repeats is compared by fold."""
    one, other = (_folds(under, dataset, m) for m in (first, second))
    if {r for r, _ in one} != {r for r, _ in other} and len({r for r, _ in one}) != len(
        {r for r, _ in other}
    ):
        one, other = (
            {
                f: (
                    pd.Series([v for (_, g), (v, _) in folds.items() if g == f]).mean(),
                    next(n for (_, g), (_, n) in folds.items() if g == f),
                )
                for f in {f for _, f in folds}
            }
            for folds in (one, other)
        )
    gaps = [one[k][0] - other[k][0] for k in one if k in other and one[k][1] == other[k][1]]
    return sum(gaps) / len(gaps) if gaps else None


MEANS = ("better", "no_worse", "similar")
EACH = ("better_on_each", "differs_on_each", "no_worse_on_each")


def statements(key: str, evidence: pd.DataFrame, rules: tuple = MEANS, things: tuple = THINGS):
    """The (row of the evidence, its arguments) of every statement of rules that compare two methods over data
    sets.

    Rules may also compare them on each data set. If a part gave no statement, those of its kind are left out.
    """
    for claim in paper(key)["claims"]:
        shared = {k: v for k, v in claim.items() if k not in ("parts", "reproduced", "beside")}
        parts = [{**shared, **p} for p in claim.get("parts", [{}])]
        decided = parts if claim.get("general") else [{**p, "exact": True} for p in parts]
        own = {"under": "paper", "exact": True}
        again = [{**shared, **own, **p} for p in claim.get("reproduced", [])]
        if "reproduced" not in claim:
            again = [{**p, **own} for p in parts if p["rule"] != "own"]
        beside = [{**shared, **p} for p in claim.get("beside", [])]
        of = evidence[(evidence["paper"] == key) & (evidence["claim"] == claim["id"])]
        uses = ("decides", "suggests", "reproduces")
        decides, suggests, reproduces = (of[use].astype(str) == "True" for use in uses)
        for rows, told in (
            (of[decides], decided),
            (of[suggests], [{**p, "in_place": True} for p in parts]),
            (of[reproduces], again),
            (of[~decides & ~suggests & ~reproduces], beside),
        ):
            if len(rows) == len(told):
                for (_, row), part in zip(rows.iterrows(), told, strict=True):
                    if part["rule"] in rules and row["things"] in things:
                        yield row, part


def differences(key: str, tables: dict[str, pd.DataFrame]):
    """The (row, its arguments) of the mean differences behind counts of data sets.

    There is one for each pair, on the data that decide the claim, or otherwise on other data.
    """
    evidence, every = tables["claims_evidence"], tables.get("claims_differences", pd.DataFrame())
    for claim in paper(key)["claims"] if len(every) else ():
        of = (evidence["paper"] == key) & (evidence["claim"] == claim["id"])
        decides = (evidence[of]["decides"].astype(str) == "True").any()
        where = {} if claim.get("general") else {"exact": True} if decides else {"in_place": True}
        shared = {k: v for k, v in claim.items() if k not in ("parts", "reproduced", "beside")}
        told = [
            {**shared, **part, **where, "first": first, "second": second, "rule": "better"}
            for part in claim.get("parts", [{}])
            if {**shared, **part}["rule"] in EACH
            for both in [{**shared, **part}]
            for first, second in both.get("pairs") or [[both["first"], both["second"]]]
        ]
        rows = every[(every["paper"] == key) & (every["claim"] == claim["id"])]
        if len(rows) == len(told):
            for (_, row), part in zip(rows.iterrows(), told, strict=True):
                if row["things"] in THINGS:
                    yield row, part


def _method(told: str, content: dict, printed: str, dataset: str, kinds: dict | None) -> str:
    """The method of a data set if several represent a printed one."""
    if " / " not in told:
        return told
    method = content["methods"][printed]
    discrete = {"nominal", "ordinal"} & set((kinds or {})[dataset])
    return (method["discrete"] if discrete else method["ids"])[0]


SHARES = {"nominal_share": ("nominal", "ordinal"), "angular_share": ("angular", "direction")}


def _share(kinds: list[str], of: tuple[str, ...]) -> float:
    return sum(k in of for k in kinds) / max(len(kinds), 1)


def wrong_evidence(
    key: str,
    scores: pd.DataFrame,
    evidence: pd.DataFrame,
    kinds: dict[str, list[str]] | None = None,
    trivial: Collection[tuple[str, str, str]] = (),
    families: dict[str, str] | None = None,
    told: Iterable[tuple[pd.Series, dict]] | None = None,
) -> list[str]:
    """The statements whose mean, number of data sets or interval differs from the scores.

    `kinds`: kinds of the attributes of every data set, for statements on data sets with many or few angles.
    `trivial`: (protocol, data set, method) that are left out as evidence. `families`: source family of each
    data set; the mean of a family is one vote unless there are fewer than three families. `told`: other rows
    with their arguments.
    """
    content, wrong = paper(key), []
    sets = content.get("data_sets", {}).values()
    own_data = {d["id"] for several in sets for d in several if d["kind"] == "exact"}
    for row, part in statements(key, evidence) if told is None else told:
        protocols = row["protocol"].removeprefix("protocol ").replace(" and ", ", ").split(", ")
        roles = part.get("under", "honest")
        named = [content["protocols"][r] for r in ([roles] if isinstance(roles, str) else roles)]
        protocols = sorted(protocols, key=lambda p: named.index(p) if p in named else len(named))
        share = part.get("only", {})
        metric = part.get("metric", "accuracy")
        of_metric = scores[scores["metric"] == metric]
        means: dict[str, float] = {}
        # the interval covers those of all readings of an illegible formula
        others = _others(content, part, row, set(of_metric["method"]))
        by_reading: list[dict[str, float]] = [{} for _ in others]
        excluded = 0
        for protocol in protocols:
            under = of_metric[of_metric["protocol"] == protocol]
            chosen = (
                _leading(content, under, part.get("in_place", False))
                if part.get("sets") != "every"
                else {d: d for d in under["dataset"].unique()}
            )
            for printed, dataset in chosen.items():
                if isinstance(part.get("sets"), list) and printed not in part["sets"]:
                    continue
                if part.get("exact") and dataset not in own_data:
                    continue
                if share:
                    value = _share((kinds or {})[dataset], SHARES[share["fact"]])
                    if not share.get("at_least", -math.inf) <= value < share.get("below", math.inf):
                        continue
                of_set = [_method(row[s], content, part[s], dataset, kinds) for s in ("first", "second")]
                gap = mean_difference(under, dataset, *of_set)
                same = [(protocol, dataset, m) in trivial and not part.get("trivial") for m in of_set]
                if gap is not None and any(same):
                    excluded += 1
                elif gap is not None and dataset not in means:
                    means[dataset] = -gap if part.get("lower") else gap
                    for other, found in zip(others, by_reading, strict=True):
                        pair = [other.get(m, m) for m in of_set]
                        if (gap := mean_difference(under, dataset, *pair)) is not None:
                            found[dataset] = -gap if part.get("lower") else gap
        alone = str(row.get("reproduces")) == "True"
        values, mean, low, high = _limits(means, families or {}, alone)
        every = [_limits(of, families or {}, alone)[2:] for of in by_reading if of.keys() == means.keys()]
        low, high = min([low, *(e[0] for e in every)]), max([high, *(e[1] for e in every)])
        ours = (len(values), mean, low, high)
        theirs = tuple(float(row[k]) for k in ("n", "value", "low", "high"))
        if int(row["excluded"]) != excluded:
            wrong.append(f"{key} {row['claim']}: {row['excluded']} excluded, counted again {excluded}")
        if excluded and not values:
            if theirs[0] or not math.isnan(theirs[1]):
                wrong.append(f"{key} {row['claim']}: {theirs} without evidence")
            continue
        if not all(a == b or abs(a - b) < 1e-9 for a, b in zip(ours, theirs, strict=True)):
            wrong.append(f"{key} {row['claim']}: {theirs}, counted again {ours}")
    return wrong


def _others(content: dict, part: dict, row: pd.Series, run: set[str]) -> list[dict[str, str]]:
    """Id of a method -> that of another reading of its formula, for each reading that was run."""
    found = []
    for side in ("first", "second"):
        method = content.get("methods", {}).get(part.get(side))
        formulas = method.get("formulas", []) if isinstance(method, dict) else []
        found += [{row[side]: other} for other in formulas if other in run]
    return found


def _limits(means: dict[str, float], families: dict[str, str], alone: bool) -> tuple:
    """Votes of the families, their mean and its limits; `alone`: the estimate decides without an interval."""
    from scipy import stats

    by_family: dict[str, list[float]] = {}
    for dataset, gap in means.items():
        by_family.setdefault(families.get(dataset, dataset), []).append(gap)
    values = [sum(v) / len(v) for v in by_family.values()] if len(by_family) > 2 else list(means.values())
    mean, n = sum(values) / len(values) if values else math.nan, len(values)
    half = stats.t.ppf(0.975, n - 1) * pd.Series(values).std() / math.sqrt(n) if n > 2 else math.inf
    half = 0.0 if alone and math.isfinite(half) else half
    return values, mean, mean - half, mean + half


def wrong_rows(scores: pd.DataFrame, rows: pd.DataFrame) -> list[str]:
    """The rows of papers.csv whose score, count, honest score or optimism differs from the scores."""
    wrong = []
    for _, row in rows.iterrows():
        ours = {}
        for name, protocol in (("reproduced", row["protocol"]), ("honest", row["honest_protocol"])):
            under = scores[(scores["protocol"] == protocol) & (scores["dataset"] == row["dataset"])]
            under = under[under["method"] == row["method"]]
            if row["figure"] == "accuracy":
                under = under[under["metric"] == "accuracy"]
                correct = (under["value"] * under["n_test"]).round()
                runs = (
                    pd.DataFrame({"k": correct, "n": under["n_test"], "r": under["repeat"]})
                    .groupby("r")
                    .sum()
                )
                ours[name] = (runs["k"] / runs["n"]).mean() if len(runs) else math.nan
                if name == "reproduced":
                    ours["correct"], ours["runs"] = runs["k"].mean(), len(runs)
            elif row["figure"] == "mean recall, ≤ 10 %":
                ours[name] = AREA * under.loc[under["metric"] == "hit_area_10", "value"].mean()
            else:
                return wrong
        if row["settings"] == "as the paper says":
            ours["optimism"] = ours["reproduced"] - ours["honest"]
        for key, value in ours.items():
            theirs = float(row[key]) if row[key] != "" else math.nan
            if not (abs(theirs - value) < 1e-9 or (math.isnan(theirs) and math.isnan(value))):
                wrong.append(
                    f"{row['protocol']} {row['dataset']} {row['method']} {key}: {theirs}, counted again"
                    f" {value}"
                )
    return wrong

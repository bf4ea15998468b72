"""Hit curves of a run, and HPB against the other methods of Jambeiro Filho and Wainer (2007)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pandas as pd

from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.papers.comparisons import leave_out
from naivebench.papers.pairs import correct_p, find_interval, list_pairs
from naivebench.papers.run import Run
from naivebench.papers.verdicts import ALPHA, NO_INTERVAL, Verdict, judge_count, need_share, report_untested
from naivebench.papers.words import DASH, count_things, join_names

LEAD, AREA = "HPB", "hit_area_10"
SHOWN = 6  # largest number of names in a sentence
TESTED = ("hit_area", AREA, "rmse", "log_loss_clipped")


def list_datasets(run: Run, role: str = "honest") -> list[str]:
    """Data sets with hit curves under a role: those of the paper in its order, then the others."""
    protocol = run.paper.protocols.get(role, "")
    stored = {d for kind, p, d in run.facts.stored if kind == "hit_curves" and p == protocol}
    known = [d for d in run.sets["dataset"] if d in stored]
    return [*known, *sorted(stored - set(known))]


def name_printed(run: Run, role: str, dataset: str) -> dict[str, str]:
    """Printed name -> our method, for methods that ran, in the paper's order."""
    scores = run.read_scores(role, AREA)
    ids = {name: scores.find_method(dataset, name) for name in run.paper.methods}
    return {name: m for name, m in ids.items() if m}


def list_methods(run: Run, role: str, dataset: str) -> list[str]:
    """The paper's methods that ran on a data set, followed by the others."""
    own, rows = list(name_printed(run, role, dataset).values()), run.read_scores(role, AREA).rows
    return [*own, *(m for m in run.frames["methods"]["method"] if (dataset, m) in rows and m not in own)]


def average_folds(run: Run, role: str, metrics: Sequence[str]) -> pd.DataFrame:
    """Mean and standard deviation of metrics over the test parts of every cell: `area`, `area_sd`.

    The index has the data set and the method, in the order of the scores.
    """
    scores = run.frames["scores"]
    scores = scores[(scores["protocol"] == run.protocol(role)) & scores["metric"].isin(metrics)]
    scores = scores.astype({"dataset": object, "method": object, "metric": object})
    means = scores.groupby(["dataset", "method", "metric"])["value"].agg(["mean", "std"])
    columns = [(statistic, metric) for metric in metrics for statistic in ("mean", "std")]
    cells = pd.MultiIndex.from_frame(scores[["dataset", "method"]].drop_duplicates())
    wide = means.unstack("metric").reindex(index=cells, columns=pd.MultiIndex.from_tuples(columns))
    names = [metric + end for metric in metrics for end in ("", "_sd")]
    return wide.set_axis(names, axis=1).rename_axis(["dataset", "method"])


class Rival(NamedTuple):
    """HPB compared with a printed method over data sets; in positive differences HPB is better."""

    name: str
    method: str
    by_dataset: dict[str, float]
    interval: Interval
    p_holm: float  # corrected over the methods
    excluded: int  # data sets on which the method only repeats the trivial one


def compare_with_lead(run: Run, metric: str) -> list[Rival]:
    """HPB against every printed method, over the draws of the generator on which both ran."""
    scores, sign, rivals = run.select_scores("made", metric=metric, every=True), METRICS[metric].sign, []
    for name in run.paper.methods:
        pairs = [p for p in list_pairs(scores, LEAD, name) if p.methods[0] != p.methods[1]]
        gains = {p.dataset: sign * p.mean for p in pairs if not p.trivial[1]}
        interval = intervals.estimate_over_sets(list(gains.values())) if gains else NO_INTERVAL
        if pairs:
            rivals.append(Rival(name, pairs[0].methods[1], gains, interval, 1.0, len(pairs) - len(gains)))
    corrected = iter(correct_p([r.interval for r in rivals if r.by_dataset], sure=True))
    return [r._replace(p_holm=next(corrected)) if r.by_dataset else r for r in rivals]


def compare_draws(run: Run) -> pd.DataFrame:
    """HPB against every printed method on the draws of the generator, in four metrics."""
    rows: dict[str, dict[str, Any]] = {}
    for metric in TESTED:
        for r in compare_with_lead(run, metric):
            n, gain = len(r.by_dataset), f"{metric}_gain"
            row = rows.setdefault(r.name, {"method": r.method, "draws": n})
            row["excluded"] = r.excluded
            if n:
                row |= {
                    gain: r.interval.value,
                    f"{gain}_low": r.interval.low,
                    f"{gain}_high": r.interval.high,
                }
                row[f"{gain}_p"] = r.p_holm
                row[f"{gain}_wins"] = f"{sum(d > 0 for d in r.by_dataset.values())}/{n}"
    return pd.DataFrame(list(rows.values()))


class RateTest(NamedTuple):
    """HPB's recall minus that of a printed method at a selection rate, over data sets."""

    name: str
    rate: float
    interval: Interval
    p_holm: float  # corrected over the rates


def test_rates(run: Run) -> tuple[list[RateTest], dict[str, tuple[int, int]]]:
    """Tests of HPB's recall at selection rates over the draws of the generator; by method, the numbers of
    left-out and of all data sets.
    """
    lead, facts = run.ids(LEAD)[0], {}
    for dataset in list_datasets(run, "made"):
        facts[dataset] = run.read_facts("hit_curves", "made", dataset)
    stored = {d: of for d, of in facts.items() if of["tests"] and lead in (of["reference"], *of["tests"])}
    tests, numbers = [], dict[str, tuple[int, int]]()
    protocol, trivial = run.paper.protocols["made"], run.find_trivial()
    for name, method in run.paper.methods.items():
        if lead in run.ids(name):
            continue
        ids = {d: next((m for m in method["ids"] if m in of["tests"]), "") for d, of in stored.items()}
        ids = {d: m for d, m in ids.items() if m}
        evidence = {d: m for d, m in ids.items() if (protocol, d, m) not in trivial}
        numbers[name] = (len(ids) - len(evidence), len(ids))
        by_rate: dict[float, list[float]] = {}
        for d, m in evidence.items():
            for rate, gap in _list_gaps(stored[d], lead, m):
                by_rate.setdefault(rate, []).append(gap)
        estimates = [intervals.estimate_over_sets(gaps) for gaps in by_rate.values()]
        p = correct_p(estimates, sure=True)
        tests += [RateTest(name, *of) for of in zip(by_rate, estimates, p, strict=True)]
    return tests, numbers


def _list_gaps(of: dict[str, Any], lead: str, method: str) -> Iterator[tuple[float, float]]:
    """Selection rates with the recall of the lead minus that of a method.

    What is stored is the recall of the reference minus that of any method; another reading of HPB is one.
    """
    rates, tests = of["test_rates"], of["tests"]
    own = tests[lead]["recall"]["difference"] if lead in tests else [0.0] * len(rates)
    for rate, gap, less in zip(rates, tests[method]["recall"]["difference"], own, strict=True):
        if gap is not None and less is not None:
            yield rate, gap - less


def list_tests(run: Run) -> pd.DataFrame:
    """HPB against every method over the folds of a data set, in four metrics."""
    rows = []
    for dataset in list_datasets(run):
        for method, test in run.read_facts("hit_curves", "honest", dataset)["tests"].items():
            row: dict[str, Any] = {"dataset": dataset, "method": method}
            for metric in TESTED:
                gap = test[metric]["difference"]
                row[f"{metric}_gain"] = None if gap is None else METRICS[metric].sign * gap
                row[f"{metric}_gain_p"] = test[metric]["p"]
            rows.append(row)
    return pd.DataFrame(rows)


def join_rates(rates: Sequence[float]) -> str:
    """Selection rates in percent: `1–6, 9`; rates that differ by 1 % are joined to a range."""
    groups: list[list[int]] = []
    for whole in (round(100 * r) for r in rates):
        if groups and whole == groups[-1][1] + 1:
            groups[-1][1] = whole
        else:
            groups.append([whole, whole])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in groups) or DASH


def share_patterns(stored: dict[str, Any], method: str, order: int) -> float | None:
    """Share of the test cases of planted patterns of an order among the 1 % of cases ranked first."""
    if method not in stored["methods"]:
        return None
    pairs = zip(stored["planted"], stored["methods"][method]["first"], strict=True)
    known = [(p["cases"], v) for p, v in pairs if p["order"] == order and v is not None]
    return sum(n * v for n, v in known) / sum(n for n, _ in known) if known else None


# --- statements about HPB and all other methods


def list_sets(run: Run, role: str) -> tuple[str, ...]:
    """The data sets of a statement that is about all data of a role."""
    stands = run.select_scores(role, metric=AREA).datasets
    return tuple(stands or run.select_scores(role, metric=AREA, every=True).datasets)


def judge_above_all(run: Run, metric: str) -> Verdict:
    """HPB is better than each other printed method, over the draws of the generator."""
    rivals = compare_with_lead(run, metric)
    compared = [r for r in rivals if r.by_dataset]
    if not compared:
        return report_untested(
            f"this run does not have {LEAD} and another method under {run.name_roles(['made'])}"
        )
    significant = [(r.name, r.interval.value) for r in compared if r.p_holm <= ALPHA]
    shown, against = ([name for name, gap in significant if gap * s > 0] for s in (1, -1))
    rest = [r for r in compared if r.name not in (*shown, *against)]
    note = [f"worse than {name_few(against)}"] if against else []
    if rest:
        note.append(f"cannot be told apart from {name_few([r.name for r in rest])}")
    worse = f", worse on average than {sum(r.interval.value < 0 for r in rest)} of these" if rest else ""
    numbers = {r.name: (r.excluded, r.excluded + len(r.by_dataset)) for r in rivals}
    why = leave_out(numbers, run.paper.more["trivial"])
    total, measured = count_things(len(compared), "other method"), name_metric(run, metric)
    sets = count_things(len({d for r in compared for d in r.by_dataset}), "data set")
    verdict = count_lead(
        run, "made", shown, against, len(compared), 1.0,
        f"{LEAD} is better in {measured} than {{}} of {total}", f"Methods that {LEAD} is better than",
        f"{measured}, of {total}, over {sets}", "; ".join(filter(None, ("; ".join(note) + worse, why))),
    )  # fmt: skip
    return verdict._replace(excluded=sum(r.excluded for r in rivals))


def count_lead(
    run: Run, role: str, shown: Sequence[Any], against: Sequence[Any], total: int, share: float, reason: str,
    what: str, quantity: str, note: str,
) -> Verdict:  # fmt: skip
    """A count with undecided members, of at least a share of which the paper claims something."""
    return judge_count(
        len(shown), total - len(against), need_share(share, total), reason, what, quantity, note=note,
        things="comparison", protocol=run.name_roles([role]), methods=(run.ids(LEAD)[0], ""),
        datasets=list_sets(run, role),
    )  # fmt: skip


def name_few(names: Sequence[str]) -> str:
    """The names, or their number if there are many."""
    return join_names(names) if len(names) <= SHOWN else f"{len(names)} others"


def name_metric(run: Run, metric: str) -> str:
    """The label of a metric."""
    labels = run.frames["metrics"].set_index("metric")["label"]
    return str(labels.get(metric, metric))


def judge_above_each(run: Run, metric: str) -> Verdict:
    """HPB is better than every printed method on every data set (Holm over all comparisons)."""
    scores, datasets = run.select_scores("honest", metric=metric, every=True), list_datasets(run)
    rivals = [name for name in run.paper.methods if name != LEAD]
    pairs = [(name, p) for name in rivals for p in list_pairs(scores, LEAD, name) if p.dataset in datasets]
    repeated = Counter(name for name, p in pairs if p.trivial[1])
    tests = [
        (p.dataset, name, find_interval(p, METRICS[metric].sign, of_parts=True))
        for name, p in sorted(pairs, key=lambda pair: datasets.index(pair[1].dataset))
        if not p.trivial[1]
    ]
    if not tests:
        return report_untested(
            f"this run does not have {LEAD} and another method under {run.name_roles(['honest'])}"
        )
    p = correct_p([i for *_, i in tests], sure=True)
    significant = [(d, n, i.value) for (d, n, i), q in zip(tests, p, strict=True) if q <= ALPHA]
    shown, against = ([(d, n) for d, n, gap in significant if gap * s > 0] for s in (1, -1))
    note = []
    for dataset in dict.fromkeys(d for d, *_ in tests):
        better_than, worse = ([n for d, n in several if d == dataset] for several in (shown, against))
        text = f"{dataset} {len(better_than)} of {sum(d == dataset for d, *_ in tests)}"
        note.append(text + (f", worse than {name_few(worse)}" if worse else ""))
    tested = Counter(n for _, n, _ in tests)
    numbers = {n: (repeated[n], repeated[n] + tested[n]) for n in rivals}
    note.append(leave_out(numbers, run.paper.more["trivial"]))
    verdict = count_lead(
        run, "honest", shown, against, len(tests), 1.0,
        f"{LEAD} is better in {{}} of {len(tests)} comparisons", f"{LEAD} better on single data sets",
        f"{name_metric(run, metric)}, of {count_things(len(tests), 'comparison')}",
        "; ".join(filter(None, note)),
    )  # fmt: skip
    return verdict._replace(excluded=repeated.total())

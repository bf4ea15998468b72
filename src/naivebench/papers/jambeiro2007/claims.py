"""The claims of Jambeiro Filho and Wainer (2007), in the paper's order.

The digits of the paper are illegible and its data are private. Its sentences are tested on ten draws of a
generator (role `made`) and on other data (role `honest`). Readings of HPB's illegible formula are judged
together.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd

from naivebench.core.hit_curves import UP_TO
from naivebench.evaluation.metrics import METRICS
from naivebench.evaluation.statistics import intervals
from naivebench.papers import rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.jambeiro2007.tables import (
    AXES,
    compare_with_lead,
    fit_slope,
    join_rates,
    list_datasets,
    list_timings,
    name_printed,
    share_of_patterns,
    test_rates,
)
from naivebench.papers.printed import find_ratio
from naivebench.papers.run import Run
from naivebench.papers.verdicts import (
    ALPHA,
    FEWEST,
    HOLDS,
    POSITIVE,
    Verdict,
    all_of,
    better,
    correct_p,
    count,
    find_interval,
    label,
    leave_out,
    measure,
    no_worse,
    not_tested,
    pair_methods,
    reproduced,
    take_ratio,
)
from naivebench.papers.words import count_things, join_names

LEAD = "HPB"
STRUCTURED = ["BN DG CB", "BN DG CBM", "BN DG C", "BN DG CM", "HC DT", "HC DF"]
WITHOUT_BINARY = ["BN DG C", "BN DG CM", "HC DT", "HC DF"]
GRAPHS, TABLES = ("bn_dg_cbm", "Network of decision graphs"), ("bn_hc_df", "Network of default tables")
SHOWN = 6  # largest number of names in a sentence
AREA = "hit_area_10"


def compare(
    run: Run, first: str, second: str, *, role: str = "made", metric: str = AREA, **more: Any
) -> Verdict:
    """The first method is better, over all data sets of a role."""
    return better(run.under(role, metric=metric, every=True), first, second, **more)


def compare_no_worse(
    run: Run, first: str, second: str, *, role: str = "made", metric: str = AREA, **more: Any
) -> Verdict:
    """The first method is not worse, over all data sets of a role."""
    return no_worse(run.under(role, metric=metric, every=True), first, second, **more)


def answer(run: Run, judge: Any, pairs: Sequence[tuple[str, str]], **more: Any) -> Answer:
    """Compare pairs on the draws, and try the same under the paper's protocol on its own data."""
    honest = [judge(run, *pair, **more) for pair in pairs]
    metric = more.get("metric", AREA)
    options = {k: v for k, v in more.items() if k != "metric"}
    own = run.under("paper", metric=metric, every=True, exact=True)
    judge_own = better if judge is compare else no_worse
    again = [reproduced(judge_own(own, *pair, **options)) for pair in pairs]
    both = [all_of(*several) if len(several) > 1 else several[0] for several in (honest, again)]
    return Answer(both[0], both[1])


@claim(
    "HPB is significantly better than all others in AUC, early AUC, RMSE and MCE.",
    where="3, Table 2; 4",
    rule="HPB is compared with each of the paper's methods over ten draws of the generator. The tests over"
    " the draws are"
    " two-sided at 0.05, with Holm's correction over the methods; constants are chosen in the training"
    " parts. The claim"
    " says that HPB is better than all. Methods that cannot be told apart leave the count open. The MCE is"
    " clipped."
    " Whole networks, in which every variable has a default table or a decision graph, follow for"
    " comparison. Single data"
    " sets follow for comparison, with the corrected resampled t test over the folds and Holm's correction"
    " over all"
    " comparisons.",
    table="jambeiro2007_draws",
    about=[LEAD],
)
def better_than_all(run: Run) -> Answer:
    metrics = ["hit_area", AREA, "rmse", "log_loss_clipped"]
    beside = [label(text, compare(run, LEAD, m)) for m, text in (TABLES, GRAPHS)]
    beside += [above_each(run, metric) for metric in (AREA, "rmse")]
    return Answer(all_of(*(above_all(run, metric) for metric in metrics)), beside=tuple(beside))


def above_all(run: Run, metric: str, role: str = "made") -> Verdict:
    """HPB is better than each other printed method, over the data sets of a role."""
    rivals = compare_with_lead(run, role, metric)
    compared = [r for r in rivals if r.by_dataset]
    if not compared:
        return not_tested(
            f"this run does not have {LEAD} and another method under protocol {run.paper.protocols[role]}"
        )
    shown, against = (
        [r.name for r in compared if r.p_holm <= ALPHA and r.interval.value * s > 0] for s in (1, -1)
    )
    rest = [r for r in compared if r.name not in (*shown, *against)]
    texts = (("worse than", against), ("cannot be told apart from", [r.name for r in rest]))
    note = "; ".join(f"{words} {_name_few(names)}" for words, names in texts if names)
    note += f", worse on average than {sum(r.interval.value < 0 for r in rest)} of these" if rest else ""
    why = leave_out(
        {r.name: (r.excluded, r.excluded + len(r.by_dataset)) for r in rivals}, run.paper.more["trivial"]
    )
    sets = dict.fromkeys(d for r in compared for d in r.by_dataset)
    total, measured = count_things(len(compared), "other method"), _label(run, metric)
    verdict = _count_lead(
        run, role, len(shown), len(against), len(compared), 1.0,
        f"{LEAD} is better in {measured} than {{}} of {total}", f"Methods that {LEAD} is better than",
        f"{measured}, of {total}, over {count_things(len(sets), 'data set')}", "; ".join(filter(None, (note,
        why))),
    )  # fmt: skip
    return verdict._replace(excluded=sum(r.excluded for r in rivals))


def _count_lead(
    run: Run, role: str, shown: int, against: int, total: int, share: float, reason: str, what: str,
    quantity: str,
    note: str,
) -> Verdict:  # fmt: skip
    """A count with undecided members, of at least a share of which the paper claims something."""
    datasets = tuple(sorted(run.under(role, metric=AREA, every=True)["dataset"].unique()))
    stands = tuple(run.under(role, metric=AREA)["dataset"].unique())
    return count(
        shown, total - against, (float(math.ceil(share * total - 1e-9)), math.inf), reason, what, quantity,
        protocol=f"protocol {run.paper.protocols[role]}", note=note, methods=(run.ids(LEAD)[0], ""),
        datasets=stands or datasets,
    )  # fmt: skip


def _name_few(names: Sequence[str]) -> str:
    return join_names(names) if len(names) <= SHOWN else f"{len(names)} others"


def _label(run: Run, metric: str) -> str:
    labels = run.frames["metrics"].set_index("metric")["label"]
    return str(labels[metric]) if metric in labels else metric


def above_each(run: Run, metric: str, role: str = "honest") -> Verdict:
    """HPB is better than every printed method on every data set, with Holm's correction over all
    comparisons.
    """
    scores, sign, tests = run.under(role, metric=metric, every=True), METRICS[metric].sign, []
    repeated = dict.fromkeys(run.paper.methods, 0)
    by_name = {
        name: {p.dataset: p for p in pair_methods(scores, LEAD, name)}
        for name in run.paper.methods
        if name != LEAD
    }
    for dataset in list_datasets(run, role):
        for name, pairs in by_name.items():
            if (pair := pairs.get(dataset)) and pair.trivial[1]:
                repeated[name] += 1
            elif pair:
                tests.append((dataset, name, find_interval(pair._replace(only=None), sign)))
    if not tests:
        return not_tested(
            f"this run does not have {LEAD} and another method under protocol {run.paper.protocols[role]}"
        )
    p = correct_p([i for *_, i in tests])
    shown, against = (
        [(d, n) for (d, n, i), q in zip(tests, p, strict=True) if q <= ALPHA and i.value * s > 0]
        for s in (1, -1)
    )
    note = []
    for dataset in dict.fromkeys(d for d, *_ in tests):
        text = f"{dataset} {sum(d == dataset for d, _ in shown)} of {sum(d == dataset for d, *_ in tests)}"
        worse = [n for d, n in against if d == dataset]
        note.append(text + (f", worse than {_name_few(worse)}" if worse else ""))
    kept = Counter(n for _, n, _ in tests)
    note.append(leave_out({n: (k, k + kept[n]) for n, k in repeated.items()}, run.paper.more["trivial"]))
    verdict = _count_lead(
        run, role, len(shown), len(against), len(tests), 1.0,
        f"{LEAD} is better in {{}} of {len(tests)} comparisons",
        f"{LEAD} better on single data sets",
        f"{_label(run, metric)}, of {count_things(len(tests), 'comparison')}",
        "; ".join(filter(None, note)),
    )  # fmt: skip
    return verdict._replace(excluded=sum(repeated.values()))


@claim(
    "HPB is significantly better than all others below a selection rate, with few exceptions (the digits"
    " are illegible).",
    where="3",
    rule="The recall of HPB is compared with that of each of the paper's methods at every tested rate. The"
    " tests over ten"
    " draws are two-sided at 0.05, with Holm's correction over the rates. The paper's limit is illegible,"
    " so all tested"
    " rates count. We read “a few exceptions” as: HPB is above for nine tenths of the methods and rates.",
    table="jambeiro2007_tests",
    about=[LEAD],
)
def every_rate(run: Run) -> Answer:
    tests, numbers = test_rates(run, "made")
    if not tests:
        return Answer(
            not_tested(
                f"this run has no tests at selection rates under protocol {run.paper.protocols['made']}"
            )
        )
    above, below = (
        [(t.name, t.rate) for t in tests if t.p_holm <= ALPHA and t.interval.value * s > 0] for s in (1, -1)
    )
    names, rates = list(dict.fromkeys(t.name for t in tests)), sorted({t.rate for t in tests})
    missing = {n: [r for r in rates if (n, r) not in above] for n in names}
    parts = [f"{n} at {join_rates(of)} %" for n, of in missing.items() if 0 < len(of) < len(rates)]
    never = [n for n, of in missing.items() if len(of) == len(rates)]
    notes = [
        f"not above {join_names(never)} at any" if never else "",
        f"not above {'; '.join(parts)}" if parts else "",
    ]
    notes.append(leave_out(numbers, run.paper.more["trivial"]))
    total = len(tests)
    verdict = _count_lead(
        run, "made", len(above), len(below), total, 0.9,
        f"The recall of {LEAD} is higher in {{}} of {total} comparisons",
        f"Methods and rates that {LEAD} is above",
        f"recall at {join_rates(rates)} %, Holm over the rates, of {total} comparisons",
        "; ".join(filter(None, notes)),
    )  # fmt: skip
    return Answer(verdict._replace(excluded=sum(n for n, _ in numbers.values())))


@claim(
    "HPB benefits from critical patterns of many or all attributes.",
    where="3; 4",
    rule=f"{rules.BETTER} The effect is the share of the cases of planted patterns of all attributes among"
    f" the first 1 %,"
    " with a t interval over ten draws.",
    table="jambeiro2007_draws",
)
def patterns(run: Run) -> Answer:
    of = answer(run, compare, [(LEAD, m) for m in ("NB", "TAN", "DE", "ADE")])
    return of._replace(honest=all_of(*of.honest.leaves, full_patterns(run, 4, LEAD, "NB")))


def full_patterns(run: Run, order: int, first: str, second: str, role: str = "made") -> Verdict:
    """Difference in cases of planted patterns of `order` attributes among the 1 % ranked first."""
    by_dataset, ids = {}, ("", "")
    for dataset in list_datasets(run, role):
        names, stored = (
            name_printed(run, role, dataset),
            run.read_facts("hit_curves", role, dataset).get("patterns"),
        )
        if stored is None or first not in names or second not in names:
            continue
        ids = (names[first], names[second])
        one, other = (share_of_patterns(stored, m, order) for m in ids)
        if one is not None and other is not None:
            by_dataset[dataset] = one - other
    if not by_dataset:
        return not_tested("this run has no data with planted patterns")
    what = f"{first} minus {second}"
    return measure(
        intervals.over_sets(list(by_dataset.values())), POSITIVE, "points", "data set",
        f"{what} is {{}} of the cases of planted patterns", what,
        f"share of the cases of planted patterns of {order} attributes among the first 1 %",
        protocol=f"protocol {run.paper.protocols[role]}", methods=ids, datasets=_all_data(run, role),
    )  # fmt: skip


def _all_data(run: Run, role: str) -> tuple[str, ...]:
    """The data sets of a statement that is about all data of a role."""
    stands = tuple(run.under(role)["dataset"].unique())
    return stands or tuple(run.under(role, every=True)["dataset"].unique())


@claim(
    "TAN cannot benefit from some critical patterns of many attributes.",
    where="3",
    rule="The effect is the share of the cases of planted patterns of all attributes among the first 1 %:"
    " that of HPB minus"
    " that of TAN, with a t interval over ten draws. The claim says that it is above 0. The paper says"
    " “some patterns”,"
    " so patterns of three attributes are shown for comparison and do not decide.",
    table="jambeiro2007_recovery",
    about=["TAN", LEAD],
)
def tan_misses(run: Run) -> Answer:
    return Answer(full_patterns(run, 4, LEAD, "TAN"), beside=(full_patterns(run, 3, LEAD, "TAN"),))


@claim(
    "TAN performs better than naive Bayes and noisy-OR, which see no interactions.",
    where="3",
    rule=rules.BETTER,
    table="jambeiro2007_table2",
)
def tan(run: Run) -> Answer:
    pairs = [("TAN", "NB"), ("TAN", "Noisy-OR")]
    beside = tuple(compare(run, *pair, role="honest") for pair in pairs)
    return answer(run, compare, pairs)._replace(beside=beside)


@claim(
    "Merging values (AIBN) before TAN does not improve the hit curve.",
    where="3; 4",
    rule=rules.NO_WORSE,
    table="jambeiro2007_table2",
    about=["AIBN/TAN"],
)
def clusters(run: Run) -> Answer:
    pair = ("TAN", "AIBN/TAN")
    return answer(run, compare_no_worse, [pair])._replace(
        beside=(compare_no_worse(run, *pair, role="honest"),)
    )


@claim(
    "Decision trees, default tables and graphs without binary splits worsen the hit curve (against TAN).",
    where="3",
    rule=rules.BETTER,
    table="jambeiro2007_table2",
    about=WITHOUT_BINARY,
)
def without_binary(run: Run) -> Answer:
    more: dict[str, Any] = {"trivial_counts": True}  # “the resulting models had little discrimination power”
    beside = [compare(run, "TAN", "Prior", **more)]
    beside += [compare(run, "DE", m, **more) for m in ("BN DG C", "HC DT", "HC DF")]
    networks = (("bn_dg_cm", GRAPHS[1]), ("bn_hc_dt", "Network of decision trees"), TABLES)
    beside += [label(text, compare(run, "TAN", m, **more)) for m, text in networks]
    beside += [label("Other data", compare(run, "TAN", m, role="honest", **more)) for m in WITHOUT_BINARY]
    return answer(run, compare, [("TAN", m) for m in WITHOUT_BINARY], **more)._replace(beside=tuple(beside))


@claim(
    "Learned default tables have very few rows, trees and graphs without binary splits very few splits.",
    where="3",
    rule="The effect is the mean over the test folds of a draw, with a t interval over ten draws. We read"
    " “very few” as at"
    " most ten.",
)
def few_rows(run: Run) -> Answer:
    sizes = [("HC DF", "rows"), ("HC DT", "splits"), ("BN DG C", "splits"), ("BN DG CM", "splits")]
    return Answer(all_of(*(count_sizes(run, method, key, at_most=10) for method, key in sizes)))


def count_sizes(run: Run, method: str, key: str, at_most: float, role: str = "made") -> Verdict:
    """Mean number of rows or splits of a learned class table, over the test parts and data sets."""
    means, name, trivial, protocol = [], "", 0, run.paper.protocols[role]
    for dataset in list_datasets(run, role):
        name = name_printed(run, role, dataset).get(method, "")
        sizes = run.read_facts("hit_curves", role, dataset)["sizes"].get(name, {}).get(key)
        if sizes:
            means.append(math.fsum(sizes) / len(sizes))
            trivial += (protocol, dataset, name) in run.find_trivial()
    if not means:
        return not_tested(f"this run has no {key} of {method} under protocol {protocol}")
    note = f"from {min(means):g} to {max(means):g}"
    if trivial:
        note += f"; on {trivial} of them it predicts exactly what {run.paper.more['trivial']} predicts"
    return measure(
        intervals.over_sets(means)._replace(p=None), (-math.inf, at_most), "statistic", "data set",
        f"{method} has {{}} {key} on average", f"{key.capitalize()} of {method}", "mean over test parts",
        protocol=f"protocol {protocol}", methods=(name, ""), note=note, datasets=_all_data(run, role),
    )  # fmt: skip


@claim(
    "Decision graphs with binary splits separate the most critical patterns: the curve begins better.",
    where="3",
    rule=rules.BETTER,
    table="jambeiro2007_table1",
)
def binary_beginning(run: Run) -> Answer:
    more: dict[str, Any] = {"metric": "recall_1", "trivial_counts": True}
    beside = tuple(compare(run, m, "Prior", **more) for m in ("BN DG CB", "BN DG CBM"))
    pairs = [("BN DG CB", "BN DG C"), ("BN DG CBM", "BN DG CM")]
    return answer(run, compare, pairs, **more)._replace(beside=beside)


@claim(
    "Graphs with binary splits leave the other patterns together and lose at higher selection rates.",
    where="3",
    rule="The effect is the recall of TAN at 20 %, the highest rate of the table, minus that of the graphs,"
    " with a t"
    " interval over ten draws. The claim says that it is above 0.",
    table="jambeiro2007_table1",
    about=["BN DG CB", "BN DG CBM"],
)
def binary_later(run: Run) -> Answer:
    graphs = ["BN DG CB", "BN DG CBM"]
    beside = tuple(compare(run, "NB", m, metric="recall_20") for m in graphs)
    return answer(run, compare, [("TAN", m) for m in graphs], metric="recall_20")._replace(beside=beside)


@claim(
    "Networks with default tables, trees or graphs are not better than naive Bayes or TAN.",
    where="4",
    rule=rules.NO_WORSE,
    table="jambeiro2007_table2",
    about=STRUCTURED,
)
def structures(run: Run) -> Answer:
    more: dict[str, Any] = {"metric": "hit_area", "trivial_counts": True}
    beside = [label(text, compare_no_worse(run, "NB", m, **more)) for m, text in (GRAPHS, TABLES)]
    beside += [label("Other data", compare_no_worse(run, "NB", m, role="honest", **more)) for m in STRUCTURED]
    return answer(run, compare_no_worse, [("NB", m) for m in STRUCTURED], **more)._replace(
        beside=tuple(beside)
    )


@claim(
    "The discrimination of ADE is “not significantly better” than that of DE.",
    where="1",
    rule=rules.NO_WORSE,
    table="jambeiro2007_table2",
    general=True,
    about=["ADE"],
)
def ade_order(run: Run) -> Answer:
    both = [answer(run, compare_no_worse, [("DE", "ADE")], metric=metric) for metric in ("hit_area", AREA)]
    beside = (compare_no_worse(run, "DE", "ADE", role="honest"),)
    return Answer(all_of(*(a.honest for a in both)), all_of(*(a.paper for a in both)), beside)


@claim(
    "ADE gets closer to the true probabilities than DE.",
    where="1",
    rule=rules.BETTER,
    table="jambeiro2007_table2",
    general=True,
)
def ade_probabilities(run: Run) -> Answer:
    metrics = ("rmse", "log_loss_clipped")
    both = [answer(run, compare, [("ADE", "DE")], metric=metric, smaller=True) for metric in metrics]
    return Answer(all_of(*(a.honest for a in both)), all_of(*(a.paper for a in both)))


@claim(
    "Neither S, chosen inside the training set, nor b, from a cross-validation of reshuffled cases, fits"
    " the test set.",
    where="3",
    rule="For b, the area up to 10 % of HPB with b chosen on the test folds of reshuffled cases is divided"
    " by that with b"
    " chosen inside each training part; the claim says that it is larger by at most one percent, with a t"
    " interval over"
    " the draws. For S, the claim says that on shuffled labels the mean recall up to 10 % is at most one"
    " point above that"
    " of a random order.",
    table="jambeiro2007_optimism",
    about=[LEAD],
)
def not_fitted(run: Run) -> Answer:
    beside = label("b, on the reported test parts themselves", find_promise(run, "reported", 0.01))
    return Answer(
        all_of(label("b", find_promise(run, "reshuffled", 0.01)), label("S", find_noise(run, 0.01))),
        beside=(beside,),
    )


def find_promise(run: Run, role: str, within: float, against: str = "made") -> Verdict:
    """Relative optimism of choosing HPB's constant on test parts, on the same cases and parts, in the area up
    to 10 %.
    """
    both, lead, by_dataset = (
        [run.under(r, metric=AREA, every=True) for r in (role, against)],
        run.ids(LEAD)[0],
        [],
    )
    both = [scores[scores["name"] == lead] for scores in both]
    for dataset in sorted(set(both[0]["dataset"]) & set(both[1]["dataset"])):
        one, other = (s[s["dataset"] == dataset].set_index(["repeat", "fold"]) for s in both)
        if one["n_test"].equals(other["n_test"]):
            by_dataset.append(math.fsum(one["value"]) / math.fsum(other["value"]) - 1)
    protocol = f"protocol {run.paper.protocols[role]}"
    if not by_dataset:
        return not_tested(
            f"this run does not have {LEAD} under {protocol} and protocol {run.paper.protocols[against]} on"
            f" the same"
            " test parts"
        )
    return measure(
        intervals.over_sets(by_dataset), (-math.inf, within), "percent", "data set",
        f"{LEAD} reports {{}} more than an honest test confirms",
        f"{LEAD}, reported beyond the honest result",
        f"area up to 10 % as a share of that under {run.paper.protocols[against]}, minus 1",
        protocol=protocol,
        methods=(lead, lead), datasets=_all_data(run, role),
    )  # fmt: skip


def find_noise(run: Run, within: float) -> Verdict:
    """HPB's mean recall up to 10 % on shuffled labels minus that of a random order.

    The interval is over data sets, or over the test parts of each if there are few data sets.
    """
    scores, lead = run.under("permuted", metric=AREA, every=True), run.ids(LEAD)[0]
    of = {d: rows for d, rows in scores[scores["name"] == lead].groupby("dataset", sort=False)}
    excess = {d: (rows["value"] / UP_TO - UP_TO / 2).tolist() for d, rows in of.items()}
    quantity = "mean recall up to 10 % over that of a random order"
    shared: dict[str, Any] = {
        "protocol": f"protocol {run.paper.protocols['permuted']}",
        "methods": (lead, ""),
    }
    fixed = (f"On shuffled labels {LEAD} is {{}} better than a random order", f"{LEAD} on shuffled labels")
    if not of:
        return not_tested(f"this run does not have {LEAD} on shuffled labels")
    if len(of) >= FEWEST:
        interval = intervals.over_sets([math.fsum(e) / len(e) for e in excess.values()])
        return measure(
            interval,
            (-math.inf, within),
            "points",
            "data set",
            *fixed,
            quantity,
            datasets=tuple(of),
            **shared,
        )
    several = [
        measure(
            intervals.mean(excess[d], find_ratio(rows)), (-math.inf, within), "points", "test part", *fixed,
            f"{quantity}, {d}", datasets=(d,), **shared,
        )
        for d, rows in of.items()
    ]  # fmt: skip
    return all_of(*several) if len(several) > 1 else several[0]


@claim(
    "HPB's training time is exponential in the attributes, linear in the cases and independent of the"
    " values.",
    where="4",
    rule="The effect is the least-squares slope of the logarithm of the CPU time of single fits, with a t"
    " interval over"
    " the fits. Exponential means a factor of at least 1.5 per attribute, and independent a power between"
    " -0.1 and 0.1."
    " Linear means a power of at most 1.25: the time of a linear method has a constant part, which makes"
    " the power"
    " smaller than 1.",
    table="jambeiro2007_growth",
    general=True,
    timed=True,
    about=[LEAD],
)
def time(run: Run) -> Answer:
    regions = {"attributes": (1.5, math.inf), "rows": (-math.inf, 1.25), "values": (-0.1, 0.1)}
    return Answer(all_of(*(measure_growth(run, axis, region) for axis, region in regions.items())))


def measure_growth(run: Run, axis: str, claimed: tuple[float, float]) -> Verdict:
    """Growth of HPB's CPU time: a factor for each further attribute, or an exponent of the number of cases or
    values.
    """
    lead = run.ids(LEAD)[0]
    points = list_timings(run, lead, axis)
    sizes = points["x"]
    if sizes.nunique() < FEWEST:
        return not_tested(f"this run has fewer than three sizes of {AXES[axis]}")
    exponential = axis == "attributes"
    growth = "factor of the CPU time for one more attribute" if exponential else "exponent of the CPU time"
    reason = f"The CPU time of {LEAD} takes {{}} for one more attribute"
    if not exponential:
        reason = f"The CPU time of {LEAD} grows with the {AXES[axis]} to the power of {{}}"
    return measure(
        fit_slope(points, exponential), claimed, "ratio" if exponential else "statistic", "fit", reason, LEAD,
        f"{growth}, from {sizes.min():,} to {sizes.max():,} {AXES[axis]}",
        protocol=f"protocol {run.paper.protocols['curves']}", methods=(lead, ""),
        datasets=tuple(points["dataset"].unique()),
    )  # fmt: skip


@claim(
    "With few attributes HPB is much faster than methods whose time depends on the values.",
    where="4",
    rule="The effect is the ratio of the CPU times of learning, with constants chosen inside: the geometric"
    " mean over ten"
    " draws, with its t interval. We read “much faster” as at most half the time. A method counts only if"
    " its measured"
    " time depends on the number of values with an exponent above 0.1; all exponents are shown.",
    table="jambeiro2007_growth",
    general=True,
    timed=True,
    about=[LEAD],
)
def faster(run: Run) -> Answer:
    ratios, exponents, protocol = [], [], f"protocol {run.paper.protocols['curves']}"
    costs = run.costs("made", metric=AREA, every=True)
    for name in ("TAN", "AIBN/TAN", "BN DG CB"):
        series = {m: list_timings(run, m, "values") for m in run.paper.methods[name]["ids"]}
        method, points = next(((m, p) for m, p in series.items() if len(p)), ("", pd.DataFrame({"x": []})))
        if points["x"].nunique() < FEWEST:
            continue
        exponent = measure(
            fit_slope(points), (0.1, math.inf), "statistic", "fit", f"{name} by number of values is {{}}",
            f"{name} by number of values", "exponent of the CPU time of learning", protocol=protocol,
            methods=(method, ""), datasets=tuple(points["dataset"].unique()),
        )  # fmt: skip
        exponents.append(exponent)
        if exponent.word == HOLDS:
            ratios.append(take_ratio(costs, LEAD, name, claimed=(-math.inf, 0.5)))
    if not exponents:
        return Answer(not_tested("this run has no times of these methods for three numbers of values"))
    tested = [r for r in ratios if r.tested] or ratios
    none = not_tested("the time of no method depends on the number of values with an exponent above 0.1")
    honest = all_of(*tested) if len(tested) > 1 else tested[0] if tested else none
    return Answer(honest, beside=tuple(exponents))

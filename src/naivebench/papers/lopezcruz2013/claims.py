"""The claims of Lopez-Cruz, Bielza and Larranaga (2013), in the paper's order."""

from __future__ import annotations

import math
from functools import cache

import numpy as np

from naivebench.evaluation.statistics import intervals
from naivebench.evaluation.statistics.bayes import ROPE
from naivebench.evaluation.statistics.intervals import Interval
from naivebench.papers import rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.lopezcruz2013.examples import EXAMPLES, check_forms, decide_angles, draw_angles
from naivebench.papers.lopezcruz2013.tables import METHODS, compare_methods, list_fits, list_rotations
from naivebench.papers.printed import find_method
from naivebench.papers.run import Run
from naivebench.papers.verdicts import (
    ALPHA,
    FEWEST,
    POSITIVE,
    Region,
    Verdict,
    adjust_p,
    all_of,
    better,
    better_on_each,
    count,
    find_interval,
    label,
    measure,
    no_worse_on_each,
    not_tested,
    pair_methods,
    rank_above,
    reproduced,
    show_differences,
    similar,
    take_ratio,
    vote,
)
from naivebench.papers.words import count_things, format_number, join_names

HONEST = ("grouped", "paper")  # folds that keep related cases together, where they are known
LIKELIEST = "gnb_likeliest_cut"
SAMPLES = 200  # number of samples of Fig. 14
DRAWN = 200  # number of pairs of densities with which each theorem is tested
ROUNDING = 1e-9  # nats; smaller differences are rounding
HALF = ("angular_share", 0.5, math.inf)
MANY = (
    "“Many of the attributes” means at least half of them, and “frequently” means on at least half of these"
    " data sets."
    " Every data set has a corrected resampled t test, or McNemar's exact test if it has a single test"
    " fold, two-sided at"
    " 0.05 with Holm's correction. The mean difference follows for comparison."
)
COMPETITIVE = (
    "On every data set, the 95 % interval of the difference is compared with 1 point. The interval is that"
    " of the"
    " corrected resampled t test, or of paired shares if there is a single test fold. dNB is competitive if"
    " it is behind"
    " by at most 1 point on at least half of the data sets. We chose half because the paper calls dNB"
    " competitive although"
    " SelvMNB is significantly better on four of the eight data sets in its Table 5. A method is best on a"
    " data set if the"
    " interval of its difference from every other method is above 0, and not best if one of them is below 0."
)
CAN = (
    "“Can” means on at least one data set. Every data set has a corrected resampled t test, or McNemar's"
    " exact test if it"
    " has a single test fold, two-sided at 0.05 with Holm's correction over the data sets."
)
TABLE1 = "lopezcruz2013_table1"


@claim(
    "vMNB and SelvMNB perform similarly to or better than GNB and SelGNB on all but one data set.",
    where="4.1; 5",
    rule=rules.NO_WORSE_ON_EACH,
    table=TABLE1,
)
def similar_or_better(run: Run) -> Answer:
    pairs, honest = [("vMNB", "GNB"), ("SelvMNB", "SelGNB")], run.under(*HONEST)
    again = no_worse_on_each(run.under("paper", exact=True), pairs, but=1)
    return Answer(
        no_worse_on_each(honest, pairs, but=1), again, drawn=show_differences(honest, pairs, no_worse=True)
    )


@claim(
    "vMNB significantly outperforms GNB on four of eight data sets.",
    where="4.1, Table 5",
    rule=rules.BETTER_ON_EACH,
    table="lopezcruz2013_table5",
)
def significantly_better(run: Run) -> Answer:
    honest, pair = run.under(*HONEST), ("vMNB", "GNB")
    again = better_on_each(run.under("paper", exact=True), *pair, claimed=0.5)
    return Answer(better_on_each(honest, *pair, claimed=0.5), again, drawn=show_differences(honest, [pair]))


@claim(
    "vMNB frequently outperforms GNB where many of the attributes are angles.",
    where="4.1",
    rule=MANY,
    table=TABLE1,
)
def many_angles(run: Run) -> Answer:
    honest, pair = run.under(*HONEST, only=HALF), ("vMNB", "GNB")
    again = better_on_each(run.under("paper", exact=True, only=HALF), *pair, claimed=0.5)
    answer = Answer(better_on_each(honest, *pair, claimed=0.5), again, (better(honest, *pair),))
    return answer._replace(drawn=show_differences(honest, [pair]))


@claim(
    "Where few attributes are angles, it matters little whether their density is von Mises or Gaussian.",
    where="4.1",
    rule=rules.SIMILAR,
    table=TABLE1,
)
def few_angles(run: Run) -> Answer:
    few = ("angular_share", -math.inf, 0.5)
    again = reproduced(similar(run.under("paper", exact=True, only=few), "vMNB", "GNB"))
    return Answer(similar(run.under(*HONEST, only=few), "vMNB", "GNB"), again)


@claim(
    "SelvMNB has the best average rank; vMNB and SelvMNB rank above GNB and SelGNB, respectively.",
    where="4.1, Table 3",
    rule=rules.RANKS,
    table="lopezcruz2013_table3",
)
def ranks(run: Run) -> Answer:
    pairs = [*(("SelvMNB", m) for m in ("dNB", "vMNB", "GNB", "SelGNB")), ("vMNB", "GNB")]

    def judge(*roles: str, exact: bool = False) -> Verdict:
        several = [rank_above(run.under(*roles, exact=exact), METHODS, *pair) for pair in pairs]
        several = [
            v._replace(methods=(run.ids(pair[0])[0], run.ids(pair[1])[0]))
            for v, pair in zip(several, pairs, strict=True)
        ]
        return all_of(*several) if several[0].tested else several[0]

    return Answer(judge(*HONEST), reproduced(judge("paper", exact=True)))


@claim(
    "Over all data sets only SelvMNB and GNB differ significantly.",
    where="4.1, Table 4",
    rule="For the pair, the effect is the difference of the average ranks among the five methods, with the"
    " interval that"
    " is simultaneous for all pairs. Other pairs that differ with Bergmann and Hommel's correction count"
    " against the"
    " claim; those that do not leave the count open.",
    table="lopezcruz2013_table4",
)
def only_pair(run: Run) -> Answer:
    beside = label("Paper's folds", differ_alone(run, "SelvMNB", "GNB", "paper"))
    return Answer(differ_alone(run, "SelvMNB", "GNB", *HONEST), beside=(beside,))


def differ_alone(run: Run, first: str, second: str, *roles: str) -> Verdict:
    """Only one pair of methods differs in its average ranks; pairs without a significant difference stay
    open.
    """
    comparison, means = compare_methods(run, *roles)
    if comparison is None:
        return not_tested("fewer than two data sets have all methods of the paper")
    datasets, protocol = tuple(means.index), f"protocol {join_names(means.attrs['protocols'], 'or')}"
    others = [p for p in comparison.pairs if {p.a, p.b} != {first, second}]
    (own,) = (p for p in comparison.pairs if p not in others)
    different = [
        f"{p.a} – {p.b}" for p in others if p.bergmann_hommel is not None and p.bergmann_hommel <= ALPHA
    ]
    sources, n = len({run.family[d] for d in datasets}), len(datasets)
    shared = f"; the {n} data sets come from {sources} sources, and each has a vote, as in the paper's test"
    gap, cd = (
        comparison.average_ranks[second] - comparison.average_ranks[first],
        comparison.critical_difference,
    )
    pair = measure(
        Interval(gap, gap - cd, gap + cd, n, own.bergmann_hommel), POSITIVE, "signed", "data set",
        f"The average rank of {first} is {{}} better than that of {second}", f"{first} above {second}",
        "difference of average ranks, simultaneous for all pairs (Nemenyi)", protocol=protocol,
        datasets=datasets,
        methods=(run.ids(first)[0], run.ids(second)[0]),
        note="p after Bergmann and Hommel" + (shared if sources < n else ""),
    )  # fmt: skip
    left = len(others) - len(different)
    notes = [f"yes: {join_names(different)}" if different else "", f"undecided: {left}" if left else ""]
    rest = count(
        len(different), len(others), (-math.inf, 0.5), f"{{}} of {len(others)} other pairs differ",
        "Other pairs that differ", f"of {len(others)} pairs, with Bergmann and Hommel's correction",
        protocol=protocol, datasets=datasets, things="", note="; ".join(filter(None, notes)),
    )  # fmt: skip
    return all_of(pair, rest)


@claim(
    "dNB is competitive with SelvMNB and SelGNB, and the best on half of the data sets.",
    where="4.1",
    rule=COMPETITIVE,
    table=TABLE1,
)
def discretized(run: Run) -> Answer:
    pairs, honest = [("dNB", "SelvMNB"), ("dNB", "SelGNB")], run.under(*HONEST)
    again = no_worse_on_each(run.under("paper", exact=True), pairs, share=0.5)
    verdict = all_of(no_worse_on_each(honest, pairs, share=0.5), best_on(run, "dNB", 0.5))
    return Answer(verdict, again, drawn=show_differences(honest, pairs, no_worse=True))


def best_on(run: Run, method: str, share: float) -> Verdict:
    """A method is the best of the paper's on a share of the data sets: significantly better than every other
    one.

    It is not the best if it is significantly worse than one; otherwise the data set is uncertain.
    """
    scores, others = run.under(*HONEST), [m for m in METHODS if m != method]
    by_dataset: dict[str, list[Interval]] = {}
    for other in others:
        for pair in pair_methods(scores, method, other):
            by_dataset.setdefault(pair.dataset, []).append(find_interval(pair))
    names = [d for d in scores["dataset"].unique() if len(by_dataset.get(d, ())) == len(others)]
    if not names:
        return not_tested(f"no data set has {method} and the paper's other methods")
    shown = [d for d in names if all(i.low > 0 for i in by_dataset[d])]
    against = [d for d in names if any(i.high < 0 for i in by_dataset[d])]
    open_ = len(names) - len(shown) - len(against)
    notes = [f"{word} {join_names(of)}" for word, of in (("best:", shown), ("not best:", against)) if of]
    return count(
        len(shown), len(names) - len(against), (float(math.ceil(share * len(names))), math.inf),
        f"{method} is the best on {{}} of {len(names)} data sets", f"Data sets on which {method} is best",
        f"of {len(names)}, by the intervals of the differences from the other methods", things="",
        protocol=scores.attrs["protocols"], datasets=tuple(names),
        note="; ".join([*notes, *([f"undecided: {open_}"] if open_ else [])]),
    )  # fmt: skip


@claim(
    "Finding good attributes “can significantly increase the accuracy” of naive Bayes; judged by SelvMNB"
    " above vMNB.",
    where="3.6; 5",
    rule=CAN,
    table=TABLE1,
    general=True,
)
def selection_helps(run: Run) -> Answer:
    honest, pair, least_one = run.under(*HONEST), ("SelvMNB", "vMNB"), (1.0, math.inf)
    again = better_on_each(run.under("paper", exact=True), *pair, claimed=least_one)
    answer = Answer(better_on_each(honest, *pair, claimed=least_one), again, (better(honest, *pair),))
    return answer._replace(drawn=show_differences(honest, [pair]))


@claim(
    "On variable 11 of Protein10, von Mises densities “always yield higher” log-likelihood than Gaussian"
    " ones in all four"
    " classes.",
    where="4.2, Fig. 13",
    rule="The maximum-likelihood fits of one angle in one class are counted; “always” means all of them."
    " The verdict uses"
    " the eleventh angle of the data set that replaces Protein10; the result for all angles of all data"
    " sets follows for"
    " comparison.",
    table="lopezcruz2013_fit",
    sets=["Protein10"],
    about=["vMNB", "GNB"],
)
def likelihood(run: Run) -> Answer:
    every = label("All angles of all data sets", count_likelier(run))
    return Answer(count_likelier(run, "Protein10", 11), beside=(every,))


def count_likelier(run: Run, printed: str = "", variable: int = 0) -> Verdict:
    """In how many fits the von Mises density has the higher log-likelihood; all, or those of one angle."""
    fits = list_fits(run)
    if printed:
        stands = run.list_stands("paper").drop_duplicates("printed")
        fits = fits[fits["dataset"].isin(stands.loc[stands["printed"] == printed, "dataset"])]
        fits = fits[fits["attribute"].isin(fits["attribute"].unique()[variable - 1 : variable])]
    if fits.empty:
        return not_tested(
            f"no angle {variable} of what stands for {printed}" if printed else "no angles were fitted"
        )
    above, datasets = int((fits["fit_gain"] > 0).sum()), tuple(fits["dataset"].unique())
    n = count_things(len(fits), "fit")
    return count(
        above, above, (float(len(fits)), math.inf),
        f"von Mises densities have the higher log-likelihood in {{}} of {n}",
        "Fits with the higher log-likelihood",
        f"of {n} of one angle in one class, on {count_things(len(datasets), 'data set')}, all cases",
        datasets=datasets, things="",
    )  # fmt: skip


@claim(
    "Gaussian densities ignore the period, which “can negatively affect” naive Bayes; von Mises densities"
    " do not.",
    where="4.2",
    rule="Harm means a loss of accuracy, and “can” means on at least one data set. On every data set, all"
    " angles are"
    " turned by eight offsets, which cut the circle at eight places. The first statement counts the data"
    " sets on which GNB"
    " loses accuracy over these cuts, compared with the cut at its likeliest place: McNemar's exact test,"
    " two-sided at"
    " 0.05 with Holm's correction over the data sets. It takes the widest interval that the two accuracies"
    " allow, because"
    " the cases behind them are not stored. The second statement is the largest change of vMNB's accuracy;"
    " the claim says"
    " that it is practically none. All data sets are tested on random stratified folds, including those"
    " with groups.",
    table="lopezcruz2013_rotation",
    general=True,
    about=["vMNB", "GNB"],
)
def period(run: Run) -> Answer:
    losses, moved, where = dict[str, Interval](), dict[str, float](), "all angles turned by eight offsets"
    stands = run.list_stands("paper").drop_duplicates("printed")["dataset"]
    turned = list_rotations(run)
    by_method = {k: of.tolist() for k, of in turned.groupby(["dataset", "method"], sort=False)["accuracy"]}
    for d in stands:
        gaussian = next((by_method[d, m] for m in ("gnb", "mixed_nb") if (d, m) in by_method), None)
        own, likeliest = by_method.get((d, "vmnb")), by_method.get((d, LIKELIEST))
        if gaussian and own and likeliest:
            mean, cases = math.fsum(gaussian) / len(gaussian), run.record(d)["rows"]
            losses[d], moved[d] = find_widest(likeliest[0], mean, cases), max(abs(a - own[0]) for a in own)
    if len(losses) < FEWEST:
        return Answer(not_tested(f"fewer than {FEWEST} data sets were rotated"))
    votes = vote(moved, run.family)
    change = measure(
        intervals.over_sets(votes.values)._replace(p=None), (-ROPE, ROPE), "points", votes.things,
        "Rotation changes the accuracy of vMNB by {}", "Largest change of vMNB by rotation",
        "accuracy pooled over the folds", protocol=where, methods=("vmnb", ""), datasets=tuple(moved),
    )  # fmt: skip
    return Answer(all_of(count_losses(losses, where), change))


def find_widest(one: float, other: float, cases: int) -> Interval:
    """The widest interval of the difference of two accuracies on the same cases that the accuracies allow."""
    first, second = (round(cases * min(a, 1 - b)) for a, b in ((one, other), (other, one)))
    return intervals.paired_shares(first, second, cases)._replace(value=one - other)


def count_losses(losses: dict[str, Interval], where: str) -> Verdict:
    """The data sets on which GNB is significantly worse over all cuts than with the likeliest cut."""
    several, n = list(losses.values()), count_things(len(losses), "data set")
    p = adjust_p([1.0 if i.p is None else i.p for i in several])
    p_equal = adjust_p([intervals.equivalence(i, ROPE, math.inf) for i in several])
    shown = [d for (d, i), q in zip(losses.items(), p, strict=True) if q <= ALPHA and i.value > 0]
    against = [d for d, q in zip(losses, p_equal, strict=True) if q <= ALPHA and d not in shown]
    texts = [
        f"{word} {join_names(of)}" for word, of in (("yes:", shown), ("practically none:", against)) if of
    ]
    texts.append(f"the largest loss is {format_number(max(i.value for i in several), 'points')} points")
    open_ = len(losses) - len(shown) - len(against)
    return count(
        len(shown), len(losses) - len(against), (1.0, math.inf),
        f"GNB loses accuracy by other cuts than the likeliest on {{}} of {n}",
        "Data sets on which GNB is significantly worse over all cuts than with the likeliest cut",
        f"of {n}, accuracy pooled over the folds, with Holm's correction", protocol=where,
        datasets=tuple(losses),
        things="", note="; ".join([*texts, *([f"undecided: {open_}"] if open_ else [])]),
    )  # fmt: skip


@claim(
    "With vM(π, 2.5) against vM(π/2, 2.5), GNB gives the angle π to class 2 and the angle 0 to class 1,"
    " although each"
    " belongs to the other class.",
    where="4.2, Fig. 14",
    rule="The paper shows one sample. The effect is the share of 200 samples of its size, drawn with fixed"
    " seeds, in which"
    " GNB decides so, with Wilson's 95 % interval; the claim says most of them.",
    general=True,
    about=["GNB"],
)
def errs_at_the_cut(run: Run) -> Answer:
    return Answer(
        all_of(
            *(
                share_of_samples(angle, place, label)
                for place, (angle, label) in enumerate((("π", 2), ("0", 1)))
            )
        )
    )


@cache
def decide_samples() -> list[tuple[int, int]]:
    """Classes that GNB gives to the angles pi and 0, learned from each sample of Fig. 14; the same in every
    run.
    """
    samples = (draw_angles(EXAMPLES[14], np.random.default_rng([2013, i])) for i in range(SAMPLES))
    decided = (decide_angles(*sample, [np.pi, 0.0])["GNB"] for sample in samples)
    return [(at_pi, at_zero) for at_pi, at_zero in decided]


def share_of_samples(angle: str, place: int, label: int) -> Verdict:
    """Share of the samples of Fig. 14 in which GNB gives an angle to a class."""
    from scipy.stats import binomtest

    hits = sum(decided[place] == label for decided in decide_samples())
    limits = binomtest(hits, SAMPLES).proportion_ci(method="wilson")
    return measure(
        Interval(hits / SAMPLES, limits.low, limits.high, SAMPLES), (0.5, math.inf), "percent", "sample",
        f"GNB gives the angle {angle} to class {label} in {{}} of the samples",
        f"GNB gives {angle} to class {label}",
        f"share of samples of {2 * EXAMPLES[14].cases:,} cases", methods=("gnb", ""),
    )  # fmt: skip


@claim(
    "vMNB and GNB have the same number of parameters.",
    where="4.1, Table 2",
    rule="The parameters are counted on every data set.",
    table="lopezcruz2013_table2",
    general=True,
)
def as_many_parameters(run: Run) -> Answer:
    return Answer(count_parameters(run, "vMNB", "GNB"))


@claim(
    "dNB needs more parameters than SelvMNB and SelGNB on all data sets but two.",
    where="4.1, Table 2",
    rule="The parameters are counted on every data set.",
    table="lopezcruz2013_table2",
)
def dnb_more_parameters(run: Run) -> Answer:
    return Answer(all_of(*(count_parameters(run, "dNB", m, more=True, but=2) for m in ("SelvMNB", "SelGNB"))))


def count_parameters(run: Run, first: str, second: str, *, more: bool = False, but: int = 0) -> Verdict:
    """On how many data sets the first method has as many parameters as the second, or with `more`, more."""
    means, sizes = run.means("paper", "n_parameters"), dict[str, list[float]]()
    for d in run.under("paper")["dataset"].unique():
        keys = [(d, find_method(run, "paper", d, m) or "") for m in (first, second)]
        if all(key in means for key in keys):
            sizes[d] = [means[key] for key in keys]
    if not sizes:
        return not_tested(f"this run does not have {first} and {second} on common data")
    true = [d for d, (one, other) in sizes.items() if (one > other if more else one == other)]
    others = [d for d in sizes if d not in true]
    what = f"{first} has {'more' if more else 'as many'} parameters {'than' if more else 'as'} {second}"
    return count(
        len(true), len(true), (float(max(1, len(sizes) - but)), math.inf),
        f"{what} on {{}} of {len(sizes)} data sets",
        what, f"of {count_things(len(sizes), 'data set')}, mean over the folds", things="",
        datasets=tuple(sizes),
        protocol=f"protocol {run.paper.protocols['paper']}",
        note=f"not on {join_names(others)}" if others else "",
    )  # fmt: skip


@claim(
    "GNB is slightly faster than vMNB.",
    where="4.1, Table 2",
    rule="The effect is the ratio of the CPU times of learning: the geometric mean over the data sets, with"
    " a 95 % t"
    " interval. Slightly means that vMNB needs at most 1.5 times the time.",
    table="lopezcruz2013_table2",
    general=True,
    timed=True,
)
def slightly_faster(run: Run) -> Answer:
    return _judge_times(run, "vMNB", "GNB", (1.0, 1.5), (printed_ratio(run, "vMNB", "GNB", (1.0, 1.5)),))


@claim(
    "SelvMNB is slower than SelGNB.",
    where="4.1, Table 2",
    rule=rules.COSTS,
    table="lopezcruz2013_table2",
    general=True,
    timed=True,
)
def selection_slower(run: Run) -> Answer:
    return _judge_times(run, "SelvMNB", "SelGNB", (1.0, math.inf))


def _judge_times(
    run: Run, first: str, second: str, claimed: Region, beside: tuple[Verdict, ...] = ()
) -> Answer:
    again = reproduced(take_ratio(run.costs("paper", exact=True), first, second, claimed=claimed))
    return Answer(take_ratio(run.costs("paper"), first, second, claimed=claimed), again, beside)


def printed_ratio(run: Run, first: str, second: str, claimed: Region) -> Verdict:
    """The ratio of the printed learning times of two methods."""
    names = run.paper.data_sets["printed"].unique()
    times = [[run.paper.value(d, m, "learning_time_s") for m in (first, second)] for d in names]
    ratios = [a / b for a, b in times if a and b]
    if not ratios:
        return not_tested(f"the paper does not print the times of {first} and {second}")
    what = f"{first} against {second} as printed"
    return measure(
        intervals.ratio(ratios)._replace(p=None), claimed, "ratio", "data set", f"{what} is {{}}", what,
        "time of learning, ratio", note=f"from {min(ratios):.2f} to {max(ratios):.2f}",
    )  # fmt: skip


@claim(
    "Naive Bayes is linear with one direction, quadratic with two angles, and linear with Gaussian"
    " attributes beside a"
    " direction if the covariances are equal.",
    where="3.2 to 3.4, Theorems 1 to 3; 5",
    rule="All four closed forms are compared with the densities at drawn points; they must be equal within"
    " 1e-9 nats.",
    general=False,
    about=["vMNB"],
)
def surfaces(run: Run) -> Answer:
    return Answer(compare_forms())


@cache
def compare_forms() -> Verdict:
    """Whether the closed forms equal the densities for drawn parameters; the same in every run."""
    gaps = check_forms(DRAWN)
    wrong = [name for name, gap in gaps.items() if gap > ROUNDING]
    right, total = len(gaps) - len(wrong), len(gaps)
    return count(
        right, right, (float(total), math.inf), f"{{}} of {total} closed forms equal the densities",
        "Forms that are equal",
        f"of {total}, log odds of the densities against the closed form for {DRAWN} pairs of classes with"
        f" drawn parameters",
        note=f"not equal: {join_names(wrong)}" if wrong else f"equal: {join_names(gaps)}", things="",
    )  # fmt: skip

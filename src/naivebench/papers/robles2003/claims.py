"""The claims of Robles et al. (2003), in the paper's order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from naivebench.evaluation.statistics import intervals
from naivebench.papers import rules
from naivebench.papers.claims import Answer, claim
from naivebench.papers.comparisons import (
    count_better,
    count_different,
    judge_better,
    judge_fall_with_rows,
    judge_no_worse,
    judge_printed_mean,
    show_differences,
)
from naivebench.papers.pairs import Scores, list_pairs, vote
from naivebench.papers.printed import list_printed, name_reference
from naivebench.papers.robles2003.runs import count_all, runs_differ, runs_improve, select_own
from naivebench.papers.run import Run
from naivebench.papers.verdicts import (
    Verdict,
    join_parts,
    judge_count,
    judge_estimate,
    judge_interval,
    label_parts,
    report_untested,
)
from naivebench.papers.words import format_number, join_names

NINE = ["breast", "cleve", "german", "glass", "hepatitis", "iris", "segment", "vehicle", "vote"]
TEN = [*NINE[:6], "satimage", *NINE[6:]]  # with the exception that the text names
EIGHT = ["breast", "cleve", "crx", "iris", "lymphography", "pima", "soybean-large", "waveform-21"]
RIVALS = ["logistic_regression", "linear_svm", "cart", "knn", "random_forest", "hist_gradient_boosting"]
SEARCH = [("Pazzani-EDA", "BSEJ")]
TRAINED = "Both scored on their training cases"
COUNTS, AS_PRINTED = "iterative_bayes_counts", "iterative_bayes_printed"
FORMS = {COUNTS: "On counts, as its author does", AS_PRINTED: "With the increment as printed, 1 - p/K"}


@claim("abstract", rules.NO_WORSE, general=True)
def competitive(run: Run) -> Answer:
    """Naive Bayes “is competitive with state of the art classifiers”."""
    scores = run.select_scores("honest", every=True)
    verdict = join_parts(*(judge_no_worse(scores, "nb", rival) for rival in RIVALS))
    return Answer(verdict, report_untested("the paper runs none of these rivals"))


@claim("5.3, Table 3; 6", rules.BETTER, general=True)
def ienb_improves(run: Run) -> Answer:
    """IENB improves naive Bayes."""
    again = judge_estimate(judge_better(select_own(run), "IENB", "nb_resubstitution"))
    return Answer(
        judge_better(run.select_scores("honest", every=True), "IENB", "NB"), label_parts(TRAINED, again)
    )


@claim("5.3", rules.DIFFERS_ON_EACH)
def ienb_apnbc_significant(run: Run) -> Answer:
    """IENB and APNBC-EDA differ significantly from naive Bayes on all data sets."""
    pairs, honest = [("IENB", "NB"), ("APNBC-EDA", "NB")], run.select_scores("honest")
    again = runs_differ(run, [("IENB", "nb_resubstitution"), ("APNBC-EDA", "NB")])
    drawn = show_differences(honest, pairs)
    return Answer(
        count_different(honest, pairs), label_parts("Each scored like its rival", again), drawn=drawn
    )


@claim("5.3", rules.DIFFERS_ON_EACH, sets=TEN)
def iterative_significant(run: Run) -> Answer:
    """Iterative Bayes differs significantly from naive Bayes on 5 of its 10 data sets."""
    honest, five = run.select_scores("honest", sets=TEN), (5.0, 5.0)
    again = report_untested(
        "it draws no random numbers, so its ten runs are equal (the paper quotes Gama 2000)"
    )
    verdict = count_different(honest, [("Iterative Bayes", "NB")], claimed=five)
    beside = [
        label_parts(text, count_different(honest, [(m, "NB")], claimed=five)) for m, text in FORMS.items()
    ]
    return Answer(verdict, again, tuple(beside), show_differences(honest, [("Iterative Bayes", "NB")]))


@claim("5.3", rules.FALLS)
def ienb_fewer_cases(run: Run) -> Answer:
    """IENB improves more on data sets with fewer cases."""
    again = judge_fall_with_rows(select_own(run), "IENB", "nb_resubstitution")
    return Answer(
        judge_fall_with_rows(run.select_scores("honest"), "IENB", "NB"), label_parts(TRAINED, again)
    )


@claim("5.3, Table 3", f"{rules.BETTER_ON_EACH} {rules.BETTER}", sets=NINE)
def ienb_above_iterative(run: Run) -> Answer:
    """Iterative Bayes is better than IENB on satimage only."""
    honest, pair = run.select_scores("honest", sets=NINE), ("IENB", "Iterative Bayes")
    exception = count_better(run.select_scores("honest", sets=["satimage"]), "Iterative Bayes", "IENB")
    beside = (
        judge_better(honest, *pair),
        label_parts("On counts, as the author of Iterative Bayes does", judge_better(honest, "IENB", COUNTS)),
        label_parts(FORMS[AS_PRINTED], judge_better(honest, "IENB", AS_PRINTED)),
        label_parts("The exception", exception),
    )
    again = join_parts(
        count_exceptions(run, *pair, ["satimage"]), count_gains(run, *pair, "nb_resubstitution")
    )
    return Answer(count_better(honest, *pair), again, beside, show_differences(honest, [pair]))


@claim("5.3, Table 4", rules.CLEARLY)
def apnbc_eda_above_apnbc(run: Run) -> Answer:
    """APNBC-EDA “clearly outperforms” greedy APNBC."""
    return judge_clearly(run, "APNBC-EDA", "APNBC")


def judge_clearly(run: Run, first: str, second: str) -> Answer:
    """Better, and clearly better: by more than one point."""

    def judge(scores: Scores) -> Verdict:
        clearly = judge_better(scores, first, second, by=0.01)
        return join_parts(judge_better(scores, first, second), label_parts("Clearly", clearly))

    beside = (judge_better(run.select_scores("paper"), first, second),)
    return Answer(judge(run.select_scores("honest")), judge_estimate(judge(select_own(run))), beside)


@claim("5.3", rules.BETTER_ON_EACH)
def apnbc_eda_every_set(run: Run) -> Answer:
    """APNBC-EDA improves naive Bayes on every data set."""
    honest, pair = run.select_scores("honest"), ("APNBC-EDA", "NB")
    drawn = show_differences(honest, [pair])
    return Answer(count_better(honest, *pair), runs_improve(run, *pair), drawn=drawn)


@claim("5.3, Tables 5 and 6", rules.BETTER, general=True)
def structures_improve(run: Run) -> Answer:
    """FSSJ, BSEJ and Pazzani-EDA improve naive Bayes."""
    return judge_pairs(run, [(method, "NB") for method in ("FSSJ", "BSEJ", "Pazzani-EDA")])


@claim("5.3, Table 5", rules.BETTER, general=True)
def backward_above_forward(run: Run) -> Answer:
    """BSEJ improves naive Bayes more than FSSJ."""
    return judge_pairs(run, [("BSEJ", "FSSJ")])


def judge_pairs(run: Run, pairs: Sequence[tuple[str, str]]) -> Answer:
    """The first methods are better than the second ones, on all data of the run."""
    choices = (run.select_scores("honest", every=True), select_own(run), run.select_scores("paper"))
    honest, again, beside = ([judge_better(scores, *pair) for pair in pairs] for scores in choices)
    return Answer(join_parts(*honest), judge_estimate(join_parts(*again)), tuple(beside))


@claim("5.3, Table 6; 6", rules.CLEARLY)
def search_above_greedy(run: Run) -> Answer:
    """Heuristic search has “a clear advantage”: Pazzani-EDA beats greedy BSEJ."""
    answer, paper = judge_clearly(run, "Pazzani-EDA", "BSEJ"), run.select_scores("paper")
    random = label_parts(
        "Random structures on the same budget", judge_better(paper, "Pazzani-EDA", "random_structure")
    )
    restarts = label_parts(
        "Restarts of BSEJ on the same budget", judge_better(paper, "Pazzani-EDA", "bsej_restarts")
    )
    return answer._replace(beside=(*answer.beside, random, restarts))


@claim("5.3, Table 6", rules.DIFFERS_ON_EACH)
def search_significant(run: Run) -> Answer:
    """Pazzani-EDA differs significantly from BSEJ on 15 of 21 data sets."""
    honest, share = run.select_scores("honest"), 15 / 21
    again, drawn = runs_differ(run, SEARCH, share), show_differences(honest, SEARCH)
    return Answer(count_different(honest, SEARCH, claimed=share), again, drawn=drawn)


@claim("5.3", rules.BETTER)
def simpler(run: Run) -> Answer:
    """Pazzani-EDA has simpler structures than BSEJ: fewer attributes and groups."""

    def compare(role: str, exact: bool = False) -> list[Verdict]:
        sizes = {size: size.replace("_", " ") for size in ("attributes_used", "groups")}
        several = {size: run.select_scores(role, metric=size, exact=exact) for size in sizes}
        return [
            judge_better(of, *SEARCH[0], smaller=True, quantity=sizes[size]) for size, of in several.items()
        ]

    again = judge_estimate(join_parts(*compare("paper", exact=True)))
    return Answer(join_parts(*compare("honest")), again, tuple(compare("paper")))


@claim("5.3; 6", rules.STATED)
def ienb_mean(run: Run) -> Answer:
    """IENB improves naive Bayes by 4.30 points on average (in the conclusion 4.65)."""
    return state_gain(run, "IENB", [4.30, 4.65])


@claim("5.3", rules.STATED)
def apnbc_eda_mean(run: Run) -> Answer:
    """APNBC-EDA improves naive Bayes by 2.46 points on average."""
    return state_gain(run, "APNBC-EDA", [2.46])


@claim("5.3", rules.STATED)
def apnbc_means_of_eight(run: Run) -> Answer:
    """On eight data sets APNBC-EDA gains 1.01 points on average and APNBC 0.45."""
    return join_answers(state_gain(run, "APNBC-EDA", [1.01], EIGHT), state_gain(run, "APNBC", [0.45], EIGHT))


@claim("5.3", rules.STATED)
def fssj_mean(run: Run) -> Answer:
    """FSSJ improves naive Bayes by 1.25 points on average."""
    return state_gain(run, "FSSJ", [1.25])


@claim("5.3", rules.STATED)
def bsej_mean(run: Run) -> Answer:
    """BSEJ improves naive Bayes by 3.61 points on average."""
    return state_gain(run, "BSEJ", [3.61])


@claim("5.3; 6", rules.STATED)
def pazzani_eda_mean(run: Run) -> Answer:
    """Pazzani-EDA improves naive Bayes by 5.51 points on average (in the conclusion 5.50)."""
    return state_gain(run, "Pazzani-EDA", [5.51, 5.50])


@claim("5.3", rules.STATED)
def sizes(run: Run) -> Answer:
    """BSEJ uses 15 attributes in 12 groups on average, Pazzani-EDA 12 in 7."""
    stated = [("BSEJ", "attributes_used", 15), ("BSEJ", "groups", 12)]
    stated += [("Pazzani-EDA", "attributes_used", 12), ("Pazzani-EDA", "groups", 7)]
    return join_answers(*(state_size(run, *of) for of in stated))


def join_answers(*several: Answer) -> Answer:
    """Statements on several methods as one claim."""
    return Answer(join_parts(*(a.honest for a in several)), join_parts(*(a.paper for a in several)))


def state_gain(run: Run, method: str, points: Sequence[float], sets: Sequence[str] = ()) -> Answer:
    """A mean gain over naive Bayes that the text states in points, perhaps in several places."""
    base = name_reference(run)
    column = {d: v / 100 for d, v in list_printed(run, method, run.paper.more["gain"], sets).items()}
    columns = [
        judge_printed_mean(
            list(column.values()), stated / 100, half=0.005 / 100, quantity="mean gain",
            what=f"Column of the paper's tables, {method} minus {base}",
            reason="The paper's own tables average {}", note=join_names(column) if sets else "",
        )
        for stated in points
    ]  # fmt: skip

    def judge(role: str, exact: bool) -> Verdict:
        pairs = list_pairs(run.select_scores(role, sets=list(column), exact=exact), method, base)
        reason = f"The gain of {method} over {base} differs from the printed one by {{}}"
        ours, ids = {p.dataset: p.mean for p in pairs}, pairs[0].methods if pairs else ("", "")
        return compare_column(run, role, method, ours, column, f"gain over {base}", reason, ids, exact, 0.005)

    again = judge("paper", True)
    return Answer(judge("honest", False), join_parts(*columns, again) if again.tested else again)


def state_size(run: Run, method: str, metric: str, stated: float) -> Answer:
    """A mean size of the structures that the text states as a whole number."""
    printed = run.paper.more["sizes"][metric]
    column, of = list_printed(run, method, printed), printed.removeprefix("n_").replace("_", " ")
    column_mean = judge_printed_mean(
        list(column.values()), stated, half=0.5, unit="signed", quantity=f"mean {of}",
        what=f"Column of the paper's tables, {method}", reason="The paper's own tables average {}",
    )  # fmt: skip

    def judge(role: str, exact: bool) -> Verdict:
        scores, means = run.select_scores(role, sets=list(column), exact=exact), run.means(role, metric)
        keys = [(d, scores.tables[0].find_method(d, method)) for d in scores.datasets]
        keys = [key for key in keys if key in means]
        ids = ("", "")
        if keys:
            ids = keys[0][1], scores.tables[0].find_method(keys[0][0], name_reference(run))
        reason = f"{method}'s number of {metric.replace('_', ' ')} differs from the printed one by {{}}"
        ours = {d: means[d, m] for d, m in keys}
        return compare_column(run, role, method, ours, column, of, reason, ids, exact, 0.5, "signed")

    again = judge("paper", True)
    return Answer(judge("honest", False), join_parts(column_mean, again) if again.tested else again)


def compare_column(
    run: Run, role: str, method: str, ours: Mapping[str, float], column: Mapping[str, float], of: str,
    reason: str, ids: tuple[str, str], absolute: bool, within: float, unit: str = "points",
) -> Verdict:  # fmt: skip
    """Our numbers are those of the paper's column: mean difference over the data sets, one vote for each
    family.

    `ours` by data set, `column` by printed data set. `absolute`: the mean absolute difference, so that
    deviations do not cancel; then the estimate alone decides.
    """
    protocol = f"protocol {run.paper.protocols[role]}"
    if not ours:
        return report_untested(f"this run does not have {method} under {protocol}")
    # without the file of printed numbers, there is nothing to compare with
    printed = run.paper.data_sets.set_index("dataset")["printed"]
    gaps = {d: v - column[printed[d]] for d, v in ours.items() if printed[d] in column}
    if not gaps:
        return report_untested("the printed numbers of these data sets are not in data/published")
    votes = vote({d: abs(g) if absolute else g for d, g in gaps.items()}, run.family)
    interval = intervals.estimate_over_sets(votes.values)._replace(p=None)
    if absolute:
        interval = interval._replace(low=interval.value, high=interval.value)
    return judge_interval(
        interval, (-within, within), unit, votes.things, reason + " on average" * absolute,
        f"{method}, this run minus the printed number",
        f"{'mean absolute' if absolute else 'mean'} difference, {of}",
        protocol=protocol, methods=ids, note=votes.note, datasets=tuple(gaps),
    )  # fmt: skip


def count_exceptions(run: Run, first: str, second: str, but: Sequence[str]) -> Verdict:
    """The paper prints a larger gain for `second` only on the data sets that it names."""
    one, other = (list_printed(run, m, run.paper.more["gain"]) for m in (first, second))
    larger = [f"{d} {other[d]:.2f} > {one[d]:.2f}" for d in one if d in other and other[d] > one[d]]
    return judge_count(
        len(larger), len(larger), (0.0, float(len(but))),
        f"{second} has the larger printed gain on {{}} data sets",
        f"Printed gains of {second} above those of {first}",
        f"of {len(one.keys() & other.keys())} data sets for which both are printed", note=join_names(larger),
        things="data set",
    )  # fmt: skip


def count_gains(run: Run, first: str, second: str, alike: str) -> Verdict:
    """`first` gains more than `second` on all data sets but satimage, each over naive Bayes scored alike."""
    scores = run.select_scores("paper", exact=True, sets=TEN)
    one = {p.dataset: p.mean for p in list_pairs(scores, first, alike)}
    other = {p.dataset: p.mean for p in list_pairs(scores, second, name_reference(run))}
    gaps = {d: v - other[d] for d, v in one.items() if d in other}
    exception = gaps.pop("satimage", None)
    if not gaps:
        return report_untested(
            f"this run does not have {first} and {second} under {run.name_roles(['paper'])}"
        )
    points = "not in this run" if exception is None else f"{format_number(exception, 'points')} points"
    what = f"{first} gains more than {second}, each over naive Bayes judged in the same way"
    return count_all(
        run, what, {d: v > 0 for d, v in gaps.items()}, note=f"the exception, satimage: {points}"
    )

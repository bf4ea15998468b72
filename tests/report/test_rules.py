"""The rules of claims on synthetic scores, with their numbers recomputed here."""

import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from naivebench.benchmark.results.comparisons import Bayesian
from naivebench.benchmark.results.summaries import Cost
from scipy import stats

from naivebench.core.checks import InputError
from naivebench.report.papers import judged as pages
from naivebench.report.papers import rows, rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.claims import OF_CLAIM, judge
from naivebench.report.papers.paper import DataSet, Figure, Method, Paper, rows_of
from naivebench.report.papers.rules import asked
from naivebench.report.papers.run import Run, Score, paired
from naivebench.report.papers.verdicts import CONTRADICTED, HOLDS, PART, UNDECIDED, UNTESTED

SETS = ("iris", "crx", "pima", "glass", "vote", "heart")
METHODS = {"A": Method(("a",), (), {}), "B": Method(("b",), (), {}), "C": Method(("c0", "c"), ("cd",), {})}
N = 100


def made(gains: dict, claims=(), protocols=None, **more) -> Run:
    """A run with folds of 10 cases in which `b` has accuracy 0.5.

    `gains` has the gains of `a` by protocol, data set and fold.
    """
    protocols = protocols or {"honest": "p/h", "paper": "p/p"}
    paper = Paper(
        "made",
        "Made",
        "Made",
        protocols,
        {f"{s} printed": (DataSet(f"{s} printed", s, "exact"),) for s in SETS},
        METHODS,
        more.get("figures", {}),
        rows_of(more.get("rows", {})),
        tuple(claims),
        (),
        (),
        {},
        {},
    )
    folds: dict = {}
    for protocol, by_set in gains.items():
        by_method = folds.setdefault((protocol, "accuracy"), {})
        for dataset, several in by_set.items():
            for method, level in (("a", 1.0), ("b", 0.0)):
                by_method[dataset, method] = {
                    (0, f): Score(0.5 + level * gain, 10, 90) for f, gain in enumerate(several)
                }
    prepared = {s: {"rows": 100 * (i + 1), "attributes": [{"kind": "linear"}]} for i, s in enumerate(SETS)}
    results = SimpleNamespace(
        protocols=tuple(gains),
        prepared=prepared,
        metrics={},
        bayes=Bayesian(),
        config={"datasets": {d: {"family": f} for d, f in more.get("families", {}).items()}},
    )
    summary = SimpleNamespace(cost=more.get("cost", {}), means={}, pooled={})
    return Run(paper, results, summary, folds)


NOISE = np.random.default_rng(7).normal(0, 0.01, (len(SETS), 10))
GAINS = {s: (0.01 * (i + 1) + NOISE[i]).tolist() for i, s in enumerate(SETS)}


def ruled(rule: str, run: Run, args: dict):
    """The statements of a rule for these arguments, which may be those of a claim."""
    return rules.RULES[rule].judge(run, asked({k: v for k, v in args.items() if k not in OF_CLAIM}))


def turned(gains: dict) -> dict:
    return {s: [-g for g in several] for s, several in gains.items()}


def claim(rule: str, **args) -> dict:
    return {
        "id": "c",
        "where": "1",
        "sentence": "A is better.",
        "rule": rule,
        "first": "A",
        "second": "B",
    } | args


def test_better_is_students_interval_of_the_means_of_the_data_sets():
    (statement,) = ruled("better", made({"p/h": GAINS}), claim("better"))
    means = [np.mean(g) for g in GAINS.values()]
    test = stats.ttest_1samp(means, 0)
    assert statement[7:10] == pytest.approx((np.mean(means), *test.confidence_interval(0.95)), rel=1e-9)
    assert statement.p == pytest.approx(test.pvalue, rel=1e-9)
    assert (statement.n, statement.first, statement.second, statement.verdict) == (6, "a", "b", HOLDS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"lowre": True}, "an argument in claim 'c' of made is 'lowre', .*did you mean 'lower'"),
        ({"parts": [{"witihn": 0.5}]}, "'witihn'"),
        ({"within": 0.5}, "'within'"),  # no_worse has this argument, better does not
        ({"beside": [{"rule": "beter"}]}, "rule in claim 'c' of made is 'beter', .*did you mean 'better'"),
        ({"only": {"fact": "rows", "at_last": 300}}, "'at_last'"),
        ({"only": {"fact": "size"}}, "fact in `only` is 'size'"),
    ],
)
def test_arguments_that_no_rule_knows_are_refused(change, message):
    with pytest.raises(InputError, match=message):
        judge(made({"p/h": GAINS}, [claim("better") | change]))


def test_an_argument_of_a_claim_may_be_for_one_of_its_statements():
    content = claim("better", within=0.5, beside=[{"rule": "no_worse"}])
    assert judge(made({"p/h": GAINS}, [content]))[0].verdict == HOLDS


def test_means_that_differ_by_rounding_are_ties():
    gains = {"iris": [1e-16] * 10, "crx": [-1e-16] * 10, "pima": [0.01] * 10, "vote": [-0.01] * 10}
    (statement,) = ruled("better", made({"p/h": gains}), claim("better"))
    assert statement.more == "better on 1 data set and worse on 1"


@pytest.mark.parametrize("rule", ["better", "no_worse", "better_on_each", "no_worse_on_each", "ranks_above"])
def test_claims_hold_are_contradicted_if_reversed_and_undecided_if_thinned(rule):
    wide = {s: (np.resize([0.3, -0.3], 10) + 0.01).tolist() for s in SETS}
    thin = {s: g if i % 2 else [-v for v in g] for i, (s, g) in enumerate(wide.items())}
    content = claim(rule) | ({"methods": ["A", "B"]} if rule == "ranks_above" else {})
    verdicts = [judge(made({"p/h": g}, [content]))[0].verdict for g in (GAINS, turned(GAINS), thin)]
    # noise of a point on the first data set hides its gain of a point, so it may stay open
    if rule == "better_on_each":
        content |= {"at_least": 4}
        verdicts = [judge(made({"p/h": g}, [content]))[0].verdict for g in (GAINS, turned(GAINS), thin)]
    assert verdicts == [HOLDS, CONTRADICTED, UNDECIDED]


def test_a_significant_difference_counts_in_either_direction():
    """On half of the data sets the gain is reversed: all differ, and none counts against the claim."""
    half = {s: g if i % 2 else [-v for v in g] for i, (s, g) in enumerate(GAINS.items())}
    (better,) = ruled("better_on_each", made({"p/h": half}), claim("better_on_each", at_least=5))
    (differs,) = ruled("differs_on_each", made({"p/h": half}), claim("differs_on_each", at_least=5))
    p = [rules.difference(paired(made({"p/h": half}), ["honest"], s, "A", "B")).p for s in SETS]
    order = np.argsort(p)
    holm = np.maximum.accumulate([(len(p) - i) * p[k] for i, k in enumerate(order)])
    assert differs.value == differs.low == (holm <= 0.05).sum() > better.value > 0
    assert (differs.high, differs.verdict) == (len(SETS), HOLDS)
    assert better.high < len(SETS)
    assert "A on crx" in better.more
    assert "A on pima (worse)" in differs.more


def test_a_reason_names_protocols_instead_of_roles_and_the_data_sets_if_few():
    """The reason names the protocol and not `paper`, its key in the paper's file."""
    run = made(
        {"p/h": GAINS}, [claim("better", second="C", beside=[{"sets": ["none"], "label": "Exception"}])]
    )
    (judged,) = judge(run)
    assert judged.own_evidence.startswith(
        "This run does not have A and C on the paper's own data under protocol p/p."
    )
    assert judged.reasons == ("this run does not have A and C on common data under protocol p/h",)
    said = "this run does not have A and C on none under protocol p/h."
    assert judged.evidence.endswith(f"For comparison: Exception: {said}")


def test_a_trend_under_the_papers_protocol_keeps_its_interval():
    """The rank correlation of -0.185 has an interval around 0, so the claim is not reproduced."""
    gains = dict(zip(SETS, (0.04, 0.03, 0.06, 0.01, 0.05, 0.02), strict=True))
    run = made({"p/p": {s: [g] * 10 for s, g in gains.items()}}, [claim("falls_with", fact="rows")])
    (judged,) = judge(run)
    (statement,) = (s for s in judged.statements if s.reproduces)
    rho = stats.spearmanr(list(gains.values()), np.arange(6)).statistic
    half = stats.norm.ppf(0.975) * math.sqrt((1 + rho**2 / 2) / 3)  # Bonett and Wright 2000
    limits = np.tanh(np.arctanh(rho) + np.array([-half, half]))
    assert rho < 0
    assert (statement.low, statement.high) == pytest.approx(limits, rel=1e-9)
    assert judged.reproduced == "cannot be tested"


def test_a_paper_without_its_own_protocol_reproduces_nothing():
    (judged,) = judge(made({"p/h": GAINS}, [claim("better")], protocols={"honest": "p/h"}))
    assert judged.own_evidence == "The paper's own test is not repeated."


def test_on_one_data_set_the_folds_decide_by_the_corrected_interval():
    one = {"crx": GAINS["crx"]}
    (statement,) = ruled("better", made({"p/h": one}), claim("better"))
    d = np.array(GAINS["crx"])
    half = stats.t.ppf(0.975, 9) * d.std(ddof=1) * math.sqrt(1 / 10 + 10 / 90)
    assert (statement.low, statement.high) == pytest.approx((d.mean() - half, d.mean() + half), rel=1e-9)
    assert statement.things == "test part"


def single(run: Run, dataset: str, first: list[bool], second: list[bool]) -> Run:
    """The run with one test part on a data set, and which of its cases `a` and `b` predict correctly."""
    of = {"a": first, "b": second}
    for method, right in of.items():
        run.folds["p/h", "accuracy"][dataset, method] = {(0, 0): Score(np.mean(right), len(right), 500)}
    answers = {("p/h", dataset, m): np.array(right, bool) for m, right in of.items()}
    return run._replace(answers={**run.answers, **answers})


def discordant(first_only: int, second_only: int, cases: int) -> tuple[list[bool], list[bool]]:
    """Predictions of two methods that are both right on the other cases."""
    both = [True] * (cases - first_only - second_only)
    return (
        both + [True] * first_only + [False] * second_only,
        both + [False] * first_only + [True] * second_only,
    )


def test_a_single_test_part_is_tested_by_mcnemar_on_its_cases():
    """The numbers 183 and 67 of 3,498 are those of the two densities on the directions of digits."""
    run = single(made({"p/h": {}}), "crx", *discordant(183, 67, 3498))
    (statement,) = ruled("better", run, claim("better"))
    assert statement.p == pytest.approx(stats.binomtest(67, 250).pvalue, rel=1e-9)
    half = stats.norm.ppf(0.975) * math.sqrt(251 - 116**2 / 3500) / 3500  # Agresti and Min 2005
    assert (statement.low, statement.high) == pytest.approx((116 / 3500 - half, 116 / 3500 + half), rel=1e-9)
    assert (statement.n, statement.things, statement.verdict) == (3498, "test case", HOLDS)
    assert statement.value == pytest.approx(116 / 3498)
    turned_around = single(made({"p/h": {}}), "crx", *discordant(67, 183, 3498))
    (statement,) = ruled("better", turned_around, claim("better"))
    assert (statement.verdict, statement.p) == (CONTRADICTED, pytest.approx(statement.p))
    (lower,) = ruled("better", turned_around, claim("better", lower=True))
    assert lower.verdict == HOLDS


@pytest.mark.parametrize(
    ("first_only", "second_only", "better", "no_worse"),
    [
        (183, 67, HOLDS, HOLDS),
        (67, 183, CONTRADICTED, CONTRADICTED),
        (3, 2, CONTRADICTED, HOLDS),  # practically equal
        (60, 40, UNDECIDED, HOLDS),
    ],
)
def test_single_test_parts_count_among_the_data_sets(first_only, second_only, better, no_worse):
    """A single test part does not leave a data set open, unless McNemar's test itself does."""
    run = single(made({"p/h": {}}), "crx", *discordant(first_only, second_only, 3498))
    for rule, verdict in (("better_on_each", better), ("no_worse_on_each", no_worse)):
        (statement,) = ruled(rule, run, claim(rule))
        assert statement.verdict == verdict, rule
    without = run._replace(answers={})
    (statement,) = ruled("better_on_each", without, claim("better_on_each"))
    assert statement.verdict == UNDECIDED


def test_the_first_of_several_runs_on_a_single_test_part_is_tested():
    frame = pd.DataFrame(
        [("p", "d", "m", repeat, 10, right) for repeat, right in ((1, "0000"), (0, "ffc0"))],
        columns=["protocol", "dataset", "method", "repeat", "cases", "right"],
    )
    (found,) = runs.answers(frame).values()
    assert found.tolist() == [True] * 10


def test_two_data_sets_are_too_few_to_decide():
    two = {s: GAINS[s] for s in SETS[:2]}
    assert ruled("better", made({"p/h": two}), claim("better"))[0].verdict == UNDECIDED
    (judged,) = judge(made({"p/h": two}, [claim("better")]))
    assert judged.verdict == UNTESTED
    assert "has 2 of the 6 data sets of the paper (iris printed and crx printed)" in judged.evidence
    named = claim("better", sets=["iris printed", "crx printed"])
    assert judge(made({"p/h": two}, [named]))[0].verdict == UNDECIDED


def test_the_first_protocol_that_has_both_methods_counts():
    run = made({"p/h": {"iris": [0.1] * 10}, "p/p": {"iris": [0.2] * 10, "crx": [0.2] * 10}})
    assert paired(run, ["honest", "paper"], "iris", "A", "B").protocol == "p/h"
    assert paired(run, ["honest", "paper"], "crx", "A", "B").protocol == "p/p"
    assert paired(run, ["honest"], "crx", "A", "B") is None


def test_test_parts_of_other_sizes_are_not_compared():
    run = made({"p/h": {"iris": [0.1] * 10}})
    of_b = run.folds["p/h", "accuracy"]["iris", "b"]
    of_b[0, 3] = of_b[0, 3]._replace(tested=9)
    assert len(paired(run, ["honest"], "iris", "A", "B").differences) == 9


def test_a_repeated_method_counts_with_its_mean_over_the_repeats():
    run = made({"p/h": {"iris": [0.1]}})
    run.folds["p/h", "accuracy"]["iris", "a"] = {(r, 0): Score(0.5 + 0.1 * r, 10, 90) for r in range(3)}
    assert paired(run, ["honest"], "iris", "A", "B").differences == pytest.approx((0.1,))


def test_statements_under_beside_do_not_decide_and_parts_do():
    run = made({"p/h": GAINS, "p/p": turned(GAINS)}, [claim("better", beside=[{"under": "paper"}])])
    (judged,) = judge(run)
    assert judged.verdict == HOLDS
    assert [s.verdict for s in judged.statements if not s.reproduces] == [HOLDS, CONTRADICTED]
    both = claim("better", parts=[{}, {"under": "paper"}])
    assert judge(run._replace(paper=run.paper._replace(claims=(both,))))[0].verdict == PART


def test_a_claim_is_reproduced_by_the_estimate_under_the_papers_own_protocol():
    """The honest protocol contradicts the claim; the paper's protocol has wide intervals around a mean above
    0.
    """
    wide = dict(zip(SETS, ([0.3] * 10, [-0.28] * 10) * 3, strict=True))
    (judged,) = judge(made({"p/h": turned(GAINS), "p/p": wide}, [claim("better")]))
    assert (judged.verdict, judged.reproduced) == (CONTRADICTED, "yes")
    honest, own = judged.statements
    assert (honest.decides, honest.reproduces, own.decides, own.reproduces) == (True, False, False, True)
    assert own.low == own.high == own.value == pytest.approx(0.01)
    assert own.text in judged.own_evidence
    assert own.text not in judged.evidence
    assert judge(made({"p/p": turned(wide)}, [claim("better")]))[0].reproduced == "no"
    assert judge(made({"p/p": turned(wide)}, [claim("better")]))[0].verdict == UNTESTED


def test_only_the_papers_own_data_reproduce_a_claim():
    run = made({"p/p": GAINS}, [claim("better")])
    data = {k: (d._replace(kind="substitute"),) for k, (d,) in run.paper.data_sets.items()}
    (judged,) = judge(run._replace(paper=run.paper._replace(data_sets=data)))
    assert judged.reproduced == "cannot be tested"
    assert judged.own_evidence == "The paper's own data are missing."


def test_statements_under_reproduced_replace_those_of_the_claim():
    """The paper's own test is a count here, and its parts agree in part."""
    several = [{"rule": "better"}, {"rule": "better", "first": "B", "second": "A"}]
    content = claim("better", reproduced=several)
    (judged,) = judge(made({"p/h": GAINS, "p/p": GAINS}, [content]))
    assert (judged.verdict, judged.reproduced) == (HOLDS, "partly")
    content = claim("better", reproduced=[{"rule": "better_on_each", "at_least": 6}])
    noise = {s: np.resize([0.3, -0.3], 10).tolist() for s in SETS}
    (judged,) = judge(made({"p/h": GAINS, "p/p": noise}, [content]))
    assert judged.reproduced == "cannot be tested"  # the test leaves the count open
    with pytest.raises(InputError, match="rule in claim 'c' of made is 'beter'"):
        judge(made({"p/h": GAINS}, [claim("better", reproduced=[{"rule": "beter"}])]))


def test_a_paper_without_its_own_protocol_or_statement_cannot_be_tested():
    (judged,) = judge(made({"p/h": GAINS}, [claim("better")], {"honest": "p/h"}))
    assert (judged.verdict, judged.reproduced) == (HOLDS, "cannot be tested")
    (judged,) = judge(made({"p/h": GAINS}, [claim("better", reproduced=[])]))
    assert "own test is not repeated" in judged.own_evidence
    why = claim("better", reproduced=[], not_reproduced="the paper quotes it")
    (judged,) = judge(made({"p/h": GAINS}, [why]))
    assert judged.own_evidence == "The paper quotes it."


def test_the_page_explains_both_verdicts_in_a_sentence_each():
    """The cases are an estimate with unit, interval and n; a count; a claim of several statements; and
    missing data.
    """
    of = {"p/h": GAINS, "p/p": turned(GAINS)}
    (judged,) = judge(made(of, [claim("better")]))
    (honest, own) = judged.statements
    value, low, high = (f"{100 * v:+.2f}".replace("-", "−") for v in honest[7:10])
    assert judged.why_holds == f"A minus B is {value} points ({low} to {high}) on 6 data sets."
    assert judged.why_reproduced == f"A minus B is {100 * own.value:.2f} points.".replace("-", "−")
    assert (judged.holds, judged.reproduced) == ("supported", "no")
    wide = GAINS | {s: np.resize([0.3, -0.3], 10).tolist() for s in SETS[:2]}
    (judged,) = judge(made({"p/h": wide}, [claim("better_on_each", at_least=6, reproduced=[])]))
    count = judged.statements[0]
    assert count.verdict == UNDECIDED
    assert judged.why_holds == (
        f"A is significantly better than B on {count.value} of 6 data sets, "
        f"{count.high - count.low} undecided. {judged.would_decide}"
    )
    assert judged.why_reproduced == "Its test is not repeated."
    (judged,) = judge(made(of, [claim("better", parts=[{}, {"under": "paper"}, {"second": "C"}])]))
    assert judged.holds == "partly"
    assert judged.why_holds.startswith(
        "1 of 3 statements is supported, 1 is contradicted and 1 is not tested here. In one of the others, "
        "A minus B"
    )
    (judged,) = judge(made(of, [claim("better", second="C")]))
    assert (judged.holds, judged.why_holds) == ("not tested here", "This run does not have A and C.")


def test_other_data_are_mentioned_if_the_papers_are_missing():
    run = made({"p/h": GAINS}, [claim("better")])
    data = {k: (d._replace(kind="substitute"),) for k, (d,) in run.paper.data_sets.items()}
    (judged,) = judge(run._replace(paper=run.paper._replace(data_sets=data)))
    assert judged.why_holds == "Its data are missing; 6 other data sets support it."
    assert judged.others_say == "support it"
    assert [s.suggests for s in judged.effects] == [True]


def test_a_reason_in_the_heading_hides_no_other_reason_of_a_row():
    quoted = claim("better", reproduced=[], not_reproduced="the paper quotes it")
    run = made({"p/h": GAINS}, [claim("better")] * 4 + [claim("better", reproduced=[]), quoted])
    data = {k: (d._replace(kind="substitute"),) for k, (d,) in run.paper.data_sets.items()}
    several = tuple(judge(run._replace(paper=run.paper._replace(data_sets=data))))
    found = pages.group("p", "P", several)
    assert found.reason == "Its data are missing."
    assert [e.reproduced for e in found.entries] == [""] * 5 + ["The paper quotes it."]
    assert {e.holds for e in found.entries} == {"6 other data sets support it."}


def test_the_difference_behind_a_count_is_drawn():
    """A count has no interval of its own, so the drawing shows the mean difference of each pair over the same
    data sets.
    """
    for rule in sorted(rules.COUNTS):
        (judged,) = judge(made({"p/h": GAINS}, [claim(rule)]))
        (effect,) = judged.effects
        (mean,) = ruled("better", made({"p/h": GAINS}), claim("better"))
        assert effect[7:10] == mean[7:10]
        assert effect not in judged.statements
    (judged,) = judge(made({"p/h": GAINS}, [claim("better_on_each", pairs=[["A", "B"], ["B", "A"]])]))
    assert [s.what for s in judged.effects] == ["A minus B", "B minus A"]


def test_claims_without_results_are_not_tested_and_have_a_reason():
    (judged,) = judge(made({"p/h": GAINS}, [claim("better", second="C")]))
    assert (judged.verdict, judged.statements) == (UNTESTED, ())
    assert "does not have A and C" in judged.evidence


def test_counts_are_undecided_if_tests_are():
    """Three data sets show a gain, one a loss, and two are undecided, so the count is between 3 and
    5 of 6.
    """
    sure, lost, open_ = (
        [0.1 + v for v in NOISE[0]],
        [-0.1 + v for v in NOISE[1]],
        (np.resize([0.3, -0.3], 10)).tolist(),
    )
    gains = dict(zip(SETS, [sure, sure, sure, lost, open_, open_], strict=True))
    (statement,) = ruled("better_on_each", made({"p/h": gains}), claim("better_on_each", at_least=4))
    assert (statement.low, statement.high, statement.verdict) == (3, 5, UNDECIDED)
    for wanted, verdict in ((3, HOLDS), (6, CONTRADICTED), (0.5, HOLDS)):
        (statement,) = ruled("better_on_each", made({"p/h": gains}), claim("better_on_each", at_least=wanted))
        assert statement.verdict == verdict


def test_only_chooses_data_sets_and_gains_fall_with_cases():
    run = made({"p/h": GAINS})
    assert rules.data_sets(run, asked({"only": {"fact": "rows", "at_least": 300}})) == SETS[2:]
    (statement,) = ruled("falls_with", run, claim("falls_with", fact="rows"))
    rho = stats.spearmanr(range(6), [np.mean(g) for g in GAINS.values()]).statistic
    assert statement.value == pytest.approx(rho)
    assert statement.verdict == CONTRADICTED  # gains increase with the number of cases here
    (statement,) = ruled("falls_with", made({"p/h": turned(GAINS)}), claim("falls_with", fact="rows"))
    assert statement.verdict == HOLDS


def test_cost_is_judged_by_its_size():
    cost = {
        ("p/h", s, m): Cost(v, 0.0, 0.0)
        for i, s in enumerate(SETS)
        for m, v in (("a", 2.0 + i / 50), ("b", 1.0))
    }
    args = claim("cost_ratio", between=[1.0, 1.25])
    (statement,) = ruled("cost_ratio", made({"p/h": GAINS}, cost=cost), args)
    assert statement.value == pytest.approx(stats.gmean([2.0 + i / 50 for i in range(6)]))
    assert statement.verdict == CONTRADICTED
    assert statement.more == "from 2.00 to 2.10"
    (statement,) = ruled("cost_ratio", made({"p/h": GAINS}, cost=cost), args | {"between": [1.5, None]})
    assert statement.verdict == HOLDS


def test_a_data_set_has_one_ratio_of_costs_from_the_first_protocol_that_timed_both():
    times = {"p/h": {"a": 2.0, "b": 1.0}, "p/p": {"a": 9.0, "b": 1.0}}
    cost = {(p, s, m): Cost(v, 0.0, 0.0) for p, of in times.items() for s in SETS for m, v in of.items()}
    del cost["p/h", SETS[0], "b"]
    run = made({"p/h": GAINS, "p/p": GAINS}, cost=cost)
    args = claim("cost_ratio", between=[1, 10], under=["honest", "paper"])
    (statement,) = ruled("cost_ratio", run, args)
    assert statement.value == pytest.approx(stats.gmean([9.0] + [2.0] * (len(SETS) - 1)))


@pytest.mark.parametrize(
    ("between", "verdict"), [([None, 3.0], HOLDS), ([None, 1.5], CONTRADICTED), ([3.0, None], CONTRADICTED)]
)
def test_a_cost_ratio_may_be_bounded_on_one_side(between, verdict):
    """The ratio is 2, and its interval is extremely narrow."""
    cost = {
        ("p/h", s, m): Cost(v + i / 1000, 0.0, 0.0)
        for i, s in enumerate(SETS)
        for m, v in (("a", 2.0), ("b", 1.0))
    }
    (statement,) = ruled("cost_ratio", made({"p/h": GAINS}, cost=cost), claim("cost_ratio", between=between))
    assert statement.verdict == verdict


@pytest.mark.parametrize("rule", ["better_on_each", "no_worse_on_each"])
def test_a_rule_without_data_names_the_first_pair(rule):
    args = claim(rule, pairs=[["A", "C"], ["B", "C"]])
    assert ruled(rule, made({}), args).startswith("this run does not have A and C on common data")


def test_discrete_attributes_choose_the_other_method():
    run = made({"p/h": GAINS})
    run.folds["p/h", "accuracy"] |= {("iris", m): {(0, 0): Score(0.5, 10, 90)} for m in ("c", "cd")}
    assert rules.runs.method_of(run, "honest", "iris", "C") == "c"
    run.results.prepared["iris"]["attributes"] = [{"kind": "nominal"}]
    assert rules.runs.method_of(run, "honest", "iris", "C") == "cd"


def repeats(
    values: list[float], printed: float, tolerance: float = 0.005, kind: str = "exact"
) -> rows.PaperRow:
    content = {"metric": "accuracy", "agreement": "over_repeats", "tolerance": tolerance, "repeats": 10}
    figures = {("iris printed", "A", "accuracy_pct"): Figure(printed, 3.0, "read", "Table 1")}
    run = made({"p/p": {}, "p/h": {}}, figures=figures, rows=content)
    stand = DataSet("iris printed", "iris", kind)
    run.paper.data_sets["iris printed"] = (stand,)
    run.folds["p/p", "accuracy"]["iris", "a"] = {
        (r, f): Score(v, 1000, 9000) for r, v in enumerate(values) for f in range(10)
    }
    (row,) = rows.rows(run)
    return row


@pytest.mark.parametrize(
    ("values", "printed", "verdict"),
    [
        ([0.80, 0.801, 0.799, 0.80], 80.0, "reproduced"),
        ([0.80, 0.801, 0.799, 0.80], 82.0, "contradicted"),
        ([0.80, 0.83, 0.77, 0.80], 80.0, "undecided"),
        ([0.80], 80.0, "undecided"),
    ],
)
def test_a_printed_mean_is_compared_with_the_spread_over_repeats(values, printed, verdict):
    row = repeats(values, printed)
    assert row.agreement.verdict == verdict
    assert row.ours.value == pytest.approx(np.mean(values))


def test_only_the_papers_own_data_reproduce_anything():
    row = repeats([0.80, 0.801, 0.799, 0.80], 80.0, kind="reduced")
    assert row.agreement.verdict == "not tested"
    assert row.agreement.why.startswith("reduced")


def test_optimism_has_the_same_settings_on_both_sides():
    """Settings that were found by comparison have no honest counterpart."""
    content = {"metric": "accuracy", "agreement": "lost"}
    gains = {"iris": [0.1] * 10}
    protocols = {"honest": "p/h", "paper": "p/p", "printed": "p/x"}
    run = made({"p/h": {"iris": [0.0] * 10}, "p/p": gains, "p/x": gains}, protocols=protocols, rows=content)
    made_rows = {(r.name, r.settings): r for r in rows.rows(run)}
    assert made_rows["A", rows.ORDINARY].optimism == pytest.approx(0.1)
    assert made_rows["A", rows.FITTED].optimism is None


def alternating(p: float) -> list[float]:
    """Ten differences for which the corrected resampled t test (1 test case for 9 training cases) gives this
    two-sided p.
    """
    d = np.resize([1.0, -1.0], 10) / 100
    return (d + stats.t.isf(p / 2, 9) * d.std(ddof=1) * math.sqrt(1 / 10 + 1 / 9)).tolist()


def test_significance_on_each_is_corrected_for_overlap_and_for_the_number_of_tests():
    """p = 0.02 is significant alone but not if 6 * 0.02 is compared with the level; 6 * 0.008 = 0.048 is."""
    for p, sets, significant in ((0.02, SETS[:1], 1), (0.06, SETS[:1], 0), (0.02, SETS, 0), (0.008, SETS, 6)):
        run = made({"p/h": dict.fromkeys(sets, alternating(p))})
        (statement,) = ruled("better_on_each", run, claim("better_on_each"))
        assert (statement.value, statement.high) == (significant, len(sets)), p


def with_third(gains: dict, third: float) -> Run:
    """The same as `made`, with a method C at a fixed distance from B on every test part."""
    run = made({"p/h": gains})
    of = run.folds["p/h", "accuracy"]
    for s in gains:
        of[s, "c"] = {k: score._replace(value=score.value + third) for k, score in of[s, "b"].items()}
    return run


def test_no_worse_on_each_takes_all_pairs_on_a_data_set():
    args = claim("no_worse_on_each", pairs=[["A", "B"], ["C", "B"]])
    for third, value, high in ((0.0, 6, 6), (-0.1, 0, 0)):
        (statement,) = ruled("no_worse_on_each", with_third(GAINS, third), args)
        assert (statement.value, statement.high) == (value, high)
        assert statement[1] == "of 6 data sets"


@pytest.mark.parametrize(("but", "verdict"), [(0, CONTRADICTED), (1, HOLDS), (2, HOLDS)])
def test_exceptions_of_a_claim_are_left_out(but, verdict):
    gains = {s: [0.1 if s != "iris" else -0.1] * 9 + [0.11 if s != "iris" else -0.11] for s in SETS}
    assert judge(made({"p/h": gains}, [claim("no_worse_on_each", but=but)]))[0].verdict == verdict


def test_below_excludes_the_limit_and_at_least_includes_it():
    """The data sets have 100, 200, ... cases."""
    run = made({"p/h": GAINS})
    assert rules.data_sets(run, asked({"only": {"fact": "rows", "below": 300}})) == SETS[:2]
    assert rules.data_sets(run, asked({"only": {"fact": "rows", "at_least": 200, "below": 300}})) == SETS[1:2]


def test_odds_against_the_reference_are_students_t_beyond_a_point():
    """The odds are P(mean > 0.01) and P(mean < -0.01) of Student's t.

    It has 9 degrees of freedom and the scale from (1/10 + 1/9) s^2.
    """
    content = {"metric": "accuracy", "agreement": "lost", "reference": "B"}
    of = {"iris": GAINS["iris"]}
    by_name = {r.name: r for r in rows.rows(made({"p/h": of, "p/p": of}, rows=content))}
    d = np.array(of["iris"])
    posterior = stats.t(9, d.mean(), d.std(ddof=1) * math.sqrt(1 / 10 + 1 / 9))
    expected = (posterior.sf(0.01), posterior.cdf(0.01) - posterior.cdf(-0.01), posterior.cdf(-0.01))
    assert by_name["A"].odds == pytest.approx(expected, rel=1e-9)
    assert by_name["A"].odds.better > 2 * by_name["A"].odds.worse
    assert by_name["B"].odds is None


def test_limits_of_other_metrics_than_accuracy_allow_for_the_overlap():
    content = {"metric": "f1", "agreement": "lost"}
    run = made({"p/h": {}, "p/p": {}}, rows=content)
    values = 0.7 + NOISE[0]
    for protocol in ("p/h", "p/p"):
        run.folds[protocol, "f1"] = {("iris", "a"): {(0, f): Score(v, 10, 90) for f, v in enumerate(values)}}
    (row,) = rows.rows(run)
    half = stats.t.ppf(0.975, 9) * values.std(ddof=1) * math.sqrt(1 / 10 + 1 / 9)
    assert (row.low, row.high) == pytest.approx((values.mean() - half, values.mean() + half), rel=1e-9)


def test_the_interval_of_a_difference_from_print_counts_the_repeats_of_both():
    """The interval is Welch's.

    Both sides use the spread over the 4 repeats of this run; the paper has 10 repeats.
    """
    values = [0.80, 0.81, 0.79, 0.80]
    one, other = np.var(values, ddof=1) / 4, np.var(values, ddof=1) / 10
    freedom = (one + other) ** 2 / (one**2 / 3 + other**2 / 9)
    half = stats.t.ppf(0.975, freedom) * math.sqrt(one + other)
    low, high = (f"{100 * v:+.2f}".replace("-", "−") for v in (-0.01 - half, -0.01 + half))
    assert f"difference −1.00 [{low}, {high}] points" in repeats(values, 81.0).agreement.why


FAMILY = {"crx": "iris", "vote": "glass"}


def judged(rule: str, args: dict, **more):
    args = {"first": "A", "second": "B", "rule": rule, **args}
    return ruled(rule, made({"p/h": GAINS}, **more), args)[0]


def family_means(values: dict) -> list[float]:
    pairs = [("iris", "crx"), ("pima",), ("glass", "vote"), ("heart",)]
    return [float(np.mean([values[d] for d in members])) for members in pairs]


def test_intervals_over_data_sets_take_the_mean_of_a_family_as_one_vote():
    found = judged("better", {}, families=FAMILY)
    means = family_means({d: np.mean(g) for d, g in GAINS.items()})
    half = stats.t.ppf(0.975, 3) * np.std(means, ddof=1) / 2
    assert (found.n, found.things) == (4, "source")
    np.testing.assert_allclose(
        (found.value, found.low, found.high),
        (np.mean(means), np.mean(means) - half, np.mean(means) + half),
        atol=1e-12,
    )
    assert found.more == "better on 6 data sets and worse on 0; every source of the 6 data sets has one vote"


def test_members_vote_if_all_data_sets_are_from_fewer_than_three_sources():
    plain = judged("better", {})
    found = judged("better", {}, families=dict.fromkeys(SETS[1:], "iris"))
    assert (found.n, found.things, found.low) == (6, "data set", plain.low)
    assert "the 6 data sets come from 1 source" in found.more


def test_rank_correlations_and_ratios_use_votes():
    found = judged("falls_with", {"fact": "rows", "rises": True}, families=FAMILY)
    rows_of = family_means({s: 100 * (i + 1) for i, s in enumerate(SETS)})
    gains = family_means({d: np.mean(g) for d, g in GAINS.items()})
    assert found.value == pytest.approx(stats.spearmanr(rows_of, gains).statistic)
    assert found.n == 4
    seconds = {d: 1.0 + i for i, d in enumerate(SETS)}
    cost = {("p/h", d, m): Cost(s if m == "a" else 1.0, 0.0, 0.0) for d, s in seconds.items() for m in "ab"}
    found = judged("cost_ratio", {"between": [None, 1]}, families=FAMILY, cost=cost)
    assert found.value == pytest.approx(
        math.exp(np.mean(family_means({d: math.log(s) for d, s in seconds.items()})))
    )


def test_average_ranks_use_votes():
    mixed = GAINS | {"crx": [-g for g in GAINS["crx"]]}
    args = {"rule": "ranks_above", "methods": ["A", "B"], "first": "A", "second": "B"}
    found = ruled("ranks_above", made({"p/h": mixed}, families=FAMILY), args)[0]
    np.testing.assert_allclose(found.value, np.mean([0.0, 1, 1, 1]))  # +1 on iris, -1 on crx
    assert "average ranks 1.12 and 1.88" in found.more


def scored(values: dict, protocol: str = "p/h") -> Run:
    """One score per data set and method (`a`, `b`, `c`) under a protocol."""
    run = made({protocol: {}})
    run.folds[protocol, "accuracy"] = {
        (dataset, method): {(0, 0): Score(value, 10, 90)}
        for dataset, of in values.items()
        for method, value in of.items()
    }
    return run


@pytest.mark.parametrize("lower", [False, True])
def test_average_ranks_are_those_of_the_scores_in_the_direction_that_is_better(lower):
    """Ranks are computed by counting: 1 plus the number of better methods, plus half the number of equal
    ones.
    """
    rng = np.random.default_rng(3)
    levels = rng.integers(1, 6, (6, 3)) / 10
    run = scored(
        {s: dict(zip("abc", row.tolist(), strict=True)) for s, row in zip(SETS, levels, strict=True)}
    )
    args = claim("ranks_above", methods=["A", "B", "C"], pairs=[["A", "B"], ["C", "A"]])
    statements = ruled("ranks_above", run, args | ({"lower": True} if lower else {}))
    turned_values = levels if lower else -levels
    ranks = np.array(
        [
            [1 + sum(v < u for v in row) + (sum(v == u for v in row) - 1) / 2 for u in row]
            for row in turned_values
        ]
    )
    for statement, (first, second) in zip(statements, ((0, 1), (2, 0)), strict=True):
        gaps = ranks[:, second] - ranks[:, first]
        test = stats.ttest_1samp(gaps, 0)
        assert statement.value == pytest.approx(gaps.mean())
        assert (statement.low, statement.high) == pytest.approx(test.confidence_interval(0.95))
        assert statement.p == pytest.approx(test.pvalue)
        first_mean, second_mean = ranks[:, [first, second]].mean(axis=0)
        assert statement.more == f"average ranks {first_mean:.2f} and {second_mean:.2f}"
        assert statement.data == SETS
    assert [s.what for s in statements] == ["A above B", "C above A"]
    assert len({tuple(row) for row in ranks.tolist()}) > 3


def test_average_ranks_use_data_sets_with_all_methods_in_the_first_such_protocol():
    values = {s: {"a": 0.9, "b": 0.5, "c": 0.1} for s in SETS}
    del values["heart"]["c"]
    run = scored(values)
    other = scored({s: {"a": 0.1, "b": 0.5, "c": 0.9} for s in SETS}, "p/p")
    both = other._replace(
        folds=run.folds | other.folds,
        results=SimpleNamespace(**vars(run.results) | {"protocols": ("p/h", "p/p")}),
    )
    args = claim("ranks_above", methods=["A", "B", "C"])
    (statement,) = ruled("ranks_above", run, args)
    assert (statement.n, statement.value) == (5, 1.0)
    (statement,) = ruled("ranks_above", both, args | {"under": ["honest", "paper"]})
    assert (statement.n, statement.value) == (6, pytest.approx(4 / 6))
    assert statement.protocol == "protocol p/h or p/p"
    two = scored({s: values[s] for s in SETS[:2]})
    assert ruled("ranks_above", two, args) == "fewer than 3 data sets have A, B and C"
    three = scored({s: values[s] for s in SETS[:3]})
    assert ruled("ranks_above", three, args)[0].n == 3


def test_correlations_with_a_fact_are_reversed_if_smaller_is_better():
    plain, rising = claim("falls_with", fact="rows"), claim("falls_with", fact="rows", rises=True)
    for gains in (GAINS, turned(GAINS)):
        run = made({"p/h": gains})
        rho = stats.spearmanr(range(6), [np.mean(g) for g in gains.values()]).statistic
        for args in (plain, rising):
            for lower, sign in ((False, 1), (True, -1)):
                (statement,) = ruled("falls_with", run, args | {"lower": lower})
                assert statement.value == pytest.approx(sign * rho)
                falls = statement.value < 0
                assert statement.verdict == (HOLDS if falls != (args is rising) else CONTRADICTED)
    (statement,) = ruled("falls_with", made({"p/h": GAINS}), plain | {"lower": True})
    assert statement.what == "Rank correlation of B minus A with rows"
    (statement,) = ruled("falls_with", made({"p/h": GAINS}), plain)
    assert statement.what == "Rank correlation of A minus B with rows"


def test_no_worse_on_each_counts_data_sets_on_which_all_pairs_hold():
    """Two methods are compared with B on six data sets.

    Each pair is no worse, undecided or worse, and one has no score.
    """
    fine, open_, worse = [0.0] * 10, np.resize([0.3, -0.3], 10).tolist(), [-0.1] * 10
    kinds = {
        "iris": (fine, fine),
        "crx": (fine, open_),
        "pima": (open_, worse),
        "glass": (worse, fine),
        "vote": (worse, worse),
        "heart": (fine, None),
    }
    run = made({"p/h": {s: first for s, (first, _) in kinds.items()}})
    of = run.folds["p/h", "accuracy"]
    for s, (_, second) in kinds.items():
        if second is not None:
            of[s, "c"] = {(0, f): Score(0.5 + gap, 10, 90) for f, gap in enumerate(second)}
    args = claim("no_worse_on_each", pairs=[["A", "B"], ["C", "B"]], at_least=2)
    (statement,) = ruled("no_worse_on_each", run, args)
    assert (statement.low, statement.high) == (1, 2)  # iris, and crx, which is undecided
    assert statement.data == ("iris", "crx", "pima", "glass", "vote")
    assert statement.quantity == "of 5 data sets"
    assert statement.more == "yes: iris; no: pima, glass and vote; undecided: 1"
    for wanted, verdict in (
        (0.2, HOLDS),
        (2, UNDECIDED),
        (3, CONTRADICTED),
        (0.4, UNDECIDED),
        (0.41, CONTRADICTED),
    ):
        (statement,) = ruled("no_worse_on_each", run, args | {"at_least": wanted})
        assert statement.verdict == verdict, wanted
    only = run._replace(folds={("p/h", "accuracy"): {k: v for k, v in of.items() if k[0] == "heart"}})
    assert ruled("no_worse_on_each", only, args).startswith("this run does not have A and B")


@pytest.mark.parametrize("within", [0.02, 0.05])
@pytest.mark.parametrize("lower", [False, True])
def test_no_worse_on_each_takes_the_claimed_size_and_direction(within, lower):
    """An interval of width 0 at -0.03 is above -0.05 and below -0.02; reversed, it is above both."""
    run = made({"p/h": dict.fromkeys(SETS, [-0.03] * 10)})
    (statement,) = ruled("no_worse_on_each", run, claim("no_worse_on_each", within=within, lower=lower))
    fine = lower or within == 0.05
    assert (statement.low, statement.high) == ((6, 6) if fine else (0, 0))
    assert statement.what == f"No worse by more than {100 * within:.2f} points (A against B)"


QUIET = (0.001 * np.resize([1, -1], 10)).tolist()  # within a point on every fold


@pytest.mark.parametrize("rule", ["better_on_each", "differs_on_each"])
def test_practically_equal_methods_count_against_a_claimed_difference(rule):
    """Five data sets show the difference, and on the sixth there is none that matters."""
    clear = {s: [0.1 + v for v in NOISE[0]] for s in SETS}
    for last, verdict, high in (
        (QUIET, CONTRADICTED, 5),
        (np.resize([0.3, -0.3], 10).tolist(), UNDECIDED, 6),
    ):
        (statement,) = ruled(rule, made({"p/h": clear | {"heart": last}}), claim(rule))
        assert (statement.low, statement.high, statement.verdict) == (5, high, verdict)
        assert ("practically equal: A on heart" in statement.more) == (verdict == CONTRADICTED)
        assert ("and practically equal on 1" in statement.plain) == (verdict == CONTRADICTED)
        (statement,) = ruled(rule, made({"p/h": clear | {"heart": last}}), claim(rule, at_least=5))
        assert statement.verdict == HOLDS
    # a difference that is significant counts, however small it is
    small = [0.002 + v for v in (0.0001 * np.resize([1, -1], 10))]
    (statement,) = ruled(rule, made({"p/h": clear | {"heart": small}}), claim(rule))
    assert (statement.low, statement.verdict) == (6, HOLDS)
    # equal scores have no spread, which would tell how sure that is
    (statement,) = ruled(rule, made({"p/h": clear | {"heart": [0.0] * 10}}), claim(rule))
    assert (statement.low, statement.high) == (5, 6)


def test_practical_equality_is_corrected_for_the_comparisons_and_needs_a_metric_in_points():
    """On one data set two one-sided tests give 0.03, which Holm's correction over six raises to 0.18."""
    spread = np.resize([1.0, -1.0], 10)
    p = 0.03
    error = -0.01 / stats.t.ppf(p, 9)  # of a mean of 0 inside one point
    one = (spread * error / math.sqrt(1 / 10 + 1 / 9) / spread.std(ddof=1)).tolist()
    wide = np.resize([0.3, -0.3], 10).tolist()
    for sets, high in (({"iris": one}, 0), ({s: one if s == "iris" else wide for s in SETS}, 6)):
        (statement,) = ruled("differs_on_each", made({"p/h": sets}), claim("differs_on_each"))
        assert statement.high == high
    run = made({"p/h": dict.fromkeys(SETS, QUIET)})
    assert ruled("differs_on_each", run, claim("differs_on_each"))[0].high == 0
    run.folds["p/h", "groups"] = run.folds["p/h", "accuracy"]
    assert ruled("differs_on_each", run, claim("differs_on_each", metric="groups"))[0].high == 6


@pytest.mark.parametrize(("metric", "size"), [("accuracy", 0.01), ("hit_area_10", 0.001), ("groups", 0.0)])
def test_the_practically_unimportant_difference_is_a_point(metric, size):
    """A point of the area up to 10 % is a point of the mean recall there, which is ten times the area."""
    assert rules.unimportant(asked({"metric": metric})) == pytest.approx(size)
    assert rules.unimportant(asked({"metric": metric, "within": 0.5})) == 0.5


def test_the_wanted_count_is_the_least_whole_number_with_the_share():
    """In fractions: at_least = k / total requires k, a little more requires k + 1, and at least one is
    required.
    """

    def wanted(args, total):
        return rules._count_tests(asked(args), total)

    for total in range(1, 61):
        for k in range(1, total):
            assert wanted({"at_least": k / total}, total) == (k, math.inf)
            assert wanted({"at_least": k / total + 1e-6}, total) == (k + 1, math.inf)
            assert wanted({"at_least": k / total, "but": 1}, total) == (
                max(k - 1, 1),
                math.inf,
            )
        assert wanted({}, total) == wanted({"at_least": 1.0}, total) == (total, math.inf)
        assert wanted({"but": 2}, total) == (max(total - 2, 1), math.inf)
        assert wanted({"at_least": 0.0}, total) == (1, math.inf)
        for k in (2, 5, 70):
            assert wanted({"at_least": k}, total) == (k, math.inf)
            assert wanted({"at_least": k, "but": 4}, total) == (max(k - 4, 1), math.inf)
    assert wanted({"between": [2, 4], "at_least": 9, "but": 1}, 5) == (2.0, 4.0)


@pytest.mark.parametrize(
    ("lower", "region"), [(False, (0.02, math.inf)), (True, (0.02, math.inf)), (None, (-0.005, math.inf))]
)
def test_claimed_sizes_are_limits_of_the_region(lower, region):
    rule, args = (
        ("no_worse", {"within": 0.005}) if lower is None else ("better", {"by": 0.02, "lower": lower})
    )
    (statement,) = ruled(rule, made({"p/h": GAINS}), claim(rule, **args))
    assert statement.region == region
    mean = np.mean([np.mean(g) for g in GAINS.values()])
    assert statement.value == pytest.approx(-mean if lower else mean)
    (statement,) = ruled("similar", made({"p/h": GAINS}), claim("similar", within=0.004))
    assert statement.region == (-0.004, 0.004)


def test_three_data_sets_are_the_fewest_with_an_interval_and_two_votes_have_none():
    for n in (2, 3):
        run = made({"p/h": {s: GAINS[s] for s in SETS[:n]}})
        (statement,) = ruled("better", run, claim("better"))
        assert math.isfinite(statement.low) == (n == 3)
        assert (statement.p is None) == (n == 2)


def test_significance_on_each_counts_in_the_direction_that_is_better():
    run = made(
        {"p/h": {s: GAINS["heart"] if i % 3 else [-g for g in GAINS["heart"]] for i, s in enumerate(SETS)}}
    )
    for lower, count in ((False, 4), (True, 2)):
        (statement,) = ruled("better_on_each", run, claim("better_on_each", lower=lower))
        assert (statement.low, statement.high) == (count, count)


@pytest.mark.parametrize(
    ("rule", "args"),
    [
        ("better", {"by": 0.001}),
        ("no_worse", {"within": 0.001}),
        ("similar", {"within": 0.5}),
        ("better_on_each", {"pairs": [["A", "B"]], "at_least": 0.1, "but": 1}),
        ("better_on_each", {"between": [0, 6]}),
        ("no_worse_on_each", {"pairs": [["A", "B"]], "within": 0.1, "at_least": 0.1, "but": 1}),
        ("no_worse_on_each", {"between": [0, 6]}),
        ("ranks_above", {"methods": ["A", "B"], "pairs": [["A", "B"]]}),
        ("falls_with", {"fact": "rows", "rises": True}),
    ],
)
def test_every_rule_takes_its_own_arguments_in_a_claim(rule, args):
    assert judge(made({"p/h": GAINS}, [claim(rule, **args)]))[0].verdict == HOLDS

"""What Jambeiro and Wainer 2007 claim, judged over the data sets of this run; its statements on single data
sets stand in its section.

The printed digits are lost and the data private: a claim is tested on other data of the same kind. Honest:
constants chosen inside each training part. The paper's own protocol chose them on the folds that it reports.
"""

from __future__ import annotations

from collections.abc import Callable

from naivebench.papers.before.claim_rules import (
    ALPHA,
    Claim,
    Statement,
    graded,
    graded_rule,
    judged,
    protocols_apart,
)
from naivebench.papers.jambeiro2007 import cost, significance
from naivebench.papers.jambeiro2007.run import NESTED, PAPER, REFERENCE, Run, facts, gather, mean
from naivebench.papers.jambeiro2007.significance import Found
from naivebench.results import formats
from naivebench.results.context import Results
from naivebench.results.formats import capital, listing, plural
from naivebench.results.summaries import Summary

ID = "jambeiro2007"
EARLY = 0.1  # selection rates below this are the beginning of the curve
NEARLY_ALL = 0.9
TOLERATED = 0.01  # share of the area by which a choice of constants on the reported folds may flatter
FEW_COMPARISONS = 2  # on a data set, up to which the evidence has their figures
TEST = (
    "Corrected resampled t test over the folds, Holm over the comparisons on a data set, two-sided "
    f"{ALPHA:g}; constants from training parts."
)


def over_data(
    run: Run, judge: Callable[[Run, str, str], Found | None], share: float = 1.0
) -> tuple[str, str] | None:
    """A statement over all data sets: the share of its comparisons in which it is true."""
    honest, paper = ({d: f for d in run.datasets if (f := judge(run, d, p))} for p in (NESTED, PAPER))
    if not honest:
        return None
    verdict, text = _graded(honest, share), f"True in {_share(honest)}: {_by_set(honest)}."
    first = next(iter(honest.values()))
    text += (
        f" {next(iter(honest))}: {first.measured}"
        if first.measured and first.total <= FEW_COMPARISONS
        else ""
    )
    if not paper:
        return verdict, text
    text += (
        f" With the constants chosen as in the paper: {_share(paper)} on {plural(len(paper), 'data set')}."
    )
    common = [d for d in paper if d in honest]
    both = [_graded({d: by_set[d] for d in common}, share) if common else "" for by_set in (paper, honest)]
    return verdict, text + protocols_apart(*both)


def _graded(by_set: dict[str, Found], share: float) -> str:
    return graded(sum(f.true for f in by_set.values()), sum(f.total for f in by_set.values()), share)


def _share(by_set: dict[str, Found]) -> str:
    return (
        f"{sum(f.true for f in by_set.values())} of "
        f"{plural(sum(f.total for f in by_set.values()), 'comparison')}"
    )


def _by_set(by_set: dict[str, Found]) -> str:
    return listing(f"{f.true} of {f.total} on {d}" for d, f in by_set.items())


def early(run: Run, dataset: str, protocol: str = NESTED) -> Found | None:
    """HPB's recall against every printed method's at every rate below EARLY; Holm over a method's rates."""
    stored = facts(run, protocol, dataset)
    tests = [t["recall"] for m, t in stored.get("tests", {}).items() if m in run.printed.values()]
    sides = [
        significance.side(d, p) == "better"
        for t in tests
        for rate, d, p in zip(stored["test_rates"], t["difference"], t["p_holm"], strict=True)
        if rate < EARLY
    ]
    return Found(sum(sides), len(sides), "") if sides else None


def planted(run: Run) -> tuple[str, str] | None:
    """HPB against NB, TAN, DE and ADE where critical patterns were planted."""
    rivals_of = {}
    for dataset in significance.generated(run):
        tests = facts(run, NESTED, dataset)["tests"]
        rivals = [run.printed[name] for name in significance.RIVALS if run.printed.get(name) in tests]
        if rivals:
            rivals_of[dataset] = significance.above_rivals(run, dataset, rivals)
    if not rivals_of:
        return None
    verdict = graded(
        sum(len(above) for above, _ in rivals_of.values()),
        sum(len(above) + len(rest) for above, rest in rivals_of.values()),
    )
    parts = [
        f"on {d} the area up to 10 % of HPB is significantly above that of {_names(run, above)}"
        + (f", not of {_names(run, rest)}" if rest else "")
        for d, (above, rest) in rivals_of.items()
    ]
    return verdict, capital(listing(parts)) + "."


def _names(run: Run, methods: list[str]) -> str:
    return listing(significance.name_of(run, m) for m in methods) or "none"


def flattered(run: Run) -> tuple[str, str] | None:
    """What choosing HPB's constant on the reported folds promises beyond nested choice."""
    areas = {d: [mean(run, p, d, REFERENCE, "hit_area_10") for p in (PAPER, NESTED)] for d in run.datasets}
    gaps = {d: paper / nested - 1 for d, (paper, nested) in areas.items() if paper is not None and nested}
    if not gaps:
        return None
    differences = listing(f"{formats.text(g, 'points')} % on {d}" for d, g in gaps.items())
    text = (
        "Area up to 10 % of HPB with its constant chosen on the reported folds against nested choice: "
        f"{differences}."
    )
    return graded(sum(g <= TOLERATED for g in gaps.values()), len(gaps)), text


def growth(run: Run) -> tuple[str, str] | None:
    """HPB's training time against attributes, cases and values."""
    grown, parts = cost.points(run), []
    for axis, text in cost.CLAIMED.items():
        slope = cost.slope(cost.series(grown, axis, REFERENCE))
        if slope is None:
            return None
        true, measured = cost.claim(axis, slope)
        parts.append(
            (
                true,
                f"{text}: {'yes' if true else 'no'}, from {slope.low:,} to {slope.high:,} "
                f"{cost.AXES[axis]} {measured}",
            )
        )
    evidence = "; ".join(text for _, text in parts)
    return graded(sum(true for true, _ in parts), len(parts)), capital(evidence) + "."


def _statement(s: significance.Statement) -> Statement:
    return Statement(
        s.where,
        s.sentence,
        graded_rule(TEST, s.wanted),
        "#table-jambeiro2007_claims",
        lambda run: over_data(run, s.judge),
    )


FIRST, *OTHERS = (_statement(s) for s in significance.STATEMENTS)
STATEMENTS = (
    FIRST,
    Statement(
        "3",
        "HPB is significantly better than all other classifiers at every selection rate below 10 %, "
        "with few exceptions.",
        graded_rule(
            f"{TEST.replace('the comparisons on a data set', 'the selection rates')}",
            "better in nine tenths of methods and rates",
        ),
        "#table-jambeiro2007_tests",
        lambda run: over_data(run, early, NEARLY_ALL),
    ),
    Statement(
        "3; 4",
        "HPB benefits from critical patterns that involve many or all attributes.",
        graded_rule(
            "Area up to 10 % where patterns were planted, against "
            f"{listing(significance.RIVALS)}; corrected t test, Holm.",
            "above all four",
        ),
        "#table-jambeiro2007_tests",
        planted,
    ),
    *OTHERS,
    Statement(
        "3",
        "Choosing HPB's constant on reshuffled folds of the same cases does not fit the test set.",
        graded_rule(
            "Area up to 10 % against nested choice on the same folds.",
            f"at most {100 * TOLERATED:g} % higher on all data sets",
        ),
        "#table-jambeiro2007_optimism",
        flattered,
    ),
    Statement(
        "4",
        "HPB's training time is exponential in the number of attributes, linear in the number of cases "
        "and independent of the number of values.",
        graded_rule(
            "Slope of log CPU time of one fit. Exponential: a factor of at least "
            f"{cost.EXPONENTIAL:g} per attribute and the better fit; linear: a power of "
            f"{cost.LINEAR[0]:g} to {cost.LINEAR[1]:g}; independent: of at "
            f"most {cost.INDEPENDENT:g}.",
            "all three",
        ),
        "#table-jambeiro2007_growth",
        growth,
        timed=True,
    ),
)


def claims(results: Results, summary: Summary) -> tuple[Claim, ...]:
    """The paper's claims, judged."""
    return judged(ID, STATEMENTS, gather(results, summary))

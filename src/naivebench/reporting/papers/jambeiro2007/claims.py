"""What Jambeiro and Wainer 2007 claim, judged over the data sets of this run; its statements on single data
sets stand in its section.

The printed digits are lost and the data private: a claim is tested on other data of the same kind. Honest:
constants chosen inside each training part. The paper's own protocol chose them on the folds that it reports.
"""

from __future__ import annotations

from collections.abc import Callable

from naivebench.reporting import formats
from naivebench.reporting.context import Results
from naivebench.reporting.formats import listing, plural
from naivebench.reporting.papers.claim_rules import (
    ALPHA,
    Claim,
    Statement,
    graded,
    graded_rule,
    judged,
    protocols_apart,
)
from naivebench.reporting.papers.jambeiro2007 import cost as jambeiro2007_cost
from naivebench.reporting.papers.jambeiro2007 import significance as jambeiro2007_tests
from naivebench.reporting.papers.jambeiro2007.run import NESTED, PAPER, REFERENCE, Run, facts, gather, mean
from naivebench.reporting.papers.jambeiro2007.significance import Found
from naivebench.reporting.summaries import Summary

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
    both = [_graded({d: found[d] for d in common}, share) if common else "" for found in (paper, honest)]
    return verdict, text + protocols_apart(*both)


def _graded(found: dict[str, Found], share: float) -> str:
    return graded(sum(f.true for f in found.values()), sum(f.total for f in found.values()), share)


def _share(found: dict[str, Found]) -> str:
    return (
        f"{sum(f.true for f in found.values())} of "
        f"{plural(sum(f.total for f in found.values()), 'comparison')}"
    )


def _by_set(found: dict[str, Found]) -> str:
    return listing(f"{f.true} of {f.total} on {d}" for d, f in found.items())


def early(run: Run, dataset: str, protocol: str = NESTED) -> Found | None:
    """HPB's recall against every printed method's at every rate below EARLY; Holm over the rates of a
    method.
    """
    told = facts(run, protocol, dataset)
    tests = [t["recall"] for m, t in told.get("tests", {}).items() if m in run.printed.values()]
    sides = [
        jambeiro2007_tests.side(d, p) == "better"
        for t in tests
        for rate, d, p in zip(told["test_rates"], t["difference"], t["p_holm"], strict=True)
        if rate < EARLY
    ]
    return Found(sum(sides), len(sides), "") if sides else None


def planted(run: Run) -> tuple[str, str] | None:
    """HPB against NB, TAN, DE and ADE where critical patterns were planted."""
    found = {}
    for dataset in jambeiro2007_tests.generated(run):
        tests = facts(run, NESTED, dataset)["tests"]
        rivals = [run.printed[name] for name in jambeiro2007_tests.RIVALS if run.printed.get(name) in tests]
        if rivals:
            found[dataset] = jambeiro2007_tests.above_rivals(run, dataset, rivals)
    if not found:
        return None
    verdict = graded(
        sum(len(above) for above, _ in found.values()),
        sum(len(above) + len(rest) for above, rest in found.values()),
    )
    words = [
        f"on {d} the area up to 10 % of HPB is significantly above that of {_names(run, above)}"
        + (f", not of {_names(run, rest)}" if rest else "")
        for d, (above, rest) in found.items()
    ]
    return verdict, _sentence(words) + "."


def _sentence(words: list[str]) -> str:
    text = listing(words)
    return text[:1].upper() + text[1:]


def _names(run: Run, methods: list[str]) -> str:
    return listing(jambeiro2007_tests.name_of(run, m) for m in methods) or "none"


def flattered(run: Run) -> tuple[str, str] | None:
    """What choosing HPB's constant on the reported folds promises beyond nested choice."""
    areas = {d: [mean(run, p, d, REFERENCE, "hit_area_10") for p in (PAPER, NESTED)] for d in run.datasets}
    gaps = {d: paper / nested - 1 for d, (paper, nested) in areas.items() if paper is not None and nested}
    if not gaps:
        return None
    words = listing(f"{formats.text(g, 'points')} % on {d}" for d, g in gaps.items())
    text = (
        "Area up to 10 % of HPB with its constant chosen on the reported folds against nested choice: "
        f"{words}."
    )
    return graded(sum(g <= TOLERATED for g in gaps.values()), len(gaps)), text


def growth(run: Run) -> tuple[str, str] | None:
    """HPB's training time against attributes, cases and values."""
    found, words = jambeiro2007_cost.points(run), []
    for axis, text in jambeiro2007_cost.CLAIMED.items():
        slope = jambeiro2007_cost.slope(jambeiro2007_cost.series(found, axis, REFERENCE))
        if slope is None:
            return None
        true, measured = jambeiro2007_cost.claim(axis, slope)
        words.append(
            (
                true,
                f"{text}: {'yes' if true else 'no'}, from {slope.low:,} to {slope.high:,} "
                f"{jambeiro2007_cost.AXES[axis]} {measured}",
            )
        )
    return graded(sum(true for true, _ in words), len(words)), _sentence(
        ["; ".join(text for _, text in words)]
    ) + "."


def _statement(s: jambeiro2007_tests.Statement) -> Statement:
    return Statement(
        s.where,
        s.sentence,
        graded_rule(TEST, s.wanted),
        "#table-jambeiro2007_claims",
        lambda run: over_data(run, s.judge),
    )


FIRST, *OTHERS = (_statement(s) for s in jambeiro2007_tests.STATEMENTS)
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
            f"{listing(jambeiro2007_tests.RIVALS)}; corrected t test, Holm.",
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
            f"{jambeiro2007_cost.EXPONENTIAL:g} per attribute and the better fit; linear: a power of "
            f"{jambeiro2007_cost.LINEAR[0]:g} to {jambeiro2007_cost.LINEAR[1]:g}; independent: of at "
            f"most {jambeiro2007_cost.INDEPENDENT:g}.",
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

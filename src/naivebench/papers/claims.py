"""Claims: functions with the paper's sentence, and the rows of tables that they give for a run.

A claim is a function of a run that returns an `Answer`. It is called for all data, for the paper's own data
alone, and for the data sets that replace them. This module decides which of its verdicts counts, in one way
for all papers.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, NamedTuple

from naivebench.core.checks import format_count
from naivebench.evaluation.statistics.intervals import FEWEST
from naivebench.papers.paper import EXACT
from naivebench.papers.run_results import OTHER, OWN, Run
from naivebench.papers.verdicts import (
    AGAIN,
    HELD,
    NOT_TESTED,
    Verdict,
    choose_least_certain,
    describe_region,
    explain_verdict,
    format_number,
    join_names,
)

NOT_REPEATED = Verdict(reason="the paper's own test is not repeated")
TIMED = "This depends on the CPU times of the run, which differ from run to run."


class Answer(NamedTuple):
    """The verdicts of a claim on a run."""

    honest: Verdict  # everything is learned in the training part
    paper: Verdict = NOT_REPEATED  # under the paper's own protocol, by its test
    beside: Sequence[Verdict] = ()  # for comparison


class Claim(NamedTuple):
    """A claim of a paper and the function that judges it."""

    paper: str
    name: str
    sentence: str
    where: str  # sections of the paper, with tables and figures
    rule: str  # how the verdict is found
    judge: Callable[[Run], Answer]
    sets: Sequence[str]  # printed names of the data sets that it is about, () for all of the paper
    general: bool  # about no particular data, so all data of the run decide it
    timed: bool  # depends on CPU times, which differ from run to run
    about: Sequence[str]  # methods that it is about, where its statements do not say so

    @property
    def ids(self) -> dict[str, Any]:
        return {"paper": self.paper, "claim": self.name, "anchor": f"{self.paper}-{self.name}"}


def claim(
    where: str, rule: str = "", *, sets: Sequence[str] = (), general: bool = False,
    timed: bool = False, about: Sequence[str] = (),
) -> Callable[[Callable[[Run], Answer]], Callable[[Run], Answer]]:  # fmt: skip
    """Mark a function in `papers/<paper>/claims.py` as the judge of a claim.

    Its docstring is the paper's sentence, followed by a paragraph with the rule or an addition to `rule`.
    """

    def attach_claim(judge: Callable[[Run], Answer]) -> Callable[[Run], Answer]:
        paper, name = judge.__module__.split(".")[-2], judge.__name__.replace("_", "-")
        sentence, *own = (" ".join(part.split()) for part in (inspect.getdoc(judge) or "").split("\n\n"))
        words = (sentence, where, " ".join(filter(None, [rule, *own])))
        judge.claim = Claim(paper, name, *words, judge, sets, general, timed, about)  # type: ignore[attr-defined]
        return judge

    return attach_claim


def list_claims(module: ModuleType) -> list[Claim]:
    """The claims of a paper's module, in the order of the file."""
    return [judge.claim for judge in vars(module).values() if hasattr(judge, "claim")]


class JudgedClaim(NamedTuple):
    """A claim with the verdicts that count."""

    claim: Claim
    copy_kinds: dict[str, str]  # data set -> how it is related to the paper's
    honest: Verdict
    paper: Verdict
    beside: Sequence[Verdict]
    other: Verdict | None = None  # of other data in place of the paper's, if these suggest something

    @property
    def shown_verdict(self) -> Verdict:
        """The verdict whose effect is shown: that of other data if the paper's own cannot be tested."""
        is_tested = any(v.is_tested for v in self.honest.statements)
        return self.honest if is_tested or not self.other else self.other

    @property
    def statements(self) -> list[tuple[str, Verdict]]:
        """All statements with their use; `drawn`: mean differences behind the counts of the shown verdict."""
        verdicts = [("paper's protocol", self.paper), ("honest", self.honest)]
        verdicts += [("other data", self.other)] if self.other else []
        verdicts += [("drawn", v) for statement in self.shown_verdict.statements for v in statement.drawn]
        verdicts += [("comparison", v) for v in self.beside]
        return [(use, statement) for use, v in verdicts for statement in v.statements]

    def make_row(self) -> dict[str, Any]:
        claim, word, why_holds = self.claim, self.honest.word, explain_verdict(self.honest)
        suggested = self.other.word if self.other and self.other.word != NOT_TESTED else ""
        if suggested and self.shown_verdict is self.other:
            others = sum(self.copy_kinds[d] != EXACT for d in _list_data_sets(self.other))
            why_holds += f" On {format_count(others, 'other data set')}: {HELD[suggested]}."
        quoted = choose_least_certain(v for v in self.shown_verdict.statements if v.is_tested)
        row = {
            **claim.ids, "where": claim.where, "sentence": claim.sentence,
            "reproduced": AGAIN[self.paper.word], "why_reproduced": explain_verdict(self.paper),
            "verdict": word, "holds": HELD[word],
            "why_holds": f"{why_holds} {TIMED}" if claim.timed and quoted else why_holds,
            "suggested": suggested, "rule": claim.rule, "timed": claim.timed,
        }  # fmt: skip

        # the effect of the statement that the reason describes, or the mean difference behind its count
        drawn = [v for v in quoted.drawn if math.isfinite(v.effect)] if quoted else []
        effect = choose_least_certain(drawn) or quoted
        if effect and math.isfinite(effect.effect):
            row |= _describe_effect(effect)
            claimed = "" if drawn else describe_region(effect.claimed, effect.unit)
            few = "" if row["effect_low"] is not None else "; too few data for an interval"
            row |= {
                "effect_unit": effect.unit, "claimed": claimed, "n": effect.n or None,
                "things": effect.things, "effect_of": effect.what, "effect_quantity": effect.quantity + few,
            }  # fmt: skip
        return row

    def list_statement_rows(self) -> list[dict[str, Any]]:
        tested = [(use, v) for use, v in self.statements if v.is_tested]
        known = [v for use, v in tested if use != "comparison"]
        shown = [(use, v) for use, v in tested if use != "comparison" or v not in known]
        return [self._describe_statement(i, *row) for i, row in enumerate(shown)]

    def _describe_statement(self, number: int, use: str, v: Verdict) -> dict[str, Any]:
        if use == "other data" and any(self.copy_kinds[d] == EXACT for d in v.datasets):
            use = "partly other data"
        return {
            **self.claim.ids, "statement": number, "use": use, "what": v.what, "quantity": v.quantity,
            "protocol": v.protocol, "first": v.methods[0], "second": v.methods[1],
            "n": v.n or "", "things": v.things, "effect_unit": v.unit, **_describe_effect(v), "p": v.p,
            "claimed_from": v.claimed[0], "claimed_to": v.claimed[1], "verdict": v.word,
            "data": " ".join(v.datasets), "timed": self.claim.timed,
        }  # fmt: skip

    def list_method_rows(self, run: Run) -> list[dict[str, Any]]:
        """List rows (method, claim, role) of the methods that a claim is about, and of their rivals."""
        statements = [v for _, v in self.statements]
        sides = [{m for v in statements for m in v.methods[side].split(" / ") if m} for side in (0, 1)]
        subjects = {m for name in self.claim.about for m in run.paper.list_all_method_ids(name)} or sides[0]
        words = {"reproduced": AGAIN[self.paper.word], "holds": HELD[self.honest.word]}
        row = {**self.claim.ids, "sentence": self.claim.sentence, **words}
        roles = {"subject": subjects, "rival": (sides[0] | sides[1]) - subjects}
        return [{"method": m, **row, "role": role} for role, ids in roles.items() for m in sorted(ids)]


def _describe_effect(verdict: Verdict) -> dict[str, float | None]:
    """Return the effect and the ends of its interval, which are empty if it has none."""
    low, high = verdict.interval if math.isfinite(verdict.interval[1] - verdict.interval[0]) else (None, None)
    return {"effect": verdict.effect, "effect_low": low, "effect_high": high}


def judge_claim(claim: Claim, run: Run) -> JudgedClaim:
    answer, own = answer_claim(claim, run), answer_claim(claim, run._replace(use=OWN))
    paper = _require_own_data(claim, run, own.paper, _list_data_sets(own.paper))
    judged = JudgedClaim(claim, run.copy_kinds, answer.honest, paper, answer.beside)
    if claim.general:
        return judged
    honest = _require_own_data(claim, run, own.honest, _list_data_sets(answer.honest))

    # other data can only suggest a verdict, and only if most of them are not the paper's
    has_own = (run.paper.data_sets["kind"] == EXACT).any()
    other = (answer_claim(claim, run._replace(use=OTHER)) if has_own else answer).honest
    used, own_data = _list_data_sets(other), _list_data_sets(honest)
    others = sum(judged.copy_kinds[d] != EXACT for d in used)
    suggests = others and not (own_data and 2 * others < len(used))
    return judged._replace(honest=honest, other=other if suggests else None)


def answer_claim(claim: Claim, run: Run) -> Answer:
    """Return the answer of a claim, with intervals that cover all readings of an illegible formula."""
    answer = claim.judge(run)
    statements = [v for verdict in (answer.honest, answer.paper, *answer.beside) for v in verdict.statements]
    named = {m for v in statements for m in v.methods}
    formulas = (entry.get("formulas", ()) for entry in run.paper.methods.values() if entry["ids"][0] in named)
    others = [claim.judge(run._replace(reading=m)) for several in formulas for m in several]
    if not others:
        return answer
    readings = zip(*((a.honest, a.paper, *a.beside) for a in (answer, *others)), strict=True)
    honest, paper, *beside = (widen_to_all_readings(first, further) for first, *further in readings)
    return Answer(honest, paper, beside)


def widen_to_all_readings(first: Verdict, others: Sequence[Verdict]) -> Verdict:
    """Return the first verdict, with its intervals extended to contain the intervals of all readings."""
    several = [o.statements for o in others if len(o.statements) == len(first.statements)]
    statements = [_widen_interval(row[0], row[1:]) for row in zip(first.statements, *several, strict=True)]
    return first._replace(parts=tuple(statements)) if first.parts else statements[0]


def _widen_interval(first: Verdict, others: Sequence[Verdict]) -> Verdict:
    others = [o for o in others if o.datasets == first.datasets and o.methods != first.methods]
    if not others or any(math.isnan(v.effect) for v in (first, *others)):
        return first
    readings = [first, *others]
    says = f"in other readings of the formula {join_names(format_number(v.effect, v.unit) for v in others)}"
    return first._replace(
        interval=(min(v.interval[0] for v in readings), max(v.interval[1] for v in readings)),
        p=None,  # no single test belongs to this interval
        quantity=f"{first.quantity} ({says})",
    )


def _list_data_sets(verdict: Verdict) -> list[str]:
    return list(dict.fromkeys(d for v in verdict.statements if v.is_tested for d in v.datasets))


def _require_own_data(claim: Claim, run: Run, own: Verdict, used: Sequence[str]) -> Verdict:
    """Return the verdict on the paper's own data, or the reason why they cannot decide.

    They cannot decide if fewer than three of them are among the `used` data sets, unless the claim is about
    fewer.
    """
    if not used and (own is NOT_REPEATED or any(v.is_tested for v in own.statements)):
        return own  # it is about no data
    sets = run.paper.data_sets
    is_own = (sets["kind"] == EXACT) & sets["dataset"].isin(used or run.facts.datasets.index)
    names = list(claim.sets) or list(sets["printed"].unique())
    present = [name for name in names if name in set(sets["printed"][is_own])]
    if len(present) >= min(FEWEST, len(names)) > 0:
        return own
    if not present:
        return Verdict(reason="the paper's own data are missing")
    total = format_count(len(names), "data set")
    return Verdict(reason=f"this run has {len(present)} of the {total} of the paper ({join_names(present)})")

"""The claims of the papers, judged: each is a sentence with statements, the rule that tests it and two
verdicts.

The first verdict says whether the claim is reproduced under the paper's own protocol, by its own test, on its
own data. The second one says whether it holds under an honest protocol.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.formats import capital, listing, plural
from naivebench.benchmark.results.tables import Column, Row, Table
from naivebench.core.checks import one_of
from naivebench.report.papers import drawn, plain, rules
from naivebench.report.papers import run as runs
from naivebench.report.papers.paper import ClaimText, Paper
from naivebench.report.papers.rules import ESTIMATES, FEW, RULES, Arguments, asked
from naivebench.report.papers.run import Run
from naivebench.report.papers.verdicts import (
    AGAIN,
    AGAINS,
    HELD,
    PART,
    UNDECIDED,
    UNTESTED,
    Statement,
    together,
)


class About(NamedTuple):
    """The methods of this project that a claim is about, and those with which it compares them."""

    subjects: tuple[str, ...] = ()
    rivals: tuple[str, ...] = ()


class Claim(NamedTuple):
    """A claim of a paper, and what this run says about it."""

    paper: str
    id: str
    where: str  # sections of the paper, with their tables
    sentence: str
    verdict: str  # under an honest protocol: one of VERDICTS
    statements: tuple[Statement, ...]
    reasons: tuple[str, ...]  # why parts of it could not be tested
    rule: str
    href: str  # anchor of the table or section with the numbers, or ""
    timed: bool = False  # depends on CPU times, which differ from run to run
    reproduced: str = AGAIN[UNTESTED]  # under the paper's own protocol: one of AGAINS
    own_reasons: tuple[str, ...] = ()  # why parts of it could not be tested there
    suggested: str = ""  # honest, on other data in place of the paper's: one of VERDICTS, or ""
    other_reasons: tuple[str, ...] = ()  # why parts of it could not be tested on other data
    data: str = ""  # sentence: which data decided the honest verdict, and whether they are the paper's
    own_data: str = ""  # the same for `reproduced`
    other_data: str = ""  # the same for `suggested`
    beside_reasons: tuple[str, ...] = ()  # why statements of `beside` could not be made
    about: About = About()
    general: bool = False  # about no particular data
    differences: tuple[Statement, ...] = ()  # mean differences behind a count

    @property
    def anchor(self) -> str:
        """The id of the claim on the page."""
        return f"claim-{self.paper}-{self.id}"

    @property
    def sections(self) -> str:
        """Sections of the paper that make the claim, without its tables and figures."""
        return re.sub(r", (Tables?|Fig\.|Theorems?) [^;]*", "", self.where)

    @property
    def holds(self) -> str:
        """The honest verdict in the words of the page, one of HELD."""
        return HELD[self.verdict]

    @property
    def effects(self) -> tuple[Statement, ...]:
        """Statements that are drawn: the estimates that decide, otherwise those on other data or behind a
        count.
        """
        decides, suggests = (
            tuple(s for s in self.statements if getattr(s, use) and drawn.is_effect(s))
            for use in ("decides", "suggests")
        )
        return decides or suggests or tuple(filter(drawn.is_effect, self.differences))

    @property
    def why_holds(self) -> str:
        """The honest verdict in one sentence."""
        deciding = [s for s in self.statements if s.decides]
        others = len({d for s in self.statements if s.suggests for d in s.data})
        told = plain.honest(deciding, self.reasons, "" if deciding else self.suggested, others)
        return _joined([told, self.would_decide])

    @property
    def would_decide(self) -> str:
        """Sentence on what would decide the honest verdict; "" unless it is undecided."""
        if self.verdict != UNDECIDED:
            return ""
        return plain.would_decide([s for s in self.statements if s.decides])

    @property
    def others_say(self) -> str:
        """Verdict of other data in place of the paper's, such as `support it`; "" if there is none."""
        return plain.VERBS[self.suggested][1] if self.suggested else ""

    @property
    def why_reproduced(self) -> str:
        """The verdict under the paper's own protocol in one sentence."""
        return plain.again([s for s in self.statements if s.reproduces], self.own_reasons)

    @property
    def evidence(self) -> str:
        """Sentences behind the honest verdict, with numbers of this run."""
        beside = [s for s in self.statements if not (s.decides or s.suggests or s.reproduces)]
        parts = [s.text for s in self.statements if s.decides] + [capital(f"{r}.") for r in self.reasons]
        more = [*(s.text for s in beside), *(f"{r}." for r in self.beside_reasons)]
        return _joined([*parts, self.data, *(f"For comparison: {text}" for text in more)])

    @property
    def own_evidence(self) -> str:
        """Sentences behind the verdict under the paper's own protocol."""
        parts = [s.text for s in self.statements if s.reproduces]
        return _joined([*parts, *(capital(f"{r}.") for r in self.own_reasons), self.own_data])

    @property
    def other_evidence(self) -> str:
        """Sentences behind the verdict that other data suggest; "" if there is no such verdict."""
        parts = [s.text for s in self.statements if s.suggests]
        return _joined([*parts, *(capital(f"{r}.") for r in self.other_reasons), self.other_data])


def _joined(sentences: list[str]) -> str:
    return " ".join(filter(None, sentences))


KINDS = {
    runs.EXACT: "the paper's own",
    "generated": "drawn from a known distribution",
    "reduced": "the paper's with fewer columns",
    "altered": "the paper's, altered",
    "part": "other rows or columns of the paper's source",
    "substitute": "a substitute for the paper's",
    "other": "not the paper's",
}  # descriptions, by kind in the paper.yaml
SETTLED = "A legible formula would decide it, because its readings have different verdicts."
NAMED = 12  # largest number of data sets that a sentence names
OF_CLAIM = (
    *("id", "where", "sentence", "parts", "reproduced", "not_reproduced", "beside", "general", "href"),
    *("timed", "about"),
)
SAID = {"rule", "label", "words"}  # keys of a statement, whatever its rule
ONLY = {"fact", "at_least", "below"}


def check(paper: Paper) -> None:
    """Raise InputError for a rule that does not exist, or an argument that no rule of its claim takes."""
    for content in paper.claims:
        where = f"claim {content['id']!r} of {paper.id}"
        several = [
            *content.get("parts", []),
            *content.get("reproduced", []),
            *content.get("beside", []),
        ]
        names = [part.get("rule", content.get("rule")) for part in several]
        if "rule" in content or not several:
            names.append(content.get("rule"))
        for name in names:
            one_of(name, RULES, "rule", where)
        every = frozenset().union(*(RULES[name].takes for name in names))
        given = [(key, every) for key in content if key not in OF_CLAIM]
        for part in several:
            takes = RULES[part.get("rule", content.get("rule"))].takes
            given += [(key, takes) for key in part]
        for key, takes in given:
            one_of(key, sorted(SAID | takes), "an argument", where)
        for said in (content, *several):
            for key in said.get("only", {}):
                one_of(key, sorted(ONLY), "a key of `only`", where)


def judge(run: Run) -> tuple[Claim, ...]:
    """Judge the claims of a paper.

    Raises InputError if a rule does not exist, or if an argument is not one that its rule takes.
    """
    check(run.paper)
    return tuple(_claim(run, content) for content in run.paper.claims)


def _claim(run: Run, content: ClaimText) -> Claim:
    parts = _parts(run, content)
    words = [args.words or RULES[args.rule].words for args in (*parts.decides, *parts.beside)]
    general = content.get("general", False)
    found = _judged(run, parts.decides) if general else _on_own_data(run, content, parts.decides)
    again = _on_own_data(run, content, parts.reproduces)
    if not again.statements and not again.reasons:
        none = "the paper's own test is not repeated"
        again.reasons.append(content.get("not_reproduced", none))
    suggested = Judged([], []) if general else _judged(runs.in_place(run), parts.decides)
    others = sum(runs.kind_of(run, d) != runs.EXACT for d in suggested.data)
    if not others or (found.data and 2 * others < len(suggested.data)):
        suggested = Judged([], [])
    beside = _judged(run, parts.beside)
    statements = [
        *(s._replace(reproduces=False) for s in found.statements),
        *(s._replace(decides=False, suggests=s.decides) for s in suggested.statements),
        *(s._replace(decides=False, reproduces=s.decides) for s in again.statements),
        *(s._replace(decides=False, what=_marked(run, s, general)) for s in beside.statements),
    ]
    return Claim(
        run.paper.id,
        content["id"],
        content["where"],
        content["sentence"],
        found.verdict,
        tuple(statements),
        tuple(found.reasons),
        " ".join(dict.fromkeys(words)),
        content.get("href", "") if statements else "",
        content.get("timed", False),
        AGAIN[again.verdict],
        tuple(again.reasons),
        suggested.verdict if suggested.verdict != UNTESTED else "",
        tuple(suggested.reasons),
        _named(run, found.data, general),
        _named(run, again.data),
        _named(run, suggested.data),
        tuple(beside.reasons),
        about(run.paper, content),
        general,
        tuple(s._replace(decides=False) for s in found.differences or suggested.differences),
    )


def about(paper: Paper, content: ClaimText) -> About:
    """The methods of a claim, as ids of this project.

    They are those of the key `about`, or the first methods of its statements.
    """
    named: dict[str, list[str]] = {"first": [], "second": []}
    for part in ({}, *content.get("parts", [])):
        told = {**content, **part}
        told |= told.get("arguments", {})
        pairs = told.get("pairs") or [(told.get("first", told.get("method")), told.get("second"))]
        for first, second in pairs:
            named["first"] += [first]
            named["second"] += [second, *told.get("than", ())]
    subjects = content.get("about", named["first"])
    of, others = (
        dict.fromkeys(m for name in names if name for m in _ids(paper, name))
        for names in (subjects, [*named["first"], *named["second"]])
    )
    return About(tuple(of), tuple(m for m in others if m not in of))


def _ids(paper: Paper, name: str) -> tuple[str, ...]:
    method = paper.methods.get(name)
    return (*method.ids, *method.discrete) if method else (name,)


def _marked(run: Run, s: Statement, general: bool) -> str:
    """Subject of an additional statement, marked if its data, or some of them, are not the paper's own."""
    others = [runs.kind_of(run, d) != runs.EXACT for d in s.data]
    if general or not any(others):
        return s.what
    return f"{'On' if all(others) else 'Partly on'} data other than the paper's: {s.what}"


class Judged(NamedTuple):
    """The statements of several parts of a claim, and the reasons why other parts have none."""

    statements: list[Statement]
    reasons: list[str]
    differences: tuple[Statement, ...] = ()  # mean differences behind counts

    @property
    def data(self) -> list[str]:
        """The data sets of the statements that decide."""
        return list(dict.fromkeys(d for s in self.statements if s.decides for d in s.data))

    @property
    def verdict(self) -> str:
        """The verdict of all parts together."""
        return together([s.verdict for s in self.statements if s.decides] + [UNTESTED] * len(self.reasons))


def _judged(run: Run, parts: Sequence[Arguments]) -> Judged:
    found = Judged([], [], tuple(s for args in parts for s in rules.effects(run, args)))
    for args in parts:
        outcome = RULES[args.rule].judge(run, args)
        what = (f"{args.label}: {{}}" if args.label else "{}").format
        if isinstance(outcome, str):
            found.reasons.append(what(outcome))
            continue
        outcome = _over_readings(run, args, outcome)
        found.reasons.extend(what(s) for s in outcome if isinstance(s, str))
        for s in (s for s in outcome if not isinstance(s, str)):
            if args.exact and args.rule in ESTIMATES:
                s = _estimate_alone(s)
            found.statements.append(s._replace(what=what(s.what)))
    return found


def _over_readings(run: Run, args: Arguments, first: rules.Partial) -> rules.Partial:
    """Statements for all readings of an illegible formula together: their intervals cover all of them."""
    others = [RULES[args.rule].judge(other, args) for other in runs.readings(run)]
    known = [o for o in others if not isinstance(o, str) and len(o) == len(first)]
    return [_cover_readings(several) for several in zip(first, *known, strict=True)]


def _cover_readings(several: Sequence[Statement | str]) -> Statement | str:
    """The first statement with an interval that covers those of all readings; their data are the same."""
    first = several[0]
    if isinstance(first, str):
        return first
    others = [s for s in several[1:] if not isinstance(s, str) and s.data == first.data]
    kept = [s for s in others if (s.first, s.second) != (first.first, first.second)]
    if not kept or any(math.isnan(s.value) for s in (first, *kept)):
        return first
    every = [first, *kept]
    values = [formats.text(s.value, s.kind) for s in kept]
    told = f"in other readings of the formula {listing(values)}"
    more = "; ".join(filter(None, [first.more, told]))
    low, high = min(s.low for s in every), max(s.high for s in every)
    p = None if first.p is None else max(s.p or 0.0 for s in every)
    made = first._replace(low=low, high=high, p=p, more=more, plain=f"{first.plain} ({told})")
    settled = "" if len({s.verdict for s in every}) == 1 else SETTLED
    return made._replace(settled_by=settled)


def _on_own_data(run: Run, content: ClaimText, parts: Sequence[Arguments]) -> Judged:
    """Judge the parts of a claim on the paper's own data, or say why these cannot decide.

    Parts that need no data are returned as they are.
    """
    found = _judged(run, parts)
    if not found.data:
        few = "" if found.statements or not parts else _too_few(run, content, list(run.results.prepared))
        return Judged([], [few]) if few else found
    few = _too_few(run, content, found.data)
    return Judged([], [few]) if few else _judged(runs.own_data(run), parts)


def _too_few(run: Run, content: ClaimText, data: list[str]) -> str:
    """Reason why the paper's own data among `data` cannot decide; "" if they can.

    They cannot if there are fewer than `FEW` of them, unless these are all that the claim is about.
    """
    names = content.get("sets")
    names = names if isinstance(names, list) else list(run.paper.data_sets)
    exact = {
        d.printed
        for sets in run.paper.data_sets.values()
        for d in sets
        if d.kind == runs.EXACT and d.id in data
    }
    own = [name for name in names if name in exact]
    if len(own) >= min(FEW, len(names)) > 0:
        return ""
    if not own:
        return "the paper's own data are missing"
    return f"this run has {len(own)} of the {plural(len(names), 'data set')} of the paper ({listing(own)})"


def _named(run: Run, data: list[str], general: bool = False) -> str:
    """Format the data: `Data: a and b (the paper's own); c (in place of the paper's).`

    Many data sets are counted instead of named. The text is "" if there are no data.
    """
    if not data:
        return ""
    if general:
        count = plural(len(data), "data set")
        return f"The data are {count} of this run, because the claim does not name any data."
    by_kind: dict[str, list[str]] = {}
    for d in data:
        by_kind.setdefault(runs.kind_of(run, d), []).append(d)
    texts = []
    for kind, several in by_kind.items():
        names = listing(several) if len(data) <= NAMED else plural(len(several), "data set")
        texts.append(f"{names} ({KINDS[kind]})")
    return f"Data: {'; '.join(texts)}."


class Parts(NamedTuple):
    """The statements of a claim, by purpose."""

    decides: list[Arguments]
    reproduces: list[Arguments]
    beside: list[Arguments]


def _parts(run: Run, content: ClaimText) -> Parts:
    """The statements of a claim; keys that a statement does not have are taken from the claim.

    Without the key `reproduced`, the statements that decide are judged again on the paper's own data, under
    the protocol `paper` if there is one.
    """
    shared: dict[str, Any] = {k: v for k, v in content.items() if k not in OF_CLAIM}
    own = {"under": "paper", "exact": True}
    decides = [asked(shared | part) for part in content.get("parts", [{}])]
    if "reproduced" in content:
        again = [asked(shared | own | part) for part in content["reproduced"]]
    else:
        judged_again = [part for part in decides if part.rule != "own" and "paper" in run.paper.protocols]
        again = [part._replace(under=("paper",), exact=True) for part in judged_again]
    return Parts(decides, again, [asked(shared | part) for part in content.get("beside", [])])


def _estimate_alone(s: Statement) -> Statement:
    """Let the estimate alone decide a statement, as in a paper that compares numbers without a test."""
    if not math.isfinite(s.high - s.low):
        return s  # too few data sets
    return s._replace(low=s.value, high=s.value, p=None)


def summed(claims: tuple[Claim, ...]) -> str:
    """Two sentences that count the claims by verdict."""
    again = {v: sum(c.reproduced == v for c in claims) for v in AGAINS}
    held = {v: sum(c.holds == v for c in claims) for v in HELD.values()}
    part = f", {again['partly']} partly" if again["partly"] else ""
    kept = f", support {held[HELD[PART]]} in part" if held[HELD[PART]] else ""
    untested = held[HELD[UNTESTED]]
    missing = (
        f" and {_are(untested)} not tested here, because data or methods are missing" if untested else ""
    )
    return (
        f"Of {plural(len(claims), 'claim')}, {_are(again['yes'])} reproduced under the paper's own "
        f"protocol{part}, {_are(again['no'])} not, and {again['cannot be tested']} cannot be tested. "
        f"Honest tests support {held['supported']}{kept} and contradict {held['contradicted']}; "
        f"{_are(held[HELD[UNDECIDED]])} undecided{missing}."
    )


def _are(n: int) -> str:
    return f"{n} {'is' if n == 1 else 'are'}"


COLUMNS = (
    Column("paper", "Paper", "id"),
    Column("claim", "Claim"),
    Column("where", "Section"),
    Column("sentence", "What the paper says", "long"),
    Column("reproduced", "Reproduced", title="Under the paper's own protocol, by its test, on its data"),
    Column("why_reproduced", "Reproduced, why", "long"),
    Column("own_evidence", "Evidence, paper's protocol", "long"),
    Column("verdict", "Honest verdict"),
    Column("holds", "Holds honestly", title="The honest verdict as the page words it"),
    Column("why_holds", "Holds, why", "long"),
    Column("would_decide", "What would decide it", "long", title="Only for undecided claims"),
    Column("evidence", "Evidence, honest protocol", "long"),
    Column("suggested", "Suggested verdict", title="Honest, of other data in place of the paper's"),
    Column("other_evidence", "Evidence, other data", "long"),
    Column("rule", "Rule", "long"),
)
EVIDENCE = (
    Column("paper", "Paper", "id"),
    Column("claim", "Claim"),
    Column("statement", "Statement", "integer"),
    Column("decides", "Decides", title="The honest verdict"),
    Column("suggests", "Suggests", title="Decides the verdict that data other than the paper's suggest"),
    Column("reproduces", "Reproduces", title="Decides whether the claim is reproduced"),
    Column("what", "What"),
    Column("quantity", "Quantity"),
    Column("protocol", "Protocol"),
    Column("first", "First"),
    Column("second", "Second"),
    Column("n", "N", "integer"),
    Column("things", "Of"),
    Column("value", "Value", "score"),
    Column("low", "Lower end", "score"),
    Column("high", "Upper end", "score"),
    Column("p", "p", "p"),
    Column("claimed_from", "Claimed from", "score"),
    Column("claimed_to", "Claimed to", "score"),
    Column("excluded", "Excluded", "integer"),
    Column("verdict", "Verdict"),
    Column("data", "Data sets", "long"),
)


def files(claims: tuple[Claim, ...]) -> tuple[Table, ...]:
    """CSV tables of all claims and of the numbers of their statements.

    Those that depend on CPU times are in files of their own.
    """
    tables = []
    for prefix, timed in (("", False), ("time_", True)):
        chosen = [c for c in claims if c.timed == timed]
        rows = tuple(
            {"claim": c.id}
            | {k: getattr(c, k) for k in ("paper", "where", "sentence", "verdict", "evidence", "rule")}
            | {k: getattr(c, k) for k in ("reproduced", "own_evidence", "suggested", "other_evidence")}
            | {k: getattr(c, k) for k in ("why_reproduced", "holds", "why_holds", "would_decide")}
            for c in chosen
        )
        caption = "The claims of the papers" + (" that rest on times." if timed else ".")
        evidence, differences = (
            tuple(_numbers(c, i, s) for c in chosen for i, s in enumerate(getattr(c, of)))
            for of in ("statements", "differences")
        )
        behind = "Mean differences behind the counts of claims; they are drawn but do not decide any verdict."
        tables += [
            Table(f"{prefix}claims", caption, COLUMNS, rows),
            Table(f"{prefix}claims_evidence", "The numbers behind: " + caption.lower(), EVIDENCE, evidence),
            Table(f"{prefix}claims_differences", behind, EVIDENCE, differences),
        ]
    return tuple(t for t in tables if t.rows)


def _numbers(claim: Claim, number: int, s: Statement) -> Row:
    uses = ("decides", "suggests", "reproduces")
    names = (*uses, "what", "quantity", "protocol", "first", "second", "n", "things")
    shared = {k: getattr(s, k) for k in names}
    shared |= {k: getattr(s, k) for k in ("value", "low", "high", "p", "verdict", "excluded")}
    region = {"claimed_from": s.region[0], "claimed_to": s.region[1], "data": " ".join(s.data)}
    return {"paper": claim.paper, "claim": claim.id, "statement": number} | shared | region

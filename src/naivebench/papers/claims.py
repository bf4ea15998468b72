"""The claims of the papers, judged: each a sentence with a verdict, the statements that it rests on, and the
rule behind them.
"""

from __future__ import annotations

from typing import NamedTuple

from naivebench.core.checks import one_of
from naivebench.papers.paper import Paper
from naivebench.papers.rules import RULES
from naivebench.papers.run import Run
from naivebench.papers.verdicts import UNTESTED, VERDICTS, Statement, together
from naivebench.results.formats import capital, plural
from naivebench.results.tables import Column, Table


class Claim(NamedTuple):
    """What a paper says, and what this run says of it."""

    paper: str
    id: str
    where: str  # sections of the paper, with their tables
    sentence: str
    verdict: str  # one of VERDICTS
    statements: tuple[Statement, ...]
    reasons: tuple[str, ...]  # why parts of it could not be tested
    rule: str
    href: str  # anchor of the table or section with the numbers, "" where there is none
    timed: bool = False  # rests on CPU times, which differ from run to run

    @property
    def evidence(self) -> str:
        """Sentences made from numbers of this run."""
        beside = [s for s in self.statements if not s.decides]
        parts = [s.text for s in self.statements if s.decides] + [capital(f"{r}.") for r in self.reasons]
        return " ".join([*parts, *(f"Beside it: {s.text}" for s in beside)])


OF_CLAIM = ("id", "where", "sentence", "parts", "beside", "href", "timed")
SAID = {"rule", "label", "words"}  # of a statement, whatever its rule
ONLY = {"fact", "at_least", "below"}


def check(paper: Paper) -> None:
    """Raise InputError for a rule that does not exist, or an argument that no rule of its claim takes."""
    for content in paper.claims:
        where = f"claim {content['id']!r} of {paper.id}"
        several = [*content.get("parts", []), *content.get("beside", [])]
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
        for part in (content, *several):
            for key in part.get("only", {}):
                one_of(key, sorted(ONLY), "a key of `only`", where)


def judge(run: Run) -> tuple[Claim, ...]:
    """The claims of a paper. Raises InputError where they ask for what no rule knows."""
    check(run.paper)
    return tuple(_claim(run, content) for content in run.paper.claims)


def _claim(run: Run, content: dict) -> Claim:
    statements: list[Statement] = []
    reasons: list[str] = []
    rules: list[str] = []
    for args in _parts(content):
        rule = RULES[args["rule"]]
        rules.append(args.get("words", rule.words))
        decides = not args.get("beside")
        outcome = rule.judge(run, args)
        if isinstance(outcome, str):
            reasons += [outcome] if decides else []
            continue
        label = args.get("label")
        what = (f"{label}: {{}}" if label else "{}").format
        statements += [s._replace(what=what(s.what), decides=decides and s.decides) for s in outcome]
    verdict = together([*(s.verdict for s in statements if s.decides), *(UNTESTED for _ in reasons)])
    return Claim(
        run.paper.id,
        content["id"],
        content["where"],
        content["sentence"],
        verdict,
        tuple(statements),
        tuple(reasons),
        " ".join(dict.fromkeys(rules)),
        content.get("href", "") if statements else "",
        content.get("timed", False),
    )


def _parts(content: dict) -> list[dict]:
    """The arguments of every statement: of `parts`, or of the claim itself, and of what stands beside."""
    shared = {k: v for k, v in content.items() if k not in OF_CLAIM}
    parts = [{**shared, **part} for part in content.get("parts", [{}])]
    return parts + [{**shared, **part, "beside": True} for part in content.get("beside", [])]


def counted(claims: tuple[Claim, ...]) -> str:
    """`Of 9 claims 2 hold, 4 are contradicted, 3 are undecided.`"""
    numbers = {v: sum(c.verdict == v for c in claims) for v in VERDICTS}
    if numbers[UNTESTED] == len(claims):
        return f"{plural(len(claims), 'claim')}, none of them tested by this run."
    words = []
    for verdict, n in numbers.items():
        one, several = {"holds": ("holds", "hold"), "holds in part": ("holds in part", "hold in part")}.get(
            verdict, (f"is {verdict}", f"are {verdict}")
        )
        words += [f"{n} {one if n == 1 else several}"] if n else []
    return f"Of {plural(len(claims), 'claim')} {', '.join(words)}."


COLUMNS = (
    Column("paper", "Paper", "id"),
    Column("claim", "Claim"),
    Column("where", "Section"),
    Column("sentence", "What the paper says", "long"),
    Column("verdict", "Verdict"),
    Column("evidence", "Evidence", "long"),
    Column("rule", "Rule", "long"),
)
EVIDENCE = (
    Column("paper", "Paper", "id"),
    Column("claim", "Claim"),
    Column("statement", "Statement", "integer"),
    Column("decides", "Decides"),
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
)


def files(claims: tuple[Claim, ...]) -> tuple[Table, ...]:
    """All claims, and the numbers of all their statements; those that rest on times in files of times."""
    tables = []
    for prefix, timed in (("", False), ("time_", True)):
        chosen = [c for c in claims if c.timed == timed]
        rows = tuple(
            {"claim": c.id}
            | {k: getattr(c, k) for k in ("paper", "where", "sentence", "verdict", "evidence", "rule")}
            for c in chosen
        )
        caption = "The claims of the papers" + (" that rest on times." if timed else ".")
        evidence = tuple(_numbers(c, i, s) for c in chosen for i, s in enumerate(c.statements))
        tables += [
            Table(f"{prefix}claims", caption, COLUMNS, rows),
            Table(f"{prefix}claims_evidence", "The numbers behind: " + caption.lower(), EVIDENCE, evidence),
        ]
    return tuple(t for t in tables if t.rows)


def _numbers(claim: Claim, number: int, s: Statement) -> dict:
    shared = {
        k: getattr(s, k)
        for k in ("decides", "what", "quantity", "protocol", "first", "second", "n", "things")
    }
    shared |= {k: getattr(s, k) for k in ("value", "low", "high", "p", "verdict", "excluded")}
    region = {"claimed_from": s.region[0], "claimed_to": s.region[1]}
    return {"paper": claim.paper, "claim": claim.id, "statement": number} | shared | region

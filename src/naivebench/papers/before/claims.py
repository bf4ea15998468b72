"""The page's section of the papers' claims: each as a sentence with a verdict, the evidence of this run and
the rule behind the verdict.
"""

from __future__ import annotations

from typing import NamedTuple

from naivebench.papers.before.claim_rules import FAILS, HOLDS, NOT_RUN, PART, UNTESTABLE, VERDICTS, Claim
from naivebench.papers.kang2006 import claims as kang2006
from naivebench.papers.lopezcruz2013 import claims as lopezcruz2013
from naivebench.results.context import Results
from naivebench.results.formats import plural
from naivebench.results.summaries import Summary
from naivebench.results.tables import Cell, Column, Table

PAPERS = {
    "lopezcruz2013": ("López-Cruz, Bielza and Larrañaga 2013", lopezcruz2013),
    "kang2006": ("Kang, Silvescu and Honavar 2006", kang2006),
}
SYMBOLS = {HOLDS: "✓", PART: "◐", FAILS: "✗", UNTESTABLE: "?", NOT_RUN: "–"}
STYLES = {HOLDS: "yes", PART: "partly", FAILS: "no", UNTESTABLE: "open", NOT_RUN: "open"}
SHORT = {
    HOLDS: "Hold",
    PART: "In part",
    FAILS: "Do not hold",
    UNTESTABLE: "Cannot be tested",
    NOT_RUN: "Not run",
}
GENERAL = (
    "Every verdict follows from its rule, and the rules are of the same kind for all papers: the "
    "honest protocol decides, and where the paper's own "
    "protocol speaks more for the claim, the evidence says so. All of these comparisons are exploratory."
)


class Group(NamedTuple):
    """The claims of a paper."""

    paper: str
    title: str
    summary: str
    claims: tuple[Claim, ...]


class Section(NamedTuple):
    """What the page shows."""

    summary: str
    groups: tuple[Group, ...]
    counts: Table
    files: tuple[Table, ...]  # all claims, for the CSV files
    general: str = GENERAL
    symbols: dict = SYMBOLS  # verdict -> sign before it
    styles: dict = STYLES  # verdict -> class of its style

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, for the CSV files."""
        return self.counts, *self.files


def judge(results: Results, summary: Summary) -> tuple[Claim, ...]:
    """The claims of all papers, in their order."""
    return tuple(claim for _, module in PAPERS.values() for claim in module.claims(results, summary))


def section(results: Results, summary: Summary) -> Section:
    """The section; claims whose experiment is not among the results are said not to have been run."""
    judged = judge(results, summary)
    groups = []
    for paper, (title, _) in PAPERS.items():
        of_paper = tuple(c for c in judged if c.paper == paper)
        groups.append(Group(paper, title, counted(of_paper), of_paper))
    return Section(counted(judged), tuple(groups), counts(tuple(groups)), files(judged))


def counted(claims: tuple[Claim, ...]) -> str:
    """`Of 9 claims 2 hold, 3 hold in part, 4 do not hold.`"""
    numbers = {v: sum(c.verdict == v for c in claims) for v in VERDICTS}
    if numbers[NOT_RUN] == len(claims):
        return f"{plural(len(claims), 'claim')}, none of them tested by this run."
    verbs = {
        HOLDS: ("holds", "hold"),
        PART: ("holds in part", "hold in part"),
        FAILS: ("does not hold", "do not hold"),
    }
    verbs |= {UNTESTABLE: ("cannot be tested",) * 2, NOT_RUN: ("was not run", "were not run")}
    parts = [f"{n} {verbs[v][n != 1]}" for v, n in numbers.items() if n]
    return f"Of {plural(len(claims), 'claim')} {', '.join(parts)}."


COUNTS = (
    Column("paper", "Paper", "id"),
    Column("claims", "Claims", "integer", time=True),
    *(
        Column(
            v.replace(" ", "_"),
            f"{SYMBOLS[v]} {SHORT[v]}",
            "integer",
            f"Claims with the verdict “{v}”",
            time=True,
        )
        for v in VERDICTS
    ),
)


def counts(groups: tuple[Group, ...]) -> Table:
    """Claims of each paper by verdict; some rest on CPU times, so its file is one of times."""
    rows = [
        {"paper": Cell(g.paper, g.title, href=f"#claims-{g.paper}"), "claims": len(g.claims)}
        | {v.replace(" ", "_"): sum(c.verdict == v for c in g.claims) for v in VERDICTS}
        for g in groups
    ]
    return Table("claims_counts", "Claims of each paper by verdict.", COUNTS, tuple(rows))


COLUMNS = (
    Column("paper", "Paper", "id"),
    Column("where", "Where"),
    Column("claim", "Claim"),
    Column("verdict", "Verdict"),
    Column("evidence", "Evidence", "long"),
    Column("rule", "Rule", "long"),
)


def files(claims: tuple[Claim, ...]) -> tuple[Table, ...]:
    """All claims; those that rest on CPU times in the file of times."""
    timed = (*COLUMNS[:3], *(c._replace(time=True) for c in COLUMNS[3:]))
    kept = ((COLUMNS, [c for c in claims if not c.timed]), (timed, [c for c in claims if c.timed]))
    return tuple(
        Table("claims", "What the papers claimed.", columns, tuple(_row(c) for c in chosen))
        for columns, chosen in kept
        if chosen
    )


def _row(c: Claim) -> dict:
    return {
        "paper": c.paper,
        "where": c.where,
        "claim": c.sentence,
        "verdict": c.verdict,
        "evidence": c.evidence,
        "rule": c.rule,
    }

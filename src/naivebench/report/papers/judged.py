"""All papers of a run at once: their claims as a section of the page, and what the page shows of each."""

from __future__ import annotations

from typing import NamedTuple

from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Cell, Column, Table
from naivebench.report.papers import against, claims
from naivebench.report.papers.claims import Claim, counted, counted_again, counted_suggested
from naivebench.report.papers.paper import keys, read
from naivebench.report.papers.run import Run, gather
from naivebench.report.papers.section import Section, section
from naivebench.report.papers.verdicts import (
    AGAINS,
    CONTRADICTED,
    DEFINITION,
    HOLDS,
    PART,
    UNDECIDED,
    UNTESTED,
    VERDICTS,
)

SYMBOLS = {HOLDS: "✓", PART: "◐", CONTRADICTED: "✗", UNDECIDED: "?", UNTESTED: "–"}
STYLES = {HOLDS: "yes", PART: "partly", CONTRADICTED: "no", UNDECIDED: "open", UNTESTED: "open"}
SHORT = {
    HOLDS: "Hold",
    PART: "In part",
    CONTRADICTED: "Contradicted",
    UNDECIDED: "Undecided",
    UNTESTED: "Not tested",
}
GENERAL = (
    "Every claim has two verdicts. Reproduced: whether the claim comes out under the paper's own protocol, by"
    " its own test and on its own data. The sign and the second verdict say whether it holds under an honest"
    " protocol on the paper's own data, or on all data where the sentence is about no particular ones. Other"
    f" data can only suggest a verdict, which is shown beside it. {DEFINITION} Where the honest verdict names"
    " the paper's protocol alone, that protocol is honest already, or the claim is about sizes or times. All"
    " of these comparisons are exploratory."
)


class Mention(NamedTuple):
    """A claim about a method, as its card and the papers' pages show it."""

    paper: str  # its title
    sentence: str
    reproduced: str  # one of `verdicts.AGAINS`
    holds: str  # a value of `verdicts.HELD`
    href: str  # the claim's row on the page
    subject: bool  # whether the claim is about the method, or compares another one with it


class Group(NamedTuple):
    """The claims of a paper."""

    paper: str
    title: str
    summary: str
    claims: tuple[Claim, ...]


class Claims(NamedTuple):
    """What the page shows of all claims."""

    summary: str
    groups: tuple[Group, ...]
    counts: Table
    files: tuple[Table, ...]  # all claims and their numbers, for the CSV files
    general: str = GENERAL
    symbols: dict[str, str] = SYMBOLS  # verdict -> sign before it
    styles: dict[str, str] = STYLES  # verdict -> class of its style

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables, for the CSV files."""
        return self.counts, *self.files

    @property
    def by_method(self) -> dict[str, tuple[Mention, ...]]:
        """Method of this project -> the claims that name it, those that are about it first."""
        found: dict[str, list[Mention]] = {}
        for group in self.groups:
            for c in group.claims:
                for subject, methods in ((True, c.about.subjects), (False, c.about.rivals)):
                    for m in methods:
                        of = (group.title, c.sentence, c.reproduced, c.holds, f"#{c.anchor}", subject)
                        found.setdefault(m, []).append(Mention(*of))
        return {m: tuple(sorted(several, key=lambda c: not c.subject)) for m, several in found.items()}


class Papers(NamedTuple):
    """What the page shows of all papers."""

    claims: Claims
    against: against.Section | None  # the section of all papers against this run, None without rows
    sections: dict[str, tuple[str, str, Section]]  # paper -> title, heading, its section


def judged(results: Results, summary: Summary) -> Papers:
    """Everything that the papers have to show of this run."""
    several: tuple[Run, ...] = tuple(gather(read(key), results, summary) for key in keys())
    by_paper = {run.paper.id: claims.judge(run) for run in several}
    sections = {
        run.paper.id: (run.paper.title, run.paper.heading, made)
        for run in several
        if (made := section(run, by_paper[run.paper.id]))
    }
    groups = tuple(
        Group(run.paper.id, run.paper.title, summed(of_paper), of_paper)
        for run in several
        if (of_paper := by_paper[run.paper.id])
    )
    together = tuple(c for of_paper in by_paper.values() for c in of_paper)
    shown = Claims(summed(together), groups, counts(groups), claims.files(together))
    return Papers(shown, against.section(several), sections)


def summed(several: tuple[Claim, ...]) -> str:
    """How many claims have which verdicts, in sentences."""
    return " ".join(filter(None, [counted(several), counted_suggested(several), counted_again(several)]))


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
    *(
        Column(
            f"suggested_{v.replace(' ', '_')}",
            f"Suggested: {v}",
            "integer",
            "Claims for which other data than the paper's suggest this verdict",
            time=True,
        )
        for v in VERDICTS[:-1]
    ),
    *(
        Column(
            f"reproduced_{v.replace(' ', '_')}",
            f"Reproduced: {v}",
            "integer",
            "Claims that are, or are not, reproduced under the paper's own protocol",
            time=True,
        )
        for v in AGAINS
    ),
)


def counts(groups: tuple[Group, ...]) -> Table:
    """Claims of each paper by verdict; some rest on CPU times, so its file is one of times."""
    rows = [
        {"paper": Cell(g.paper, g.title, href=f"#claims-{g.paper}"), "claims": len(g.claims)}
        | {v.replace(" ", "_"): sum(c.verdict == v for c in g.claims) for v in VERDICTS}
        | {f"suggested_{v.replace(' ', '_')}": sum(c.suggested == v for c in g.claims) for v in VERDICTS[:-1]}
        | {f"reproduced_{v.replace(' ', '_')}": sum(c.reproduced == v for c in g.claims) for v in AGAINS}
        for g in groups
    ]
    return Table("claims_counts", "Claims of each paper by verdict.", COUNTS, tuple(rows))

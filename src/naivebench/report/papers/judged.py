"""All papers of a run together: the section of their claims, and the content of each paper's own section."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from naivebench.benchmark.results import formats
from naivebench.benchmark.results.context import Results
from naivebench.benchmark.results.formats import capital, plural
from naivebench.benchmark.results.summaries import Summary
from naivebench.benchmark.results.tables import Cell, Column, Table
from naivebench.report.papers import against, claims, drawn
from naivebench.report.papers.claims import Claim, summed
from naivebench.report.papers.paper import keys, read
from naivebench.report.papers.plain import VERBS
from naivebench.report.papers.run import Run, gather
from naivebench.report.papers.section import Section, section
from naivebench.report.papers.verdicts import (
    AGAIN,
    AGAINS,
    CONTRADICTED,
    HELD,
    HOLDS,
    PART,
    UNDECIDED,
    UNTESTED,
    VERDICTS,
    Statement,
    claimed,
    measured,
)

NOT_REPEATED = "Its test is not repeated."  # also in the details if the data are missing
MANY = 4  # if at least this many claims share a reason, only the heading of their paper gives it
SHORT = {
    HOLDS: "Supported",
    PART: "In part",
    CONTRADICTED: "Contradicted",
    UNDECIDED: "Undecided",
    UNTESTED: "Not tested here",
}
GENERAL = (
    "“Reproduced?” repeats the paper's protocol, test and data. “Holds honestly?” learns everything "
    "inside the training folds."
)
RULE = (
    "An honest test uses the paper's own data or, where the claim names no data, all data sets. A claim "
    "is supported if the 95 % interval lies inside what is claimed, contradicted if it lies outside, and "
    "undecided if it includes both outcomes; an undecided claim says what would decide it. A claim whose "
    "data or methods are missing is not tested here. In a count of significant differences, a data set "
    "counts against the claim if its difference has the other direction, or if two one-sided tests show "
    "that it is less than one point. Words are read alike in all papers: “clearly” and “substantially” "
    "mean more than one point, “little” and “comparable” at most one, “can” and “might” at least one data "
    "set, “frequently” at least half of them. All readings of an illegible formula are judged together. "
    "Effects are drawn on the data that decide, or otherwise on other data; a note below the effect says "
    "so. All verdicts are exploratory."
)


class Mention(NamedTuple):
    """A claim about a method, as its card and the papers' pages show it."""

    paper: str  # its title
    sentence: str
    reproduced: str  # one of `verdicts.AGAINS`
    holds: str  # a value of `verdicts.HELD`
    others: str  # verdict of other data in words, such as `support it`; "" without a verdict
    href: str  # the claim's row on the page
    page: str  # the page of its paper
    subject: bool  # whether the claim is about the method; otherwise it compares another method with it

    @property
    def supported(self) -> str:
        """Data that support the claim: `the paper's data`, `other data` or ""."""
        if self.holds == HELD[HOLDS]:
            return "the paper's data"
        return "other data" if self.others == VERBS[HOLDS][1] else ""


class Numbers(NamedTuple):
    """A statement of a claim in the claim's details."""

    use: str  # label of its purpose, such as `Honest`
    told: str  # its name, then the measure and the protocol as a sentence
    more: str
    measured: str
    claimed: str
    over: str
    p: str
    verdict: str
    drawing: str  # SVG; "" for a count, or if no claim of the paper has the scale


class Entry(NamedTuple):
    """A row of the table of claims."""

    claim: Claim
    drawing: str  # SVG of the effects; "" if there are none
    tip: str  # the drawing in words, or why there is none
    data: str  # which data are drawn; "" for the data that decide
    names: str  # names of these data
    reproduced: str  # reason of this verdict; "" if the heading of the paper gives it
    holds: str  # reason of this verdict, without the text of the heading and of `reproduced`
    lines: tuple[Numbers, ...]
    notes: tuple[tuple[str, str], ...]  # notes on each test: its name and sentences


class Group(NamedTuple):
    """The claims of a paper."""

    paper: str
    title: str
    summary: str
    entries: tuple[Entry, ...]
    axis: str  # both ends of the scale that most effects have; "" if there are no effects
    reason: str  # why its claims cannot be tested, if many of them have the same reason; otherwise ""

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims of all entries."""
        return tuple(e.claim for e in self.entries)


class Claims(NamedTuple):
    """Content of the page about all claims."""

    summary: str
    groups: tuple[Group, ...]
    counts: Table
    files: tuple[Table, ...]  # all claims and their numbers, for the CSV files
    general: str = GENERAL
    rule: str = RULE

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
                        said = (c.sentence, c.reproduced, c.holds, c.others_say)
                        of = (group.title, *said, f"#{c.anchor}")
                        found.setdefault(m, []).append(Mention(*of, f"#{group.paper}", subject))
        return {m: tuple(sorted(several, key=lambda c: not c.subject)) for m, several in found.items()}

    @property
    def choices(self) -> dict[str, dict[str, tuple[str, int]]]:
        """Filters of the table: kind -> value -> its label and the number of claims that have it."""
        every = [(g, c) for g in self.groups for c in g.claims]
        found = {"paper": {g.paper: (g.title, len(g.entries)) for g in self.groups}}
        for kind, values in (("reproduced", AGAINS), ("holds", tuple(dict.fromkeys(HELD.values())))):
            numbers = {v: sum(getattr(c, kind) == v for _, c in every) for v in values}
            found[kind] = {v: (v, n) for v, n in numbers.items() if n}
        return found


class Papers(NamedTuple):
    """Content of the page about all papers."""

    claims: Claims
    against: against.Section | None  # comparison of all papers with this run, or None if there are no rows
    sections: dict[str, tuple[str, str, Section]]  # paper -> title, heading, its section


def judged(results: Results, summary: Summary) -> Papers:
    """Judge all claims, and make the sections of all papers and their comparison with this run."""
    several: tuple[Run, ...] = tuple(gather(read(key), results, summary) for key in keys())
    by_paper = {run.paper.id: claims.judge(run) for run in several}
    sections = {
        run.paper.id: (run.paper.title, run.paper.heading, made)
        for run in several
        if (made := section(run, by_paper[run.paper.id]))
    }
    groups = tuple(
        group(run.paper.id, run.paper.title, of_paper)
        for run in several
        if (of_paper := by_paper[run.paper.id])
    )
    together = tuple(c for of_paper in by_paper.values() for c in of_paper)
    shown = Claims(summed(together), groups, counts(groups), claims.files(together))
    return Papers(shown, against.section(several), sections)


def group(paper: str, title: str, several: tuple[Claim, ...]) -> Group:
    """The claims of a paper as rows; all effects in the same unit share a scale."""
    effects = [s for c in several for s in c.effects]
    scales = drawn.scales(effects)
    points = max(scales, key=lambda key: sum(s.kind == key[0] for s in effects), default=None)
    axis = drawn.axis(scales[points], points[0]) if points else ""
    reasons = Counter(c.why_reproduced for c in several if c.reproduced == AGAIN[UNTESTED])
    reason = next((r for r, n in reasons.most_common(1) if n >= MANY), "")
    entries = tuple(_entry(c, scales, reason) for c in several)
    return Group(paper, title, summed(several), entries, axis, reason)


def _entry(claim: Claim, scales: drawn.Scales, reason: str) -> Entry:
    effects, again, holds = claim.effects, claim.why_reproduced, claim.why_holds
    for said in (reason, again if claim.reproduced == AGAIN[UNTESTED] else ""):
        if said and holds.startswith(said.removesuffix(".")):
            holds = capital(holds.removeprefix(said.removesuffix(".")).lstrip(".;, "))
    missing = bool(reason) and claim.why_holds.startswith(reason.removesuffix("."))
    why = ("" if again == reason or (missing and again == NOT_REPEATED) else again, holds)
    other = bool(effects) and all(s.suggests for s in effects)
    data, names = ("other data", claim.other_data) if other else ("", claim.data)
    lines, notes = tuple(_line(s, scales) for s in claim.statements), tuple(_notes(claim))
    if not effects:
        counted = any(s.decides or s.suggests for s in claim.statements)
        tip = "The claim is about counts, which have no effect." if counted else claim.why_holds
        return Entry(claim, "", tip, "", "", *why, lines, notes)
    picture = (drawn.drawing(effects, scales), drawn.alternative(effects), data, names)
    return Entry(claim, *picture, *why, lines, notes)


def _notes(claim: Claim) -> Iterator[tuple[str, str]]:
    """Names and texts of notes: which data each test used, and why parts of it could not be tested."""
    suggest = ""
    if claim.suggested or claim.other_reasons or claim.other_data:
        suggest = f"They {claim.others_say}." if claim.suggested else "They cannot give a verdict."
    for name, said, reasons, data in (
        ("Paper's protocol", "", claim.own_reasons, claim.own_data),
        ("Honest test", "", claim.reasons, claim.data),
        ("Other data", suggest, claim.other_reasons, claim.other_data),
        ("Beside it", "", claim.beside_reasons, ""),
    ):
        text = " ".join(filter(None, [said, *(f"{capital(r)}." for r in reasons), data]))
        if text:
            yield name, text


def _told(s: Statement) -> str:
    """Say what a statement is about: `A minus B. The measure is accuracy, mean over test parts, under
    protocol honest.`

    The members that a count is out of follow its name.
    """
    under = f", under {s.protocol}" if s.protocol else ""
    joint = ", " if re.search(r"\bof \d", s.quantity) else ". The measure is "
    return f"{s.what}{joint}{s.quantity}{under}."


def _line(s: Statement, scales: drawn.Scales) -> Numbers:
    uses = (("reproduces", "Paper's protocol"), ("decides", "Honest"), ("suggests", "Other data"))
    use = next((label for key, label in uses if getattr(s, key)), "Beside it")
    can = drawn.is_effect(s) and drawn.scale(s) in scales
    return Numbers(
        use,
        _told(s),
        s.more,
        measured(s),
        claimed(s.region, s.kind),
        plural(s.n, s.things) if s.n else "",
        "" if s.p is None else formats.p_value(s.p),
        HELD[s.verdict],
        drawn.drawing([s], scales, hidden=True) if can else "",
    )


COUNTS = (
    Column("paper", "Paper", "id"),
    Column("claims", "Claims", "integer", time=True),
    *(
        Column(v.replace(" ", "_"), SHORT[v], "integer", f"Claims with the honest verdict “{v}”", time=True)
        for v in VERDICTS
    ),
    *(
        Column(
            f"suggested_{v.replace(' ', '_')}",
            f"Other data: {HELD[v]}",
            "integer",
            "Claims for which data other than the paper's suggest this verdict",
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
    """Table that counts the claims of each paper by verdict.

    Some claims depend on CPU times, so its CSV file is kept with the measured times.
    """
    rows = [
        {"paper": Cell(g.paper, g.title, href=f"#claims-{g.paper}"), "claims": len(g.claims)}
        | {v.replace(" ", "_"): sum(c.verdict == v for c in g.claims) for v in VERDICTS}
        | {f"suggested_{v.replace(' ', '_')}": sum(c.suggested == v for c in g.claims) for v in VERDICTS[:-1]}
        | {f"reproduced_{v.replace(' ', '_')}": sum(c.reproduced == v for c in g.claims) for v in AGAINS}
        for g in groups
    ]
    return Table("claims_counts", "Claims of each paper by verdict.", COUNTS, tuple(rows))

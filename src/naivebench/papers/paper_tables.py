"""All tables of the papers: claims and statements, printed numbers, and tables of single papers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pandas as pd

from naivebench.benchmark.tables import Frames
from naivebench.evaluation.statistics import intervals, source_families
from naivebench.papers.claims import JudgedClaim, judge_claim, list_claims
from naivebench.papers.jambeiro2007 import claims as jambeiro2007_claims
from naivebench.papers.jambeiro2007 import tables as jambeiro2007
from naivebench.papers.kang2006 import claims as kang2006_claims
from naivebench.papers.kang2006 import tables as kang2006
from naivebench.papers.lopezcruz2013 import claims as lopezcruz2013_claims
from naivebench.papers.lopezcruz2013 import tables as lopezcruz2013
from naivebench.papers.mande2023 import tables as mande2023
from naivebench.papers.pairs import vote_by_family
from naivebench.papers.paper import EXACT, read_paper
from naivebench.papers.printed_numbers import GAINS, ORDINARY, describe_printed_numbers
from naivebench.papers.robles2003 import claims as robles2003_claims
from naivebench.papers.robles2003 import tables as robles2003
from naivebench.papers.run_results import Run, collect_facts
from naivebench.papers.textbook18 import tables as textbook18
from naivebench.papers.verdicts import HELD, NOT_TESTED

MODULES: dict[str, tuple[ModuleType, ModuleType]] = {  # paper, by year -> modules of its tables and claims
    "robles2003": (robles2003, robles2003_claims),
    "kang2006": (kang2006, kang2006_claims),
    "jambeiro2007": (jambeiro2007, jambeiro2007_claims),
    "lopezcruz2013": (lopezcruz2013, lopezcruz2013_claims),
    "mande2023": (mande2023, mande2023),
    "textbook18": (textbook18, textbook18),
}
WORDS = ("reproduced", "contradicted", "undecided", NOT_TESTED)  # verdicts on printed numbers


def compute_paper_tables(frames: Frames) -> Frames:
    """Compute the tables of all papers from the frames of a run.

    Tables without rows are left out. `columns.yaml` of the report describes the columns.
    """
    facts, several, tables = collect_facts(frames), [], dict[str, pd.DataFrame]()
    for name, (module, claims) in MODULES.items():
        run = Run(read_paper(name), frames, facts, {})
        judged = [judge_claim(claim, run) for claim in list_claims(claims)]
        printed = describe_printed_numbers(run, getattr(module, "judge_number", None))
        own = module.make_tables(run, printed)
        tables |= {f"{name}_{table}": frame for table, frame in own.items()}
        several.append(make_shared_tables(run, judged, printed, own.get("gains", pd.DataFrame())))
    for table in several[0]:
        rows = [shared[table] for shared in several if len(shared[table])]
        tables[table] = pd.concat(rows, ignore_index=True) if rows else pd.DataFrame()
    return {name: frame for name, frame in tables.items() if len(frame)}


def make_shared_tables(
    run: Run, judged: Sequence[JudgedClaim], printed: pd.DataFrame, gains: pd.DataFrame
) -> dict[str, pd.DataFrame]:
    # legible numbers, or those with a verdict, under the paper's own settings
    numbers = printed
    if len(printed):
        is_number = printed["printed"].notna() | (printed["verdict"] != NOT_TESTED)
        numbers = printed[(printed["settings"] == ORDINARY) & is_number]
    by_method = {"all": numbers} | dict(list(numbers.groupby("method", sort=False))) if len(numbers) else {}
    counts = [{"paper": run.paper.id, "method": m} | count_by_verdict(part) for m, part in by_method.items()]
    return {
        "papers": pd.DataFrame([summarize_paper_outcome(run, judged, numbers)]),
        "claims": pd.DataFrame([claim.make_row() for claim in judged]),
        "statements": pd.DataFrame([row for claim in judged for row in claim.list_statement_rows()]),
        "claims_of_methods": pd.DataFrame([row for claim in judged for row in claim.list_method_rows(run)]),
        "printed": printed,
        "printed_counts": pd.DataFrame(counts),
        "gain_means": average_gains(run, gains),
        "facts": pd.DataFrame({"paper": run.paper.id, "fact": run.paper.general}),
    }


def count_by_verdict(numbers: pd.DataFrame) -> dict[str, int]:
    verdicts = list(numbers["verdict"]) if len(numbers) else []
    counts = {f"numbers_{word.replace(' ', '_')}": verdicts.count(word) for word in WORDS}
    return {"numbers_tested": len(verdicts) - verdicts.count(NOT_TESTED)} | counts


def summarize_paper_outcome(run: Run, judged: Sequence[JudgedClaim], numbers: pd.DataFrame) -> dict[str, Any]:
    """Make the row of a paper: sentences of its paper.yaml, printed numbers and claims by verdict."""
    paper, words = run.paper, [HELD[claim.honest.word] for claim in judged]
    main = []
    for claim in (claim for claim in judged if claim.claim.name in paper.main_claims):
        where = " on other data" if claim.shown_verdict is claim.other else ""
        main.append(f"{HELD[claim.shown_verdict.word].capitalize()}{where}: {claim.claim.sentence}")
    return {
        "paper": paper.id, "reference": paper.reference, "idea": paper.idea, "test": paper.test,
        "remember": " ".join([paper.remember, *main]).strip(),
        **count_by_verdict(numbers), "claims": len(judged),
        **{f"claims_{word.replace(' ', '_')}": words.count(word) for word in HELD.values()},
    }  # fmt: skip


def average_gains(run: Run, gains: pd.DataFrame) -> pd.DataFrame:
    """Compute the mean gains of the paper's method in each measure: printed, under its protocol and honest.

    The means are over the data sets that have both gains of this run, with one vote for each source. `votes`
    are means over the data sets of a source, or single data sets if there are too few sources; the interval
    of the honest mean, which needs three votes, then holds for `these sources only`. `substitutes` are data
    sets that are not the paper's own.
    """
    if gains.empty:
        return pd.DataFrame()
    rows, keys = [], ["method", "against", "measure"]
    for (method, against, measure), group in gains.dropna(subset=GAINS[1:]).groupby(keys, sort=False):
        values = group.set_index("dataset")[GAINS].astype(float)
        votes = {gain: vote_by_family(values[gain].dropna().to_dict(), run.families)[0] for gain in GAINS}
        means = {gain: pd.Series(several).mean() if several else None for gain, several in votes.items()}
        interval, datasets = intervals.estimate_set_mean(votes["gain_honest"]), list(values.index)
        low, high = interval[1:3] if math.isfinite(interval.low) else (None, None)
        repeated = source_families.list_repeated_families(datasets, run.families)
        notes = (m.get("gain_note") for m in run.paper.methods.values() if method in m["ids"])
        rows.append({
            "paper": run.paper.id, "method": method, "against": against, "datasets": len(group),
            "measure": measure, "gain_printed": means["gain_printed"],
            "votes": len(votes["gain_honest"]), "gain_paper": means["gain_paper"],
            "gain_honest": means["gain_honest"], "gain_honest_low": low, "gain_honest_high": high,
            "sources": ", ".join(dict.fromkeys(run.families[d] for d in datasets)),
            "holds_for": None if low is None else "these sources only" if repeated else "further sources",
            "substitutes": sum(run.copy_kinds[d] != EXACT for d in datasets), "note": next(notes, None),
        })  # fmt: skip
    return pd.DataFrame(rows)

"""All tables of the papers: claims and statements, printed numbers, and what single papers show."""

from __future__ import annotations

from types import ModuleType

import pandas as pd

from naivebench.benchmark.tables import Frames
from naivebench.papers.claims import Judged, count_verdicts, judge_claims, list_mentions, list_rows
from naivebench.papers.jambeiro2007 import claims as jambeiro2007_claims
from naivebench.papers.jambeiro2007 import tables as jambeiro2007
from naivebench.papers.kang2006 import claims as kang2006_claims
from naivebench.papers.kang2006 import tables as kang2006
from naivebench.papers.lopezcruz2013 import claims as lopezcruz2013_claims
from naivebench.papers.lopezcruz2013 import tables as lopezcruz2013
from naivebench.papers.mande2023 import tables as mande2023
from naivebench.papers.paper import PAPERS, read_paper
from naivebench.papers.robles2003 import claims as robles2003_claims
from naivebench.papers.robles2003 import tables as robles2003
from naivebench.papers.run import make_run
from naivebench.papers.summary import summarize
from naivebench.papers.textbook18 import claims as textbook18_claims
from naivebench.papers.textbook18 import tables as textbook18

MODULES: dict[str, tuple[ModuleType, ModuleType | None]] = {  # tables, claims
    "robles2003": (robles2003, robles2003_claims),
    "kang2006": (kang2006, kang2006_claims),
    "jambeiro2007": (jambeiro2007, jambeiro2007_claims),
    "lopezcruz2013": (lopezcruz2013, lopezcruz2013_claims),
    "mande2023": (mande2023, None),
    "textbook18": (textbook18, textbook18_claims),
}


def paper_tables(frames: Frames) -> Frames:
    """Compute the tables of all papers from the frames of a run.

    Tables without rows are left out. The tables of all papers together:

    - `claims`: one row each with both verdicts, why, the first effect with its interval, and the rule
    - `claim_counts`: number of claims by paper, question and verdict
    - `statements`: every statement behind a claim, and what it is used for
    - `claims_of_methods`: the claims that are about a method, or compare another method with it
    - `printed`: printed numbers beside ours
    - `papers`: title, notes on the printed numbers, and totals
    - `paper_summaries`, `paper_notes`: sentences
    - `paper_data_sets`: our data sets for each printed one
    """
    rows: dict[str, list[dict[str, object]]] = {
        name: [] for name in ("claims", "statements", "claims_of_methods", "papers", "paper_summaries", "paper_notes")
    }
    printed, sets, found = [], [], dict[str, pd.DataFrame]()
    for name in PAPERS:
        of, claims = MODULES[name]
        run = make_run(read_paper(name), frames)
        judged: list[Judged] = judge_claims(claims, run) if claims else []
        numbers = of.list_printed_rows(run)
        own = of.make_tables(run, numbers)
        found |= {f"{name}_{table}": frame for table, frame in own.items() if len(frame)}
        printed.append(numbers)
        sets.append(run.paper.data_sets.assign(paper=name))
        for table, new in zip(("claims", "statements"), list_rows(name, judged), strict=True):
            rows[table] += new
        rows["claims_of_methods"] += list_mentions(name, judged, run)
        rows["paper_summaries"] += summarize(run, judged, numbers, of.list_texts(run, numbers, judged))
        rows["paper_notes"] += [{"paper": name, "text": text} for text in run.paper.general]
        paper = {"paper": name, "title": run.paper.title, "heading": run.paper.heading, "about": run.paper.about}
        verdicts = numbers["verdict"].value_counts() if len(numbers) else {}
        paper |= {"claims": len(judged), "printed": len(numbers)}
        rows["papers"].append(paper | {word.replace(" ", "_"): verdicts.get(word, 0) for word in WORDS})
    found |= {table: pd.DataFrame(several) for table, several in rows.items()}
    found["claim_counts"] = count_verdicts(found["claims"])
    found["printed"] = pd.concat(printed, ignore_index=True)
    found["paper_data_sets"] = pd.concat(sets, ignore_index=True)
    return {name: frame for name, frame in found.items() if len(frame)}


WORDS = ("reproduced", "contradicted", "undecided", "not tested")  # verdicts on printed numbers

"""All tables of the papers: claims and statements, printed numbers, and what single papers show."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pandas as pd

from naivebench.benchmark.tables import Frames
from naivebench.papers.claims import judge_claim, list_claims, list_mentions, list_rows
from naivebench.papers.jambeiro2007 import claims as jambeiro2007_claims
from naivebench.papers.jambeiro2007 import tables as jambeiro2007
from naivebench.papers.kang2006 import claims as kang2006_claims
from naivebench.papers.kang2006 import tables as kang2006
from naivebench.papers.lopezcruz2013 import claims as lopezcruz2013_claims
from naivebench.papers.lopezcruz2013 import tables as lopezcruz2013
from naivebench.papers.mande2023 import tables as mande2023
from naivebench.papers.paper import read_paper
from naivebench.papers.robles2003 import claims as robles2003_claims
from naivebench.papers.robles2003 import tables as robles2003
from naivebench.papers.run import make_run
from naivebench.papers.summary import average_gains, count_by_method, describe_paper
from naivebench.papers.textbook18 import claims as textbook18_claims
from naivebench.papers.textbook18 import tables as textbook18

MODULES: dict[str, tuple[ModuleType, ModuleType | None]] = {  # paper, by year -> its tables and claims
    "robles2003": (robles2003, robles2003_claims),
    "kang2006": (kang2006, kang2006_claims),
    "jambeiro2007": (jambeiro2007, jambeiro2007_claims),
    "lopezcruz2013": (lopezcruz2013, lopezcruz2013_claims),
    "mande2023": (mande2023, None),
    "textbook18": (textbook18, textbook18_claims),
}
SHARED = ("papers", "claims", "statements", "claims_of_methods", "printed_counts", "gain_means", "facts")


def paper_tables(frames: Frames) -> Frames:
    """Compute the tables of all papers from the frames of a run.

    Tables without rows are left out. The tables of all papers together:

    - `papers`: title, reference, sentences, and totals of printed numbers and claims
    - `claims`: one row each with both verdicts, why, the first effect with its interval, and the rule
    - `statements`: every statement behind a claim, and what it is used for
    - `claims_of_methods`: the claims that are about a method, or compare another method with it
    - `printed`: printed numbers beside ours; `printed_counts`: how many of a method are reproduced
    - `gain_means`: mean gain of a paper's method, printed, under its protocol and honest
    - `facts`: known facts about the printed numbers, and the readings that we chose
    - `paper_data_sets`: our data sets for each printed one
    """
    rows: dict[str, list[dict[str, Any]]] = {table: [] for table in SHARED}
    printed, sets, tables = [], [], dict[str, pd.DataFrame]()
    for name, (of, claims) in MODULES.items():
        run = make_run(read_paper(name), frames)
        judged = [judge_claim(claim, run) for claim in list_claims(claims)] if claims else []
        numbers = of.list_printed_rows(run)
        own = of.make_tables(run, numbers)
        tables |= {f"{name}_{table}": frame for table, frame in own.items()}
        new = dict(zip(("claims", "statements"), list_rows(name, judged), strict=True))
        new |= {
            "papers": [describe_paper(run, judged, numbers)],
            "printed_counts": count_by_method(run, numbers),
        }
        new |= {"claims_of_methods": list_mentions(name, judged, run)}
        new |= {"gain_means": average_gains(run, own.get("gains", pd.DataFrame()))}
        new |= {"facts": [{"paper": name, "fact": fact} for fact in run.paper.general]}
        for table, several in new.items():
            rows[table] += several
        printed.append(numbers)
        sets.append(
            run.paper.data_sets.rename(columns={"printed": "printed_name", "kind": "copy"}).assign(paper=name)
        )
    tables |= {table: pd.DataFrame(several) for table, several in rows.items()}
    tables |= {"printed": _join(printed), "paper_data_sets": _join(sets)}
    return {name: frame for name, frame in tables.items() if len(frame)}


def _join(frames: list[pd.DataFrame]) -> pd.DataFrame:
    kept = [frame for frame in frames if len(frame)]
    return pd.concat(kept, ignore_index=True) if kept else pd.DataFrame()

"""Claims, statements and tables of a made run against those of an independent implementation.

The files in `expected/` were computed from the same made run by the code that judged claims before this
package: rules and arguments in YAML, on objects instead of frames (commit c871f3d0, `report/papers`). The two
share the statistics of `evaluation`, and no other code. Columns that it did not have were added to
`tables.csv` from the code before claims had their sentences in docstrings (commit 89cfab85). What changed on
purpose since then comes from this package: the claim `with-criterion`, the level of the test of the runs, the
mean gains by measure, the words of statements and reasons, the unit of `jambeiro2007_splits`, the names in
`kang2006_published`, the words *test fold* for *test part*, and the effects of claims, which are those of the
statements in their reasons. Every method, data set and protocol of the run has scores of its own, so a claim
that compares another pair, reads another protocol or metric, or has another threshold differs in a number.

The tables of the other runs have no independent source. This package computed them from the run after some
of its jobs have failed (`part`), with rare facts and scores (`odd`), and with few or none of the papers'
data. They show what changes, as do the reasons of all statements.
"""

from __future__ import annotations

import io
import zlib
from functools import cache
from pathlib import Path

import pandas as pd
import pytest
from support.papers_run import make_odd_run, make_part_of_run, make_run, select_datasets

from naivebench.papers.claims import list_claims
from naivebench.papers.paper import read_paper
from naivebench.papers.paper_tables import MODULES, compute_paper_tables
from naivebench.papers.run_results import Run, collect_facts
from naivebench.papers.verdicts import HELD, UNCLEAR, describe_verdict
from naivebench.report.tables import find_column, list_needed_columns, read_column_declarations, read_pages

EXPECTED = Path(__file__).parent / "expected"
FEW = ("glass", "cleve", "mushroom", "promoters-dna", "reuters-earn", "weka-iris-classification")
RUNS = {  # prefix of the expected columns: their run
    "tables": make_run,
    "part": make_part_of_run,
    "odd": make_odd_run,
    "few": lambda: select_datasets(make_run(), FEW),
    "none": lambda: select_datasets(make_run(), ("adult",)),
}


@cache
def compute(run: str) -> dict[str, pd.DataFrame]:
    return compute_paper_tables(RUNS[run]())


@cache
def as_text(name: str, run: str = "tables") -> pd.DataFrame:
    """A computed table as a reader of its CSV file sees it."""
    text = compute(run)[name].to_csv(index=False)
    return pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)


@cache
def read(name: str) -> pd.DataFrame:
    return pd.read_csv(EXPECTED / f"{name}.csv", dtype=str, keep_default_na=False)


@cache
def read_tables(run: str) -> pd.DataFrame:
    frame = read("tables").set_index("table").filter(regex=f"^{run}_")
    frame.columns = frame.columns.str.removeprefix(f"{run}_")
    return frame[frame["rows"] != ""].reset_index()


CLAIMS = [tuple(key) for key in read("claims")[["paper", "claim"]].to_numpy()]
ROWS = [(run, row) for run in RUNS for row in read_tables(run).itertuples(index=False)]


@pytest.mark.parametrize(("paper", "claim"), CLAIMS)
def test_claim_has_the_expected_verdicts_and_reasons(paper, claim):
    ours = as_text("claims").query("paper == @paper and claim == @claim").iloc[0]
    expected = read("claims").query("paper == @paper and claim == @claim").iloc[0]
    columns = ["reproduced", "why_reproduced", "verdict", "why_holds", "suggested"]
    assert ours[columns].to_dict() == expected[columns].to_dict()
    assert ours["holds"] == HELD[expected["verdict"]]


@pytest.mark.parametrize(("run", "row"), ROWS, ids=[f"{run}-{row.table}" for run, row in ROWS])
def test_table_has_the_expected_columns(run, row):
    """Rows, numbers weighted by their row, and texts of every column."""
    ours = as_text(row.table, run)
    columns, *expected = (field.split(";") for field in row[2:])
    assert list(ours) == columns
    assert len(ours) == int(row.rows)
    weights = pd.Series(range(1, len(ours) + 1), dtype=float)
    for name, number, weighted, text in zip(columns, *expected, strict=True):
        numbers = pd.to_numeric(ours[name], errors="coerce")
        texts = ours[name][numbers.isna() & (ours[name] != "")]
        code = zlib.crc32("|".join(f"{i}:{x}" for i, x in texts.items()).encode()) if len(texts) else 0
        assert int(numbers.notna().sum()) == int(number), name
        total = (numbers.where(numbers.abs() < 1e300) * weights).sum()
        assert total == pytest.approx(float(weighted), rel=1e-7, abs=1e-9), name
        assert code == int(text), name


def test_every_column_of_a_page_is_computed():
    """Tables of runs: see tests/report/test_report_site.py."""
    declared = read_column_declarations()
    known = {row.table: row.columns.split(";") for row in read_tables("tables").itertuples()}
    for page in read_pages().values():
        for id_, section in page.get("sections", {}).items():
            if section.get("table") in known and "spread" not in section:
                shown = list_needed_columns(find_column(declared, name) for name in section["columns"])
                assert {*shown} <= {*known[section["table"]], "group"}, id_


@pytest.mark.parametrize("run", RUNS)
def test_no_other_table_is_computed(run):
    assert sorted(compute(run)) == sorted(read_tables(run)["table"])


@pytest.mark.parametrize("run", ["tables", "odd", "none"])
def test_statements_have_the_expected_reasons(run):
    """Also those that no table of a made run shows, because another statement or missing data decide."""
    frames, reasons = RUNS[run](), {}
    facts = collect_facts(frames)
    for name, (_, module) in MODULES.items():
        for claim in list_claims(module):
            answer = claim.judge(Run(read_paper(name), frames, facts, {}))
            statements = [v for top in (answer.honest, answer.paper, *answer.beside) for v in top.statements]
            reasons[name, claim.name] = " | ".join(map(describe_verdict, statements))
    assert reasons == read("claims").set_index(["paper", "claim"])[f"{run}_reasons"].to_dict()


def test_mean_gains_give_every_source_one_vote():
    tables, family = compute("tables"), make_run()["datasets"].set_index("dataset")["family"]
    gains = tables["robles2003_gains"]
    for row in tables["gain_means"].query("paper == 'robles2003'").itertuples():
        rows = gains.query("method == @row.method and against == @row.against")
        votes = rows.groupby(rows["dataset"].map(family))[["gain_paper", "gain_honest"]].mean().mean()
        assert row.gain_honest == pytest.approx(votes["gain_honest"], abs=1e-12)
        assert row.gain_paper == pytest.approx(votes["gain_paper"], abs=1e-12)
        assert (row.datasets, row.votes) == (len(rows), rows["dataset"].map(family).nunique())


def test_effect_of_a_claim_is_the_estimate_that_its_reason_describes():
    tables, keys = compute("tables"), ["paper", "claim"]
    claims, statements = tables["claims"].set_index(keys), tables["statements"].set_index(keys)
    row = claims.loc[("robles2003", "backward-above-forward")]
    assert (row.effect_unit, row.claimed) == ("points", "above 0")
    counted = claims.loc[("robles2003", "iterative-significant")]
    drawn = statements.loc[("robles2003", "iterative-significant")].query("use == 'drawn'").iloc[0]
    assert (counted.effect, counted.claimed) == (drawn.effect, "")
    assert (statements["claimed_from"] <= statements["claimed_to"]).all()  # an infinite end has no sum above

    # of several statements, one with the verdict that decides, also if it is a count
    several = claims.loc[("lopezcruz2013", "period")]
    assert (several.effect, several.effect_high, several.effect_unit) == (0, 4, "integer")
    assert ": 0 of 5 data sets" in several.why_holds
    assert several.claimed == "at least 1"
    estimates = statements.query("use == 'honest' and effect.notna()")
    for key, row in claims.iterrows():
        decide = estimates[estimates.index == key]
        if len(decide) and row.claimed:
            first = decide.iloc[decide["verdict"].map(UNCLEAR.index).argmin()]
            assert (row.effect, row.effect_of) == (first.effect, first.what), key

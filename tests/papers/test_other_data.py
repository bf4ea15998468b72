"""Runs that have none of the papers' data or methods."""

import pandas as pd
import pytest
from support.papers_run import SERIES, make_run
from support.report_tables import make_tables
from support.small_run import make_frames

from naivebench.benchmark.tables import compute_tables, write_tables
from naivebench.papers.collect import paper_tables
from naivebench.report.build import build_site

# these rest on equations or on printed numbers alone, as the examples of textbook18 do
WITHOUT_DATA = {"ienb-above-iterative", "errs-at-the-cut", "surfaces"}


@pytest.mark.parametrize("datasets", [("zoo",), ("tic-tac-toe", "zoo"), ("made",)])
@pytest.mark.parametrize("methods", [("nb", "majority"), ("majority",)])
def test_no_claim_is_judged_without_the_papers_data(tmp_path, datasets, methods):
    scores = [
        ("honest", dataset, method, 0, fold, 10, 90, "accuracy", 0.5 + 0.1 * fold)
        for dataset in datasets
        for method in methods
        for fold in range(3)
    ]
    tables = paper_tables(make_frames(scores, methods))
    claims = tables["claims"].set_index("claim")
    judged = claims["holds"].isin(["supported", "contradicted", "undecided", "partly"])
    judged |= claims["reproduced"].isin(["yes", "no", "partly"])
    assert {*claims.index[judged & (claims["paper"] != "textbook18")]} <= WITHOUT_DATA
    assert len(claims) > 60
    assert len(tables["papers"]) == 6


@pytest.mark.slow
@pytest.mark.parametrize("datasets", [("zoo",), ("iris", "zoo"), ("magic",), ("chess", "corral")])
def test_pages_are_built_with_little_data_of_the_papers(tmp_path, datasets):
    scores = [
        ("honest", dataset, method, 0, fold, 10, 90, "accuracy", 0.5 + 0.1 * fold)
        for dataset in datasets
        for method in ("nb", "tan", "gnb", "ienb", "majority")
        for fold in range(10)
    ]
    frames = make_frames(scores, ("nb", "tan", "gnb", "ienb", "majority"))
    write_tables(compute_tables(frames, 1) | paper_tables(frames), tmp_path / "tables")
    (tmp_path / "figures").mkdir()
    build_site(tmp_path / "tables", tmp_path / "figures", tmp_path / "site")
    assert (tmp_path / "site" / "claims.html").is_file()


@pytest.mark.slow
def test_pages_are_built_for_one_of_several_series(tmp_path):
    """Its table has no column for what only the other series show."""
    run = make_run()
    series = [dataset for dataset in SERIES if "attributes" in dataset]
    part = {
        name: frame[frame["dataset"].isin(series)]
        if isinstance(frame, pd.DataFrame) and "dataset" in frame
        else frame
        for name, frame in run.items()
    }
    tables = paper_tables(part)
    assert "parameters_exponent" not in tables["jambeiro2007_growth"]
    make_tables(tmp_path / "tables")
    write_tables(tables, tmp_path / "tables")
    (tmp_path / "figures").mkdir()
    build_site(tmp_path / "tables", tmp_path / "figures", tmp_path / "site")
    page = (tmp_path / "site" / "papers" / "jambeiro2007.html").read_text(encoding="utf-8")
    assert "jambeiro2007_growth" in page

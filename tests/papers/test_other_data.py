"""Runs that have none of the papers' data or methods."""

import pytest
from support.small_run import make_frames

from naivebench.papers.collect import paper_tables

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
    tables = paper_tables(make_frames(tmp_path, scores, methods))
    claims = tables["claims"].set_index("claim")
    judged = claims["holds"].isin(["supported", "contradicted", "undecided", "partly"])
    judged |= claims["reproduced"].isin(["yes", "no", "partly"])
    assert {*claims.index[judged & (claims["paper"] != "textbook18")]} <= WITHOUT_DATA
    assert len(claims) > 60
    assert len(tables["papers"]) == 6

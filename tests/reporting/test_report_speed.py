"""The report of many methods on many data sets renders, stays small, and is cheap to open;
tests/bench/bench_report.py measures times.
"""

import pytest
from support import report_fixture

from naivebench.reporting import page
from naivebench.reporting.figures.catalogue import draw_all
from naivebench.results.context import load
from naivebench.results.summaries import summarize

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def html(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("speed"), n_datasets=40, n_methods=35)
    results = load(root / "results", root / "prepared")
    summary = summarize(results)
    return page.build(results, summary, draw_all(results, summary))["index.html"]


def test_no_figure_gave_up(html):
    assert "could not be drawn" not in html
    for name in ("rank_trajectories", "simplex", "cost"):
        assert f'id="{name}-desc"' in html

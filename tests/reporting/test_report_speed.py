"""The report of many methods on many data sets renders, stays small, and is cheap to open;
tests/bench/bench_report.py measures times.
"""

import re

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


def test_35_methods_on_40_data_sets_fit_into_ten_megabytes(html):
    assert len(html.encode()) < 10_000_000


def test_no_figure_gave_up(html):
    assert "could not be drawn" not in html
    for name in ("rank_trajectories", "simplex", "cost"):
        assert f'id="{name}-desc"' in html


def test_further_views_are_text_until_they_are_asked_for(html):
    parts = re.findall(
        r'<script type="text/plain" data-protocol="[^"]+" data-metric="[^"]+">(.*?)</script>', html, re.DOTALL
    )
    assert len(parts) > 20
    assert all(p.count("<table") == p.count("</table>") == 1 for p in parts)
    outside = re.sub(r"<script.*?</script>", "", html, flags=re.DOTALL)
    for name in ("ranking", "scores", "pairs", "corrected_t"):
        box = outside[outside.index(f'id="table-{name}"') :]
        assert box[: box.index("</table>")].count("<tr") > 35, name

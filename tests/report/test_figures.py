"""Properties of all figures.

They are valid SVG with text as text and one palette, have the same bytes every time, and contain a sentence
if nothing can be drawn.
"""

import itertools
import re
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest
from support import report_fixture

from naivebench.benchmark.results import summaries
from naivebench.benchmark.results.comparisons import Pair
from naivebench.benchmark.results.context import load
from naivebench.benchmark.results.summaries import cliques, summarize
from naivebench.report import overconfidence, palette
from naivebench.report.figures import calibration, pareto, style
from naivebench.report.figures.catalogue import FIGURES, draw
from naivebench.report.figures.names import name_points
from naivebench.report.palette import STYLES
from naivebench.report.papers.robles2003 import figures as robles2003

pytestmark = pytest.mark.slow

SVG = "{http://www.w3.org/2000/svg}"
RANKS = "statistics/ranks"
# the figures of papers have tests of their own
ALWAYS = [n for n, f in FIGURES.items() if not f.folded and (f.place == RANKS or "/" not in f.place)]


@pytest.fixture(scope="module")
def loaded(tmp_path_factory):
    root = report_fixture.write(tmp_path_factory.mktemp("figures"), n_datasets=8, n_methods=10)
    results = load(root / "results", root / "prepared")
    return results, summarize(results)


@pytest.fixture(scope="module")
def drawn(loaded):
    return {name: draw(name, *loaded) for name in ALWAYS}


@pytest.mark.parametrize("name", ALWAYS)
def test_a_figure_is_svg_with_text_a_title_and_a_description(drawn, name):
    root = ElementTree.fromstring(drawn[name])
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text
    assert len(root.find(f"{SVG}desc").text) > 40
    words = {"".join(t.itertext()).strip() for t in root.iter(f"{SVG}text")}
    assert len(words) > 8
    assert "could not be drawn" not in drawn[name]


@pytest.mark.parametrize("name", ALWAYS)
def test_a_figure_has_its_own_ids_no_dates_no_hosts_and_resolved_references(drawn, name):
    svg = drawn[name]
    ids = re.findall(r'\bid="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert all(i.startswith(name + "-") for i in ids)
    assert set(re.findall(r'(?:url\(|href=")#([^)"]+)', svg)) <= set(ids)
    assert re.findall(r'https?://[^"]+', svg) == ["http://www.w3.org/2000/svg"]
    assert "<style" not in svg
    assert "currentColor" in svg


@pytest.mark.parametrize("name", ALWAYS)
def test_two_drawings_have_the_same_bytes_and_do_not_change_the_random_state(loaded, drawn, name):
    before = repr(np.random.get_state(legacy=False))  # noqa: NPY002 - the test is that nobody touches it
    assert draw(name, *loaded) == drawn[name]
    assert repr(np.random.get_state(legacy=False)) == before  # noqa: NPY002


@pytest.mark.parametrize("name", sorted({*ALWAYS} - {"pareto"}))
def test_a_figure_fits_a_small_screen(drawn, name):
    assert 0 < style.least_width(drawn[name]) <= 480


def test_names_at_the_ends_of_lines_keep_their_order_and_a_distance():
    import matplotlib.pyplot as plt

    ends = {"low": 1.0, "high": 9.0, "also low": 1.1, "lowest": 0.9}
    with style.styled():
        _, axes = plt.subplots()
        axes.set(xlim=(0, 1), ylim=(0, 10))
        style.name_ends(axes, ends, 0.1)
        at = {text.get_text(): text.xyann[1] for text in axes.texts}
    order = sorted(at, key=lambda name: -at[name])
    assert order == ["high", "also low", "low", "lowest"]
    assert all(at[a] - at[b] > 0.1 - 1e-9 for a, b in itertools.pairwise(order))
    assert min(at.values()) >= 0


def test_overconfidence_is_confidence_minus_accuracy_averaged_over_data_sets(loaded):
    results, _ = loaded
    protocol, sets = results.primary[0], sorted({str(d) for d in results.calibration["dataset"]})[:3]
    expected = []
    for dataset in sets:
        frame = results.calibration
        rows = frame[
            (frame["protocol"] == protocol) & (frame["dataset"] == dataset) & (frame["method"] == "nb")
        ]
        expected.append((rows["confidence_sum"].sum() - rows["correct"].sum()) / rows["cases"].sum())
    assert overconfidence.gaps(results, protocol, sets)["nb"] == pytest.approx(np.mean(expected))
    assert overconfidence.gaps(results, protocol, [*sets, "elsewhere"]) == {}


def test_the_title_of_calibration_states_on_which_side_most_methods_are(loaded):
    results, summary = loaded
    gaps = overconfidence.gaps(results, results.primary[0], summary_sets(*loaded))
    over = sum(v > 0 for v in gaps.values())
    title = calibration.calibration(results, summary).title
    assert (f"overconfident: {over} of {len(gaps)}" in title) == (2 * over >= len(gaps))


def summary_sets(results, summary):
    """The data sets of the primary comparison."""
    return summaries.compared(results, summary, *results.primary)


def test_group_colours_follow_the_theme_in_every_figure(drawn):
    for name in ("critical_difference", "score_distributions", "calibration", "pareto", "optimism"):
        assert f"var(--g1, {palette.STYLES[1].light})" in drawn[name]


@pytest.mark.parametrize("name", sorted({*ALWAYS} - {"calibration", "pareto"}))
def test_an_impossible_figure_becomes_one_sentence(tmp_path, name):
    root = report_fixture.write(tmp_path, n_datasets=1, n_methods=1, protocols=("honest",), learning=False)
    results = load(root / "results", root / "prepared")
    svg = draw(name, results, summarize(results))
    text = "".join(ElementTree.fromstring(svg).find(f"{SVG}text").itertext())
    assert text.endswith(".")
    assert "could not be drawn" not in text


def labels(axis):
    """The texts of the labels inside an axis, and the text that is written once for all axes."""
    low, high = axis.get_view_interval()
    texts = zip(axis.get_ticklabels(), axis.get_ticklocs(), strict=True)
    return [text.get_text() for text, at in texts if low <= at <= high], axis.get_offset_text().get_text()


@pytest.mark.parametrize("evaluations", [(500, 900), (3600, 9500), (500, 6500), (500, 105_500)])
@pytest.mark.parametrize("accuracy", [(0.999987, 0.999991), (0.9640, 0.9644), (0.7, 0.9)])
def test_panels_of_search_trajectories_have_several_labels_with_all_digits(evaluations, accuracy):
    """An axis needs labels even if there is no power of ten in its range, and 0.0088 is not +9.999e1."""
    import matplotlib.pyplot as plt

    columns = {"generation": [0, 1], "evaluations": evaluations, "best": accuracy, "mean": accuracy}
    frame = pd.DataFrame(columns | {"method": "bsej", "repeat": 0, "fold": 0})
    summary = SimpleNamespace(pooled={})
    with style.styled():
        figure, panel = plt.subplots(figsize=(2.4, 1.75))
        robles2003._panel(panel, frame, "made", {"bsej": STYLES[1]}, summary, "honest")
        figure.canvas.draw()
        for axis in (panel.xaxis, panel.yaxis):
            texts, apart = labels(axis)
            assert len(set(texts)) == len(texts) >= 2
            assert apart == ""
        numbers = [float(text) / 100 for text in labels(panel.yaxis)[0]]
        assert all(abs(a - accuracy[0]) < 2 * (accuracy[1] - accuracy[0]) for a in numbers)


def test_coordinates_move_by_a_twentieth_of_a_pixel_at_most():
    drawn = (
        '<g transform="translate(123.456 7.891)"><path d="M10.25 9.99L100.04 20.06"/><text>12.345</text></g>'
    )
    assert style._rounded(drawn) == (
        '<g transform="translate(123.5 7.89)"><path d="M10.2 9.99L100 20.1"/><text>12.345</text></g>'
    )


def test_an_error_while_drawing_becomes_a_sentence(loaded):
    def broken(results, summary):
        raise ValueError("no <such> thing")

    svg = style.draw("times", broken, *loaded)
    assert "could not be drawn: ValueError: no &lt;such&gt; thing" in svg
    ElementTree.fromstring(svg)


def test_cliques_are_the_maximal_runs_without_a_difference():
    ranks = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 4.5}
    p = {
        ("a", "b"): 0.4,
        ("a", "c"): 0.02,
        ("a", "d"): 0.001,
        ("b", "c"): 0.3,
        ("b", "d"): 0.2,
        ("c", "d"): 0.3,
    }
    pairs = [Pair(a, b, 0, v, 0, 0, 0, holm=v) for (a, b), v in p.items()]
    entry = SimpleNamespace(average_ranks=ranks, alpha=0.05, pairs=pairs)
    assert cliques(entry) == [["a", "b"], ["b", "c", "d"]]
    assert summaries.not_different(entry, "a") == ["b"]


def test_names_are_not_over_other_points():
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 4))
    axes.set(xlim=(0, 10), ylim=(0, 10))
    figure.canvas.draw()
    points = pd.DataFrame({"x": [5.0], "y": [5.0]}, index=["front"])
    name_points(axes, points, {"front": ["Name"]})
    (usual,) = axes.texts
    box = axes.transData.inverted().transform(usual.get_window_extent())
    grey = box.mean(axis=0)
    usual.remove()
    name_points(axes, points, {"front": ["Name"]}, grey[None])
    (moved,) = axes.texts
    low, high = axes.transData.inverted().transform(moved.get_window_extent())
    assert moved.get_text() == "Name"
    assert not ((low <= grey) & (grey <= high)).all()
    plt.close(figure)


def test_pareto_front_has_the_methods_that_no_other_beats_in_both():
    found = {
        "slow_good": (9.0, 0.9),
        "fast_bad": (1.0, 0.5),
        "slow_bad": (5.0, 0.4),
        "middle": (3.0, 0.8),
        "tie": (3.0, 0.7),
    }
    assert pareto.front(found, "higher") == ["fast_bad", "middle", "slow_good"]
    assert pareto.front(found, "lower") == ["fast_bad", "slow_bad"]


def test_known_groups_keep_their_style_among_any_others():
    alone, crowd = (
        palette.styles(["naive Bayes"]),
        palette.styles(["naive Bayes", "zeta", "external", "alpha"]),
    )
    assert alone["naive Bayes"] == crowd["naive Bayes"]
    assert (
        len({s.light for s in crowd.values()})
        == len({s.marker for s in crowd.values()})
        == len({s.glyph for s in crowd.values()})
        == 4
    )

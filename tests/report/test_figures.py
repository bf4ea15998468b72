"""Figures show the values of their frames: heights, lengths and places of marks equal the data."""

import math

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PathCollection
from support.small_run import complete, configure

from naivebench.benchmark.tables import compute_tables, write_tables
from naivebench.report.figures import choose_frames, draw_figures, find_draw_function, overview, papers
from naivebench.report.figures.style import GROUPS, save_figure, use_style
from naivebench.report.tables import MARKS, read_pages, read_static_file

METHODS = ["nb", "aode", "random_forest"]
RANKING = pd.DataFrame(
    {
        "method": METHODS,
        "group": ["naive Bayes", "Bayesian network", "baseline"],
        "average_rank": [3.0, 1.5, 2.5],
        "score": [0.79, 0.82, 0.81],
        "cost_factor": [1.0, 5.6, 800.0],
        "on_front": [True, True, False],
    }
)
PAIRS = pd.DataFrame(
    {
        "a": ["nb", "nb", "aode"],
        "b": ["aode", "random_forest", "random_forest"],
        "wins": [1, 3, 5],
        "ties": [0, 2, 0],
        "losses": [9, 5, 5],
    }
)


@pytest.fixture(autouse=True)
def styled():
    with use_style():
        yield


def dots(axes):
    """Places of all dots, (n, 2)."""
    return np.vstack([np.asarray(c.get_offsets()) for c in axes.collections if isinstance(c, PathCollection)])


def test_cost_has_a_dot_for_each_method_and_names_those_on_the_front():
    (axes,) = overview.draw_cost(RANKING).axes
    expected = {(row.cost_factor, 100 * row.score) for row in RANKING.itertuples()}
    assert {tuple(dot) for dot in dots(axes)} == expected
    assert [text.get_text() for text in axes.texts] == ["nb", "aode"]
    (axes,) = overview.draw_cost(RANKING.assign(on_front=[True, False, True])).axes
    assert [text.get_text() for text in axes.texts] == ["nb", "random_forest", "aode"]  # aode: best of family


@pytest.mark.parametrize("costs", [[math.nan] * 3, [1.0, math.nan, math.nan]])
def test_cost_is_not_drawn_without_a_measured_rival(costs):
    section = read_pages()["index.html"]["sections"]["cost"]
    ranking = RANKING.assign(cost_factor=costs, primary=True, group="reference")
    (chosen,) = choose_frames(section, {"ranking": ranking}, pd.Series(dtype=object))
    assert not len(chosen)


def test_critical_differences_join_neighbours_that_the_test_cannot_tell_apart():
    tests = pd.DataFrame({"critical_difference": [1.5, 1.5]})  # aode and nb differ by as much
    (axes,) = overview.draw_critical_difference(RANKING, tests).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["aode", "random_forest", "nb"]
    assert dots(axes)[:, 0].tolist() == [1.5, 2.5, 3.0]
    bars = [tuple(np.round(np.add(line.get_ydata(), [0.3, -0.3])).astype(int)) for line in axes.lines]
    assert bars == [(0, 1), (1, 2)]  # aode and nb differ
    assert [line.get_xdata()[0] for line in axes.lines] == [4, 5]  # beyond the axis of ranks, side by side
    assert axes.spines["bottom"].get_bounds() == (1, len(RANKING))
    assert max(axes.get_xticks()) <= len(RANKING)
    bottom, top = axes.get_ylim()
    assert bottom > 2 > 0 > top  # the rows of all three methods are inside


def test_wins_are_shares_with_half_a_tie_and_the_mirror_is_the_rest():
    heat = overview.draw_wins(PAIRS, RANKING).axes[0].collections[0].get_array().filled(np.nan).reshape(3, 3)
    # rows and columns: aode, random_forest, nb
    assert heat[2].tolist()[:2] == [10.0, 40.0]
    assert heat[0, 2] == 90.0
    assert heat[0, 1] == 50.0
    assert np.isnan(np.diag(heat)).all()


def test_bars_of_probabilities_and_of_bias_add_up():
    frame = pd.DataFrame(
        {"method": METHODS, "better": [0.2, 0.5, 0], "rope": [0.3, 0.5, 0], "worse": [0.5, 0, 1.0]}
    )
    (axes,) = overview.draw_probabilities(frame).axes
    widths = np.array([bar.get_width() for bar in axes.patches]).reshape(3, 3)
    assert widths[:, ::-1].tolist() == [[0.2, 0.5, 0], [0.3, 0.5, 0], [0.5, 0, 1.0]]
    parts = RANKING[["method", "group"]].assign(
        error=[0.3, 0.2, 0.1], bias=[0.2, 0.1, 0.05], variance=[0.1, 0.1, 0.05]
    )
    (axes,) = overview.draw_bias_variance(parts).axes
    ends = [bar.get_x() + bar.get_width() for bar in axes.patches[3:]]
    assert ends == pytest.approx([30, 20, 10])


def test_curves_of_learning_and_reliability_are_those_of_the_frame():
    curve = pd.DataFrame(
        {"dataset": "iris", "method": "nb", "group": "naive Bayes", "n_train": [10, 100], "score": [0.5, 0.9]}
    )
    line = overview.draw_learning_curves(curve).axes[0].lines[0]
    assert line.get_xdata().tolist() == [10, 100]
    assert line.get_ydata() == pytest.approx([50, 10])
    bins = pd.DataFrame(
        {"method": "nb", "group": "naive Bayes", "confidence": [0.6, 0.9], "accuracy": [0.5, 0.7]}
    )
    line = overview.draw_reliability(bins).axes[0].lines[1]
    assert line.get_xydata() == pytest.approx(np.array([[60, 50], [90, 70]]))


def test_gains_have_three_dots_for_each_data_set():
    gains = pd.DataFrame({"dataset": ["a", "b"], "method": "m", "gain_printed": [0.05, np.nan]})
    gains = gains.assign(gain_paper=[0.04, 0.03], gain_honest=[0.01, -0.02])
    axes = papers.draw_gains(gains).axes[0]
    places = {tuple(np.round(dot, 6)) for dot in dots(axes)}
    assert places >= {(5, 0), (4, 0), (1, 0), (3, 1), (-2, 1)}


def test_dots_of_optimism_are_points_in_the_row_of_their_name():
    frame = pd.DataFrame({"protocol": ["b", "b", "a"], "optimism": [0.03, np.nan, -0.01]})
    (axes,) = overview.draw_optimism(frame).axes
    assert {tuple(np.round(dot)) for dot in dots(axes)} == {(-1, 0), (3, 1)}  # from the smallest median
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]
    assert [list(line.get_xdata()) for line in axes.lines] == [[0, 0]]
    fits = pd.DataFrame({"dataset": ["a", "b"], "fit_gain": [6.0, -2.0], "angles": [3, 4]})
    assert dots(papers.draw_fit(fits).axes[0])[:, 0].tolist() == [2.0, -0.5]


def test_areas_of_a_rose_are_proportional_to_counts():
    counts = {"x": [4, 0, 1, 0], "y": [0, 9, 3, 0]}
    rows = [
        {"dataset": "d", "attribute": "a", "class": c, "sector": s, "count": n}
        for c in counts
        for s, n in enumerate(counts[c])
    ]
    bars = papers.draw_roses(pd.DataFrame(rows)).axes[0].patches
    outer = np.array([bar.get_y() + bar.get_height() for bar in bars]).reshape(2, 4)
    inner = np.array([bar.get_y() for bar in bars]).reshape(2, 4)
    areas = (outer**2 - inner**2) * 9
    assert areas == pytest.approx(np.array([counts["x"], counts["y"]]))


def test_both_fitted_densities_are_drawn_over_the_frequencies():
    angle = np.linspace(-math.pi, math.pi, 9)
    frame = pd.DataFrame({"dataset": "d", "attribute": "a", "class": "x", "angle": angle})
    frame["frequency"] = [0.1, 0.2] * 4 + [0.1]
    frame = frame.assign(von_mises_density=0.16 + 0.1 * np.cos(angle), gaussian_density=0.2)
    (axes,) = papers.draw_densities(frame).axes
    lines = {line.get_label(): line.get_xydata() for line in axes.lines}
    assert list(lines) == ["von Mises", "Gaussian"]
    for name, column in (("von Mises", "von_mises_density"), ("Gaussian", "gaussian_density")):
        np.testing.assert_array_equal(lines[name], frame[["angle", column]])


def test_counts_are_our_correct_cases_minus_the_printed_ones():
    frame = pd.DataFrame({"method": [*"aab"], "correct": [10, 12, 7], "correct_printed": [10, 10, 8]})
    assert sorted(dots(papers.draw_counts(frame).axes[0])[:, 0]) == [-1, 0, 2]


def test_the_decision_surface_is_where_the_log_odds_are_zero():
    grid = [(x, y, x - 0.5 * y) for x in np.linspace(-1, 1, 21) for y in np.linspace(-1, 1, 21)]
    frame = pd.DataFrame(grid, columns=["x", "y", "log_odds"]).assign(figure="1")
    axes = papers.draw_surfaces(frame).axes[0]
    line = axes.collections[-1]
    vertices = np.vstack([path.vertices for path in line.get_paths()])
    assert vertices[:, 0] == pytest.approx(0.5 * vertices[:, 1], abs=1e-9)
    assert axes.get_title() == "1"


def test_a_figure_keeps_the_look_of_the_report_whatever_the_user_has_set(tmp_path):
    import matplotlib as mpl

    with mpl.rc_context({"svg.fonttype": "path", "axes.facecolor": "red"}), use_style():
        save_figure(overview.draw_cost(RANKING), tmp_path / "a.svg")
    save_figure(overview.draw_cost(RANKING), tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_text() == (tmp_path / "b.svg").read_text()


def test_a_group_has_the_same_colour_in_figures_and_tables():
    style = read_static_file("page.css")
    for group, colour in GROUPS.items():
        assert f"\n.{group.lower().replace(' ', '-')} {{ color: light-dark({colour}," in style
    assert {*GROUPS} == {*MARKS}
    assert len({*GROUPS.values()}) == len(GROUPS)


@pytest.mark.parametrize("group", [None, "my tools"])
def test_a_method_without_a_known_group_has_the_colour_of_others(tmp_path, group):
    """Its stanza may have no group, or one that no method of the package has; it is on the line of costs."""
    sets, names = ["a", "b", "c"], ["nb", "tan", "mine"]
    content = configure(["honest"], sets, names)
    content["methods"]["mine"].pop("group", None)
    if group:
        content["methods"]["mine"]["group"] = group
    rows = [
        ("honest", d, m, 0, f, 10, 20, "accuracy", 0.5 + 0.1 * names.index(m) + 0.01 * sets.index(d))
        for d in sets
        for m in names
        for f in (0, 1, 2)
    ]
    times = [("honest", d, m, 0, f, 1.0 + names.index(m), 0.0, 1.0) for _, d, m, _, f, *_ in rows]
    tables = compute_tables(complete(content, rows, timings=times))
    assert tables["ranking"].set_index(["metric", "method"]).on_front["accuracy", "mine"]
    write_tables(tables, tmp_path / "tables")
    assert {"cost", "critical_difference"} <= {*draw_figures(tmp_path / "tables", tmp_path)}
    for name in ("cost", "critical_difference"):
        assert GROUPS["other"] in (tmp_path / f"{name}.svg").read_text()


def test_a_figure_without_a_function_is_an_error():
    with pytest.raises(ValueError, match="no function draw_nonsense"):
        find_draw_function("nonsense")

"""What the figures of scores show: positions of marks, lines and bands, read back from the drawings."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from naivebench.report.figures import learning_curves, pareto, ranks, scores

LOOKS = {
    "hue": "group",
    "hue_order": ["family", "rival"],
    "palette": ["#000000", "#777777"],
    "style": "group",
    "style_order": ["family", "rival"],
    "markers": ["o", "s"],
}
GROUPS = {"nb": "family", "tan": "family", "forest": "rival"}


@pytest.fixture(autouse=True)
def closed():
    import matplotlib.pyplot as plt

    yield
    plt.close("all")


def points(panel, which):
    """Positions (n, 2) of the marks of one scatter plot of a panel, in the order of drawing."""
    return np.asarray(panel.collections[which].get_offsets())


def lines(panel):
    """x and y of every line of a panel."""
    return [(np.asarray(line.get_xdata()), np.asarray(line.get_ydata())) for line in panel.lines]


def test_the_front_has_times_to_the_right_scores_upwards_and_a_step_through_its_methods():
    frame = pd.DataFrame(
        {"x": [1.0, 3.0, 40.0, 20.0], "y": [80.0, 83.0, 84.0, 70.0]}, index=["nb", "tan", "forest", "slow"]
    )
    frame["group"] = [GROUPS.get(m, "rival") for m in frame.index]
    order = ["nb", "tan", "forest"]
    panel = pareto.draw_front(frame, order, LOOKS, {m: [m] for m in order}, ("time", "score")).axes[0]
    assert points(panel, 0).tolist() == [[20, 70]]
    assert points(panel, 1).tolist() == [[1, 80], [3, 83], [40, 84]]
    step = panel.lines[0]
    assert (*step.get_xdata(),) == (1, 3, 40)
    assert (*step.get_ydata(),) == (80, 83, 84)
    assert step.get_drawstyle() == "steps-post"  # a method is the best until the next one is affordable
    assert (panel.get_xlabel(), panel.get_ylabel(), panel.get_xscale()) == ("time", "score", "log")


def test_marks_of_average_ranks_are_in_their_rows_and_bars_span_their_methods():
    frame = pd.DataFrame({"method": ["tan", "nb", "forest"], "rank": [1.25, 1.75, 3.0]})
    frame["group"] = frame["method"].map(GROUPS)
    figure = ranks.draw_ranks(frame, LOOKS, [["tan", "nb"], ["nb", "forest"]], ["tan", "forest"], 0.5)
    panel, joined = figure.axes
    assert points(panel, 0).tolist() == [[1.25, 0], [1.75, 1], [3, 2]]
    assert [label.get_text() for label in panel.get_yticklabels()] == ["tan", "nb", "forest"]
    bottom, top = panel.get_ylim()
    assert bottom > top  # the best method is on top
    assert [text.get_text() for text in panel.texts if "." in text.get_text()][-3:] == [
        "1.25",
        "1.75",
        "3.00",
    ]
    distance = panel.lines[0].get_xdata()
    assert distance[1] - distance[0] == pytest.approx(0.5)
    good, *bars = lines(joined)
    assert good[1].tolist() == [0, 2]
    assert [np.round(y).tolist() for _, y in bars] == [[0, 1], [1, 2]]
    assert all(
        min(y) > first - 0.5 and max(y) < last + 0.5
        for (_, y), first, last in zip(bars, (0, 1), (1, 2), strict=True)
    )


def test_boxes_of_differences_have_the_quantiles_of_their_method():
    rng = np.random.default_rng(5)
    values = {"tan": rng.normal(2, 1, 40), "nb": rng.normal(-1, 3, 40)}
    frame = pd.DataFrame(values).melt(var_name="method", value_name="difference")
    frame["group"] = frame["method"].map(GROUPS)
    panel = scores.draw_distributions(frame, ["nb", "tan"], LOOKS).axes[0]
    for row, method in enumerate(("nb", "tan")):
        low, first, middle, third, high = np.quantile(values[method], [0.1, 0.25, 0.5, 0.75, 0.9])
        assert [row, middle] == pytest.approx(points(panel, -1)[row][::-1].tolist())
        near = [x for x, y in lines(panel) if len(y) and (np.abs(y - row) < 0.4).all()]
        inside = [x for x in near if low <= x.min() and x.max() <= high]
        assert any(x.min() == pytest.approx(first) and x.max() == pytest.approx(third) for x in inside)
        within = values[method][(values[method] >= low) & (values[method] <= high)]
        assert {within.min(), within.max()} <= {float(v) for x in near for v in x}
        assert f"{middle:+.2f}".replace("-", "\N{MINUS SIGN}") in [text.get_text() for text in panel.texts]


@pytest.mark.parametrize("log", [True, False])
def test_curves_go_through_the_means_of_their_panel_and_bands_are_one_error_wide(log):
    rows = [
        ("curve", dataset, method, n, value, error)
        for dataset, shift in (("zoo", 0), ("iris", 7))
        for method, first in (("nb", 20), ("tan", 24))
        for n, value, error in ((16, first + shift, 2.0), (64, first + shift - 5, 1.0))
    ]
    frame = pd.DataFrame(rows, columns=["protocol", "dataset", "method", "n_train", "value", "error"])
    looks = {"nb": {"color": "#111111", "marker": "o", "ls": "-"}}
    looks["tan"] = {"color": "#999999", "marker": "s", "ls": (0, (4, 2))}
    panels = [("curve", "iris"), ("curve", "zoo")]
    figure = learning_curves.draw_curves(frame, panels, looks, "Error, %", log)
    for (_, dataset), panel in zip(panels, figure.axes, strict=True):
        part = frame[frame["dataset"] == dataset]
        assert panel.get_title(loc="left") == dataset
        assert panel.get_yscale() == ("log" if log else "linear")
        drawn = {line.get_color(): line for line in panel.lines if len(line.get_xdata()) == 2}
        for band, (method, of) in zip(panel.collections, part.groupby("method", sort=False), strict=True):
            line = drawn[looks[method]["color"]]
            assert line.get_xdata().tolist() == [4, 6]  # log2 of the sizes
            assert line.get_ydata() == pytest.approx(of["value"].to_numpy())  # seaborn averages logarithms
            edge = band.get_paths()[0].vertices
            for x, value, error in zip((4, 6), of["value"], of["error"], strict=True):
                ys = edge[edge[:, 0] == x, 1]
                assert (ys.min(), ys.max()) == pytest.approx((value - error, value + error))


def test_optimism_is_above_the_number_of_cases_of_its_data_set():
    sets = pd.DataFrame(
        {
            "protocol": ["a", "a", "b"],
            "dataset": ["zoo", "iris", "zoo"],
            "cases": [101, 150, 101],
            "optimism": [0.5, -0.25, 3.0],
        }
    )
    panel = scores.draw_optimism(sets).axes[0]
    assert points(panel, 0).tolist() == [[101, 0.5], [150, -0.25], [101, 3]]
    assert {"zoo", "iris"} <= {text.get_text() for text in panel.texts}
